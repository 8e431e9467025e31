"""Sends one form to one board's address, and reads SoL's answer."""

import http.client
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPMessage
from typing import IO, Literal

from host_tools.integrations.sol import troubles
from host_tools.integrations.sol.reasons import REMARKS
from host_tools.outside import json_text
from host_tools.reasons import Cause

#: To connect, and between two pieces of an answer.
TIMEOUT_S = 5.0
#: For a whole answer, however slowly it comes.
WHOLE_S = 10.0
_ANSWER_MOST = 100_000
#: Where SoL leads on to from a card that is closed.
_TOURNEY = "/lit/tourney/"


@dataclass(frozen=True, slots=True)
class Answer:
    """taken: SoL has it. closed: the card is finished, or belongs to another round. refused: this card is not
    taken. others: it is other people's card, nothing was sent. away: no server answers there.
    why: the reason of the last three. arrived: False when SoL certainly took nothing of it.
    """

    kind: Literal["taken", "closed", "refused", "others", "away"]
    why: Cause | None = None
    arrived: bool = True


def post(url: str, form: Mapping[str, str]) -> Answer:
    """Send a form (blocking, at most TIMEOUT_S for each piece and WHOLE_S for the answer). Raises nothing."""
    request = urllib.request.Request(
        url,
        data=urllib.parse.urlencode(form).encode(),
        headers={"X-Requested-With": "XMLHttpRequest", "Accept": "application/json"},
        method="POST",
    )
    try:
        with opener.open(request, timeout=TIMEOUT_S) as response:
            return _of_json(whole(response, _ANSWER_MOST))
    except urllib.error.HTTPError as error:
        with error:
            return of_status(error, url, is_end="end_match" in form)
    except (OSError, ValueError, http.client.HTTPException) as error:
        return away(error, url)


def away(error: Exception, url: str) -> Answer:
    """The answer for a request that failed on its way."""
    return Answer("away", troubles.of_connection(error, url, TIMEOUT_S), not troubles.never_arrived(error))


def whole(response: http.client.HTTPResponse, most: int) -> bytes:
    """The first `most` bytes of an answer. Raises OSError or HTTPException when it breaks off or takes longer
    than WHOLE_S.
    """
    begun = time.monotonic()
    pieces: list[bytes] = []
    left = most
    while left > 0 and (piece := response.read1(left)):
        pieces.append(piece)
        left -= len(piece)
        if time.monotonic() - begun > WHOLE_S:
            raise TimeoutError
    if not pieces or (left > 0 and response.length):  # read1 does not report what is missing
        raise http.client.IncompleteRead(b"".join(pieces), response.length)
    return b"".join(pieces)


def _of_json(raw: bytes) -> Answer:
    try:
        answer = json_text.value(raw)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        is_page = raw.lstrip()[:1] == b"<"
        return Answer(
            "refused",
            REMARKS.cause("sol_answers_page") if is_page else REMARKS.cause("sol_answers_otherwise"),
        )
    if answer.get("success") is True:
        return Answer("taken")
    if _TOURNEY in str(answer.get("location") or ""):
        return Answer("closed")
    message = str(answer.get("message") or "")[:200].rstrip(".")
    return Answer(
        "refused",
        REMARKS.cause("sol_says", text=message) if message else REMARKS.cause("sol_gives_no_reason"),
        False,
    )


def of_status(error: urllib.error.HTTPError, url: str, *, is_end: bool) -> Answer:
    """The answer for an HTTP status other than success. is_end: the form was to close its card."""
    if 300 <= error.code < 400:
        return _of_redirect(error.headers.get("Location") or "", url, is_end)
    kind: Literal["away", "refused"] = "away" if error.code in troubles.PASSING else "refused"
    return Answer(kind, troubles.of_status(error.code, url), error.code >= 500)


def _of_redirect(location: str, url: str, is_end: bool) -> Answer:
    """SoL redirects a form that closes its card to the tourney, with `check` in the address, and a form that
    comes too late without it.
    """
    try:
        parts = urllib.parse.urlsplit(location)
        if _TOURNEY in parts.path:
            is_taken = is_end and "check" in urllib.parse.parse_qs(parts.query)
            return Answer("taken") if is_taken else Answer("closed")
        return Answer("refused", troubles.of_redirect(location, url), False)
    except ValueError:
        return Answer("refused", REMARKS.cause("sol_leads_nowhere"), False)


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: it is the answer."""

    def http_error_302(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage
    ) -> None:
        return None

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


opener = urllib.request.build_opener(_Stay, urllib.request.ProxyHandler({}))

"""One form to one board's address, and what SoL says to it."""

import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPMessage
from typing import IO, Literal

from host_tools.sol import troubles

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
    taken, `text` says why. others: it is other people's card, nothing was sent. away: nobody answers there.
    arrived: False when SoL surely took nothing of it.
    """

    kind: Literal["taken", "closed", "refused", "others", "away"]
    text: str = ""
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
    """What a request that failed on its way is worth."""
    text = troubles.of_connection(error, url, TIMEOUT_S)
    return Answer("away", text, not troubles.never_arrived(error))


def whole(response: http.client.HTTPResponse, most: int) -> bytes:
    """The beginning of an answer, at most `most` bytes. Raises OSError or HTTPException when it breaks off or
    does not come to its end.
    """
    begun = time.monotonic()
    pieces: list[bytes] = []
    left = most
    while left > 0 and (piece := response.read1(left)):
        pieces.append(piece)
        left -= len(piece)
        if time.monotonic() - begun > WHOLE_S:
            raise TimeoutError
    if not pieces or (left > 0 and response.length):  # read1 says nothing of what is missing
        raise http.client.IncompleteRead(b"".join(pieces), response.length)
    return b"".join(pieces)


def _of_json(raw: bytes) -> Answer:
    try:
        said = json.loads(raw)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        what = "with a page" if raw.lstrip()[:1] == b"<" else "otherwise"
        return Answer("refused", f"it answers {what}, not as SoL 5 does: is something in front of SoL?")
    if said.get("success") is True:
        return Answer("taken")
    if _TOURNEY in str(said.get("location") or ""):
        return Answer("closed")
    return Answer("refused", str(said.get("message") or "it does not say why")[:200].rstrip("."), False)


def of_status(error: urllib.error.HTTPError, url: str, *, is_end: bool) -> Answer:
    """What an answer that is none is worth. is_end: the form was to close its card."""
    if 300 <= error.code < 400:
        return _of_redirect(error.headers.get("Location") or "", url, is_end)
    text, is_sols = troubles.of_status(error.code), error.code >= 500
    if error.code in troubles.PASSING:
        return Answer("away", f"{troubles.server_of(url)}: {text}", is_sols)
    return Answer("refused", text, is_sols)


def _of_redirect(location: str, url: str, is_end: bool) -> Answer:
    """Who has just closed a card is sent on to its tourney with a sign of it; who came too late, without."""
    try:
        parts = urllib.parse.urlsplit(location)
        if _TOURNEY in parts.path:
            is_taken = is_end and "check" in urllib.parse.parse_qs(parts.query)
            return Answer("taken") if is_taken else Answer("closed")
        return Answer("refused", troubles.of_redirect(location, url), False)
    except ValueError:
        return Answer("refused", "it leads on to no address", False)


class _Stay(urllib.request.HTTPRedirectHandler):
    """A redirect is an answer here, whatever it leads on to."""

    def http_error_302(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage
    ) -> None:
        return None

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


opener = urllib.request.build_opener(_Stay, urllib.request.ProxyHandler({}))

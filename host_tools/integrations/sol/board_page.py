"""SoL's page of a board: whose card it is now, a form sent to it, and why a request failed.

SoL's form takes a card for whatever match is on that board in the present round. If the round was drawn again
there, or the address is of another tourney, that match is of other players, and SoL cannot know: so the page
is read before anything is written on it.
"""

import http.client
import re
import socket
import ssl
import time
import unicodedata
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from http.client import HTTPMessage
from typing import IO, Literal
from urllib.parse import urlsplit

from host_tools.integrations.sol.reasons import REMARKS
from host_tools.outside import json_text
from host_tools.reasons import Cause

#: A proxy gives these, or a SoL that is just starting: the next answer may be right.
PASSING = (408, 425, 429, 502, 503, 504)
#: OpenSSL's names for an answer without TLS; they are of different versions.
_NO_TLS = ("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE", "PACKET_LENGTH_TOO_LONG")


def server_of(url: str) -> str:
    """Scheme, host and port of an address, for people and as a key: "http://sol.example:6996"."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def never_arrived(error: Exception) -> bool:
    """Whether the request certainly reached no server."""
    reason = getattr(error, "reason", None) or error
    return isinstance(reason, (ConnectionRefusedError, socket.gaierror, ssl.SSLCertVerificationError))


def of_connection(error: Exception, url: str, timeout_s: float) -> Cause:
    """The reason for a request without an answer. timeout_s: how long it was waited for."""
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    server = server_of(url)
    if isinstance(reason, socket.gaierror):
        return REMARKS.cause("sol_name_unknown", server=server)
    if isinstance(reason, ConnectionRefusedError):
        return REMARKS.cause("sol_connection_refused", server=server)
    if isinstance(reason, TimeoutError):
        return REMARKS.cause("sol_timed_out", server=server, seconds=f"{timeout_s:g}")
    if isinstance(reason, ssl.SSLCertVerificationError):
        return REMARKS.cause(
            "sol_certificate_not_trusted", server=server, why=str(reason.verify_message or reason)
        )
    if isinstance(reason, ssl.SSLError) and getattr(reason, "reason", None) in _NO_TLS:
        return REMARKS.cause("sol_speaks_no_tls", server=server)
    if isinstance(reason, http.client.BadStatusLine) and not isinstance(reason, ConnectionError):
        return REMARKS.cause("sol_speaks_no_http", server=server)
    if isinstance(reason, (http.client.IncompleteRead, ConnectionError)):
        return REMARKS.cause("sol_broke_off", server=server)
    system = reason.strerror if isinstance(reason, OSError) else None
    return REMARKS.cause(
        "sol_connection_failed", server=server, why=system or str(reason) or type(reason).__name__
    )


def of_redirect(location: str, url: str) -> Cause:
    """The reason for a redirect to something other than one of SoL's tourneys."""
    target, here = urlsplit(location), urlsplit(url)
    if target.path == here.path and target.netloc:
        return REMARKS.cause("sol_moved", to=server_of(location), server=server_of(url))
    if not location:
        return REMARKS.cause("sol_leads_nowhere")
    return REMARKS.cause("sol_leads_elsewhere", to=location[:100])


def of_status(status: int, url: str) -> Cause:
    """The reason for an HTTP status with which SoL does not answer a card."""
    if status in (400, 404, 410):
        return REMARKS.cause("sol_address_not_known", status=status)
    if status in (401, 403, 407, 511):
        return REMARKS.cause("sol_access_refused", status=status)
    if status in PASSING:
        return REMARKS.cause("sol_server_busy", server=server_of(url), status=status)
    return REMARKS.cause("sol_card_fails", status=status)


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
            return answer_of_status(error, url, is_end="end_match" in form)
    except (OSError, ValueError, http.client.HTTPException) as error:
        return away(error, url)


def away(error: Exception, url: str) -> Answer:
    """The answer for a request that failed on its way."""
    return Answer("away", of_connection(error, url, TIMEOUT_S), not never_arrived(error))


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


def answer_of_status(error: urllib.error.HTTPError, url: str, *, is_end: bool) -> Answer:
    """The answer for an HTTP status other than success. is_end: the form was to close its card."""
    if 300 <= error.code < 400:
        return _of_redirect(error.headers.get("Location") or "", url, is_end)
    kind: Literal["away", "refused"] = "away" if error.code in PASSING else "refused"
    return Answer(kind, of_status(error.code, url), error.code >= 500)


def _of_redirect(location: str, url: str, is_end: bool) -> Answer:
    """SoL redirects a form that closes its card to the tourney, with `check` in the address, and a form that
    comes too late without it.
    """
    try:
        parts = urllib.parse.urlsplit(location)
        if _TOURNEY in parts.path:
            is_taken = is_end and "check" in urllib.parse.parse_qs(parts.query)
            return Answer("taken") if is_taken else Answer("closed")
        return Answer("refused", of_redirect(location, url), False)
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


#: A card's page has some 10 KB; of a longer one only the beginning is read.
MOST_BYTES = 500_000
_TOURNEY_PAGE = re.compile(r"/lit/tourney/(\w{8,64})")


@dataclass(frozen=True, slots=True)
class Seen:
    """What a board's page shows. tourney: SoL's guid, "" when it is not known; sides: both captions ("Rao
    Asha"; of a pair "Rao Asha and Nair Bela"), turn: the round; both None where there is no open card.
    failed: the answer (`away` or `refused`) where there was no page.
    """

    tourney: str = ""
    sides: tuple[str, str] | None = None
    turn: int | None = None
    failed: Answer | None = None


def look(url: str) -> Seen:
    """Read the page at a board's address (blocking, like `posting.post`). Raises nothing; a page that SoL 5
    does not write gives an empty `Seen`.
    """
    try:
        with opener.open(urllib.request.Request(url), timeout=TIMEOUT_S) as response:
            return seen(whole(response, MOST_BYTES).decode("utf-8", "replace"))
    except urllib.error.HTTPError as error:
        with error:
            return _of_status(error, url)
    except (OSError, ValueError, http.client.HTTPException) as error:
        return Seen(failed=away(error, url))
    except AssertionError:  # html.parser asserts on input
        return Seen()


def _of_status(error: urllib.error.HTTPError, url: str) -> Seen:
    """A closed card redirects to its tourney; any other status is a failure."""
    target = seen(f'"{error.headers.get("Location", "")}"')
    if 300 <= error.code < 400 and target.tourney:
        return target
    return Seen(failed=answer_of_status(error, url, is_end=False))


def seen(page: str) -> Seen:
    """What the text of a page, or the address of a redirect, shows."""
    tourney = _TOURNEY_PAGE.search(page)
    reader = _Captions()
    reader.feed(page)
    sides = [" ".join(text.split()) for text in reader.captions]
    both = (sides[0], sides[1]) if len(sides) == 2 and all(sides) else None
    return Seen(tourney[1] if tourney else "", both, reader.turn)


class _Captions(HTMLParser):
    """The text of each `<span>…</span>` that follows the choice of a breaker, and the round."""

    def __init__(self) -> None:
        super().__init__()
        self.captions: list[str] = []
        self.turn: int | None = None
        self._is_side = self._is_inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "input" and ("name", "breaker") in attrs:
            self._is_side = True
        elif tag == "input" and ("name", "turn") in attrs:
            value = dict(attrs).get("value") or ""
            self.turn = int(value) if re.fullmatch("[0-9]{1,4}", value) else None
        elif tag == "span" and self._is_side:
            self._is_side, self._is_inside = False, True
            self.captions.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "span":
            self._is_inside = False

    def handle_data(self, data: str) -> None:
        if self._is_inside:
            self.captions[-1] += data


def is_of(caption: str, names: Sequence[str]) -> bool:
    """Whether a caption of SoL's names these people: it has each word of each name, in any order, or its
    initial with a full stop (SoL shortens the names of players who did not agree to publication).
    """
    in_caption = _words(caption)
    return all(any(_is_same(word, other) for other in in_caption) for name in names for word in _words(name))


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", text).casefold()
    return [word for word in re.split(r"[\s,“”\"()]+", plain) if word]


def _is_same(word: str, other: str) -> bool:
    return (
        word == other
        or (word.endswith(".") and other.startswith(word[:-1]))
        or (other.endswith(".") and word.startswith(other[:-1]))
    )

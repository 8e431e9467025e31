"""One form to one board's address, and what SoL says to it."""

import http.client
import json
import socket
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

TIMEOUT_S = 5.0


@dataclass(frozen=True, slots=True)
class Answer:
    """taken: SoL has it. closed: the card is finished, or belongs to another round. refused: SoL says why.
    away: nobody answers; it is to be tried again. arrived: False when it surely did not reach SoL.
    """

    kind: Literal["taken", "closed", "refused", "away"]
    text: str = ""
    arrived: bool = True


def post(url: str, form: Mapping[str, str]) -> Answer:
    """Send a form (blocking, at most TIMEOUT_S). Raises nothing."""
    request = urllib.request.Request(
        url,
        data=urllib.parse.urlencode(form).encode(),
        headers={"X-Requested-With": "XMLHttpRequest", "Accept": "application/json"},
        method="POST",
    )
    try:
        with opener.open(request, timeout=TIMEOUT_S) as response:
            return _of_json(response.read(100_000))
    except urllib.error.HTTPError as error:
        with error:
            return _of_status(error, "end_match" in form)
    except urllib.error.URLError as error:
        never = isinstance(error.reason, (ConnectionRefusedError, socket.gaierror))
        return Answer("away", str(getattr(error.reason, "strerror", None) or error.reason), not never)
    except (OSError, http.client.HTTPException) as error:
        return Answer("away", str(error) or type(error).__name__)


class _Stay(urllib.request.HTTPRedirectHandler):
    """A redirect is an answer here."""

    def redirect_request(self, *_: Any) -> None:
        return None


opener = urllib.request.build_opener(_Stay, urllib.request.ProxyHandler({}))


def _of_json(raw: bytes) -> Answer:
    try:
        said = json.loads(raw)
    except ValueError:
        return Answer("refused", "it does not answer as SoL 5 does")
    if not isinstance(said, dict):
        return Answer("refused", "it does not answer as SoL 5 does")
    if said.get("success"):
        return Answer("taken")
    return Answer("closed" if said.get("location") else "refused", str(said.get("message") or ""))


def _of_status(error: urllib.error.HTTPError, is_end: bool) -> Answer:
    if error.code in (302, 303):
        # Who has just closed a card is sent on with a sign of it; who came too late, without.
        query = urllib.parse.urlsplit(error.headers.get("Location", "")).query
        return Answer("taken") if is_end and "check" in urllib.parse.parse_qs(query) else Answer("closed")
    if error.code in (400, 403, 404):
        return Answer("refused", f"it does not know this address (HTTP {error.code})")
    return Answer("away", f"HTTP {error.code}")

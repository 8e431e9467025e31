"""Whose card an address has now: SoL's page of a board, looked at before anything is written on it (D287).

SoL's form takes a card for whatever match is on that board in the present round. When the round was drawn
again there, or an address is of another tourney, that is other people's match, and SoL cannot know.
"""

import http.client
import re
import unicodedata
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from html.parser import HTMLParser

from host_tools.sol import posting
from host_tools.sol.posting import Answer, opener

#: A card's page has some 10 KB; of more only the beginning is looked at.
MOST_BYTES = 500_000
_TOURNEY = re.compile(r"/lit/tourney/(\w{8,64})")


@dataclass(frozen=True, slots=True)
class Seen:
    """What a board's page says, as far as it was understood. tourney: SoL's guid, "" when it is not known;
    sides: both captions ("Rao Asha"; of a pair "Rao Asha and Nair Bela"), turn: the round; None where there
    is no open card. failed: why there was no page to look at, `away` or `refused`.
    """

    tourney: str = ""
    sides: tuple[str, str] | None = None
    turn: int | None = None
    failed: Answer | None = None


def look(url: str) -> Seen:
    """The page at a board's address (blocking, like `posting.post`). Raises nothing: a page that is not as
    SoL 5 writes it has shown nothing.
    """
    try:
        with opener.open(urllib.request.Request(url), timeout=posting.TIMEOUT_S) as response:
            return seen(posting.whole(response, MOST_BYTES).decode("utf-8", "replace"))
    except urllib.error.HTTPError as error:
        with error:
            return _of_status(error, url)
    except (OSError, ValueError, http.client.HTTPException) as error:
        return Seen(failed=posting.away(error, url))
    except AssertionError:  # html.parser asserts on input
        return Seen()


def _of_status(error: urllib.error.HTTPError, url: str) -> Seen:
    """A card that is closed leads on to its tourney; anything else is no answer to who asks for a card."""
    found = seen(f'"{error.headers.get("Location", "")}"')
    if 300 <= error.code < 400 and found.tourney:
        return found
    return Seen(failed=posting.of_status(error, url, is_end=False))


def seen(page: str) -> Seen:
    """What the text of a page, or an address that it leads on to, tells."""
    tourney = _TOURNEY.search(page)
    reader = _Captions()
    reader.feed(page)
    sides = [" ".join(text.split()) for text in reader.found]
    both = (sides[0], sides[1]) if len(sides) == 2 and all(sides) else None
    return Seen(tourney[1] if tourney else "", both, reader.turn)


class _Captions(HTMLParser):
    """The text of each `<span>…</span>` that follows the choice of a breaker, and the round."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
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
            self.found.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "span":
            self._is_inside = False

    def handle_data(self, data: str) -> None:
        if self._is_inside:
            self.found[-1] += data


def is_of(caption: str, names: Sequence[str]) -> bool:
    """Whether a caption of SoL's is of these people: each word of each name stands in it, in any order, or
    its initial with a stop (SoL shortens the names of who has not agreed to their publication).
    """
    there = _words(caption)
    return all(any(_is_same(word, other) for other in there) for name in names for word in _words(name))


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", text).casefold()
    return [word for word in re.split(r"[\s,“”\"()]+", plain) if word]


def _is_same(one: str, other: str) -> bool:
    return (
        one == other
        or (one.endswith(".") and other.startswith(one[:-1]))
        or (other.endswith(".") and one.startswith(other[:-1]))
    )

"""Reads SoL's page of a board before anything is written on it: whose card is it now?

SoL's form takes a card for whatever match is on that board in the present round. If the round was drawn again
there, or the address is of another tourney, that match is of other players, and SoL cannot know.
"""

import http.client
import re
import unicodedata
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from html.parser import HTMLParser

from host_tools.integrations.sol import posting
from host_tools.integrations.sol.posting import Answer, opener

#: A card's page has some 10 KB; of a longer one only the beginning is read.
MOST_BYTES = 500_000
_TOURNEY = re.compile(r"/lit/tourney/(\w{8,64})")


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
    """A closed card redirects to its tourney; any other status is a failure."""
    target = seen(f'"{error.headers.get("Location", "")}"')
    if 300 <= error.code < 400 and target.tourney:
        return target
    return Seen(failed=posting.of_status(error, url, is_end=False))


def seen(page: str) -> Seen:
    """What the text of a page, or the address of a redirect, shows."""
    tourney = _TOURNEY.search(page)
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

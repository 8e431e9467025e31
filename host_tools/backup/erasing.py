"""Removes a person's name from texts and from JSON. Pure."""

import json
import re
import unicodedata
from collections.abc import Mapping
from typing import Any

#: The replacement for a name inside a longer text.
GONE = "[erased]"
#: Fields of JSON with Boardside's words, ids and keys: never a name, even if a person is called Final.
_NO_NAMES = {
    *("kind", "match", "ruleset", "rules", "stage", "category", "by", "side", "what", "law", "clock"),
    *("seal", "chain", "event", "key", "journal", "tie"),
}


def same(name: str) -> str:
    """A form that is equal for equal names: without case, runs of spaces, and the encoding of accents."""
    return " ".join(unicodedata.normalize("NFC", name).split()).casefold()


class Eraser:
    """Removes the names of one person, all spellings. A text that equals a name becomes ""; inside a longer
    text, the name becomes GONE. `is_anybody`: a text equal to a name was found. A first name alone occurs
    only inside longer texts.
    """

    def __init__(self, *names: str) -> None:
        self._names = {same(name) for name in names}
        by_length = sorted({unicodedata.normalize("NFC", name) for name in names}, key=len, reverse=True)
        patterns = (r"\s+".join(map(re.escape, name.split())) for name in by_length)
        self._pattern = re.compile("|".join(patterns), re.IGNORECASE)
        self.is_anybody = False

    def is_name(self, text: str) -> bool:
        """Whether a text equals a name. If so, sets `is_anybody`."""
        is_it = same(text) in self._names
        self.is_anybody |= is_it
        return is_it

    def text(self, text: str) -> str:
        """A text without the name. Only whole words are removed: not Ann from Anna."""
        if self.is_name(text):
            return ""
        composed = unicodedata.normalize("NFC", text)
        folded = same(composed)
        if len(composed.casefold()) != len(composed) and any(name in folded for name in self._names):
            return GONE  # case folding changes the length (ß), so the name's position is not known
        kept, at = [], 0
        for match in self._pattern.finditer(composed):
            if _is_within_word(composed, match.start(), match.end()):
                continue
            kept.append(composed[at : match.start()] + GONE)
            at = match.end()
        return "".join([*kept, composed[at:]]) if kept else text

    def value(self, value: Any) -> Any:
        """A JSON value without the name in any of its texts. The fields' names do not change."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(item) for item in value]
        if isinstance(value, Mapping):
            return {key: self._field(key, item) for key, item in value.items()}
        return value

    def _field(self, key: str, item: Any) -> Any:
        """The value of a field. Of Latin spellings, pairs of name and spelling, this person's goes."""
        if key == "latin" and isinstance(item, list):
            item = [pair for pair in item if not (isinstance(pair, list) and self._is_of(pair))]
        return item if key in _NO_NAMES else self.value(item)

    def _is_of(self, pair: list[Any]) -> bool:
        return bool(pair) and self.is_name(str(pair[0]))

    def json_text(self, text: str) -> str:
        """JSON text without the name, or the same text when the name is not in it. A text that is not JSON is
        treated as in `text`.
        """
        try:
            value = json.loads(text)
        except ValueError:
            return self.text(text)
        without = self.value(value)
        return text if without == value else json.dumps(without, ensure_ascii=False, separators=(",", ":"))


def _is_within_word(text: str, start: int, end: int) -> bool:
    """Whether a letter, a digit or a vowel sign of an Indian script is next to this range."""
    around = text[start - 1 : start] + text[end : end + 1] if start else text[end : end + 1]
    return any(unicodedata.category(character)[0] in "LNM" for character in around)

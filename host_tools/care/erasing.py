"""Takes a person's name out of texts and of JSON. Pure."""

import json
import re
import unicodedata
from collections.abc import Mapping
from typing import Any

#: What stands where a name was inside a longer text.
GONE = "[erased]"
#: Fields of JSON in which words of ours stand, ids and keys: nobody's name, even if somebody is called Final.
_NO_NAMES = {
    *("kind", "match", "ruleset", "rules", "stage", "category", "by", "side", "what", "law", "clock"),
    *("seal", "chain", "event", "key", "journal", "tie"),
}


def same(name: str) -> str:
    """Equal for names that are one: case, runs of spaces, and how accents are encoded do not matter."""
    return " ".join(unicodedata.normalize("NFC", name).split()).casefold()


class Eraser:
    """A text that is the name becomes "", inside a longer text it becomes GONE. `is_anybody`: somebody or
    something had just this name; a first name alone is found inside texts, and is nobody's.
    """

    def __init__(self, name: str) -> None:
        self._name = same(name)
        words = unicodedata.normalize("NFC", name).split()
        self._pattern = re.compile(r"\s+".join(re.escape(word) for word in words), re.IGNORECASE)
        self.is_anybody = False

    def is_name(self, text: str) -> bool:
        """Whether a text is nothing but the name."""
        is_it = same(text) == self._name
        self.is_anybody |= is_it
        return is_it

    def text(self, text: str) -> str:
        """A text without the name; whole words only, so that Ann is not taken out of Anna."""
        if self.is_name(text):
            return ""
        composed = unicodedata.normalize("NFC", text)
        if len(composed.casefold()) != len(composed) and self._name in same(composed):
            return GONE  # folding changes the length (ß): where the name stands cannot be told
        kept, at = [], 0
        for found in self._pattern.finditer(composed):
            if _is_within_word(composed, found.start(), found.end()):
                continue
            kept.append(composed[at : found.start()] + GONE)
            at = found.end()
        return "".join([*kept, composed[at:]]) if kept else text

    def value(self, value: Any) -> Any:
        """A JSON value without the name in any of its texts; the fields keep their names."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(one) for one in value]
        if isinstance(value, Mapping):
            return {key: one if key in _NO_NAMES else self.value(one) for key, one in value.items()}
        return value

    def json_text(self, text: str) -> str:
        """JSON text without the name; the same text when the name is not in it, or it is no JSON."""
        try:
            value = json.loads(text)
        except ValueError:
            return self.text(text)
        without = self.value(value)
        return text if without == value else json.dumps(without, ensure_ascii=False, separators=(",", ":"))


def _is_within_word(text: str, start: int, end: int) -> bool:
    """Letters, digits and the vowel signs of Indian scripts go on with a word."""
    around = text[start - 1 : start] + text[end : end + 1] if start else text[end : end + 1]
    return any(unicodedata.category(one)[0] in "LNM" for one in around)

"""A table's view as JSON, of pieces that are kept: most of what is told of a table is what was told before.

A stroke changes some of a view, a clock that is stopped less; the boards, the names and the rules stay. To
compare a piece with what it was costs a fraction of writing it anew.
"""

import json
from collections.abc import Mapping
from typing import Any

_NOTHING: tuple[Any, str] = (None, "")
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def dumps(value: object) -> str:
    """Compact JSON on one line."""
    return _encode(value)


class Pieces:
    """The newest text of each dict and list among one object's values that has stayed what it was.

    What is given must not be changed afterwards, and each field be of one kind: 1 and true are equal.
    """

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Any, str]] = {}

    def dumps(self, values: Mapping[str, Any]) -> str:
        """Compact JSON on one line: what has changed first."""
        kept = self._kept
        changed: dict[str, Any] = {}
        texts = [""]
        for name, value in values.items():
            if not isinstance(value, dict | list):
                changed[name] = value
                continue
            was, text = kept.get(name, _NOTHING)
            if was is not value and was != value:
                changed[name] = value
                kept[name] = (value, "")  # perhaps it changes all the time: its text is kept when it does not
                continue
            if not text:
                text = f"{_encode(name)}:{_encode(value)}"
                kept[name] = (value, text)
            texts.append(text)
        texts[0] = _encode(changed)[1:-1]
        return "{" + ",".join(filter(None, texts)) + "}"

"""Reads the JSON of another program strictly, and checks its values with the place of each problem."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, TypeGuard

from host_tools.integrations.cmn.reasons import CmnError
from host_tools.outside import json_text

#: A match of a CMN file has about 1 KB.
MOST_BYTES = 20_000_000
TEXT_MOST = 200

Pair = tuple[int, int]
#: An object of the file, whose values are not checked yet.
Fields: TypeAlias = Mapping[str, object]


def document_of(raw: bytes) -> object:
    """The JSON document in these bytes. Raises CmnError if it is none, or if a field occurs twice."""
    if len(raw) > MOST_BYTES:
        raise CmnError("too_large", most_mb=MOST_BYTES // 1_000_000)
    try:
        document: object = json_text.value(raw.decode("utf-8-sig"), object_pairs_hook=_once)
    except UnicodeDecodeError as error:
        raise CmnError("not_utf8", byte=error.start) from error
    except json.JSONDecodeError as error:
        raise CmnError("no_json", why=error.msg, line=error.lineno, character=error.colno) from error
    return document


def _once(pairs: list[tuple[str, object]]) -> Fields:
    document = dict(pairs)
    if len(document) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise CmnError("field_twice", field=twice[:40])
    return document


class Look:
    """Checks values; `problems` has each problem with its place. A wrong value gives None, "" or ()."""

    def __init__(self) -> None:
        self.problems: list[CmnError] = []

    def note(self, reason: str, at: str, **facts: Any) -> None:
        """A problem at this place of the file."""
        self.problems.append(CmnError(reason, at=at, **facts))

    def fields(self, value: object, at: str) -> Fields | None:
        """The value, if it is an object."""
        if isinstance(value, dict):
            return value
        self.note("no_object", at, value=value)
        return None

    def items(self, value: object, at: str) -> Sequence[object]:
        """The value, if it is a list."""
        if isinstance(value, list):
            return value
        self.note("no_list", at, value=value)
        return ()

    def text(self, value: object, at: str) -> str:
        """The value, if it is one line of text."""
        if not isinstance(value, str) or not value.strip():
            self.note("no_text", at, value=value)
            return ""
        if len(value) > TEXT_MOST or not value.isprintable():
            self.note("text_too_long", at, value=value, most=TEXT_MOST)
            return ""
        return value

    def winner(self, holder: Fields, at: str) -> int | None:
        """The winner, 0 or 1; None for a level game, which the file has to say."""
        if "winner" not in holder:
            self.note("winner_missing", at)
            return None
        value = holder["winner"]
        if is_side(value):
            return value
        if value is not None:
            self.note("no_winner", at, value=value)
        return None

    def pair(self, holder: Fields, name: str, at: str) -> Pair | None:
        """The two numbers of this name; None without them."""
        value = holder.get(name)
        if value is None:
            return None
        if isinstance(value, list) and len(value) == 2 and all(type(n) is int and n >= 0 for n in value):
            return value[0], value[1]
        self.note("no_pair", f"{at}.{name}", value=value)
        return None


def is_side(value: object) -> TypeGuard[int]:
    """Whether the value is a side as CMN counts them, 0 or 1."""
    return type(value) is int and value in (0, 1)

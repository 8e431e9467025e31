"""Reads the JSON of another program strictly, and checks its values with the place of each problem."""

import json
from collections.abc import Sequence
from typing import Any

from host_tools.extras.cmn.reasons import CmnError, CmnReason

#: A match of a CMN file has about 1 KB.
MOST_BYTES = 20_000_000
TEXT_MOST = 200

Pair = tuple[int, int]


def document_of(raw: bytes) -> Any:
    """The JSON document in these bytes. Raises CmnError if it is none, or if a field occurs twice."""
    if len(raw) > MOST_BYTES:
        raise CmnError("too_large", most_mb=MOST_BYTES // 1_000_000)
    try:
        return json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise CmnError("not_utf8", byte=error.start) from error
    except json.JSONDecodeError as error:
        raise CmnError("no_json", why=error.msg, line=error.lineno, character=error.colno) from error
    except RecursionError as error:
        raise CmnError("too_deep") from error
    except ValueError as error:  # a number of thousands of digits
        raise CmnError("number_too_long", why=str(error)[:TEXT_MOST]) from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise CmnError("field_twice", field=twice[:40])
    return document


def _no_number(name: str) -> Any:
    raise CmnError("no_number", name=name)


class Look:
    """Checks values; `problems` has each problem with its place. A wrong value gives None, "" or ()."""

    def __init__(self) -> None:
        self.problems: list[CmnError] = []

    def note(self, reason: CmnReason, at: str, **facts: Any) -> None:
        """A problem at this place of the file."""
        self.problems.append(CmnError(reason, at=at, **facts))

    def fields(self, value: Any, at: str) -> dict[str, Any] | None:
        if isinstance(value, dict):
            return value
        self.note("no_object", at, value=value)
        return None

    def items(self, value: Any, at: str) -> Sequence[Any]:
        if isinstance(value, list):
            return value
        self.note("no_list", at, value=value)
        return ()

    def text(self, value: Any, at: str) -> str:
        if not isinstance(value, str) or not value.strip():
            self.note("no_text", at, value=value)
            return ""
        if len(value) > TEXT_MOST or not value.isprintable():
            self.note("text_too_long", at, value=value, most=TEXT_MOST)
            return ""
        return value

    @staticmethod
    def is_side(value: Any) -> bool:
        return type(value) is int and value in (0, 1)

    def winner(self, holder: dict[str, Any], at: str) -> int | None:
        if "winner" not in holder:
            self.note("winner_missing", at)
            return None
        value = holder["winner"]
        if value is None or self.is_side(value):
            return value if value is None else int(value)
        self.note("no_winner", at, value=value)
        return None

    def pair(self, holder: dict[str, Any], name: str, at: str) -> Pair | None:
        value = holder.get(name)
        if value is None:
            return None
        if isinstance(value, list) and len(value) == 2 and all(type(n) is int and n >= 0 for n in value):
            return value[0], value[1]
        self.note("no_pair", f"{at}.{name}", value=value)
        return None

"""JSON that somebody else wrote: read strictly, and its values checked with the place of what is wrong."""

import json
from collections.abc import Sequence
from typing import Any

from host_tools.exports.errors import ExportError

#: A match of a CMN file has about 1 KB.
MOST_BYTES = 20_000_000
TEXT_MOST = 200

Pair = tuple[int, int]


def document_of(raw: bytes) -> Any:
    """The JSON document in these bytes. Raises ExportError for what is none, or has a field twice."""
    if len(raw) > MOST_BYTES:
        raise ExportError(f"it is larger than {MOST_BYTES // 1_000_000} MB: give single matches.")
    try:
        return json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise ExportError(f"it is not UTF-8 (at byte {error.start}): is it a CMN file?") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, character {error.colno}"
        raise ExportError(f"it is no JSON ({error.msg}, {where}); is it complete?") from error
    except (ValueError, RecursionError) as error:
        why = "too deep" if isinstance(error, RecursionError) else str(error)[:TEXT_MOST]
        raise ExportError(f"it is no CMN file: {why}.") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{twice[:40]!r} stands twice in one object")
    return found


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


class Look:
    """Checks values and keeps what is wrong in `problems`, each with its place."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def say(self, at: str, what: str) -> None:
        self.problems.append(f"{at}: {what}")

    def shown(self, value: Any) -> str:
        """A value as JSON, not too long."""
        text = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace").decode()
        return text if len(text) <= 60 else f"{text[:60]}…"

    def fields(self, value: Any, at: str) -> dict[str, Any] | None:
        if isinstance(value, dict):
            return value
        self.say(at, f"an object is wanted, not {self.shown(value)}")
        return None

    def items(self, value: Any, at: str) -> Sequence[Any]:
        if isinstance(value, list):
            return value
        self.say(at, f"a list is wanted, not {self.shown(value)}")
        return ()

    def text(self, value: Any, at: str) -> str:
        if not isinstance(value, str) or not value.strip():
            self.say(at, f"a text is wanted, not {self.shown(value)}")
            return ""
        if len(value) > TEXT_MOST or not value.isprintable():
            self.say(at, f"at most {TEXT_MOST} characters on one line are wanted, not {self.shown(value)}")
            return ""
        return value

    @staticmethod
    def is_side(value: Any) -> bool:
        return type(value) is int and value in (0, 1)

    def winner(self, holder: dict[str, Any], at: str) -> int | None:
        if "winner" not in holder:
            self.say(at, "it is required: 0, 1, or null for a draw")
            return None
        value = holder["winner"]
        if value is None or self.is_side(value):
            return value if value is None else int(value)
        self.say(at, f"{self.shown(value)} is neither 0 nor 1 nor null")
        return None

    def pair(self, one: dict[str, Any], name: str, at: str) -> Pair | None:
        value = one.get(name)
        if value is None:
            return None
        if isinstance(value, list) and len(value) == 2 and all(type(n) is int and n >= 0 for n in value):
            return value[0], value[1]
        self.say(f"{at}.{name}", f"two whole numbers from 0 are wanted, not {self.shown(value)}")
        return None

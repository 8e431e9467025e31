"""The one reader of JSON that came from outside: files, requests, answers of other systems.

Bounds: levels of lists and objects, digits of a number, bytes. A refused text raises json.JSONDecodeError, as
a text that is no JSON.
"""

import json
import math
import re
from collections.abc import Callable, Iterator
from typing import Any, NoReturn, TextIO

DEPTH_MOST = 64
#: Characters of a number, as in a frame of a table.
DIGITS_MOST = 24
BYTES_MOST = 64 * 2**20
#: Characters of a line of a file that has one value in each.
LINE_MOST = 2**20
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_NO_BRACKET = re.compile(r"[^\[\]{}]+")


def value(
    text: str | bytes,
    *,
    bytes_most: int = BYTES_MOST,
    object_pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None,
) -> Any:
    """The value of a JSON text; bytes are UTF-8. Raises json.JSONDecodeError, and what the hook raises."""
    if len(text) > bytes_most:
        raise json.JSONDecodeError(f"more than {bytes_most} bytes", "", 0)
    if isinstance(text, bytes | bytearray):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise json.JSONDecodeError("no UTF-8", "", 0) from error
    try:
        parsed = _decoder(text, object_pairs_hook).decode(text)
    except RecursionError:
        _refuse("too deep", text)
    if is_deep(text):
        _refuse("too deep", text)
    return parsed


def lines(file: TextIO) -> Iterator[str]:
    """The lines of a file. One of more than LINE_MOST characters is cut, and the last: `line` refuses it."""
    while text := file.readline(LINE_MOST + 1):
        yield text
        if len(text) > LINE_MOST:
            return


def line(
    text: str, *, object_pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None
) -> tuple[bool, Any]:
    """Whether there is a value in this line, and the value. Raises as `value`."""
    if len(text) > LINE_MOST:
        raise json.JSONDecodeError(f"more than {LINE_MOST} characters", "", 0)
    stripped = text.removeprefix("\ufeff").rstrip()
    return bool(stripped), value(stripped, object_pairs_hook=object_pairs_hook) if stripped else None


def raw_decode(text: str) -> Callable[[int], tuple[Any, int]]:
    """`json.JSONDecoder.raw_decode` of this text, with the same bounds but for the depth: see `is_deep`."""
    decode = _decoder(text, None).raw_decode
    return lambda at: decode(text, at)


def is_deep(text: str) -> bool:
    """Whether lists and objects are nested more than DEPTH_MOST deep in a text that is JSON."""
    if text.count("[") + text.count("{") <= DEPTH_MOST:
        return False
    brackets = _NO_BRACKET.sub("", _TEXT.sub("", text))
    for _ in range(DEPTH_MOST):
        if not brackets:
            return False
        brackets = brackets.replace("[]", "").replace("{}", "")
    return bool(brackets)


def _decoder(text: str, object_pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None) -> json.JSONDecoder:
    def whole(digits: str) -> int:
        if len(digits) > DIGITS_MOST:
            _refuse("a number that is too long", text, digits)
        return int(digits)

    def fraction(digits: str) -> float:
        number = float(digits)
        if len(digits) > DIGITS_MOST or not math.isfinite(number):
            _refuse("a number that is too long", text, digits)
        return number

    def constant(name: str) -> NoReturn:
        _refuse(f"{name} is no number", text, name)

    return json.JSONDecoder(
        parse_int=whole,
        parse_float=fraction,
        parse_constant=constant,
        object_pairs_hook=object_pairs_hook,
    )


def _refuse(why: str, text: str, part: str = "") -> NoReturn:
    raise json.JSONDecodeError(why, text, max(text.find(part), 0))


class TwiceError(ValueError):
    """A name that occurs twice in one object; the name is its text."""


def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """For `object_pairs_hook` of `json.loads`: the object. Raises TwiceError."""
    fields: dict[str, object] = {}
    for name, value in pairs:
        if name in fields:
            raise TwiceError(name)
        fields[name] = value
    return fields

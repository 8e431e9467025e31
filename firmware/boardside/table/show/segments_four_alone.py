"""The screen model on four digits that are a table's only display: as segments_four.py, and what the umpire
must be told has its turn: the toss, refusals and other messages, the result.

A message of more than four digits comes in two halves, a second each, its first half first. A half of figures
begins with two dark digits, or the message is left out: no half looks like the points. A sealed result is Fi
with the arrow to the winner, for two seconds of eight. Nothing allocates.
"""

from . import segments_four
from .segments import BY_CODE, GLYPHS, ZERO, clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .screens import Screen

_DIGITS = segments_four.DIGITS
_BLANK, _POINT = 32, 46  # characters
_T, _B = 116, 98  # the beginning of the table's number
_ARROWS = b"[]{}"
_LETTERS = b"AbCdEFGHhJLnPqrtUuYy"  # those that are no figure
_F, _I = GLYPHS["F"], GLYPHS["i"]


def render(screen: "Screen", buffer: bytearray) -> None:
    """Draw `screen` (screens.Screen, brought up to date by `Table.screen`) into the 4 bytes of `buffer`."""
    codes = screen.message_codes
    if screen.page_now == "message" and not _is_free(screen, codes) and _is_clear(codes):
        clear(buffer, 0, _DIGITS - 1)
        begin = _begin(codes)
        if screen.half and not screen.message_clock and _end(codes) > begin + _DIGITS:
            begin += _DIGITS
        _spell(codes, begin, buffer)
    elif screen.confirmed and screen.mark and screen.quarter == 0 and screen.clock_s < 0:
        clear(buffer, 0, _DIGITS - 1)
        is_left = screen.mark == "left"
        at = 0 if is_left else 2
        buffer[at], buffer[at + 1] = _F, _I
        buffer[2 if is_left else 1] = GLYPHS["["] if is_left else GLYPHS["]"]
    else:
        segments_four.render(screen, buffer)


def _is_free(screen: "Screen", codes: bytes) -> bool:
    """Whether the message is that of a free table, its number or the hall's clock."""
    if screen.phase != "idle" or screen.notice_on:
        return False
    return screen.message_clock or screen.alternate or (len(codes) > 2 and codes[0] == _T and codes[1] == _B)


def _begin(codes: bytes) -> int:
    """The first digit that is lit; points are no digits."""
    at = 0
    for code in codes:
        if code == _POINT:
            continue
        if code != _BLANK:
            return at
        at += 1
    return at


def _end(codes: bytes) -> int:
    """Behind the last digit that is lit."""
    at = end = 0
    for code in codes:
        if code != _POINT:
            at += 1
            if code != _BLANK:
                end = at
    return end


def _code_at(codes: bytes, digit: int) -> int:
    at = 0
    for code in codes:
        if code == _POINT:
            continue
        if at == digit:
            return code
        at += 1
    return _BLANK


def _spell(codes: bytes, begin: int, buffer: bytearray) -> None:
    for place in range(_DIGITS):
        buffer[place] = BY_CODE[_code_at(codes, begin + place)]


def _is_clear(codes: bytes) -> bool:
    """Whether each half has a letter, or is a number behind two dark digits. Out is a page of numbers: one
    with an arrow, and one with a number in front and a number behind.
    """
    begin, end = _begin(codes), _end(codes)
    if not _is_half(codes, begin):
        return False
    if end <= begin + _DIGITS:
        return True
    if _has_letter(codes, begin + _DIGITS):
        return _is_half(codes, begin + _DIGITS)
    return _is_half(codes, begin + _DIGITS) and not ZERO <= _code_at(codes, begin) < ZERO + 10


def _is_half(codes: bytes, half: int) -> bool:
    for place in range(_DIGITS):
        if _code_at(codes, half + place) in _ARROWS:
            return False
    if _has_letter(codes, half):
        return True
    return _code_at(codes, half) == _BLANK and _code_at(codes, half + 1) == _BLANK


def _has_letter(codes: bytes, half: int) -> bool:
    has_letter = False
    for place in range(_DIGITS):
        has_letter = has_letter or _code_at(codes, half + place) in _LETTERS
    return has_letter

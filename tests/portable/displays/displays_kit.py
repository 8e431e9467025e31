"""Screens by their fields, and what the displays with digits show of them, as text."""

from boardside.table.show import segments_four, segments_line
from boardside.table.show.screens import Screen
from boardside.table.show.segments import GLYPHS, POINT

LETTERS = {}
for _letter in " -_~0123456789AbCdEFGHhiJLnoPqrtUuY":
    LETTERS.setdefault(GLYPHS[_letter], _letter)


def screen(**fields):
    """A board being played, points 7 to 24, games 0 to 1; `fields` as given."""
    made = Screen(1)
    made.page = made.page_now = "score"
    made.phase = "board"
    made.points_left, made.points_right = 7, 24
    made.games_left, made.games_right = 0, 1
    for name in fields:
        assert hasattr(made, name), name
        setattr(made, name, fields[name])
    return made


def text(buffer, point="."):
    """Segments read back; a lit point follows its digit."""
    return "".join([LETTERS[value & 0x7F] + (point if value & POINT else "") for value in buffer])


def lines(show):
    """Both lines of a display with two modules."""
    buffer = bytearray(b"\xff" * 16)
    segments_line.render(show, buffer)
    return text(buffer[:8]), text(buffer[8:])


def four(show):
    """The four digits of a clock module."""
    buffer = bytearray(b"\xff" * 4)
    segments_four.render(show, buffer)
    return text(buffer, ":")

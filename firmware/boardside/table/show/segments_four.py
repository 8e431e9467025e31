"""The screen model on a clock module of four digits and a colon, for spectators: the clock, else the points.

`render(screen, buffer)` fills four bytes, leftmost digit first, as in segments.py; bit 7 of the second is the
colon. Nothing allocates.

With the colon it is a clock, m:ss. Without it, it is the points, left and right. Two numbers of two digits
have no room for a dark digit between them: they come by turns, L or r before each.
Messages and entries are the umpire's, on another display; a free table shows t and its number. When the
hall's time is up, 0:00 has its turn for two seconds of eight.
"""

from .segments import BY_CODE, GLYPHS, ZERO, clear, minutes, three, two

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .screens import Screen

DIGITS = 4
_T = GLYPHS["t"]
_LEFT, _RIGHT = GLYPHS["L"], GLYPHS["r"]


def render(screen: "Screen", buffer: bytearray) -> None:
    """Draw `screen` (screens.Screen, brought up to date by `Table.screen`) into the 4 bytes of `buffer`."""
    clear(buffer, 0, DIGITS - 1)
    if screen.clock_s >= 0:
        _clock(screen, buffer)
    elif screen.time_is_up and screen.quarter == 0:
        minutes(buffer, 0, 0)
    elif screen.phase == "idle":
        buffer[0] = _T
        three(buffer, 1, screen.table)
    else:
        _points(screen, buffer)


def _points(screen: "Screen", buffer: bytearray) -> None:
    """The points outwards, a dark digit between them; else by turns, with the letter of the side."""
    left, right = screen.points_left, screen.points_right
    if left < 10:
        buffer[0] = BY_CODE[ZERO + left]
        two(buffer, 2, right)
    elif right < 10:
        two(buffer, 0, left)
        two(buffer, 2, right)
    elif not screen.quarter & 1:
        buffer[0] = _LEFT
        two(buffer, 2, left)
    else:
        buffer[0] = _RIGHT
        two(buffer, 2, right)


def _clock(screen: "Screen", buffer: bytearray) -> None:
    if (screen.paused or screen.expired) and not screen.blink_on:
        return
    minutes(buffer, 0, screen.clock_s)

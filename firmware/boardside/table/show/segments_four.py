"""The screen model on a clock module of four digits and a colon, for spectators: the clock, else the points.

`render(screen, buffer)` fills four bytes, leftmost digit first, as in segments.py; bit 7 of the second is the
colon. Nothing allocates.

With the colon it is a clock: m:ss, in the last ten seconds s:t in the middle. Without it, it is the points,
left and right. Messages and entries are the umpire's, on another display; a free table shows t and its
number. When the hall's time is up, 0:00 has its turn for two seconds of eight (D295).
"""

from .segments import BY_CODE, GLYPHS, POINT, ZERO, clear, minutes, three, two

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .screens import Screen

DIGITS = 4
_T = GLYPHS["t"]


def render(screen: "Screen", buffer: bytearray) -> None:
    """Draw `screen` (screens.Screen, brought up to date by `Table.screen`) into the 4 bytes of `buffer`."""
    clear(buffer, 0, DIGITS - 1)
    if screen.clock_s >= 0:
        _clock(screen, buffer)
    elif screen.time_is_up and screen.is_time_turn:
        minutes(buffer, 0, 0)
    elif screen.phase == "idle":
        buffer[0] = _T
        three(buffer, 1, screen.table)
    else:
        two(buffer, 0, screen.points_left)
        two(buffer, 2, screen.points_right)
        if screen.points_left < 10:  # outwards, so that the two numbers stay apart
            buffer[0], buffer[1] = buffer[1], 0


def _clock(screen: "Screen", buffer: bytearray) -> None:
    if (screen.paused or screen.expired) and not screen.blink_on:
        return
    tenths = screen.clock_tenths
    if tenths >= 0:
        buffer[1] = BY_CODE[ZERO + tenths // 10] | POINT
        buffer[2] = BY_CODE[ZERO + tenths % 10]
        return
    minutes(buffer, 0, screen.clock_s)

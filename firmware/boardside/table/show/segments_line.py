"""The screen model on two lines of eight digits: the score stays on the first, words and clock on the second.

`render(screen, buffer)` fills sixteen bytes, the first line first, each as in segments.py. Nothing allocates.

The second line: at its right the clock as m.ss, in its last ten seconds as s.t; at its left a word for the
phase or for what the clock counts (SidE, PLAY, duE2 ...). A message takes the left half beside the clock it
belongs to, or the whole line; in idle moments the games, or crokinole's 20s, have their turn there.
Only a stopped clock blinks: one that is paused or at zero; the hall's zero blinks only for a while.
"""

from .. import texts
from . import segments
from .segments import BY_CODE, DIGITS, POINT, ZERO, aside, clear, minutes, spell, three

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .screens import Screen

_HALF = DIGITS // 2
_CLOCK_AT = DIGITS + _HALF

# The four digits for what is happening: by the running clock, else by the phase.
CLOCK_WORDS = {
    "break": b"PLAY",
    "stroke": b"PLAY",
    "placing": b"PLAC",
    "side_change": b"SidE",
    "interval": b"rESt",
    "report": b"CALL",
    "round": b"rnd ",
    "hall": b"HALL",
}
PHASE_WORDS = {
    "toss": b"toSS",
    "ready": b"rEdY",
    "board": b"PLAY",
    "change": b"SidE",
    "interval": b"rESt",
    "confirmed": b"End ",
}
DUE_WORD = b"duE "
"""Its last digit is how many are owed, unless a clock of ten minutes or more stands beside it."""

_NO_WORD = b"    "
_TABLE = bytes(texts.TABLE, "ascii")


def render(screen: "Screen", buffer: bytearray) -> None:
    """Draw `screen` (screens.Screen, brought up to date by `Table.screen`) into the 16 bytes of `buffer`."""
    if screen.page_now != "message":
        segments.page(screen, buffer)
    elif screen.phase == "idle":
        _table_number(screen.table, buffer)
    else:
        segments.score(screen, buffer)
    clear(buffer, DIGITS, 2 * DIGITS - 1)
    if screen.aside_now:
        aside(screen, buffer, DIGITS)
        return
    if _is_message(screen):
        end = spell(screen.message_codes, buffer, DIGITS)
        if screen.message_clock and end <= _CLOCK_AT:
            clock(screen, buffer, _CLOCK_AT)
        return
    _word(screen, buffer)
    if screen.time_is_up:
        minutes(buffer, _CLOCK_AT, 0)
    elif screen.clock_s >= 0:
        clock(screen, buffer, _CLOCK_AT)


def clock(screen: "Screen", buffer: bytearray, at: int) -> None:
    """The clock on four digits from `at`: m.ss, in the last ten seconds s.t; blinking while stopped."""
    if (screen.paused or screen.expired) and not screen.blink_on:
        return
    tenths = screen.clock_tenths
    if tenths >= 0:
        buffer[at + 2] = BY_CODE[ZERO + tenths // 10] | POINT
        buffer[at + 3] = BY_CODE[ZERO + tenths % 10]
        return
    minutes(buffer, at, screen.clock_s)


def _is_message(screen: "Screen") -> bool:
    """Whether the second line has a message that is not on the first: the page's message, also while the
    score page has its turn, but not the table's number.
    """
    if screen.page_now != "message" and not screen.alternate:
        return False
    return screen.phase != "idle" or screen.notice_on or not _is_table_number(screen.message_codes)


def _is_table_number(codes: bytes) -> bool:
    if len(codes) < len(_TABLE):
        return False
    return codes[0] == _TABLE[0] and codes[1] == _TABLE[1] and codes[2] == _TABLE[2]


def _word(screen: "Screen", buffer: bytearray) -> None:
    owed = screen.owes_left + screen.owes_right
    if (screen.clock_s >= 0 or screen.time_is_up) and screen.clock_name in CLOCK_WORDS:
        word = CLOCK_WORDS[screen.clock_name]
    elif screen.change_due:
        word = PHASE_WORDS["change"]
    elif screen.phase in PHASE_WORDS:
        word = PHASE_WORDS[screen.phase]
    else:
        word = _NO_WORD
    if owed and screen.phase == "board":
        word = DUE_WORD
    for index in range(_HALF):
        buffer[DIGITS + index] = BY_CODE[word[index]]
    if word is DUE_WORD and screen.clock_s < 600:
        buffer[DIGITS + _HALF - 1] = BY_CODE[ZERO + owed % 10]


def _table_number(number: int, buffer: bytearray) -> None:
    clear(buffer, 0, DIGITS - 1)
    spell(_TABLE, buffer, 0)
    three(buffer, DIGITS - 3, number)

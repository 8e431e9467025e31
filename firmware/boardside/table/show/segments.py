"""The screen model on eight 7-segment digits: `render(screen, buffer)` fills eight bytes, leftmost digit
first.

Bit 7 is the decimal point, bits 6..0 are the segments A..G: the order in which a MAX7219 takes them in
no-decode mode (datasheet table 6). Nothing allocates: the buffer and the screen are handed in.

The score page, by digit: 0-1 points left, 2 games left, 3-4 clock, 5 games right, 6-7 points right. Decimal
points: digit 1 or 7 marks the side that breaks (or has won); 3 and 4 together a clock at zero, behind
something else than a zero the hall's (D295); 4 alone: minutes, not seconds. While a board is played stroke
by stroke: digit 1 or 7 marks whose turn it is (0 or 6: the side's second player), 2 or 5 who has the Queen
(blinking: to cover), 3 or 4 blinking that left or right owes.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .screens import Screen

# Only what can be read on seven segments: there is no K, M, V, W, X or Z.
GLYPHS = {
    " ": 0x00,
    "~": 0x40,  # one segment alone, for the self-test: A, B, (C is i), D, E, F, G
    ">": 0x20,
    "_": 0x08,
    "(": 0x04,
    "<": 0x02,
    "-": 0x01,
    "=": 0x09,
    "0": 0x7E,
    "1": 0x30,
    "2": 0x6D,
    "3": 0x79,
    "4": 0x33,
    "5": 0x5B,
    "6": 0x5F,
    "7": 0x70,
    "8": 0x7F,
    "9": 0x7B,
    "A": 0x77,
    "b": 0x1F,
    "C": 0x4E,
    "c": 0x0D,
    "d": 0x3D,
    "E": 0x4F,
    "F": 0x47,
    "G": 0x5E,
    "H": 0x37,
    "h": 0x17,
    "I": 0x30,
    "i": 0x10,
    "J": 0x3C,
    "L": 0x0E,
    "n": 0x15,
    "O": 0x7E,
    "o": 0x1D,
    "P": 0x67,
    "q": 0x73,
    "r": 0x05,
    "S": 0x5B,
    "t": 0x0F,
    "U": 0x3E,
    "u": 0x1C,
    "Y": 0x3B,
    "y": 0x3B,
}

POINT = 0x80
DIGITS = 8
_BLANK_ZERO = 10  # below it a two-digit number shows no leading zero


def _by_code() -> bytes:
    table = bytearray(128)
    for letter in GLYPHS:
        table[ord(letter)] = GLYPHS[letter]
    return bytes(table)


BY_CODE = _by_code()  # character code -> segments; blank for what has no glyph
ZERO = 48
_MINUS = 0x01
_QUEEN = GLYPHS["q"]
_STRIKER = GLYPHS["S"]
_FOUL = GLYPHS["F"]
_DUE = GLYPHS["d"]
_P = GLYPHS["P"]
_L = GLYPHS["L"]


def legible(text: str) -> bool:
    """Whether all of `text` has glyphs (a "." joins the digit before it) and it fits on 8 digits."""
    width = 0
    for letter in text:
        if letter == ".":
            continue
        if letter not in GLYPHS:
            return False
        width += 1
    return width <= DIGITS


def render(screen: "Screen", buffer: bytearray) -> None:
    """Draw `screen` (screens.Screen, brought up to date by `Table.screen`) into the 8 bytes of `buffer`."""
    page = screen.page_now
    if page == "message":
        _message(screen, buffer)
    elif page == "entry":
        _entry(screen, buffer)
    elif page == "proposal":
        _proposal(screen, buffer)
    elif page == "stroke":
        _stroke(screen, buffer)
    elif page == "placing":
        _placing(screen, buffer)
    elif page == "men":
        _men(screen, buffer)
    else:
        score(screen, buffer)


def two(buffer: bytearray, at: int, number: int) -> None:
    """A number of 0..99 right-aligned on two digits; above that 99."""
    if number > 99:
        number = 99
    buffer[at] = 0 if number < _BLANK_ZERO else BY_CODE[ZERO + number // 10]
    buffer[at + 1] = BY_CODE[ZERO + number % 10]


def three(buffer: bytearray, at: int, number: int) -> None:
    """A number of 0..999 right-aligned on three digits."""
    buffer[at] = BY_CODE[ZERO + number // 100 % 10] if number > 99 else 0
    two(buffer, at + 1, number % 100)
    if number > 99:
        buffer[at + 1] = BY_CODE[ZERO + number // 10 % 10]


def minutes(buffer: bytearray, at: int, seconds: int) -> None:
    """Seconds as m.ss on four digits, 99 minutes at most; the point is the colon of a clock module."""
    two(buffer, at, seconds // 60)
    buffer[at + 1] |= POINT
    buffer[at + 2] = BY_CODE[ZERO + seconds % 60 // 10]
    buffer[at + 3] = BY_CODE[ZERO + seconds % 10]


def spell(codes: bytes, buffer: bytearray, first: int) -> int:
    """Characters on up to eight digits from `first`; the digit behind the last one."""
    at = first - 1
    for index in range(len(codes)):
        code = codes[index]
        if code == 46:  # "." lights the point of the digit before it
            buffer[at] |= POINT
        elif at < first + DIGITS - 1:
            at += 1
            buffer[at] = BY_CODE[code]
    return at + 1


def clear(buffer: bytearray, first: int, last: int) -> None:
    """Make the digits from `first` to `last` dark."""
    for at in range(first, last + 1):
        buffer[at] = 0


def score(screen: "Screen", buffer: bytearray) -> None:
    """Draw the score page, also while the screen is on another page."""
    two(buffer, 0, screen.points_left)
    buffer[2] = BY_CODE[ZERO + screen.games_left % 10]
    buffer[5] = BY_CODE[ZERO + screen.games_right % 10]
    two(buffer, 6, screen.points_right)
    _centre(screen, buffer)
    if not screen.blink_on:
        _blank_group(screen.blink, buffer)
    _mark(buffer, screen.mark, screen.mark_second)
    if screen.seat >= 0:
        _board_points(screen, buffer)


def _mark(buffer: bytearray, side: str, second: bool) -> None:
    """The point of whose turn it is: behind the number, before its last digit for the second player."""
    if side == "left":
        buffer[0 if second else 1] |= POINT
    elif side == "right":
        buffer[6 if second else 7] |= POINT


def _board_points(screen: "Screen", buffer: bytearray) -> None:
    """Points for the Queen (on the games' digit) and, blinking, for what is owed (on the clock's)."""
    if screen.blink_on or not screen.queen_to_cover:
        if screen.queen == "left":
            buffer[2] |= POINT
        elif screen.queen == "right":
            buffer[5] |= POINT
    if screen.blink_on and screen.clock_s != 0:
        if screen.owes_left:
            buffer[3] |= POINT
        if screen.owes_right:
            buffer[4] |= POINT


def _time_is_up(screen: "Screen", buffer: bytearray) -> None:
    """The sign that the hall's clock has ended, unless dues use its place (D295)."""
    if screen.time_is_up and not screen.owes_left and not screen.owes_right:
        buffer[3] |= POINT
        buffer[4] |= POINT


def _centre(screen: "Screen", buffer: bytearray) -> None:
    seconds = screen.clock_s
    if seconds < 0:
        codes = screen.centre
        buffer[3] = BY_CODE[codes[0]]
        buffer[4] = BY_CODE[codes[1]]
        _time_is_up(screen, buffer)
        return
    if seconds > 99:
        two(buffer, 3, (seconds + 59) // 60)
        buffer[4] |= POINT
    else:
        two(buffer, 3, seconds)
    if screen.expired:
        buffer[3] |= POINT
        buffer[4] |= POINT
    elif screen.paused and not screen.blink_on:
        clear(buffer, 3, 4)


def _blank_group(group: str, buffer: bytearray) -> None:
    if group == "points_left":
        clear(buffer, 0, 1)
    elif group == "games_left":
        buffer[2] = 0
    elif group == "centre":
        clear(buffer, 3, 4)
    elif group == "games_right":
        buffer[5] = 0
    elif group == "points_right":
        clear(buffer, 6, 7)


def _message(screen: "Screen", buffer: bytearray) -> None:
    clear(buffer, 0, 7)
    spell(screen.message_codes, buffer, 0)
    if screen.message_clock and screen.clock_s >= 0 and (screen.blink_on or not screen.paused):
        minutes(buffer, 4, screen.clock_s)


def _entry(screen: "Screen", buffer: bytearray) -> None:
    """c/m left under the loser's side; q at the Queen's owner (2, 5) or on the board (3); demand (4)."""
    clear(buffer, 0, 7)
    if screen.entry_left >= 0:
        two(buffer, 0, screen.entry_left)
    if screen.entry_right >= 0:
        two(buffer, 6, screen.entry_right)
    queen = screen.entry_queen
    if queen == "left":
        buffer[2] = _QUEEN
    elif queen == "right":
        buffer[5] = _QUEEN
    elif queen == "board":
        buffer[3] = _QUEEN
    elif queen == "asked" and screen.blink_on:
        buffer[3] = _MINUS
    if screen.entry_demand:
        buffer[4] = BY_CODE[ZERO + screen.entry_demand]


def _proposal(screen: "Screen", buffer: bytearray) -> None:
    """The scores after this board, and between them the points of the board, drawn to the winner's side."""
    clear(buffer, 0, 7)
    two(buffer, 0, screen.after_left)
    two(buffer, 6, screen.after_right)
    gain = screen.gain
    if screen.gain_left:
        buffer[2] = _MINUS
        if gain < 10:
            buffer[3] = BY_CODE[ZERO + gain]
        else:
            two(buffer, 3, gain)
    else:
        buffer[5] = _MINUS
        two(buffer, 3, gain)
    if not screen.blink_on:
        clear(buffer, 3, 4)
    if screen.gain_overridden:
        buffer[3] |= POINT
        buffer[4] |= POINT


def _stroke(screen: "Screen", buffer: bytearray) -> None:
    """What went down: c/m at their side, q beside the side in turn (2, 5), S for the striker, F improper."""
    clear(buffer, 0, 7)
    if screen.down_left:
        buffer[1] = BY_CODE[ZERO + screen.down_left]
    if screen.down_right:
        buffer[7] = BY_CODE[ZERO + screen.down_right]
    if screen.down_queen:
        buffer[2 if screen.turn == "left" else 5] = _QUEEN
    buffer[3] = _STRIKER if screen.down_striker else _MINUS
    buffer[4] = _FOUL if screen.down_improper else _MINUS
    _mark(buffer, screen.turn, screen.turn_second)


def _placing(screen: "Screen", buffer: bytearray) -> None:
    """d and how many at the side whose c/m they are, PL with the player's point at the side that places."""
    clear(buffer, 0, 7)
    side, count, by, second = screen.placing[screen.placing_at]
    at = 0 if side == "left" else 6
    buffer[at] = _DUE
    buffer[at + 1] = BY_CODE[ZERO + count]
    if by == side:  # by its own player (V6): only P has room
        buffer[2 if side == "left" else 5] = _P
    else:
        at = 6 - at
        buffer[at] = _P
        buffer[at + 1] = _L
    _centre(screen, buffer)
    _mark(buffer, by, second)


def _men(screen: "Screen", buffer: bytearray) -> None:
    """C/m on the board by side, q at the side that has the Queen (blinking: to cover) or in the middle."""
    clear(buffer, 0, 7)
    buffer[1] = BY_CODE[ZERO + screen.men_left]
    buffer[7] = BY_CODE[ZERO + screen.men_right]
    if screen.blink_on or not screen.queen_to_cover:
        queen = screen.queen
        buffer[2 if queen == "left" else 5 if queen == "right" else 3] = _QUEEN
    _mark(buffer, screen.turn, screen.turn_second)

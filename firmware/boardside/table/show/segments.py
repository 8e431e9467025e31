"""The screen model on eight 7-segment digits: `render(screen, buffer)` fills eight bytes, leftmost digit
first.

Bit 7 is the decimal point, bits 6..0 are the segments A..G: the order in which a MAX7219 takes them in
no-decode mode (datasheet table 6). Nothing allocates: the buffer and the screen are handed in.

No two numbers stand side by side: between two of them is a dark digit or a bar.

The score page, by digit: 0-1 points left, 2 turn left, 3-4 clock, 5 turn right, 6-7 points right. A bar in
the place of the turn is at the side whose turn it is, or which breaks: low for its first player, high for its
second. Decimal points are lamps: that of the points is the Queen's (blinking: to cover); that of 4 minutes,
not seconds; 3 and 4 together: time is up, behind something else than a zero the hall's. What a side owes has
its turn with its points: d and how much (d- from ten on), two seconds of eight. Without a clock its place is
dark, or has a letter and a number. What blinks leaves the letter that says what it is, so that no half of a
blink is another page; dashes stand for a number that does not fit, and for nothing else. In idle moments a
page with a word has its turn: the games, crokinole's 20s.
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
    "q": 0x73,  # in a word only: alone it is a 9
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
_DUE = GLYPHS["d"]
_MEN = GLYPHS["C"]
_P = GLYPHS["P"]
_L = GLYPHS["L"]
_UMPIRES = GLYPHS["U"]
_FIRST, _SECOND = GLYPHS["_"], GLYPHS["~"]
_TURN_LEFT, _TURN_RIGHT = 2, 5
_QUEEN_LEFT, _QUEEN_RIGHT = 1, 7

# Two digits in the clock's place.
_PRESSED = (b"in", b"St", b"Fo", b"SF")  # of the stroke: the striker (1) and FOUL (2)
_ON_BOARD = b"on"

_QUEEN_WORD = b"qUEEn"
_LEFT_WORD, _RIGHT_WORD, _EACH_WORD = b"LEFt", b"rGHt", b"EACH"

GAMES_WORD = b"GA"
TWENTIES_WORD = b"tY"


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
    if screen.aside_now:
        aside(screen, buffer, 0)
    else:
        page(screen, buffer)


def page(screen: "Screen", buffer: bytearray) -> None:
    """Draw the present page, whatever takes turns with it."""
    name = screen.page_now
    if name == "message":
        _message(screen, buffer)
    elif name == "entry":
        _entry(screen, buffer)
    elif name == "proposal":
        _proposal(screen, buffer)
    elif name == "stroke":
        _stroke(screen, buffer)
    elif name == "placing":
        _placing(screen, buffer)
    elif name == "men":
        _men(screen, buffer)
    else:
        score(screen, buffer)


def two(buffer: bytearray, at: int, number: int) -> None:
    """A number of 0..99 right-aligned on two digits; above that two dashes."""
    if number > 99:
        buffer[at] = buffer[at + 1] = _MINUS
        return
    buffer[at] = 0 if number < _BLANK_ZERO else BY_CODE[ZERO + number // 10]
    buffer[at + 1] = BY_CODE[ZERO + number % 10]


def three(buffer: bytearray, at: int, number: int) -> None:
    """A number of 0..999 right-aligned on three digits."""
    buffer[at] = BY_CODE[ZERO + number // 100 % 10] if number > 99 else 0
    two(buffer, at + 1, number % 100)
    if number > 99:
        buffer[at + 1] = BY_CODE[ZERO + number // 10 % 10]


def minutes(buffer: bytearray, at: int, seconds: int) -> None:
    """Seconds as m.ss on four digits, from 100 minutes on --.ss; the point is the colon of a clock module."""
    two(buffer, at, seconds // 60)
    buffer[at + 1] |= POINT
    buffer[at + 2] = BY_CODE[ZERO + seconds % 60 // 10]
    buffer[at + 3] = BY_CODE[ZERO + seconds % 10]


def spell(codes: bytes, buffer: bytearray, first: int) -> int:
    """Characters on up to eight digits from `first`; the digit behind the last one."""
    at = first - 1
    index = 0
    while index < len(codes):  # no `for`: it would need a twelfth word, which is a frame from the heap
        code = codes[index]
        index += 1
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


def aside(screen: "Screen", buffer: bytearray, first: int) -> None:
    """Draw the page that takes turns with the others in idle moments on eight digits from `first`."""
    if screen.aside == "twenties":
        pair(buffer, first, TWENTIES_WORD, screen.twenties_left, screen.twenties_right)
    else:
        pair(buffer, first, GAMES_WORD, screen.games_left, screen.games_right)


def pair(buffer: bytearray, first: int, word: bytes, left: int, right: int) -> None:
    """A word of two letters, and a number for each side with a dash between them: `GA  1-0 `."""
    put(buffer, first, word)
    buffer[first + 2] = 0
    two(buffer, first + 3, left)
    buffer[first + 5] = _MINUS
    two(buffer, first + 6, right)
    if right < _BLANK_ZERO:
        buffer[first + 6], buffer[first + 7] = buffer[first + 7], 0


def put(buffer: bytearray, at: int, codes: bytes) -> None:
    """Two characters at `at`."""
    buffer[at] = BY_CODE[codes[0]]
    buffer[at + 1] = BY_CODE[codes[1]]


def score(screen: "Screen", buffer: bytearray) -> None:
    """Draw the score page, also while the screen is on another page."""
    blink = screen.blink
    if blink == "games_left" or blink == "games_right":
        _games(screen, buffer)
        return
    two(buffer, 0, screen.points_left)
    two(buffer, 6, screen.points_right)
    buffer[_TURN_LEFT] = buffer[_TURN_RIGHT] = 0
    _centre(screen, buffer)
    if screen.mark:
        _turn(buffer, screen.mark, screen.mark_second)
    if not screen.blink_on:
        if blink == "points_left":
            clear(buffer, 0, 1)
        elif blink == "points_right":
            clear(buffer, 6, 7)
    if screen.seat >= 0:
        _owed_and_queen(screen, buffer)


def _games(screen: "Screen", buffer: bytearray) -> None:
    """The games as numbers, while they are edited."""
    pair(buffer, 0, GAMES_WORD, screen.games_left, screen.games_right)
    if screen.blink_on:
        return
    if screen.blink == "games_left":
        clear(buffer, 3, 4)
    else:
        clear(buffer, 6, 7)


def _turn(buffer: bytearray, side: str, second: bool) -> None:
    """The bar of a side in the place of its turn: low for the first player, high for the second."""
    buffer[_TURN_LEFT if side == "left" else _TURN_RIGHT] = _SECOND if second else _FIRST


def _owed_and_queen(screen: "Screen", buffer: bytearray) -> None:
    """What is owed, by turns with the points, and the Queen's point."""
    if screen.quarter == 1:
        if screen.owes_left:
            _owed(buffer, 0, screen.owes_left)
        if screen.owes_right:
            _owed(buffer, 6, screen.owes_right)
    if screen.blink_on or not screen.queen_to_cover:
        _queen(buffer, screen.queen)


def _owed(buffer: bytearray, at: int, number: int) -> None:
    """d and how many, 1 to 9; a dash for more."""
    buffer[at] = _DUE
    buffer[at + 1] = BY_CODE[ZERO + number] if number < 10 else _MINUS


def _queen(buffer: bytearray, side: str) -> None:
    """The Queen's point at the side that has her."""
    if side == "left":
        buffer[_QUEEN_LEFT] |= POINT
    elif side == "right":
        buffer[_QUEEN_RIGHT] |= POINT


def _centre(screen: "Screen", buffer: bytearray) -> None:
    seconds = screen.clock_s
    if seconds < 0:
        codes = screen.centre
        buffer[3] = BY_CODE[codes[0]]
        buffer[4] = BY_CODE[codes[1]]
        if screen.time_is_up:  # the sign that the hall's clock has ended
            buffer[3] |= POINT
            buffer[4] |= POINT
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


def _message(screen: "Screen", buffer: bytearray) -> None:
    clear(buffer, 0, 7)
    spell(screen.message_codes, buffer, 0)
    if screen.message_clock and screen.clock_s >= 0 and (screen.blink_on or not screen.paused):
        minutes(buffer, 4, screen.clock_s)


def _entry(screen: "Screen", buffer: bytearray) -> None:
    """C and the c/m left at the loser's side, P and the points on demand at the winner's; in the middle "on",
    and the Queen's point at the side that has her; the word QUEEN while that is asked.
    """
    clear(buffer, 0, 7)
    loser = 0
    if screen.entry_left >= 0:
        _count(buffer, 0, _MEN, screen.entry_left)
    if screen.entry_right >= 0:
        _count(buffer, 6, _MEN, screen.entry_right)
        loser = 6
    if screen.entry_queen == "asked" and not screen.entry_demand:
        for at in range(5):
            buffer[(0 if loser else 3) + at] = BY_CODE[_QUEEN_WORD[at]]
        return
    put(buffer, 3, _ON_BOARD)
    if screen.entry_demand:
        _count(buffer, 6 - loser, _P, screen.entry_demand)
    _queen(buffer, screen.entry_queen)


def _count(buffer: bytearray, at: int, letter: int, number: int) -> None:
    """A letter and its number, 0 to 9."""
    buffer[at] = letter
    buffer[at + 1] = BY_CODE[ZERO + number]


def _proposal(screen: "Screen", buffer: bytearray) -> None:
    """By turns the scores after this board, with P and the points of the board between them, and LEFt or rGHt
    with the points that this side gets, EACH for both. U in place of P: points that the umpire has set.
    """
    clear(buffer, 0, 7)
    gain = screen.gain
    letter = _UMPIRES if screen.gain_overridden else _P
    if screen.quarter & 1:
        word = _LEFT_WORD if screen.gain_left else _RIGHT_WORD
        if screen.round_left >= 0 and screen.round_left == screen.round_right:
            word = _EACH_WORD
        spell(word, buffer, 0)
        buffer[5] = letter
        two(buffer, 6, gain)
        return
    two(buffer, 0, screen.after_left)
    two(buffer, 6, screen.after_right)
    if gain < 10:
        _count(buffer, 3, letter, gain)
    else:
        buffer[2] = letter
        two(buffer, 3, gain)


def _stroke(screen: "Screen", buffer: bytearray) -> None:
    """What went down: C and how many c/m at their side, the bar of the turn, the Queen's point at the side in
    turn; in the middle "in", St for the striker, Fo for an improper stroke, SF for both.
    """
    clear(buffer, 0, 7)
    if screen.down_left:
        _count(buffer, 0, _MEN, screen.down_left)
    if screen.down_right:
        _count(buffer, 6, _MEN, screen.down_right)
    put(buffer, 3, _PRESSED[(1 if screen.down_striker else 0) + (2 if screen.down_improper else 0)])
    _turn(buffer, screen.turn, screen.turn_second)
    if screen.down_queen:
        _queen(buffer, screen.turn)


def _placing(screen: "Screen", buffer: bytearray) -> None:
    """d and how many at the side whose c/m they are, the bar of the player who places, PL at his side
    unless they are his own (V6).
    """
    clear(buffer, 0, 7)
    side, count, by, second = screen.placing[screen.placing_at]
    at = 0 if side == "left" else 6
    _count(buffer, at, _DUE, count)
    if by != side:
        buffer[6 - at] = _P
        buffer[7 - at] = _L
    _centre(screen, buffer)
    _turn(buffer, by, second)


def _men(screen: "Screen", buffer: bytearray) -> None:
    """C and the c/m on the board by side, "on" between them; the Queen's point at the side that has her
    (blinking: to cover).
    """
    clear(buffer, 0, 7)
    _count(buffer, 0, _MEN, screen.men_left)
    _count(buffer, 6, _MEN, screen.men_right)
    put(buffer, 3, _ON_BOARD)
    _turn(buffer, screen.turn, screen.turn_second)
    if screen.blink_on or not screen.queen_to_cover:
        _queen(buffer, screen.queen)

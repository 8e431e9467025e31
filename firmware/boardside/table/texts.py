"""The messages of a table, as data: a message for eight 7-segment digits and a line of at most 40 characters.

Messages use only letters that can be read on seven segments (`segments.GLYPHS`: no K, M, V, W, X, Z); a "."
lights the point of the digit before it. A test checks every text here for glyphs and length.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

LINE_MAX = 40

NAMED_MAX = 36
"""Characters to which names are shortened in a line that ends with a key: 2.9 inches show no more."""

PAGE_MAX = 46
"""Characters of any line: longer ones are cut. On a page of its own it has two lines."""


class Texts:
    """Texts by name, (message, line) each, in one text of lines "name|message|line".

    In flash that takes no memory; a table of texts would. at_hand: texts that must be available when memory
    is short.
    """

    def __init__(self, text: str, at_hand: "dict[str, tuple[str, str]]") -> None:
        self._text = text
        self._at_hand = at_hand

    def __getitem__(self, name: str) -> "tuple[str, str]":
        pair = self._at_hand.get(name)
        if pair is not None:
            return pair
        start = self._text.find("\n" + name + "|")
        if start < 0:
            raise KeyError(name)
        start += len(name) + 2
        message, line = self._text[start : self._text.index("\n", start)].split("|")
        return message, line

    def __iter__(self) -> "Iterator[str]":
        for line in self._text.strip().split("\n"):
            yield line.split("|")[0]
        for name in self._at_hand:
            yield name

    def values(self) -> "list[tuple[str, str]]":
        """All of them."""
        return [self[name] for name in self]


# Why a key is refused, and what to do.
REASONS = Texts(
    """
foul|FoUL  no|OK enters the result; FOUL does nothing
enter|EntEr|OK first: it opens the result
play|PLAY|CLOCK first: it is the umpire's Play
no_count|CLoC OFF|No clock is running
later|LAtEr|Not at this moment
finish|FiniSH|Decided: OK confirms, UNDO goes back
sealed|SEALEd|Sealed. OK: menu. UNDO opens it again
no_match|no PLAY|No match here: OK opens the menu
count|Count|Press the colour left, once for each
queen|qUEEn|QUEEN first: winner, loser or on board
no_queen|no qUEEn|The Queen is not on the board
place|PLACE|First place: CLOCK. DUE: forgone, other
nothing_due|no PLAC|Nothing is to be placed now
twice|onCE|CLOCK counts once: a stroke lasts longer
stroke|PUSH.CLoC|CLOCK first: it enters the stroke
no_demand|no duE|No points on demand from this stroke
no_technical|FoUL|No foul is technical by these rules
technical|tECH|Not in turn: only a technical foul (63b)
choose_foul|CHooSE|WHITE, BLACK: whose. QUEEN: which. OK
protest|ProtESt|A protest is open (150): menu, ruLEd
no_protest|no Prot|No protest is open
replayed|EntEr|OK: the board is replayed; UNDO: no
no_strokes|no StrC|No strokes are recorded in this board
nine|9 onLY|A side has nine c/m
open|EntEr|Finish the entry: OK, or UNDO to leave
at_start|At StArt|Nothing is left to undo
end_here|EntEr|Decided at the desk: OK ends, UNDO no
choose|CHooSE|Choose with QUEEN or STRIKER, then OK
choose_item|CHooSE|OK opens it, WHITE and BLACK move
toss|L or r|WHITE: left first, BLACK: right; OK
no_redo|no rEdo|Nothing was undone
in_play|in PLAY|End this match first: concede or lost
unsealed|ConF|Confirm this result first: OK
at_end|At End|That is as far as it goes
odd|not odd|A round is two points: the sum is even
locked|HoLdUndo|Locked: hold UNDO, then hold CLOCK
same|EqUAL|Nothing was changed
test|tESt|OK goes on, WHITE back, UNDO leaves
no_battery|no bAtt|This table has no battery to watch
repair|rEPAir|Nothing can be stored. OK: repair
help|CALL|Cannot be mended here: call for help
impossible|rEFUSEd|The rules do not allow that
flash|FLASH|NOT STORED: the flash is full or failing
""",
    {"memory": ("AGAin", "NOT DONE: memory was short, press again")},
)

# An event that the journal refused, by its code.
NOT_STORED = {
    "full": "NOT STORED: full, connect it to the host",
    "failed": "NOT STORED: again, or switch off and on",
    "too_long": "NOT STORED: the text is too long",
    "memory": "NOT STORED: memory short, press again",
}

# What has just been done, if the screen alone does not show it.
NOTICES = Texts(
    """
forgone|ForGonE|Placing forgone (87a)
torn|torn|Power went; an unfinished record is cut
clock|Undo.CLoC|The clock as it was before that key
early|EArLY 47|Break before "Play": what went down?
locked|LoCd|Locked: hold UNDO, then hold CLOCK
hold_clock|HoLdCLoC|Now hold CLOCK: the keys are unlocked
unlocked|oPEn|The keys are unlocked
late|LAtE|It went down in the stroke before
last_board|LASt bd|Time is up: this board is the last
muted|no bEEP|No warning sounds; it is seen
warns|bEEP on|The warning before zero sounds again
nothing|nothinG|That key did nothing: nothing is undone
panel_gone|no PAnEL|The panel does not answer: its wires?
panel_back|PAnEL on|The panel answers again
display_gone|no diSP|A display does not answer: its wires?
display_back|diSP on|The display answers again
damaged|dAtA Err|Event %d is damaged: check the score
""",
    {"short": ("donE", "Stored; memory was short: see the clock")},
)

# When CLOCK is pressed, by how often in a stroke.
WAYS = (
    ("rESULtS", "Results only, from the next board on"),
    (" 1 PrESS", "CLOCK once a stroke: struck"),
    (" 2 PrESS", "CLOCK twice a stroke: struck, complete"),
)

PLAY_WAYS = (b" 2 PrESS", b" 2 PrESS", b" 1 PrESS")
"""How CLOCK is pressed, by the setting "struck"."""

# The four digits after "Undo." or "rEdo.", by kind of event; for a board its number is appended.
UNDONE = {
    "toss": "toSS",
    "play": "PLAY",
    "board": "bd",
    "round": "rd",
    "shot": "diSC",
    "twenty": "20",
    "last_shot": "LASt",
    "forfeit": "ForF",
    "stroke": "StrC",
    "foul": "FoUL",
    "place": "PLAC",
    "room": "SPAC",
    "pass": "PASS",
    "turn": "turn",
    "situation": "SEt",
    "leave": "bArE",
    "trial": "triA",
    "protest": "Prot",
    "ruled": "ruLd",
    "replayed": "rEPL",
    "sides": "SidE",
    "concede": "ConC",
    "lost": "LoSt",
    "ended": "End",
    "time": "StoP",
    "override": "Edit",
    "confirm": "ConF",
}

# After these the table shows what was ruled and by which Law, for a moment.
RULED_ON = ("stroke", "foul", "place", "room", "pass", "turn")

# What no page of the match shows: a trial board, whose protest, how it was decided.
TRIAL = "triAL"
PROTESTS = ("ProtrGHt", "ProtLEFt")
DECISIONS = ("dEniEd", "UPHELd")

# Phases and clocks that have a page of their own.
TABLE = "tbL"
HALL = "HALL"
TIME_IS_UP = " . ."  # the sign that the hall's time is over: both points of the clock's digits
TOSS = "toSS"
TOSS_LEFT = "LEFt 1St"
TOSS_RIGHT = "rGHt 1St"
CHANGE = "SidE"
INTERVAL = "rESt"
REPORT = "CALL"
EXTRA = "tiE"  # a board or round that decides a level game
FINAL = "End"  # and who has won
PROVISIONAL = "ConF"
HOLD = "PAUSEd"
LOST = "rE-PrESS"
HELD = "ProtESt"
DECIDED = "dECidEd"
END_HERE = "End  YES"
CLOCK = "PUSH.CLoC"
_OK = "EntEr"
_KEYS = (("CLOCK", CLOCK), ("OK", _OK), ("QUEEN", "qUEEn"), ("WHITE", "L or r"), ("UNDO", "Undo"))

# The key that goes on in each phase of a match.
NEXT_KEY = {
    "idle": (_OK, b"EntEr"),
    "toss": ("L or r", b"L or r"),
    "ready": (CLOCK, b"PUSH.CLoC"),
    "board": (CLOCK, b"PUSH.CLoC"),
    "change": (CLOCK, b"PUSH.CLoC"),
    "interval": (CLOCK, b"PUSH.CLoC"),
    "over": (_OK, b"EntEr"),
    "confirmed": (_OK, b"EntEr"),
}
RESULT = "rESULt"
RULED = "LoSt"
TEST_KEYS = "PrESS"

# The two digits of the clock when none is shown.
DARK = b"  "
EDIT_CENTRE = b"Ed"
BREAKER_CENTRE = b"br"

# The breach when a clock runs out, by clock: (breach, Law, line). The umpire rules on it, never the table.
EXPIRED = {
    "break": ("technical foul", "46", "Time (46): technical foul, if ruled so"),
    "stroke": ("technical foul or foul", "50", "Time (50): technical foul, or foul"),
    "placing": ("right to place lapses", "87a", "Time (87a): the right to place lapses"),
    "side_change": (None, "61", "Two minutes are over (61)"),
    "interval": ("late after the interval", "143b", "The interval is over (143b)"),
    "round": (None, "D85", "Time for the round: a last shot evens"),
    "report": ("walk-over", "143i", "Not here in time (143i): OK, walk-over"),
}


def key_in(line: str) -> str:
    """The key that `line` names first, on eight digits; "" without one."""
    first, digits = len(line), ""
    for name, shown in _KEYS:
        at = line.find(name)
        if 0 <= at < first:
            first, digits = at, shown
    return digits


def not_stored(code: str, message: str) -> str:
    """What the display says when the journal refused an event: what to do, or else the reason."""
    return NOT_STORED.get(code) or "NOT STORED: " + message

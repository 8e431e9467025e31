"""The valid contents of an event: kinds, fields, types and ranges, in any state of the match.

docs/scripts/events.md describes the same for readers, with units, Laws and examples; a test compares the two.
Fields that are not named here are ignored, so that a newer table's journal can be read; an unknown kind
is refused.
"""

from .errors import GameError
from .strokes.situation import MEN, MOST_OWED, QUEEN_STATES
from .strokes.turns import HOWS
from .terms import CATEGORIES, DISCS_MOST, HOLE, ROUND_CLOCKS, SIDES, STAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, NoReturn

    from .state import Event

    Check = Callable[[str, Any, Any, Any], None]

BOARD_LAWS = ("51", "91", "121b", "126b")  # a board lost by ruling
REPLAY_LAWS = ("137", "140", "142", "151a")  # a board cancelled and played again
MATCH_LAWS = (
    "143a",
    "143b",
    "143c",
    "143d",
    "143e",
    "143f",
    "143g",
    "143h",
    "143i",
)  # a match lost by ruling
PIECES = MEN  # c/m of a side (I.B)
MOST_DEMAND = 2  # one point for the striker, one for the improper stroke (108b)
LONGEST_TEXT = 80  # characters of a name or title
LONGEST_MS = 86400000  # a day: longer than any clock
LATEST_MS = 1 << 53  # a moment, UTC in ms since 1970; what JSON can hold everywhere


def check(event: "Any") -> None:
    """Accept an event that is well formed; do not check whether it fits the match.

    Raises GameError: "malformed", "unknown", "impossible" or, for a board without a winner, "ambiguous".
    """
    if not isinstance(event, dict):
        raise GameError("malformed", "not_an_event", value=event)
    kind = event.get("kind")
    if not isinstance(kind, str):
        _refuse_kind(kind)
    if kind == "stroke":
        _stroke(event)
    elif not (_of_board(kind, event) or _of_match(kind, event) or _of_crokinole(kind, event)):
        raise GameError("unknown", "unknown_kind", value=kind, allowed=KINDS)
    # Written out for the fields of every event, and of a stroke: a call for each takes twice as long.
    value = event.get("seq")
    if value is not None and (type(value) is not int or value < 1):
        _count("seq", value, 1)
    value = event.get("boot")
    if value is not None and (type(value) is not int or value < 0):
        _count("boot", value, 0)
    value = event.get("at")
    if value is not None and (type(value) is not int or value < 0):
        _count("at", value, 0)
    value = event.get("by")
    if value is not None and value not in _BY:
        _one_of("by", value, _BY)
    value = event.get("match")
    if value is not None and (not value or not isinstance(value, str) or len(value) > LONGEST_TEXT):
        _identity("match", value, LONGEST_TEXT)


# Apart: MicroPython takes memory for a call that needs more than eleven words.
def _refuse_kind(kind: "Any") -> "NoReturn":
    raise GameError("malformed", "not_a_choice", field="kind", value=kind, allowed=KINDS)


def _stroke(event: "Event") -> None:
    value = event.get("own")
    if value is not None and (type(value) is not int or not 0 <= value <= PIECES):
        _number("own", value, 0, PIECES)
    value = event.get("opponent")
    if value is not None and (type(value) is not int or not 0 <= value <= PIECES):
        _number("opponent", value, 0, PIECES)
    for name in _OF_STROKE:
        value = event.get(name)
        if value is not None and value is not True:
            _flag(name, value)


def check_new(event: "Event") -> None:
    """Refuse what only an event from outside can have, beside `check`; raises GameError.

    Control characters and halves of characters in a text, which could forge lines; a tie of a team with
    itself.
    """
    _check_texts("event", event)
    teams = event.get("teams")
    if teams and teams["a"] == teams["b"]:
        raise GameError("impossible", "team_against_itself", team=teams["a"])


def _check_texts(field: str, value: "Any") -> None:
    if isinstance(value, str):
        for letter in value:
            code = ord(letter)
            if code < 32 or 127 <= code < 160 or 0x2028 <= code <= 0x2029 or 0xD800 <= code < 0xE000:
                raise GameError("malformed", "control_character", field=field, value=value)
    elif isinstance(value, dict):
        for name in value:
            _check_texts(name, value[name])
    elif isinstance(value, list):
        for part in value:
            _check_texts(field, part)


# What each kind may hold: code, not a table, which would take memory where bytecode stays in flash. The
# most frequent kinds are first. Return whether the kind is one of these.


def _of_board(kind: str, event: "Event") -> bool:
    if kind == "play":
        _may(event, "strokes", _flag)
    elif kind == "board":
        _must(event, "winner", _one_of, SIDES)
        _must(event, "left", _number, 0, PIECES)
        _may(event, "queen", _queen)
        _may(event, "demand", _number, 0, MOST_DEMAND)
        _may(event, "points", _number, 0, 99)
        _may(event, "law", _one_of, BOARD_LAWS)
        _may(event, "slam", _one_of, _SLAMS)
    elif kind == "foul":
        _must(event, "side", _one_of, SIDES)
        _may(event, "technical", _flag)
    elif kind == "place":
        _must(event, "how", _one_of, HOWS)
        _may(event, "side", _one_of, SIDES)
    elif kind == "room":
        _must(event, "has", _flag)
        _may(event, "side", _one_of, SIDES)
        _may(event, "placed", _number, 0, PIECES)
    elif kind == "turn":
        _must(event, "seat", _number, 0, 3)
    elif kind == "situation":
        _must(event, "seat", _number, 0, 3)
        _must(event, "left", _by_side, _number, (1, PIECES))
        _must(event, "queen", _one_of, QUEEN_STATES)
        _may(event, "owes", _by_side, _number, (0, MOST_OWED))
        _may(event, "right", _by_side, _flag, ())
        _may(event, "fresh", _flag)
        _may(event, "room", _flag)
    elif kind == "replayed":
        _must(event, "law", _one_of, REPLAY_LAWS)
    else:
        return kind in ("pass", "leave", "trial", "sides", "time")
    return True


def _of_match(kind: str, event: "Event") -> bool:
    if kind == "pause" or kind == "resume" or kind == "expired":
        _must(event, "clock", _one_of, _CLOCKS)
        if kind == "pause":
            _must(event, "left", _number, 0, LONGEST_MS)
            _may(event, "by_hand", _flag)
        elif kind == "expired":
            _may(event, "breach", _text, LONGEST_TEXT)
            _may(event, "law", _text, 8)
    elif kind == "undo":
        _may(event, "of", _count, 1)
    elif kind == "match":
        _must(event, "match", _identity, LONGEST_TEXT)
        _must(event, "ruleset", _text, LONGEST_TEXT)
        _may(event, "rules", _object)
        _must(event, "stage", _one_of, STAGES)
        _may(event, "doubles", _flag)
        _names(event)
        _may(event, "breaks", _one_of, SIDES)
        _may(event, "category", _one_of, CATEGORIES)
        _may(event, "presses", _number, 0, 2)
        _may(event, "replaces", _identity, LONGEST_TEXT)
        _may(event, "variant", _text, LONGEST_TEXT)
        _may(event, "tie", _identity, LONGEST_TEXT)
        _may(event, "teams", _by_side, _identity, (LONGEST_TEXT,))
    elif kind == "toss":
        _must(event, "breaks", _one_of, SIDES)
        _may(event, "won", _one_of, SIDES)
        _may(event, "choice", _one_of, _CHOICES)
    elif kind == "names":
        _names(event)
    elif kind == "confirm":
        _may(event, "chain", _hex, 64)
        _may(event, "events", _count, 1)
        _may(event, "seal", _hex, 32)
    elif kind == "protest":
        _must(event, "side", _one_of, SIDES)
        _may(event, "about", _one_of, _ABOUT)
        _may(event, "board", _number, 1, 99)
        _may(event, "game", _number, 1, 9)
        _may(event, "text", _text, 200)
    elif kind == "ruled":
        _must(event, "upheld", _flag)
        _may(event, "protest", _count, 1)
    elif kind == "ended":
        _may(event, "winner", _one_of, SIDES)
    elif kind == "concede":
        _must(event, "side", _one_of, SIDES)
        _must(event, "what", _one_of, _CONCEDED)
    elif kind == "lost":
        _must(event, "side", _one_of, SIDES)
        _must(event, "law", _one_of, MATCH_LAWS)
    elif kind == "override":
        _must(event, "set", _override_set)
        _may(event, "why", _text, 200)
    else:
        return _of_table(kind, event)
    return True


def _names(event: "Event") -> None:
    _may(event, "a", _players)
    _may(event, "b", _players)
    _may(event, "title", _text, LONGEST_TEXT)


def _of_table(kind: str, event: "Event") -> bool:
    if kind == "boot":
        _must(event, "cause", _text, LONGEST_TEXT)
        _may(event, "torn", _count, 0)
        _may(event, "row", _count, 1)
        _may(event, "mv", _count, 0)
    elif kind == "hall":
        _must(event, "do", _one_of, _DO)
        _may(event, "ms", _number, 0, LONGEST_MS)
        _may(event, "moment", _number, 0, LATEST_MS)
        _may(event, "number", _count, 1)
    elif kind == "decided":
        _may(event, "winner", _one_of, SIDES)
    else:
        return False
    return True


def _of_crokinole(kind: str, event: "Event") -> bool:
    if kind == "shot":
        _may(event, "twenty", _flag)
    elif kind == "twenty":
        _must(event, "side", _one_of, SIDES)
        _may(event, "count", _number, 1, 12)
    elif kind == "round":
        _may(event, "total", _by_side, _number, (0, 2 * DISCS_MOST * HOLE))
        _may(event, "twenties", _by_side, _number, (0, 2 * DISCS_MOST))
        _may(event, "winner", _one_of, _ROUND_WINNERS)
        _may(event, "unshot", _flag)
        _may(event, "number", _number, 1, 99)
    elif kind == "last_shot":
        _may(event, "side", _one_of, SIDES)
    elif kind == "forfeit":
        _must(event, "side", _one_of, SIDES)
        _must(event, "what", _one_of, _FORFEITED)
        _may(event, "why", _text, 200)
    else:
        return False
    return True


def _may(event: "Event", name: str, checker: "Check", first: "Any" = None, second: "Any" = None) -> None:
    """Check an optional field with `checker`, which gets the two other arguments."""
    value = event.get(name)
    if value is not None:
        checker(name, value, first, second)


def _must(event: "Event", name: str, checker: "Check", first: "Any" = None, second: "Any" = None) -> None:
    """The same for a required field."""
    value = event.get(name)
    if value is None:
        _missing(event["kind"], name, event)
    checker(name, value, first, second)


def _missing(kind: str, name: str, event: "Event") -> None:
    if kind == "board" and name == "winner":
        raise GameError("ambiguous", "board_without_winner")
    raise GameError("malformed", "null" if name in event else "missing", field=name, kind=kind)


def _one_of(name: str, value: "Any", allowed: "tuple[str, ...]", _: "Any" = None) -> None:
    if not isinstance(value, str) or value not in allowed:
        code = "unknown" if isinstance(value, str) else "malformed"
        raise GameError(code, "not_a_choice", field=name, value=value, allowed=allowed)


def _queen(name: str, value: "Any", *_: "Any") -> None:
    if value not in ("a", "b", "board"):
        code = "impossible" if isinstance(value, str) else "malformed"
        raise GameError(code, "queen_of_nobody", value=value)


def _number(name: str, value: "Any", low: int, high: int) -> None:
    if type(value) is not int:  # true is an int to CPython
        raise GameError("malformed", "not_whole", field=name, value=value, low=low, high=high)
    if not low <= value <= high:
        raise GameError("impossible", "out_of_range", field=name, value=value, low=low, high=high)


def _count(name: str, value: "Any", low: int, _: "Any" = None) -> None:
    if type(value) is not int or value < low:
        raise GameError("malformed", "not_whole_from", field=name, value=value, low=low)


def _flag(name: str, value: "Any", *_: "Any") -> None:
    if value is not True and value is not False:
        raise GameError("malformed", "not_true_or_false", field=name, value=value)


def _text(name: str, value: "Any", longest: int, _: "Any" = None) -> None:
    if not isinstance(value, str) or len(value) > longest:
        raise GameError("malformed", "not_a_text", field=name, value=value, most=longest)


def _hex(name: str, value: "Any", longest: int, _: "Any" = None) -> None:
    _text(name, value, longest)
    for digit in value:
        if digit not in "0123456789abcdef":
            raise GameError("malformed", "not_hex", field=name, value=value)


def _identity(name: str, value: "Any", longest: int, _: "Any" = None) -> None:
    _text(name, value, longest)
    if not value:
        raise GameError("malformed", "empty_text", field=name)


def _players(name: str, value: "Any", *_: "Any") -> None:
    if not isinstance(value, list) or len(value) > 2:
        raise GameError("malformed", "not_names", field=name, value=value)
    for player in value:
        _text(name, player, LONGEST_TEXT)


def _by_side(name: str, value: "Any", checker: "Check", allowed: "tuple[Any, ...]") -> None:
    """{"a": .., "b": ..}, both sides, each checked by `checker`, which gets what is `allowed`."""
    if not isinstance(value, dict) or "a" not in value or "b" not in value:
        raise GameError("malformed", "not_by_side", field=name, value=value)
    for side in SIDES:
        checker("%s.%s" % (name, side), value[side], *allowed)


def _object(name: str, value: "Any", *_: "Any") -> None:
    if not isinstance(value, dict):
        raise GameError("malformed", "not_an_object", field=name, value=value)


def _override_set(name: str, value: "Any", *_: "Any") -> None:
    _object(name, value)
    for field in value:
        if field not in OVERRIDES:
            raise GameError("unknown", "cannot_be_set", field="set.%s" % field, allowed=sorted(OVERRIDES))
        if field == "breaks" or field == "left_side":
            _one_of("set." + field, value[field], SIDES)
        elif field == "board":
            _number("set.board", value[field], 1, 99)
        else:
            most = 99 if field[:6] == "points" else 20 if field[:5] == "games" else 999
            _number("set." + field, value[field], 0, most)
    if not value:
        raise GameError("malformed", "nothing_set", allowed=sorted(OVERRIDES))


OVERRIDES = (
    "points_a",
    "points_b",
    "games_a",
    "games_b",
    "twenties_a",
    "twenties_b",
    "board",
    "breaks",
    "left_side",
)
_OF_STROKE = ("queen", "striker", "improper", "untouched", "before_play")
_CLOCKS = ROUND_CLOCKS + ("hall",)
_BY = ("panel", "host", "table")
_SLAMS = ("white", "black")
_CHOICES = ("break", "side")
_ABOUT = ("this", "last")
_CONCEDED = ("game", "match")
_FORFEITED = ("round", "game", "match")
_ROUND_WINNERS = ("a", "b", "level")
_DO = ("start", "pause", "resume", "end")

KINDS = (
    "match",
    "toss",
    "trial",
    "play",
    "stroke",
    "foul",
    "place",
    "room",
    "pass",
    "turn",
    "situation",
    "leave",
    "board",
    "replayed",
    "protest",
    "ruled",
    "round",
    "shot",
    "twenty",
    "last_shot",
    "forfeit",
    "sides",
    "concede",
    "lost",
    "ended",
    "time",
    "override",
    "names",
    "pause",
    "resume",
    "expired",
    "confirm",
    "undo",
    "boot",
    "hall",
    "decided",
)
TABLE_WIDE = ("boot", "hall", "decided")  # of the table, not of a match: no effect on one
# Events that UNDO cannot leave out: it does not change clocks or the host's names.
_LASTING = ("match", "names", "pause", "resume", "expired", "undo") + TABLE_WIDE
UNDOABLE = tuple([kind for kind in KINDS if kind not in _LASTING])

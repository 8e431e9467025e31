"""What an event may hold: kinds, fields, types and ranges, whatever the state of the match.

docs/events.md tells the same to people, with units, Laws and examples; a test holds the two together.
Fields that are not named here are left alone, so that a newer table's journal can be read; an unknown kind
is refused.
"""

from . import rules
from .errors import GameError, choices, show
from .strokes.dues import HOWS
from .strokes.situation import MEN, MOST_OWED, QUEEN_STATES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from .state import Event

    Check = Callable[[str, Any, Any], None]

SIDES = ("a", "b")
CATEGORIES = ("adult", "recreational", "junior", "intermediate", "cue")  # of a crokinole match
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
    """Accept an event that is well formed; say nothing about whether it fits the match.

    Raises GameError: "malformed", "unknown", "impossible" or, for a board without a winner, "ambiguous".
    """
    if not isinstance(event, dict):
        raise GameError("malformed", "%s is not an event: it must be an object with a kind" % show(event))
    kind = event.get("kind")
    if not isinstance(kind, str):
        raise GameError("malformed", "kind: %s must be one of %s" % (show(kind), choices(KINDS)))
    if kind not in _FIELDS:
        raise GameError("unknown", "kind: %s is no event; allowed: %s" % (show(kind), choices(KINDS)))
    for name, required, checker, argument in _FIELDS[kind]:
        value = event.get(name)
        if value is not None:
            checker(name, value, argument)
        elif required:
            _missing(kind, name, event)
    for name, checker, argument in _ENVELOPE:
        value = event.get(name)
        if value is not None:
            checker(name, value, argument)


def _missing(kind: str, name: str, event: "Event") -> None:
    if kind == "board" and name == "winner":
        raise GameError("ambiguous", "winner: the board does not say who won it; give a or b")
    if name in event:
        raise GameError("malformed", "%s: null is not allowed in the event %s" % (name, kind))
    raise GameError("malformed", "%s: missing from the event %s" % (name, kind))


def _one_of(name: str, value: "Any", allowed: "tuple[str, ...]") -> None:
    if not isinstance(value, str) or value not in allowed:
        code = "unknown" if isinstance(value, str) else "malformed"
        raise GameError(code, "%s: %s must be %s" % (name, show(value), choices(allowed)))


def _queen(name: str, value: "Any", argument: "Any") -> None:
    if value not in ("a", "b", "board"):
        code = "impossible" if isinstance(value, str) else "malformed"
        raise GameError(
            code, "queen: %s is nobody's side; the Queen is a's, b's or on the board" % show(value)
        )


def _number(name: str, value: "Any", bounds: "tuple[int, int]") -> None:
    low, high = bounds
    if type(value) is not int:  # true is an int to CPython
        raise GameError(
            "malformed", "%s: %s must be a whole number %d to %d" % (name, show(value), low, high)
        )
    if not low <= value <= high:
        raise GameError("impossible", "%s: %s must be %d to %d" % (name, show(value), low, high))


def _count(name: str, value: "Any", low: int) -> None:
    if type(value) is not int or value < low:
        raise GameError("malformed", "%s: %s must be a whole number from %d up" % (name, show(value), low))


def _flag(name: str, value: "Any", argument: "Any") -> None:
    if value is not True and value is not False:
        raise GameError("malformed", "%s: %s must be true or false" % (name, show(value)))


def _text(name: str, value: "Any", longest: int) -> None:
    if not isinstance(value, str) or len(value) > longest:
        message = "%s: %s must be a text of at most %d characters" % (name, show(value), longest)
        raise GameError("malformed", message)


def _identity(name: str, value: "Any", longest: int) -> None:
    _text(name, value, longest)
    if not value:
        raise GameError("malformed", "%s: the text must not be empty" % name)


def _players(name: str, value: "Any", argument: "Any") -> None:
    if not isinstance(value, list) or len(value) > 2:
        raise GameError(
            "malformed", '%s: %s must be a list of one or two names, e.g. ["Asha"]' % (name, show(value))
        )
    for player in value:
        _text(name, player, LONGEST_TEXT)


def _by_side(name: str, value: "Any", argument: "Any") -> None:
    """{"a": .., "b": ..}, both sides, each as `argument` = (checker, what it allows)."""
    if not isinstance(value, dict) or "a" not in value or "b" not in value:
        message = '%s: %s must be an object with both sides, {"a": .., "b": ..}'
        raise GameError("malformed", message % (name, show(value)))
    checker, allowed = argument
    for side in SIDES:
        checker("%s.%s" % (name, side), value[side], allowed)


def _object(name: str, value: "Any", argument: "Any") -> None:
    if not isinstance(value, dict):
        raise GameError("malformed", "%s: %s must be an object" % (name, show(value)))


def _override_set(name: str, value: "Any", argument: "Any") -> None:
    _object(name, value, None)
    for field in value:
        if field not in OVERRIDES:
            allowed = choices(tuple(sorted(OVERRIDES)))
            raise GameError("unknown", "set.%s cannot be overridden; allowed: %s" % (field, allowed))
        checker, argument = OVERRIDES[field]
        checker("set." + field, value[field], argument)
    if not value:
        raise GameError(
            "malformed", "set: nothing to override; allowed: %s" % choices(tuple(sorted(OVERRIDES)))
        )


OVERRIDES: "dict[str, tuple[Check, Any]]" = {
    "points_a": (_number, (0, 99)),
    "points_b": (_number, (0, 99)),
    "games_a": (_number, (0, 20)),
    "games_b": (_number, (0, 20)),
    "twenties_a": (_number, (0, 999)),
    "twenties_b": (_number, (0, 999)),
    "board": (_number, (1, 99)),
    "breaks": (_one_of, SIDES),
    "left_side": (_one_of, SIDES),
}
_CLOCKS = rules.CLOCKS + ("round", "hall")
_CLOCK = ("clock", True, _one_of, _CLOCKS)

# kind: (field, required, checker, what the checker allows)
_FIELDS: "dict[str, tuple[tuple[str, bool, Check, Any], ...]]" = {
    "match": (
        ("match", True, _identity, LONGEST_TEXT),
        ("ruleset", True, _text, LONGEST_TEXT),
        ("rules", False, _object, None),
        ("stage", True, _one_of, rules.STAGES),
        ("doubles", False, _flag, None),
        ("a", False, _players, None),
        ("b", False, _players, None),
        ("breaks", False, _one_of, SIDES),
        ("title", False, _text, LONGEST_TEXT),
        ("category", False, _one_of, CATEGORIES),
        ("variant", False, _text, LONGEST_TEXT),
        ("tie", False, _identity, LONGEST_TEXT),
        ("teams", False, _by_side, (_identity, LONGEST_TEXT)),
    ),
    "toss": (
        ("breaks", True, _one_of, SIDES),
        ("won", False, _one_of, SIDES),
        ("choice", False, _one_of, ("break", "side")),
    ),
    "trial": (),
    "play": (("strokes", False, _flag, None),),
    "stroke": (
        ("own", False, _number, (0, PIECES)),
        ("opponent", False, _number, (0, PIECES)),
        ("queen", False, _flag, None),
        ("striker", False, _flag, None),
        ("improper", False, _flag, None),
        ("untouched", False, _flag, None),
        ("before_play", False, _flag, None),
    ),
    "foul": (("side", True, _one_of, SIDES), ("technical", False, _flag, None)),
    "place": (("how", True, _one_of, HOWS), ("side", False, _one_of, SIDES)),
    "room": (
        ("has", True, _flag, None),
        ("side", False, _one_of, SIDES),
        ("placed", False, _number, (0, PIECES)),
    ),
    "pass": (),
    "turn": (("seat", True, _number, (0, 3)),),
    "situation": (
        ("seat", True, _number, (0, 3)),
        ("left", True, _by_side, (_number, (1, PIECES))),
        ("queen", True, _one_of, QUEEN_STATES),
        ("owes", False, _by_side, (_number, (0, MOST_OWED))),
        ("right", False, _by_side, (_flag, None)),
        ("fresh", False, _flag, None),
    ),
    "leave": (),
    "board": (
        ("winner", True, _one_of, SIDES),
        ("left", True, _number, (0, PIECES)),
        ("queen", False, _queen, None),
        ("demand", False, _number, (0, MOST_DEMAND)),
        ("points", False, _number, (0, 99)),
        ("law", False, _one_of, BOARD_LAWS),
        ("slam", False, _one_of, ("white", "black")),
    ),
    "replayed": (("law", True, _one_of, REPLAY_LAWS),),
    "protest": (
        ("side", True, _one_of, SIDES),
        ("about", False, _one_of, ("this", "last")),
        ("text", False, _text, 200),
    ),
    "ruled": (("upheld", True, _flag, None), ("protest", False, _count, 1)),
    "round": (
        ("total", False, _by_side, (_number, (0, 480))),
        ("twenties", False, _by_side, (_number, (0, 24))),
        ("winner", False, _one_of, ("a", "b", "level")),
        ("unshot", False, _flag, None),
    ),
    "shot": (("twenty", False, _flag, None),),
    "twenty": (("side", True, _one_of, SIDES), ("count", False, _number, (1, 12))),
    "last_shot": (("side", False, _one_of, SIDES),),
    "forfeit": (
        ("side", True, _one_of, SIDES),
        ("what", True, _one_of, ("round", "game", "match")),
        ("why", False, _text, 200),
    ),
    "sides": (),
    "concede": (("side", True, _one_of, SIDES), ("what", True, _one_of, ("game", "match"))),
    "lost": (("side", True, _one_of, SIDES), ("law", True, _one_of, MATCH_LAWS)),
    "time": (),
    "override": (("set", True, _override_set, None), ("why", False, _text, 200)),
    "names": (
        ("a", False, _players, None),
        ("b", False, _players, None),
        ("title", False, _text, LONGEST_TEXT),
    ),
    "pause": (_CLOCK, ("left", True, _number, (0, LONGEST_MS)), ("by_hand", False, _flag, None)),
    "resume": (_CLOCK,),
    "expired": (_CLOCK, ("breach", False, _text, LONGEST_TEXT), ("law", False, _text, 8)),
    "confirm": (
        ("chain", False, _text, 64),
        ("events", False, _count, 1),
        ("seal", False, _text, 32),
    ),
    "undo": (("of", False, _count, 1),),
    "boot": (
        ("cause", True, _text, LONGEST_TEXT),
        ("torn", False, _count, 0),
        ("row", False, _count, 1),
        ("mv", False, _count, 0),
    ),
    "hall": (
        ("do", True, _one_of, ("start", "pause", "resume", "end")),
        ("ms", False, _number, (0, LONGEST_MS)),
        ("moment", False, _number, (0, LATEST_MS)),
        ("number", False, _count, 1),
    ),
}

_ENVELOPE: "tuple[tuple[str, Check, Any], ...]" = (
    ("seq", _count, 1),
    ("boot", _count, 0),
    ("at", _count, 0),
    ("by", _one_of, ("panel", "host", "table")),
    ("match", _identity, LONGEST_TEXT),
)

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
)
TABLE_WIDE = ("boot", "hall")  # of the table, not of a match: no effect on one
# What UNDO does not step back over: clocks are not bent, the host's names are not taken back by it.
_LASTING = ("match", "names", "pause", "resume", "expired", "undo") + TABLE_WIDE
UNDOABLE = tuple([kind for kind in KINDS if kind not in _LASTING])

"""The facts given on the command line, the board before and the stroke, and why some cannot be used."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypedDict, cast

from boardside.game import strokes
from boardside.game.net import winning
from boardside.game.strokes import MEN
from host_tools.live_values import Rules
from host_tools.reasons import CodedError, Reasons


def _counts(names: Sequence[str]) -> str:
    return ", ".join(f"{name}=N" for name in names)


REASONS = Reasons(
    {
        "unknown_law": "law: {law} is not among the Laws here; give one such as 65, 56b, D13 or V4",
        "unknown_fact": "{word} is not understood; the facts are {facts:list}",
        "fact_twice": "{name} is given twice",
        "no_value": "{name}: give its value, as {name}=…",
        "no_number": "{name}: {text} is no whole number",
        "one_act_only": "{facts:and} do not go together: one thing happens at a time",
        "fact_needs_another": "{name}: it belongs to a {needs}; give it, as {example}",
        "carrom_with_round": "round: {facts:and} belong to carrom, which has no rounds",
        "round_of_carrom": "round: {ruleset} is carrom, which has no rounds; give ruleset=wcc",
        "stroke_of_crokinole": "ruleset: crokinole has no strokes of carrom; give a round, as round=85-60",
        "unknown_name": "{fact}: {name} is not known; allowed: {allowed:list}",
        "how_many": "stroke: {part}: say how many, as in {name}=1",
        "unknown_part": (
            "stroke: {part} is not known; allowed: {counts:counts}, {flags:list} or nothing, parted by commas"
        ),
        "part_twice": "stroke: {name} is given twice",
        "no_pair": "{fact}: {text} is not understood; yours and the opponent's, as in 85-60",
        "break_after_stroke": "stroke-made: at the break no stroke has been made",
        "break_with_dues": "break: at the break nothing is owed",
        "break_after_own": "break: at the break no c/m has been down",
        "not_all_nine": "had-own: it is for all nine on the board; otherwise one has been down",
        "points_out_of_range": "{fact}: {value} must be 0 to {most}: at {points} the game is over",
        "room_for_nothing": "room: nothing that is owed is in the pockets",
        "break_of_started_board": "break: at the break all c/m and the Queen are on the board",
    },
    forms={"counts": _counts},
)


class BadStrokeError(CodedError):
    """Facts that cannot be read, or contradict each other, for this reason."""

    table = REASONS


_COUNTS = ("own", "opponent")
_FLAGS = ("queen", "striker", "improper", "untouched", "before-play")
_QUEENS = {"board": "board", "covering": "covering", "own": "a", "opponent": "b"}
_SIDES = {"you": "a", "opponent": "b"}


class Stroke(TypedDict, total=False):
    """The arguments of `strokes.stroke`: what went down, and how the stroke was made."""

    own: int
    opponent: int
    queen: bool
    striker: bool
    improper: bool
    touched: bool
    before_play: bool


@dataclass
class Facts:
    """A situation given on the command line; `left`, `owes`, `points`: (yours, the opponent's).

    made: you have made a stroke in this turn. room: there is room for what is owed and in the pockets.

    Then the act: the `stroke`, unless it is None; or a foul without a stroke by side `foul`, technical or not
    (None: by 63 and 64); or a turn passed over (`skip`). Last the placing (`place`), of the c/m of side
    `whose` where both sides' are out.
    """

    left: tuple[int, int] = (9, 9)
    queen: str = "board"
    owes: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    at_break: bool = False
    had_own: bool = False
    doubles: bool = False
    made: bool = False
    room: bool | None = None
    stroke: Stroke | None = field(default_factory=Stroke)
    foul: str | None = None
    technical: bool | None = None
    skip: bool = False
    place: str | None = None
    whose: str | None = None


def side_of(fact: str, name: str) -> str:
    """`you` is side a, `opponent` side b. Raises BadStrokeError, naming the fact."""
    if name not in _SIDES:
        raise BadStrokeError("unknown_name", fact=fact, name=name, allowed=list(_SIDES))
    return _SIDES[name]


def read_stroke(text: str) -> Stroke:
    """`own=1,striker` as the arguments of `strokes.stroke`; an empty text or `nothing`: nothing went down.

    Raises BadStrokeError.
    """
    stroke: dict[str, int | bool] = {}
    read: list[str] = []
    for part in text.replace(" ", "").split(","):
        name, _, number = part.partition("=")
        if part in ("", "nothing"):
            continue
        if name in read:
            raise BadStrokeError("part_twice", name=name)
        read.append(name)
        if name in _COUNTS:
            if not (number.isascii() and number.isdigit()):
                raise BadStrokeError("how_many", part=part, name=name)
            stroke[name] = int(number)
        elif name in _FLAGS and not number:
            stroke["touched" if name == "untouched" else name.replace("-", "_")] = name != "untouched"
        else:
            raise BadStrokeError("unknown_part", part=part, counts=list(_COUNTS), flags=list(_FLAGS))
    return cast(Stroke, stroke)


def situation_of(rules: Rules, facts: Facts) -> strokes.Situation:
    """The board of `facts`, with you as side a at seat 0. Raises GameError, BadStrokeError."""
    for fact, value, other in zip(
        ("points", "opponent-points"), facts.points, reversed(facts.points), strict=True
    ):
        top = rules["points"] if rules["lead"] == 1 else winning(rules, other)
        if not 0 <= value < top:
            raise BadStrokeError("points_out_of_range", fact=fact, value=value, most=top - 1, points=top)
    points = {"a": facts.points[0], "b": facts.points[1]}
    start = strokes.begin(rules, "a", facts.doubles, 0, points)
    if facts.at_break:
        if facts.made:
            raise BadStrokeError("break_after_stroke")
        if facts.left != (9, 9) or facts.queen != "board":
            raise BadStrokeError("break_of_started_board")
        if facts.owes != (0, 0):
            raise BadStrokeError("break_with_dues")
        if facts.had_own:
            raise BadStrokeError("break_after_own")
        return start
    if facts.had_own and facts.left[0] != MEN:
        raise BadStrokeError("not_all_nine")
    if facts.queen not in _QUEENS:
        raise BadStrokeError("unknown_name", fact="queen", name=facts.queen, allowed=list(_QUEENS))
    right = (True, False) if facts.had_own else None
    return strokes.set_up(start, 0, facts.left, _QUEENS[facts.queen], facts.owes, right, not facts.made)

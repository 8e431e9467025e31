"""`boardside explain`: the ruling for one stroke in one situation, and why, for training umpires.

The ruling is made by the table's own rules; here it is only put into sentences. "You" is who strikes: side a.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any

import typer

from boardside.game import strokes
from boardside.game.errors import GameError
from boardside.game.rules import resolve
from host_tools.law_texts import name_of, text_of

BAD_INPUT = 2
"""Exit status when the situation or the stroke cannot be."""

_COUNTS = ("own", "opponent")
_FLAGS = ("queen", "striker", "improper", "untouched", "before-play")
_QUEENS = {"board": "board", "covering": "covering", "own": "a", "opponent": "b"}
_SEATS = ("you", "the opponent on your right", "your partner", "the opponent on your left")


class BadStrokeError(Exception):
    """The description of a stroke or situation that nobody can read; the text says what is allowed."""


@dataclass
class Facts:
    """A situation as told on the command line; `left`, `owes`, `points`: (yours, the opponent's)."""

    left: tuple[int, int] = (9, 9)
    queen: str = "board"
    owes: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    at_break: bool = False
    had_own: bool = False
    doubles: bool = False
    stroke: dict[str, Any] = field(default_factory=dict)


def read_stroke(text: str) -> dict[str, Any]:
    """`own=1,striker` as the arguments of `strokes.stroke`; an empty text or `nothing`: nothing went down.

    Raises BadStrokeError.
    """
    stroke: dict[str, Any] = {}
    for part in text.replace(" ", "").split(","):
        name, _, number = part.partition("=")
        if part in ("", "nothing"):
            continue
        if name in _COUNTS:
            if not (number.isascii() and number.isdigit()):
                raise BadStrokeError(f"--stroke: {part}: say how many, as in {name}=1")
            stroke[name] = int(number)
        elif name in _FLAGS and not number:
            stroke["touched" if name == "untouched" else name.replace("-", "_")] = name != "untouched"
        else:
            allowed = "own=N, opponent=N, " + ", ".join(_FLAGS) + " or nothing, parted by commas"
            raise BadStrokeError(f"--stroke: {part} is not known; allowed: {allowed}")
    return stroke


def situation_of(rules: dict[str, Any], facts: Facts) -> strokes.Situation:
    """The board of `facts`, with you as side a at seat 0. Raises GameError, BadStrokeError."""
    points = {"a": facts.points[0], "b": facts.points[1]}
    start = strokes.begin(rules, "a", facts.doubles, 0, points)
    if facts.at_break:
        if facts.left != (9, 9) or facts.queen != "board":
            raise BadStrokeError("--break: at the break all c/m and the Queen are on the board")
        return start
    if facts.queen not in _QUEENS:
        raise BadStrokeError(f"--queen: {facts.queen} is not known; allowed: {', '.join(_QUEENS)}")
    right = (True, False) if facts.had_own else None
    return strokes.set_up(start, 0, facts.left, _QUEENS[facts.queen], facts.owes, right)


def explain(rules: dict[str, Any], facts: Facts) -> list[str]:
    """The ruling for `facts.stroke` in sentences, one line each. Raises GameError, BadStrokeError."""
    before = situation_of(rules, facts)
    _, ruling = strokes.stroke(before, **facts.stroke)
    seat_name = _seat_namer(facts.doubles)
    lines = ["Before:  " + _before(facts), "Stroke:  " + _stroke(facts.stroke), ""]
    lines += [f"{name + ':':9}{text}" for name, text in _what_happens(rules, ruling, seat_name)]
    lines += ["", "Why:"]
    for law in ruling.laws:
        lines.append(f"  {name_of(law):13} {text_of(law)}".rstrip())
    return lines


def _what_happens(
    rules: dict[str, Any], ruling: strokes.StrokeRuling, seat_name: Callable[[int], str]
) -> list[tuple[str, str]]:
    if ruling.board is not None:
        return [("Board", _result(ruling.board)), ("Clock", "none")]
    pieces = []
    if ruling.what == "no break":
        pieces.append("no break")
    for count, words in (
        (ruling.stays, "{} of your c/m stay down"),
        (ruling.opponent_stays, "{} of the opponent's stay down"),
        (ruling.back, "{} of your c/m come back out"),
        (ruling.dues, "{} due or penalty"),
        (ruling.centre[1], "{} of the opponent's goes back to the centre"),
    ):
        if count:
            pieces.append(words.format(count))
    rows = [("Pieces", "; ".join(pieces) or "nothing changes")]
    for side, count, seat in ruling.placing:
        rows.append(("Place", f"{count} of {_whose(side)} c/m, by {seat_name(seat)}"))
    for side, owed in zip("ab", ruling.owes, strict=True):
        if owed:
            rows.append(("Owed", f"{owed} of {_whose(side)} c/m, outstanding"))
    rows.append(("Queen", _queen(ruling)))
    turn = "goes on" if ruling.goes_on else f"passes to {seat_name(ruling.seat)}"
    rows.append(("Turn", turn))
    length = rules["clocks"][ruling.clock]
    rows.append(("Clock", f"{ruling.clock}, {length // 1000} s" if length else f"{ruling.clock}: not used"))
    rows.append(("Points", "none, the board goes on"))
    return rows


def _whose(side: str) -> str:
    return "your" if side == "a" else "the opponent's"


def _seat_namer(doubles: bool) -> Callable[[int], str]:
    return lambda seat: _SEATS[seat] if doubles else ("you", "the opponent")[seat]


def _queen(ruling: strokes.StrokeRuling) -> str:
    if ruling.queen_move == "back":
        return "comes out: the umpire puts her into the centre circle"
    if ruling.queen_move == "covered":
        return "covered by you"
    names = {
        "board": "on the board",
        "covering": "pocketed, to be covered by the next stroke",
        "a": "covered by you before",
        "b": "covered by the opponent before",
    }
    return names[ruling.queen]


def _result(board: dict[str, Any]) -> str:
    winner = "you win" if board["winner"] == "a" else "the opponent wins"
    loser = "the opponent's" if board["winner"] == "a" else "your"
    worth = f"{board['points']} point" + ("s" if board["points"] != 1 else "")
    parts = [f"{winner} {worth}: {board['left']} of {loser} c/m count"]
    if board["queen"] in (board["winner"], "board"):
        parts.append("the Queen counts nothing" if "54" in board["laws"] else "the Queen counts")
    if board["points"] > board["left"] == 0 and "the Queen counts" not in parts:
        parts.append("at least 1")
    if board["most"] > board["points"]:
        parts.append(f"with all points on demand {board['most']}")
    if board["slam"]:
        parts.append(f"{board['slam']} slam")
    return ", ".join(parts)


def _before(facts: Facts) -> str:
    if facts.at_break:
        return "the break"
    where = {
        "board": "the Queen on the board",
        "covering": "you are covering the Queen",
        "own": "the Queen covered by you",
        "opponent": "the Queen covered by the opponent",
    }
    parts = [f"{facts.left[0]} of your c/m and {facts.left[1]} of the opponent's on the board"]
    parts.append(where[facts.queen])
    if facts.owes != (0, 0):
        parts.append(f"owed: {facts.owes[0]} by you, {facts.owes[1]} by the opponent")
    if facts.points != (0, 0):
        parts.append(f"score {facts.points[0]}-{facts.points[1]}")
    return "; ".join(parts)


def _stroke(stroke: dict[str, Any]) -> str:
    parts = []
    if stroke.get("own"):
        parts.append(f"{stroke['own']} own")
    if stroke.get("opponent"):
        parts.append(f"{stroke['opponent']} of the opponent's")
    parts += ["the " + name for name in ("Queen", "striker") if stroke.get(name.lower())]
    text = ", ".join(parts) or "nothing"
    if not stroke.get("touched", True):
        text += ", no c/m touched"
    if stroke.get("before_play"):
        return text + ', before "Play"'
    return text + (", improper" if stroke.get("improper") else ", proper")


def explain_command(
    stroke: Annotated[
        str,
        typer.Option(help="What went down: own=1,opponent=1,queen,striker,improper; untouched,before-play."),
    ] = "nothing",
    own_left: Annotated[int, typer.Option(help="Your c/m on the board before the stroke, 1 to 9.")] = 9,
    opponent_left: Annotated[int, typer.Option(help="The opponent's c/m on the board, 1 to 9.")] = 9,
    queen: Annotated[
        str, typer.Option(help="The Queen: board, covering, own or opponent (covered).")
    ] = "board",
    owes: Annotated[int, typer.Option(help="Dues and penalties you owe.")] = 0,
    opponent_owes: Annotated[int, typer.Option(help="Dues and penalties the opponent owes.")] = 0,
    points: Annotated[int, typer.Option(help="Your points in the game before this board.")] = 0,
    opponent_points: Annotated[int, typer.Option(help="The opponent's points.")] = 0,
    ruleset: Annotated[str, typer.Option(help="The rulebook.")] = "icf",
    at_break: Annotated[bool, typer.Option("--break", help="The stroke is the break.")] = False,
    had_own: Annotated[
        bool, typer.Option("--had-own", help="All nine are on the board, but one had been down (95c).")
    ] = False,
    doubles: Annotated[bool, typer.Option("--doubles", help="Four players; you sit at seat 0.")] = False,
) -> None:
    """The ruling for one stroke in one situation, and why, each Law beside it."""
    try:
        facts = Facts(
            left=(own_left, opponent_left),
            queen=queen,
            owes=(owes, opponent_owes),
            points=(points, opponent_points),
            at_break=at_break,
            had_own=had_own,
            doubles=doubles,
            stroke=read_stroke(stroke),
        )
        lines = explain(resolve(ruleset), facts)
    except GameError as error:
        print(f"{error.message} ({error.code}; you are a, the opponent is b)", file=sys.stderr)
        raise typer.Exit(BAD_INPUT) from None
    except BadStrokeError as error:
        print(error, file=sys.stderr)
        raise typer.Exit(BAD_INPUT) from None
    print("\n".join(lines))

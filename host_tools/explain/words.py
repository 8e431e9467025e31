"""A board, a stroke and a ruling in plain words. "You" is side a."""

from collections.abc import Callable
from typing import Any

from boardside.game import strokes
from host_tools.live_values import Rules

from .scene import Facts, Stroke

_RIGHT, _LEFT = "the opponent on your right", "the opponent on your left"
_SEATS = {"right": ("you", _RIGHT, "your partner", _LEFT), "left": ("you", _LEFT, "your partner", _RIGHT)}


def what_happens(
    rules: Rules, ruling: strokes.StrokeRuling, seat_name: Callable[[int], str]
) -> list[tuple[str, str]]:
    """The effects of a ruling, as (what, sentence): pieces, Queen, turn, clock; or the board's end."""
    if ruling.board is not None:
        return [("Board", _result(ruling.board)), ("Clock", "none")]
    if ruling.replay is not None:
        return [("Board", "cancelled, and replayed"), ("Clock", "none")]
    pieces = []
    if ruling.act == "no break":
        pieces.append("no break")
    for count, words in (
        (ruling.stays, "{} of your c/m stay down"),
        (ruling.opponent_stays, "{} of the opponent's stay down"),
        (ruling.back, "{} of your c/m come back out"),
        (ruling.dues, "{} due"),
        (ruling.penalties, "{} penalty"),
        (ruling.centre[0], "{} of yours goes into the centre"),
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
    rows.append(("Turn", _turn(ruling, seat_name)))
    length = rules["clocks"][ruling.clock]
    rows.append(("Clock", f"{ruling.clock}, {length // 1000} s" if length else f"{ruling.clock}: not used"))
    rows.append(("Points", "none, the board goes on"))
    return rows


def placed(side: str, count: int) -> str:
    """C/m of a side that are taken out of the pockets."""
    return f"{count} of {_whose(side)} c/m"


def waits(waiting: tuple[int, int]) -> str:
    """What is owed and in the pockets, and not out: there is no room for it."""
    owed = " and ".join(placed(side, count) for side, count in zip("ab", waiting, strict=True) if count)
    return f"{owed}, in the pockets, {'waits' if sum(waiting) == 1 else 'wait'} for room (79a); see --room"


def _turn(ruling: strokes.StrokeRuling, seat_name: Callable[[int], str]) -> str:
    if not ruling.goes_on:
        return f"passes to {seat_name(ruling.seat)}"
    return "goes on" if ruling.seat == 0 else f"stays with {seat_name(ruling.seat)}"


def _whose(side: str) -> str:
    return "your" if side == "a" else "the opponent's"


def side_name(side: str) -> str:
    """The side in a sentence."""
    return "you" if side == "a" else "the opponent"


def placing(how: str) -> str:
    """How the placing went."""
    return {
        "done": "placed",
        "forgone": "forgone, whole",
        "lapsed": "not done and not forgone in 15 seconds: the right lapses",
        "not_completed": "begun and not completed in time",
    }.get(how, how)


def seat_namer(doubles: bool, turns: str) -> Callable[[int], str]:
    """The word for the player at a seat, seen from yours. turns: where the next player of doubles sits."""
    names = _SEATS[turns] if doubles else ("you", "the opponent")
    return lambda seat: names[seat]


def _queen(ruling: strokes.StrokeRuling) -> str:
    if ruling.queen_move == "back":
        whose = "the opponent" if ruling.after.rules.get("strokes") == "vaishali" else "the umpire"  # D16
        return f"comes out: {whose} puts her into the centre circle"
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


def before(facts: Facts) -> str:
    """The board before, in one sentence."""
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


def stroke(stroke: Stroke) -> str:
    """The pieces pocketed, and how, in one sentence."""
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

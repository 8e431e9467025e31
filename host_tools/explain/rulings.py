"""What happens on a board or in a round, and why, as lines: the table's rules rule. "You" is side a."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from boardside.game import match, strokes
from boardside.game.rules import sport_of
from boardside.game.rulesets import cited
from host_tools.laws.law_texts import name_of, text_of, under
from host_tools.live_values import Event, Rules

from .scene import BadStrokeError, Facts, Stroke, situation_of

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


def stroke_text(stroke: Stroke) -> str:
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


def explain(rules: Rules, facts: Facts, clauses: Mapping[str, str] | None = None) -> list[str]:
    """The ruling for `facts`, and that for the placing after it, in sentences, one line each.

    clauses: of the rulebook, by the Laws they stand for (rulesets.clauses).

    Raises GameError, BadStrokeError.
    """
    if "stroke" not in sport_of(rules).phases:
        raise BadStrokeError("stroke_of_crokinole")
    now = situation_of(rules, facts)
    seat_name = seat_namer(facts.doubles, rules["turns"])
    lines = ["Before:  " + before(facts)]
    if now.waiting != (0, 0):
        if facts.room:
            now, ruling = strokes.room(now)
            lines += _placed_first(ruling, seat_name)
            now, _ = strokes.place(now)
        else:
            lines.append("Owed:    " + waits(now.waiting))
    elif facts.room is not None:
        raise BadStrokeError("room_for_nothing")
    if facts.foul is not None:
        now, ruling = strokes.foul(now, facts.foul, facts.technical)
        lines.append(f"Foul:    {ruling.act} by {side_name(facts.foul)}, without a stroke")
    elif facts.skip:
        now, ruling = strokes.skip(now)
        lines.append("Pass:    you pass the turn over")
    else:
        stroke = facts.stroke or Stroke()
        now, ruling = strokes.stroke(now, **stroke)
        lines.append("Stroke:  " + stroke_text(stroke))
    lines += _ruled(rules, ruling, clauses, seat_name)
    if facts.place is not None:
        now, ruling = strokes.place(now, facts.place, facts.whose)
        lines += ["", "Placing: " + placing(facts.place)]
        lines += _ruled(rules, ruling, clauses, seat_name)
    return lines


def explain_law(number: str) -> list[str]:
    """A Law with all its clauses, or a decision or a rulebook's own clause, one line each.

    Raises BadStrokeError "unknown_law".
    """
    laws = under(number.strip())
    if not laws:
        raise BadStrokeError("unknown_law", law=number)
    return [f"{name_of(law):13} {text_of(law)}" for law in laws]


def why(laws: tuple[str, ...]) -> list[str]:
    """Each Law with its sentence, under a separate heading."""
    return ["", "Why:", *(f"  {name_of(law):13} {text_of(law)}".rstrip() for law in laws)]


def _placed_first(ruling: strokes.StrokeRuling, seat_name: Callable[[int], str]) -> list[str]:
    return [
        f"Placed:  first {placed(side, count)}, by {seat_name(seat)}: there is room (78a)"
        for side, count, seat in ruling.placing
    ]


def _ruled(
    rules: Rules,
    ruling: strokes.StrokeRuling,
    clauses: Mapping[str, str] | None,
    seat_name: Callable[[int], str],
) -> list[str]:
    rows = what_happens(rules, ruling, seat_name)
    return [
        "",
        *(f"{name + ':':9}{text}" for name, text in rows),
        *why(cited(dict(clauses or {}), ruling.laws)),
    ]


def explain_round(
    base: str, changes: Rules, total: str, twenties: str, category: str, doubles: bool
) -> list[str]:
    """The points of a round with these totals and 20s ("85-60", "2-1" or empty), as lines.

    base, changes: the ruleset and its changed fields. Raises GameError: "impossible" for totals that no discs
    can give; BadStrokeError for text that cannot be read.
    """
    event: Event = {"kind": "round", "total": _pair("round", total)}
    if twenties:
        event["twenties"] = _pair("twenties", twenties)
    begin = {
        "kind": "match",
        "match": "round",
        "ruleset": base,
        "rules": changes,
        "breaks": "a",
        "stage": "group",
    }
    state, _ = match.apply(match.new(), {**begin, "breaks": "a", "category": category, "doubles": doubles})
    if "round" not in state.setup.sport.phases:
        raise BadStrokeError("round_of_carrom", ruleset=base)
    discs = state.setup.rules["discs"]
    state, ruling = match.apply(state, event)
    done: Any = (state.boards or state.history[0].boards)[0]
    lines = [
        f"Round:   {total}" + (f", 20s {twenties}" if twenties else "") + f"; {discs} discs a side",
        "",
        f"Points:  {done.points['a']} to you, {done.points['b']} to the opponent: {_outcome(done)}",
        f"20s:     {_counted(done.twenties) if twenties else 'not told: each total held against 20 a disc'}",
    ]
    laws = [*ruling.laws, *(["Starting To Play"] if twenties else ["D88"])]
    return lines + why(tuple(dict.fromkeys(laws)))


def _pair(fact: str, text: str) -> dict[str, int]:
    score = re.fullmatch(r"(\d{1,3})-(\d{1,3})", text, re.ASCII)
    if not score:
        raise BadStrokeError("no_pair", fact=fact, text=text)
    return {"a": int(score[1]), "b": int(score[2])}


def _outcome(done: Any) -> str:
    if done.winner is None:
        return "the totals are level"
    return "your total is higher" if done.winner == "a" else "the opponent's total is higher"


def _counted(twenties: dict[str, int]) -> str:
    return f"{twenties['a']} of yours and {twenties['b']} of the opponent's count on for the match"

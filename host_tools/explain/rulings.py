"""The effect of an act on a board and its reasons, as lines: the table's rules make the ruling."""

from collections.abc import Callable, Mapping

from boardside.game import strokes
from boardside.game.rules import sport_of
from boardside.game.rulesets import cited
from host_tools.laws.law_texts import name_of, text_of, under
from host_tools.live_values import Rules

from . import words
from .reasons import BadStrokeError
from .scene import Facts, Stroke, situation_of


def explain(rules: Rules, facts: Facts, clauses: Mapping[str, str] | None = None) -> list[str]:
    """The ruling for `facts`, and that for the placing after it, in sentences, one line each.

    clauses: of the rulebook, by the Laws they stand for (rulesets.clauses).

    Raises GameError, BadStrokeError.
    """
    if "stroke" not in sport_of(rules).phases:
        raise BadStrokeError("stroke_of_crokinole")
    now = situation_of(rules, facts)
    seat_name = words.seat_namer(facts.doubles, rules["turns"])
    lines = ["Before:  " + words.before(facts)]
    if now.waiting != (0, 0):
        if facts.room:
            now, ruling = strokes.room(now)
            lines += _placed_first(ruling, seat_name)
            now, _ = strokes.place(now)
        else:
            lines.append("Owed:    " + words.waits(now.waiting))
    elif facts.room is not None:
        raise BadStrokeError("room_for_nothing")
    if facts.foul is not None:
        now, ruling = strokes.foul(now, facts.foul, facts.technical)
        lines.append(f"Foul:    {ruling.act} by {words.side_name(facts.foul)}, without a stroke")
    elif facts.skip:
        now, ruling = strokes.skip(now)
        lines.append("Pass:    you pass the turn over")
    else:
        stroke = facts.stroke or Stroke()
        now, ruling = strokes.stroke(now, **stroke)
        lines.append("Stroke:  " + words.stroke(stroke))
    lines += _ruled(rules, ruling, clauses, seat_name)
    if facts.place is not None:
        now, ruling = strokes.place(now, facts.place, facts.whose)
        lines += ["", "Placing: " + words.placing(facts.place)]
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
        f"Placed:  first {words.placed(side, count)}, by {seat_name(seat)}: there is room (78a)"
        for side, count, seat in ruling.placing
    ]


def _ruled(
    rules: Rules,
    ruling: strokes.StrokeRuling,
    clauses: Mapping[str, str] | None,
    seat_name: Callable[[int], str],
) -> list[str]:
    rows = words.what_happens(rules, ruling, seat_name)
    return [
        "",
        *(f"{name + ':':9}{text}" for name, text in rows),
        *why(cited(dict(clauses or {}), ruling.laws)),
    ]

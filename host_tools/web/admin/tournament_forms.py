"""The organiser's tournament: what its forms do at the desk (tournament/desk.py), which puts it on record.

`who` is the organiser's name. What cannot be done raises DeskError, with words for the page.
"""

from collections.abc import Callable, Mapping
from typing import Any

from host_tools.tournament import planning, results
from host_tools.tournament.desk import Desk, DeskError, NewEntry, Person
from host_tools.tournament.model import KINDS, Competition, Decision, Fixture
from host_tools.web.admin import standing_places

Fields = Mapping[str, str]


def _new(desk: Desk, fields: Fields, who: str) -> None:
    desk.new_tournament(
        fields.get("key", ""),
        fields.get("name", ""),
        fields.get("ruleset", "icf"),
        place=fields.get("place", ""),
        days=fields.get("days", ""),
        who=who,
    )


def _close(desk: Desk, fields: Fields, who: str) -> None:
    of = desk.tournament(fields.get("key") or None)
    desk.close_tournament(of, anyway=bool(fields.get("anyway")), who=who)


def _open(desk: Desk, fields: Fields, who: str) -> None:
    desk.close_tournament(desk.tournament(fields.get("key", "")), False, who=who)


def _call_next(desk: Desk, fields: Fields, who: str) -> None:
    desk.call_next(number(fields, "table", "Which table?"), fields.get("umpire", ""), who=who)


def _add_event(desk: Desk, fields: Fields, who: str) -> str:
    kinds = {kind: kind for kind in KINDS}
    kind = kinds.get(fields.get("kind", ""))  # type: ignore[call-overload]
    if kind is None:
        raise DeskError(f"An event is one of {', '.join(KINDS)}.")
    lines = [line for line in fields.get("stages", "").splitlines() if line.strip()]
    made = desk.add_competition(
        desk.tournament(),
        fields.get("key", ""),
        fields.get("name", ""),
        kind,
        category=fields.get("category") or None,
        plan=[planning.parse(line) for line in lines] if lines else None,
        who=who,
    )
    return f"/events/{made.key}"


def rule(desk: Desk, match: str, fields: Fields, who: str) -> None:
    """The committee's decision on a protest in this match."""
    which = number(fields, "number", "Which protest?")
    desk.rule(match, fields.get("do") == "uphold", which, who=who)


def _enter(desk: Desk, of: Competition, fields: Fields, who: str) -> None:
    text = fields.get("list", "")
    if text.strip():
        desk.import_entries(of, text, who=who)
        return
    names = [name for name in (fields.get("name", ""), fields.get("partner", "")) if name]
    if of.kind == "team":
        names = [line.strip() for line in fields.get("players", "").splitlines() if line.strip()]
    people = tuple(Person(name, fields.get("club", "")) for name in names)
    seeding = number(fields, "seeding", "The seeding") if fields.get("seeding") else None
    team = fields.get("team", "") if of.kind == "team" else ""
    desk.add_entries(of, [NewEntry(people, team, seeding)], who=who)


def _withdraw(desk: Desk, of: Competition, fields: Fields, who: str) -> None:
    desk.withdraw(of, desk.entry(of, number(fields, "entry", "Who withdraws?")), who=who)


def _draw(desk: Desk, of: Competition, fields: Fields, who: str) -> None:
    desk.draw(of, fields.get("seed") or None, who=who)


def _undraw(desk: Desk, of: Competition, _fields: Fields, who: str) -> None:
    desk.undraw(of, who=who)


def _bind(desk: Desk, of: Competition, fields: Fields, who: str) -> None:
    desk.bind(of, fields.get("hall", ""), who=who)


def _decide(desk: Desk, of: Competition, fields: Fields, who: str) -> None:
    kinds: dict[str, Any] = {"shoot_out": "shoot_out", "toss": "toss", "organiser": "organiser"}
    kind = kinds.get(fields.get("by", ""))
    if kind is None:
        raise DeskError("What decided it: a shoot-out, a toss, or the organiser?")
    scores = [
        (int(name.removeprefix("score-")), number(fields, name, "What each reached"))
        for name in fields
        if name.startswith("score-") and name.removeprefix("score-").isdecimal()
    ]
    order = tuple(sorted(scores, key=lambda pair: -pair[1]))
    stage = number(fields, "stage", "Which stage?")
    desk.decide(of, Decision(kind, order, number(fields, "group", "Which group?")), stage, who=who)


def _call(desk: Desk, one: Fixture, fields: Fields, who: str) -> None:
    table = number(fields, "table", "Which table?")
    desk.call(one, table, fields.get("umpire", ""), force=bool(fields.get("force")), who=who)


def _recall(desk: Desk, one: Fixture, fields: Fields, who: str) -> None:
    desk.recall(one, force=bool(fields.get("force")), who=who)


def _walk_over(desk: Desk, one: Fixture, fields: Fields, who: str) -> None:
    winners: dict[str, Any] = {"a": "a", "b": "b", "neither": None}
    if fields.get("winner") not in winners:
        raise DeskError("Who reported: A, B, or neither?")
    desk.walk_over(one, winners[fields["winner"]], early=bool(fields.get("early")), who=who)


def _result(desk: Desk, one: Fixture, fields: Fields, who: str) -> None:
    winners: dict[str, Any] = {"a": "a", "b": "b"}
    if not fields.get("reason"):
        raise DeskError("Why is it entered by hand? The reason stands beside the result.")
    winner = fields.get("winner", "")
    twenties = fields.get("twenties") or None
    typed = results.typed_in([fields.get("games", "")], twenties, winners.get(winner), draws=winner == "draw")
    force, known = bool(fields.get("force")), fields.get("known") or None
    desk.enter_result(one, typed, fields["reason"], force=force, known=known, who=who)


def _line_up(desk: Desk, one: Fixture, fields: Fields, who: str) -> None:
    sides: dict[str, Any] = {"a": "a", "b": "b"}
    if fields.get("side") not in sides:
        raise DeskError("For which team?")
    names = [name.strip() for name in fields.get("players", "").split(",") if name.strip()]
    desk.line_up(one, sides[fields["side"]], names, who=who)


#: What a form does, by the last part of its address. What it returns is where it leads, below the tournament.
IN_TOURNAMENT: dict[str, Callable[[Desk, Fields, str], str | None]] = {
    "new": _new,
    "close": _close,
    "open": _open,
    "next": _call_next,
    "events": _add_event,
    "halls": standing_places.say,
}
IN_EVENT: dict[str, Callable[[Desk, Competition, Fields, str], None]] = {
    "entries": _enter,
    "withdraw": _withdraw,
    "draw": _draw,
    "undraw": _undraw,
    "hall": _bind,
    "decide": _decide,
}
IN_MATCH: dict[str, Callable[[Desk, Fixture, Fields, str], None]] = {
    "call": _call,
    "recall": _recall,
    "walk-over": _walk_over,
    "result": _result,
    "line-up": _line_up,
}


def number(fields: Fields, name: str, question: str) -> int:
    """The whole number in a field. Raises DeskError with the question."""
    text = fields.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise DeskError(f"{question} It is a number; this is {text!r}.")
    return int(text)

"""Matches that are called to a table, and reports of tables to which they were not called."""

from typing import Any

from desk_hall import Hall, event_with

from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.matches import Call
from host_tools.tournament.acts.rulings import DecideReport
from host_tools.tournament.desk import shapes
from host_tools.tournament.desk.desk import COMMAND_LINE, Desk, ReportView
from host_tools.tournament.model.model import Fixture


def says(report: ReportView) -> str:
    return shapes.of_report(report).says


def drawn(desk: Desk, count: int = 2) -> Fixture:
    """A match that is ready; with two entries the only one."""
    return desk.do(Draw(), event_with(desk, count)).fixtures[0]


def called(desk: Desk, hall: Hall, table: int = 1) -> Fixture:
    """The match of `drawn`, called to a table, which has taken it."""
    fixture = drawn(desk)
    desk.do(Call(table=table), fixture)
    hall.take()
    return fixture


def forge(
    hall: Hall, fixture: Fixture, number: int, winner: str = "b", confirm: bool = True, **other: Any
) -> None:
    """A table plays a match with this fixture's id, from a `match` event of its own."""
    event = {
        "kind": "match", "match": fixture.id, "stage": "final", "doubles": False,
        "a": ["Mallory"], "b": ["Nobody"], "ruleset": "icf", "rules": {"games": 1, "points": 10},
    }  # fmt: skip
    hall.enter(number, {**event, **other})
    hall.win(number, winner, confirm)


def decided(
    desk: Desk, number: int, decision: Any, reason: str, actor: str = COMMAND_LINE, **more: Any
) -> list[str]:
    """Take or leave a report; the matches that changed."""
    act = DecideReport(decision=decision, reason=reason, **more)
    return [each.before.id for each in desk.done(act, desk.report(number), actor=actor).effects.changes]


def only(desk: Desk) -> ReportView:
    """The one report that waits for the organiser."""
    [report] = desk.reports()
    return report


def names_of(hall: Hall, table: int) -> dict[str, Any]:
    """The `match` event that came to a table last, without its number."""
    events = [row["event"] for row in hall.store.events(table=table) if row["event"]["kind"] == "match"]
    return {name: value for name, value in events[-1].items() if name != "seq"}

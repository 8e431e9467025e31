"""`boardside call` and `lineup`: matches to tables."""

from host_tools.tournament.acts.matches import Call, LineUp, Recall
from host_tools.tournament.acts.rounds import CallNext
from host_tools.tournament.commands import act_command
from host_tools.tournament.commands.command_line import (
    AsJson,
    Column,
    clock,
    entries_of,
    players,
    print_json,
    say,
    show_table,
)
from host_tools.tournament.desk import shapes
from host_tools.tournament.desk.desk import Called, Desk
from host_tools.tournament.model import wording
from host_tools.tournament.model.model import Fixture


def _called(desk: Desk, *calls: Called) -> list[str]:
    """Where matches were called, and who plays them."""
    lines = []
    for called in calls:
        fixture, competition = called.fixture, desk.event_of(called.fixture)
        match = shapes.EventFacts.read(desk, competition).match(fixture)
        by, hall = clock(fixture.report_by), f" ({fixture.hall})" if fixture.hall else ""
        where = f"Table {fixture.table}{hall}: {wording.title(competition, fixture)}"
        until = f"; to report by {by}" if by else ""
        lines.append(f"{where}: {match.title_a} – {match.title_b}{until}  [{fixture.id}]")
        lines += players(competition, fixture, entries_of(desk, competition))
        lines += [f"  {remark.say('command_line')}" for remark in called.remarks]
    if not desk.store.collectors():
        lines.append("No collector runs on this database: the tables get it when one does.")
    return lines


def _named(desk: Desk, fixture: Fixture) -> list[str]:
    """The players of all matches of its tie."""
    competition = desk.event_of(fixture)
    entries = entries_of(desk, competition)
    lines = [f"The players of match {fixture.id} are named. In this tie:"]
    for other in desk.fixtures(competition):
        if other.tie == fixture.tie and other.state != "off":
            lines += players(competition, other, entries, f"{other.part}: ")
    return lines


def _tables(desk: Desk, as_json: AsJson) -> None:
    """Without arguments: the tables."""
    tables = desk.tables()
    if as_json:
        print_json([shapes.of_table(table) for table in tables])
        return
    rows = []
    for table in tables:
        match = table.fixture.id if table.fixture else (table.match["match"] if table.match else None) or ""
        why = "free" if table.why is None else str(table.why)
        rows.append((str(table.number), table.hall, table.link, match, why))
    if not rows:
        say("No table has been heard yet: they are when `boardside collect` runs and they are switched on.")
    columns = (
        Column("table", right=True),
        Column("hall"),
        Column("link"),
        Column("match", whole=True),
        Column(""),
    )
    show_table("", columns, rows)
    for late in desk.overdue():
        walk_over = f"`boardside result {late.id} --walkover a` or `b`"
        say(desk.in_numbers(f"Time to report is over: table {late.table}, match {late.id}: {walk_over}"))


call_command = act_command.command(
    Call,
    instead={"next": CallNext, "recall": Recall},
    lists=_tables,
    tells={Call: _called, CallNext: lambda desk, value: _called(desk, *value.calls)},
)
lineup_command = act_command.command(LineUp, tells={LineUp: _named})

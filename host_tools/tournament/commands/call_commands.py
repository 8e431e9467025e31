"""`boardside call` and `boardside walkover`: matches to tables."""

from typing import Annotated

import typer

from host_tools.console.shared_options import DEFAULT_DATABASE, Database, EventOption
from host_tools.orders import clock_ms
from host_tools.tournament.acts.matches import Exchange, WalkOver
from host_tools.tournament.commands import act_command
from host_tools.tournament.commands.command_line import (
    AsJson,
    Column,
    Which,
    at_desk,
    clock,
    entries_of,
    event_of,
    print_json,
    say,
    say_players,
    show_table,
)
from host_tools.tournament.desk import shapes
from host_tools.tournament.desk.desk import Called, Desk
from host_tools.tournament.model import wording
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Side

TableOption = Annotated[
    list[int] | None,
    typer.Option("--table", help="The table; with --next repeat it for more.", min=1, max=9999),
]


def call_command(
    match: Annotated[
        str | None, typer.Argument(metavar="[MATCH]", help="Its id, or the end of it; none with --next.")
    ] = None,
    table: TableOption = None,
    is_next: Annotated[
        bool, typer.Option("--next", help="The next matches to the free tables (to --table, if given).")
    ] = False,
    event: EventOption = None,
    which: Which = None,
    umpire: Annotated[str, typer.Option("--umpire", help="The umpire's name.")] = "",
    report: Annotated[
        str | None, typer.Option("--report", help="MM:SS to report; default: the rulebook's 15:00.")
    ] = None,
    recall: Annotated[bool, typer.Option("--recall", help="Take the call back.")] = False,
    line_a: Annotated[
        list[str] | None, typer.Option("--a", help="Teams: who plays for A; once for each player.")
    ] = None,
    line_b: Annotated[list[str] | None, typer.Option("--b", help="Teams: who plays for B.")] = None,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Call although a player is at another table.")
    ] = False,
    force: Annotated[
        bool,
        typer.Option("--force", help="Also if the table or a player is not free, or the match is in play."),
    ] = False,
    as_json: AsJson = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Call a match to a table: it appears there, and both sides have 15 minutes to report (143i). Without
    arguments: the tables.
    """
    report_ms = None
    with at_desk(db) as desk:
        desk.settle()
        if report is not None:
            report_ms = clock_ms(report)
        if is_next:
            desk.chosen = which
            chosen = None if event is None else event_of(desk, which, event)[1]
            _call_next(desk, table, umpire, report_ms, as_json, chosen)
            return
        if match is None:
            _show_tables(desk, as_json)
            return
        fixture = desk.fixture(match, which)
        if recall:
            desk.recall(fixture, force=force)
            say(desk.in_numbers(f"Match {fixture.id} is ready again."))
            if fixture.state != "called":
                say(
                    f"Table {fixture.table} still has it in play: the umpire ends it there, or it goes on "
                    "there when it is called again "
                    f"(boardside call {fixture.id} --table {fixture.table} --force)."
                )
            return
        wanted: dict[Side, list[str] | None] = {"a": line_a, "b": line_b}
        line_up = {side: players for side, players in wanted.items() if players}
        if not table:
            for side, players in line_up.items():
                fixture = desk.line_up(fixture, side, players)
            if line_up:
                competition = desk.competition_of(fixture)
                say(desk.in_numbers(f"The players of match {fixture.id} are named. In this tie:"))
                entries = entries_of(desk, competition)
                for other in desk.fixtures(competition):
                    if other.tie == fixture.tie and other.state != "off":
                        say_players(competition, other, entries, f"{other.part}: ")
                return
            raise DeskError("call_needs_table")
        called = desk.call(fixture, table[0], umpire, report_ms, force=force, anyway=anyway, line_up=line_up)
        _tell(desk, [called], as_json)


exchange_command = act_command.command(Exchange)
walkover_command = act_command.command(WalkOver)


def _call_next(
    desk: Desk,
    tables: list[int] | None,
    umpire: str,
    report_ms: int | None,
    as_json: bool,
    competition: Competition | None,
) -> None:
    called: list[Called] = []
    numbers = tables or desk.free_tables()
    if not numbers:
        raise DeskError("no_table_free")
    halls = {table.number: table.hall for table in desk.tables()}
    empty: set[str] = set()  # halls for which nothing is left
    for number in numbers:
        hall = halls.get(number, "")
        if hall in empty or desk.next_for(number, competition) is None:
            empty.add(hall)
        else:
            called.append(desk.call_next(number, umpire, report_ms, competition))
    if not called:
        desk.call_next(numbers[0], umpire, report_ms, competition)  # raises the reason why there is none
    _tell(desk, called, as_json)


def _tell(desk: Desk, called: list[Called], as_json: bool) -> None:
    shown = []
    for call in called:
        competition = desk.competition_of(call.fixture)
        entries = entries_of(desk, competition)
        shown.append(shapes.EventFacts.read(desk, competition).match(call.fixture))
        if as_json:
            continue
        sides = f"{shown[-1].title_a} – {shown[-1].title_b}"
        by = clock(call.fixture.report_by)
        until = f"; to report by {by}" if by else ""
        where = f" ({call.fixture.hall})" if call.fixture.hall else ""
        title = wording.title(competition, call.fixture)
        say(f"Table {call.fixture.table}{where}: {title}: {sides}{until}  [{call.fixture.id}]")
        say_players(competition, call.fixture, entries)
        for remark in call.remarks:
            say(f"  {remark!s}")
    if as_json:
        print_json(shown)
    elif not desk.store.collectors():
        say("No collector runs on this database: the tables get it when one does.")


def _show_tables(desk: Desk, as_json: bool) -> None:
    there = desk.tables()
    if as_json:
        print_json([shapes.of_table(table) for table in there])
        return
    rows = []
    for table in there:
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
        walk_over = f"`boardside walkover {late.id} a` or `b`"
        say(desk.in_numbers(f"Time to report is over: table {late.table}, match {late.id}: {walk_over}"))

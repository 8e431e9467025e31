"""`boardside reports`: what tables report of matches that were not called to them."""

from typing import Annotated

import typer

from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.tournament.commands.command_line import (
    AsJson,
    Column,
    Reason,
    at_desk,
    clock,
    print_json,
    say,
    show_table,
)
from host_tools.tournament.desk import shapes
from host_tools.tournament.desk.desk import Desk, DeskError, ReportView
from host_tools.tournament.model import remarks

_OF_REPORTS = (
    Column("no.", right=True),
    Column("match", whole=True),
    Column("players"),
    Column("table", right=True),
    Column("played there by"),
    Column("score"),
    Column("state"),
    Column("", spare=1),
)


def reports_command(
    number: Annotated[int | None, typer.Argument(metavar="[NUMBER]", help="The report to decide.")] = None,
    decision: Annotated[str | None, typer.Argument(metavar="[take|leave]", help="Whether it counts.")] = None,
    reason: Reason = "",
    force: Annotated[
        bool,
        typer.Option(
            "--force", help="Also if a later match was called with the other side, or a protest is open."
        ),
    ] = False,
    everything: Annotated[bool, typer.Option("--all", help="Also decided ones.")] = False,
    as_json: AsJson = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """List the tables' reports of matches that were not called to them, which count only if you take them;
    with NUMBER and take or leave, decide one.
    """
    with at_desk(db) as desk:
        if number is not None:
            _decide(desk, number, decision, reason, force)
            return
        desk.settle()
        there = desk.reports(only_open=not everything)
        if as_json:
            print_json([shapes.of_report(report) for report in there])
            return
        if not there:
            say("No report waits for you.")
            return
        show_table("", _OF_REPORTS, [_row(report) for report in there])
        if any(report.state == "open" for report in there):
            say("To decide: boardside reports NUMBER take --reason ..., or leave.")


def _decide(desk: Desk, number: int, decision: str | None, why: str, force: bool) -> None:
    if decision not in ("take", "leave"):
        raise DeskError("report_decision_missing", number=number)
    if decision == "take":
        changed = desk.take_report(number, why, force=force)
        said = "taken: it counts"
    else:
        changed = desk.leave_report(number, why, force=force)
        said = "left: it does not count"
    say(desk.in_numbers(f"Report {number} is {said}.{' Changed: ' + ', '.join(changed) if changed else ''}"))


def _row(view: ReportView) -> tuple[str, ...]:
    decided = (
        f" {clock(view.decided_at)} by {view.actor}: {view.why}" if view.decided_at and view.actor else ""
    )
    score = view.score if view.is_confirmed else f"so far {view.score}" if view.score else ""
    says = remarks.of_report(view.reason, view.table, view.facts, view.is_confirmed)
    about = (str(view.number), view.match, view.players, str(view.table), view.names)
    return (*about, score, view.state + decided, says)

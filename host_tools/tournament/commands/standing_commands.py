"""`boardside standings`, `boardside protests` and `boardside reports`."""

from typing import Annotated

import typer

from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.tournament.acts.draws import Decide, ShootOut
from host_tools.tournament.acts.rulings import DecideReport, Fee, Rule
from host_tools.tournament.commands import act_command
from host_tools.tournament.commands.command_line import (
    AsJson,
    Column,
    Event,
    EventOption,
    Which,
    at_desk,
    clock,
    entries_of,
    event_of,
    going_on,
    print_json,
    say,
    show_table,
)
from host_tools.tournament.desk import shapes
from host_tools.tournament.desk.desk import Desk, ReportView
from host_tools.tournament.model import remarks, wording
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Entry, Place, Stage
from host_tools.tournament.standings import stage_standings

_OF_PLACES = (
    Column("place", right=True),
    Column("entry"),
    *(
        Column(head, right=True)
        for head in ("played", "won", "drawn", "lost", "points", "Buchholz", "net", "20s")
    ),
    Column("decided by"),
)
_OF_PROTESTS = (
    Column("match", whole=True),
    Column("table", right=True),
    Column("no.", right=True, spare=2),
    Column("by"),
    Column("about"),
    Column("decide by", whole=True),
    Column("state"),
    Column("fee"),
    Column("", spare=1),
)
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


def standings_command(
    event: Event = None,
    option: EventOption = None,
    stage: Annotated[
        int | None,
        typer.Option(
            "--stage", help="From 1; default: the stage in play, or the one that waits for --decide.", min=1
        ),
    ] = None,
    decide: Annotated[
        list[str] | None,
        typer.Option(
            "--decide",
            help="The level entries, the best first, with their scores: --decide Asha=8 --decide Bela=5.",
        ),
    ] = None,
    by: Annotated[
        str, typer.Option("--by", help="With --decide: shoot-out, toss or organiser.")
    ] = "shoot-out",
    shoot_out: Annotated[
        bool,
        typer.Option("--shoot-out", help="Make the shoot-out that is owed a match, to be called to a table."),
    ] = False,
    group: Annotated[
        int,
        typer.Option(
            "--group",
            help="Only this group (A is 1); required with --decide and --shoot-out if there are several.",
            min=0,
        ),
    ] = 0,
    which: Which = None,
    as_json: AsJson = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Show the standings, with the step that decided each place."""
    with at_desk(db) as desk:
        desk.settle()
        _, competition = event_of(desk, which, event, option)
        entries = entries_of(desk, competition)
        if decide:
            order = tuple(_scored(text, list(entries.values())) for text in decide)
            kinds = {"shoot-out": "shoot_out", "toss": "toss", "organiser": "organiser"}
            if by not in kinds:
                raise DeskError("unknown_decision", by=by, kinds=list(kinds))
            with going_on(desk, competition):
                made = desk.do(Decide(kind=kinds[by], order=order, group=group, stage=stage), competition)  # type: ignore[arg-type]
                changed = made.ids
                say(
                    desk.in_numbers(
                        f"Noted: {by}. {'Changed: ' + ', '.join(changed) if changed else ''}".rstrip()
                    )
                )
        if shoot_out:
            for fixture in desk.do(ShootOut(group=group, stage=stage), competition).fixtures:
                sides = (entries[side].title for side in (fixture.a, fixture.b) if side is not None)
                title = wording.title(competition, fixture)
                say(desk.in_numbers(f"{title}: {' – '.join(sides)}: `boardside call {fixture.id} TABLE`"))
            return
        groups = desk.standings(competition, stage)
        if group:
            if group not in groups:
                raise DeskError(
                    "no_group",
                    event=competition.name,
                    group=group,
                    groups=sorted(number for number in groups if number),
                )
            groups = {group: groups[group]}
        if as_json:
            answer = {
                str(number): [shapes.of_place(line, entries) for line in lines]
                for number, lines in groups.items()
            }
            print_json({"event": competition.key, "groups": answer})
            return
        present = desk.stage(competition, stage)
        if present.kind == "external" and not groups:
            say(f"{competition.name} has no standing here: {_no_standing(desk, competition, present)}.")
            return
        if not groups:
            say(f"{competition.name} is not drawn yet: boardside draw {competition.key}")
            return
        _show_groups(desk, competition, present, groups)


def list_protests(
    desk: Desk,
    everything: Annotated[bool, typer.Option("--all", help="Also decided ones.")],
    as_json: AsJson,
) -> None:
    """Without MATCH: the protests that wait for a decision."""
    protests = desk.protests(only_open=not everything)
    if as_json:
        print_json([shapes.of_protest(protest) for protest in protests])
        return
    if not protests:
        say("No protest is open.")
        return
    rows = []
    for protest in protests:
        side = " / ".join(protest.names.get(protest.side) or [protest.side.upper()])
        about = f"game {protest.game}, board {protest.board}"
        rows.append(
            (
                protest.match,
                str(protest.table),
                str(protest.number),
                side,
                about,
                clock(protest.decide_by),
                str(protest.standing),
                protest.shown_fee,
                protest.text,
            )
        )
    show_table("", _OF_PROTESTS, rows)


def list_reports(
    desk: Desk,
    everything: Annotated[bool, typer.Option("--all", help="Also decided ones.")],
    as_json: AsJson,
) -> None:
    """Without NUMBER: the reports of matches that were not called to their tables."""
    reports = desk.reports(only_open=not everything)
    if as_json:
        print_json([shapes.of_report(report) for report in reports])
        return
    if not reports:
        say("No report waits for you.")
        return
    show_table("", _OF_REPORTS, [_report(view) for view in reports])
    if any(view.state == "open" for view in reports):
        say("To decide: boardside reports NUMBER take --reason ..., or leave.")


def _report(view: ReportView) -> tuple[str, ...]:
    decided = (
        f" {clock(view.decided_at)} by {view.actor}: {view.why}" if view.decided_at and view.actor else ""
    )
    score = view.score if view.is_confirmed else f"so far {view.score}" if view.score else ""
    says = remarks.of_report(view.reason, view.table, view.facts, view.is_confirmed)
    about = (str(view.number), view.match, view.players, str(view.table), view.names)
    return (*about, score, view.state + decided, says)


protests_command = act_command.command(Rule, instead={"fee": Fee}, lists=list_protests)
reports_command = act_command.command(DecideReport, lists=list_reports)


def _scored(text: str, entries: list[Entry]) -> tuple[int, int]:
    """ "Asha=8" as (entry id, 8)."""
    name, _, score = text.rpartition("=")
    meant = [entry for entry in entries if name.strip().casefold() in _names(entry)]
    if not score.strip().isdecimal() or not name.strip():
        raise DeskError("bad_score", text=text)
    if len(meant) != 1:
        raise DeskError("name_of_several" if meant else "no_such_name", name=name.strip())
    return meant[0].id, int(score)


def _names(entry: Entry) -> list[str]:
    return [entry.title.casefold(), *(player.name.casefold() for player in entry.players)]


def _no_standing(desk: Desk, competition: Competition, stage: Stage) -> str:
    """Why a stage that another system draws has none."""
    fixtures = desk.fixtures(competition)
    why = stage_standings.unranked(stage, [each for each in fixtures if each.stage == stage.position])
    return "none of its rounds is decided" if why is None else remarks.UNRANKED[why]


def _show_groups(desk: Desk, competition: Competition, stage: Stage, groups: dict[int, list[Place]]) -> None:
    """The standing of a stage, by group, and where those of the stages before it are."""
    entries, stages = entries_of(desk, competition), desk.stages(competition)
    name = wording.stage(stage) if len(stages) > 1 else ""
    for number, lines in groups.items():
        place = f"group {wording.group_letter(number)}" if number else name
        _show(", ".join(filter(None, (competition.name, place))), lines, entries, stage.kind != "knockout")
    for earlier in stages[: stage.position - 1]:
        say(f"The {wording.stage(earlier)}: boardside standings {competition.key} --stage {earlier.position}")


def _show(title: str, lines: list[Place], entries: dict[int, Entry], has_points: bool) -> None:
    """has_points: match points count; in a knockout they do not."""
    rows = []
    has_draws, has_twenties = any(line.drawn for line in lines), any(line.twenties for line in lines)
    for line in lines:
        name = entries[line.entry].title if line.entry in entries else ""
        drawn, twenties = str(line.drawn) * has_draws, str(line.twenties) * has_twenties
        points = str(line.points) * has_points
        buchholz = "" if line.buchholz is None else line.buchholz
        figures = (line.played, line.won, drawn, line.lost, points, buchholz, line.net, twenties)
        why = f"{remarks.why(line)}{' — to be decided' if line.open else ''}"
        rows.append((str(line.place), name, *map(str, figures), why))
    show_table(title, _OF_PLACES, rows)

"""`boardside lists`: the results of an event on paper: standing, groups, matches by round, the bracket."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from host_tools.console.database_option import DEFAULT_DATABASE, Database
from host_tools.exports import bracket, event_report
from host_tools.exports.event_report import EventReport, StageReport
from host_tools.exports.flow import ROW, Column, Flow
from host_tools.exports.output import Fonts, counted, failed, moment_now, say, write
from host_tools.exports.paper import Paper
from host_tools.exports.reasons import ExportError
from host_tools.store import Store, StoreError
from host_tools.store.database import reading
from host_tools.tournament.commands.command_line import showing
from host_tools.tournament.draw import draw_order
from host_tools.tournament.model import wording
from host_tools.tournament.model.model import Correction, Fixture, Place
from host_tools.tournament.standings import results, sports
from host_tools.words import desk as desk_words
from host_tools.words import places as place_words


def render(
    reports: Iterable[EventReport], moment: datetime, fonts: Sequence[Path] | None = None
) -> tuple[bytes, str]:
    """The PDF, in which each event begins on a new page, and one line about letters that no font has ("":
    none). The same reports and moment give the same bytes. fonts: as `Paper` takes them. Raises ExportError.
    """
    paper = Paper("Results", moment, fonts=fonts)
    for report in reports:
        flow = Flow(paper, report)
        flow.new_page()
        for _title, draw in parts(flow):
            draw()
    return paper.done(), paper.complaint


def parts(flow: Flow) -> Iterator[tuple[str, Callable[[], None]]]:
    """The parts of the list of an event: what each is called in a table of contents, and what draws it."""
    report = flow.report
    drawn = [stage for stage in report.stages if stage.fixtures]
    yield "Standing" if drawn else "Entries", partial(_standing, flow)
    for stage in drawn:
        yield event_report.stage_name(stage.stage), partial(_stage, flow, stage)
    if event_report.seed(report):
        yield "The draw", partial(_draw_of, flow)
    title = f"{report.tournament.name}: {report.competition.name}"
    for stage in report.stages:
        if stage.pages:
            name = f"Bracket: {event_report.stage_name(stage.stage)}"
            yield name, partial(bracket.draw, flow.paper, title, stage.pages, report.numbers)


def _standing(flow: Flow) -> None:
    """The order of the event: the first page of the list."""
    if not any(stage.fixtures for stage in flow.report.stages):
        flow.heading("Entries")
        entries = [entry for entry in flow.report.entries.values() if not entry.withdrawn]
        columns = (Column("Entry", 90, bold=True), Column("Club", 68), Column("Seed", 30, "R"))
        flow.table(columns, ((entry.title, entry.club, str(entry.seeding or "")) for entry in entries))
        return
    is_over = flow.report.competition.state == "done"
    for number, (stage, places) in enumerate(event_report.ranking(flow.report)):
        name = event_report.stage_name(stage.stage)
        if number == 0:
            flow.heading("Final standing" if is_over else f"Standing: {name}")
        elif is_over:
            flow.heading(f"From place {places[0].place}: {name}")
        else:
            return  # an entry that is not in the last stage has no place yet
        _places(flow, stage, places)


def _places(flow: Flow, stage: StageReport, places: Sequence[Place]) -> None:
    """A standing. A knockout gives no points, and nobody draws in it."""
    report = flow.report
    has_twenties = sports.of_ruleset(report.competition.ruleset).has_twenties
    is_knockout = stage.stage.kind == "knockout"
    columns = [
        Column("", 9, "R"),
        Column("Name", 55 + (21 if is_knockout else 0), bold=True),
        Column("Club", 27),
        *(Column(title, 9, "R") for title in ("Played", "Won", "Drawn", "Lost")),
        Column("Points", 12, "R", bold=True),
        Column("Buchholz", 14, "R"),
        Column("20s" if has_twenties else "Net", 11, "R"),
        Column("Decided by", 38),
    ]
    rows = [_place_row(report, place, has_twenties) for place in places]
    left_out = [5, 7] if is_knockout else []
    if not places or places[0].buchholz is None:
        left_out.append(8)
    else:
        columns[1] = Column("Name", 41, bold=True)
    kept = [number for number in range(len(columns)) if number not in left_out]
    flow.table([columns[number] for number in kept], ([row[number] for number in kept] for row in rows))


def _place_row(report: EventReport, place: Place, has_twenties: bool) -> tuple[str, ...]:
    entry = report.entries.get(place.entry)
    return (
        f"{place.place}." + ("*" if place.open else ""),
        report.name(place.entry),
        entry.club if entry is not None else "",
        *(str(number) for number in (place.played, place.won, place.drawn, place.lost, place.points)),
        str(place.buchholz),
        str(place.twenties) if has_twenties else f"{place.net:+d}" if place.net else "0",
        place_words.why(place),
    )


def _stage(flow: Flow, stage: StageReport) -> None:
    name = event_report.stage_name(stage.stage)
    seed = f" (draw {stage.stage.seed})" if stage.stage.seed else ""
    groups = sorted({fixture.group for fixture in stage.fixtures})
    if groups != [0]:
        for group in groups:
            flow.heading(f"{name}: group {wording.group_letter(group)}")
            _places(flow, stage, stage.places.get(group, []))
    flow.heading(f"{name}: matches{seed}")
    flow.table(_MATCH_COLUMNS, (_match_row(flow.report, fixture) for fixture in _by_round(stage.fixtures)))
    for text in wording.swaps([stage.stage], flow.report.entries):
        flow.words(text)
    own = {fixture.id for fixture in stage.fixtures}
    corrections = [correction for correction in flow.report.corrections if correction.fixture in own]
    for text in _by_hand(corrections, flow.report):
        flow.words(text)


_DRAW_COLUMNS = (
    Column("Entry", 14, "R"),
    Column("Name", 74, bold=True),
    Column("Club", 46),
    Column("Seeding", 18, "C"),
    Column("Lot begins with", 36),
)


def _draw_of(flow: Flow) -> None:
    """What is needed to repeat the draw: seed, entries by their number, seeding, lots."""
    seed = event_report.seed(flow.report)
    flow.heading("The draw", 7 * ROW)
    words = (
        f"Seed {seed}. The lot of an entry is the SHA-256 of seed, “|” and the entry's number; how lots, "
        "seedings and clubs make the draw is in docs/organiser/standings.md. It is made again by "
        f"boardside draw --seed {seed}."
    )
    flow.words(words)
    for text in wording.swaps([stage.stage for stage in flow.report.stages], flow.report.entries):
        flow.words(text)
    flow.y += 1
    rows = (
        (
            str(entry.id),
            entry.title,
            entry.club,
            str(entry.seeding or ""),
            draw_order.lot(seed, entry.id)[:12],
        )
        for entry in flow.report.entries.values()
    )
    flow.table(_DRAW_COLUMNS, rows)


def _by_hand(corrections: Sequence[Correction], report: EventReport) -> Iterator[str]:
    """The corrections by hand, below the list in which they are marked. What one person entered for one
    reason is one line. What came before a result was cleared is left out: no mark stands for it.
    """
    cleared = {
        correction.fixture: at for at, correction in enumerate(corrections) if correction.after is None
    }
    corrections = [each for at, each in enumerate(corrections) if at > cleared.get(each.fixture, -1)]
    entered: dict[tuple[str, str], list[str]] = {}
    for correction in corrections:
        if correction.before is None:
            how = "§ taken" if correction.code == "imported" else "* entered"
            words = f"{how} by {correction.actor}", desk_words.correction(correction)
            entered.setdefault(words, []).append(report.number(correction.fixture))
    for (by, reason), fixtures in entered.items():
        yield f"{by}: {reason}: {', '.join(fixtures)}"
    for correction in corrections:
        if correction.before is not None:
            before, after = results.shown(correction.before), results.shown(correction.after)
            why = desk_words.correction(correction)
            number = report.number(correction.fixture)
            yield f"† {number}: corrected by {correction.actor} from {before} to {after}: {why}"


_MATCH_COLUMNS = (
    Column("Match", 16),
    Column("Round", 38),
    Column("A", 50, "R"),
    Column("B", 50),
    Column("Result", 34, bold=True),
)


def _by_round(fixtures: Sequence[Fixture]) -> Iterator[Fixture]:
    shown = [each for each in fixtures if each.state not in ("bye", "off") or each.result is not None]
    yield from sorted(shown, key=lambda fixture: (fixture.round, fixture.group, fixture.number))


def _match_row(report: EventReport, fixture: Fixture) -> tuple[str, ...]:
    mark = wording.mark(fixture)
    held = " (protest)" if fixture.state == "held" else ""
    if fixture.unconfirmed:
        held = desk_words.UNCONFIRMED
    return (
        report.number(fixture.id),
        wording.where(fixture),
        report.side(fixture.a, fixture.source_a),
        report.side(fixture.b, fixture.source_b),
        f"{event_report.score(fixture)}{mark}{held}",
    )


def lists_command(
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The PDF to write; with .svg only the bracket.")
    ],
    event: Annotated[str | None, typer.Option("--event", "-e", help="Of this event, by its key.")] = None,
    tournament: Annotated[str | None, typer.Option("--tournament", "-t", help="Of this tournament.")] = None,
    fonts: Fonts = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Write result lists as a PDF: standing with what decided each place, groups, matches, bracket."""
    try:
        if output.suffix.lower() not in (".pdf", ".svg"):
            raise ExportError("list_format", file=str(output))
        store = Store.open(db, create=False)
        try:
            with reading(store.engine) as connection:
                reports = event_report.read(connection, tournament, event)
        finally:
            store.close()
        if not reports:
            raise ExportError("no_event_yet")
        is_picture = output.suffix.lower() == ".svg"
        if is_picture:
            content, complaint = _picture(reports), ""
        else:
            with showing("Drawing", "events") as progress:
                content, complaint = render(counted(reports, progress), moment_now(), fonts or None)
        write(output, content)
    except (ExportError, StoreError) as error:
        raise failed(error) from error
    typer.echo(f"{output}: {', '.join(report.competition.name for report in reports)}.")
    say(complaint)


def _picture(reports: Sequence[EventReport]) -> bytes:
    layouts = [stage.layout for report in reports for stage in report.stages if stage.layout is not None]
    if len(layouts) != 1:
        raise ExportError("one_bracket_only", count=len(layouts))
    return bracket.svg(layouts[0]).encode()

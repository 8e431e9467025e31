"""`boardside lists`: the results of an event on paper (standing, groups, matches by round, the bracket), and
a tournament as one PDF: title, contents, each event's results, its score cards.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from host_tools.console.shared_options import DEFAULT_DATABASE, Database, EventOption, Fonts, Language
from host_tools.exports import bracket, card_sheet, event_report, match_place, scorecards
from host_tools.exports.card import Card
from host_tools.exports.event_report import EventReport
from host_tools.exports.output import (
    Choice,
    in_language,
    moment_now,
    say,
    write,
)
from host_tools.exports.reasons import ExportError
from host_tools.exports.typesetting import Part, Progress, typeset
from host_tools.i18n import gettext as _
from host_tools.i18n import pgettext, translated
from host_tools.store import Store
from host_tools.store.command_line import errors_reported
from host_tools.store.database import reading
from host_tools.tournament.commands.command_line import Which, at_desk, showing
from host_tools.tournament.draw import draw_order
from host_tools.tournament.model import remarks, ties, wording
from host_tools.tournament.model.model import Correction, Fixture, Place, Stage
from host_tools.tournament.standings import results, sports

#: A column's title and its look, in letters: w: its texts may be long, and wrap; b: bold; e: aligned at the
#: end; l: figures, which read from left to right in every language.
Column = tuple[str, str]
#: A heading (`heading`, and `chapter`: what the contents call what begins here), a table (`columns`, `rows`)
#: or small print (`paragraph`), for `templates/lists.typ`.
Item = dict[str, Any]


def render(
    reports: Sequence[EventReport],
    moment: datetime,
    fonts: Sequence[Path] | None = None,
    progress: Progress = lambda done, total: None,
) -> tuple[bytes, str]:
    """The PDF, in which each event begins on a new page, and one line about letters that no font has ("":
    none). The same reports and moment give the same bytes. fonts, progress: as for `typeset`. Raises
    ExportError.
    """
    pages = [part for report in reports for part in parts(report)]
    spellings = {name: latin for report in reports for name, latin in event_report.spellings(report).items()}
    return typeset(
        _("Results"), pages, moment,
        fonts=fonts, spellings=spellings, numbered=True, tagged=True, progress=progress,
    )  # fmt: skip


def parts(report: EventReport) -> list[Part]:
    """The list of an event as parts of a document: tables, then brackets."""
    about = report.tournament
    event = {
        "name": report.competition.name,
        "tournament": about.name,
        "place": ", ".join(filter(None, (about.place, about.days))),
        "items": [*_standing(report), *_stages(report), *_draw_of(report)],
    }
    pages: list[Part] = [{"kind": "event", "event": event}]
    for stage in report.stages:
        if stage.kind == "knockout" and report.of_stage(stage):
            title = f"{about.name}: {report.competition.name}"
            pictures = bracket.pictures(report, title, ties.folded(report.of_stage(stage)))
            brackets: list[Part] = [{"kind": "bracket", "bracket": picture} for picture in pictures]
            brackets[0]["chapter"] = _("Bracket: {stage}", stage=match_place.stage_name(stage))
            pages += brackets
    return pages


def _standing(report: EventReport) -> Iterator[Item]:
    """The order of the event: the first page of the list."""
    if not report.fixtures:
        yield {"heading": _("Entries"), "chapter": _("Entries")}
        entries = [entry for entry in report.entries.values() if not entry.withdrawn]
        columns = [(_("Entry"), "wb"), (_("Club"), "w"), (_("Seed"), "e")]
        yield _table(columns, ([entry.title, entry.club, str(entry.seeding or "")] for entry in entries))
        return
    is_over = report.competition.state == "done"
    for number, (stage, places) in enumerate(event_report.ranking(report)):
        name = match_place.stage_name(stage)
        if number == 0:
            heading = _("Final standing") if is_over else _("Standing: {stage}", stage=name)
            yield {"heading": heading, "chapter": _("Standing")}
        elif is_over:
            yield {"heading": _("From place {place}: {stage}", place=places[0].place, stage=name)}
        else:
            return  # an entry that is not in the last stage has no place yet
        yield _places(report, stage, places)


def _places(report: EventReport, stage: Stage, places: Sequence[Place]) -> Item:
    """A standing. A knockout gives no points, and nobody draws in it."""
    has_twenties = sports.of_ruleset(report.competition.ruleset).has_twenties
    is_knockout = stage.kind == "knockout"
    has_buchholz = bool(places) and places[0].buchholz is not None
    columns = [
        (True, ("", "e")),
        (True, (_("Name"), "wb")),
        (True, (_("Club"), "w")),
        (True, (pgettext("standing", "Played"), "e")),
        (True, (pgettext("standing", "Won"), "e")),
        (not is_knockout, (pgettext("standing", "Drawn"), "e")),
        (True, (pgettext("standing", "Lost"), "e")),
        (not is_knockout, (pgettext("standing", "Points"), "eb")),
        (has_buchholz, (pgettext("standing", "Buchholz"), "e")),
        (True, (pgettext("standing", "20s") if has_twenties else pgettext("standing", "Net"), "el")),
        (True, (_("Decided by"), "w")),
    ]
    rows = (_place_row(report, place, has_twenties) for place in places)
    return _table(
        [column for is_shown, column in columns if is_shown],
        ([cell for (is_shown, _column), cell in zip(columns, row, strict=True) if is_shown] for row in rows),
    )


def _place_row(report: EventReport, place: Place, has_twenties: bool) -> list[str]:
    entry = report.entries.get(place.entry)
    return [
        f"{place.place}." + ("*" if place.open else ""),
        report.name(place.entry),
        entry.club if entry is not None else "",
        *(str(number) for number in (place.played, place.won, place.drawn, place.lost, place.points)),
        str(place.buchholz),
        str(place.twenties) if has_twenties else f"{place.net:+d}" if place.net else "0",
        remarks.why(place, translated),
    ]


def _stages(report: EventReport) -> Iterator[Item]:
    """The groups and the matches of each stage that is drawn."""
    for stage in report.stages:
        drawn = report.of_stage(stage)
        if not drawn:
            continue
        name = match_place.stage_name(stage)
        groups = sorted({fixture.group for fixture in drawn})
        matches = _("{stage}: matches", stage=name)
        if stage.seed:
            draw = _("draw {seed}", seed=stage.seed)
            matches = f"{matches} ({draw})"
        places = report.standings[stage.position]
        tables = [
            (f"{name}: {match_place.group_name(group)}", _places(report, stage, places.get(group, [])))
            for group in groups
            if group
        ]
        for at, (heading, table) in enumerate([*tables, (matches, _matches(report, drawn))]):
            yield {"heading": heading, "chapter": name} if at == 0 else {"heading": heading}
            yield table
        own = {fixture.id for fixture in drawn}
        corrections = [correction for correction in report.corrections if correction.fixture in own]
        for text in (*_swaps(report, [stage]), *_by_hand(corrections, report)):
            yield {"paragraph": text}


def _draw_of(report: EventReport) -> Iterator[Item]:
    """What is needed to repeat the draw: seed, entries by their number, seeding, lots."""
    seed = event_report.seed(report)
    if not seed:
        return
    yield {"heading": _("The draw"), "chapter": _("The draw")}
    yield {
        "paragraph": _(
            "Seed {seed}. The lot of an entry is the SHA-256 of seed, “|” and the entry's number; how lots, "
            "seedings and clubs make the draw is in {page}. It is made again by {command}.",
            seed=seed,
            page="docs/organiser/standings.md",
            command=f"boardside draw --seed {seed}",
        )
    }
    for text in _swaps(report, report.stages):
        yield {"paragraph": text}
    columns = [
        (_("Entry"), "e"),
        (_("Name"), "wb"),
        (_("Club"), "w"),
        (_("Seeding"), "e"),
        (_("Lot begins with"), "l"),
    ]
    entries = report.entries.values()
    yield _table(
        columns,
        (
            [
                str(entry.id),
                entry.title,
                entry.club,
                str(entry.seeding or ""),
                draw_order.lot(seed, entry.id)[:12],
            ]
            for entry in entries
        ),
    )


def _swaps(report: EventReport, stages: Sequence[Stage]) -> Iterator[str]:
    """What was changed by hand in the draws of these stages."""
    for stage in stages:
        for swap in stage.swaps:
            yield _(
                "The draw of {stage} was changed by hand: {one} and {other} ({reason}).",
                stage=match_place.stage_name(stage),
                one=report.name(swap.a) or swap.a,
                other=report.name(swap.b) or swap.b,
                reason=swap.reason,
            )


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
            is_import = correction.code == "imported"
            by = (
                _("taken by {who}", who=correction.actor)
                if is_import
                else _("entered by {who}", who=correction.actor)
            )
            words = f"{'§' if is_import else '*'} {by}", remarks.correction(correction)
            entered.setdefault(words, []).append(report.number(correction.fixture))
    for (by, reason), fixtures in entered.items():
        yield f"{by}: {reason}: {', '.join(fixtures)}"
    for correction in corrections:
        if correction.before is not None:
            corrected = _(
                "{match}: corrected by {who} from {before} to {after}: {why}",
                match=report.number(correction.fixture),
                who=correction.actor,
                before=results.shown(correction.before),
                after=results.shown(correction.after),
                why=remarks.correction(correction),
            )
            yield f"\u2020 {corrected}"


def _matches(report: EventReport, fixtures: Sequence[Fixture]) -> Item:
    """The matches of a stage by round."""
    listed = [each for each in fixtures if each.state not in ("bye", "off") or each.result is not None]
    columns = [
        (_("Match"), ""),
        (pgettext("match", "Round"), ""),
        ("A", "we"),
        ("B", "w"),
        (_("Result"), "bl"),
    ]
    by_round = sorted(listed, key=lambda fixture: (fixture.round, fixture.group, fixture.number))
    return _table(columns, (_match_row(report, fixture) for fixture in by_round))


def _match_row(report: EventReport, fixture: Fixture) -> list[str]:
    protest = _("protest")
    held = f" ({protest})" if fixture.state == "held" else ""
    if fixture.unconfirmed:
        held = _("decided, not confirmed")
    sides = report.side(fixture.a, fixture.source_a), report.side(fixture.b, fixture.source_b)
    return [
        report.number(fixture.id),
        match_place.where(match_place.planned(fixture)),
        *sides,
        f"{event_report.score(fixture, sides)}{wording.mark(fixture)}{held}",
    ]


def _table(columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> Item:
    return {"columns": columns, "rows": list(rows)}


def picture(
    reports: Sequence[EventReport], moment: datetime, fonts: Sequence[Path] | None
) -> tuple[bytes, str]:
    """The only bracket of these events as SVG, and what `render` says besides. Raises ExportError."""
    knockouts = [
        (report, stage)
        for report in reports
        for stage in report.stages
        if stage.kind == "knockout" and report.of_stage(stage)
    ]
    if len(knockouts) != 1:
        raise ExportError("one_bracket_only", count=len(knockouts))
    [(report, stage)] = knockouts
    drawn = bracket.picture(report, "", ties.folded(report.of_stage(stage)))
    part = {"kind": "bracket", "bracket": drawn}
    return typeset("", [part], moment, fonts=fonts, spellings=event_report.spellings(report), form="svg")


# A tournament as one PDF


class Chapter(NamedTuple):
    """An event of the book with the score cards that are wanted."""

    report: EventReport
    cards: Sequence[Card]


def read_chapters(store: Store, tournament: str, with_cards: bool) -> list[Chapter]:
    """The events of the tournament with this key. Raises ExportError without one, and StoreError."""
    with reading(store.engine) as connection:
        reports = event_report.read(connection, tournament)
    if not reports:
        raise ExportError("no_event_yet")
    return [Chapter(report, _cards(store, report) if with_cards else ()) for report in reports]


def _cards(store: Store, report: EventReport) -> Sequence[Card]:
    choice = Choice(tournament=report.tournament.key, event=report.competition.key)
    try:
        return scorecards.cards(store, choice, datetime.now().astimezone().tzinfo or UTC)
    except ExportError:
        return ()  # nothing was played


def render_book(
    chapters: Sequence[Chapter],
    moment: datetime,
    progress: Progress = lambda done, total: None,
    fonts: Sequence[Path] | None = None,
) -> tuple[bytes, str]:
    """The PDF, and one line about letters that no font has ("": none). The same chapters and moment give the
    same bytes. fonts, progress: as for `typeset`. Raises ExportError.
    """
    about = chapters[0].report.tournament
    pages: list[Part] = [
        {
            "kind": "title",
            "name": about.name,
            "place": ", ".join(filter(None, (about.place, about.days))),
            "events": [chapter.report.competition.name for chapter in chapters],
            "as_of": _("As of {time}", time=f"{moment.astimezone():%Y-%m-%d %H:%M}"),
        },
        {"kind": "contents", "title": _("Contents")},
    ]
    spellings: dict[str, str] = {}
    for chapter in chapters:
        event, *brackets = parts(chapter.report)
        cards = card_sheet.parts(chapter.cards)
        if cards:
            cards[0]["chapter"] = _("Score cards")
        pages += [event | {"chapter": chapter.report.competition.name, "level": 1}, *brackets, *cards]
        spellings |= event_report.spellings(chapter.report) | card_sheet.spellings(chapter.cards)
    return typeset(
        about.name, pages, moment, fonts=fonts, spellings=spellings, numbered=True, progress=progress
    )


def lists_command(
    file: Annotated[Path, typer.Argument(help="The PDF to write; with .svg only the bracket.")],
    event: EventOption = None,
    tournament: Which = None,
    is_book: Annotated[
        bool, typer.Option("--book", help="The whole tournament, with a title and contents.")
    ] = False,
    cards: Annotated[bool, typer.Option("--cards", help="The book with all score cards.")] = False,
    fonts: Fonts = None,
    language: Language = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Write result lists as a PDF: standing with what decided each place, groups, matches, bracket."""
    with at_desk(db) as desk, errors_reported():
        if file.suffix.lower() not in (".pdf", ".svg"):
            raise ExportError("list_format", file=str(file))
        if is_book or cards:
            key = desk.tournament(tournament).key
            with showing("Drawing", "events and cards") as progress, in_language(language):
                chapters = read_chapters(desk.store, key, cards)
                content, complaint = render_book(chapters, moment_now(), progress, fonts or None)
            reports = [chapter.report for chapter in chapters]
        else:
            with reading(desk.store.engine) as connection:
                reports = event_report.read(connection, tournament, event)
            if not reports:
                raise ExportError("no_event_yet")
            with showing("Drawing", "pages") as progress, in_language(language):
                if file.suffix.lower() == ".svg":
                    content, complaint = picture(reports, moment_now(), fonts or None)
                else:
                    content, complaint = render(reports, moment_now(), fonts or None, progress)
        write(file, content)
    typer.echo(f"{file}: {', '.join(report.competition.name for report in reports)}.")
    say(complaint)

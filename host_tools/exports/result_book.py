"""`boardside book`: a tournament as one PDF: title, contents, the results of each event, its score cards."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from host_tools.console.database_option import DEFAULT_DATABASE, Database
from host_tools.exports import card_sheet, event_report, lists, scorecards
from host_tools.exports.card import Card
from host_tools.exports.event_report import EventReport
from host_tools.exports.flow import BOTTOM, INNER, ROW, Flow
from host_tools.exports.output import Choice, Fonts, counted, failed, moment_now, say, write
from host_tools.exports.paper import GREY, INK, MARGIN, Paper
from host_tools.exports.reasons import ExportError
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.tournament.commands.command_line import Progress, Which, at_desk, showing

LINE = ROW + 0.6
#: The lines of the contents on a page.
LINES = int((BOTTOM - 32) / LINE)
CARDS = "Score cards"


class Chapter(NamedTuple):
    """An event of the book with the score cards that are wanted."""

    report: EventReport
    cards: Sequence[Card]


class Entry(NamedTuple):
    """A line of the contents. level: 0 for an event, 1 for a part of it."""

    level: int
    title: str
    page: int


def read(store: Store, tournament: str, with_cards: bool) -> list[Chapter]:
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


def render(
    chapters: Sequence[Chapter],
    moment: datetime,
    progress: Progress = lambda done, total: None,
    fonts: Sequence[Path] | None = None,
) -> tuple[bytes, str]:
    """The PDF, and one line about letters that no font has ("": none). The same chapters and moment give the
    same bytes. progress: called before each event and each card; what it raises stops the work. fonts: as
    `Paper` takes them. Raises ExportError.
    """
    paper = Paper(chapters[0].report.tournament.name, moment, fonts=fonts, is_book=True)
    _title_page(paper, chapters, moment)
    flows = [Flow(paper, chapter.report) for chapter in chapters]
    parts = [list(lists.parts(flow)) for flow in flows]
    lines = sum(1 + len(own) + bool(chapter.cards) for own, chapter in zip(parts, chapters, strict=True))
    sheets = -(-lines // LINES)
    for _sheet in range(sheets):
        paper.add_page("portrait")
    total = len(chapters) + sum(len(chapter.cards) for chapter in chapters)
    done, entries = 0, list[Entry]()

    def shown(before: int) -> Progress:
        return lambda some, _count: progress(before + some, total)

    for chapter, flow, own in zip(chapters, flows, parts, strict=True):
        progress(done, total)
        flow.new_page()
        entries.append(_entry(paper, 0, chapter.report.competition.name, paper.page))
        for title, draw in own:
            entries.append(_part(flow, title, draw))
        done += 1
        if chapter.cards:
            cards = counted(chapter.cards, shown(done))
            entries.append(_part(flow, CARDS, partial(card_sheet.draw, paper, cards)))
            done += len(chapter.cards)
    _contents(paper, entries)
    return paper.done(), paper.complaint


def _part(flow: Flow, title: str, draw: Callable[[], None]) -> Entry:
    """Draw a part of an event; its line of the contents."""
    flow.begins, before = 0, flow.paper.page
    draw()
    return _entry(flow.paper, 1, title, flow.begins or before + 1)


def _entry(paper: Paper, level: int, title: str, page: int) -> Entry:
    paper.bookmark(title, level, page)
    return Entry(level, title, page)


def _title_page(paper: Paper, chapters: Sequence[Chapter], moment: datetime) -> None:
    about = chapters[0].report.tournament
    paper.add_page("portrait")
    y = 70.0
    for line in paper.lines_of(about.name, INNER, 30):
        paper.text_in(MARGIN, y, INNER, 14, line, 30, bold=True)
        y += 14
    where = ", ".join(part for part in (about.place, about.days) if part)
    paper.text_in(MARGIN, y + 3, INNER, 8, where, 14)
    paper.rule(MARGIN, y + 15, MARGIN + INNER, y + 15, 0.8, INK)
    y += 20
    for chapter in chapters:
        paper.text_in(MARGIN, y, INNER, 7, chapter.report.competition.name, 12)
        y += 7
        if y > BOTTOM - 14:
            break  # the contents have them all
    as_of = f"As of {moment.astimezone():%Y-%m-%d %H:%M}"
    paper.text_in(MARGIN, BOTTOM - 6, INNER, 5, as_of, 9, colour=GREY)


def _contents(paper: Paper, entries: Sequence[Entry]) -> None:
    """Fill the pages behind the title."""
    last = paper.page
    for number, entry in enumerate(entries):
        sheet, line = divmod(number, LINES)
        if line == 0:
            paper.turn_to(2 + sheet)
            paper.text_in(MARGIN, 12, INNER, 8, "Contents", 17, bold=True)
            paper.rule(MARGIN, 23, MARGIN + INNER, 23, 0.5, INK)
        y = 28 + line * LINE
        left = MARGIN + 6 * entry.level
        is_event = entry.level == 0
        paper.text_in(left, y, INNER - 20, LINE, entry.title, 10 if is_event else 9, bold=is_event)
        paper.text_in(MARGIN, y, INNER, LINE, str(entry.page), 9, align="R", bold=is_event)
        paper.link(MARGIN, y, INNER, LINE, entry.page)
    paper.turn_to(last)


def book_command(
    output: Annotated[Path, typer.Option("--output", "-o", help="The PDF to write.")],
    tournament: Which = None,
    cards: Annotated[bool, typer.Option("--cards", help="With all score cards.")] = False,
    fonts: Fonts = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Write the tournament as one PDF: contents, standings, matches by round, brackets, score cards."""
    with at_desk(db) as desk, showing("Drawing", "events and cards") as progress:
        try:
            chapters = read(desk.store, desk.tournament(tournament).key, cards)
            content, complaint = render(chapters, moment_now(), progress, fonts or None)
            write(output, content)
        except ExportError as error:
            raise failed(error) from error
    names = ", ".join(chapter.report.competition.name for chapter in chapters)
    typer.echo(f"{output}: {names}.")
    say(complaint)

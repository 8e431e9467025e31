"""`boardside lists`, and a tournament as one PDF: title, contents, each event's results, its score cards."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from host_tools.console.shared_options import DEFAULT_DATABASE, Database, EventOption
from host_tools.exports import card_sheet, event_report, lists, scorecards
from host_tools.exports.card import Card
from host_tools.exports.event_report import EventReport
from host_tools.exports.output import (
    Choice,
    Fonts,
    SheetLanguage,
    failed,
    in_language,
    moment_now,
    say,
    write,
)
from host_tools.exports.reasons import ExportError
from host_tools.exports.typesetting import Part, Progress, typeset
from host_tools.i18n import gettext as _
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.tournament.commands.command_line import Which, at_desk, showing


class Chapter(NamedTuple):
    """An event of the book with the score cards that are wanted."""

    report: EventReport
    cards: Sequence[Card]


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
        event, *brackets = lists.parts(chapter.report)
        cards = card_sheet.parts(chapter.cards)
        if cards:
            cards[0]["chapter"] = _("Score cards")
        pages += [event | {"chapter": chapter.report.competition.name, "level": 1}, *brackets, *cards]
        spellings |= event_report.spellings(chapter.report) | card_sheet.spellings(chapter.cards)
    return typeset(
        about.name, pages, moment, fonts=fonts, spellings=spellings, numbered=True, progress=progress
    )


def lists_command(
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The PDF to write; with .svg only the bracket.")
    ],
    event: EventOption = None,
    tournament: Which = None,
    is_book: Annotated[
        bool, typer.Option("--book", help="The whole tournament, with a title and contents.")
    ] = False,
    cards: Annotated[bool, typer.Option("--cards", help="The book with all score cards.")] = False,
    fonts: Fonts = None,
    language: SheetLanguage = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Write result lists as a PDF: standing with what decided each place, groups, matches, bracket."""
    with at_desk(db) as desk:
        try:
            if output.suffix.lower() not in (".pdf", ".svg"):
                raise ExportError("list_format", file=str(output))
            if is_book or cards:
                key = desk.tournament(tournament).key
                with showing("Drawing", "events and cards") as progress, in_language(language):
                    chapters = read(desk.store, key, cards)
                    content, complaint = render(chapters, moment_now(), progress, fonts or None)
                reports = [chapter.report for chapter in chapters]
            else:
                with reading(desk.store.engine) as connection:
                    reports = event_report.read(connection, tournament, event)
                if not reports:
                    raise ExportError("no_event_yet")
                with showing("Drawing", "pages") as progress, in_language(language):
                    if output.suffix.lower() == ".svg":
                        content, complaint = lists.picture(reports, moment_now(), fonts or None)
                    else:
                        content, complaint = lists.render(reports, moment_now(), fonts or None, progress)
            write(output, content)
        except ExportError as error:
            raise failed(error) from error
    typer.echo(f"{output}: {', '.join(report.competition.name for report in reports)}.")
    say(complaint)

"""`boardside book`: a tournament as one PDF: title, contents, the results of each event, its score cards."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from host_tools.console.shared_options import DEFAULT_DATABASE, Database
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


def book_command(
    output: Annotated[Path, typer.Option("--output", "-o", help="The PDF to write.")],
    tournament: Which = None,
    cards: Annotated[bool, typer.Option("--cards", help="With all score cards.")] = False,
    fonts: Fonts = None,
    language: SheetLanguage = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Write the tournament as one PDF: contents, standings, matches by round, brackets, score cards."""
    with at_desk(db) as desk, showing("Drawing", "events and cards") as progress:
        try:
            with in_language(language):
                chapters = read(desk.store, desk.tournament(tournament).key, cards)
                content, complaint = render(chapters, moment_now(), progress, fonts or None)
            write(output, content)
        except ExportError as error:
            raise failed(error) from error
    names = ", ".join(chapter.report.competition.name for chapter in chapters)
    typer.echo(f"{output}: {names}.")
    say(complaint)

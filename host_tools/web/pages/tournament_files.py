"""The files of a tournament, for the organiser's page and for scripts: paper, spreadsheets, pages."""

import io
import tempfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, get_args

from host_tools.backup import portable
from host_tools.exports import Choice, card_sheet, event_report, lists, scorecards
from host_tools.exports.export_command import Format, exported
from host_tools.exports.lists import read_chapters, render_book
from host_tools.exports.output import in_language, moment_now
from host_tools.exports.reasons import ExportError
from host_tools.exports.sheets import WHATS, SheetName
from host_tools.i18n import CODES
from host_tools.outside.files import safe_name
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.tournament.commands.command_line import Progress
from host_tools.web.pages import static_site

Kind = Literal["book", "book_cards", "cards", "planned", "lists", "xlsx", "json", "pages", "archive"]
KINDS: tuple[Kind, ...] = get_args(Kind)
ALL = "all"
PDF = "application/pdf"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
#: Kinds that can be of one event alone.
OF_EVENT: tuple[Kind, ...] = ("cards", "planned", "lists", "xlsx", "json")
#: The end of each file's name, its media type, and what its progress counts.
FORMS: Mapping[Kind, tuple[str, str, str]] = {
    "book": (".pdf", PDF, "events and cards"),
    "book_cards": (".pdf", PDF, "events and cards"),
    "cards": ("-cards.pdf", PDF, "score cards"),
    "planned": ("-cards-to-fill-in.pdf", PDF, "score cards"),
    "lists": ("-results.pdf", PDF, "events"),
    "xlsx": (".xlsx", XLSX, "parts"),
    "json": (".json", "application/json", "parts"),
    "pages": ("-pages.zip", "application/zip", "pages"),
    "archive": (".boardside", "application/zip", "parts"),
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file of the tournament with this key. event: the key of its only event, where the kind takes one;
    None: all. language: of paper and pages; ALL: pages in every one.
    """

    kind: Kind
    tournament: str
    event: str | None = None
    language: str = "en"

    @property
    def name(self) -> str:
        """The file's name."""
        event = f"-{self.event}" if self.event and self.kind in OF_EVENT else ""
        return f"{safe_name(f'{self.tournament}{event}')}{FORMS[self.kind][0]}"


def make(store: Store, request: Wanted, progress: Progress = lambda done, total: None) -> bytes:
    """The file. progress: called while it is made; what it raises stops that, and nothing is left. Raises
    ExportError, CareError and StoreError.
    """
    progress(0, 1)
    return _MAKERS[request.kind](store, request, progress)


def _book(store: Store, request: Wanted, progress: Progress) -> bytes:
    with _in_language(request):
        chapters = read_chapters(store, request.tournament, request.kind == "book_cards")
        return render_book(chapters, moment_now(), progress)[0]


def _cards(store: Store, request: Wanted, progress: Progress) -> bytes:
    zone = datetime.now().astimezone().tzinfo or UTC
    choice = Choice(tournament=request.tournament, event=request.event, planned=request.kind == "planned")
    with _in_language(request):
        cards = scorecards.cards(store, choice, zone)
        return card_sheet.render(cards, moment_now(), progress=progress)[0]


def _lists(store: Store, request: Wanted, progress: Progress) -> bytes:
    with reading(store.engine) as connection:
        reports = event_report.read(connection, request.tournament, request.event)
    if not reports:
        raise ExportError("no_event_yet")
    with _in_language(request):
        return lists.render(reports, moment_now(), progress=progress)[0]


def _in_language(request: Wanted) -> AbstractContextManager[None]:
    """Paper is in one language: for ALL in this computer's."""
    return in_language(None if request.language == ALL else request.language)


def _sheets(store: Store, request: Wanted, progress: Progress) -> bytes:
    choice = Choice(tournament=request.tournament, event=request.event)
    whats: list[SheetName] = [name for name in WHATS if name != "events"]
    return exported(store, Format(request.kind), whats, choice, moment_now(), progress=progress)


def _pages(store: Store, request: Wanted, progress: Progress) -> bytes:
    codes: Sequence[str] = CODES if request.language == ALL else (request.language,)
    with tempfile.TemporaryDirectory(prefix="boardside-") as made:
        folder = Path(made) / "pages"
        static_site.write(store, folder, request.tournament, codes, moment_now(), progress)
        return zipped(folder, safe_name(request.tournament))


def _archive(store: Store, request: Wanted, progress: Progress) -> bytes:
    with tempfile.TemporaryDirectory(prefix="boardside-") as made:
        file = Path(made) / "tournament.boardside"
        portable.archive(store, request.tournament, file, moment_now())
        return file.read_bytes()


def zipped(folder: Path, name: str) -> bytes:
    """The folder as a ZIP file, in which it has this name."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            archive.write(file, Path(name) / file.relative_to(folder))
    return packed.getvalue()


_MAKERS: Mapping[Kind, Callable[[Store, Wanted, Progress], bytes]] = {
    "book": _book,
    "book_cards": _book,
    "cards": _cards,
    "planned": _cards,
    "lists": _lists,
    "xlsx": _sheets,
    "json": _sheets,
    "pages": _pages,
    "archive": _archive,
}

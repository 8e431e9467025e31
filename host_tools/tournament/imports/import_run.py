"""What the parts of an import share: the book, the files' rows, what is wrong, what is new."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

from host_tools.reasons import Cause
from host_tools.tournament.imports.import_files import FileRow, Problems, RowError, Rows, Sheet
from host_tools.tournament.model import finding
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Tournament

#: What an import adds or changes.
ChangeKind = Literal[
    "tournament", "event", "player", "entry", "withdrawal", "match", "result", "correction", "decision"
]


@dataclass(frozen=True, slots=True)
class Change:
    """A new thing, or a changed one. event: its key, "" for none; title: its name, and for a match its id;
    text: more, such as a result. line: of the file.
    """

    kind: ChangeKind
    event: str
    title: str
    text: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did, or (a dry run) would do. same: how many rows say what is here already; left: how
    many of each kind are not imported, since Boardside computes them, or tables have them;
    remarks: files whose encoding was guessed, rounds taken twice, new players who may be people that are
    here already.
    """

    changes: tuple[Change, ...]
    same: int
    left: dict[Sheet, int]
    remarks: tuple[Cause, ...] = ()

    def counts(self) -> dict[ChangeKind, int]:
        """How many changes of each kind, in the order in which they were made."""
        counted: dict[ChangeKind, int] = {}
        for change in self.changes:
            counted[change.kind] = counted.get(change.kind, 0) + 1
        return counted


#: Called before each row with (rows done, rows in all); what it raises ends the import without a trace.
Progress = Callable[[int, int], None]


@dataclass(slots=True)
class Run:
    """An import in its transaction. tournament, event: the keys for rows that name none. entries: the ids
    here of the entries that the files number.
    """

    book: Book
    rows: Rows
    actor: str
    at: int
    tournament: str | None
    event: str | None
    progress: Progress
    problems: Problems = field(default_factory=Problems)
    changes: list[Change] = field(default_factory=list)
    entries: dict[int, int] = field(default_factory=dict)
    new_matches: set[str] = field(default_factory=set)
    same: int = 0
    done: int = 0

    def each(self, rows: Iterable[FileRow]) -> Iterable[FileRow]:
        """The rows, with the progress told before each."""
        total = sum(map(len, self.rows.values()))
        for row in rows:
            self.progress(self.done, total)
            self.done += 1
            yield row

    def each_one(self, row: FileRow) -> FileRow:
        """The same for a row that is done by itself."""
        return next(iter(self.each([row])))

    def fresh(self, competition: Competition) -> Competition:
        """The event as it is now. DeskError when its tournament is closed."""
        finding.tournament_of(self.book, competition)
        fresh = self.book.competition(competition.id)
        if fresh is None:
            raise DeskError("event_gone", key=competition.key)
        return fresh

    def because(self, row: FileRow, column: str, why: Cause) -> None:
        """Note what is wrong with a row."""
        self.problems.add(row.file, row.line, column, why)

    def fault(self, row: FileRow, error: RowError | DeskError) -> None:
        """The same for an error."""
        if isinstance(error, RowError):
            self.because(error.row or row, error.column, error.cause)
        else:
            self.because(row, "", error.cause)

    def changed(self, row: FileRow, kind: ChangeKind, event: str, title: str, text: str = "") -> None:
        """Note what is new."""
        self.changes.append(Change(kind, event, title, text, row.file, row.line))

    def owner_of(self, row: FileRow) -> Tournament:
        """The tournament of a row: the one it names, else the one of the import. DeskError."""
        owner = finding.tournament(self.book, row.get("tournament") or self.tournament or self._only_one())
        if owner.state != "open":
            raise DeskError("tournament_closed", tournament=owner.name)
        return owner

    def _only_one(self) -> str | None:
        """The tournament that the files make, when it is one."""
        keys = {row.text("tournament") for row in self.rows["tournaments"]}
        return keys.pop() if len(keys) == 1 else None

    def event_of(self, row: FileRow) -> Competition:
        """The event of a row, likewise. DeskError."""
        if self.event is None and not row.has("event") and row.has("match"):
            number = self.book.competition_of(row.text("match"))
            known = None if number is None else self.book.competition(number)
            if known is not None:
                return self.fresh(known)
        owner = self.owner_of(row)
        return finding.competition(self.book, owner, row.get("event") or self.event)

    def by_event(self, sheet: Sheet) -> list[tuple[Competition, list[FileRow]]]:
        """The rows of a sheet by their event; what is wrong with its name is noted once for each name."""
        known: dict[tuple[object, ...], tuple[Competition, list[FileRow]] | None] = {}
        for row in self.rows[sheet]:
            key = row.get("tournament"), row.get("event"), None if row.has("event") else row.get("match")
            if key not in known:
                try:
                    known[key] = self.event_of(row), []
                except DeskError as error:
                    known[key] = None
                    column = "tournament" if "tournament" in error.reason else "event"
                    self.because(row, column, error.cause)
            number = known[key]
            if number is not None:
                number[1].append(row)
        gathered: dict[int, tuple[Competition, list[FileRow]]] = {}
        for competition, rows in filter(None, known.values()):
            gathered.setdefault(competition.id, (competition, []))[1].extend(rows)
        return list(gathered.values())

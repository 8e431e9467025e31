"""The sides of matches as rows of a file name them: by the file's number of an entry, or by a name."""

from collections.abc import Mapping, Sequence

from host_tools.tournament.imports.import_files import FileRow, RowError
from host_tools.tournament.imports.import_run import Run
from host_tools.tournament.model import wording
from host_tools.tournament.model.model import Competition, Entry, Fixture, Result, Side
from host_tools.tournament.model.people import is_same_name, name_words
from host_tools.tournament.reasons import cause
from host_tools.tournament.standings import results

SIDES: Mapping[str, Side] = {"a": "a", "b": "b"}
_NOBODY = ("bye", "-")
#: The ids of the entries of both sides; None: a bye, or not known.
Pair = tuple[int | None, int | None]


class Sides:
    """The entries of an event by what rows call them."""

    def __init__(self, competition: Competition, entries: list[Entry], numbered: Mapping[int, int]) -> None:
        self._competition = competition
        self._numbered = numbered
        self._by_id = {entry.id: entry for entry in entries}
        self._by_name: dict[tuple[str, ...], list[Entry]] = {}
        for entry in entries:
            numbers = [str(player.number) for player in entry.players]
            spellings = {entry.title, *numbers, *(player.name for player in entry.players)}
            for name in {name_words(spelling) for spelling in spellings if spelling}:
                self._by_name.setdefault(name, []).append(entry)

    def are_known(self, run: Run, rows: Sequence[FileRow]) -> bool:
        """Whether every row names entries of this event; notes each that does not."""
        count = len(run.problems.noted)
        for row in rows:
            try:
                self.of_row(row)
            except RowError as error:
                run.fault(row, error)
        return len(run.problems.noted) == count

    def of_row(self, row: FileRow) -> Pair | None:
        """Both sides of a row; None: it names none that are known, as a match that waits for its sides.
        Raises RowError for a name that no entry has, or several.
        """
        if row.has("entry_a", "entry_b"):
            return self._of_number(row, "entry_a"), self._of_number(row, "entry_b")
        if not row.has("a", "b") or row.has("state"):
            return None
        return self._named(row, "a"), self._named(row, "b")

    def _of_number(self, row: FileRow, column: str) -> int | None:
        number = row.get(column)
        if number is None:
            return None
        entry = self._numbered.get(number)
        if entry not in self._by_id:
            raise RowError(column, cause("import_no_entry", number=number, event=self._competition.name))
        return entry

    def _named(self, row: FileRow, column: str) -> int | None:
        text = row.text(column).strip()
        if not text or text.casefold() in _NOBODY:
            return None
        meant = self._by_name.get(name_words(text), [])
        if len(meant) != 1:
            name, key, entry = self._competition.name, self._competition.key, row.text(column)
            if not meant:
                raise RowError(column, cause("no_entry", event=name, entry=entry, key=key))
            titles = [known.title for known in meant[:5]]
            raise RowError(column, cause("import_which_entry", event=name, entry=entry, entries=titles))
        return meant[0].id

    def side_of(self, row: FileRow, name: str) -> Side | None:
        """The side of the row that has this name."""
        for side in SIDES.values():
            if is_same_name(row.text(side), name):
                return side
        return None

    def titles(self, *ids: int | None) -> list[str]:
        """The titles of entries, "bye" for none."""
        return ["bye" if each is None else self._by_id[each].title for each in ids]

    def titles_of(self, row: FileRow) -> list[str]:
        """What a row calls its match: its id, or both sides."""
        return [row.text("match")] if row.has("match") else [row.text("a"), row.text("b")]

    def said(self, fixture: Fixture, result: Result | None) -> str:
        """A match in words: "Asha - Bela, 25-10"."""
        names = [wording.side(fixture.a, fixture.source_a, self._by_id, {})]
        names.append(wording.side(fixture.b, fixture.source_b, self._by_id, {}))
        return ", ".join(filter(None, (" - ".join(names), results.shown(result))))


def known(run: Run, competition: Competition) -> Sides:
    """The sides of this event."""
    return Sides(competition, run.book.entries(competition.id), run.entries)

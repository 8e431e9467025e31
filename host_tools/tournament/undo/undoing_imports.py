"""Takes an import of results, or of entries, back. What made a draw or an event is taken back as that is."""

from dataclasses import replace
from typing import Any

from host_tools.reasons import to_json
from host_tools.tournament.entries import editing
from host_tools.tournament.imports.import_run import Imported
from host_tools.tournament.matches import clearing
from host_tools.tournament.matches import reports as at_tables
from host_tools.tournament.model import finding
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Correction, Fixture

Json = dict[str, Any]
_ENTRIES = {"player", "entry", "withdrawal"}


def kept(book: Book, imported: Imported, last_entry: int) -> Json:
    """What taking an import back needs; {} for one that brought more than results or entries. last_entry: the
    highest id of an entry before it.
    """
    kinds = set(imported.counts())
    if kinds == {"result"}:
        return {"results": [change.title for change in imported.changes], "entries": []}
    if kinds <= _ENTRIES:
        return {"results": [], "entries": book.entries_after(last_entry)}
    return {}


def take_back(book: Book, undo: Json, reason: str, actor: str, at: int) -> None:
    """Clear the results, the last first, with what followed; or delete the entries. Raises DeskError: one of
    them was called or played since, or is in a draw.
    """
    of_match = book.competitions_of(undo["results"])
    for number in dict.fromkeys(of_match.values()):
        own = {match for match in undo["results"] if of_match.get(match) == number}
        competition = _open(book, number)
        fixtures = [each for each in book.fixtures(number) if each.id in own]
        _reopen(book, fixtures[::-1], reason, actor, at)
        _, later = clearing.follow(book, competition, min(each.stage for each in fixtures), at)
        if later:
            raise DeskError("later_match_called", later=to_json(later))
    of_entry = book.competitions_of_entries(undo["entries"])
    for number in dict.fromkeys(of_entry.values()):
        there = [each for each in book.entries(number) if of_entry.get(each.id) == number]
        editing.delete_entries(book, _open(book, number), there)


def _open(book: Book, number: int) -> Competition:
    competition = book.competition(number)
    if competition is None:
        raise DeskError("event_gone", key="")
    finding.tournament_of(book, competition)
    return competition


def _reopen(book: Book, fixtures: list[Fixture], reason: str, actor: str, at: int) -> None:
    """Take their results away: of matches that no table knows all at once, of the others one by one."""
    ids = [each.id for each in fixtures]
    known = {*at_tables.gather(book, ids), *book.commands_of(ids)}
    alone = [each for each in fixtures if each.imported and each.id not in known]
    for fixture in fixtures:
        if fixture not in alone:
            clearing.reopen(book, fixture, reason, actor, at)
    book.add_corrections(Correction(each.id, at, actor, reason, each.result, None) for each in alone)
    book.put_fixtures(
        replace(each, state="ready", result=None, decided_at=None).noted(None) for each in alone
    )

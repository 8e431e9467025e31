"""What withdrawing an entry does: to its results in a group, its matches, and its place."""

from collections.abc import Sequence
from dataclasses import dataclass

from host_tools.tournament.entries import reserves
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.hall_tables import AT_TABLE
from host_tools.tournament.model.model import Competition, Entry, Fixture, Stage, Withdrawals
from host_tools.tournament.standings import stage_standings, withdrawals


@dataclass(frozen=True, slots=True)
class LeftStage:
    """A stage with a standing that an entry leaves. decided: how many of its matches are. count: which of
    them count; "": it has played all, and its place stays.
    """

    stage: Stage
    decided: int
    count: Withdrawals


@dataclass(frozen=True, slots=True)
class Leaving:
    """What withdrawing an entry does. changed: ids of matches; at_tables: its matches that go on there.
    reserve: the first one, if the place is free for it.
    """

    entry: Entry
    stages: tuple[LeftStage, ...]
    changed: tuple[str, ...]
    at_tables: tuple[Fixture, ...]
    reserve: Entry | None


def gather(book: Book, competition: Competition, entry: Entry, changed: Sequence[str]) -> Leaving:
    """What the withdrawal of this entry has done. changed: the ids of matches that changed with it."""
    fixtures = book.fixtures(competition.id)
    how = withdrawals.of_event(book.tournament_of(competition.id), competition.key)
    own = [each for each in fixtures if entry.id in (each.a, each.b)]
    left = []
    for stage in book.stages(competition.id):
        of_stage = [each for each in own if each.stage == stage.position]
        if stage.kind == "knockout" or not of_stage:
            continue
        decided = sum(each.state == "done" and each.note_code != "withdrawn" for each in of_stage)
        counting: Withdrawals = "all" if withdrawals.count(how, stage.kind) else "none"
        groups = stage_standings.of_stage(book, competition, stage, fixtures).values()
        has_left = any(
            line.entry == entry.id and line.step == "withdrawn" for lines in groups for line in lines
        )
        left.append(LeftStage(stage, decided, counting if has_left else ""))
    is_free = any(each.entry and each.entry.id == entry.id for each in reserves.places(book, competition))
    waiting = reserves.in_order(book, competition) if is_free else []
    at_tables = tuple(each for each in own if each.state in AT_TABLE)
    return Leaving(entry, tuple(left), tuple(changed), at_tables, waiting[0] if waiting else None)

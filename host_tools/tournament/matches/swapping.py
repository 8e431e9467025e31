"""Exchanges two entries of a draw by hand, with a reason, before the round begins: in the first round of a
bracket (byes included), in groups, in a round robin, in the last round of a Swiss. The draw keeps who did it
and why.
"""

from collections.abc import Sequence
from dataclasses import replace

from host_tools.tournament.draw import swiss
from host_tools.tournament.matches import correcting
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import BEGUN, Competition, Entry, Fixture, Source, Stage, Swap
from host_tools.tournament.rounds import advancing, swiss_rounds


def swap(book: Book, competition: Competition, a: int, b: int, reason: str, actor: str, at: int) -> list[str]:
    """Exchange the entries (ids) in the last stage that both are drawn in; returns the ids of the matches
    that changed. Raises DeskError.
    """
    if not reason.strip():
        raise DeskError("swap_needs_reason")
    stage, number, changed = _exchange(book, competition, a, b, at)
    book.set_swaps(stage, (*stage.swaps, Swap(a, b, reason.strip(), actor, at, number)))
    return changed


def _exchange(book: Book, competition: Competition, a: int, b: int, at: int) -> tuple[Stage, int, list[str]]:
    """Exchange the two; the stage, of a Swiss the round, and the ids of the matches that changed."""
    entries = {entry.id: entry for entry in book.entries(competition.id)}
    stage, own = _drawn_in(book, competition, entries[a], entries[b])
    if stage.kind == swiss.KIND:
        return stage, *swiss_rounds.exchange(book, competition, stage, entries[a], entries[b])
    begun = [each.id for each in own if each.state in BEGUN and not advancing.is_automatic(each)]
    if begun:
        raise DeskError("swap_round_begun", event=competition.name, matches=begun[:5])
    new = {each.id: _exchanged(each, a, b) for each in own}
    if stage.kind == "knockout":
        # A slot brings its source along: the winner of group A keeps coming from group A.
        (side_a, source_a), (side_b, source_b) = _slot(own, a), _slot(own, b)
        for each in own:
            for side, source in (side_a, source_b), (side_b, source_a):
                if each.id == side[0] or (each.tie is not None and each.tie == side[1]):
                    new[each.id] = _with_source(new[each.id], side[2], source)
    for fixture in new.values():
        book.put_fixture(fixture)
    changed = correcting.follow_all(book, competition, at, False)
    return stage, 1, list(dict.fromkeys([each.id for each in own if new[each.id] != each] + changed))


def _drawn_in(book: Book, competition: Competition, a: Entry, b: Entry) -> tuple[Stage, list[Fixture]]:
    """The last stage in which both have a place of the draw, with the matches of its first round, of all its
    rounds where it is no knockout.
    """
    fixtures = book.fixtures(competition.id)
    for stage in reversed(book.stages(competition.id)):
        is_bracket = stage.kind == "knockout"
        own = [
            each for each in fixtures if each.stage == stage.position and (each.round == 1 or not is_bracket)
        ]
        entries = {entry for each in own for entry in (each.a, each.b)}
        if stage.state != "waiting" and {a.id, b.id} <= entries:
            if stage.kind == "external":
                break
            if a.id == b.id or (is_bracket and any({each.a, each.b} == {a.id, b.id} for each in own)):
                raise DeskError("swap_changes_nothing", a=a.title, b=b.title)
            return stage, own
    progress = swiss_rounds.progress(book, competition)
    for late in (a, b):
        if progress is not None and late.id not in progress.entries:
            raise DeskError("not_in_round", entry=late.title, round=progress.round)
    raise DeskError("swap_not_drawn", a=a.title, b=b.title, event=competition.name)


_Slot = tuple[tuple[str, str | None, str], Source]


def _slot(own: Sequence[Fixture], entry: int) -> _Slot:
    """The first round's match, tie and side of an entry, with the side's source."""
    each = next(each for each in own if entry in (each.a, each.b))
    side = "a" if each.a == entry else "b"
    return (each.id, each.tie, side), each.source_a if side == "a" else each.source_b


def _exchanged(fixture: Fixture, a: int, b: int) -> Fixture:
    """The match with the two exchanged; a side that changes has named nobody yet."""
    other: dict[int | None, int] = {a: b, b: a}
    sides = {"a": other.get(fixture.a, fixture.a), "b": other.get(fixture.b, fixture.b)}
    named = {
        side: people
        for side, people in (fixture.line_up or {}).items()
        if sides[side] == (fixture.a if side == "a" else fixture.b)
    }
    return replace(fixture, a=sides["a"], b=sides["b"], line_up=named or None)


def _with_source(fixture: Fixture, side: str, source: Source) -> Fixture:
    return replace(fixture, source_a=source) if side == "a" else replace(fixture, source_b=source)

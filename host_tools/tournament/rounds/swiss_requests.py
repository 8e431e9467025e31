"""What entries of a Swiss ask for: a bye in a round to come, and not to meet another entry.

A bye that was asked for counts as drawn. What is asked for holds from the next round that is drawn.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from host_tools.reasons import Cause
from host_tools.tournament.draw import swiss
from host_tools.tournament.model import rows
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Apart, Competition, Entry, Fixture, Round, Stage
from host_tools.tournament.reasons import cause


def apart(entries: Iterable[Entry], number: Round) -> frozenset[swiss.Pair]:
    """The pairs that must not meet in this round, both ways."""
    pairs = {(entry.id, each.other) for entry in entries for each in entry.apart if each.holds(number)}
    return frozenset(pairs | {(b, a) for a, b in pairs})


def not_kept(entries: Iterable[Entry], stage: Stage, present: Iterable[Fixture]) -> tuple[Cause, ...]:
    """A remark for each pair of the round that must not meet. present: the matches of the round."""
    by_id = {entry.id: entry for entry in entries}
    return tuple(
        cause("meet_though_apart", entry=by_id[each.a].title, other=by_id[each.b].title, round=each.round)
        for each in present
        if each.a in by_id
        and each.b in by_id
        and (each.a, each.b) in apart(by_id.values(), (stage.position, each.round))
    )


def asked(entries: Iterable[Entry], about: int | None = None) -> Iterator[Cause]:
    """What is asked for, and holds: all, or what is about this entry (id)."""
    by_id = {entry.id: entry for entry in entries}
    for entry in by_id.values():
        if entry.byes and about in (None, entry.id):
            yield cause("has_asked_for_byes", entry=entry.title, rounds=[number for _, number in entry.byes])
        for each in entry.apart:
            if each.until is None and each.other in by_id and about in (None, entry.id, each.other):
                yield cause("must_not_meet", entry=entry.title, other=by_id[each.other].title)


def rounds_to_come(book: Book, competition: Competition) -> range:
    """The numbers of the rounds that are not drawn yet, of the Swiss in play or the next one."""
    try:
        stage, drawn = _to_come(book, competition)
    except DeskError:
        return range(0)
    return range(drawn + 1, stage.settings.get("rounds", 0) + 1)


def ask_for_bye(book: Book, competition: Competition, entry: Entry, number: int, is_off: bool) -> None:
    """Give the entry a bye in this round of the Swiss; is_off: no more. DeskError: there is none, it is drawn
    already, or past the last; it was not asked for.
    """
    stage, drawn = _to_come(book, competition)
    rounds = stage.settings.get("rounds", 0)
    if not drawn < number <= rounds:
        raise DeskError("no_round_to_come", event=competition.name, round=number, drawn=drawn, rounds=rounds)
    byes = {*entry.byes}
    if is_off and (stage.position, number) not in byes:
        raise DeskError("bye_not_asked", entry=entry.title, round=number)
    (byes.discard if is_off else byes.add)((stage.position, number))
    _put(book, replace(entry, byes=tuple(sorted(byes))))


def keep_apart(book: Book, competition: Competition, entry: Entry, other: Entry, is_off: bool) -> None:
    """Let two entries not meet in the rounds to come; is_off: they may again. DeskError."""
    stage, drawn = _to_come(book, competition)
    if entry.id == other.id:
        raise DeskError("apart_from_itself", entry=entry.title)
    for mine, theirs in ((entry, other), (other, entry)):
        existing = next((each for each in mine.apart if (each.other, each.until) == (theirs.id, None)), None)
        if existing is not None:
            break
    if not is_off:
        if existing is None:
            _put(book, replace(entry, apart=(*entry.apart, Apart(other.id, (stage.position, drawn + 1)))))
        return
    if existing is None:
        raise DeskError("not_apart", entry=entry.title, other=other.title)
    kept = tuple(each for each in mine.apart if each is not existing)
    last = (stage.position, drawn)
    if existing.since <= last:
        kept += (replace(existing, until=last),)
    _put(book, replace(mine, apart=kept))


def _put(book: Book, entry: Entry) -> None:
    book.set_entry(entry.id, **rows.requests(entry))


def _to_come(book: Book, competition: Competition) -> tuple[Stage, int]:
    """The Swiss stage with the next round to be drawn, and how many are. DeskError: there is none."""
    for stage in book.stages(competition.id):
        if stage.kind == swiss.KIND:
            own = [each for each in book.fixtures(competition.id) if each.stage == stage.position]
            drawn = swiss.last_round(own)
            if drawn < stage.settings.get("rounds", 0):
                return stage, drawn
    raise DeskError("no_swiss_to_come", event=competition.name)

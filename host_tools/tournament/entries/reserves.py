"""Reserves: an ordered list of an event. A place is theirs before its first match.

A reserve does not play: it is kept as an entry that has withdrawn, and stands in the list of its event.
Places are those of entries that withdrew, byes of the first stage, and in its groups those by which one is
shorter than the others.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from host_tools.reasons import to_json
from host_tools.tournament.draw import swiss
from host_tools.tournament.entries import entering
from host_tools.tournament.entries.entering import NewEntry
from host_tools.tournament.matches import clearing
from host_tools.tournament.model import finding, ties, wording
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import BEGUN, DRAWN, Competition, Entry, Fixture, TournamentSettings
from host_tools.tournament.rounds import advancing, drawing, swiss_rounds
from host_tools.tournament.standings import standings


@dataclass(frozen=True, slots=True)
class OpenPlace:
    """A place that a reserve can take. entry: who withdrew from it, or None: a bye, or (group, from 1) one
    more in a short group. match: its first; of a group the group's.
    """

    entry: Entry | None
    match: Fixture
    group: int = 0


def in_order(book: Book, competition: Competition) -> list[Entry]:
    """The reserves of an event, the first one first."""
    reserves = [each for each in book.entries(competition.id) if each.reserve is not None]
    return sorted(reserves, key=lambda each: each.reserve or 0)


def put(book: Book, competition: Competition, entry: Entry, position: int | None = None) -> None:
    """Put an entry that does not play at this position of the list, from 1; None: at its end. DeskError."""
    if not entry.withdrawn:
        raise DeskError("reserve_plays", entry=entry.title, event=competition.name)
    if any(entry.id in (each.a, each.b) for each in book.fixtures(competition.id)):
        raise DeskError("reserve_in_draw", entry=entry.title, event=competition.name)
    others = [each.id for each in in_order(book, competition) if each.id != entry.id]
    at = len(others) if position is None else position - 1
    _keep(book, competition, [*others[:at], entry.id, *others[at:]])


def enter(
    book: Book, competition: Competition, new: Sequence[NewEntry], at: int, as_reserves: bool = False
) -> list[Entry]:
    """Enter all of them, or none; as_reserves: at the end of the list, also after the draw. DeskError with
    every problem, one a line.
    """
    made = entering.add(book, competition, new, at, reserves=as_reserves)
    for number in made if as_reserves else ():
        put(book, competition, finding.entry(book, competition, number))
    by_id = {entry.id: entry for entry in book.entries(competition.id)}
    return [by_id[number] for number in made]


def leave(book: Book, competition: Competition, entry: Entry) -> None:
    """Take an entry from the list; nothing happens if it is not there."""
    others = [each.id for each in in_order(book, competition) if each.id != entry.id]
    _keep(book, competition, others)


def _keep(book: Book, competition: Competition, ids: Sequence[int]) -> None:
    owner = finding.tournament_of(book, competition)
    lists = {**(owner.settings.get("event_reserves") or {}), competition.key: list(ids)}
    settings: TournamentSettings = {**owner.settings}
    settings["event_reserves"] = {key: each for key, each in lists.items() if each}
    book.set_tournament(owner.id, settings=settings)


def places(book: Book, competition: Competition) -> list[OpenPlace]:
    """The places that are free: of entries that withdrew before their first match, byes whose opponent has
    not played either, and groups of the first stage that are shorter than others, before their first match.
    Of a Swiss only the bye of the round in play, and no place once the next round is drawn by it.
    """
    fixtures = book.fixtures(competition.id)
    entries = {each.id: each for each in book.entries(competition.id)}
    free, in_play = [], _in_play(book, competition, fixtures)
    for gone in entries.values():
        own = [each for each in fixtures if gone.id in (each.a, each.b)]
        if not gone.withdrawn or not own or any(_has_begun(each) for each in own):
            continue
        if not swiss_rounds.drawn_after(book, competition, [each.id for each in own]):
            free.append(OpenPlace(gone, own[0]))
    for bye in fixtures:
        is_free = bye.stage == 1 and bye.state == "bye" and (bye.result is None or bye.id in in_play)
        if is_free and not swiss.is_asked(bye) and "bye" in (bye.source_a.kind, bye.source_b.kind):
            after = [each for each in fixtures if bye.id in (each.source_a.fixture, each.source_b.fixture)]
            if not any(_has_begun(each) for each in after):
                free.append(OpenPlace(None, bye))
    return [*free, *_short_groups(fixtures)]


def _in_play(book: Book, competition: Competition, fixtures: Sequence[Fixture]) -> set[str]:
    """The matches (ids) of the round of a Swiss that goes on."""
    progress = swiss_rounds.progress(book, competition)
    if progress is None or progress.is_decided:
        return set()
    return {each.id for each in fixtures if each.stage == 1 and each.round == progress.round}


def _short_groups(fixtures: Sequence[Fixture]) -> list[OpenPlace]:
    by_group: dict[int, list[Fixture]] = {}
    for fixture in fixtures:
        if fixture.stage == 1 and fixture.group:
            by_group.setdefault(fixture.group, []).append(fixture)
    sizes = {group: len(standings.entries_of(own)) for group, own in by_group.items()}
    return [
        OpenPlace(None, own[0], group)
        for group, own in by_group.items()
        if sizes[group] < max(sizes.values()) and not any(map(_has_begun, own))
    ]


def _has_begun(fixture: Fixture) -> bool:
    return fixture.state in BEGUN and not advancing.is_automatic(fixture)


def fill(book: Book, competition: Competition, place: OpenPlace, reserve: Entry, at: int) -> list[str]:
    """Give a reserve this place; returns the ids of the matches that changed. DeskError: what follows from
    the place was called or played.
    """
    before = {each.id: each for each in book.fixtures(competition.id)}
    entering.take_place(book, competition, reserve)
    leave(book, competition, reserve)
    if place.group:
        _join(book, competition, list(before.values()), place.group, reserve)
    for fixture in before.values():
        if place.entry is None and not place.group and fixture.id == place.match.id:
            _play_bye(book, competition, fixture, reserve)
        elif place.entry is not None and place.entry.id in (fixture.a, fixture.b):
            book.put_fixture(_given_over(fixture, place.entry, reserve))
    _, later = clearing.follow(book, competition, 1, at)
    if later:
        raise DeskError("place_gone", event=competition.name, later=to_json(later))
    after = {each.id: each for each in book.fixtures(competition.id)}
    return [match for match in {**before, **after} if before.get(match) != after.get(match)]


def _play_bye(book: Book, competition: Competition, bye: Fixture, reserve: Entry) -> None:
    bye = replace(bye, result=None)  # of a Swiss it counted as won
    if bye.source_a.kind == "bye":
        played = replace(bye, a=reserve.id, source_a=DRAWN, state="waiting")
    else:
        played = replace(bye, b=reserve.id, source_b=DRAWN, state="waiting")
    if competition.kind != "team":
        book.put_fixture(played)
        return
    book.remove_fixture(bye.id)
    book.add_fixtures(competition.id, book.stages(competition.id), ties.expand([played]))


def _join(book: Book, competition: Competition, fixtures: Sequence[Fixture], group: int, late: Entry) -> None:
    """Add the matches of a late entry against everybody in the group, each in the first round in which both
    are free. Their ids keep their numbers for people, the next ones of the event: no other match gets another
    id, number or round.
    """
    own = [fixture for fixture in fixtures if fixture.stage == 1 and fixture.group == group]
    opponents = standings.entries_of(own)
    where = f"{drawing.prefix_of(book, competition)}-1-g{group}"
    made: list[Fixture] = []
    number = 0
    while opponents:
        number += 1
        of_round = [fixture for fixture in own if fixture.round == number]
        free = [each for each in opponents if all(each not in (match.a, match.b) for match in of_round)]
        if not free:
            continue
        opponents.remove(free[0])
        at = 1 + max((fixture.number for fixture in of_round), default=0)
        match_id = f"{where}-{number}-{at}"
        made.append(Fixture(match_id, 1, number, at, "group", group, free[0], late.id, state="ready"))
    if competition.kind == "team":
        made = ties.expand(made)
    count = len(fixtures)
    added = [replace(each, id=wording.late_id(each.id, n)) for n, each in enumerate(made, count + 1)]
    book.add_fixtures(competition.id, book.stages(competition.id), added)


def _given_over(fixture: Fixture, gone: Entry, reserve: Entry) -> Fixture:
    """The fixture with the reserve in place of the entry that has withdrawn; nobody of that team is named."""
    side = "a" if fixture.a == gone.id else "b"
    line_up = {key: named for key, named in (fixture.line_up or {}).items() if key != side}
    a, b = (reserve.id if each == gone.id else each for each in (fixture.a, fixture.b))
    return replace(fixture, a=a, b=b, line_up=line_up or None)

"""Finds tournaments, events and matches by a short key, or without one when there is only one."""

import re
from collections.abc import Sequence

from host_tools.tournament.book import Book
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import Competition, Entry, Fixture, Stage, Tournament

#: Keys are typed, and are part of addresses of pages and of the ids of matches (64 characters at most).
KEY = re.compile(r"[a-z0-9]([a-z0-9-]{0,18}[a-z0-9])?")


def checked_key(key: str) -> str:
    """The key, if it is valid; else raises DeskError."""
    if not KEY.fullmatch(key):
        raise DeskError("bad_key", key=key)
    return key


def tournament(book: Book, key: str | None = None) -> Tournament:
    """By its key; None: the only one that is open, else the only one there is."""
    there = book.tournaments()
    if key is not None:
        for one in there:
            if one.key == key:
                return one
        raise DeskError("no_tournament", key=key, keys=_keys(there))
    if not there:
        raise DeskError("no_tournament_yet")
    still_open = [one for one in there if one.state == "open"]
    if len(still_open) == 1:
        return still_open[0]
    if len(there) == 1:
        return there[0]
    raise DeskError("which_tournament", keys=_keys(still_open or there))


def competition(book: Book, of: Tournament, key: str | None = None) -> Competition:
    """An event of the tournament by its key; None: the only one."""
    there = book.competitions(of.id)
    if key is not None:
        for one in there:
            if one.key == key:
                return one
        raise DeskError("no_event", tournament=of.name, key=key, keys=_keys(there))
    if not there:
        raise DeskError("no_event_yet", tournament=of.name)
    if len(there) == 1:
        return there[0]
    raise DeskError("which_event", keys=_keys(there))


def _keys(there: Sequence[Tournament | Competition]) -> list[str]:
    return [one.key for one in there]


def fixture(book: Book, fixture_id: str) -> Fixture:
    """A match by its id, or by the end of its id when no other open match has that end ("ms-1-3", "1-3")."""
    found = book.fixtures(ids=[fixture_id])
    if found:
        return found[0]
    ending = [one for one in book.fixtures(only_open=True) if one.id.endswith(f"-{fixture_id}")]
    if len(ending) == 1:
        return ending[0]
    if ending:
        raise DeskError("which_match", match=fixture_id, matches=[one.id for one in ending[:5]])
    raise DeskError("no_match", match=fixture_id)


def competition_of(book: Book, one: Fixture) -> Competition:
    """The event that a fixture belongs to."""
    number = book.competition_of(one.id)
    found = book.competition(number) if number is not None else None
    if found is None:
        raise DeskError("match_gone", match=one.id)
    return found


def entry(book: Book, of: Competition, wanted: str | int) -> Entry:
    """By its id, by the start number of one of its players ("12"), or by its title or a player's name."""
    there = book.entries(of.id)
    if isinstance(wanted, int):
        found = [one for one in there if one.id == wanted]
    else:
        found = [one for one in there if _is_meant(one, wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        raise DeskError("which_entry", entry=wanted, event=of.name, entries=[one.title for one in found[:5]])
    raise DeskError("no_entry", event=of.name, entry=wanted, key=of.key)


def _is_meant(one: Entry, wanted: str) -> bool:
    text = wanted.strip().casefold()
    names = [one.title, *(player.name for player in one.players)]
    numbers = [str(player.number) for player in one.players]
    return text in numbers or any(text == name.casefold() for name in names)


def stage(book: Book, of: Competition, position: int | None = None) -> Stage:
    """A stage by its position, from 1; None: the one in play, else the last that is done."""
    there = book.stages(of.id)
    if position is not None:
        for one in there:
            if one.position == position:
                return one
        raise DeskError("no_stage", event=of.name, position=position, count=len(there))
    if not there:
        raise DeskError("no_stages", event=of.name)
    played = [one for one in there if one.state == "drawn"]
    done = [one for one in there if one.state == "done"]
    return played[0] if played else (done or there)[-1 if done else 0]

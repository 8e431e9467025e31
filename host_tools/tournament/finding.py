"""What people name by a short key, or leave out when there is only one: tournaments, events, matches."""

import re
from collections.abc import Sequence

from host_tools.tournament.book import Book
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import Competition, Entry, Fixture, Stage, Tournament

#: Keys are typed, stand in addresses of pages and in the ids of matches (64 characters at most).
KEY = re.compile(r"[a-z0-9]([a-z0-9-]{0,18}[a-z0-9])?")


def checked_key(key: str) -> str:
    """The key, if it is one; else DeskError."""
    if not KEY.fullmatch(key):
        raise DeskError(
            f"{key!r} is no key: 1 to 20 small letters, digits and hyphens, such as open-2026 or ms."
        )
    return key


def tournament(book: Book, key: str | None = None) -> Tournament:
    """By its key; None: the only one that is open, else the only one there is."""
    there = book.tournaments()
    if key is not None:
        for one in there:
            if one.key == key:
                return one
        raise DeskError(f"There is no tournament {key!r}; {_keys('there is', there)}.")
    if not there:
        raise DeskError("There is no tournament yet: `boardside tournament new KEY NAME` makes one.")
    still_open = [one for one in there if one.state == "open"]
    if len(still_open) == 1:
        return still_open[0]
    if len(there) == 1:
        return there[0]
    raise DeskError(f"Which tournament? {_keys('Name one of', still_open or there)}.")


def competition(book: Book, of: Tournament, key: str | None = None) -> Competition:
    """An event of the tournament by its key; None: the only one."""
    there = book.competitions(of.id)
    if key is not None:
        for one in there:
            if one.key == key:
                return one
        raise DeskError(f"{of.name} has no event {key!r}; {_keys('it has', there)}.")
    if not there:
        raise DeskError(f"{of.name} has no event yet: `boardside event add KEY NAME` adds one.")
    if len(there) == 1:
        return there[0]
    raise DeskError(f"Which event? {_keys('Name one of', there)}.")


def _keys(begin: str, there: Sequence[Tournament | Competition]) -> str:
    return f"{begin} {', '.join(one.key for one in there) or 'none'}"


def fixture(book: Book, fixture_id: str) -> Fixture:
    """By its id; also by the end of it when no other id ends so ("ms-1-3", "1-3")."""
    found = book.fixtures(ids=[fixture_id])
    if found:
        return found[0]
    ending = [one for one in book.fixtures(only_open=True) if one.id.endswith(f"-{fixture_id}")]
    if len(ending) == 1:
        return ending[0]
    if ending:
        shown = ", ".join(one.id for one in ending[:5])
        raise DeskError(f"Which match {fixture_id!r}? There are {shown}.")
    raise DeskError(f"There is no match {fixture_id!r}: `boardside matches` lists them.")


def competition_of(book: Book, one: Fixture) -> Competition:
    """The event that a fixture belongs to."""
    number = book.competition_of(one.id)
    found = book.competition(number) if number is not None else None
    if found is None:
        raise DeskError(f"There is no match {one.id!r} any more: `boardside matches` lists them.")
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
        titles = "; ".join(one.title for one in found[:5])
        raise DeskError(f"Which {wanted!r}? In {of.name} there are {titles}.")
    raise DeskError(f"{of.name} has no entry {wanted!r}: `boardside entries list {of.key}` shows them.")


def _is_meant(one: Entry, wanted: str) -> bool:
    text = wanted.strip().casefold()
    names = [one.title, *(player.name for player in one.players)]
    numbers = [str(player.number) for player in one.players]
    return text in numbers or any(text == name.casefold() for name in names)


def stage(book: Book, of: Competition, position: int | None = None) -> Stage:
    """A stage by its position, from 1; None: the one that is played, else the last that is done."""
    there = book.stages(of.id)
    if position is not None:
        for one in there:
            if one.position == position:
                return one
        raise DeskError(f"{of.name} has no stage {position}; it has {len(there)}.")
    if not there:
        raise DeskError(f"{of.name} has no stages.")
    played = [one for one in there if one.state == "drawn"]
    done = [one for one in there if one.state == "done"]
    return played[0] if played else (done or there)[-1 if done else 0]

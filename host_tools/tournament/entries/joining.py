"""Two players of a tournament who are one person, and one player who is two: joined, and parted.

A join moves all entries of one player to the other; a part gives one entry a new player. So calls, rest,
draws, pages and exports know nothing of it. Parted players are not asked about again (people.told_apart).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from host_tools.reasons import Cause
from host_tools.tournament.entries import editing, renaming
from host_tools.tournament.model import finding
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError, several
from host_tools.tournament.model.model import Competition, Entry, Player, Tournament
from host_tools.tournament.model.people import PERSON, apart_key
from host_tools.tournament.reasons import cause


@dataclass(frozen=True, slots=True)
class Joined:
    """The player who stays or is new; the tables that get another name; what should be known."""

    player: Player
    tables: tuple[int, ...]
    remarks: tuple[Cause, ...] = ()


def by_number(book: Book, owner: Tournament, number: int) -> Player:
    """The player with this start number, who was not deleted. DeskError."""
    for player in book.players(owner.id):
        if player.number == number and player.name:
            return player
    raise DeskError("no_player", number=number)


def join(book: Book, owner: Tournament, gone: Player, stays: Player, at: int) -> Joined:
    """Let all that is of `gone` be of `stays`, who gets what it does not have yet. DeskError: they are one
    already, have two licences, or would play twice in an event.
    """
    if gone.id == stays.id:
        raise DeskError("joined_already", number=stays.number, player=stays.name)
    if gone.licence and stays.licence and gone.licence.casefold() != stays.licence.casefold():
        raise DeskError("joined_licences", player=gone.name, licence=gone.licence, other=stays.licence)
    if problems := list(_twice(book, owner, gone, stays)):
        raise several(problems)
    own = list(_entries_of(book, owner, gone))
    before = {event.id: (event, editing.lots(book, event, book.entries(event.id))) for event, _ in own}
    missing = {name: getattr(gone, name) for name in PERSON if not getattr(stays, name)}
    book.set_player(stays.id, **{name: text for name, text in missing.items() if text})
    for event, entry in own:
        _put(book, event, entry, gone, stays)
    _change_settings(book, owner, gone, stays)
    book.remove_alone([gone])
    remarks = [
        cause("drawn_with_club", event=event.name, player=stays.name, club=gone.club)
        for event, lots in before.values()
        if editing.lots(book, event, book.entries(event.id)) != lots
    ]
    return Joined(by_number(book, owner, stays.number), _tell(book, owner, stays, at), tuple(remarks))


def part(book: Book, owner: Tournament, player: Player, other: Player) -> None:
    """Note that two players are two persons: nobody asks again whether they are one."""
    if player.id == other.id:
        raise DeskError("parted_from_itself", number=player.number, player=player.name)
    apart = {**(owner.settings.get("apart") or {}), apart_key(player, other): True}
    book.set_tournament(owner.id, settings={**owner.settings, "apart": apart})


def split(
    book: Book, event: Competition, entry: Entry, player: Player, given: Mapping[str, str], at: int
) -> Joined:
    """Let another person than `player` play in this entry, with a start number of its own, and these values
    where they are others (`PERSON`). DeskError: the player is in no other entry.
    """
    owner = finding.tournament_of(book, event)
    if not any(other.id != entry.id for _, other in _entries_of(book, owner, player)):
        raise DeskError("parted_already", number=player.number, player=player.name)
    person = {name: given.get(name, "").strip() or getattr(player, name) for name in PERSON}
    if person["name"] != player.name and not given.get("latin"):
        person["latin"] = ""
    club, country, licence = person["club"], person["country"], given.get("licence", "").strip()
    new = book.add_player(owner.id, person["name"], club, country, licence, person["latin"])
    _put(book, event, entry, player, new)
    part(book, owner, new, player)
    return Joined(new, _tell(book, owner, new, at))


def _entries_of(book: Book, owner: Tournament, player: Player) -> Iterator[tuple[Competition, Entry]]:
    for event in book.competitions(owner.id):
        for entry in book.entries(event.id):
            if any(other.id == player.id for other in entry.players):
                yield event, entry


def _twice(book: Book, owner: Tournament, gone: Player, stays: Player) -> Iterator[Cause]:
    """The events in which the joined person would play twice."""
    kept_entries = list(_entries_of(book, owner, stays))
    for event, entry in _entries_of(book, owner, gone):
        for other_event, other in kept_entries:
            is_same = other.id == entry.id
            if event.id == other_event.id and (is_same or not (entry.withdrawn or other.withdrawn)):
                entries = [entry.title] if is_same else [entry.title, other.title]
                yield cause("joined_twice", player=stays.name, event=event.name, entries=entries)


def _put(book: Book, event: Competition, entry: Entry, out: Player, new: Player) -> None:
    """Let `new` play in the place of `out`, in the named line-ups of its matches, too."""
    ids = [new.id if player.id == out.id else player.id for player in entry.players]
    book.set_entry_players(entry.id, ids)
    for fixture in book.fixtures(event.id):
        named = {
            side: [
                new.id if player == out.id and getattr(fixture, side) == entry.id else player
                for player in player_ids
            ]
            for side, player_ids in (fixture.line_up or {}).items()
        }
        if named != (fixture.line_up or {}):
            book.put_fixture(replace(fixture, line_up=named))


def _change_settings(book: Book, owner: Tournament, gone: Player, stays: Player) -> None:
    """What the settings have of `gone`: it is here, and nobody is another person than it any more."""
    here, number = {**(owner.settings.get("here") or {})}, str(gone.number)
    moment = here.pop(number, None)
    if moment is not None:
        here.setdefault(str(stays.number), moment)
    apart = {
        key: value for key, value in (owner.settings.get("apart") or {}).items() if number not in key.split()
    }
    book.set_tournament(owner.id, settings={**owner.settings, "here": here, "apart": apart})


def _tell(book: Book, owner: Tournament, player: Player, at: int) -> tuple[int, ...]:
    return tuple(sorted(renaming.tell_tables(book, owner, {player.id}, at).get(player.id, ())))

"""The check-in: who is here, by start number and moment, in the settings of a tournament.

Nothing asks for it before somebody is checked in: a tournament without a check-in never hears of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from host_tools.reasons import Cause
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Competition, Entry, Player, Tournament
from host_tools.tournament.reasons import cause

#: At most so many players are named.
_NAMED_MOST = 12


@dataclass(frozen=True, slots=True)
class Expected:
    """Somebody who is to come: with the entries, each with its event. at: when it was checked in (UTC ms);
    None: not yet.
    """

    player: Player
    entries: tuple[tuple[Competition, Entry], ...]
    at: int | None


def moments(owner: Tournament) -> Mapping[int, int]:
    """When each player (start number) was checked in, UTC ms."""
    return {int(number): at for number, at in (owner.settings.get("here") or {}).items()}


def change(book: Book, owner: Tournament, players: Iterable[Player], now: int, *, absent: bool) -> None:
    """Check these players in, or take that back; who is here already keeps the moment."""
    here = dict(owner.settings.get("here") or {})
    for player in players:
        if absent:
            here.pop(str(player.number), None)
        else:
            here.setdefault(str(player.number), now)
    book.set_tournament(owner.id, settings={**owner.settings, "here": here})


def remark(owner: Tournament, players: Iterable[Player]) -> list[Cause]:
    """Which of these players are not checked in, once somebody is; otherwise nothing."""
    here = moments(owner)
    missing = [player for player in players if here and player.number not in here and player.name]
    if not missing:
        return []
    names = [player.name for player in missing[:_NAMED_MOST]]
    return [cause("not_checked_in", players=names, more=len(missing) - len(names))]


def of_entries(owner: Tournament, entries: Sequence[Entry]) -> list[Cause]:
    """The same of the players of these entries that play."""
    players = {player.id: player for each in entries if not each.withdrawn for player in each.players}
    return remark(owner, players.values())


def absent(owner: Tournament, entry: Entry) -> list[Player]:
    """The players of an entry who are not checked in."""
    here = moments(owner)
    return [player for player in entry.players if player.number not in here]


def expected(book: Book, owner: Tournament) -> list[Expected]:
    """Who is to come, by start number: the players of entries that play, and of reserves."""
    here = moments(owner)
    entries: dict[int, list[tuple[Competition, Entry]]] = {}
    people: dict[int, Player] = {}
    for event in book.competitions(owner.id):
        for entry in book.entries(event.id):
            for player in entry.players if entry.reserve or not entry.withdrawn else ():
                people[player.number] = player
                entries.setdefault(player.number, []).append((event, entry))
    named_players = sorted((number, player) for number, player in people.items() if player.name)
    return [Expected(player, tuple(entries[number]), here.get(number)) for number, player in named_players]

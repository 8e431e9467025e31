"""Who sits at the table for each side: the entry itself, or whom a team has named for a match of its tie."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from host_tools.tournament.book import Book
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import Competition, Entry, Fixture, Player, Side

#: Who plays what when a team has named nobody, by position in the team, from 0.
_BY_DEFAULT = {"doubles": (0, 1), "doubles 1": (0, 1), "doubles 2": (2, 3), "singles": (4,)}


#: A team of so many has somebody else for each place of a tie (Vaishali: 5 players).
TEAM = 5


def people(of: Competition, one: Fixture, sides: Mapping[str, Entry]) -> dict[str, list[Player]]:
    """The players of each side that is known, in their order."""
    if of.kind != "team":
        return {side: list(entry.players) for side, entry in sides.items()}
    return {side: _of_team(one, side, entry) for side, entry in sides.items()}


def name(book: Book, of: Competition, one: Fixture, side: Side, wanted: Sequence[str]) -> Fixture:
    """The team of `side` names who plays (names or start numbers). Raises DeskError."""
    if of.kind != "team" or one.part is None:
        raise DeskError(f"{of.name} is no event of teams: nobody has to be named for a match.")
    if one.state not in ("waiting", "ready"):
        raise DeskError(f"Match {one.id} is {one.state}: its players were named. Recall it to change them.")
    entry_id = one.a if side == "a" else one.b
    entry = next((entry for entry in book.entries(of.id) if entry.id == entry_id), None)
    if entry is None:
        raise DeskError(f"Match {one.id}: it is not known yet which team is on side {side.upper()}.")
    chosen = [_member(entry, text) for text in wanted]
    needed = _size(one)
    if len(chosen) != needed or len({player.id for player in chosen}) != needed:
        raise DeskError(f"Match {one.id} is {one.part}: name {needed} players of {entry.title}.")
    named = replace(one, line_up={**(one.line_up or {}), side: [player.id for player in chosen]})
    already = twice(named, {side: entry}, book.fixtures(of.id))
    if already:
        raise DeskError(already[0])
    book.put_fixture(named)
    return named


def twice(one: Fixture, sides: Mapping[str, Entry], fixtures: Sequence[Fixture]) -> list[str]:
    """Who of a match of a tie is named for another one of it, or was called to one: a sentence each (D293).
    fixtures: of its event. Of a team that is too small for the tie somebody has to.
    """
    found = []
    for other in fixtures:
        if one.tie is None or other.tie != one.tie or other.id == one.id or other.state == "off":
            continue
        for side, entry in sides.items():
            is_named = side in (other.line_up or {})
            if len(entry.players) < TEAM or not (is_named or other.called_at is not None):
                continue
            there = _of_team(other, side, entry)
            what = "is named for" if is_named else "plays"
            both = [player for player in _of_team(one, side, entry) if player in there]
            found += [f"{shown(player)} {what} {other.part} of this tie already." for player in both]
    return found


def shown(player: Player) -> str:
    """His name, or his start number once the name was deleted."""
    return player.name or f"No. {player.number}"


def _size(one: Fixture) -> int:
    return 1 if one.part == "singles" else 2


def _of_team(one: Fixture, side: str, entry: Entry) -> list[Player]:
    named = (one.line_up or {}).get(side)
    by_id = {player.id: player for player in entry.players}
    if named and all(player in by_id for player in named):
        return [by_id[player] for player in named]
    places = _BY_DEFAULT.get(one.part or "doubles", (0, 1))
    count = len(entry.players)
    return [entry.players[place % count] for place in places]


def _member(entry: Entry, wanted: str) -> Player:
    text = wanted.strip().casefold()
    for player in entry.players:
        if text in (player.name.casefold(), str(player.number)):
            return player
    names = ", ".join(f"{player.number} {player.name}" for player in entry.players)
    raise DeskError(f"{wanted!r} does not play for {entry.title}; its players are {names}.")

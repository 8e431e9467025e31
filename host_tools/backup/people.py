"""Who a person is in a database: the ids of its players, and every spelling of its name."""

import json
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, select

from host_tools.backup.erasing import same
from host_tools.store.schema import acts, events
from host_tools.store.tournament_schema import entry_players, fixtures, players
from host_tools.tournament.model.people import PERSON

#: The names of a player in the record of an act: those of now, and those of a change of name.
_NAMES = ("name", "latin", "before", "now")
#: Everything that such a record has of a person.
FIELDS = (*PERSON, "before", "now")
Json = dict[str, Any]


@dataclass(slots=True)
class Identified:
    """players: ids, also of players who were deleted since; names: all spellings, as they are written.
    former: the names now of others, who had one of the wanted names before. played: the names in their
    matches, on their side, that no player has now: an archive has no acts that say whose they were.
    """

    players: set[int] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    former: set[str] = field(default_factory=set)
    played: set[str] = field(default_factory=set)


def identified(connection: Connection, wanted: Sequence[str]) -> Identified:
    """The persons who have one of these names, or had it, if nobody has it now. A former spelling that is
    somebody else's name now is not among the names.
    """
    spelled: dict[int, set[str]] = {}
    now: dict[str, set[int]] = {}
    for row in connection.execute(select(players.c.id, players.c.name, players.c.latin)):
        for name in filter(None, (row.name, row.latin)):
            spelled.setdefault(row.id, set()).add(name)
            now.setdefault(same(name), set()).add(row.id)
    here, joined = {*spelled}, list[tuple[int, int]]()
    for text in connection.execute(select(acts.c.detail).where(acts.c.detail.is_not(None))).scalars():
        detail = json.loads(text)
        if isinstance(detail, dict) and isinstance(gone := detail.get("joined"), int):
            joined.insert(0, (detail.get("player_id", 0), gone))
        for player, record in records(detail):
            names = (record.get(name) for name in _NAMES)
            spelled.setdefault(player, set()).update(name for name in names if name)
    person = Identified(names=set(wanted))
    had = {player: {*map(same, names)} for player, names in spelled.items()}
    for name in map(same, wanted):
        person.players |= now.get(name) or {player for player, names in had.items() if name in names}
    person.players |= _joined(joined, person.players) - here
    others = {player for player, names in had.items() if names & {*map(same, wanted)}} - person.players
    person.former = {name for name, ids in now.items() if ids & others}
    for player in person.players:
        person.names |= {name for name in spelled[player] if now.get(same(name), set()) <= person.players}
    person.played = _played(connection, person.players) - now.keys() - {*map(same, person.names)}
    return person


def _joined(joined: Sequence[tuple[int, int]], players: Set[int]) -> set[int]:
    """Who was joined to these players. joined: who stayed and who went, the newest first."""
    gone: set[int] = set()
    for stays, other in joined:
        if stays in players or stays in gone:
            gone.add(other)
    return gone


def _played(connection: Connection, ids: Set[int]) -> set[str]:
    """The names (erasing.same) on the side of these players in the tables' events of their matches."""
    of_them = select(entry_players.c.entry_id).where(entry_players.c.player_id.in_(ids))
    names: set[str] = set()
    for side, entry in (("a", fixtures.c.entry_a), ("b", fixtures.c.entry_b)):
        query = select(events.c.body).where(
            events.c.kind.in_(("match", "names")),
            events.c.match.in_(select(fixtures.c.id).where(entry.in_(of_them))),
        )
        for text in connection.execute(query).scalars():
            names |= {same(name) for name in json.loads(text).get(side) or () if isinstance(name, str)}
    return names


def records(detail: Any) -> Iterator[tuple[int, Json]]:
    """What an act keeps of players: the id of each, and its values."""
    if isinstance(detail, list):
        for item in detail:
            yield from records(item)
    if not isinstance(detail, dict):
        return
    for name in ("player", "player_id"):
        if isinstance(detail.get(name), int):
            yield detail[name], detail
    for name, item in detail.items():
        if name == "undo":
            changed: Json = item["rows"].get("players", {})
            yield from ((int(key), row) for key, pair in changed.items() for row in pair if row)
        else:
            yield from records(item)

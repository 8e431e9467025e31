"""The players at the table for each side: the entry's, or those that a team names for a match of its tie."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypedDict

from host_tools.reasons import Cause
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Entry, Fixture, Player, Side
from host_tools.tournament.model.people import is_same_name
from host_tools.tournament.reasons import cause

#: Who plays each part when a team has named no players, by position in the team, from 0.
_BY_DEFAULT = {"doubles": (0, 1), "doubles 1": (0, 1), "doubles 2": (2, 3), "singles": (4,)}


#: A team of this many has a different player for each place of a tie (Vaishali: 5 players).
TEAM = 5


def people(competition: Competition, fixture: Fixture, sides: Mapping[str, Entry]) -> dict[str, list[Player]]:
    """The players of each side that is known, in their order."""
    if competition.kind != "team":
        return {side: list(entry.players) for side, entry in sides.items()}
    return {side: _of_team(fixture, side, entry) for side, entry in sides.items()}


def name(book: Book, competition: Competition, fixture: Fixture, side: Side, names: Sequence[str]) -> Fixture:
    """Record the players that the team of `side` names (names or start numbers). Raises DeskError."""
    if competition.kind != "team" or fixture.part is None:
        raise DeskError("not_of_teams", event=competition.name)
    if fixture.state not in ("waiting", "ready"):
        raise DeskError("players_were_named", match=fixture.id, state=fixture.state)
    entry_id = fixture.a if side == "a" else fixture.b
    entry = next((entry for entry in book.entries(competition.id) if entry.id == entry_id), None)
    if entry is None:
        raise DeskError("team_not_known", match=fixture.id, side=side)
    chosen = [member(entry, text) for text in names]
    needed = _size(fixture)
    if len(chosen) != needed or len({player.id for player in chosen}) != needed:
        raise DeskError("wrong_line_up", match=fixture.id, part=fixture.part, count=needed, entry=entry.title)
    named = replace(fixture, line_up={**(fixture.line_up or {}), side: [player.id for player in chosen]})
    already = twice(named, {side: entry}, book.fixtures(competition.id))
    if already:
        raise DeskError.for_cause(already[0])
    book.put_fixture(named)
    return named


def twice(fixture: Fixture, sides: Mapping[str, Entry], fixtures: Sequence[Fixture]) -> list[Cause]:
    """The players of a match who are named for another match of its tie, or were called to one.
    fixtures: of its event. A team that is too small for the tie is not checked: one of its players has to
    play twice.
    """
    causes = []
    for other in fixtures:
        if fixture.tie is None or other.tie != fixture.tie or other.id == fixture.id or other.state == "off":
            continue
        for side, entry in sides.items():
            is_named = side in (other.line_up or {})
            if len(entry.players) < TEAM or not (is_named or other.called_at is not None):
                continue
            players = _of_team(other, side, entry)
            both = [player for player in _of_team(fixture, side, entry) if player in players]
            for player in both:
                reason: str = "named_in_tie" if is_named else "plays_in_tie"
                causes.append(cause(reason, player=shown(player), part=other.part))
    return causes


def shown(player: Player) -> str:
    """A player's name, or the start number if the name was deleted."""
    return player.name or f"No. {player.number}"


class NumberedPlayer(TypedDict):
    """A player as a fact of a refusal. number: the start number."""

    number: int
    name: str


def numbered(players: Sequence[Player]) -> list[NumberedPlayer]:
    """Start numbers and names, as facts of a refusal."""
    return [{"number": player.number, "name": player.name} for player in players]


class ClubPlayer(NumberedPlayer):
    """A player with what tells them apart from others of the same name."""

    club: str
    licence: str


def with_clubs(players: Sequence[Player]) -> list[ClubPlayer]:
    """Players with number, club and licence, as facts of a question who is meant."""
    return [
        {"number": player.number, "name": player.name, "club": player.club, "licence": player.licence}
        for player in players
    ]


def _size(fixture: Fixture) -> int:
    return 1 if fixture.part == "singles" else 2


def _of_team(fixture: Fixture, side: str, entry: Entry) -> list[Player]:
    named = (fixture.line_up or {}).get(side)
    by_id = {player.id: player for player in entry.players}
    if named and all(player in by_id for player in named):
        return [by_id[player] for player in named]
    places = _BY_DEFAULT.get(fixture.part or "doubles", (0, 1))
    count = len(entry.players)
    return [entry.players[place % count] for place in places]


def member(entry: Entry, name: str) -> Player:
    """The player of an entry with this name or start number. DeskError: none has it, or several."""
    meant = [
        player
        for player in entry.players
        if name.strip() == str(player.number) or is_same_name(name, player.name)
    ]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise DeskError("which_player", player=name, entry=entry.title, people=with_clubs(meant))
    raise DeskError("not_in_team", player=name, entry=entry.title, players=numbered(entry.players))

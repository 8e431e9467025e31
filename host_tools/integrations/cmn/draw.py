"""Finds the match of a draw that a match of a CMN file is, by the players of both sides."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from host_tools.integrations.cmn.reading import CmnGame, CmnMatch
from host_tools.tournament.model import line_ups
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Competition, Entry, Fixture, Player

#: A licence that is a player id of the Alliance's.
_CID = re.compile(r"CRK-\d+")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A match of the draw; `match` as the file has it, its sides in the draw's order."""

    competition: Competition
    fixture: Fixture
    match: CmnMatch


class Draw:
    """The crokinole events of a tournament, kept up to date while results are entered."""

    def __init__(self, book: Book, events: Sequence[Competition]) -> None:
        self._book = book
        self._events = {event.id: event for event in events}
        self._entries = {event.id: {entry.id: entry for entry in book.entries(event.id)} for event in events}
        self._fixtures = {
            fixture.id: (event, self._known(event, fixture))
            for event in events
            for fixture in book.fixtures(event.id)
        }
        #: Matches that were taken from a CMN file: by their id there, the id here and the result.
        self.taken = {
            str(correction.facts["cmn"]): (correction.fixture, correction.after)
            for event in events
            for correction in book.corrections(event.id)
            if correction.code == "cmn"
        }

    @property
    def events(self) -> list[Competition]:
        """All of them."""
        return list(self._events.values())

    def changed(self, ids: Sequence[str]) -> None:
        """Read these matches again: they have changed."""
        for fixture in self._book.fixtures(ids=ids):
            event = (
                self._fixtures[fixture.id][0] if fixture.id in self._fixtures else self._event_of(fixture.id)
            )
            if event is not None:
                self._fixtures[fixture.id] = event, self._known(event, fixture)

    def of_players(self, match: CmnMatch) -> list[Candidate]:
        """The matches between these two teams, in either order."""
        return [
            Candidate(event, known.fixture, way)
            for event, known in self._fixtures.values()
            for way in (match, turned(match))
            if _is_of(known.sides["a"], way, 0) and _is_of(known.sides["b"], way, 1)
        ]

    def _event_of(self, fixture_id: str) -> Competition | None:
        number = self._book.competition_of(fixture_id)
        return None if number is None else self._events.get(number)

    def _known(self, event: Competition, fixture: Fixture) -> "_Known":
        entries: dict[int, Entry] = self._entries[event.id]
        sides = {
            side: entries[name] for side, name in (("a", fixture.a), ("b", fixture.b)) if name is not None
        }
        people: dict[str, list[Player]] = {"a": [], "b": [], **line_ups.people(event, fixture, sides)}
        return _Known(fixture, people)


@dataclass(frozen=True, slots=True)
class _Known:
    fixture: Fixture
    sides: dict[str, list[Player]]


def turned(match: CmnMatch) -> CmnMatch:
    """The same match with the teams exchanged."""
    games = tuple(
        CmnGame(_other(game.winner), _other(game.hammer), _swapped(game.scores), _swapped(game.twenties))
        for game in match.games
    )
    cids = match.cids[::-1]
    return replace(match, teams=match.teams[::-1], cids=cids, games=games, winner=_other(match.winner))


def _other(side: int | None) -> int | None:
    return None if side is None else 1 - side


def _swapped(pair: tuple[int, int] | None) -> tuple[int, int] | None:
    return None if pair is None else pair[::-1]


def _is_of(players: Sequence[Player], match: CmnMatch, team: int) -> bool:
    """Whether these are the players of a team, in whatever order."""
    named = list(zip(match.teams[team], match.cids[team], strict=True))
    return len(players) == len(named) > 0 and any(
        all(_is_same(player, *person) for player, person in zip(players, order, strict=True))
        for order in permutations(named)
    )


def _is_same(player: Player, name: str, cid: str) -> bool:
    """By the Alliance's ids where both have one, else by name."""
    if _CID.fullmatch(player.licence) and _CID.fullmatch(cid):
        return player.licence == cid
    return _plain(player.name) == _plain(name) != ""


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()

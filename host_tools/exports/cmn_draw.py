"""Which match of a draw a match of a CMN file is: found by who plays whom (D301)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

from host_tools.exports.cmn_reading import CmnGame, CmnMatch
from host_tools.tournament import line_ups
from host_tools.tournament.book import Book
from host_tools.tournament.model import Competition, Entry, Fixture, Player

#: A licence that is a player id of the Alliance's.
_CID = re.compile(r"CRK-\d+")
#: What `reason_of` gives.
_REASON = re.compile(r"CMN (.{1,200}), played \S+, from ")


def reason_of(match: CmnMatch, file: str) -> str:
    """Why a result was entered by hand: where it comes from."""
    return f"CMN {match.id}, played {match.date}, from {file}"


@dataclass(frozen=True, slots=True)
class Found:
    """A match of the draw; `match` as the file has it, its sides in the draw's order."""

    of: Competition
    fixture: Fixture
    match: CmnMatch


class Draw:
    """The crokinole events of a tournament as they stand while results are entered."""

    def __init__(self, book: Book, events: Sequence[Competition]) -> None:
        self._book = book
        self._events = {of.id: of for of in events}
        self._entries = {of.id: {entry.id: entry for entry in book.entries(of.id)} for of in events}
        self._fixtures = {one.id: (of, self._known(of, one)) for of in events for one in book.fixtures(of.id)}
        #: Matches that were taken from a CMN file: by their id there, the id here and the result.
        self.taken = {
            told[1]: (one.fixture, one.after)
            for of in events
            for one in book.corrections(of.id)
            if (told := _REASON.match(one.reason))
        }

    @property
    def events(self) -> list[Competition]:
        """All of them."""
        return list(self._events.values())

    def changed(self, ids: Sequence[str]) -> None:
        """These matches are another thing in the book now."""
        for one in self._book.fixtures(ids=ids):
            of = self._fixtures[one.id][0] if one.id in self._fixtures else self._event_of(one.id)
            if of is not None:
                self._fixtures[one.id] = of, self._known(of, one)

    def of_players(self, match: CmnMatch) -> list[Found]:
        """The matches whose sides are these teams, either way round."""
        return [
            Found(of, known.fixture, way)
            for of, known in self._fixtures.values()
            for way in (match, turned(match))
            if _is_of(known.sides["a"], way, 0) and _is_of(known.sides["b"], way, 1)
        ]

    def _event_of(self, fixture_id: str) -> Competition | None:
        number = self._book.competition_of(fixture_id)
        return None if number is None else self._events.get(number)

    def _known(self, of: Competition, one: Fixture) -> "_Known":
        entries: dict[int, Entry] = self._entries[of.id]
        sides = {side: entries[name] for side, name in (("a", one.a), ("b", one.b)) if name is not None}
        people: dict[str, Any] = {"a": [], "b": [], **line_ups.people(of, one, sides)}
        return _Known(one, people)


@dataclass(frozen=True, slots=True)
class _Known:
    fixture: Fixture
    sides: dict[str, list[Player]]


def turned(match: CmnMatch) -> CmnMatch:
    """The same match, its second team first."""
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
        all(_is_same(player, *one) for player, one in zip(players, order, strict=True))
        for order in permutations(named)
    )


def _is_same(player: Player, name: str, cid: str) -> bool:
    """By the Alliance's ids where both have one, else by name."""
    if _CID.fullmatch(player.licence) and _CID.fullmatch(cid):
        return player.licence == cid
    return _plain(player.name) == _plain(name) != ""


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()

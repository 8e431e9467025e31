"""Reading Crokinole Match Notation (CMN) 1.0-draft: everything that its text demands is checked, with the
place of what is wrong; a file is taken whole or not at all.

Source: as `cmn.py`. Fields that are not known are passed over, as it demands ("Consumers must ignore fields
they don't recognize"); the same field twice, which JSON leaves open, is not.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from host_tools.exports.cmn import CMN
from host_tools.exports.cmn_values import MOST_BYTES, Look, Pair, document_of
from host_tools.exports.errors import ExportError

__all__ = ["MOST_BYTES", "CmnGame", "CmnMatch", "parse"]

#: So many problems are named.
_SHOWN_MOST = 20
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z")

#: Name and id.
_Player = tuple[str, str]


@dataclass(frozen=True, slots=True)
class CmnGame:
    """A round of ours. winner, hammer (who shot first): 0 or 1; winner None: level. None: not told."""

    winner: int | None
    hammer: int | None = None
    scores: Pair | None = None
    twenties: Pair | None = None


@dataclass(frozen=True, slots=True)
class _Event:
    name: str = ""
    round: int | None = None


@dataclass(frozen=True, slots=True)
class CmnMatch:
    """teams: the players' names; winner as in a game; event: its name, "" when it has none. cids: the ids of
    the players, "" for none; round: of the event; planned: our id of the match, where Boardside wrote it.
    """

    id: str
    date: str
    teams: tuple[tuple[str, ...], tuple[str, ...]]
    games: tuple[CmnGame, ...]
    winner: int | None
    event: str = ""
    cids: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    round: int | None = None
    planned: str | None = None

    @property
    def points(self) -> Pair:
        """Two for each game won, one each for a level one."""
        won = [game.winner for game in self.games]
        return 2 * won.count(0) + won.count(None), 2 * won.count(1) + won.count(None)


def parse(raw: bytes) -> list[CmnMatch]:
    """All matches of a file, a single record or a batch. Raises ExportError with the problems, one a line."""
    document = document_of(raw)
    look = Look()
    found: list[CmnMatch] = []
    if look.fields(document, "the file") is not None:
        if document.get("cmn") != CMN:
            said = look.shown(document.get("cmn"))
            raise ExportError(f'cmn: this is version {said}; "{CMN}" can be read. Is it a CMN file?')
        found = list(_matches(look, document))
    if look.problems:
        more = len(look.problems) - _SHOWN_MOST
        lines = look.problems[:_SHOWN_MOST] + ([f"and {more} more"] if more > 0 else [])
        raise ExportError("\n".join([*lines, "Nothing was taken."]))
    return found


def _matches(look: Look, document: dict[str, Any]) -> Iterator[CmnMatch]:
    event = _event(look, document, "event")
    if document.get("batch") is not True:
        found = _match(look, document, "", event)
        if found is not None:
            yield found
        return
    first: dict[str, str] = {}
    for number, given in enumerate(look.items(document.get("matches"), "matches")):
        where = f"matches[{number}]"
        one = look.fields(given, where)
        if one is None:
            continue
        found = _match(look, one, f"{where}.", _event_of(look, one, f"{where}.event", event))
        if found is None:
            continue
        if found.id in first:
            look.say(f"{where}.id", f"{look.shown(found.id)} is the id of {first[found.id]}, too")
        first.setdefault(found.id, where)
        yield found


def _match(look: Look, holder: dict[str, Any], at: str, event: _Event) -> CmnMatch | None:
    name = look.text(holder.get("id"), f"{at}id")
    at = f"{at}match"
    match = look.fields(holder.get("match"), at)
    if match is None:
        return None
    date = look.text(match.get("date"), f"{at}.date")
    if date and not _is_moment(date):
        look.say(f"{at}.date", f'{look.shown(date)} is no date such as "2026-02-11T19:30:00Z"')
    teams = _teams(look, match, at)
    names = tuple(name for name, _ in teams[0]), tuple(name for name, _ in teams[1])
    cids = tuple(cid for _, cid in teams[0]), tuple(cid for _, cid in teams[1])
    games = [
        game
        for number, one in enumerate(look.items(match.get("games"), f"{at}.games"))
        if (game := _game(look, one, f"{at}.games[{number}]")) is not None
    ]
    winner = look.winner(match, f"{at}.winner")
    return CmnMatch(name, date, names, tuple(games), winner, event.name, cids, event.round, _planned(holder))


def _is_moment(text: str) -> bool:
    try:
        return bool(_DATE.fullmatch(text)) and datetime.fromisoformat(text) is not None
    except ValueError:
        return False


def _planned(holder: dict[str, Any]) -> str | None:
    ours = holder.get("boardside")
    found = ours.get("match") if isinstance(ours, dict) else None
    return found if isinstance(found, str) else None


def _teams(look: Look, match: dict[str, Any], at: str) -> list[tuple[_Player, ...]]:
    """Both, each player with name and id."""
    sizes = {"singles": 1, "doubles": 2}
    given = match.get("format")
    size = sizes.get(given) if isinstance(given, str) else None
    if size is None:
        look.say(f"{at}.format", f'{look.shown(given)} is neither "singles" nor "doubles"')
    teams = look.items(match.get("teams"), f"{at}.teams")
    if len(teams) != 2:
        look.say(f"{at}.teams", f"two teams are wanted, there are {len(teams)}")
        return [(), ()]
    found: list[tuple[_Player, ...]] = []
    for number, team in enumerate(teams):
        where = f"{at}.teams[{number}]"
        whole = look.fields(team, where)
        if whole is None:
            found.append(())
            continue
        listed = look.items(whole.get("players"), f"{where}.players")
        if size is not None and len(listed) != size:
            look.say(f"{where}.players", f"{given} has {size} a side, there are {len(listed)}")
        found.append(tuple(_player(look, one, f"{where}.players[{n}]") for n, one in enumerate(listed)))
    return found


def _player(look: Look, player: Any, at: str) -> _Player:
    found = look.fields(player, at)
    if found is None:
        return "", ""
    cid = found.get("cid")
    return look.text(found.get("name"), f"{at}.name"), cid if isinstance(cid, str) else ""


def _game(look: Look, given: Any, at: str) -> CmnGame | None:
    one = look.fields(given, at)
    if one is None:
        return None
    winner = look.winner(one, f"{at}.winner")
    hammer = one.get("hammer")
    if hammer is not None and not look.is_side(hammer):
        look.say(f"{at}.hammer", f"{look.shown(hammer)} is neither 0 nor 1")
        hammer = None
    scores, twenties = look.pair(one, "scores", at), look.pair(one, "twenties", at)
    if scores is not None and winner != (None if scores[0] == scores[1] else int(scores[1] > scores[0])):
        look.say(f"{at}.winner", f"{look.shown(winner)} does not fit the scores {scores[0]}-{scores[1]}")
    return CmnGame(winner, hammer, scores, twenties)


def _event_of(look: Look, holder: dict[str, Any], at: str, shared: _Event) -> _Event:
    """A match's own event; what it does not say is as in the one that the batch shares."""
    own = _event(look, holder, at)
    return _Event(own.name or shared.name, shared.round if own.round is None else own.round)


def _event(look: Look, holder: dict[str, Any], at: str) -> _Event:
    event = None if holder.get("event") is None else look.fields(holder["event"], at)
    if event is None:
        return _Event()
    name = "" if event.get("name") is None else look.text(event["name"], f"{at}.name")
    given = event.get("round")
    return _Event(name, given if type(given) is int else None)

"""Reads Crokinole Match Notation (CMN) 1.0-draft. All that its text demands is checked, and each problem has
its place; a file is taken as a whole or not at all.

Source: as `writing.py`. Unknown fields are ignored, as CMN demands ("Consumers must ignore fields they don't
recognize"); a field that occurs twice, which JSON allows, is refused.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from host_tools.integrations.cmn.reasons import CmnError
from host_tools.integrations.cmn.values import MOST_BYTES, Fields, Look, Pair, document_of, is_side
from host_tools.integrations.cmn.writing import CMN

__all__ = ["MOST_BYTES", "CmnGame", "CmnMatch", "parse"]

#: The most problems that are named.
_SHOWN_MOST = 20
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z")

#: Name and id.
_Player = tuple[str, str]


@dataclass(frozen=True, slots=True)
class CmnGame:
    """A round of ours. winner, hammer (who shot first): 0 or 1. winner None: level; others None: unknown."""

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
    """All matches of a file, a single record or a batch. Raises CmnError with its problems."""
    look = Look()
    document = look.fields(document_of(raw), "the file")
    matches: list[CmnMatch] = []
    if document is not None:
        if document.get("cmn") != CMN:
            raise CmnError("other_version", version=document.get("cmn"), known=CMN)
        matches = list(_matches(look, document))
    if look.problems:
        problems = [problem.to_json() for problem in look.problems[:_SHOWN_MOST]]
        raise CmnError("nothing_taken", problems=problems, more=len(look.problems) - len(problems))
    return matches


def _matches(look: Look, document: Fields) -> Iterator[CmnMatch]:
    event = _event(look, document, "event")
    if document.get("batch") is not True:
        match = _match(look, document, "", event)
        if match is not None:
            yield match
        return
    first: dict[str, str] = {}
    for number, given in enumerate(look.items(document.get("matches"), "matches")):
        where = f"matches[{number}]"
        holder = look.fields(given, where)
        if holder is None:
            continue
        match = _match(look, holder, f"{where}.", _event_of(look, holder, f"{where}.event", event))
        if match is None:
            continue
        if match.id in first:
            look.note("id_twice", f"{where}.id", value=match.id, first=first[match.id])
        first.setdefault(match.id, where)
        yield match


def _match(look: Look, holder: Fields, at: str, event: _Event) -> CmnMatch | None:
    name = look.text(holder.get("id"), f"{at}id")
    at = f"{at}match"
    match = look.fields(holder.get("match"), at)
    if match is None:
        return None
    date = look.text(match.get("date"), f"{at}.date")
    if date and not _is_moment(date):
        look.note("no_date", f"{at}.date", value=date)
    teams = _teams(look, match, at)
    names = tuple(name for name, _ in teams[0]), tuple(name for name, _ in teams[1])
    cids = tuple(cid for _, cid in teams[0]), tuple(cid for _, cid in teams[1])
    games = [
        game
        for number, value in enumerate(look.items(match.get("games"), f"{at}.games"))
        if (game := _game(look, value, f"{at}.games[{number}]")) is not None
    ]
    winner = look.winner(match, f"{at}.winner")
    return CmnMatch(name, date, names, tuple(games), winner, event.name, cids, event.round, _planned(holder))


def _is_moment(text: str) -> bool:
    try:
        return bool(_DATE.fullmatch(text)) and datetime.fromisoformat(text) is not None
    except ValueError:
        return False


def _planned(holder: Fields) -> str | None:
    ours = holder.get("boardside")
    planned = ours.get("match") if isinstance(ours, dict) else None
    return planned if isinstance(planned, str) else None


def _teams(look: Look, match: Fields, at: str) -> list[tuple[_Player, ...]]:
    """Both teams; each player with name and id."""
    sizes = {"singles": 1, "doubles": 2}
    given = match.get("format")
    size = sizes.get(given) if isinstance(given, str) else None
    if size is None:
        look.note("no_format", f"{at}.format", value=given)
    teams = look.items(match.get("teams"), f"{at}.teams")
    if len(teams) != 2:
        look.note("not_two_teams", f"{at}.teams", count=len(teams))
        return [(), ()]
    players: list[tuple[_Player, ...]] = []
    for number, team in enumerate(teams):
        where = f"{at}.teams[{number}]"
        whole = look.fields(team, where)
        if whole is None:
            players.append(())
            continue
        listed = look.items(whole.get("players"), f"{where}.players")
        if size is not None and len(listed) != size:
            at_players = f"{where}.players"
            look.note("wrong_number_of_players", at_players, format=given, size=size, count=len(listed))
        players.append(
            tuple(_player(look, player, f"{where}.players[{n}]") for n, player in enumerate(listed))
        )
    return players


def _player(look: Look, player: object, at: str) -> _Player:
    holder = look.fields(player, at)
    if holder is None:
        return "", ""
    cid = holder.get("cid")
    return look.text(holder.get("name"), f"{at}.name"), cid if isinstance(cid, str) else ""


def _game(look: Look, given: object, at: str) -> CmnGame | None:
    holder = look.fields(given, at)
    if holder is None:
        return None
    winner = look.winner(holder, f"{at}.winner")
    hammer = holder.get("hammer")
    if hammer is not None and not is_side(hammer):
        look.note("no_side", f"{at}.hammer", value=hammer)
    scores, twenties = look.pair(holder, "scores", at), look.pair(holder, "twenties", at)
    if scores is not None and winner != (None if scores[0] == scores[1] else int(scores[1] > scores[0])):
        look.note("winner_unfit", f"{at}.winner", value=winner, scores=scores)
    return CmnGame(winner, hammer if is_side(hammer) else None, scores, twenties)


def _event_of(look: Look, holder: Fields, at: str, shared: _Event) -> _Event:
    """A match's own event; fields that it lacks are those of the batch's event."""
    own = _event(look, holder, at)
    return _Event(own.name or shared.name, shared.round if own.round is None else own.round)


def _event(look: Look, holder: Fields, at: str) -> _Event:
    event = None if holder.get("event") is None else look.fields(holder["event"], at)
    if event is None:
        return _Event()
    name = "" if event.get("name") is None else look.text(event["name"], f"{at}.name")
    given = event.get("round")
    return _Event(name, given if type(given) is int else None)

"""Reads Crokinole Match Notation (CMN) 1.0-draft. All that its text demands is checked, and each problem has
its place; a file is taken as a whole or not at all.

Source: as `writing.py`. Unknown fields are ignored, as CMN demands ("Consumers must ignore fields they don't
recognize"); a field that occurs twice, which JSON allows, is refused. A match becomes events
(docs/scripts/events.md): a game of CMN is a round here.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias, TypeGuard

from boardside.game import match as game
from boardside.game.crokinole.fields import FIELDS
from boardside.game.crokinole.round import DISC_VALUES
from boardside.game.errors import GameError
from boardside.game.state import State
from host_tools.integrations.cmn.reasons import CmnError
from host_tools.integrations.cmn.writing import CMN
from host_tools.live_values import Event
from host_tools.outside import json_text

#: A match of a CMN file has about 1 KB.
MOST_BYTES = 20_000_000
TEXT_MOST = 200

Pair = tuple[int, int]
#: An object of the file, whose values are not checked yet.
Fields: TypeAlias = Mapping[str, object]


def document_of(raw: bytes) -> object:
    """The JSON document in these bytes. Raises CmnError if it is none, or if a field occurs twice."""
    if len(raw) > MOST_BYTES:
        raise CmnError("too_large", most_mb=MOST_BYTES // 1_000_000)
    try:
        document: object = json_text.value(raw.decode("utf-8-sig"), object_pairs_hook=json_text.once)
    except UnicodeDecodeError as error:
        raise CmnError("not_utf8", byte=error.start) from error
    except json_text.TwiceError as error:
        raise CmnError("field_twice", field=str(error)[:40]) from error
    except json.JSONDecodeError as error:
        raise CmnError("no_json", why=error.msg, line=error.lineno, character=error.colno) from error
    return document


class Look:
    """Checks values; `problems` has each problem with its place. A wrong value gives None, "" or ()."""

    def __init__(self) -> None:
        self.problems: list[CmnError] = []

    def note(self, reason: str, at: str, **facts: Any) -> None:
        """A problem at this place of the file."""
        self.problems.append(CmnError(reason, at=at, **facts))

    def fields(self, value: object, at: str) -> Fields | None:
        """The value, if it is an object."""
        if isinstance(value, dict):
            return value
        self.note("no_object", at, value=value)
        return None

    def items(self, value: object, at: str) -> Sequence[object]:
        """The value, if it is a list."""
        if isinstance(value, list):
            return value
        self.note("no_list", at, value=value)
        return ()

    def text(self, value: object, at: str) -> str:
        """The value, if it is one line of text."""
        if not isinstance(value, str) or not value.strip():
            self.note("no_text", at, value=value)
            return ""
        if len(value) > TEXT_MOST or not value.isprintable():
            self.note("text_too_long", at, value=value, most=TEXT_MOST)
            return ""
        return value

    def winner(self, holder: Fields, at: str) -> int | None:
        """The winner, 0 or 1; None for a level game, which the file has to say."""
        if "winner" not in holder:
            self.note("winner_missing", at)
            return None
        value = holder["winner"]
        if is_side(value):
            return value
        if value is not None:
            self.note("no_winner", at, value=value)
        return None

    def pair(self, holder: Fields, name: str, at: str) -> Pair | None:
        """The two numbers of this name; None without them."""
        value = holder.get(name)
        if value is None:
            return None
        if isinstance(value, list) and len(value) == 2 and all(type(n) is int and n >= 0 for n in value):
            return value[0], value[1]
        self.note("no_pair", f"{at}.{name}", value=value)
        return None


def is_side(value: object) -> TypeGuard[int]:
    """Whether the value is a side as CMN counts them, 0 or 1."""
    return type(value) is int and value in (0, 1)


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


_SIDES = ("a", "b")
ROUNDS_MOST = FIELDS["rounds"][2]
_DISCS_MOST = FIELDS["discs_singles"][2]
#: The most that a `round` event of any match can hold; the rules know how many discs this match has.
TWENTY, TWENTIES_MOST, TOTAL_MOST = DISC_VALUES[0], _DISCS_MOST, _DISCS_MOST * DISC_VALUES[0]


def events(match: CmnMatch) -> list[Event]:
    """The match as events: one game of as many rounds as were played. Raises CmnError.

    The rules accept each event. Totals that no discs can give with these 20s are left out, because CMN does
    not say whether `scores` include the 20s. 20s of more discs than there are are left out, too.
    """
    if not 1 <= len(match.games) <= ROUNDS_MOST:
        raise CmnError("too_many_games", match=match.id, count=len(match.games), most=ROUNDS_MOST)
    rules = {"games": 1, "rounds": len(match.games), "draws": True}
    names = {side: list(people) for side, people in zip(_SIDES, match.teams, strict=True)}
    begin: Event = {
        "kind": "match",
        "match": match.id[:40],
        "ruleset": "wcc",
        "stage": "group",
        "rules": rules,
        **names,
    }
    begin |= {"doubles": len(match.teams[0]) == 2, "breaks": _SIDES[match.games[0].hammer or 0]}
    all_events = [begin]
    try:
        state, _ = game.apply(game.new(), begin)
        for played in match.games:
            state, event = _taken(state, played)
            all_events.append(event)
    except GameError as error:
        why = {"reason": error.reason, "facts": error.facts}
        raise CmnError("no_events", match=match.id, why=why) from error
    return [*all_events, {"kind": "confirm"}]


def _taken(state: State, played: CmnGame) -> tuple[State, Event]:
    """The state after the round, and its event, without what the discs of this match cannot give."""
    event = round_of(played)
    try:
        return game.apply(state, event)[0], event
    except GameError:
        event.pop("total", None)
        event["winner"] = _winner_of(played)
    try:
        return game.apply(state, event)[0], event
    except GameError:
        event.pop("twenties", None)
    return game.apply(state, event)[0], event


def _winner_of(played: CmnGame) -> str:
    return "level" if played.winner is None else _SIDES[played.winner]


def round_of(played: CmnGame) -> Event:
    """A game of CMN as a `round` event, for any number of discs."""
    twenties = (
        played.twenties if played.twenties is not None and max(played.twenties) <= TWENTIES_MOST else None
    )
    least = tuple(TWENTY * count for count in twenties or (0, 0))
    event: Event = {"kind": "round"}
    fits = played.scores is not None and all(
        low <= total <= TOTAL_MOST and total % DISC_VALUES[-1] == 0
        for low, total in zip(least, played.scores, strict=True)
    )
    if fits and played.scores is not None:
        event["total"] = dict(zip(_SIDES, played.scores, strict=True))
    else:
        event["winner"] = _winner_of(played)
    if twenties is not None:
        event["twenties"] = dict(zip(_SIDES, twenties, strict=True))
    return event

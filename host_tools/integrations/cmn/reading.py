"""Reads Crokinole Match Notation (CMN) 1.0-draft. All that its text demands is checked, and each problem has
its place; a file is taken as a whole or not at all.

Source: as `writing.py`. Unknown fields are ignored, as CMN demands ("Consumers must ignore fields they don't
recognize"); a field that occurs twice, which JSON allows, is refused. A match becomes events
(docs/scripts/events.md): a game of CMN is a round here.
"""

import json
import re
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, Field, ValidationError, model_validator
from pydantic.dataclasses import dataclass
from pydantic_core import PydanticCustomError

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
#: The most problems that are named.
_NAMED_MOST = 20
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z")
#: Reasons by pydantic's types of errors; of others its own sentence stands.
_REASONS = {
    "missing": "missing",
    "model_type": "no_object",
    "dataclass_type": "no_object",
    "list_type": "no_list",
    "string_type": "no_text",
    "tuple_type": "no_pair",
}


def _line(text: str) -> str:
    if not 0 < len(text.strip()) <= len(text) <= TEXT_MOST or not text.isprintable():
        raise PydanticCustomError(
            "line", "1 to {most} characters on one line are wanted", {"most": TEXT_MOST}
        )
    return text


def _moment(text: str) -> str:
    try:
        if _DATE.fullmatch(text) and datetime.fromisoformat(text):
            return text
    except ValueError:
        pass
    raise PydanticCustomError("moment", 'a date such as "2026-02-11T19:30:00Z" is wanted')


Line = Annotated[str, AfterValidator(_line)]
#: A side as CMN counts them.
SideIndex = Annotated[int, Field(strict=True, ge=0, le=1)]
_Count = Annotated[int, Field(strict=True, ge=0)]
Pair: TypeAlias = tuple[_Count, _Count]


@dataclass(frozen=True, slots=True)
class CmnGame:
    """A round of ours. winner, hammer (who shot first): 0 or 1. winner None: level; others None: unknown."""

    winner: SideIndex | None
    hammer: SideIndex | None = None
    scores: Pair | None = None
    twenties: Pair | None = None


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


# The file's objects. Of what is optional and not needed, a value of another type is as none.


class _Player(BaseModel):
    name: Line
    cid: object = None


class _Team(BaseModel):
    players: list[_Player]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    @property
    def cids(self) -> tuple[str, ...]:
        return tuple(player.cid if isinstance(player.cid, str) else "" for player in self.players)


class _Played(BaseModel):
    date: Annotated[str, AfterValidator(_moment)]
    format: Literal["singles", "doubles"]
    teams: Annotated[list[_Team], Field(min_length=2, max_length=2)]
    games: list[CmnGame]
    winner: SideIndex | None

    @model_validator(mode="after")
    def _fits(self) -> "_Played":
        """As many players as the format has, and winners as the scores have them."""
        size = 1 if self.format == "singles" else 2
        if any(len(team.players) != size for team in self.teams):
            raise PydanticCustomError(
                "players", "{format} has {size} a side", {"format": self.format, "size": size}
            )
        for number, played in enumerate(self.games):
            a, b = played.scores or (0, 0)
            if played.scores and played.winner != (None if a == b else int(b > a)):
                facts = {"number": number, "a": a, "b": b}
                raise PydanticCustomError(
                    "winner", "the winner of games[{number}] does not fit {a}-{b}", facts
                )
        return self


class _Event(BaseModel):
    name: Line | None = None
    round: object = None


class _Record(BaseModel):
    id: Line
    match: _Played
    event: _Event | None = None
    boardside: object = None

    def cmn_match(self, shared: _Event | None) -> CmnMatch:
        """shared: the batch's event; its fields stand where the match's own lacks them."""
        events = [event for event in (self.event, shared) if event is not None]
        ours = self.boardside.get("match") if isinstance(self.boardside, dict) else None
        a, b = self.match.teams
        return CmnMatch(
            id=self.id,
            date=self.match.date,
            teams=(a.names, b.names),
            games=tuple(self.match.games),
            winner=self.match.winner,
            event=next((event.name for event in events if event.name is not None), ""),
            cids=(a.cids, b.cids),
            round=next((event.round for event in events if type(event.round) is int), None),
            planned=ours if isinstance(ours, str) else None,
        )


class _Batch(BaseModel):
    matches: list[_Record]
    event: _Event | None = None


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


def parse(raw: bytes) -> list[CmnMatch]:
    """All matches of a file, a single record or a batch. Raises CmnError with its problems."""
    document = document_of(raw)
    version = document.get("cmn") if isinstance(document, dict) else CMN
    if version != CMN:
        raise CmnError("other_version", version=version, known=CMN)
    is_batch = isinstance(document, dict) and document.get("batch") is True
    try:
        if not is_batch:
            return [_Record.model_validate(document).cmn_match(None)]
        batch = _Batch.model_validate(document)
    except ValidationError as error:
        raise _nothing_taken([_problem(each) for each in error.errors(include_url=False)]) from error
    places: dict[str, int] = {}
    problems = []
    for number, record in enumerate(batch.matches):
        first = places.setdefault(record.id, number)
        if first != number:
            at = f"matches[{number}].id"
            problems.append(CmnError("id_twice", at=at, value=record.id, first=f"matches[{first}]"))
    if problems:
        raise _nothing_taken(problems)
    return [record.cmn_match(batch.event) for record in batch.matches]


def _problem(error: Any) -> CmnError:
    """One of pydantic's errors, with its place as in `matches[2].match.winner`."""
    at = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error["loc"])
    at = at.removeprefix(".") or "the file"
    reason = _REASONS.get(error["type"], "wrong_value")
    if reason == "missing":
        return CmnError(reason, at=at)
    if isinstance(error["input"], (dict, list)) and reason == "wrong_value":
        return CmnError("wrong", at=at, why=error["msg"])
    why = {"why": error["msg"]} if reason == "wrong_value" else {}
    return CmnError(reason, at=at, value=error["input"], **why)


def _nothing_taken(problems: Sequence[CmnError]) -> CmnError:
    named = [problem.to_json() for problem in problems[:_NAMED_MOST]]
    return CmnError("nothing_taken", problems=named, more=len(problems) - len(named))


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

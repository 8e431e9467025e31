"""Crokinole Match Notation (CMN) 1.0-draft, by the Crokinole Open Data Alliance: crokinole's matches as JSON.

Source: README of github.com/Crokinole-Open-Data-Alliance/cmn, commit 321682c ("Status: Proposal"; there is no
JSON Schema of it). A *game* of CMN is what the WCC's rules and Boardside call a round: two points at stake.
"""

import json
import re
import uuid
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any, Literal, NotRequired, TypedDict, cast

from sqlalchemy import Connection

from host_tools.exports import event_report, played
from host_tools.exports.export_command import moment
from host_tools.exports.output import Choice
from host_tools.exports.played import Planned, StoredMatch, read_stored
from host_tools.integrations.cmn.reasons import CmnError
from host_tools.replay.score_card import CrokinoleRound, games_of
from host_tools.tournament.model.model import Entry
from host_tools.tournament.standings import results

CMN = "1.0"
#: A licence that is a player id of the Alliance's.
_CID = re.compile(r"CRK-\d+")
_INDEX = {"a": 0, "b": 1}


class CmnPlayer(TypedDict):
    """A player; cid: the Alliance's id."""

    name: str
    cid: NotRequired[str]


class CmnTeam(TypedDict):
    """A side."""

    players: list[CmnPlayer]


class CmnFormat(TypedDict):
    """How many games the match has."""

    type: Literal["fixed"]
    count: int


class CmnPlayedGame(TypedDict):
    """A round of ours. hammer: who shot first; sides are 0 and 1."""

    winner: int | None
    hammer: NotRequired[int]
    scores: NotRequired[list[int]]
    twenties: NotRequired[list[int]]


class CmnPlayed(TypedDict):
    """What was played."""

    date: str
    format: Literal["singles", "doubles"]
    teams: list[CmnTeam]
    gameFormat: NotRequired[CmnFormat]
    games: list[CmnPlayedGame]
    winner: int | None


class CmnEvent(TypedDict):
    """The event of a planned match."""

    name: str
    type: Literal["tournament"]
    round: int
    venue: NotRequired[str]


class OurMatch(TypedDict):
    """Which match of ours it is."""

    match: str | None
    table: int


class CmnRecord(TypedDict):
    """A match as CMN has it; `boardside`: our own field."""

    id: str
    match: CmnPlayed
    event: NotRequired[CmnEvent]
    boardside: OurMatch


def as_cmn(connection: Connection, choice: Choice) -> bytes:
    """The confirmed crokinole matches that fit, as a batch; one that is named alone, as a single record.
    Raises CmnError when there is none.
    """
    matches = list(records(connection, choice))
    if not matches:
        raise CmnError("nothing_to_write")
    shared = {"cmn": CMN, "source": {"app": "boardside", "version": version("boardside")}}
    is_single = choice.match is not None and len(matches) == 1
    whole = {**shared, **(matches[0] if is_single else {"batch": True, "matches": matches})}
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def records(connection: Connection, choice: Choice) -> Iterator[CmnRecord]:
    """`id`, `match` and, of a planned match, `event`, in the order in which the matches were begun."""
    plans = played.planned(connection)
    chosen = None
    if choice.tournament is not None or choice.event is not None:
        reports = event_report.read(connection, choice.tournament, choice.event)
        chosen = {fixture.id for report in reports for fixture in report.fixtures}
    for stored in read_stored(connection, choice.match, choice.table):
        plan = plans.get(stored.match or "")
        if chosen is not None and stored.match not in chosen:
            continue
        if not stored.confirmed or (plan is not None and not _stands(plan, stored)):
            continue
        state = played.folded(connection, stored).state
        if "round" in state.setup.sport.phases:
            yield record(stored, state, plan)


def _stands(plan: Planned, stored: StoredMatch) -> bool:
    """Whether what the table has is the result that stands, or will be once it is taken. Where the organiser
    has given another, the rounds would prove the wrong one.
    """
    at_table = plan.at_table(stored)
    if at_table is None or not plan.counts(stored):
        return False
    stands = plan.stands(stored)
    return plan.fixture.state != "done" or (stands is not None and results.agree(at_table, stands))


def record(stored: StoredMatch, state: Any, plan: Planned | None) -> CmnRecord:
    """One match. Its id comes from the match's place in its table's journal, so every export has the same."""
    rounds = [
        finished
        for game in games_of(state)
        for finished in cast("list[CrokinoleRound]", game["boards"])
        if not finished["unshot"]
    ]
    played: CmnPlayed = {
        "date": moment(stored.started_at),
        "format": "doubles" if state.setup.doubles else "singles",
        "teams": [{"players": _players(state, plan, side)} for side in ("a", "b")],
        "games": [_game(finished) for finished in rounds],
        "winner": _INDEX.get(str(state.winner)),
    }
    is_fixed = state.setup.rules["games"] == 1 or state.setup.rules.get("all_games")
    if is_fixed and state.setup.rules["rounds"] is not None and state.setup.rules["to_points"] is None:
        played["gameFormat"] = {
            "type": "fixed",
            "count": state.setup.rules["games"] * state.setup.rules["rounds"],
        }
    name = uuid.uuid5(uuid.NAMESPACE_URL, f"boardside:{stored.journal}/{stored.first_seq}")
    made: CmnRecord = {
        "id": str(name),
        "match": played,
        "boardside": {"match": stored.match, "table": stored.table_no},
    }
    if plan is not None:
        made["event"] = _event(plan)
    return made


def _players(state: Any, plan: Planned | None, side: str) -> list[CmnPlayer]:
    names = [name or f"Player {side.upper()}" for name in state.names.get(side) or [""]]
    if state.setup.doubles and len(names) < 2:
        names.append(f"Player {side.upper()}2")
    entry = None if plan is None else plan.entry(side)
    return [_player(entry, name) for name in names]


def _player(entry: Entry | None, name: str) -> CmnPlayer:
    """A player, with the licence as the id where it is one of the Alliance's."""
    for player in entry.players if entry is not None else ():
        if player.name == name and _CID.fullmatch(player.licence):
            return {"name": name, "cid": player.licence}
    return {"name": name}


def _game(finished: CrokinoleRound) -> CmnPlayedGame:
    """A round. In CMN `hammer` is who shot first; elsewhere the word has other meanings."""
    game: CmnPlayedGame = {"winner": _INDEX.get(str(finished["winner"]))}
    if finished["first"] in _INDEX:
        game["hammer"] = _INDEX[finished["first"]]
    if finished["total"] is not None:
        game["scores"] = [finished["total"]["a"], finished["total"]["b"]]
    twenties = [finished["twenties"]["a"], finished["twenties"]["b"]]
    if finished["total"] is not None or any(twenties):  # else perhaps nobody counted them
        game["twenties"] = twenties
    return game


def _event(plan: Planned) -> CmnEvent:
    event: CmnEvent = {
        "name": f"{plan.tournament.name} - {plan.competition.name}",
        "type": "tournament",
        "round": plan.fixture.round,
    }
    if plan.tournament.place:
        event["venue"] = plan.tournament.place
    return event

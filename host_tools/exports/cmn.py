"""Crokinole Match Notation (CMN) 1.0-draft, by the Crokinole Open Data Alliance: crokinole's matches as JSON.

Source: README of github.com/Crokinole-Open-Data-Alliance/cmn, commit 321682c ("Status: Proposal"; there is no
JSON Schema of it). A *game* of CMN is what the WCC's rules and Boardside call a round: two points at stake.
"""

import json
import re
import uuid
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from typing import Any

from sqlalchemy import Connection, Row

from boardside.game import official
from host_tools.exports import event_report, played
from host_tools.exports.errors import ExportError
from host_tools.exports.export_files import moment
from host_tools.exports.played import Planned
from host_tools.exports.scorecards import Choice
from host_tools.tournament.model import Entry

CMN = "1.0"
#: A licence that is a player id of the Alliance's.
_CID = re.compile(r"CRK-\d+")
_INDEX = {"a": 0, "b": 1}


def as_cmn(connection: Connection, choice: Choice) -> bytes:
    """The confirmed crokinole matches that fit, as a batch; one that is named alone, as a single record.
    Raises ExportError when there is none.
    """
    found = list(records(connection, choice))
    if not found:
        raise ExportError(
            "There is no such crokinole match with its result confirmed at the table: CMN has no others."
        )
    shared = {"cmn": CMN, "source": {"app": "boardside", "version": version("boardside")}}
    if choice.match is not None and len(found) == 1:
        whole: dict[str, Any] = {**shared, **found[0]}
    else:
        whole = {**shared, "batch": True, "matches": found}
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def records(connection: Connection, choice: Choice) -> Iterator[dict[str, Any]]:
    """`id`, `match` and, of a planned match, `event`, in the order in which the matches were begun."""
    plans = played.planned(connection)
    wanted = None
    if choice.tournament is not None or choice.event is not None:
        reports = event_report.read(connection, choice.tournament, choice.event)
        wanted = {one.id for report in reports for stage in report.stages for one in stage.fixtures}
    for row in played.rows(connection, choice.match, choice.table):
        plan = plans.get(row.match or "")
        if wanted is not None and row.match not in wanted:
            continue
        if not row.confirmed:
            continue
        state = played.folded(connection, row).state
        if state.rules.get("sport") == "crokinole":
            yield record(row, state, plan)


def record(row: Row[Any], state: Any, plan: Planned | None) -> dict[str, Any]:
    """One match. Its id is made of the match's place in its table's journal: the same in every export."""
    rounds = [one for game in official.score_card(state) for one in game["boards"] if not one["unshot"]]
    shown: dict[str, Any] = {
        "date": moment(row.started_at),
        "format": "doubles" if state.doubles else "singles",
        "teams": [{"players": _players(state, plan, side)} for side in ("a", "b")],
    }
    if state.rules["games"] == 1 or state.rules.get("all_games"):
        shown["gameFormat"] = {"type": "fixed", "count": state.rules["games"] * state.rules["rounds"]}
    shown["games"] = [_game(one) for one in rounds]
    shown["winner"] = _INDEX.get(str(state.winner))
    name = uuid.uuid5(uuid.NAMESPACE_URL, f"boardside:{row.journal}/{row.first_seq}")
    event = {} if plan is None else {"event": _event(plan)}
    return {
        "id": str(name),
        "match": shown,
        **event,
        "boardside": {"match": row.match, "table": row.table_no},
    }


def _players(state: Any, plan: Planned | None, side: str) -> list[dict[str, str]]:
    names = [name or f"Player {side.upper()}" for name in state.names.get(side) or [""]]
    if state.doubles and len(names) < 2:
        names.append(f"Player {side.upper()}2")
    entry = None if plan is None else plan.entry(side)
    return [{"name": name, **_cid(entry, name)} for name in names]


def _cid(entry: Entry | None, name: str) -> dict[str, str]:
    """The player's id, where the licence is one."""
    for player in entry.players if entry is not None else ():
        if player.name == name and _CID.fullmatch(player.licence):
            return {"cid": player.licence}
    return {}


def _game(one: Mapping[str, Any]) -> dict[str, Any]:
    """A round. `hammer` is who shot first: so says CMN (D233), whatever the word means elsewhere."""
    found: dict[str, Any] = {"winner": _INDEX.get(str(one["winner"]))}
    if one["first"] in _INDEX:
        found["hammer"] = _INDEX[one["first"]]
    if one["total"] is not None:
        found["scores"] = [one["total"]["a"], one["total"]["b"]]
    twenties = [one["twenties"]["a"], one["twenties"]["b"]]
    if one["total"] is not None or any(twenties):  # told as "winner" alone, nobody may have counted them
        found["twenties"] = twenties
    return found


def _event(plan: Planned) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": f"{plan.tournament.name} - {plan.competition.name}",
        "type": "tournament",
        "round": plan.fixture.round,
    }
    if plan.tournament.place:
        found["venue"] = plan.tournament.place
    return found

"""The contents of an export as flat sheets: columns with a kind, rows as dicts; the same for CSV, JSON and
XLSX.

docs/scripts/exports.md and docs/scripts/export-1.schema.json describe them. When a column is removed or
changes its meaning, VERSION is raised; for a new column it is not.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, select

from host_tools.exports import event_report, played, setting_up, stored_matches
from host_tools.exports.event_report import EventReport
from host_tools.exports.output import Choice
from host_tools.exports.rows import (
    BoardRow,
    EntryRow,
    MatchRow,
    Row,
    StandingRow,
    planned_match,
    played_match,
)
from host_tools.exports.stored_matches import StoredMatch
from host_tools.replay.score_card import CarromBoard, CrokinoleRound, games_of
from host_tools.store.rows import EventRow
from host_tools.store.schema import events
from host_tools.tournament.imports import import_files
from host_tools.tournament.model import remarks
from host_tools.tournament.model.model import Entry

VERSION = 1
SheetName = import_files.Sheet
#: In the order of a file. `programme`: the events of a tournament. `events`: those of the tables,
#: docs/scripts/events.md.
WHATS: tuple[SheetName, ...] = import_files.SHEETS

#: text; whole: a whole number; yes: true or false; time: UTC ms; json: an object.
Kind = Literal["text", "whole", "yes", "time", "json"]


@dataclass(frozen=True, slots=True)
class Column:
    """`key`: in JSON and in the head of a CSV."""

    key: str
    kind: Kind = "text"


@dataclass(frozen=True, slots=True)
class Sheet:
    """One kind of row. A value that does not exist is None."""

    name: SheetName
    columns: tuple[Column, ...]
    rows: Iterable[Row]


def _columns(text: str) -> tuple[Column, ...]:
    """Columns from "match table:whole ..."; a name without a kind is text."""
    pairs = (column.partition(":") for column in text.split())
    return tuple(Column(key, kind or "text") for key, _, kind in pairs)  # type: ignore[arg-type]


COLUMNS: dict[SheetName, tuple[Column, ...]] = {
    "tournaments": _columns("tournament name place days ruleset settings:json state made_at:time"),
    "programme": _columns("tournament event name kind ruleset category rules:json variant state"),
    "stages": _columns("tournament event stage:whole kind name settings:json seed state"),
    "players": _columns("tournament number:whole name latin club country licence"),
    "entries": _columns(
        """tournament event entry:whole name players latin numbers club country licence seeding:whole
        state changes:whole"""
    ),
    "matches": _columns(
        """match tournament event stage:whole group:whole round:whole number:whole laws_stage title ruleset
        doubles:yes tie part entry_a:whole entry_b:whole a b hall table:whole umpire state winner how games
        games_won_a:whole games_won_b:whole points_a:whole points_b:whole net_a:whole twenties_a:whole
        twenties_b:whole corrected:yes by_hand confirmed:yes held:yes seal journal first_seq:whole
        started_at:time updated_at:time note source_a source_b line_up:json decided_at:time note_code
        note_facts:json match_number unconfirmed:yes soft:yes"""
    ),
    "boards": _columns(
        """match journal first_seq:whole table:whole game:whole board:whole extra:yes breaker winner
        left:whole queen demand:whole points:whole computed:whole override:yes law slam source withheld:whole
        total_a:whole total_b:whole points_a:whole points_b:whole twenties_a:whole twenties_b:whole
        discs_a:whole discs_b:whole unshot:yes"""
    ),
    "corrections": _columns("match at:time who reason code facts:json before:json after:json"),
    "decisions": _columns("tournament event stage:whole group:whole kind order at:time who"),
    "standings": _columns(
        """tournament event stage:whole kind group:whole place:whole entry:whole name played:whole won:whole
        drawn:whole lost:whole points:whole net:whole twenties:whole step why open:yes
        buchholz:whole"""
    ),
    "events": _columns("id:whole journal seq:whole table:whole match kind received_at:time chain event:json"),
}


def read(connection: Connection, whats: Sequence[SheetName], choice: Choice) -> list[Sheet]:
    """The wanted sheets, in the order of WHATS, with the rows that fit `choice`. Rows are read while they are
    used, on this connection.
    """
    reports = event_report.read(connection, choice.tournament, choice.event)
    makers: dict[SheetName, Callable[[], Iterable[Row]]] = {
        "tournaments": lambda: setting_up.tournaments(reports),
        "programme": lambda: setting_up.programme(reports),
        "stages": lambda: setting_up.stages(reports),
        "players": lambda: setting_up.players(reports),
        "corrections": lambda: setting_up.corrections(reports, choice.match),
        "decisions": lambda: setting_up.decisions(connection, reports),
        "entries": lambda: _entries(reports),
        "matches": lambda: _matches(connection, reports, choice),
        "boards": lambda: _boards(connection, _stored(connection, reports, choice)),
        "standings": lambda: _standings(reports),
        "events": lambda: _events(connection, reports, choice),
    }
    return [Sheet(name, COLUMNS[name], makers[name]()) for name in WHATS if name in whats]


def _entries(reports: Iterable[EventReport]) -> Iterator[EntryRow]:
    for report in reports:
        for entry in report.entries.values():
            yield {
                "tournament": report.tournament.key,
                "event": report.competition.key,
                "entry": entry.id,
                "name": entry.title,
                "players": " / ".join(player.name for player in entry.players),
                "latin": _latin(entry),
                "numbers": " / ".join(str(player.number) for player in entry.players),
                "club": entry.club,
                "country": _each(entry, "country"),
                "licence": _each(entry, "licence"),
                "seeding": entry.seeding,
                "state": "reserve" if entry.reserve else "withdrawn" if entry.withdrawn else "in",
                "changes": entry.changes,
            }


def _latin(entry: Entry) -> str:
    """The names in Latin letters, in the order of the players; "" when nobody has one."""
    spelled = [player.latin for player in entry.players]
    return " / ".join(spelled) if any(spelled) else ""


def _each(entry: Entry, field: str) -> str:
    return " / ".join(getattr(player, field) for player in entry.players if getattr(player, field))


# Matches


def _stored(connection: Connection, reports: Iterable[EventReport], choice: Choice) -> Iterator[StoredMatch]:
    """The matches at tables that fit `choice`: those of the fixtures of its tournament or event."""
    width = None
    if choice.tournament is not None or choice.event is not None:
        width = {fixture.id for report in reports for stage in report.stages for fixture in stage.fixtures}
    for stored in stored_matches.read(connection, choice.match, choice.table):
        if (width is None or stored.match in width) and choice.day in (
            None,
            played.date(stored.started_at),
        ):
            yield stored


def _matches(connection: Connection, reports: Sequence[EventReport], choice: Choice) -> Iterator[MatchRow]:
    """Every planned match, joined with what was played at its table; then the unplanned matches."""
    begun: dict[str, list[StoredMatch]] = {}
    for stored in _stored(connection, reports, choice):
        begun.setdefault(stored.match or "", []).append(stored)
    is_all = choice.match is None and choice.table is None and choice.day is None
    for report in reports:
        for stage in report.stages:
            for fixture in stage.fixtures:
                at_tables = begun.pop(fixture.id, [])
                for stored in at_tables:
                    yield planned_match(report, fixture, stored)
                if not at_tables and (is_all or choice.match == fixture.id):
                    yield planned_match(report, fixture, None)
    for unplanned in begun.values():
        yield from map(played_match, unplanned)


# Boards


def _boards(connection: Connection, matches: Iterable[StoredMatch]) -> Iterator[BoardRow]:
    for stored in matches:
        state = played.folded(connection, stored).state
        about: BoardRow = {
            "match": stored.match,
            "journal": stored.journal,
            "first_seq": stored.first_seq,
            "table": stored.table_no,
        }
        for game in games_of(state):
            about["game"] = game["number"]
            for board in game["boards"]:
                yield {**about, **_ROW_OF[state.setup.sport.name](board)}


def _board(board: CarromBoard) -> BoardRow:
    return {
        "board": board["number"],
        "extra": board["extra"],
        "breaker": board["breaker"],
        "winner": board["winner"],
        "left": board["left"],
        "queen": board["queen"],
        "demand": board["demand"],
        "points": board["points"],
        "computed": board["computed"],
        "override": board["override"],
        "law": board["law"],
        "slam": board["slam"],
        "source": board["source"],
        "withheld": board["withheld"],
        "total_a": board["after"]["a"],
        "total_b": board["after"]["b"],
    }


def _round(finished: CrokinoleRound) -> BoardRow:
    discs = finished["total"]
    return {
        "board": finished["number"],
        "breaker": finished["first"],
        "extra": finished["extra"],
        "winner": finished["winner"],
        "law": finished["law"],
        "source": finished["source"],
        "unshot": finished["unshot"],
        "total_a": finished["after"]["a"],
        "total_b": finished["after"]["b"],
        "points_a": finished["points"]["a"],
        "points_b": finished["points"]["b"],
        "twenties_a": finished["twenties"]["a"],
        "twenties_b": finished["twenties"]["b"],
        "discs_a": None if discs is None else discs["a"],
        "discs_b": None if discs is None else discs["b"],
    }


_ROW_OF: Mapping[str, Callable[[Any], BoardRow]] = {"carrom": _board, "crokinole": _round}


# Standings, events


def _standings(reports: Iterable[EventReport]) -> Iterator[StandingRow]:
    for report in reports:
        for stage in report.stages:
            for group, places in sorted(stage.places.items()):
                for place in places:
                    yield {
                        "tournament": report.tournament.key,
                        "event": report.competition.key,
                        "stage": stage.stage.position,
                        "kind": stage.stage.kind,
                        "group": group,
                        "place": place.place,
                        "entry": place.entry,
                        "name": report.name(place.entry),
                        "played": place.played,
                        "won": place.won,
                        "drawn": place.drawn,
                        "lost": place.lost,
                        "points": place.points,
                        "net": place.net,
                        "twenties": place.twenties,
                        "step": place.step,
                        "why": remarks.why(place),
                        "open": place.open,
                        "buchholz": place.buchholz,
                    }


def _events(connection: Connection, reports: Sequence[EventReport], choice: Choice) -> Iterator[EventRow]:
    query = select(events).order_by(events.c.id)
    if choice.table is not None:
        query = query.where(events.c.table_no == choice.table)
    if choice != Choice(table=choice.table):
        of_matches = {stored.match for stored in _stored(connection, reports, choice)}
        query = query.where(events.c.match.in_(of_matches))
    for row in connection.execute(query):
        yield {
            "id": row.id,
            "journal": row.journal,
            "seq": row.seq,
            "table": row.table_no,
            "match": row.match,
            "kind": row.kind,
            "received_at": row.received_at,
            "chain": row.chain,
            "event": json.loads(row.body),
        }

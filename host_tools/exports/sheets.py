"""What an export holds, as flat sheets: columns with a kind, rows as dicts; the same for CSV, JSON and XLSX.

docs/exports.md and docs/export-1.schema.json describe them. A column that is removed or changes its meaning
raises VERSION; new columns do not.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, Row, select

from boardside.game import official
from host_tools.exports import event_report, match_rows, played
from host_tools.exports.event_report import EventReport
from host_tools.exports.scorecards import Choice
from host_tools.store.schema import events
from host_tools.tournament.model import Entry

VERSION = 1
What = Literal["matches", "boards", "entries", "standings", "events"]
#: In the order in which they stand in a file. `events` are the events of the tables, docs/events.md.
WHATS: tuple[What, ...] = ("entries", "matches", "boards", "standings", "events")

#: text; whole: a whole number; yes: true or false; time: UTC ms; json: an object.
Kind = Literal["text", "whole", "yes", "time", "json"]
Row_ = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Column:
    """`key`: in JSON and in the head of a CSV."""

    key: str
    kind: Kind = "text"


@dataclass(frozen=True, slots=True)
class Sheet:
    """One kind of thing. A value that there is not is None."""

    name: What
    columns: tuple[Column, ...]
    rows: Iterable[Row_]


def _columns(text: str) -> tuple[Column, ...]:
    """Columns from "match table:whole ...": a name alone is text."""
    pairs = (one.partition(":") for one in text.split())
    return tuple(Column(key, kind or "text") for key, _, kind in pairs)  # type: ignore[arg-type]


COLUMNS: dict[What, tuple[Column, ...]] = {
    "entries": _columns(
        """tournament event entry:whole name players numbers club country licence seeding:whole state
        changes:whole"""
    ),
    "matches": _columns(
        """match tournament event stage:whole group:whole round:whole number:whole laws_stage title ruleset
        doubles:yes tie part entry_a:whole entry_b:whole a b hall table:whole umpire state winner how games
        games_won_a:whole games_won_b:whole points_a:whole points_b:whole net_a:whole twenties_a:whole
        twenties_b:whole corrected:yes by_hand confirmed:yes held:yes seal journal first_seq:whole
        started_at:time updated_at:time note"""
    ),
    "boards": _columns(
        """match journal first_seq:whole table:whole game:whole board:whole extra:yes breaker winner
        left:whole queen demand:whole points:whole computed:whole override:yes law slam source withheld:whole
        total_a:whole total_b:whole points_a:whole points_b:whole twenties_a:whole twenties_b:whole
        discs_a:whole discs_b:whole unshot:yes"""
    ),
    "standings": _columns(
        """tournament event stage:whole kind group:whole place:whole entry:whole name played:whole won:whole
        drawn:whole lost:whole points:whole net:whole twenties:whole step why open:yes"""
    ),
    "events": _columns("id:whole journal seq:whole table:whole match kind received_at:time chain event:json"),
}


def read(connection: Connection, whats: Sequence[What], choice: Choice) -> list[Sheet]:
    """The sheets that are wanted, in the order of WHATS; `choice` leaves out what does not fit it. Rows are
    read while they are used, on this connection.
    """
    reports = event_report.read(connection, choice.tournament, choice.event)
    makers = {
        "entries": lambda: _entries(reports),
        "matches": lambda: _matches(connection, reports, choice),
        "boards": lambda: _boards(connection, _rows(connection, reports, choice)),
        "standings": lambda: _standings(reports),
        "events": lambda: _events(connection, reports, choice),
    }
    return [Sheet(what, COLUMNS[what], makers[what]()) for what in WHATS if what in whats]


def _entries(reports: Iterable[EventReport]) -> Iterator[Row_]:
    for report in reports:
        for entry in report.entries.values():
            yield {
                "tournament": report.tournament.key,
                "event": report.competition.key,
                "entry": entry.id,
                "name": entry.title,
                "players": " / ".join(player.name for player in entry.players),
                "numbers": " / ".join(str(player.number) for player in entry.players),
                "club": entry.club,
                "country": _each(entry, "country"),
                "licence": _each(entry, "licence"),
                "seeding": entry.seeding,
                "state": "withdrawn" if entry.withdrawn else "in",
                "changes": entry.changes,
            }


def _each(entry: Entry, field: str) -> str:
    return " / ".join(getattr(player, field) for player in entry.players if getattr(player, field))


# Matches


def _rows(connection: Connection, reports: Iterable[EventReport], choice: Choice) -> Iterator[Row[Any]]:
    """The rows of `matches` that fit: with a tournament or an event named, those of its fixtures."""
    wanted = None
    if choice.tournament is not None or choice.event is not None:
        wanted = {fixture.id for report in reports for stage in report.stages for fixture in stage.fixtures}
    for row in played.rows(connection, choice.match, choice.table):
        if (wanted is None or row.match in wanted) and choice.day in (None, played.date(row.started_at)):
            yield row


def _matches(connection: Connection, reports: Sequence[EventReport], choice: Choice) -> Iterator[Row_]:
    """Every planned match, joined with what its table played; then those that nobody planned."""
    begun: dict[str, list[Row[Any]]] = {}
    for row in _rows(connection, reports, choice):
        begun.setdefault(row.match or "", []).append(row)
    is_all = choice.match is None and choice.table is None and choice.day is None
    for report in reports:
        for stage in report.stages:
            for fixture in stage.fixtures:
                found: list[Row[Any] | None] = [*begun.pop(fixture.id, [])]
                if not found and (is_all or choice.match == fixture.id):
                    found.append(None)
                for one in found:
                    yield {**match_rows.of_table(one), **match_rows.of_plan(report, fixture, one)}
    for unplanned in begun.values():
        for row in unplanned:
            yield match_rows.of_table(row)


# Boards


def _boards(connection: Connection, rows: Iterable[Row[Any]]) -> Iterator[Row_]:
    for row in rows:
        state = played.folded(connection, row).state
        about = {
            "match": row.match,
            "journal": row.journal,
            "first_seq": row.first_seq,
            "table": row.table_no,
        }
        for game in official.score_card(state):
            for board in game["boards"]:
                of = _round(board) if "twenties" in board else _board(board)
                yield {**about, "game": game["number"], **of}


def _board(board: Mapping[str, Any]) -> dict[str, Any]:
    same = ("extra", "breaker", "winner", "left", "queen", "demand", "points", "computed", "override")
    found = {name: board[name] for name in (*same, "law", "slam", "source", "withheld")}
    return {"board": board["number"], **found, **_totals("total", board["after"])}


def _round(done: Mapping[str, Any]) -> dict[str, Any]:
    found = {name: done[name] for name in ("extra", "winner", "law", "source", "unshot")}
    sides = {**_totals("points", done["points"]), **_totals("twenties", done["twenties"])}
    discs = _totals("discs", done["total"] or {})
    return {
        "board": done["number"],
        "breaker": done["first"],
        **found,
        **_totals("total", done["after"]),
        **sides,
        **discs,
    }


def _totals(name: str, by_side: Mapping[str, int]) -> dict[str, Any]:
    return {f"{name}_{side}": by_side.get(side) for side in "ab"}


# Standings, events


def _standings(reports: Iterable[EventReport]) -> Iterator[Row_]:
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
                        "name": report.name(place.entry),
                        **{
                            column.key: getattr(place, column.key)
                            for column in COLUMNS["standings"]
                            if hasattr(place, column.key)
                        },
                    }


def _events(connection: Connection, reports: Sequence[EventReport], choice: Choice) -> Iterator[Row_]:
    query = select(events).order_by(events.c.id)
    if choice.table is not None:
        query = query.where(events.c.table_no == choice.table)
    if choice != Choice(table=choice.table):
        of_matches = {row.match for row in _rows(connection, reports, choice)}
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

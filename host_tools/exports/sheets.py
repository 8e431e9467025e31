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

from host_tools.exports import event_report, played
from host_tools.exports.event_report import EventReport
from host_tools.exports.output import Choice
from host_tools.exports.played import StoredMatch, read_stored
from host_tools.replay.score_card import games_of
from host_tools.store.schema import events
from host_tools.tournament.imports import import_files
from host_tools.tournament.model import remarks
from host_tools.tournament.model.model import Entry, Fixture

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


#: The values of a row by its columns' keys; times are UTC ms. One that does not exist is None, or absent.
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One kind of row."""

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
        "tournaments": lambda: _tournaments(reports),
        "programme": lambda: _programme(reports),
        "stages": lambda: _stages(reports),
        "players": lambda: _players(reports),
        "corrections": lambda: _corrections(reports, choice.match),
        "decisions": lambda: _decisions(reports),
        "entries": lambda: _entries(reports),
        "matches": lambda: _matches(connection, reports, choice),
        "boards": lambda: _boards(connection, _stored(connection, reports, choice)),
        "standings": lambda: _standings(reports),
        "events": lambda: _events(connection, reports, choice),
    }
    return [Sheet(name, COLUMNS[name], makers[name]()) for name in WHATS if name in whats]


def _row(sheet: SheetName, value: object, **others: Any) -> Row:
    """A row of this sheet: `others`, and for each other column what `value` has under that name."""
    names = [column.key for column in COLUMNS[sheet] if column.key not in others]
    return others | {name: getattr(value, name) for name in names}


# What the desk set up, from which a tournament can be made again


def _tournaments(reports: Iterable[EventReport]) -> Iterator[Row]:
    for owner in {report.tournament.id: report.tournament for report in reports}.values():
        yield _row("tournaments", owner, tournament=owner.key)


def _programme(reports: Iterable[EventReport]) -> Iterator[Row]:
    for report in reports:
        event = report.competition
        yield _row("programme", event, tournament=report.tournament.key, event=event.key)


def _stages(reports: Iterable[EventReport]) -> Iterator[Row]:
    for report in reports:
        for stage in report.stages:
            yield _row("stages", stage, **_place_of(report), stage=stage.position)


def _place_of(report: EventReport) -> Row:
    return {"tournament": report.tournament.key, "event": report.competition.key}


def _players(reports: Iterable[EventReport]) -> Iterator[Row]:
    """By tournament and start number."""
    known = {
        (report.tournament.key, player.number): player
        for report in reports
        for entry in report.entries.values()
        for player in entry.players
    }
    for (tournament, _number), player in sorted(known.items()):
        yield _row("players", player, tournament=tournament)


def _entries(reports: Iterable[EventReport]) -> Iterator[Row]:
    for report in reports:
        for entry in report.entries.values():
            latin = _each(entry, "latin") and " / ".join(player.latin for player in entry.players)
            yield _row(
                "entries",
                entry,
                **_place_of(report),
                entry=entry.id,
                name=entry.title,
                players=" / ".join(player.name for player in entry.players),
                latin=latin,  # in the order of the players; "" when nobody has one
                numbers=" / ".join(str(player.number) for player in entry.players),
                country=_each(entry, "country"),
                licence=_each(entry, "licence"),
                state="reserve" if entry.reserve else "withdrawn" if entry.withdrawn else "in",
            )


def _each(entry: Entry, field: str) -> str:
    return " / ".join(getattr(player, field) for player in entry.players if getattr(player, field))


def _corrections(reports: Iterable[EventReport], match: str | None) -> Iterator[Row]:
    """The results that were given, changed or cleared by hand; of this match, or of all."""
    for report in reports:
        for correction in report.corrections:
            if match in (None, correction.fixture):
                before, after = correction.before, correction.after
                yield _row(
                    "corrections",
                    correction,
                    match=correction.fixture,
                    who=correction.actor,
                    facts=correction.facts or None,
                    before=None if before is None else before.to_json(),
                    after=None if after is None else after.to_json(),
                )


def _decisions(reports: Iterable[EventReport]) -> Iterator[Row]:
    """The orders of level entries, the best first: "12=8, 14=5", the numbers of entries and what each
    reached.
    """
    for report in reports:
        for position, decision, at, actor in report.decisions:
            order = ", ".join(f"{entry}={score}" for entry, score in decision.order)
            about = {**_place_of(report), "stage": position, "order": order}
            yield _row("decisions", decision, **about, at=at, who=actor)


# Matches


def _stored(connection: Connection, reports: Iterable[EventReport], choice: Choice) -> Iterator[StoredMatch]:
    """The matches at tables that fit `choice`: those of the fixtures of its tournament or event."""
    width = None
    if choice.tournament is not None or choice.event is not None:
        width = {fixture.id for report in reports for fixture in report.fixtures}
    for stored in read_stored(connection, choice.match, choice.table):
        if (width is None or stored.match in width) and choice.day in (
            None,
            played.date(stored.started_at),
        ):
            yield stored


def _matches(connection: Connection, reports: Sequence[EventReport], choice: Choice) -> Iterator[Row]:
    """Every planned match, joined with what was played at its table; then the unplanned matches."""
    begun: dict[str, list[StoredMatch]] = {}
    for stored in _stored(connection, reports, choice):
        begun.setdefault(stored.match or "", []).append(stored)
    is_all = choice.match is None and choice.table is None and choice.day is None
    for report in reports:
        for fixture in report.fixtures:
            at_tables = begun.pop(fixture.id, [])
            for stored in at_tables:
                yield _planned_match(report, fixture, stored)
            if not at_tables and (is_all or choice.match == fixture.id):
                yield _planned_match(report, fixture, None)
    for unplanned in begun.values():
        yield from map(_played_match, unplanned)


def _planned_match(report: EventReport, fixture: Fixture, match: StoredMatch | None) -> Row:
    """The tournament's data about a match, together with what its table reported, if it was played. If both
    have a value, such as the result, the tournament's is taken.
    """
    own = """stage group round number laws_stage tie part hall umpire state corrected by_hand decided_at
        note_code unconfirmed"""
    row = {
        **({} if match is None else _played_match(match)),
        **{name: getattr(fixture, name) for name in own.split()},
        **_place_of(report),
        "match": fixture.id,
        "ruleset": report.competition.ruleset,
        "entry_a": fixture.a,
        "entry_b": fixture.b,
        "a": report.side(fixture.a, fixture.source_a),
        "b": report.side(fixture.b, fixture.source_b),
        "table": fixture.table if match is None else match.table_no,
        "held": fixture.state == "held",
        "note": remarks.note(fixture.note_code, fixture.note_facts),
        "source_a": str(fixture.source_a),
        "source_b": str(fixture.source_b),
        "line_up": _line_up(report, fixture),
        "note_facts": fixture.note_facts or None,
        "match_number": report.number(fixture.id),
    }
    result = fixture.result
    if result is None:
        # What a table has of a match that is not played there does not stand.
        return (
            row
            if fixture.state in ("playing", "held")
            else {
                **row,
                "winner": None,
                "how": None,
                "games": "",
                "net_a": None,
                **_by_side(None, None, None),
            }
        )
    return {
        **row,
        "winner": result.winner,
        "how": result.how,
        "games": _games(result.games),
        "net_a": result.net,
        **_by_side(result.games_won, result.points, result.twenties),
    }


def _line_up(report: EventReport, fixture: Fixture) -> dict[str, Any] | None:
    """The start numbers of the players that teams have named, by side."""
    if fixture.line_up is None:
        return None
    of_id = {player.id: player.number for entry in report.entries.values() for player in entry.players}
    return {
        side: [of_id[player] for player in players if player in of_id]
        for side, players in fixture.line_up.items()
    }


def _played_match(match: StoredMatch) -> Row:
    """What a table reported of a match."""
    result = match.official
    games = result.get("games") or []
    points = [sum(game[side] for game in games) for side in (0, 1)] if games else result.get("points")
    own = "match title ruleset doubles winner confirmed seal soft journal first_seq started_at updated_at"
    return {
        **{name: getattr(match, name) for name in own.split()},
        "laws_stage": match.stage,
        "a": " / ".join(match.names.get("a", [])),
        "b": " / ".join(match.names.get("b", [])),
        "table": match.table_no,
        "state": match.phase,
        "how": result.get("how"),
        "games": _games(games),
        "net_a": (result.get("net") or {}).get("a"),
        **_by_side(result.get("games_won"), points, result.get("twenties")),
        "corrected": False,
        "held": bool(result.get("held")),
        "unconfirmed": match.phase == "over" and not result.get("desk"),
    }


def _by_side(
    games_won: Sequence[int] | None, points: Sequence[int] | None, twenties: Sequence[int] | None
) -> Row:
    return _pair("games_won", games_won) | _pair("points", points) | _pair("twenties", twenties)


def _pair(name: str, pair: Sequence[int] | None) -> Row:
    a, b = pair or (None, None)
    return {f"{name}_a": a, f"{name}_b": b}


def _games(games: Iterable[Sequence[int]]) -> str:
    return " ".join(f"{a}–{b}" for a, b in games)  # with a hyphen a spreadsheet reads one game as a date


# Boards


def _boards(connection: Connection, matches: Iterable[StoredMatch]) -> Iterator[Row]:
    for stored in matches:
        state = played.folded(connection, stored).state
        about: Row = {
            "match": stored.match,
            "journal": stored.journal,
            "first_seq": stored.first_seq,
            "table": stored.table_no,
        }
        for game in games_of(state):
            about["game"] = game["number"]
            for board in game["boards"]:
                yield {**about, **_ROW_OF[state.setup.sport.name](board)}


def _board(board: Mapping[str, Any]) -> Row:
    own = "extra breaker winner left queen demand points computed override law slam source withheld"
    return {
        **{name: board[name] for name in own.split()},
        "board": board["number"],
        **_of_sides("total", board["after"]),
    }


def _round(finished: Mapping[str, Any]) -> Row:
    return {
        **{name: finished[name] for name in ("extra", "winner", "law", "source", "unshot")},
        "board": finished["number"],
        "breaker": finished["first"],
        **_of_sides("total", finished["after"]),
        **_of_sides("points", finished["points"]),
        **_of_sides("twenties", finished["twenties"]),
        **_of_sides("discs", finished["total"]),
    }


def _of_sides(name: str, sides: Mapping[str, int] | None) -> Row:
    return _pair(name, None if sides is None else (sides["a"], sides["b"]))


_ROW_OF: Mapping[str, Callable[[Any], Row]] = {"carrom": _board, "crokinole": _round}


# Standings, events


def _standings(reports: Iterable[EventReport]) -> Iterator[Row]:
    for report in reports:
        for stage in report.stages:
            about = {**_place_of(report), "stage": stage.position, "kind": stage.kind}
            for group, places in sorted(report.standings.get(stage.position, {}).items()):
                for place in places:
                    name, why = report.name(place.entry), remarks.why(place)
                    yield _row("standings", place, **about, group=group, name=name, why=why)


def _events(connection: Connection, reports: Sequence[EventReport], choice: Choice) -> Iterator[Row]:
    query = select(events).order_by(events.c.id)
    if choice.table is not None:
        query = query.where(events.c.table_no == choice.table)
    if choice != Choice(table=choice.table):
        of_matches = {stored.match for stored in _stored(connection, reports, choice)}
        query = query.where(events.c.match.in_(of_matches))
    for row in connection.execute(query):
        yield _row("events", row, table=row.table_no, event=json.loads(row.body))

"""The rows of an export: the values in a row of each sheet, and the row of a match. Pure.

`sheets.COLUMNS` has the same names in the order of the files. Times are UTC ms. A value that does not exist
is None, or absent if the row allows that (`total=False`).
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypedDict

from host_tools.exports.event_report import EventReport
from host_tools.exports.stored_matches import StoredMatch
from host_tools.store.rows import EventRow
from host_tools.tournament.model import remarks
from host_tools.tournament.model.model import Fixture


class EntryRow(TypedDict):
    """An entry of an event; several players are divided by " / ", and so are their names in Latin letters,
    with nothing for who has none.
    """

    tournament: str
    event: str
    entry: int
    name: str
    players: str
    latin: str
    numbers: str
    club: str
    country: str
    licence: str
    seeding: int | None
    state: str
    changes: int


class MatchRow(TypedDict, total=False):
    """A match: the tournament's data, what its table reported, or both."""

    match: str | None
    tournament: str
    event: str
    stage: int
    group: int
    round: int
    number: int
    laws_stage: str | None
    title: str | None
    ruleset: str | None
    doubles: bool
    tie: str | None
    part: str | None
    entry_a: int | None
    entry_b: int | None
    a: str
    b: str
    hall: str | None
    table: int | None
    umpire: str
    state: str
    winner: str | None
    how: str | None
    games: str
    games_won_a: int | None
    games_won_b: int | None
    points_a: int | None
    points_b: int | None
    net_a: int | None
    twenties_a: int | None
    twenties_b: int | None
    corrected: bool
    by_hand: str | None
    confirmed: bool
    held: bool
    seal: str | None
    journal: str
    first_seq: int
    started_at: int
    updated_at: int
    note: str
    source_a: str
    source_b: str
    line_up: dict[str, Any] | None
    decided_at: int | None
    note_code: str | None
    note_facts: dict[str, Any] | None
    match_number: str
    unconfirmed: bool
    soft: bool


class TournamentRow(TypedDict):
    """A tournament, with its settings."""

    tournament: str
    name: str
    place: str
    days: str
    ruleset: str
    settings: dict[str, Any]
    state: str
    made_at: int


class ProgrammeRow(TypedDict):
    """An event of a tournament."""

    tournament: str
    event: str
    name: str
    kind: str
    ruleset: str
    category: str | None
    rules: dict[str, Any] | None
    variant: str | None
    state: str


class StageRow(TypedDict):
    """A stage of an event."""

    tournament: str
    event: str
    stage: int
    kind: str
    name: str
    settings: dict[str, Any]
    seed: str | None
    state: str


class PlayerRow(TypedDict):
    """A player of a tournament, by start number."""

    tournament: str
    number: int
    name: str
    latin: str
    club: str
    country: str
    licence: str


class CorrectionRow(TypedDict):
    """A result that was given, changed or cleared in place of a table's."""

    match: str
    at: int
    who: str
    reason: str
    code: str | None
    facts: dict[str, Any] | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None


class DecisionRow(TypedDict):
    """An order of level entries, the best first: "12=8, 14=5", the numbers of entries and what each
    reached.
    """

    tournament: str
    event: str
    stage: int
    group: int
    kind: str
    order: str
    at: int
    who: str


class BoardRow(TypedDict, total=False):
    """A board of carrom or a round of crokinole, with the match that it belongs to."""

    match: str | None
    journal: str
    first_seq: int
    table: int
    game: int
    board: int
    extra: bool
    breaker: str | None
    winner: str | None
    left: int
    queen: str | None
    demand: int
    points: int
    computed: int | None
    override: bool
    law: str | None
    slam: str | None
    source: str | None
    withheld: int
    total_a: int | None
    total_b: int | None
    points_a: int | None
    points_b: int | None
    twenties_a: int | None
    twenties_b: int | None
    discs_a: int | None
    discs_b: int | None
    unshot: bool


class StandingRow(TypedDict):
    """An entry's line in a standing."""

    tournament: str
    event: str
    stage: int
    kind: str
    group: int
    place: int
    entry: int
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    points: int
    net: int
    twenties: int
    step: str
    why: str
    open: bool
    buchholz: int | None


OfficeRow = TournamentRow | ProgrammeRow | StageRow | PlayerRow | CorrectionRow | DecisionRow
Row = EntryRow | MatchRow | BoardRow | StandingRow | EventRow | OfficeRow


def planned_match(report: EventReport, fixture: Fixture, match: StoredMatch | None) -> MatchRow:
    """The tournament's data about a match, together with what its table reported, if it was played. If both
    have a value, such as the result, the tournament's is taken.
    """
    row: MatchRow = {
        **({} if match is None else played_match(match)),
        "match": fixture.id,
        "tournament": report.tournament.key,
        "event": report.competition.key,
        "stage": fixture.stage,
        "group": fixture.group,
        "round": fixture.round,
        "number": fixture.number,
        "laws_stage": fixture.laws_stage,
        "tie": fixture.tie,
        "part": fixture.part,
        "hall": fixture.hall,
        "umpire": fixture.umpire,
        "ruleset": report.competition.ruleset,
        "entry_a": fixture.a,
        "entry_b": fixture.b,
        "a": report.side(fixture.a, fixture.source_a),
        "b": report.side(fixture.b, fixture.source_b),
        "table": fixture.table if match is None else match.table_no,
        "state": fixture.state,
        "corrected": fixture.corrected,
        "by_hand": fixture.by_hand,
        "held": fixture.state == "held",
        "note": remarks.note(fixture.note_code, fixture.note_facts),
        "source_a": str(fixture.source_a),
        "source_b": str(fixture.source_b),
        "line_up": _line_up(report, fixture),
        "decided_at": fixture.decided_at,
        "note_code": fixture.note_code,
        "note_facts": fixture.note_facts or None,
        "match_number": report.number(fixture.id),
        "unconfirmed": fixture.unconfirmed,
    }
    result = fixture.result
    if result is None:
        # What a table has of a match that is not played there does not stand.
        return row if fixture.state in ("playing", "held") else {**row, **_NO_RESULT}
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


_NO_RESULT: MatchRow = {"winner": None, "how": None, "games": "", "net_a": None}
_NO_RESULT |= {"games_won_a": None, "games_won_b": None, "points_a": None, "points_b": None}
_NO_RESULT |= {"twenties_a": None, "twenties_b": None}


def played_match(match: StoredMatch) -> MatchRow:
    """What a table reported of a match."""
    result = match.official
    games = result.get("games") or []
    points = [sum(game[side] for game in games) for side in (0, 1)] if games else result.get("points")
    return {
        "match": match.match,
        "title": match.title,
        "laws_stage": match.stage,
        "ruleset": match.ruleset,
        "doubles": match.doubles,
        "a": " / ".join(match.names.get("a", [])),
        "b": " / ".join(match.names.get("b", [])),
        "table": match.table_no,
        "state": match.phase,
        "winner": match.winner,
        "how": result.get("how"),
        "games": _games(games),
        "net_a": (result.get("net") or {}).get("a"),
        **_by_side(result.get("games_won"), points, result.get("twenties")),
        "corrected": False,
        "confirmed": match.confirmed,
        "held": bool(result.get("held")),
        "unconfirmed": match.phase == "over" and not result.get("desk"),
        "seal": match.seal,
        "soft": match.soft,
        "journal": match.journal,
        "first_seq": match.first_seq,
        "started_at": match.started_at,
        "updated_at": match.updated_at,
    }


def _by_side(
    games_won: Sequence[int] | None, points: Sequence[int] | None, twenties: Sequence[int] | None
) -> MatchRow:
    return {
        "games_won_a": _of_side(games_won, 0),
        "games_won_b": _of_side(games_won, 1),
        "points_a": _of_side(points, 0),
        "points_b": _of_side(points, 1),
        "twenties_a": _of_side(twenties, 0),
        "twenties_b": _of_side(twenties, 1),
    }


def _of_side(pair: Sequence[int] | None, side: int) -> int | None:
    return pair[side] if pair else None


def _games(games: Iterable[Sequence[int]]) -> str:
    return " ".join(f"{a}–{b}" for a, b in games)  # with a hyphen a spreadsheet reads one game as a date

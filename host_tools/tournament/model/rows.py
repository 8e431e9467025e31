"""Rows of the tournament's tables (host_tools/store/tournament_schema.py) as values of model.py, and back."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, cast

from sqlalchemy import BindParameter, Row, Select, bindparam, case, exists, func, select

from host_tools.store import tournament_schema as schema
from host_tools.store.rows import facts_of_note, note_text
from host_tools.store.schema import matches
from host_tools.tournament.model.model import (
    Act,
    Apart,
    Competition,
    Correction,
    Entry,
    Fixture,
    Player,
    Result,
    Source,
    Stage,
    StagePlan,
    Swap,
    TableReport,
    Tournament,
)

# What a book is asked most often (book.py), each made once: making a statement takes longer than its answer.
#
# The values are parameters: `competition` (an id), `ids` and `states` (lists of text).


_ASKED: BindParameter[int] = bindparam("competition")
_BELONGS = schema.entry_players.c.entry_id == schema.entries.c.id

COMPETITION = select(schema.competitions).where(schema.competitions.c.id == _ASKED)
TOURNAMENT_OF = (
    select(schema.tournaments)
    .join(schema.competitions, schema.competitions.c.tournament_id == schema.tournaments.c.id)
    .where(schema.competitions.c.id == _ASKED)
)
STAGES = (
    select(schema.stages).where(schema.stages.c.competition_id == _ASKED).order_by(schema.stages.c.position)
)
ENTRIES = (
    select(schema.entries).where(schema.entries.c.competition_id == _ASKED).order_by(schema.entries.c.id)
)
SETTINGS = (
    select(schema.tournaments.c.settings, schema.competitions.c.key)
    .join(schema.competitions, schema.competitions.c.tournament_id == schema.tournaments.c.id)
    .where(schema.competitions.c.id == _ASKED)
)
ENTRY_PLAYERS = (
    select(schema.entry_players.c.entry_id, schema.players)
    .join(schema.players, schema.players.c.id == schema.entry_players.c.player_id)
    .join(schema.entries, _BELONGS)
    .where(schema.entries.c.competition_id == _ASKED)
    .order_by(schema.entry_players.c.entry_id, schema.entry_players.c.position)
)


@cache
def fixtures_query(of_competition: bool, of_ids: bool, of_states: bool, only_open: bool) -> Select[Any]:
    """The fixtures: only of the competition, the ids, the states, of open tournaments; by stage, round,
    group, number.
    """
    columns, by_hand, reports = schema.fixtures.c, schema.corrections.c, schema.reports.c
    # Why the last result by hand was given; null when it was cleared.
    last_by_hand = (
        select(case((by_hand.after.is_not(None), by_hand.reason)))
        .where(by_hand.fixture == columns.id)
        .order_by(by_hand.id.desc())
        .limit(1)
    )
    # A result that was cleared was not replaced.
    cleared = schema.corrections.alias().c
    last_cleared = (
        select(func.coalesce(func.max(cleared.id), 0))
        .where(cleared.fixture == columns.id, cleared.after.is_(None))
        .scalar_subquery()
    )
    replaced = exists().where(
        by_hand.fixture == columns.id, by_hand.before.is_not(None), by_hand.id > last_cleared
    )
    taken = exists().where(
        reports.journal == columns.journal,
        reports.first_seq == columns.first_seq,
        reports.state == "taken",
        reports.result.is_not(None),
    )
    over = exists().where(
        matches.c.journal == columns.journal,
        matches.c.first_seq == columns.first_seq,
        matches.c.phase == "over",
    )
    query = select(
        schema.fixtures,
        schema.stages.c.position.label("stage_position"),
        last_by_hand.scalar_subquery().label("last_by_hand"),
        replaced.label("replaced"),
        taken.label("taken"),
        over.label("over"),
    ).join(schema.stages, schema.stages.c.id == columns.stage_id)
    if of_competition:
        query = query.where(columns.competition_id == _ASKED)
    if of_ids:
        query = query.where(columns.id.in_(bindparam("ids", expanding=True)))
    if of_states:
        query = query.where(columns.state.in_(bindparam("states", expanding=True)))
    if only_open:
        query = query.join(schema.competitions, schema.competitions.c.id == columns.competition_id)
        query = query.join(schema.tournaments, schema.tournaments.c.id == schema.competitions.c.tournament_id)
        query = query.where(schema.tournaments.c.state == "open")
    order = (columns.competition_id, schema.stages.c.position, columns.round, columns.group_no)
    return query.order_by(*order, columns.number, columns.id)


Json = dict[str, Any]

#: The facts of each code in `corrections.reason`.
_CODED: Mapping[str, frozenset[str]] = {
    "as_played": frozenset(),
    "imported": frozenset({"file"}),
    "cmn": frozenset({"cmn", "played", "file"}),
}

#: How `corrections.reason` begins for a result that came in a file.
_IMPORTED = '{"code":"imported"'


def dump(value: Any) -> str:
    """A value as compact JSON text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def result(text: str | None) -> Result | None:
    """A result from the text of a column."""
    return None if text is None else Result.from_json(json.loads(text))


def result_text(result: Result | None) -> str | None:
    """The inverse of `result`."""
    return None if result is None else dump(result.to_json())


def plan_json(plan: StagePlan) -> Json:
    """A planned stage, JSON-ready."""
    return {"kind": plan.kind, "name": plan.name, "settings": plan.settings}


def tournament(row: Row[Any]) -> Tournament:
    """A tournament from a row of `tournaments`."""
    values = dict(row._mapping)
    return Tournament(**{**values, "settings": json.loads(values["settings"])})


def tournament_row(tournament: Tournament) -> Json:
    """The columns of a tournament, except its id."""
    return {
        "key": tournament.key,
        "name": tournament.name,
        "ruleset": tournament.ruleset,
        "place": tournament.place,
        "days": tournament.days,
        "state": tournament.state,
        "settings": dump(tournament.settings),
        "made_at": tournament.made_at,
    }


def competition(row: Row[Any]) -> Competition:
    """A competition from a row of `competitions`."""
    planned = cast(list[Json], json.loads(row.format))
    plan = tuple(StagePlan(stage["kind"], stage["name"], stage["settings"]) for stage in planned)
    rules = None if row.rules is None else json.loads(row.rules)
    kept = (row.id, row.key, row.name, row.kind, row.ruleset, row.category)
    return Competition(*kept, rules, row.variant, plan, row.state)


def stage(row: Row[Any]) -> Stage:
    """A stage from a row of `stages`; its swaps are beside its settings."""
    kept = (row.id, row.competition_id, row.position, row.kind, row.name)
    settings = json.loads(row.settings)
    swaps = tuple(Swap(**swap) for swap in settings.pop("swaps", ()))
    return Stage(*kept, settings, row.draw_seed, row.state, swaps)


def act(row: Row[Any]) -> Act:
    """An act from a row of `acts`."""
    return Act(row.id, row.at, row.who, row.what, json.loads(row.detail) if row.detail else {})


def player(row: Row[Any]) -> Player:
    """A player from a row of `players`."""
    return Player(row.id, row.number, row.name, row.club, row.country, row.licence, row.latin or "")


def entry(row: Row[Any], players: Sequence[Player], reserve: int | None) -> Entry:
    """An entry from a row of `entries`, its players in their order, and its place among the reserves."""
    return Entry(
        row.id,
        tuple(players),
        row.name,
        row.seeding,
        withdrawn=row.state == "withdrawn",
        changes=row.changes,
        reserve=reserve,
        byes=tuple((stage, number) for stage, number in json.loads(row.byes)),
        apart=tuple(
            Apart(other, tuple(since), None if until is None else tuple(until))
            for other, since, until in json.loads(row.apart)
        ),
    )


def requests(entry: Entry) -> dict[str, str]:
    """The columns of what an entry has asked for."""
    apart = [[each.other, each.since, each.until] for each in entry.apart]
    return {"byes": dump(sorted(entry.byes)), "apart": dump(apart)}


def fixture(row: Row[Any]) -> Fixture:
    """A fixture from a row of `fixtures`, joined with `stage_position`, `last_by_hand`, `replaced`, `taken`
    and `over`.
    """
    return Fixture(
        id=row.id,
        stage=row.stage_position,
        round=row.round,
        number=row.number,
        laws_stage=row.laws_stage,
        group=row.group_no,
        a=row.entry_a,
        b=row.entry_b,
        source_a=Source.parse(row.source_a),
        source_b=Source.parse(row.source_b),
        tie=row.tie,
        part=row.part,
        line_up=None if row.line_up is None else json.loads(row.line_up),
        state=row.state,
        hall=row.hall,
        table=row.table_no,
        umpire=row.umpire,
        called_at=row.called_at,
        report_by=row.report_by,
        decided_at=row.decided_at,
        result=result(row.result),
        corrected=row.journal is None and row.last_by_hand is not None,
        replaced=bool(row.replaced),
        imported=row.journal is None and (row.last_by_hand or "").startswith(_IMPORTED),
        taken=bool(row.taken),
        unconfirmed=row.state == "playing" and bool(row.over),
        note_code=row.note_code,
        note_facts=facts_of_note(row.note),
    )


def correction(row: Row[Any]) -> Correction:
    """A correction from a row of `corrections`."""
    before, after = result(row.before), result(row.after)
    code, facts = _coded(row.reason)
    reason = row.reason if code is None else ""
    return Correction(row.fixture, row.at, row.who, reason, before, after, code, facts)


def _coded(text: str) -> tuple[str | None, dict[str, str]]:
    """Code and facts from the column `corrections.reason`; (None, {}) for a reason that a person typed."""
    for code, names in _CODED.items():
        if text.startswith(f'{{"code":"{code}"'):
            facts = _facts(text)
            if facts is not None and facts.keys() == names:
                return code, facts
    return None, {}


def _facts(text: str) -> dict[str, str] | None:
    """The facts of a code; None for typed text that only begins like one."""
    try:
        facts = json.loads(text).get("facts", {})
    except ValueError:
        return None
    is_text = isinstance(facts, dict) and all(isinstance(fact, str) for fact in facts.values())
    return facts if is_text else None


def reason_text(correction: Correction) -> str:
    """The value of the column `corrections.reason`: the typed text, or code and facts as JSON."""
    if correction.code is None:
        return correction.reason
    return dump({"code": correction.code, **({"facts": correction.facts} if correction.facts else {})})


def table_report(row: Row[Any]) -> TableReport:
    """A report from a row of `reports`."""
    about = (row.id, row.fixture, row.journal, row.first_seq, row.table_no, row.reason)
    state = (json.loads(row.detail), result(row.result), row.state, row.since)
    return TableReport(*about, *state, row.who, row.why, row.decided_at)


def table_report_row(row: TableReport) -> Json:
    """The columns of a report, except its number."""
    return {
        "fixture": row.fixture,
        "journal": row.journal,
        "first_seq": row.first_seq,
        "table_no": row.table,
        "reason": row.reason,
        "detail": dump(row.detail),
        "result": result_text(row.result),
        "state": row.state,
        "since": row.since,
        "who": row.actor,
        "why": row.why,
        "decided_at": row.decided_at,
    }


def fixture_row(fixture: Fixture) -> Json:
    """The columns of a fixture, except those that name its stage and its match at a table."""
    return {
        "id": fixture.id,
        "round": fixture.round,
        "group_no": fixture.group,
        "number": fixture.number,
        "laws_stage": fixture.laws_stage,
        "entry_a": fixture.a,
        "entry_b": fixture.b,
        "source_a": str(fixture.source_a),
        "source_b": str(fixture.source_b),
        "tie": fixture.tie,
        "part": fixture.part,
        "line_up": None if fixture.line_up is None else dump(fixture.line_up),
        "state": fixture.state,
        "hall": fixture.hall,
        "table_no": fixture.table,
        "umpire": fixture.umpire,
        "called_at": fixture.called_at,
        "report_by": fixture.report_by,
        "decided_at": fixture.decided_at,
        "result": result_text(fixture.result),
        "note": note_text(fixture.note_code, fixture.note_facts),
        "note_code": fixture.note_code,
    }

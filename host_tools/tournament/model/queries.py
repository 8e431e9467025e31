"""What a book is asked most often (book.py), each made once: making a statement takes longer than its answer.

The values are parameters: `competition` (an id), `ids` and `states` (lists of text).
"""

from functools import cache
from typing import Any

from sqlalchemy import BindParameter, Select, bindparam, case, exists, func, select

from host_tools.store import tournament_schema as schema
from host_tools.store.schema import matches

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
def fixtures(of_competition: bool, of_ids: bool, of_states: bool, only_open: bool) -> Select[Any]:
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

"""The API's routes for the tables' keys and journals, the list of acts (docs/organiser/audit.md), and
the collector's backups.
"""

from typing import Annotated

from fastapi import Path, Query
from pydantic import BaseModel, Field

from host_tools.backup import regular
from host_tools.backup.reasons import REASONS as CARE
from host_tools.backup.reasons import CareError
from host_tools.reasons import Refused
from host_tools.store import Store
from host_tools.store.journals import JournalRow
from host_tools.store.keys import KeyRow, fingerprint
from host_tools.store.meta_values import latest_restore, read_backup_state
from host_tools.tournament.desk import shapes
from host_tools.web.api.desk import requests
from host_tools.web.api.desk.dependencies import PREFIX, Actor
from host_tools.web.api.live_api import ID_MAX
from host_tools.web.http.refusals import ALWAYS, ON_BODY, ON_CHANGE, Answer, refusals
from host_tools.web.http.routes import StoreHere, TableNumber, room

Before = Annotated[int | None, Query(ge=1, le=ID_MAX, description="Only acts with an id below this one")]
Limit = Annotated[int, Query(ge=1, le=1000, description="At most so many")]


class KeyShape(BaseModel):
    """A key of a table, never the key itself. state: new, current, replaced, revoked
    (docs/organiser/security.md)."""

    fingerprint: str
    state: str
    note: str | None
    made_at: int
    used_at: int | None = Field(description="When a session first proved it")
    ended_at: int | None = Field(description="When it was replaced or revoked")


class TableKeys(Answer):
    """The keys of a table, the newest first."""

    table: int
    keys: list[KeyShape]


class Act(BaseModel):
    """An act: something done on a page, by command or by a script."""

    id: int
    at: int
    actor: str = Field(serialization_alias="who")
    name: str = Field(serialization_alias="what")
    detail: dict[str, object] | None


class Acts(Answer):
    """Acts, the newest first; ask again with `before` = the last id for older ones."""

    acts: list[Act]


routes = room(prefix=PREFIX, tags=["hall"], responses=refusals(*ALWAYS, 401, 422))


@routes.get("/tables/{number}/keys")
def keys(store: StoreHere, number: TableNumber, actor: Actor) -> TableKeys:
    """The keys of a table, told apart by their fingerprints."""
    return _shown_keys(number, store.keys.rows(number))


@routes.post("/tables/{number}/keys/revoke", responses=refusals(*ON_CHANGE))
def revoke(store: StoreHere, number: TableNumber, actor: Actor) -> TableKeys:
    """Revoke the present keys of a table, since the table or a key is lost: nothing sent under them counts
    any more.
    """
    ended = store.keys.revoke(number)
    if ended:
        store.admins.act(actor, "key revoked", {"table": number, "keys": ended})
    return _shown_keys(number, store.keys.rows(number))


@routes.get("/acts")
def acts(store: StoreHere, actor: Actor, before: Before = None, limit: Limit = 100) -> Acts:
    """The acts: what was done, by whom and when."""
    return Acts(
        acts=[
            Act(id=act["id"], at=act["at"], actor=act["who"], name=act["what"], detail=act["detail"])
            for act in store.admins.acts(before, limit)
        ]
    )


def _shown_keys(number: int, rows: list[KeyRow]) -> TableKeys:
    keys = [
        KeyShape(
            fingerprint=fingerprint(row.key),
            state=row.state,
            note=row.note,
            made_at=row.made_at,
            used_at=row.used_at,
            ended_at=row.ended_at,
        )
        for row in rows
    ]
    return TableKeys(table=number, keys=keys)


JournalId = Annotated[str, Path(pattern=r"^[0-9A-Za-z_.-]{1,16}$")]


class StopShape(BaseModel):
    """A stop: two different events have the same `seq`. state: open, kept, taking, taken, before
    (docs/organiser/audit.md).
    """

    seq: int
    state: str
    at: int
    decided_at: int | None
    actor: str | None = Field(serialization_alias="who")
    why: str | None


class JournalShape(BaseModel):
    """A journal, and the table whose key it belongs to."""

    journal: str
    table: int | None
    events: int
    last_seq: int
    received_at: int = Field(description="When the newest event came; 0: none did")
    stops: list[StopShape]


class Journals(Answer):
    """All journals, by their tables."""

    journals: list[JournalShape]


journal_routes = room(prefix=PREFIX, tags=["hall"], responses=refusals(*ALWAYS, 401))


class Backups(Answer):
    """The collector's regular backups, and whether the database was restored lately."""

    folder: str | None = Field(description="null: no collector makes regular backups")
    file: str | None = Field(description="The last one; null: none yet")
    made_at: int | None
    every_ms: int | None
    is_apart: bool = Field(description="On another disk than the database")
    problem: shapes.CauseShape | None = Field(description="Why no newer one was made")
    as_of: int | None = Field(description="After a restore, for twelve hours: from when the state is")
    as_of_act: int | None = Field(description="The number of the last act then, or 0")


@journal_routes.get("/backups")
def backups(store: StoreHere, actor: Actor) -> Backups:
    """The regular backups of the collector, and a restore of the last twelve hours."""
    return _shown_backups(store)


@journal_routes.post("/backups", responses=refusals(*ON_CHANGE, 409))
def back_up(store: StoreHere, actor: Actor) -> Backups:
    """Make a backup in the collector's folder now."""
    try:
        state = regular.make(store)
    except CareError as error:
        raise Refused.for_cause(error.cause) from error
    store.admins.act(actor, "backup", {"file": state.file})
    return _shown_backups(store)


def _shown_backups(store: Store) -> Backups:
    state = read_backup_state(store.notes)
    restored = latest_restore(store.admins, store.hall.now())
    named = None if state is None else state.problem
    problem = None if named is None else CARE.cause(named["reason"], **named["facts"])
    return Backups(
        folder=None if state is None else state.folder,
        file=None if state is None else state.file or None,
        made_at=None if state is None else state.made_at,
        every_ms=None if state is None else state.every_ms,
        is_apart=state is not None and state.is_apart,
        problem=None if problem is None else shapes.of_cause(problem),
        as_of=None if restored is None else restored.as_of,
        as_of_act=None if restored is None else restored.act,
    )


@journal_routes.get("/journals")
def journals(store: StoreHere, actor: Actor) -> Journals:
    """The journals: the key that vouches for each table's record, and where two records contradict."""
    return Journals(journals=[_shown_journal(row) for row in store.journals.overview()])


@journal_routes.post("/journals/{journal}/decision", responses=refusals(*ON_CHANGE, *ON_BODY, 409))
def decide_journal(
    store: StoreHere, journal: JournalId, asked: requests.JournalAsked, actor: Actor
) -> Journals:
    """Say which record of a stopped journal counts: the table's own, or what is stored."""
    decide = store.stops.take if asked.take else store.stops.keep
    decide(journal, actor, asked.why)
    return Journals(journals=[_shown_journal(row) for row in store.journals.overview(journal)])


def _shown_journal(row: JournalRow) -> JournalShape:
    return JournalShape(
        journal=row.journal,
        table=row.owners[-1].table if row.owners else None,
        events=row.events,
        last_seq=row.last_seq,
        received_at=row.received_at,
        stops=[
            StopShape(
                seq=stop.seq,
                state=stop.state,
                at=stop.at,
                decided_at=stop.decided_at,
                actor=stop.decided_by,
                why=stop.why,
            )
            for stop in row.stops
        ],
    )

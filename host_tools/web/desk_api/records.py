"""What a script learns and does about the tables' keys, and what was done by whom."""

from typing import Annotated, Any

from fastapi import Query
from pydantic import BaseModel, Field

from host_tools.store.keys import KeyRow, fingerprint
from host_tools.web.api import ID_MAX
from host_tools.web.desk_api.bearer import PREFIX, Who
from host_tools.web.refusals import Answer, refusals
from host_tools.web.routes import StoreHere, room
from host_tools.web.table_numbers import TableNumber

Before = Annotated[int | None, Query(ge=1, le=ID_MAX, description="Only acts with an id below this one")]
Limit = Annotated[int, Query(ge=1, le=1000, description="At most so many")]


class KeyShape(BaseModel):
    """A key of a table, never the key itself. state: new, current, replaced, revoked (docs/security.md)."""

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
    """What was done on a page, by command or by a script."""

    id: int
    at: int
    who: str
    what: str
    detail: dict[str, Any] | None


class Acts(Answer):
    """The newest first; ask again with `before` = the last id for older ones."""

    acts: list[Act]


routes = room(prefix=PREFIX, tags=["hall"], responses=refusals(401, 422, 503))


@routes.get("/tables/{number}/keys")
def keys(store: StoreHere, number: TableNumber, who: Who) -> TableKeys:
    """The keys of a table, told apart by their fingerprints."""
    return _shown(number, store.keys.rows(number))


@routes.post("/tables/{number}/keys/revoke")
def revoke(store: StoreHere, number: TableNumber, who: Who) -> TableKeys:
    """The table is lost, or its key: nobody is believed under its present keys any more."""
    ended = store.keys.revoke(number)
    if ended:
        store.admins.act(who, "key revoked", {"table": number, "keys": ended})
    return _shown(number, store.keys.rows(number))


@routes.get("/acts")
def acts(store: StoreHere, who: Who, before: Before = None, limit: Limit = 100) -> Acts:
    """What was done, by whom and when."""
    return Acts(acts=[Act(**act) for act in store.admins.acts(before, limit)])


def _shown(number: int, rows: list[KeyRow]) -> TableKeys:
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

"""The JSON API, version 1: read-only, for scripts, overlays and other systems (``docs/web.md``)."""

from typing import Annotated, Any

from fastapi import HTTPException, Query, Request, Response

from host_tools.web.feed import Feed
from host_tools.web.ports import TableView
from host_tools.web.refusals import refusals
from host_tools.web.routes import RecordHere, room
from host_tools.web.stream import MAX_READERS, EventStream
from host_tools.web.table_numbers import TABLE_MAX, TableNumber

VERSION = 1
ID_MAX = 2**63 - 1

OneTable = Annotated[int | None, Query(ge=1, le=TABLE_MAX, description="Only this table")]
After = Annotated[int, Query(ge=0, le=ID_MAX, description="Only what follows this id")]
Limit = Annotated[int, Query(ge=1, le=1000, description="At most so many")]


def answer(**fields: Any) -> dict[str, Any]:
    """An answer's body: the version first, whatever it carries after."""
    return {"version": VERSION, **fields}


def as_it_is(view: TableView) -> TableView:
    """The API's shape of a table: the view itself."""
    return view


def stream_or_503(request: Request, stream: EventStream) -> EventStream:
    """The stream, or an error when too many are open."""
    if len(request.app.state.feed.readers) >= MAX_READERS:
        raise HTTPException(503, f"{MAX_READERS} streams are open; close one, or try again later.")
    return stream


#: Under ``/api/v1``.
routes = room(prefix="/api/v1", tags=["live"])


@routes.get("/tables")
async def tables(request: Request) -> dict[str, Any]:
    """Every table heard so far, by number."""
    feed: Feed = request.app.state.feed
    return answer(server_ms=feed.now_ms(), tables=feed.views())


@routes.get("/tables/{number}", responses=refusals(404, 422))
async def table(request: Request, number: TableNumber) -> dict[str, Any]:
    """One table."""
    feed: Feed = request.app.state.feed
    view = feed.view(number)
    if view is None:
        raise HTTPException(
            404, f"No table {number} has been heard. GET /api/v1/tables lists those that were."
        )
    return answer(server_ms=feed.now_ms(), table=view)


@routes.get("/matches", responses=refusals(422, 503))
def matches(
    store: RecordHere, table: OneTable = None, after: After = 0, limit: Limit = 100
) -> dict[str, Any]:
    """Matches of the record, oldest first; ask again with ``after=next`` while ``more``."""
    return _pages("matches", store.matches(table=table, after=after, limit=limit + 1), after, limit)


@routes.get("/events", responses=refusals(422, 503))
def events(store: RecordHere, table: OneTable = None, after: After = 0, limit: Limit = 100) -> dict[str, Any]:
    """Committed events as sent, oldest first; ask again with ``after=next`` while ``more``."""
    return _pages("events", store.events(table=table, after=after, limit=limit + 1), after, limit)


_STREAMED: dict[int | str, dict[str, Any]] = {200: {"content": {"text/event-stream": {}}}}


@routes.get("/stream", response_class=Response, responses={**_STREAMED, **refusals(422, 503)})
async def stream(request: Request, table: OneTable = None) -> Response:
    """Server-sent events: ``snapshot``, then ``table`` for a change, ``pulse`` every two seconds."""
    return stream_or_503(request, EventStream(request.app.state.feed, "raw", as_it_is, table))


def _pages(name: str, rows: list[dict[str, Any]], after: int, limit: int) -> dict[str, Any]:
    shown = rows[:limit]
    following = shown[-1]["id"] if shown else after
    return answer(**{name: shown, "next": following, "more": len(rows) > limit})

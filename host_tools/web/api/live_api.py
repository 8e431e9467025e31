"""The JSON API, version 1: read-only, for scripts, overlays and other systems (``docs/scripts/api.md``)."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Query, Request, Response

from host_tools.store.rows import EventRow, MatchRow
from host_tools.web.http.ports import TableView
from host_tools.web.http.refusals import ALWAYS, PageRefused, Responses, refusals
from host_tools.web.http.routes import OneTable, RecordHere, TableNumber, room
from host_tools.web.live.feed import Feed
from host_tools.web.live.stream import EventStream, stream_or_503

VERSION = 1
ID_MAX = 2**63 - 1

After = Annotated[int, Query(ge=0, le=ID_MAX, description="Only what follows this id")]
Limit = Annotated[int, Query(ge=1, le=1000, description="At most so many")]


def answer(**fields: object) -> dict[str, object]:
    """The body of an answer: the version first, then its other fields."""
    return {"version": VERSION, **fields}


def as_it_is(view: TableView) -> TableView:
    """A table's shape in the API: the view itself."""
    return view


#: Under ``/api/v1``.
routes = room(prefix="/api/v1", tags=["live"], responses=refusals(*ALWAYS))


@routes.get("/tables")
async def tables(request: Request) -> dict[str, object]:
    """Every table heard so far, by number."""
    feed: Feed = request.app.state.feed
    return answer(server_ms=feed.now_ms(), tables=feed.views())


@routes.get("/tables/{number}", responses=refusals(404, 422))
async def table(request: Request, number: TableNumber) -> dict[str, object]:
    """One table."""
    feed: Feed = request.app.state.feed
    view = feed.view(number)
    if view is None:
        raise PageRefused("table_not_listed", table=number)
    return answer(server_ms=feed.now_ms(), table=view)


@routes.get("/matches", responses=refusals(422))
def matches(
    store: RecordHere, table: OneTable = None, after: After = 0, limit: Limit = 100
) -> dict[str, object]:
    """Stored matches, oldest first; ask again with ``after=next`` while ``more``."""
    return _pages("matches", store.matches(table=table, after=after, limit=limit + 1), after, limit)


@routes.get("/events", responses=refusals(422))
def events(
    store: RecordHere, table: OneTable = None, after: After = 0, limit: Limit = 100
) -> dict[str, object]:
    """Committed events as sent, oldest first; ask again with ``after=next`` while ``more``."""
    return _pages("events", store.events(table=table, after=after, limit=limit + 1), after, limit)


_STREAMED: Responses = {200: {"content": {"text/event-stream": {}}}}


@routes.get("/stream", response_class=Response, responses={**_STREAMED, **refusals(422)})
async def stream(request: Request, table: OneTable = None) -> Response:
    """Server-sent events: ``snapshot``, then ``table`` for a change, ``pulse`` every two seconds."""
    return stream_or_503(request, EventStream(request.app.state.feed, "raw", as_it_is, table))


def _pages(
    name: str, rows: Sequence[EventRow] | Sequence[MatchRow], after: int, limit: int
) -> dict[str, object]:
    page = rows[:limit]
    following = page[-1]["id"] if page else after
    return answer(**{name: page, "next": following, "more": len(rows) > limit})

"""The JSON API, version 1: read-only, for scripts, overlays and other systems (``docs/scripts/api.md``)."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import Path, Query, Request, Response
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool

from boardside.game.dicts import situation_dict
from host_tools.store.database import reading
from host_tools.store.rows import EventRow, MatchRow
from host_tools.web.http.ports import TableView
from host_tools.web.http.refusals import ALWAYS, Answer, PageRefused, Responses, refusals
from host_tools.web.http.routes import OneTable, RecordHere, TableNumber, room
from host_tools.web.live.feed import Feed
from host_tools.web.live.shown_tables import clean
from host_tools.web.live.stream import EventStream, stream_or_503
from host_tools.web.pages import match_record
from host_tools.web.pages.match_pages import Courses

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


class CourseAct(BaseModel):
    """An event that holds. at: when it was stored (UTC ms; 0: not known). ruling: as in `rulings` of a table.
    situation: the board or round after it, as of a table; both null where there is none.
    """

    seq: int
    kind: str
    at: int
    ruling: dict[str, Any] | None
    situation: dict[str, Any] | None


class CoursePart(BaseModel):
    """A board or round, with what came between it and the one before. started, ended: from "Play" to the
    result (UTC ms; 0: not known). zeros: how often a clock came to zero.
    """

    game: int
    number: int
    done: bool
    replayed: bool
    started: int
    ended: int
    zeros: int
    acts: list[CourseAct]


class Strokes(BaseModel):
    """How many strokes of a side were recorded, and how many of them before their clock was at zero."""

    made: int
    in_time: int


class CourseOfMatch(Answer):
    """A match as a table played it. state: as of a table. head: of the hash chain. erased: personal data
    were deleted from its events.
    """

    match: str
    table: int
    journal: str
    seal: str | None
    state: dict[str, Any]
    strokes: dict[str, Strokes]
    head: str
    erased: bool
    parts: list[CoursePart]


#: Where the tournament's results are read.
course_routes = room(prefix="/api/v1", tags=["live"], responses=refusals(*ALWAYS))


@course_routes.get("/matches/{match}/course", responses=refusals(404, 422))
async def course(
    request: Request, match: Annotated[str, Path(max_length=64, description="The match's id")]
) -> CourseOfMatch:
    """A match's course, as its page shows it: its boards with every stroke, ruling and clock at zero."""
    courses: Courses = request.app.state.courses
    async with courses.turn:
        return await run_in_threadpool(_course, courses, match)


def _course(courses: Courses, match: str) -> CourseOfMatch:
    with reading(courses.store.engine) as connection:
        record = match_record.read_record(connection, match, courses.events)
        if record is None:
            raise PageRefused("no_match", match=clean(match, 40))
        if record.own is None:
            raise PageRefused("no_course", match=clean(match, 40))
        played = courses.course_of(connection, record.own)
    return CourseOfMatch(
        version=VERSION,
        match=match,
        table=record.own.table_no,
        journal=record.own.journal,
        seal=record.own.seal,
        state={name: value for name, value in played.view.items() if name != "table"},
        strokes={
            side: Strokes(made=made, in_time=in_time) for side, (made, in_time) in played.strokes.items()
        },
        head=played.head,
        erased=played.is_erased,
        parts=[_part(part) for part in played.parts],
    )


def _part(part: match_record.Part) -> CoursePart:
    return CoursePart(
        game=part.game,
        number=part.number,
        done=part.done,
        replayed=part.replayed,
        started=part.started,
        ended=part.ended,
        zeros=part.zeros,
        acts=[
            CourseAct(
                seq=act.seq,
                kind=act.kind,
                at=act.at,
                ruling=None if act.ruling is None else dict(act.row()),
                situation=None if act.situation is None else situation_dict(act.situation),
            )
            for act in part.acts
        ],
    )


def _pages(
    name: str, rows: Sequence[EventRow] | Sequence[MatchRow], after: int, limit: int
) -> dict[str, object]:
    page = rows[:limit]
    following = page[-1]["id"] if page else after
    return answer(**{name: page, "next": following, "more": len(rows) > limit})

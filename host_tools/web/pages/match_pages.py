"""The page of a match, live and for ever: /matches/M17. Drawn once for each change and language."""

import asyncio
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Depends, Query, Request, Response
from fastapi.responses import HTMLResponse
from sqlalchemy import Connection
from starlette.concurrency import run_in_threadpool

from host_tools.exports import played
from host_tools.exports.event_report import EventReport
from host_tools.exports.played import StoredMatch, read_stored
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.web.http.ports import TableView
from host_tools.web.http.refusals import PageRefused
from host_tools.web.http.routes import room
from host_tools.web.live.feed import Feed
from host_tools.web.live.page_models import MatchPage, Preview
from host_tools.web.live.results import Programme
from host_tools.web.live.shown_tables import clean
from host_tools.web.pages import card, match_page, match_record, pages
from host_tools.web.pages.events_pages import drawn, programme_or_none
from host_tools.web.pages.language_choice import known_language
from host_tools.web.pages.match_record import Course, course

COURSES_KEPT = 64
"""The limit of cached courses; a long one, stroke by stroke, takes about 1 MB."""
STAMP_MS = 10_000
STAMPS_KEPT = 2000
"""Whether a match has changed that is at no table is asked of the database at most so often, for so many."""

Board = Annotated[int | None, Query(ge=1, le=9999, description="The strokes of this board")]
Step = Annotated[int | None, Query(ge=0, le=9999, description="The board after this stroke")]


class Courses:
    """The courses of matches, each folded once for each state that it was in; for one thread at a time."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.turn = asyncio.Lock()
        self.events: dict[int, EventReport] | None = None
        """The events that were read, by id, where they do not change (static_site.py); else None."""
        self._kept: dict[tuple[int, int, int], Course] = {}
        self._stamps: dict[str, tuple[int, str]] = {}

    def course_of(self, connection: Connection, stored: StoredMatch) -> Course:
        """The course of this match."""
        key = stored.id, stored.last_seq, stored.updated_at
        known = self._kept.pop(key, None) or course(played.folded(connection, stored))
        self._kept[key] = known
        if len(self._kept) > COURSES_KEPT:
            del self._kept[next(iter(self._kept))]
        return known

    #: They need `app.state.courses`.
    def stamp(self, match: str, now_ms: int) -> str:
        """What the page of a match that no table plays now depends on, at most `STAMP_MS` old."""
        at, text = self._stamps.pop(match, (0, ""))
        if now_ms - at > STAMP_MS:
            with reading(self.store.engine) as connection:
                rows = read_stored(connection, match)
                at, text = now_ms, "-".join(f"{row.last_seq}.{row.updated_at}" for row in rows)
        self._stamps[match] = at, text
        if len(self._stamps) > STAMPS_KEPT:
            del self._stamps[next(iter(self._stamps))]
        return text


routes = room(include_in_schema=False, dependencies=[Depends(known_language)])


@routes.get("/matches/{match}", response_class=HTMLResponse)
async def of_match(request: Request, match: str, board: Board = None, step: Step = None) -> Response:
    programme = await programme_or_none(request)
    view = playing(request.app.state.feed, match)
    cache, courses = drawn(request, "matches", programme), request.app.state.courses
    stamp = (
        f"live-{view['seq']}{'-official' if 'official' in view else ''}"
        if view is not None
        else await run_in_threadpool(courses.stamp, match, request.app.state.feed.now_ms())
    )
    version = (
        f"{programme.revision if programme else 0}-{stamp}-{request.url.netloc}"  # of the picture's link
    )
    known = cache.known(request, version)
    if known is not None:
        return known
    async with courses.turn:  # many ask at once when something has changed
        known = cache.known(request, version)
        if known is not None:
            return known
        body, is_newest = await run_in_threadpool(
            _drawn, request, courses, programme, match, view, (board, step)
        )
    if not is_newest:  # the database is behind the stream by some milliseconds: the page will ask again
        return HTMLResponse(body, headers={"Cache-Control": "no-store"})
    return cache.keep(request, version, body)


def preview(page: MatchPage, view: TableView | None) -> Preview:
    """What a phone shows beside a link to a match; view: of the table that plays it now."""
    path = f"matches/{quote(page['id'], safe='')}/preview.png"
    if view is not None and not page["winner"]:
        return card.preview(card.page(view), path)
    where = [fact["value"] for fact in page["facts"][:1]]
    heading = [page["event"]["name"] if page["event"] else "", *where, page["tournament"]]
    lost = "a" if page["a"]["outcome"] == "lost" else "b" if page["b"]["outcome"] == "lost" else ""
    return {
        "path": path,
        "heading": " · ".join(filter(None, heading)),
        "says": page["games_score"] or page["state"],
        "a": page["a"]["name"],
        "b": page["b"]["name"],
        "score": page["score"],
        "lost": lost,
    }


def playing(feed: Feed, match: str) -> TableView | None:
    """The view of the table at which the match is now; None without one. Of two that have it, the one whose
    link is up: the other's device was exchanged.
    """
    views = [view for view in feed.views() if (view.get("match") or {}).get("id") == match]
    up = [view for view in views if (view.get("link") or {}).get("state") == "up"]
    return next(iter(up or views), None)


def _drawn(
    request: Request,
    courses: Courses,
    programme: Programme | None,
    match: str,
    view: TableView | None,
    asked: tuple[int | None, int | None],
) -> tuple[bytes, bool]:
    """The page, and whether it shows all that the table's view has."""
    with reading(courses.store.engine) as connection:
        record = match_record.read_record(connection, match, courses.events)
        if record is None:
            raise PageRefused("no_match", match=clean(match, 40))
        own = courses.course_of(connection, record.own) if record.own is not None else None
    is_newest = view is None or (record.own is not None and record.own.last_seq >= view["seq"])
    table = None if view is None else int(view["table"])
    page = match_page.page(record, own, table, *asked)
    is_now = (
        programme is not None
        and record.event is not None
        and programme.tournament.id == record.event.tournament.id
    )
    context: dict[str, Any] = {
        "page": page,
        "preview": preview(page, view),
        "is_now": is_now,
        "stand": None if view is None else card.page(view),
        "programme": programme,
        "revision": programme.revision if programme else 0,
        "blank_row": card.blanks()["blank_row"],
    }
    return bytes(pages.templates.TemplateResponse(request, "match.html", context).body), is_newest

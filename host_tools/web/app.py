"""The web application: routes, errors and headers put together around a hub and a store."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, cast

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from host_tools.store import Store as Database
from host_tools.store import StoreError
from host_tools.tournament.desk.desk import Desk
from host_tools.web import admin
from host_tools.web.api import desk as desk_api
from host_tools.web.api import live_api
from host_tools.web.http import refusals
from host_tools.web.http.caching import Assets, PublicCaching
from host_tools.web.http.known_hosts import KnownHosts, OnlyKnownHosts
from host_tools.web.http.middleware import AskedHead, Packing, RequestBodies
from host_tools.web.http.ports import Hub, Store
from host_tools.web.http.refusals import CODES, PageRefused
from host_tools.web.http.routes import methods_at, operation, put
from host_tools.web.http.security import SecureHeaders, is_admin, origin
from host_tools.web.live.feed import Feed, TileDrawings, wall_ms
from host_tools.web.live.results import Results, watch
from host_tools.web.live.stream import MAX_READERS
from host_tools.web.pages import events_pages, match_pages, pages, player_pages, screens
from host_tools.web.pages.language_choice import LanguageChoice
from host_tools.workbench import Workbench

log = logging.getLogger(__name__)

API = "/api/"


def create_app(
    hub: Hub,
    store: Store,
    *,
    now_ms: Callable[[], int] = wall_ms,
    admin_store: Database | None = None,
    results: Results | None = None,
    desk: Desk | None = None,
    hosts: KnownHosts | None = None,
    is_cached: bool = False,
    workbench: Workbench | None = None,
    embedding: Sequence[str] = (),
) -> FastAPI:
    """The ASGI application over a live ``hub`` and a committed ``store``. Read-only except for the admin
    pages, which exist only with ``admin_store``. ``results``: the tournament for the public pages; ``desk``:
    the organiser's pages and scripts with a token act through it. ``hosts``: the names under which it
    answers; None: any, for an application that is not on a network, or that is public. ``is_cached``: shared
    caches may keep its pages. ``workbench``: the boards at this computer, for the admin pages. ``embedding``:
    the sites whose pages may frame the public pages; raises BadOrigin for an invalid one.

    The application follows the hub from start-up to shutdown. It must be served on the hub's event loop.
    ``now_ms`` is the server's time, the scale of the hub's ``end_ms``.
    """
    feed = Feed(hub, now_ms)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        feed.start()
        watching = None if results is None else asyncio.create_task(watch(feed, results), name="web results")
        yield
        if watching is not None:
            watching.cancel()
        await feed.stop()

    app = FastAPI(
        title="Boardside",
        version="1",
        description="The tables of a hall, live, and their tournament. To change something takes a token.",
        lifespan=lifespan,
        # FastAPI's documentation pages load from a foreign host; the schema itself does not.
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        generate_unique_id_function=operation,
    )
    app.state.feed = feed
    app.state.streams_most = MAX_READERS
    app.state.results = results
    app.state.tiles = TileDrawings(pages.environment)
    app.state.record = store
    app.state.drawn = {}
    app.state.desk = desk
    app.state.still = None
    app.state.panels = {}  # pages/phones.py
    put(
        app, live_api.routes, pages.routes, events_pages.routes, screens.overlay_routes, screens.screen_routes
    )
    if results is not None:
        app.state.courses = match_pages.Courses(results.store)
        put(app, live_api.course_routes, match_pages.routes, player_pages.routes)
    if admin_store is not None:
        admin.install(app, admin_store, tournament_too=desk is not None, workbench=workbench)
    if desk is not None:
        desk_api.install(app, desk, live_api.VERSION)
    app.mount("/static", Assets(), name="static")
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(StoreError, _no_record)
    app.add_middleware(LanguageChoice)
    if hosts is not None:
        app.add_middleware(OnlyKnownHosts, hosts=hosts, version=live_api.VERSION)
    app.add_middleware(SecureHeaders, embedding=[origin(site) for site in embedding])
    if is_cached:
        app.add_middleware(PublicCaching)
    app.add_middleware(Packing)
    app.add_middleware(RequestBodies)
    app.add_middleware(AskedHead)
    return app


def _say(request: Request, status: int, text: str, **coded: object) -> Response:
    """The answer with these words; coded: reason and facts for scripts."""
    if request.url.path.startswith(API):
        error = {"code": CODES.get(status, "error"), "message": text, **coded}
        return JSONResponse({"version": live_api.VERSION, "error": error}, status)
    return pages.message_page(request, status, text)


def _refuse(request: Request, refused: PageRefused) -> Response:
    if request.url.path.startswith(API):
        body = {"version": live_api.VERSION, "error": refusals.to_json(refused)}
        return JSONResponse(body, refused.status_code)
    return pages.message_page(request, refused.status_code, refusals.say(refused))


async def _http_error(request: Request, raised: Exception) -> Response:
    error = cast(HTTPException, raised)
    methods = methods_at(request.app, request.scope) if error.status_code == 405 else []
    refused = error if isinstance(error, PageRefused) else _refusal_of(request, error, methods)
    answer = (
        _say(request, error.status_code, str(error.detail)) if refused is None else _refuse(request, refused)
    )
    answer.headers.update(error.headers or {})
    if methods:
        answer.headers["Allow"] = ", ".join(methods)
    return answer


def _refusal_of(request: Request, error: HTTPException, methods: list[str]) -> PageRefused | None:
    """The reason of an error that the framework raised, where it has one."""
    path = request.url.path
    if error.status_code == 404 and error.detail == "Not Found":
        return PageRefused("nothing_there", path=path)
    if error.status_code == 400 and path.startswith(API):
        return PageRefused("body_unreadable")
    if methods and path.startswith(API):
        return PageRefused("method_not_possible", method=request.method, path=path, methods=methods)
    return None


async def _invalid(request: Request, raised: Exception) -> Response:
    error = cast(RequestValidationError, raised)
    if _is_public(request):
        names = [str(item["loc"][-1]) for item in error.errors()]
        return _refuse(request, PageRefused("address_not_understood", names=names))
    return _say(request, 422, "; ".join(_what_is_wrong(item) for item in error.errors()) + ".")


def _what_is_wrong(item: Mapping[str, Any]) -> str:
    """The error in one field, or in the whole body."""
    if item["type"] == "json_invalid":
        return f"The body is no JSON, at character {item['loc'][-1]}: {item['ctx']['error']}"
    if item["type"] == "value_error":
        return str(item["ctx"]["error"])
    return f"{item['loc'][-1]}: {item['msg']}"


async def _no_record(request: Request, raised: Exception) -> Response:
    error = cast(StoreError, raised)
    log.warning("web: %s", error)
    if _is_public(request):
        return _refuse(request, PageRefused("record_unreadable"))
    return _say(request, 503, str(error), **error.to_json())


def _is_public(request: Request) -> bool:
    """Whether a spectator sent the request: the answer is then in their language, without details of a
    database error.
    """
    return not request.url.path.startswith(API) and not is_admin(request.url.path)

"""Makes routes and adds them to an application.

Making a route takes about two milliseconds, there are more than eighty, and FastAPI's `include_router` makes
each one anew. Here a route is made once, when its module is loaded, and all applications share it. So a route
holds no state; it gets what it works on from its application.
"""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Path, Query, Request
from fastapi.routing import APIRoute
from starlette.routing import Match, Route
from starlette.types import Scope

from host_tools.store import Store
from host_tools.tournament.desk.desk import Desk
from host_tools.web.http import ports


def operation(route: APIRoute) -> str:
    """The operation id of a route in the schema, from which generators make a client's method names."""
    return "_".join([*map(str, route.tags), route.name])


def room(**options: Any) -> APIRouter:
    """A router whose routes `put` can hand to an application; `options` as FastAPI's APIRouter takes them."""
    return APIRouter(generate_unique_id_function=operation, **options)


def put(app: FastAPI, *rooms: APIRouter) -> None:
    """Add the routes of these routers to the application, before it answers its first request."""
    for router in rooms:
        app.router.routes.extend(router.routes)


def methods_at(app: FastAPI, scope: Scope) -> list[str]:
    """The methods that the address of a request allows, sorted by name: those of all its routes together,
    since each route knows only its own (RFC 9110, 15.5.6), and HEAD with GET (middleware.py). Empty for an
    unknown address.
    """
    methods: set[str] = set()
    for route in app.routes:
        if isinstance(route, Route) and route.matches(scope)[0] is not Match.NONE:
            methods |= route.methods or set()
    return sorted(methods | {"HEAD"} if "GET" in methods else methods)


async def _record(request: Request) -> ports.Store:
    store: ports.Store = request.app.state.record
    return store


async def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


async def _store(request: Request) -> Store:
    desk: Desk = request.app.state.desk
    return desk.store


# Parameters of a route: the objects that its application works on.
RecordHere = Annotated[ports.Store, Depends(_record)]
DeskHere = Annotated[Desk, Depends(_desk)]
#: The database behind the desk.
StoreHere = Annotated[Store, Depends(_store)]


TABLE_MAX = 9999

TableNumber = Annotated[int, Path(ge=1, le=TABLE_MAX, description="Table number")]
OneTable = Annotated[int | None, Query(ge=1, le=TABLE_MAX, description="Only this table")]

"""How routes are made and come into an application (D265).

Making a route takes about two milliseconds, there are more than eighty, and FastAPI's `include_router` makes
each anew. Here they are made once, when their module is loaded, and every application holds the very same
ones. So a route keeps nothing of its own: what it works on it asks of its application.
"""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.routing import APIRoute
from starlette.routing import Match, Route
from starlette.types import Scope

from host_tools.store import Store
from host_tools.tournament.desk import Desk
from host_tools.web import ports

#: Bytes that a request may bring; an entry list of thousands has room.
BODY_MOST = 1_000_000


def operation(route: APIRoute) -> str:
    """How the schema calls what a route does: a generator makes the client's method names of it."""
    return "_".join([*map(str, route.tags), route.name])


def room(**options: Any) -> APIRouter:
    """A router whose routes `put` can hand to an application; `options` as FastAPI's APIRouter takes them."""
    return APIRouter(generate_unique_id_function=operation, max_body_size=BODY_MOST, **options)


def put(app: FastAPI, *rooms: APIRouter) -> None:
    """Add the routes of these rooms to the application, as they are, before it answers its first request."""
    for one in rooms:
        app.router.routes.extend(one.routes)


def methods_at(app: FastAPI, scope: Scope) -> list[str]:
    """The methods that the address of a request takes, by name: those of all routes that have it, where each
    route by itself knows only its own (RFC 9110, 15.5.6). Empty for an address that is none.
    """
    found: set[str] = set()
    for route in app.routes:
        if isinstance(route, Route) and route.matches(scope)[0] is not Match.NONE:
            found |= route.methods or set()
    return sorted(found)


async def _record(request: Request) -> ports.Store:
    store: ports.Store = request.app.state.record
    return store


async def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


async def _store(request: Request) -> Store:
    desk: Desk = request.app.state.desk
    return desk.store


# Parameters of a route: what its application works on.
RecordHere = Annotated[ports.Store, Depends(_record)]
DeskHere = Annotated[Desk, Depends(_desk)]
#: The database behind the desk.
StoreHere = Annotated[Store, Depends(_store)]

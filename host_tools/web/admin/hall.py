"""The first page: what to look at, the hall's clock, the tables."""

from typing import Any

from fastapi import Request, Response
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool

from host_tools.orders import BadRequest, clock_ms
from host_tools.store.admins import Login
from host_tools.store.halls import LEAD_MS, HallRefused, HallState
from host_tools.store.keys import KeyRow
from host_tools.web.admin import clock_panels, words
from host_tools.web.admin.gate import HOME
from host_tools.web.admin.house import HouseHere, draw, see
from host_tools.web.feed import Feed
from host_tools.web.ports import AdminStore
from host_tools.web.routes import room

#: What the field for the length holds at first.
LENGTH = "45:00"


routes = room(include_in_schema=False, default_response_class=HTMLResponse)


@routes.get(HOME)
async def show(
    request: Request,
    house: HouseHere,
) -> Response:
    login = await house.gate.login(request)
    return await _page(request, house.store, login)


@routes.get(f"{HOME}/hall")
async def back_to_it(
    request: Request,
    house: HouseHere,
) -> Response:
    """Whoever loads the answer of a refused form anew."""
    await house.gate.login(request)
    return see(HOME)


@routes.post(f"{HOME}/hall")
async def change(
    request: Request,
    house: HouseHere,
) -> Response:
    login, fields = await house.gate.form(request)
    do, length = fields.get("do", ""), fields.get("length", "")

    async def change_it() -> str:
        after = await run_in_threadpool(_change, house.store, login.admin, fields)
        detail: dict[str, Any] = {"left": words.length(after.left_ms)}
        if do == "start":
            detail = {"ms": after.length_ms}
        if fields.get("hall"):
            detail["hall"] = fields["hall"]
        await house.record(login, f"hall {'off' if after.state == 'off' else do}", **detail)
        return HOME

    try:
        return see(await house.once.do(request.url.path, fields, change_it))
    except (HallRefused, BadRequest) as error:
        asked = {"error": str(error), "length": length or LENGTH, "asked_hall": fields.get("hall", "")}
        return await _page(request, house.store, login, asked, 422)


def _change(store: AdminStore, by: str, fields: dict[str, str]) -> HallState:
    """Raises HallRefused, also when the clock is not the one that the form showed; BadRequest."""
    do, hall = fields.get("do", ""), fields.get("hall") or None
    ms = clock_ms(fields.get("length", "")) if do == "start" else None
    number = fields.get("number", "")
    known = int(number) if number.isascii() and number.isdecimal() and len(number) < 10 else -1
    return store.hall.change(do, ms, by, store.hall.now() + LEAD_MS, hall, known)


async def _page(
    request: Request,
    store: AdminStore,
    login: Login,
    asked: dict[str, str] | None = None,
    status: int = 200,
) -> Response:
    feed: Feed = request.app.state.feed
    clocks, now, keys, told = await run_in_threadpool(
        lambda: (store.hall.clocks(), store.hall.now(), _keys_by_table(store), _status_by_table(store))
    )
    views = feed.views()
    tables = [
        words.table(view, keys.get(int(view["table"]), []), told.get(int(view["table"]))) for view in views
    ]
    panels = clock_panels.panels(clocks, [int(view["table"]) for view in views], now)
    given = {"error": "", "length": LENGTH, "asked_hall": "", **(asked or {})}
    if given["asked_hall"] not in [panel["hall"] for panel in panels]:  # it has gone meanwhile
        given["asked_hall"] = panels[-1]["hall"]
    context: dict[str, Any] = {
        "login": login,
        "here": "hall",
        "clocks": panels,
        "has_halls": len(clocks.layout.names) > 1,
        "server_ms": now,
        "trouble": feed.problem or "",
        "tables": tables,
        "warned": [row for row in tables if row["warning"]],
        **given,
    }
    return draw(request, "admin_home.html", context, status)


def _status_by_table(store: AdminStore) -> dict[int, Any]:
    return {int(row["table_no"]): row["status"] for row in store.tables()}


def _keys_by_table(store: AdminStore) -> dict[int, list[KeyRow]]:
    found: dict[int, list[KeyRow]] = {}
    for row in store.keys.rows():
        found.setdefault(row.table, []).append(row)
    return found

"""A table's keys, and what was done by whom."""

from typing import Annotated

from fastapi import Query, Request, Response
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool

from host_tools.web.admin import words
from host_tools.web.admin.gate import HOME
from host_tools.web.admin.house import HouseHere, draw, see
from host_tools.web.api import ID_MAX
from host_tools.web.routes import room
from host_tools.web.table_numbers import TableNumber

ACTS_A_PAGE = 100

Before = Annotated[int | None, Query(ge=1, le=ID_MAX)]


routes = room(include_in_schema=False, default_response_class=HTMLResponse)


@routes.get(f"{HOME}/tables/{{number}}/key")
async def show_key(request: Request, house: HouseHere, number: TableNumber) -> Response:
    login = await house.gate.login(request)
    keys = await run_in_threadpool(house.store.keys.rows, number)
    context = {
        "login": login,
        "here": "hall",
        "number": number,
        "state": words.key_of(keys),
        "keys": [words.key_row(key) for key in keys],
    }
    return draw(request, "admin_key.html", context)


@routes.post(f"{HOME}/tables/{{number}}/key")
async def revoke_key(request: Request, house: HouseHere, number: TableNumber) -> Response:
    login, _ = await house.gate.form(request)
    ended = await run_in_threadpool(house.store.keys.revoke, number)
    if ended:
        await house.record(login, "key revoked", table=number, keys=ended)
    return see(f"{HOME}/tables/{number}/key?said=revoked")


@routes.get(f"{HOME}/acts")
async def show_acts(request: Request, house: HouseHere, before: Before = None) -> Response:
    login = await house.gate.login(request)
    rows = await run_in_threadpool(house.store.admins.acts, before, ACTS_A_PAGE + 1)
    context = {
        "login": login,
        "here": "acts",
        "acts": [words.act(row) for row in rows[:ACTS_A_PAGE]],
        "older": rows[ACTS_A_PAGE - 1]["id"] if len(rows) > ACTS_A_PAGE else None,
    }
    return draw(request, "admin_acts.html", context)

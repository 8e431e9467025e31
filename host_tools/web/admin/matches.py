"""Giving a table its next match, and how far that has come."""

from typing import Annotated

from fastapi import HTTPException, Path, Request, Response
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool

from host_tools.orders import BadRequest
from host_tools.store.admins import Login
from host_tools.store.planned import MatchPlanned
from host_tools.web.admin import assign, words
from host_tools.web.admin.gate import HOME
from host_tools.web.admin.house import HouseHere, draw, see
from host_tools.web.routes import room

CommandId = Annotated[str, Path(pattern="^[0-9a-f]{8}$")]


routes = room(include_in_schema=False, default_response_class=HTMLResponse)


@routes.get(f"{HOME}/assign")
async def show_form(request: Request, house: HouseHere, table: str = "") -> Response:
    login = await house.gate.login(request)
    return _form(request, login, assign.empty(table))


@routes.post(f"{HOME}/assign")
async def order(
    request: Request,
    house: HouseHere,
) -> Response:
    login, fields = await house.gate.form(request)
    try:
        table, event = assign.order(fields)
    except BadRequest as error:
        return _form(request, login, assign.typed(fields), str(error), 422)

    async def give() -> str:
        command = await run_in_threadpool(house.store.queue_command, table, event)
        await house.record(
            login, "match assigned", table=table, match=event["match"], a=event["a"], b=event["b"]
        )
        return f"{HOME}/orders/{command}"

    try:
        return see(await house.once.do(request.url.path, fields, give))
    except MatchPlanned as error:
        return _form(request, login, assign.typed(fields), str(error), 409)


@routes.get(f"{HOME}/orders/{{command}}")
async def show_order(request: Request, house: HouseHere, command: CommandId) -> Response:
    login = await house.gate.login(request)
    row = await run_in_threadpool(house.store.command, command)
    if row is None or row["event"].get("kind") != "match":
        raise HTTPException(404, "There is no such order.")
    context = {"login": login, "here": "assign", "order": words.command(row)}
    return draw(request, "admin_order.html", context)


def _form(
    request: Request, login: Login, fields: dict[str, str], error: str = "", status: int = 200
) -> Response:
    context = {
        "login": login,
        "here": "assign",
        "fields": fields,
        "choices": assign.choices(),
        "error": error,
    }
    return draw(request, "admin_assign.html", context, status)

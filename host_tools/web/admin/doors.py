"""In and out of the admin pages."""

from typing import Any

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from host_tools.store.admins import ORGANISER
from host_tools.web.admin.forms import FormError, read
from host_tools.web.admin.gate import (
    FORM_COOKIE,
    HOME,
    Gate,
    NotLoggedIn,
    TooOften,
    cookie_name,
    give_cookie,
)
from host_tools.web.admin.house import HouseHere, draw, see
from host_tools.web.routes import room

LOGIN = f"{HOME}/login"
#: Fields of a form that its page filled in.
_NOT_TYPED = ("csrf", "once", "number", "entry", "stage", "group", "side", "do", "force")
WRONG = "Name and password do not fit."


async def to_login(request: Request, raised: Exception) -> Response:
    """The answer to who is not logged in, or not any more: of a form what was typed, lest it be lost."""
    assert isinstance(raised, NotLoggedIn)
    answer = await _expired(request) if request.method == "POST" else see(LOGIN)
    if raised.had_cookie:
        give_cookie(answer, request, cookie_name(request), "")
    return answer


routes = room(include_in_schema=False, default_response_class=HTMLResponse)


@routes.get(LOGIN)
async def login_form(
    request: Request,
    house: HouseHere,
) -> Response:
    try:
        await house.gate.login(request)
    except NotLoggedIn:
        return _form(house.gate, request)
    return see(HOME)


@routes.post(LOGIN)
async def log_in(
    request: Request,
    house: HouseHere,
) -> Response:
    try:
        login = await house.gate.enter(request)
    except TooOften as raised:
        seconds = max(1, round(raised.wait_s))
        answer = _form(house.gate, request, 429, f"Too many wrong passwords. Try again in {seconds} s.")
        answer.headers["Retry-After"] = str(seconds)
        return answer
    if login is None:
        return _form(house.gate, request, 401, WRONG)
    answer = see(HOME)
    give_cookie(answer, request, cookie_name(request), login.token)
    return answer


@routes.get(f"{HOME}/alive", response_class=JSONResponse)
async def alive(
    request: Request,
    house: HouseHere,
) -> Any:
    """What a page asks before it sends a form: 401 for who is not logged in, else the forms' token."""
    try:
        login = await house.gate.login(request)
    except NotLoggedIn:
        return JSONResponse({}, 401)
    return {"csrf": login.csrf}


@routes.get(f"{HOME}/logout")
async def stay(
    request: Request,
    house: HouseHere,
) -> Response:
    await house.gate.login(request)
    return see(HOME)


@routes.post(f"{HOME}/logout")
async def log_out(
    request: Request,
    house: HouseHere,
) -> Response:
    login, _ = await house.gate.form(request)
    await house.gate.leave(login)
    answer = see(f"{LOGIN}?said=out")
    give_cookie(answer, request, cookie_name(request), "")
    return answer


async def _expired(request: Request) -> Response:
    try:
        fields = await read(request)
    except FormError:
        fields = {}
    typed = [(name, text) for name, text in fields.items() if text and name not in _NOT_TYPED]
    return draw(request, "admin_expired.html", {"typed": typed}, 401)


def _form(gate: Gate, request: Request, status: int = 200, error: str = "") -> Response:
    cookie = gate.form_cookie(request) or gate.tokens.new_cookie()
    token = gate.tokens.token(cookie)
    answer = draw(request, "admin_login.html", {"csrf": token, "name": ORGANISER, "error": error}, status)
    give_cookie(answer, request, FORM_COOKIE, cookie, LOGIN)
    return answer

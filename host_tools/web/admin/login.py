"""Logging in to the admin pages, and out."""

from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from host_tools.store.admins import ORGANISER
from host_tools.web.admin.forms import read
from host_tools.web.admin.gate import (
    FORM_COOKIE,
    HOME,
    Gate,
    NotLoggedIn,
    TooOften,
    cookie_name,
    give_cookie,
)
from host_tools.web.admin.site import AdminSiteHere, draw, see
from host_tools.web.http.routes import room

LOGIN = f"{HOME}/login"
#: Form fields that the page fills in, not the organiser.
_NOT_TYPED = (
    *("csrf", "once", "number", "entry", "stage", "group", "side", "do", "force"),
    *("password", "port", "open", "erase"),
)
WRONG = "Name and password do not fit."


async def to_login(request: Request, raised: Exception) -> Response:
    """The answer to a request without a valid login. For a form, it shows what was typed, so that nothing is
    lost.
    """
    assert isinstance(raised, NotLoggedIn)
    answer = await _expired(request) if request.method == "POST" else see(LOGIN)
    if raised.had_cookie:
        give_cookie(answer, request, cookie_name(request), "")
    return answer


routes = room(include_in_schema=False, default_response_class=HTMLResponse)


@routes.get(LOGIN)
async def login_form(
    request: Request,
    site: AdminSiteHere,
) -> Response:
    try:
        await site.gate.login(request)
    except NotLoggedIn:
        return _form(site.gate, request)
    return see(HOME)


@routes.post(LOGIN)
async def log_in(
    request: Request,
    site: AdminSiteHere,
) -> Response:
    try:
        login = await site.gate.enter(request)
    except TooOften as raised:
        seconds = max(1, round(raised.wait_s))
        answer = _form(site.gate, request, 429, f"Too many wrong passwords. Try again in {seconds} s.")
        answer.headers["Retry-After"] = str(seconds)
        return answer
    if login is None:
        return _form(site.gate, request, 401, WRONG)
    answer = see(HOME)
    give_cookie(answer, request, cookie_name(request), login.token)
    return answer


@routes.get(f"{HOME}/alive", response_class=JSONResponse)
async def alive(
    request: Request,
    site: AdminSiteHere,
) -> Any:
    """A page asks this before it sends a form: 401 without a valid login, else the forms' token."""
    try:
        login = await site.gate.login(request)
    except NotLoggedIn:
        return JSONResponse({}, 401)
    return {"csrf": login.csrf}


@routes.post(f"{HOME}/logout")
async def log_out(
    request: Request,
    site: AdminSiteHere,
) -> Response:
    login, _ = await site.gate.form(request)
    await site.gate.leave(login)
    answer = see(f"{LOGIN}?said=out")
    give_cookie(answer, request, cookie_name(request), "")
    return answer


async def _expired(request: Request) -> Response:
    try:
        fields = await read(request)
    except HTTPException:
        fields = {}
    typed = [(name, text) for name, text in fields.items() if text and name not in _NOT_TYPED]
    return draw(request, "admin_expired.html", {"typed": typed}, 401)


def _form(gate: Gate, request: Request, status: int = 200, error: str = "") -> Response:
    cookie = gate.form_cookie(request) or gate.tokens.new_cookie()
    token = gate.tokens.token(cookie)
    answer = draw(request, "admin_login.html", {"csrf": token, "name": ORGANISER, "error": error}, status)
    give_cookie(answer, request, FORM_COOKIE, cookie, LOGIN)
    return answer

"""In and out of the admin pages."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from host_tools.store.admins import ORGANISER
from host_tools.web.admin.gate import (
    FORM_COOKIE,
    HOME,
    Gate,
    NotLoggedIn,
    TooOften,
    cookie_name,
    give_cookie,
)
from host_tools.web.admin.house import House, draw, see

LOGIN = f"{HOME}/login"
WRONG = "Name and password do not fit."


async def to_login(request: Request, raised: Exception) -> Response:
    """The answer to who is not logged in, or not any more."""
    assert isinstance(raised, NotLoggedIn)
    answer = see(f"{LOGIN}?said=expired" if raised.had_cookie and request.method == "POST" else LOGIN)
    if raised.had_cookie:
        give_cookie(answer, request, cookie_name(request), "")
    return answer


def doors(house: House) -> APIRouter:
    """The routes."""
    routes = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
    gate = house.gate

    @routes.get(LOGIN)
    async def login_form(request: Request) -> Response:
        try:
            await gate.login(request)
        except NotLoggedIn:
            return _form(gate, request)
        return see(HOME)

    @routes.post(LOGIN)
    async def log_in(request: Request) -> Response:
        try:
            login = await gate.enter(request)
        except TooOften as raised:
            seconds = max(1, round(raised.wait_s))
            answer = _form(gate, request, 429, f"Too many wrong passwords. Try again in {seconds} s.")
            answer.headers["Retry-After"] = str(seconds)
            return answer
        if login is None:
            return _form(gate, request, 401, WRONG)
        answer = see(HOME)
        give_cookie(answer, request, cookie_name(request), login.token)
        return answer

    @routes.post(f"{HOME}/logout")
    async def log_out(request: Request) -> Response:
        login, _ = await gate.form(request)
        await gate.leave(login)
        answer = see(f"{LOGIN}?said=out")
        give_cookie(answer, request, cookie_name(request), "")
        return answer

    return routes


def _form(gate: Gate, request: Request, status: int = 200, error: str = "") -> Response:
    cookie = gate.form_cookie(request) or gate.tokens.new_cookie()
    token = gate.tokens.token(cookie)
    answer = draw(request, "admin_login.html", {"csrf": token, "name": ORGANISER, "error": error}, status)
    give_cookie(answer, request, FORM_COOKIE, cookie, LOGIN)
    return answer

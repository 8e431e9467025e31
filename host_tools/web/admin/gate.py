"""Finds out who sends a request: checks passwords, cookies and logins.

The database and the password hash run on threads and never block the event loop.
"""

import asyncio
import logging
import re
import time
from collections.abc import Callable

from fastapi import Request, Response
from starlette.concurrency import run_in_threadpool

from host_tools.store import Store, StoreError
from host_tools.store.admins import NAME_MAX, PASSWORD_MAX, Login
from host_tools.web.admin.forms import LoginTokens, check_origin, check_token, read
from host_tools.web.admin.refusals import AdminRefused
from host_tools.web.http.known_hosts import is_this_computer
from host_tools.web.http.throttle import Throttle

log = logging.getLogger(__name__)

HOME = "/admin"
COOKIE, FORM_COOKIE = "boardside", "boardside-login"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_FORM_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")


class NotLoggedIn(Exception):  # noqa: N818
    """The request has no valid login. `had_cookie`: its cookie names a login that has ended."""

    def __init__(self, had_cookie: bool) -> None:
        super().__init__("not logged in")
        self.had_cookie = had_cookie


class TooOften(Exception):  # noqa: N818
    """Too many wrong passwords; the next attempt is allowed after `wait_s` seconds."""

    def __init__(self, wait_s: float) -> None:
        super().__init__("too many wrong passwords")
        self.wait_s = wait_s


#: What a proxy adds to a request that it passes on.
_FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip", "via")


class Gate:
    """Logs people in and out, and names who sends a request. `clock` gives monotonic seconds, for the
    throttle.
    """

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._throttle = Throttle(clock)
        self._one_hash = asyncio.Semaphore(1)  # a hash takes 64 MiB and all cores: one at a time
        self.tokens = LoginTokens()

    # Who is it

    async def login(self, request: Request) -> Login:
        """The login of this request. Raises NotLoggedIn, or AdminRefused while no password is set."""
        token = request.cookies.get(cookie_name(request), "")
        login = None
        if _TOKEN.fullmatch(token):
            login = await run_in_threadpool(self._store.admins.login_of, token)
        if login is None:
            await self.exists()
            raise NotLoggedIn(bool(token))
        try:
            await run_in_threadpool(self._store.admins.used, token)
        except StoreError as error:  # the page can be shown all the same
            log.warning("web: the use of a login was not noted: %s", error)
        return login

    async def exists(self) -> None:
        """Raises AdminRefused while no password is set."""
        if not await run_in_threadpool(self._store.admins.any):
            raise AdminRefused("no_password")

    async def form(self, request: Request) -> tuple[Login, dict[str, str]]:
        """The login and the fields of a form. Raises AdminRefused for a form that does not come from these
        pages.
        """
        check_origin(request)
        login = await self.login(request)
        fields = await read(request)
        check_token(fields, login.csrf)
        return login, fields

    # In and out

    def form_cookie(self, request: Request) -> str:
        """The browser's cookie for the login form; "" without one."""
        cookie = request.cookies.get(FORM_COOKIE, "")
        return cookie if _FORM_TOKEN.fullmatch(cookie) else ""

    async def enter(self, request: Request) -> Login | None:
        """Log in with the name and password of the login form; None when they are wrong. Raises TooOften, and
        AdminRefused, also while no password is set.
        """
        check_origin(request)
        await self.exists()
        fields = await read(request)
        check_token(fields, self.tokens.token(self.form_cookie(request)))
        host = _address(request)
        wait = self._throttle.begin(host)
        if wait > 0:
            raise TooOften(wait)
        name, password = fields.get("name", ""), fields.get("password", "")
        if len(name) > NAME_MAX or len(password) > PASSWORD_MAX:
            name = password = ""  # an unknown name takes as long as a wrong password
        admins = self._store.admins
        async with self._one_hash:
            fits = await run_in_threadpool(admins.verify, name, password)
        if not fits:
            log.warning("web: a wrong password for the admin pages, from %s", host)
            return None
        self._throttle.passed(host)
        old = request.cookies.get(cookie_name(request), "")
        if _TOKEN.fullmatch(old):
            await run_in_threadpool(admins.log_out, old)
        login = await run_in_threadpool(admins.log_in, name)
        await run_in_threadpool(admins.act, name, "login", {"from": host})
        return login

    async def leave(self, login: Login) -> None:
        """Log out."""
        await run_in_threadpool(self._store.admins.log_out, login.token)
        await run_in_threadpool(self._store.admins.act, login.admin, "logout")


def cookie_name(request: Request) -> str:
    """The name of the login cookie. Over TLS its prefix makes the browser insist on `Secure` (RFC 6265bis,
    4.1.3.1).
    """
    return f"__Secure-{COOKIE}" if is_secure(request) else COOKIE


def is_secure(request: Request) -> bool:
    """Whether the page was requested over TLS, also by way of a proxy on this computer that says so."""
    return request.url.scheme == "https"


def give_cookie(answer: Response, request: Request, name: str, value: str, path: str = HOME) -> None:
    """Set a cookie for these pages only, which ends with the browser session; "" deletes it."""
    secure = is_secure(request)
    if value:
        answer.set_cookie(name, value, path=path, secure=secure, httponly=True, samesite="strict")
    else:
        answer.delete_cookie(name, path=path, secure=secure, httponly=True, samesite="strict")


def _address(request: Request) -> str:
    """The address whose guesses are counted; "" for a proxy on this computer. A proxy asks for others, also
    when it says that it asks for this computer.
    """
    host = request.client.host if request.client else ""
    is_forwarded = any(name in request.headers for name in _FORWARDED)
    return "" if is_forwarded and is_this_computer(host) else host

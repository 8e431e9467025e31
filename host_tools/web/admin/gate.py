"""Who is at the door: the cookie, the login behind it, and the password.

Nothing here waits on the event loop for the database or for a hash; both run on threads.
"""

import asyncio
import logging
import re
import time
from collections.abc import Callable

from fastapi import HTTPException, Request, Response
from starlette.concurrency import run_in_threadpool

from host_tools.store import StoreError
from host_tools.store.admins import NAME_MAX, PASSWORD_MAX, Login
from host_tools.web.admin.forms import LoginTokens, check_origin, check_token, read
from host_tools.web.admin.throttle import Throttle
from host_tools.web.ports import AdminStore

log = logging.getLogger(__name__)

HOME = "/admin"
COOKIE, FORM_COOKIE = "boardside", "boardside-login"
NO_PASSWORD = (
    "There are no admin pages: nobody has a password. `boardside password` at the collector’s computer "
    "sets one."
)
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_FORM_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")


class NotLoggedIn(Exception):  # noqa: N818
    """Nobody is logged in, or not any more; `had_cookie` tells which."""

    def __init__(self, had_cookie: bool) -> None:
        super().__init__("not logged in")
        self.had_cookie = had_cookie


class TooOften(Exception):  # noqa: N818
    """Too many wrong passwords; the next may come after `wait_s` seconds."""

    def __init__(self, wait_s: float) -> None:
        super().__init__("too many wrong passwords")
        self.wait_s = wait_s


class Gate:
    """Knows who asks. `clock` gives monotonic seconds, for the throttle."""

    def __init__(self, store: AdminStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._throttle = Throttle(clock)
        self._one_hash = asyncio.Semaphore(1)  # each takes 64 MiB and all cores: one after the other
        self.tokens = LoginTokens()

    # Who is it

    async def login(self, request: Request) -> Login:
        """Who is logged in. Raises NotLoggedIn, or HTTPException 404 while nobody has a password."""
        token = request.cookies.get(cookie_name(request), "")
        login = None
        if _TOKEN.fullmatch(token):
            login = await run_in_threadpool(self._store.admins.login_of, token)
        if login is None:
            await self.exists()
            raise NotLoggedIn(bool(token))
        try:
            await run_in_threadpool(self._store.admins.used, token)
        except StoreError as error:  # the page can be seen all the same
            log.warning("web: the use of a login was not noted: %s", error)
        return login

    async def exists(self) -> None:
        """Raises HTTPException 404 while nobody has a password."""
        if not await run_in_threadpool(self._store.admins.any):
            raise HTTPException(404, NO_PASSWORD)

    async def form(self, request: Request) -> tuple[Login, dict[str, str]]:
        """Who sends a form, and its fields. Raises FormError for one that these pages did not make."""
        check_origin(request)
        login = await self.login(request)
        fields = await read(request)
        check_token(fields, login.csrf)
        return login, fields

    # In and out

    def form_cookie(self, request: Request) -> str:
        """What the browser holds for the login form; "" when it has none."""
        cookie = request.cookies.get(FORM_COOKIE, "")
        return cookie if _FORM_TOKEN.fullmatch(cookie) else ""

    async def enter(self, request: Request) -> Login | None:
        """Log in with the name and password of the login form; None when they do not fit.

        Raises FormError, TooOften, HTTPException 404 while nobody has a password.
        """
        check_origin(request)
        await self.exists()
        fields = await read(request)
        check_token(fields, self.tokens.token(self.form_cookie(request)))
        host = request.client.host if request.client else ""
        wait = self._throttle.begin(host)
        if wait > 0:
            raise TooOften(wait)
        name, password = fields.get("name", ""), fields.get("password", "")
        if len(name) > NAME_MAX or len(password) > PASSWORD_MAX:
            name = password = ""  # takes as long as any other wrong one
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
    """Over TLS the name itself holds the browser to `Secure` (RFC 6265bis, 4.1.3.1)."""
    return f"__Secure-{COOKIE}" if is_secure(request) else COOKIE


def is_secure(request: Request) -> bool:
    """Whether the page came over TLS (to a proxy on this computer that says so counts)."""
    return request.url.scheme == "https"


def give_cookie(answer: Response, request: Request, name: str, value: str, path: str = HOME) -> None:
    """A cookie for these pages alone, gone with the browser; "" takes it away."""
    secure = is_secure(request)
    if value:
        answer.set_cookie(name, value, path=path, secure=secure, httponly=True, samesite="strict")
    else:
        answer.delete_cookie(name, path=path, secure=secure, httponly=True, samesite="strict")

"""Remembers in cookies what a visitor chose by the address: the language of an answer, and the tournament."""

import re
from http.cookies import CookieError, SimpleCookie
from typing import TypedDict
from urllib.parse import parse_qs, urlencode

from fastapi import Query, Request
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from host_tools.i18n import CODES, choose, language, speaking, spoken
from host_tools.web.http.refusals import PageRefused
from host_tools.web.http.security import is_admin
from host_tools.web.pages.static_marks import Still

COOKIE = "boardside-lang"
#: Of several open tournaments the chosen one, until the browser is closed.
TOURNAMENT_COOKIE = "boardside-tournament"
_KEY = re.compile(r"[a-z0-9-]{1,20}")
YEAR_S = 365 * 86_400
#: Addresses used by pages, programs or unattended screens: only the address chooses.
NOT_KEPT = ("/overlay", "/screen", "/live", "/static", "/api")


class LanguageChoice:
    """ASGI middleware: each request is answered in the language of ``?lang=``, of the cookie that an earlier
    choice left, of ``Accept-Language``, else in English. The API and the admin pages speak English.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve in that language."""
        if scope["type"] != "http" or is_admin(scope["path"]) or scope["path"].startswith("/api"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        query = parse_qs(scope["query_string"].decode("latin-1"))
        asked = query.get("lang", [None])[-1]
        kept = _kept(headers.get("cookie", "")) if not scope["path"].startswith("/overlay") else None
        chosen = language(choose(asked, kept, headers.get("accept-language", "")))
        crumbs = []
        if is_kept(scope["path"]):
            if asked == chosen.code != kept:
                crumbs.append(f"{COOKIE}={chosen.code}; Path=/; Max-Age={YEAR_S}; SameSite=Lax")
            tournament = query.get("tournament", [""])[-1]
            if _KEY.fullmatch(tournament):
                crumbs.append(f"{TOURNAMENT_COOKIE}={tournament}; Path=/; SameSite=Lax")

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] < 400:
                secure = "; Secure" if scope.get("scheme") == "https" else ""
                for crumb in crumbs:
                    MutableHeaders(scope=message).append("Set-Cookie", crumb + secure)
            await send(message)

        with speaking(chosen):
            await self._app(scope, receive, send_with_cookie)


def is_kept(path: str) -> bool:
    """Whether what is chosen on a page at this path is remembered."""
    return not path.startswith(NOT_KEPT)


def _kept(cookies: str) -> str | None:
    try:
        crumb = SimpleCookie(cookies).get(COOKIE)
    except CookieError:
        return None
    return crumb.value if crumb else None


async def known_language(lang: str | None = Query(None)) -> None:
    """A dependency of the pages' routes: raises PageRefused for an unknown ``?lang=``.

    It is a coroutine although it awaits nothing: FastAPI would run a plain function on a thread.
    """
    if lang is not None and lang not in CODES:
        raise PageRefused("bad_language", codes=list(CODES))


class LanguageLink(TypedDict):
    """A link to the page in another language."""

    code: str
    name: str
    href: str
    current: bool


class LanguageSwitch(TypedDict):
    """What the templates show of languages. lang: the code of the present one; dir: "ltr" or "rtl"; still:
    None while there is a server behind the page.
    """

    languages: list[LanguageLink]
    lang: str
    dir: str
    still: Still | None


def switch(request: Request) -> LanguageSwitch:
    """The links to this page in the other languages, for the templates."""
    here = spoken()
    still: Still | None = request.app.state.still
    rest = [(name, value) for name, value in request.query_params.multi_items() if name != "lang"]
    links: list[LanguageLink] = [
        {
            "code": code,
            "name": language(code).name,
            "href": f"?{urlencode([*rest, ('lang', code)])}",
            "current": code == here.code,
        }
        for code in (CODES if still is None else still.languages)
    ]
    return {"languages": links, "lang": here.code, "dir": here.direction, "still": still}

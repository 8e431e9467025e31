"""What all admin pages use: the database, the gate (login), drawing a page, and recording an act.

A form that is sent twice (a double click, a reloaded page) takes effect once; both requests get the same
answer (`Once`).
"""

import asyncio
import hashlib
import json
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from host_tools.store import Store, StoreError
from host_tools.store.admins import Login
from host_tools.tournament.desk.desk import Desk
from host_tools.web.admin.gate import Gate, give_cookie
from host_tools.web.admin.long_acts import LongActs
from host_tools.web.admin.refusals import AdminRefused
from host_tools.web.pages import pages

#: How many recent forms are remembered.
MOST = 200


class Once:
    """Remembers recent forms by their address and all their fields. Each page has its own number as a field,
    so the same input sent from another page is another form. Use it on one event loop only.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[str, asyncio.Future[str]] = OrderedDict()

    async def do(self, action: str, fields: Mapping[str, str], work: Callable[[], Awaitable[str]]) -> str:
        """Run `work` for this form and return its result; for a repeated form, return the first result. If
        `work` raises, all waiting requests get the exception, and the form is forgotten. A form without a
        page's number (`once`) always counts as new.
        """
        if not fields.get("once"):
            return await work()
        text = json.dumps([action, sorted(fields.items())])
        key = hashlib.sha256(text.encode()).hexdigest()
        answer = self._known.get(key)
        if answer is None:
            answer = self._known[key] = asyncio.ensure_future(work())
            answer.add_done_callback(lambda done: self._forget_refused(key, done))
            while len(self._known) > MOST:
                self._known.popitem(last=False)
        return await asyncio.shield(answer)

    def _forget_refused(self, key: str, done: "asyncio.Future[str]") -> None:
        if done.cancelled() or done.exception() is not None:
            self._known.pop(key, None)


#: The messages that `?said=` can show on a page; any other value shows nothing.
SAID = {
    "saved": "Saved. Events, and matches that you assign, can choose it.",
    "removed": "Removed. Events that chose it keep its rules.",
    "out": "You are logged out.",
    "keep": "The stored record counts; the decision is in the list of what was done.",
    "take": "The table’s record counts as soon as it has sent it again.",
    "revoked": "Revoked. A session under this key ends within a second; the table’s results stay.",
}


@dataclass(frozen=True, slots=True)
class AdminSite:
    """`store` and `gate` of the admin pages; `once` makes a form that is sent twice take effect once."""

    store: Store
    gate: Gate
    once: Once = field(default_factory=Once)
    imports: LongActs = field(default_factory=LongActs)
    files: LongActs = field(default_factory=LongActs)
    draws: LongActs = field(default_factory=LongActs)

    async def record(self, login: Login, act: str, **detail: Any) -> None:
        """Record an act that was just done. Raises AdminRefused if it cannot be recorded."""
        try:
            await run_in_threadpool(self.store.admins.act, login.admin, act, detail)
        except StoreError as error:
            raise AdminRefused("act_not_recorded", why=str(error)) from error


async def _site(request: Request) -> AdminSite:
    site: AdminSite = request.app.state.site
    return site


#: A parameter of a route: the admin site of its application.
AdminSiteHere = Annotated[AdminSite, Depends(_site)]


#: Keeps the key of the tournament that an organiser has chosen of several open ones.
CHOICE = "boardside-desk"


def _chosen_desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk.choosing(request.cookies.get(CHOICE))


#: A parameter of a route: the desk, where the tournament that this browser has chosen is meant; without a
#: choice the one in play.
ChosenDesk = Annotated[Desk, Depends(_chosen_desk)]


def choose(request: Request, answer: Response, key: str) -> Response:
    """The answer, which chooses the tournament with this key for this browser."""
    give_cookie(answer, request, CHOICE, key)
    return answer


def see(path: str) -> Response:
    """Redirect the browser to another of our pages, by GET."""
    return RedirectResponse(path, status_code=303)


def draw(request: Request, template: str, context: Mapping[str, object], status: int = 200) -> Response:
    """A page from a template of this name. Its forms carry its number, `once` (`Once`)."""
    message = SAID.get(request.query_params.get("said", ""), "")
    given: dict[str, object] = {"chosen": None, **context, "said": message, "once": secrets.token_hex(8)}
    return pages.templates.TemplateResponse(request, template, given, status_code=status)

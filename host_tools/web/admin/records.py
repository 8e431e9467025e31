"""Pages for the tables' keys, the stopped journals, and the list of acts (docs/organiser/audit.md).

A journal stops when two different events arrive with the same number; the organiser decides which record
counts.
"""

import json
from typing import Annotated

from fastapi import HTTPException, Path, Query, Request, Response
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool

from host_tools.store.journals import Journals
from host_tools.store.reasons import NothingToDecide
from host_tools.web.admin import rows
from host_tools.web.admin.gate import HOME
from host_tools.web.admin.page_models import StoppedEvent, StoppedJournal
from host_tools.web.admin.refusals import AdminRefused
from host_tools.web.admin.rows import moment
from host_tools.web.admin.site import AdminSiteHere, draw, see
from host_tools.web.api.live_api import ID_MAX
from host_tools.web.http.routes import TableNumber, room
from host_tools.web.live import shown_tables

ACTS_A_PAGE = 100
WHY_MOST = 200
WHICH = {"stored": "Stored", "other": "From the table", "aside": "Set aside"}

Before = Annotated[int | None, Query(ge=1, le=ID_MAX)]
Journal = Annotated[str, Path(pattern=r"^[0-9A-Za-z_.-]{1,16}$")]


routes = room(include_in_schema=False, default_response_class=HTMLResponse)


@routes.get(f"{HOME}/tables/{{number}}/key")
async def show_key(request: Request, site: AdminSiteHere, number: TableNumber) -> Response:
    login = await site.gate.login(request)
    keys = await run_in_threadpool(site.store.keys.rows, number)
    context = {
        "login": login,
        "here": "hall",
        "number": number,
        "state": rows.key_of(keys),
        "keys": [rows.key_row(key) for key in keys],
    }
    return draw(request, "admin_key.html", context)


@routes.post(f"{HOME}/tables/{{number}}/key")
async def revoke_key(request: Request, site: AdminSiteHere, number: TableNumber) -> Response:
    login, _ = await site.gate.form(request)
    ended = await run_in_threadpool(site.store.keys.revoke, number)
    if ended:
        await site.record(login, "key revoked", table=number, keys=ended)
    return see(f"{HOME}/tables/{number}/key?said=revoked")


@routes.get(f"{HOME}/acts")
async def show_acts(request: Request, site: AdminSiteHere, before: Before = None) -> Response:
    login = await site.gate.login(request)
    acts = await run_in_threadpool(site.store.admins.acts, before, ACTS_A_PAGE + 1)
    context = {
        "login": login,
        "here": "acts",
        "acts": [rows.act(row) for row in acts[:ACTS_A_PAGE]],
        "older": acts[ACTS_A_PAGE - 1]["id"] if len(acts) > ACTS_A_PAGE else None,
    }
    return draw(request, "admin_acts.html", context)


@routes.get(f"{HOME}/journals")
async def show_journals(request: Request, site: AdminSiteHere) -> Response:
    login = await site.gate.login(request)
    stops = await run_in_threadpool(_waiting, site.store.journals)
    return draw(request, "admin_journals.html", {"login": login, "here": "hall", "stops": stops})


@routes.post(f"{HOME}/journals/{{journal}}")
async def decide(request: Request, site: AdminSiteHere, journal: Journal) -> Response:
    login, form = await site.gate.form(request)
    why = form.get("why", "")[:WHY_MOST]
    decisions = {"keep": site.store.stops.keep, "take": site.store.stops.take}
    if form.get("do") not in decisions or not why:
        raise AdminRefused("no_decision")
    try:
        await run_in_threadpool(decisions[form["do"]], journal, login.admin, why)
    except NothingToDecide as error:
        raise HTTPException(409, error.say("page")) from error
    return see(f"{HOME}/journals?said={form['do']}")


def _waiting(journals: Journals) -> list[StoppedJournal]:
    """The stops that wait for a decision, each with its contradicting events."""
    return [
        {
            "journal": stop.journal,
            "table": stop.table,
            "seq": stop.seq,
            "at": moment(stop.at),
            "is_taking": stop.stands and stop.decided_at is not None,
            "events": [_event(which, at, body) for which, at, body in journals.twins(stop)],
        }
        for row in journals.overview()
        for stop in row.stops
        if stop.stands
    ]


def _event(which: str, at: int, body: str) -> StoppedEvent:
    event = json.loads(body)
    fields = [f"{name} {value}" for name, value in sorted(event.items()) if name not in ("seq", "boot", "at")]
    return {
        "which": WHICH[which],
        "at": moment(at),
        "says": shown_tables.clean(", ".join(fields), shown_tables.TEXT_MAX),
    }

"""The first page: what needs attention, the hall's clock, the tables, the backups."""

from collections.abc import Sequence
from pathlib import Path

from fastapi import Request, Response
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool

from host_tools.backup import regular
from host_tools.backup.reasons import REASONS as CARE
from host_tools.backup.reasons import CareError
from host_tools.live_values import TableStatus
from host_tools.orders import BadRequest, clock_ms
from host_tools.store import Store
from host_tools.store.admins import Login
from host_tools.store.halls import LEAD_MS, Clocks, HallState
from host_tools.store.keys import KeyRow
from host_tools.store.meta_values import latest_restore, read_backup_state
from host_tools.store.reasons import HallRefused
from host_tools.web.admin import rows
from host_tools.web.admin.gate import HOME
from host_tools.web.admin.page_models import BackupPanel, ClockButton, ClockPanel
from host_tools.web.admin.refusals import AdminRefused
from host_tools.web.admin.site import AdminSiteHere, draw, see
from host_tools.web.http.routes import room
from host_tools.web.live.feed import Feed
from host_tools.web.pages.pages import page_to_come

#: So long a set clock is told on the first page.
_STEP_TOLD_MS = 3_600_000
#: The default of the field for the length.
LENGTH = "45:00"

WITHOUT_PASSWORD = (
    "Here the organiser runs the tournament, its halls and its tables. It takes a password, and none is set "
    "yet: run `boardside password` at the collector’s computer."
)

routes = room(include_in_schema=False, default_response_class=HTMLResponse)


@routes.get(HOME)
async def show(
    request: Request,
    site: AdminSiteHere,
) -> Response:
    try:
        login = await site.gate.login(request)
    except AdminRefused as refused:
        if refused.reason != "no_password":
            raise
        return page_to_come(request, "Admin pages", WITHOUT_PASSWORD)
    return await _page(request, site.store, login)


@routes.get(f"{HOME}/hall")
@routes.get(f"{HOME}/logout")
async def back_to_first_page(request: Request, site: AdminSiteHere) -> Response:
    """Redirect a GET of an address that takes only forms, as when a browser reloads the answer."""
    await site.gate.login(request)
    return see(HOME)


@routes.post(f"{HOME}/hall")
async def change(
    request: Request,
    site: AdminSiteHere,
) -> Response:
    login, fields = await site.gate.form(request)
    do, length = fields.get("do", ""), fields.get("length", "")

    async def change_it() -> str:
        after = await run_in_threadpool(_change, site.store, login.admin, fields)
        detail: dict[str, object] = {"left": rows.length(after.left_ms)}
        if do == "start":
            detail = {"ms": after.length_ms}
        if fields.get("hall"):
            detail["hall"] = fields["hall"]
        await site.record(login, f"hall {'off' if after.state == 'off' else do}", **detail)
        return HOME

    try:
        return see(await site.once.do(request.url.path, fields, change_it))
    except (HallRefused, BadRequest) as error:
        asked = {
            "error": error.say("page"),
            "length": length or LENGTH,
            "asked_hall": fields.get("hall", ""),
        }
        return await _page(request, site.store, login, asked, 422)


@routes.post(f"{HOME}/backup")
async def back_up(request: Request, site: AdminSiteHere) -> Response:
    """Make a backup in the collector's folder now."""
    login, fields = await site.gate.form(request)

    async def make() -> str:
        state = await run_in_threadpool(regular.make, site.store)
        await site.record(login, "backup", file=state.file)
        return HOME

    try:
        return see(await site.once.do(request.url.path, fields, make))
    except CareError as error:
        return await _page(request, site.store, login, {"backup_error": error.say("page")}, 409)


def _change(store: Store, by: str, fields: dict[str, str]) -> HallState:
    """Raises HallRefused, also if the form showed another clock; BadRequest for a bad field."""
    do, hall = fields.get("do", ""), fields.get("hall") or None
    ms = clock_ms(fields.get("length", "")) if do == "start" else None
    number = fields.get("number", "")
    known = int(number) if number.isascii() and number.isdecimal() and len(number) < 10 else -1
    return store.hall.change(do, ms, by, store.hall.now() + LEAD_MS, hall, known)


async def _page(
    request: Request,
    store: Store,
    login: Login,
    asked: dict[str, str] | None = None,
    status: int = 200,
) -> Response:
    feed: Feed = request.app.state.feed
    clocks, now, keys, statuses = await run_in_threadpool(
        lambda: (store.hall.clocks(), store.hall.now(), _keys_by_table(store), _status_by_table(store))
    )
    step = await run_in_threadpool(_clock_set, store, now)
    warnings, restored, backup = await run_in_threadpool(
        lambda: (store.health.warnings(), latest_restore(store.admins, now), _backup(store, now))
    )
    views = feed.views()
    tables = [
        rows.table(view, keys.get(int(view["table"]), []), statuses.get(int(view["table"]))) for view in views
    ]
    panels = clock_panels(clocks, [int(view["table"]) for view in views], now)
    given = {"error": "", "backup_error": "", "length": LENGTH, "asked_hall": "", **(asked or {})}
    if given["asked_hall"] not in [panel["hall"] for panel in panels]:  # the hall was removed meanwhile
        given["asked_hall"] = panels[-1]["hall"]
    context: dict[str, object] = {
        "login": login,
        "here": "hall",
        "clocks": panels,
        "has_halls": len(clocks.layout.names) > 1,
        "server_ms": now,
        "trouble": feed.problem() or "",
        "tables": tables,
        "clock_set": step,
        "warnings": [warning.say("page") for warning in warnings],
        "restored": None if restored is None else (rows.moment(restored.as_of), restored.act),
        "backup": backup,
        "warned": [row for row in tables if row["warning"]],
        **given,
    }
    return draw(request, "admin_home.html", context, status)


def _clock_set(store: Store, now: int) -> int | None:
    """By how many seconds the computer's clock was set within the last hour; None: it was not."""
    for act in store.admins.acts_named("clock set", now - _STEP_TOLD_MS):
        seconds = (act["detail"] or {}).get("seconds")
        return seconds if isinstance(seconds, int) else None
    return None


def _backup(store: Store, now: int) -> BackupPanel | None:
    """The regular backups at `now` (host time, UTC ms); None: the collector makes none."""
    state = read_backup_state(store.notes)
    if state is None:
        return None
    return {
        "folder": state.folder,
        "file": Path(state.file).name,
        "made": rows.moment(state.made_at),
        "minutes": None if state.made_at is None else max(0, now - state.made_at) // 60_000,
        "every": state.every_ms // 60_000,
        "is_apart": state.is_apart,
        "problem": "" if state.problem is None else CARE.say_json(state.problem, "page"),
    }


def _status_by_table(store: Store) -> dict[int, TableStatus | None]:
    return {row["table_no"]: row["status"] for row in store.tables()}


def _keys_by_table(store: Store) -> dict[int, list[KeyRow]]:
    keys: dict[int, list[KeyRow]] = {}
    for row in store.keys.rows():
        keys.setdefault(row.table, []).append(row)
    return keys


def clock_panels(clocks: Clocks, tables: Sequence[int], now: int) -> list[ClockPanel]:
    """The clocks as `rows.hall` returns them at `now` (host time, UTC ms), each with the `hall` of its form
    ("": all halls), `title`, `mark` (makes the ids of its fields unique) and `number` for the form. tables:
    the numbers of the tables heard so far.
    """
    names = clocks.layout.names
    common = clocks.common(tables)
    if len(names) < 2 and (common is not None or clocks.number == 0):
        clock = rows.hall(common, now)
        return [{**clock, "hall": "", "title": "Hall clock", "mark": "", "number": clocks.number}]
    panels: list[ClockPanel] = [
        {
            **rows.hall(clocks.clock_of(name), now),
            "hall": name,
            "title": name,
            "mark": "" if at == 1 else f"-{at}",
        }
        for at, name in enumerate(names, 1)
    ]
    return [*panels, _of_all(clocks, [panel["state"] for panel in panels], now)]


def _of_all(clocks: Clocks, states: list[str], now: int) -> ClockPanel:
    """The panel for all halls. It shows no time, as halls may have different ones, and offers every action
    that is possible in at least one hall.
    """
    offered = [("pause", "pause", "running"), ("resume", "resume", "paused")]
    buttons: list[ClockButton] = [
        {"do": do, "says": rows.SAYS[says]} for do, says, state in offered if state in states
    ]
    if {"running", "paused"} & set(states):
        buttons.append({"do": "end", "says": rows.SAYS["end"]})
    elif "ended" in states:
        buttons.append({"do": "end", "says": rows.SAYS["off"]})
    return {
        **rows.hall(None, now),
        "hall": "",
        "title": "All halls",
        "mark": "-all",
        "number": clocks.number,
        "buttons": buttons,
        "state": "all",
    }

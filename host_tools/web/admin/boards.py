"""The pages for the boards: the tables' devices, the serial ports of the collector's computer, and the acts
at both, each with its progress.

A board is changed only at a port that this computer has now, by one act at a time, and erased only with the
port named a second time.
"""

import base64
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Annotated

from fastapi import Depends, Request, Response
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool

from host_tools.collector.hub import Panel
from host_tools.collector.status_report import TableReport, gather
from host_tools.device.provision import KeyWish
from host_tools.device.settings import Wishes
from host_tools.exports import table_labels
from host_tools.store.keys import spaced
from host_tools.web.admin import programme, rows, uploads
from host_tools.web.admin.forms import check_origin, check_token
from host_tools.web.admin.gate import HOME
from host_tools.web.admin.page_models import BoardRow
from host_tools.web.admin.refusals import AdminRefused
from host_tools.web.admin.site import AdminSite, AdminSiteHere, draw, see
from host_tools.web.http.known_hosts import is_this_computer
from host_tools.web.http.routes import room
from host_tools.web.live import shown_tables
from host_tools.web.live.feed import Feed
from host_tools.web.pages import card_files
from host_tools.workbench import Act, Busy, NewBoard, SerialPort, Workbench

ROOM = f"{HOME}/boards"
TITLES = {
    "ask": "Ask the board at {port}",
    "provision": "Number, network, key: the board at {port}",
    "flash": "Flash the board at {port}",
    "update": "Update the firmware of tables",
}
STATES = {"running": "under way", "done": "done", "failed": "failed", "stopped": "stopped"}
LINKS = {"up": "connected", "stale": "silent", "down": "not connected"}

routes = room(include_in_schema=False, default_response_class=HTMLResponse)


async def _workbench(request: Request) -> Workbench:
    workbench: Workbench = request.app.state.workbench
    return workbench


WorkbenchHere = Annotated[Workbench, Depends(_workbench)]


@routes.get(ROOM)
async def show(request: Request, site: AdminSiteHere, bench: WorkbenchHere) -> Response:
    login = await site.gate.login(request)
    feed: Feed = request.app.state.feed
    views = feed.views()
    ports, boards = await run_in_threadpool(lambda: (bench.ports(views), _boards(bench)))
    address = str(request.base_url).rstrip("/")
    context = {
        "login": login,
        "here": "boards",
        "ports": [(port, bench.answer(port.path)) for port in ports],
        "boards": boards,
        "acts": [(act, title(act), STATES[act.state]) for act in bench.acts()],
        "address": address,
        "only_here": is_this_computer(request.url.hostname or ""),
        "has_panels": bool(request.app.state.panels),
    }
    return draw(request, "admin_boards.html", context)


@routes.get(f"{ROOM}/port")
async def show_port(request: Request, site: AdminSiteHere, bench: WorkbenchHere, port: str = "") -> Response:
    login = await site.gate.login(request)
    feed: Feed = request.app.state.feed
    up = [int(view["table"]) for view in feed.views() if (view.get("link") or {}).get("state") == "up"]
    context = {
        "login": login,
        "here": "boards",
        "port": await _port(request, bench, port),
        "answer": bench.answer(port),
        "shut_out": await run_in_threadpool(_shut_out, bench, up),
    }
    return draw(request, "admin_board.html", context)


@routes.post(f"{ROOM}/port")
async def begin(request: Request, site: AdminSiteHere, bench: WorkbenchHere) -> Response:
    """Ask the board, or give it number, network and key."""
    login, fields = await site.gate.form(request)
    port = (await _port(request, bench, fields.get("port", ""))).path

    async def begin_it() -> str:
        if fields.get("do") == "provision":
            return _where(bench.provision(port, login.admin, new_board(fields)))
        return _where(bench.ask(port, login.admin))

    return await _begun(request, site, fields, begin_it)


@routes.post(f"{ROOM}/flash")
async def flash(request: Request, site: AdminSiteHere, bench: WorkbenchHere) -> Response:
    check_origin(request)
    login = await site.gate.login(request)
    fields, files = await uploads.read(request)
    check_token(fields, login.csrf)
    port = (await _port(request, bench, fields.get("port", ""))).path
    if fields.get("erase") != port:
        raise AdminRefused("not_confirmed", port=port)
    if len(files) != 1:
        raise AdminRefused("no_image")

    async def begin_it() -> str:
        return _where(bench.flash(port, login.admin, files[0].name, files[0].data, new_board(fields)))

    return await _begun(request, site, fields, begin_it)


@routes.post(f"{ROOM}/update")
async def update(request: Request, site: AdminSiteHere, bench: WorkbenchHere) -> Response:
    """New firmware for one table, or for all that are connected."""
    login, fields = await site.gate.form(request)
    table = fields.get("table", "")
    tables = [_number(table)] if table else []

    async def begin_it() -> str:
        return _where(bench.update(login.admin, tables, fields.get("wait") == "yes"))

    return await _begun(request, site, fields, begin_it)


@routes.get(f"{ROOM}/labels.pdf")
async def labels(request: Request, site: AdminSiteHere, bench: WorkbenchHere, tables: str = "") -> Response:
    """Labels with the codes that open the panels of tables without hardware."""
    await site.gate.login(request)
    cards: card_files.Cards = request.app.state.cards

    def made() -> Response:
        return card_files.labels_of(request, cards, tables, table_labels.codes(bench.store))

    return await run_in_threadpool(made)


@routes.get(f"{ROOM}/panels")
async def show_panels(request: Request, site: AdminSiteHere) -> Response:
    """The QR codes and codes that open the panels of the tables without hardware."""
    login = await site.gate.login(request)
    address = str(request.base_url).rstrip("/")
    panels: Mapping[int, Panel] = request.app.state.panels
    panel_rows = []
    for number, panel in panels.items():
        opens = table_labels.panel_address(f"{address}/tables/{number}", panel.code)
        picture = base64.b64encode(table_labels.qr_code(opens).encode()).decode()
        panel_rows.append((number, opens, spaced(panel.code), picture))
    context = {
        "login": login,
        "here": "boards",
        "panels": panel_rows,
        "address": address,
        "only_here": is_this_computer(request.url.hostname or ""),
    }
    return draw(request, "admin_panels.html", context)


@routes.post(f"{ROOM}/panels")
async def renew_code(request: Request, site: AdminSiteHere) -> Response:
    """Give a table without hardware a new code: phones that have the old one are turned away."""
    login, fields = await site.gate.form(request)
    panels: Mapping[int, Panel] = request.app.state.panels
    number = _number(fields.get("table", ""))
    panel = panels.get(number)
    if panel is None:
        raise AdminRefused("no_table_number")

    async def renewed() -> str:
        await panel.renew()
        await site.record(login, "panel code renewed", table=number)
        return f"{ROOM}/panels"

    return see(await site.once.do(request.url.path, fields, renewed))


@routes.get(f"{ROOM}/acts/{{number}}")
async def progress(request: Request, site: AdminSiteHere, bench: WorkbenchHere, number: str) -> Response:
    login = await site.gate.login(request)
    act = bench.act(number)
    if act is None:
        return see(ROOM)  # of an earlier run
    context = {"login": login, "here": "boards", "act": act, "title": title(act)}
    return draw(request, "admin_board_act.html", context)


@routes.post(f"{ROOM}/acts/{{number}}")
async def stop(request: Request, site: AdminSiteHere, bench: WorkbenchHere, number: str) -> Response:
    await site.gate.form(request)
    act = bench.act(number)
    if act is None:
        raise AdminRefused("no_such_form")
    act.stop()
    return see(_where(act))


async def _begun(
    request: Request, site: AdminSite, fields: Mapping[str, str], begin: Callable[[], Awaitable[str]]
) -> Response:
    """Begin the act once, however often its form is sent, and lead to its page."""
    try:
        return see(await site.once.do(request.url.path, fields, begin))
    except Busy as busy:
        raise AdminRefused("board_busy", act=title(busy.act)) from busy


def title(act: Act) -> str:
    """What an act is called."""
    return TITLES[act.kind].format(port=act.port)


def new_board(fields: dict[str, str]) -> NewBoard:
    """What a form says of a board; a field that is empty changes nothing. Raises AdminRefused."""
    given = {name: value for name, value in fields.items() if value}
    ssid = given.get("ssid")
    # A network without a password has to be called open: an empty field may have been forgotten.
    password = "" if ssid and given.get("open") else given.get("password")
    return NewBoard(
        Wishes(
            table=_number(fields.get("table", "")),
            name=given.get("name"),
            wifi_ssid=ssid,
            wifi_password=password,
            host_address=given.get("host"),
        ),
        KeyWish(is_new=bool(given.get("new_key"))),
        may_repair=bool(given.get("repair")),
        new_journal=bool(given.get("new_journal")),
    )


def _where(act: Act) -> str:
    return f"{ROOM}/acts/{act.number}"


def _number(text: str) -> int:
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0
    if not 1 <= number <= 999:
        raise AdminRefused("no_table_number")
    return number


def _shut_out(bench: Workbench, up: Sequence[int]) -> str | None:
    """Which of these connected tables the first key shuts out, "1-11"; None when there is a key already."""
    keys = bench.store.keys
    return None if keys.any() else programme.spans([number for number in up if not keys.of_table(number)])


async def _port(request: Request, bench: Workbench, path: str) -> SerialPort:
    """This port, if the computer has it now. Raises AdminRefused."""
    feed: Feed = request.app.state.feed
    views = feed.views()
    for port in await run_in_threadpool(bench.ports, views):
        if port.path == path:
            return port
    raise AdminRefused("no_such_port", port=shown_tables.clean(path))


def _boards(bench: Workbench) -> list[BoardRow]:
    store = bench.store
    hall = gather(store)
    hosts = {row["table_no"]: (row["status"] or {}).get("hosts") for row in store.tables()}
    return [_board(table, hosts.get(table["table"])) for table in hall["tables"]]


def _board(table: TableReport, hosts: object) -> BoardRow:
    """One device: who holds it, and how it is."""
    clean = shown_tables.clean
    collectors = [clean(host, 20) for host in hosts] if isinstance(hosts, list) else []
    wire = shown_tables.WORDS.get("transport", table["transport"])
    return {
        "number": table["table"],
        "name": clean(table["name"]),
        "hall": clean(table["hall"]),
        "collectors": ", ".join(collectors),
        "link": table["link"],
        "link_says": LINKS[table["link"]],
        "port": ", ".join(filter(None, (wire, clean(table["port"], 40)))),
        "heard": rows.moment(table["heard_at"]),
        "keyed": table["keyed"],
        "firmware": clean(table["firmware"], 20),
        "fault": clean(table["problem"] or "", shown_tables.TEXT_MAX),
        "devices": len(table["devices"]),
        "in_play": table["match"] is not None
        and table["match"]["phase"] not in ("over", "confirmed", "idle"),
        **rows.battery({"battery": table["battery"]}),
    }

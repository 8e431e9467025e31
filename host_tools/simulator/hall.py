"""A hall of simulated tables, and its panels in the browser: pages, and a WebSocket a panel for keys and
segments.

Anyone who can open the pages can press keys. So by default the server listens on this machine only, it takes
WebSockets only from its own pages, and it answers only under its own names.
"""

import asyncio
import contextlib
import fcntl
import ipaddress
import os
import socket
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from .panel import PanelSession, state_of
from .process import Options, SimulatorError
from .table import SimTable
from .wifi import ANNOUNCEMENTS

COLLECTOR = ("127.0.0.1", 7580)
PANELS_PORT = 7510


class Hall:
    """Tables 1 to `tables`: the first `serial` of them (default: half) on serial lines, the others on Wi-Fi.

    `folder` keeps the flash of each (`table3/flash.bin`) from one run to the next, and a link to each serial
    port (`table3.tty`). `collector` is the address that Wi-Fi tables connect to; it need not run yet. The
    panels are served at `panels_port` (0: any free one) of `bind`; None: no panels. `config` is merged into
    every config.json; `keys`: the key of each table in hex; `finds`: Wi-Fi tables find their collector by the
    announcements on this UDP port instead. An async context manager: the tables run inside it, and it leaves
    nothing running. Raises SimulatorError, which says why the hall cannot run.
    """

    def __init__(
        self,
        tables: int,
        *,
        serial: int | None = None,
        folder: Path,
        collector: tuple[str, int] = COLLECTOR,
        panels_port: int | None = PANELS_PORT,
        bind: str = "127.0.0.1",
        options: Options | None = None,
        config: Mapping[str, object] | None = None,
        keys: Mapping[int, str] | None = None,
        finds: int | None = None,
    ) -> None:
        on_cable = (tables + 1) // 2 if serial is None else serial
        self.folder = folder
        self.finds = finds is not None
        self.tables = [
            SimTable(
                number,
                folder / f"table{number}",
                collector=None if number <= on_cable or finds is not None else collector,
                host=None if number <= on_cable or finds is None else "auto",
                announcements=finds or ANNOUNCEMENTS,
                options=options,
                config={**(config or {}), "key": keys[number]} if keys else config,
            )
            for number in range(1, tables + 1)
        ]
        self._server = None if panels_port is None else PanelServer(self.tables, bind, panels_port)
        self._stack = contextlib.AsyncExitStack()

    @property
    def panels_url(self) -> str | None:
        """The address of the panels, once they are served."""
        return None if self._server is None else self._server.url

    async def __aenter__(self) -> "Hall":
        async with contextlib.AsyncExitStack() as stack:
            own_folder(self.folder, stack)
            if self._server is not None:
                # Bound first: a port in use is found out before any table runs.
                stack.callback(self._server.bind().close)
            stack.push_async_callback(self._stop_tables)
            await self._start_tables()
            if self._server is not None:
                stack.push_async_callback(self._server.stop)
                await self._server.start()
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def _start_tables(self) -> None:
        started = await asyncio.gather(*(table.start() for table in self.tables), return_exceptions=True)
        for result in started:
            if isinstance(result, BaseException):
                raise result
        for table in self.tables:
            _link(self.folder / f"table{table.number}.tty", table.serial_path)

    async def _stop_tables(self) -> None:
        for table in self.tables:
            with contextlib.suppress(FileNotFoundError):
                (self.folder / f"table{table.number}.tty").unlink()
        await asyncio.gather(*(table.stop() for table in self.tables), return_exceptions=True)


def own_folder(folder: Path, stack: contextlib.ExitStack | contextlib.AsyncExitStack) -> None:
    """Lock the folder until `stack` ends: two simulators that write to one flash image would destroy it.
    Raises SimulatorError.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = stack.enter_context((folder / ".lock").open("w"))
    except OSError as error:
        raise SimulatorError(f"{folder} cannot be written ({error.strerror}): name another folder.") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise SimulatorError(
            f"Another simulator runs the tables in {folder}. Stop it, or name another folder."
        ) from None


def _link(path: Path, target: str) -> None:
    """Make `path` a symbolic link to a serial port, in place of an older one."""
    with contextlib.suppress(FileNotFoundError):
        path.unlink()
    os.symlink(target, path)


STATIC = Path(__file__).resolve().parent / "static"
# The live page's typeface, if it is there; the panels look well without it too.
FONTS = Path(__file__).resolve().parent.parent / "web" / "static" / "fonts"
# Keys, digits and buzzer, which the pages of tables without hardware show too.
PARTS = Path(__file__).resolve().parent.parent / "web" / "static" / "panel"

# The collector's page shows a panel in a frame; both are served from this machine, on different ports.
_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self' http://127.0.0.1:* http://localhost:*",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
}


def create_app(
    tables: Sequence[SimTable],
) -> Starlette:
    """The application. It answers under addresses and the names of this computer (`_is_own_name`)."""
    by_number = {table.number: table for table in tables}

    def table_of(request: Request | WebSocket) -> SimTable | None:
        return by_number.get(request.path_params["number"])

    async def index(_: Request) -> Response:
        return FileResponse(STATIC / "index.html")

    async def panel(request: Request) -> Response:
        if table_of(request) is None:
            return Response("There is no such table in this simulator.", 404, media_type="text/plain")
        return FileResponse(STATIC / "panel.html")

    async def overview(_: Request) -> Response:
        return JSONResponse({"version": 1, "tables": [state_of(table) for table in tables]})

    async def wires(websocket: WebSocket) -> None:
        table = table_of(websocket)
        if table is None or not _is_own_page(websocket):
            await websocket.close(4403 if table is not None else 4404)
            return
        await websocket.accept()
        with contextlib.suppress(WebSocketDisconnect):
            await PanelSession(table, websocket).run()

    return Starlette(
        routes=[
            Route("/", index),
            Route("/panel/{number:int}", panel),
            Route("/api/tables", overview),
            WebSocketRoute("/ws/{number:int}", wires),
            Mount("/static/panel", StaticFiles(directory=PARTS)),
            Mount("/static", StaticFiles(directory=STATIC)),
            Mount("/fonts", StaticFiles(directory=FONTS, check_dir=False)),
        ],
        middleware=[Middleware(_OwnNames), Middleware(_Headers)],
    )


def _is_own_page(websocket: WebSocket) -> bool:
    """Any page on the web may open a WebSocket to this machine; only ours may press keys."""
    origin = websocket.headers.get("origin", "")
    return origin.partition("://")[2] == websocket.headers.get("host", "-")


def _is_own_name(host: str) -> bool:
    """Whether a `Host` is an address, or a name of this computer. Another site's name may be made to lead
    here (DNS rebinding), and its pages would then press keys; an address cannot.
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    with contextlib.suppress(ValueError):
        return bool(ipaddress.ip_address(name))
    own = socket.gethostname().lower()
    return name in ("localhost", own, f"{own}.local")


class _OwnNames:
    """Refuses requests under a foreign name, and those with two lengths, and ends their connection."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope) if scope["type"] in ("http", "websocket") else Headers()
        has_two_lengths = "transfer-encoding" in headers and "content-length" in headers
        if has_two_lengths or not all(map(_is_own_name, headers.getlist("host"))):
            refused = PlainTextResponse("No such host here.", 400, {"Connection": "close"})
            await refused(scope, receive, send)
            return
        await self._app(scope, receive, send)


class _Headers:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                fixed = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *fixed]
            await send(message)

        await self._app(scope, receive, with_headers)


class PanelServer:
    """Serves the panels of `tables` on the running loop. `bind`, then `start`, then `stop`."""

    def __init__(self, tables: Sequence[SimTable], address: str, port: int) -> None:
        self._address = address
        self._port = port
        self._socket: socket.socket | None = None
        self._server = _Server(
            uvicorn.Config(create_app(tables), log_level="warning", lifespan="off", ws="websockets-sansio")
        )
        self._task: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        """The address of the list of panels."""
        host = "127.0.0.1" if self._address == "0.0.0.0" else self._address
        return f"http://{host}:{self._port}"

    def bind(self) -> socket.socket:
        """Take the port. SimulatorError when the port is in use."""
        taken = socket.socket(socket.AF_INET6 if ":" in self._address else socket.AF_INET)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind((self._address, self._port))
        except OSError as error:
            taken.close()
            raise SimulatorError(
                f"The panels cannot be served at {self._address}:{self._port} ({error.strerror}): "
                "stop what uses that port, or name another."
            ) from None
        self._port = taken.getsockname()[1]
        self._socket = taken
        return taken

    async def start(self) -> None:
        """Start to serve; returns when the server accepts connections."""
        assert self._socket is not None, "bind first"
        self._task = asyncio.create_task(self._server.serve(sockets=[self._socket]))
        while not self._server.started:
            if self._task.done():
                await self._task
                raise SimulatorError("The panel server ended before it began; see the lines above.")
            await asyncio.sleep(0.005)

    async def stop(self) -> None:
        """Close every browser's connection and end."""
        self._server.should_exit = True
        self._server.force_exit = True
        if self._task is not None:
            await self._task


class _Server(uvicorn.Server):
    """Leaves signals to the program that contains it."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

"""The panels of simulated tables in the browser: pages, and a WebSocket a panel for keys and segments.

Anyone who can open the pages can press keys. So by default the server listens on this machine only, it takes
WebSockets only from its own pages, and it answers only under its own names.
"""

import asyncio
import contextlib
import ipaddress
import socket
from collections.abc import Iterator, Sequence
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
from .process import SimulatorError
from .table import SimTable

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

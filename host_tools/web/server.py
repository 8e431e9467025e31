"""The web server inside the collector's event loop: starts, says where it is, and stops at once."""

import asyncio
import contextlib
import logging
import socket
import ssl
from collections.abc import Iterator

import uvicorn
from fastapi import FastAPI

from host_tools.web.connection import CONNECTIONS_MOST, Connection

log = logging.getLogger(__name__)

STOP_S = 3
"""How long open requests may take to end at a stop."""

FILES_SPARE = 256
"""Open files that are left for the tables, the database and what else there is."""

# What people send that is no HTTP is no matter of the organiser's; uvicorn warns of each.
logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


class WebServerError(Exception):
    """The server cannot listen; the message says why and what to do."""


class WebServer:
    """Serves ``app`` on ``host``:``port`` (port 0 picks a free one), or on the socket ``bound``, on the
    running event loop; over HTTPS with ``tls``.

    ``start`` returns once it listens and raises WebServerError when it cannot. ``stop`` ends every
    open stream, so that it does not wait for pages somebody left open.
    """

    def __init__(
        self,
        app: FastAPI,
        host: str = "127.0.0.1",
        port: int = 7500,
        bound: socket.socket | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._app = app
        self._bound = bound
        self._tls = tls
        self._host = host
        self._port = port
        self._task: asyncio.Task[None] | None = None
        self._server: uvicorn.Server | None = None

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._port

    @property
    def url(self) -> str:
        """The address to open in a browser on this machine."""
        host = "127.0.0.1" if self._host in ("", "0.0.0.0", "::") else self._host
        scheme = "http" if self._tls is None else "https"
        return f"{scheme}://{f'[{host}]' if ':' in host else host}:{self._port}/"

    async def start(self) -> None:
        """Listen and serve; returns when the first request could be answered."""
        listener = self._bound or self._listen()
        listener.setblocking(False)
        self._port = listener.getsockname()[1]
        config = uvicorn.Config(
            self._app,
            log_config=None,
            access_log=False,
            lifespan="on",
            server_header=False,
            timeout_graceful_shutdown=STOP_S,
            http=type("BoundedConnection", (Connection,), {"most": connections_most()}),
            ws="none",
            ssl_context_factory=self._context if self._tls is not None else None,
        )
        self._server = _QuietServer(config)
        self._task = asyncio.create_task(self._server.serve([listener]), name="web server")
        while not self._server.started:
            if self._task.done():
                self._task.result()
                raise WebServerError("The web server stopped while it started; the log says why.")
            await asyncio.sleep(0.01)

    def _context(self, config: uvicorn.Config, default: object) -> ssl.SSLContext:
        assert self._tls is not None
        return self._tls

    def _listen(self) -> socket.socket:
        try:
            return socket.create_server(
                (self._host, self._port),
                family=socket.AF_INET6 if ":" in self._host else socket.AF_INET,
                backlog=512,
            )
        except (OSError, OverflowError) as error:
            raise WebServerError(
                f"The web pages cannot be served on {self._host} port {self._port}: {error}. "
                "Stop what uses it, or choose another port."
            ) from error

    async def stop(self) -> None:
        """Close every stream and stop serving."""
        if self._server is None or self._task is None:
            return
        self._app.state.feed.close_readers()
        self._server.should_exit = True
        await self._task
        self._server = self._task = None


def connections_most() -> int:
    """How many browsers may be connected at once: many, but so that open files are left for the tables.
    Raises the limit of open files as far as this user may.
    """
    try:
        import resource
    except ImportError:  # Windows counts otherwise
        return CONNECTIONS_MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4 * CONNECTIONS_MOST
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return CONNECTIONS_MOST
    return min(CONNECTIONS_MOST, max(16, (soft - FILES_SPARE) // 2))


class _QuietServer(uvicorn.Server):
    """Leaves the signals to the command that runs the collector."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield

"""The web server inside the collector's event loop: starts, says where it is, and stops at once."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Iterator

import uvicorn
from fastapi import FastAPI

log = logging.getLogger(__name__)

STOP_S = 3
"""How long open requests may take to end at a stop."""


class WebServerError(Exception):
    """The server cannot listen; the message says why and what to do."""


class WebServer:
    """Serves ``app`` on ``host``:``port`` (port 0 picks a free one), or on the socket ``bound``, on the
    running event loop.

    ``start`` returns once it listens and raises WebServerError when it cannot. ``stop`` ends every
    open stream, so that it does not wait for pages somebody left open.
    """

    def __init__(
        self, app: FastAPI, host: str = "127.0.0.1", port: int = 7500, bound: socket.socket | None = None
    ) -> None:
        self._app = app
        self._bound = bound
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
        return f"http://{f'[{host}]' if ':' in host else host}:{self._port}/"

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
        )
        self._server = _QuietServer(config)
        self._task = asyncio.create_task(self._server.serve([listener]), name="web server")
        while not self._server.started:
            if self._task.done():
                self._task.result()
                raise WebServerError("The web server stopped while it started; the log says why.")
            await asyncio.sleep(0.01)

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


class _QuietServer(uvicorn.Server):
    """Leaves the signals to the command that runs the collector."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield

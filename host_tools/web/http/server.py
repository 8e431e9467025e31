"""The web server inside the collector's event loop: starts, reports its address, and stops without delay."""

import asyncio
import contextlib
import logging
import socket
import ssl
from collections.abc import Iterator
from typing import Any, cast

import uvicorn
from fastapi import FastAPI
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from host_tools.web.http.connections import (
    CONNECTIONS_MOST,
    Attended,
    Doorway,
    Lines,
    connections_most,
    streams_most,
)

log = logging.getLogger(__name__)

HEAD_MOST = 16 * 1024
"""The largest head of a request in bytes; 400 for more."""

MESSAGE_MOST = 4096
"""The largest message of a WebSocket in bytes."""

BETWEEN_REQUESTS_S = 5
"""How long a connection may be idle after an answer."""

STOP_S = 3
"""How long a stop waits for open requests."""

# uvicorn warns of every malformed request, which does not concern the organiser.
logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


class WebServerError(Exception):
    """The server cannot listen; the message says why and what to do."""


class WebServer:
    """Serves ``app`` on ``host``:``port`` (port 0 picks a free one), or on the socket ``bound``, which it
    takes over, on the running event loop; over HTTPS with ``tls``. At most ``most`` connections; forwarding
    headers count from ``proxies`` alone (addresses or networks with commas, "*": from everywhere).
    ``hands_over``: streams leave the web server (connections.py).

    ``start`` returns once it listens and raises WebServerError when it cannot. ``stop`` ends every open
    stream, so that open pages do not delay it.
    """

    def __init__(
        self,
        app: FastAPI,
        host: str = "127.0.0.1",
        port: int = 7500,
        bound: socket.socket | None = None,
        tls: ssl.SSLContext | None = None,
        proxies: str = "",
        most: int = CONNECTIONS_MOST,
        hands_over: bool = False,
    ) -> None:
        self._lines = Lines() if hands_over else None
        self._proxies = proxies
        self._most = most
        self._app = app
        self._bound = bound
        self._tls = tls
        self._host = host
        self._port = port
        self._task: asyncio.Task[None] | None = None
        self._watch: asyncio.Task[None] | None = None
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
        most = connections_most(self._most)
        listener = Doorway(self._bound or self._listen(), most, tls=self._tls is not None)
        listener.setblocking(False)
        self._app.state.streams_most = streams_most(most)
        self._port = listener.getsockname()[1]
        # Inside of `Attended`, which needs the connection's own address, not the client's behind a proxy.
        behind_proxies: Any = ProxyHeadersMiddleware(cast(Any, self._app), self._proxies)
        config = uvicorn.Config(
            Attended(behind_proxies, listener, self._lines),
            log_config=None,
            access_log=False,
            lifespan="on",
            server_header=False,
            timeout_graceful_shutdown=STOP_S,
            timeout_keep_alive=BETWEEN_REQUESTS_S,
            h11_max_incomplete_event_size=HEAD_MOST,
            http="h11",
            ws="websockets-sansio",
            ws_max_size=MESSAGE_MOST,
            ws_per_message_deflate=False,
            proxy_headers=False,
            ssl_context_factory=self._context if self._tls is not None else None,
        )
        if self._lines is not None:
            config.load()
            protocol = cast(Any, config.http_protocol_class)
            config.http_protocol_class = cast(Any, self._lines.entrance(protocol))
        self._server = _QuietServer(config)
        self._task = asyncio.create_task(self._server.serve([listener]), name="web server")
        while not self._server.started:
            if self._task.done():
                self._task.result()
                raise WebServerError("The web server stopped while it started; the log says why.")
            await asyncio.sleep(0.01)
        self._watch = asyncio.create_task(listener.end_silent_ones(), name="web connections")

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
        if self._watch is not None:
            self._watch.cancel()
        self._server = self._task = self._watch = None


class _QuietServer(uvicorn.Server):
    """A server that leaves signals to the command that runs the collector."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture no signals."""
        yield

"""The real server on a thread of its own, so that a browser test can change the hall under an open page."""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from web_fakes import FakeStore

from host_tools.collector.hub import Hub
from host_tools.reasons import Cause
from host_tools.tournament.desk.desk import Desk
from host_tools.web import WebServer, create_app
from host_tools.web.live.results import Results


def wall_ms() -> int:
    """The server's time."""
    return time.time_ns() // 1_000_000


class Hall:
    """A hub and its pages, served on loopback; with a real ``store`` the admin pages and the tournament's,
    too. ``stop`` and ``start`` keep the port and the hub.
    """

    def __init__(self, now_ms: Callable[[], int] = wall_ms, store: Any = None) -> None:
        self.now_ms = now_ms
        self.store = store
        self.hub: Hub
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._port = 0
        self._server: WebServer | None = None
        self._run(self._new_hub())
        self.start()

    def _run(self, work: Any) -> Any:
        future: Future[Any] = asyncio.run_coroutine_threadsafe(work, self._loop)
        return future.result(60)

    async def _new_hub(self) -> None:
        self.hub = Hub()

    def start(self) -> None:
        store = self.store or FakeStore()
        results = Results(self.store) if self.store else None
        desk = Desk(self.store) if self.store else None
        app = self._app = create_app(
            self.hub, store, now_ms=self.now_ms, admin_store=self.store, results=results, desk=desk
        )
        self._server = WebServer(app, port=self._port)
        self._run(self._server.start())
        self._port = self._server.port

    def stop(self) -> None:
        if self._server is not None:
            self._run(self._server.stop())
            self._server = None

    def close(self) -> None:
        self.stop()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def publish(self, *views: dict[str, Any]) -> None:
        """Makes the views the newest of their tables, all at once."""

        async def publish() -> None:
            for view in views:
                self.hub.publish(view)

        self._run(publish())

    def streams(self) -> int:
        """How many streams are open."""
        return len(self._app.state.feed.readers)

    def show_halls(self, clocks: dict[str, Any]) -> None:
        """Each hall's clock, which differ."""

        async def show() -> None:
            self.hub.show_hall(None, clocks)

        self._run(show())

    def trouble(self, problem: Cause | None) -> None:
        async def trouble() -> None:
            self.hub.trouble(problem)

        self._run(trouble())

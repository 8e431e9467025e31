"""The collector's reports to a service manager: that it is ready, its status, and signs of life.

The protocol is systemd's sd_notify(3): datagrams of NAME=value lines to the socket in NOTIFY_SOCKET. Without
a listener (a terminal, macOS) nothing is sent.
"""

import asyncio
import contextlib
import logging
import os
import socket
from collections.abc import Callable, Mapping

from host_tools.collector.hub import Hub
from host_tools.collector.runtime import supervised

log = logging.getLogger(__name__)

#: The interval of the status line when no watchdog needs a shorter one.
TOLD_EVERY_S = 5.0
#: Signs of life in the watchdog's timeout: two may be lost.
SIGNS_IN_TIME = 3


class Notifier:
    """Sends to the service manager that `environment` names. `watchdog_s`: after this time without a sign it
    ends the collector; None: there is no watchdog.
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        path = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + path[1:] if path.startswith("@") else path
        interval, pid = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", "")
        is_ours = pid in ("", str(os.getpid()))
        self.watchdog_s = int(interval) / 1e6 if interval.isdecimal() and int(interval) and is_ours else None

    @property
    def is_heard(self) -> bool:
        """Whether there is a service manager to inform."""
        return bool(self._address)

    def send(self, **values: str) -> None:
        """Send these variables (READY="1"). A failure to send is no reason to end the collector."""
        if not self.is_heard:
            return
        lines = "\n".join(f"{name}={' '.join(value.split())}" for name, value in values.items())
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.setblocking(False)
                line.sendto(lines.encode(), self._address)
        except OSError as error:
            log.debug("the service manager was not told: %s", error)


class Attendance:
    """Keeps the service manager informed from `start` to `stop`, on the running loop.

    `status`: the collector's status in a line. `is_well`: whether the watchdog may be fed; this task proves
    only that the loop runs.
    """

    def __init__(self, notifier: Notifier) -> None:
        self._notifier = notifier
        self._task: asyncio.Task[None] | None = None
        self._last_status = ""
        self.status: Callable[[], str] = lambda: "Starting."
        self.is_well: Callable[[], bool] = lambda: True

    @property
    def every_s(self) -> float:
        """How long from one sign to the next."""
        watchdog_s = self._notifier.watchdog_s
        return TOLD_EVERY_S if watchdog_s is None else min(TOLD_EVERY_S, watchdog_s / SIGNS_IN_TIME)

    def start(self) -> None:
        """Begin to give signs of life."""
        if self._notifier.is_heard:
            self._task = asyncio.get_running_loop().create_task(
                supervised(self._tell_forever, "signs to the service manager"), name="service manager"
            )

    def ready(self) -> None:
        """Report that the start is over: the collector collects, or waits for what it needs."""
        self._notifier.send(READY="1")
        self.sign()

    def sign(self) -> None:
        """Send the status if it has changed, and a sign of life if the collector is well."""
        values = {"WATCHDOG": "1"} if self.is_well() else {}
        status = self.status()
        if status != self._last_status:
            self._last_status = values["STATUS"] = status
        if values:
            self._notifier.send(**values)

    async def stop(self) -> None:
        """Give no more signs of life."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _tell_forever(self) -> None:
        while True:
            self.sign()
            await asyncio.sleep(self.every_s)


def standing(hub: Hub) -> str:
    """The status of a running collector in a line, which `systemctl status` shows."""
    tables = hub.snapshot()
    up = sum(view["link"]["state"] == "up" for view in tables)
    lines = [f"{up} of {len(tables)} tables up." if tables else "No table has called yet."]
    lines += [str(problem) for problem in (hub.problem, *hub.remarks.values()) if problem]
    return " ".join(lines)

"""Collectors that start in a moment: a process that has imported everything forks one for each that is asked
for.

Each is `boardside collect` in a process of its own, and may be killed like any other. A hundred starts would
otherwise be a hundred times a second of imports.
"""

import asyncio
import os
import signal
import sys
from types import TracebackType

from tests.load.halls import Child

CODE = """
import os, signal, sys, typer
from host_tools.collector.collect_command import collect
import host_tools.collector.collector, sqlalchemy.dialects.sqlite
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    if os.fork() == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        print("pid", os.getpid(), flush=True)
        sys.argv = ["collect", *line.split()]
        typer.run(collect)
"""
START_S = 30.0


class Nursery:
    """Use it in `async with`; whatever it started is gone at the end."""

    def __init__(self) -> None:
        self._child: Child | None = None
        self._running: set[int] = set()

    async def __aenter__(self) -> "Nursery":
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", CODE), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        self._child = Child(process)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for pid in list(self._running):
            await self.kill(pid)
        assert self._child is not None
        self._child.process.kill()
        await self._child.process.wait()

    async def start(self, url: str) -> tuple[int, int]:
        """A collector on this database: its process id, and the port on which tables call it."""
        assert self._child is not None
        self._child.say(f"--db {url} --tcp 0")
        pid = 0
        async with asyncio.timeout(START_S):
            while True:
                line = await self._child.line()
                if line.startswith("pid "):
                    pid = int(line[4:])
                    self._running.add(pid)
                elif "tables on Wi-Fi call" in line:
                    return pid, int(line.rpartition(":")[2])

    async def kill(self, pid: int, how: int = signal.SIGKILL) -> None:
        """End one of them by a signal; returns when it is gone."""
        os.kill(pid, how)
        while _exists(pid):
            await asyncio.sleep(0.002)
        self._running.discard(pid)


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True

"""Processes of a hall: a real collector, and whatever is to play with it; ended with the block that began
them.
"""

import asyncio
import contextlib
import os
import resource
import signal
import sys
from collections.abc import AsyncIterator
from types import TracebackType

START_S = 120.0
LINE_S = 150.0
#: `boardside collect`; without pages as little as possible is imported, so that it starts quickly.
WITH_PAGES = "import sys; from host_tools.cli import main; sys.argv[0] = 'boardside'; main()"
WITHOUT = "import typer; from host_tools.collector.collect_command import collect; typer.run(collect)"


def cpu_s(pid: int) -> float:
    """Seconds of processor time that a process has used so far, all threads (Linux)."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        values = file.read().rpartition(")")[2].split()
    return (int(values[11]) + int(values[12])) / os.sysconf("SC_CLK_TCK")


def memory_kb(pid: int) -> int:
    """Memory of a process that is in use, in KB (Linux)."""
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS:"))


class Child:
    """A process of ours that speaks in lines."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def line(self) -> str:
        """The next line it says. Raises AssertionError when it ends instead."""
        assert self.process.stdout is not None
        async with asyncio.timeout(LINE_S):
            line = await self.process.stdout.readline()
        assert line, "the process ended before it had spoken"
        return line.decode().strip()

    def cpu_s(self) -> float:
        """Seconds of processor time it has used so far, all threads."""
        return cpu_s(self.process.pid)

    def say(self, line: str) -> None:
        """Write a line to its standard input."""
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")


@contextlib.asynccontextmanager
async def python(*arguments: str) -> AsyncIterator[Child]:
    """A Python process; killed at the end of the block if it still runs."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=1 << 26,
    )
    try:
        yield Child(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


class CollectorProcess:
    """`boardside collect` on a database, as a process of its own. `tcp` and `web` are its ports."""

    def __init__(self, url: str, tcp: int = 0, web: bool = False) -> None:
        self._url = url
        self._is_paged = web
        self.tcp = tcp
        self.web = 0
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it; returns when tables may call. Raises AssertionError when it ends instead."""
        code = [WITH_PAGES, "collect", "--web", "0"] if self._is_paged else [WITHOUT]
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", *code, "--db", self._url, "--tcp", str(self.tcp)),
            stdout=asyncio.subprocess.PIPE,
        )
        assert self._process.stdout is not None
        async with asyncio.timeout(START_S):
            while not self.tcp or (self._is_paged and not self.web) or self._is_new:
                line = (await self._process.stdout.readline()).decode()
                assert line, "the collector ended"
                if "tables on Wi-Fi call" in line:
                    self.tcp = int(line.rpartition(":")[2])
                    self._is_new = False
                elif "page:" in line:
                    self.web = int(line.rstrip("/\n").rpartition(":")[2])

    _is_new = True

    def cpu_s(self) -> float:
        """Seconds of processor time it has used so far, all threads."""
        assert self._process is not None
        return cpu_s(self._process.pid)

    def memory_kb(self) -> int:
        """Memory that it uses now, in KB."""
        assert self._process is not None
        return memory_kb(self._process.pid)

    async def kill(self) -> None:
        """Ends the program as a power cut does: signal 9."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        await self._process.wait()
        self._is_new = True

    async def stop(self) -> int:
        """Let it end in order; its exit status."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
        return await self._process.wait()

    async def __aenter__(self) -> "CollectorProcess":
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()


def enough_files(count: int) -> None:
    """Let this process and those it starts have `count` connections each. No effect when it may not."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(count, hard), hard))

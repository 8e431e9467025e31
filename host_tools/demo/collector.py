"""The collector of the demonstration: the real `boardside collect`, in a separate process."""

import asyncio
import sys
import urllib.error
import urllib.request
from pathlib import Path

READY_TIMEOUT_S = 30.0
COMMAND = "from host_tools.cli import main; main()"


class CollectorError(Exception):
    """The collector did not start; the message is its output."""


class CollectorProcess:
    """`boardside collect` with its standard error kept in `log`; `stop` ends it as Ctrl-C would.

    command: the Python text that runs the command line.
    """

    def __init__(self, log: Path, command: str = COMMAND) -> None:
        self._log = log
        self._command = command
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        """The process id, after `start`."""
        return self._process.pid if self._process is not None else None

    async def start(self, arguments: list[str], page: str) -> None:
        """Start it and return when its page answers. Raises CollectorError with its output."""
        with self._log.open("wb") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                self._command,
                "collect",
                *arguments,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # The demonstration handles Ctrl-C at the terminal: it ends the collector last.
                start_new_session=True,
            )
        ended = asyncio.ensure_future(self._process.wait())
        answers = asyncio.ensure_future(_answers(page))
        try:
            async with asyncio.timeout(READY_TIMEOUT_S):
                await asyncio.wait({ended, answers}, return_when=asyncio.FIRST_COMPLETED)
        except TimeoutError:
            raise CollectorError(self._said() or "the collector did not answer in time") from None
        finally:
            answers.cancel()
            if not ended.done():
                ended.cancel()
        if self._process.returncode is not None:
            raise CollectorError(self._said() or "the collector ended at once")

    async def stop(self) -> None:
        """End it and wait for it; does nothing when it never started or has ended."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        process.terminate()
        try:
            async with asyncio.timeout(10):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()

    def _said(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace").strip()


async def _answers(page: str) -> None:
    """Return when the page answers."""
    while not await asyncio.to_thread(_answers_now, page):
        await asyncio.sleep(0.1)


def _answers_now(page: str) -> bool:
    try:
        with urllib.request.urlopen(page, timeout=2) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False

"""Serial lines that are cut and joined in the middle of play: by socat, and by ser2net over the network."""

import asyncio
import contextlib
import random
import shutil
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hall import Hall, hall
from system_hall import FAST

from host_tools.simulator.table import SimTable
from tests.network.play import Repeats, everything_is_there, journal_of, presses, require_same_books, umpire

TABLES = (1, 2)
#: It is played for so long, and until so much has happened: a busy machine is slow.
PLAY_S = 20.0
PRESSES, CUTS = 50, 10
SEED = 4
#: What hangs is ended after so long.
PATIENCE_S = 600


class Line:
    """A program that carries a table's bytes; cut() kills it as a foot does, join() starts it anew."""

    def __init__(self, command: list[str], port: Path | None) -> None:
        self._command = command
        self._port = port
        self._process: subprocess.Popen[bytes] | None = None
        self.cuts = 0

    def join(self) -> None:
        if self._port is not None:
            self._port.unlink(missing_ok=True)
        self._process = subprocess.Popen(
            self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL
        )

    def cut(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            self.cuts += 1

    async def suffer(self, dice: random.Random, goes_on: Callable[[], bool]) -> None:
        """Cuts and joins the line at random; leaves it joined."""
        while goes_on():
            await asyncio.sleep(dice.uniform(0.3, 3.0))
            self.cut()
            await asyncio.sleep(dice.choice((0.0, 0.2, 1.5)))
            self.join()


async def play_over(folder: Path, lines: Callable[[SimTable], tuple[Line, str]]) -> None:
    """Real tables play while their lines suffer; then both books are compared."""
    print(f"seed {SEED}")
    dice = random.Random(SEED)
    counts: dict[int, int] = dict.fromkeys(TABLES, 0)

    def pressed(table: int, number: int, _at: float) -> None:
        counts[table] = number

    async with contextlib.AsyncExitStack() as stack:
        tables = [
            await stack.enter_async_context(SimTable(number, folder / f"t{number}", options=FAST))
            for number in TABLES
        ]
        made = [lines(table) for table in tables]
        for line, _ in made:
            line.join()
            stack.callback(line.cut)
        collector: Hall = await stack.enter_async_context(hall(folder, tuple(path for _, path in made)))
        repeats = Repeats(collector)
        until = time.monotonic() + PLAY_S

        def goes_on() -> bool:
            cuts = sum(line.cuts for line, _ in made)
            return time.monotonic() < until or sum(counts.values()) < PRESSES or cuts < CUTS

        async with asyncio.TaskGroup() as group:
            for table in tables:
                group.create_task(umpire(table, random.Random(dice.random()), goes_on, 0.25, pressed))
            for line, _ in made:
                group.create_task(line.suffer(random.Random(dice.random()), goes_on))
        took = await everything_is_there(collector, counts)
        for line, _ in made:
            line.cut()
        for table in tables:
            own = await asyncio.to_thread(journal_of, table)
            assert presses(own) == counts[table.number]
            require_same_books(collector, table.number, own)
        cuts = sum(line.cuts for line, _ in made)
        print(
            f"{sum(counts.values())} presses, {cuts} cuts, {repeats.count} of {repeats.events} events came "
            f"again, even after {took:.1f} s"
        )
        assert cuts >= CUTS
        assert sum(counts.values()) >= PRESSES


@pytest.mark.slow
def test_lines_by_socat_cut_and_joined_under_play_lose_and_double_nothing(tmp_path: Path) -> None:
    if shutil.which("socat") is None:
        pytest.skip("socat is missing: apt install socat")

    def line(table: SimTable) -> tuple[Line, str]:
        port = tmp_path / f"table{table.number}.tty"
        ends = [f"PTY,link={port},raw,echo=0", f"OPEN:{table.serial_path},raw,echo=0"]
        return Line(["socat", *ends], port), str(port)

    asyncio.run(asyncio.wait_for(play_over(tmp_path, line), PATIENCE_S))


@pytest.mark.slow
@pytest.mark.parametrize(("url", "accepter"), [("socket", "tcp"), ("rfc2217", "telnet(rfc2217),tcp")])
def test_lines_shared_by_ser2net_cut_and_joined_under_play_lose_and_double_nothing(
    tmp_path: Path, url: str, accepter: str
) -> None:
    ser2net = shutil.which("ser2net") or shutil.which("ser2net", path="/usr/sbin")
    if ser2net is None:
        pytest.skip("ser2net is missing: apt install ser2net")
    assert ser2net is not None

    def line(table: SimTable) -> tuple[Line, str]:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        settings = tmp_path / f"ser2net{table.number}.yaml"
        settings.write_text(
            f"connection: &table{table.number}\n"
            f"  accepter: {accepter},127.0.0.1,{port}\n"
            f"  connector: serialdev,{table.serial_path},115200n81,local\n"
            "  options:\n"
            "    kickolduser: true\n"
        )
        return Line([ser2net, "-n", "-d", "-c", str(settings)], None), f"{url}://127.0.0.1:{port}"

    asyncio.run(asyncio.wait_for(play_over(tmp_path, line), PATIENCE_S))

"""Each task hangs in turn, and the table as a whole: the watchdog restarts it."""

from pathlib import Path

import pytest

from host_tools.simulator.options import FIRMWARE, Options
from host_tools.simulator.table import SimTable

# The real firmware, with one task of it replaced and shorter times: a real table takes 15 s.
MAIN = """
import asyncio
from boardside.app import hardware, supervisor

hardware.WATCHDOG_MS = 3000
add = supervisor.Supervisor.add


async def hang(check_in):
    check_in()
    {hang}


def add_hanging(self, name, work, limit_ms=0, is_essential=False):
    return add(self, name, hang if name == "{task}" else work, 1500, is_essential)


supervisor.Supervisor.add = add_hanging
from boardside.app.start import start

start()
"""
SLEEPING = "await asyncio.sleep_ms(1_000_000)"
SPINNING = "while True: pass"


@pytest.mark.parametrize(
    ("task", "hang"),
    [
        ("play", SLEEPING),
        *[pytest.param(task, SLEEPING, marks=pytest.mark.slow) for task in ("upkeep", "serial")],
        *[pytest.param(task, SLEEPING, marks=pytest.mark.slow) for task in ("wifi", "tcp")],
        pytest.param("upkeep", SPINNING, marks=pytest.mark.slow),
    ],
)
async def test_the_watchdog_bites(task: str, hang: str, tmp_path: Path) -> None:
    firmware = tmp_path / "firmware"
    firmware.mkdir()
    (firmware / "main.py").write_text(MAIN.format(task=task, hang=hang), encoding="utf-8")
    (firmware / "boardside").symlink_to(FIRMWARE / "boardside")

    collector = ("127.0.0.1", 9) if task in ("wifi", "tcp") else None
    options = Options(firmware=firmware).fast()
    async with SimTable(7, tmp_path / "table", collector=collector, options=options) as table:
        await table.wait_for(lambda t: b"started: watchdog, failed in a row: 1" in t.log)
        assert b"started: power_on" in table.log
        if hang == SLEEPING:
            await table.wait_for(lambda t: b"task %s: no sign of life" % task.encode() in t.log)

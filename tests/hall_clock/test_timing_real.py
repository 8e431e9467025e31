"""Real time: simulated tables with the real firmware, a real collector, the real command; their buzzers."""

import asyncio
import sys
import time
from pathlib import Path

import pytest
from hall import Hall, hall
from system_hall import PATIENCE_S, table

from host_tools.simulator.table import SimTable
from tests.waiting import until

BOARDSIDE = Path(sys.executable).with_name("boardside")
START_HZ, END_HZ = 1000, 1800  # table/sounds.py: the first tones of "hall_start" and "hall_end"
#: On a quiet computer it is under 20; here others may be at work, and all tables share its processors.
APART_MS = 150


async def command(*arguments: str) -> str:
    """Run `boardside`; what it prints."""
    process = await asyncio.create_subprocess_exec(
        BOARDSIDE, *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    printed, _ = await process.communicate()
    assert process.returncode == 0, printed.decode()
    return printed.decode()


def began(panel: SimTable, freq_hz: int, since: float) -> float | None:
    """When this tone began (monotonic seconds), None when it was not heard since."""
    return next((tone.at for tone in panel.tones if tone.freq_hz == freq_hz and tone.at > since), None)


async def apart(title: str, panels: list[SimTable], freq_hz: int, since: float) -> float:
    """Wait until all have sounded it; by how many ms they were apart."""
    await until(lambda: all(began(panel, freq_hz, since) for panel in panels))
    moments = sorted(at for panel in panels if (at := began(panel, freq_hz, since)) is not None)
    spread_ms = (moments[-1] - moments[0]) * 1000
    late = ", ".join(f"{(moment - moments[0]) * 1000:.1f}" for moment in moments)
    print(f"{title}: {len(moments)} buzzers, {spread_ms:.1f} ms apart ({late})")
    return spread_ms


@pytest.mark.realtime
async def test_the_buzzers_of_simulated_tables_sound_together(tmp_path: Path) -> None:
    async def play(here: Hall, panels: list[SimTable]) -> None:
        for number in range(1, 5):
            await here.view(number, lambda view: view["link"]["state"] == "up")
        await until(lambda: all(row["link"] == "up" for row in here.store.tables()))
        url = f"sqlite:///{tmp_path / 'hall.sqlite3'}"
        since = time.monotonic()
        output = await command("hall", "start", "0:08", "--db", url, "--lead", "4", "--wait", "10")
        assert "4 of 4 tables" in output
        assert await apart("start", panels, START_HZ, since) <= APART_MS
        await panels[0].power_off()
        await panels[0].power_on()  # a collector brings it back into the count
        assert await apart("end", panels[1:], END_HZ, since) <= APART_MS
        await asyncio.wait_for(
            until(lambda: here.hub.hall and here.hub.hall["state"] == "expired"), PATIENCE_S
        )

    async with (
        table(1, tmp_path) as first,
        table(2, tmp_path) as second,
        hall(tmp_path, serial=(first.serial_path, second.serial_path)) as here,
        table(3, tmp_path, ("127.0.0.1", here.port)) as third,
        table(4, tmp_path, ("127.0.0.1", here.port)) as fourth,
    ):
        await play(here, [first, second, third, fourth])

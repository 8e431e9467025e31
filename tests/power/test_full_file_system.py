"""A simulated table whose file system has no byte left: the match goes on and is whole after a power cut, its
host gets everything, and what needs the file system is refused in words.
"""

import asyncio
from pathlib import Path

import pytest
from hall import hall
from system_hall import A_WINS, FAST, NEW_MATCH, press, shows

from host_tools.simulator import flash_image
from host_tools.simulator.process import SimulatorError
from host_tools.simulator.table import SimTable

LONG = "x" * 5000


def fill(image: Path) -> None:
    """Large files, then small ones, until nothing more fits."""
    for size, name in ((4000, "filler"), (200, "f"), (1, "g")):
        with pytest.raises(SimulatorError):
            flash_image.write(image, {f"{name}{number}": "x" * size for number in range(500)})


@pytest.mark.slow
async def test_the_match_is_whole_and_its_host_gets_it(tmp_path: Path) -> None:
    config = {"sounds": {"note": LONG}}  # too long for the room that a folder has in itself
    async with hall(tmp_path) as host:
        collector = ("127.0.0.1", host.port)
        async with SimTable(3, tmp_path / "t", options=FAST, collector=collector, config=config) as table:
            await press(table, NEW_MATCH)
            await table.power_off()
            await asyncio.to_thread(fill, table.image)
            before = await asyncio.to_thread(flash_image.read, table.image)
            await table.power_on()
            await press(table, A_WINS)
            await shows(table, 5, 0)
            await table.power_off()
            assert await asyncio.to_thread(flash_image.read, table.image) == before
            await table.power_on()
            await shows(table, 5, 0)
            await host.view(3, lambda view: bool(view["points"]["a"] == 5))
            assert table.observed.errors == []

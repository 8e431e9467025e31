"""The collector's mDNS name over a real network, asked for by the firmware's own search."""

import asyncio
import subprocess
import sys

import pytest

from host_tools.collector.announcer import Announcer
from tests.network.conftest import TESTS, lacks
from tests.network.weather import HOST, Network, command_inside, missing

FREE_UDP = 7599


@pytest.mark.slow
def test_boardside_local_is_found_by_a_table_and_is_not_given_to_a_second_collector() -> None:
    reason = missing()
    if reason:
        lacks(reason)

    async def scenario(network: Network) -> list[str]:
        announcer = Announcer("first", HOST, 7580, FREE_UDP)
        announcer.start()
        try:
            async with asyncio.timeout(60):
                while announcer.name is None:
                    await asyncio.sleep(0.05)
            assert announcer.name == "boardside.local"
            command = [sys.executable, "-m", "tests.network.asker", "boardside.local=60", "stranger.local=8"]
            asking = await asyncio.create_subprocess_exec(
                *command_inside(network, *command), stdout=subprocess.PIPE, cwd=TESTS.parent
            )
            said, _ = await asyncio.wait_for(asking.communicate(), 180)
        finally:
            await announcer.stop()
        assert announcer.name is None
        return said.decode().splitlines()

    with Network(1) as network:
        names = asyncio.run(scenario(network))
    assert names == [f"boardside.local {HOST} 7599", "stranger.local nobody", "boardside-second.local"]

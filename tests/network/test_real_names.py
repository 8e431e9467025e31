"""The collector's mDNS name over a real network, asked for by the firmware's own search."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process

import pytest

from tests.network.conftest import TESTS
from tests.network.weather import HOST, Network, command_inside, missing

FREE_UDP = 7599


async def started(namespace: str, module: str, *arguments: str) -> Process:
    command = command_inside(namespace, sys.executable, "-m", f"tests.network.{module}", *arguments)
    return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, cwd=TESTS.parent)


@pytest.mark.slow
def test_boardside_local_is_found_by_a_table_and_is_not_given_to_a_second_collector() -> None:
    reason = missing()
    if reason:
        pytest.skip(reason)

    async def scenario(network: Network) -> tuple[list[str], str]:
        first = await started(network.host_name, "announcing", str(FREE_UDP))
        assert first.stdout is not None
        name = await asyncio.wait_for(first.stdout.readline(), 60)
        assert name == b"boardside.local\n"
        asker = await started(network.name, "asker", "boardside.local=60", "stranger.local=8")
        said, _ = await asyncio.wait_for(asker.communicate(b""), 180)
        after, _ = await asyncio.wait_for(first.communicate(b""), 60)
        return said.decode().splitlines(), after.decode().strip()

    # Another collector of this computer would have the name: none can be in a network of its own.
    with Network(1, alone=True) as network:
        names, after = asyncio.run(scenario(network))
    assert names == [f"boardside.local {HOST} 7599", "stranger.local nobody", "boardside-second.local"]
    assert after == "None"

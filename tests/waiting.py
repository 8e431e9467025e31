"""How a test waits for what nothing announces: until it is so, and not for a time in which it ought to be.

The end of patience is far away: a machine with other work must not reach it, and who waits in vain has found
a fault.
"""

import asyncio
import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from host_tools.simulator.table import SimTable


def patience_s() -> float:
    """How long a test waits before it fails. Less under a known fault (tests/chaos/mutating.py), where much
    never comes.
    """
    return float(os.environ.get("BOARDSIDE_PATIENCE_S", "120"))


async def until(condition: Callable[[], object], every_s: float = 0.01) -> None:
    """Wait until the condition holds. AssertionError at the end of patience."""
    loop = asyncio.get_running_loop()
    ends = loop.time() + patience_s()
    while not condition():
        assert loop.time() < ends, "waited in vain"
        await asyncio.sleep(every_s)


def wait_until(condition: Callable[[], object], every_s: float = 0.02) -> None:
    """As `until`, where no event loop runs."""
    ends = time.monotonic() + patience_s()
    while not condition():
        assert time.monotonic() < ends, "waited in vain"
        time.sleep(every_s)


async def press_until(table: "SimTable", key: str, is_there: "Callable[[SimTable], object]") -> None:
    """Press a key of a simulated table, each time after its display has answered the press before, until it
    shows what is wanted.
    """
    while not is_there(table):
        before = _shown(table)
        await table.press(key)
        await table.wait_for(lambda t: _shown(t) != before)  # noqa: B023


async def press_for(table: "SimTable", key: str, is_there: "Callable[[SimTable], object]") -> None:
    """Press a key once and wait for what it leads to, looking from before the press on: a notice that goes
    away by itself is seen on a machine that was busy elsewhere meanwhile, too.
    """
    await asyncio.gather(table.wait_for(is_there), table.press(key))


def _shown(table: "SimTable") -> list[bytes]:
    return [lit.segments for lit in table.observed.lit.values()]

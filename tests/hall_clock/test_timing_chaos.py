"""The hall's clock on a day on which everything fails (tests/chaos): afterwards every table has it."""

import asyncio
import contextlib
import random

import pytest

from host_tools.collector.hall_clock import needs_clock
from host_tools.store import Store, StoreError
from host_tools.store.halls import DOS
from host_tools.store.reasons import HallRefused
from tests.chaos.day import hall
from tests.chaos.hall import Hall, Plan

#: Chaos looks at its lines every 40 ms and at its clocks every 100 ms, with crystals of 200 ppm.
OFF_MS = 150


async def wishes(store: Store, dice: random.Random) -> None:
    """Changes the hall's clock every few seconds."""
    while True:
        await asyncio.sleep(dice.expovariate(1 / 6))
        do = dice.choice((*DOS, "start", "resume"))
        ms = dice.choice((20_000, 600_000)) if do == "start" else None
        with contextlib.suppress(HallRefused, StoreError):  # no sense as things stand; or a locked database
            store.hall.change(do, ms, None, store.hall.now() + 2000)


async def day(simulated: Hall, store: Store, dice: random.Random) -> None:
    """Plays the day, and sets the clock that must hold at its end."""
    wishing = asyncio.ensure_future(wishes(store, dice))
    peace = simulated._peace

    async def last_wish() -> None:
        wishing.cancel()
        simulated.trouble.end()
        store.hall.change("start", 3_600_000, None, store.hall.now() + 2000)
        await peace()

    simulated._peace = last_wish  # type: ignore[method-assign]
    await simulated.run()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [11, pytest.param(12, marks=pytest.mark.long)])
def test_thirty_seconds_after_the_last_fault_all_have_the_halls_clock(seed: int) -> None:
    with hall(seed, Plan(tables=8, minutes=1.5)) as simulated:
        simulated.require_converged = lambda: None  # type: ignore[method-assign]  # the chaos tests' own matter
        store = Store.open(f"sqlite:///{simulated.trouble.path}")
        simulated.loop.run_until_complete(day(simulated, store, random.Random(f"{seed}/wishes")))
        clock, now = store.hall.get(), store.hall.now()
        assert clock is not None
        off = []
        for device in simulated.devices:
            reported = device.table.status(device.ticks())["hall"]
            assert not needs_clock(clock, reported, now), (device.number, reported)
            off.append(reported["left"] - clock.left_at(now))
        print(f"seed {seed}: change {clock.number}; off by {min(off)} to {max(off)} ms")
        assert max(off) - min(off) <= OFF_MS
        store.close()

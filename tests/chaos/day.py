"""A hall's day in virtual time: `play(seed)` raises `Broken` when an invariant is broken. The same seed is
the same run.
"""

import asyncio
import logging
import random
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from boardside.link import serial_port, tcp
from host_tools.collector import clocks, live
from host_tools.collector.session import HostSession
from host_tools.store import database
from tests.chaos.hall import POLLS, Hall, Plan
from tests.chaos.virtual import VirtualLoop, everywhere, patched


def _changes(loop: VirtualLoop, dice: random.Random, plan: Plan) -> list[tuple[Any, str, Any]]:
    """Time and chance come from the hall."""

    async def open_connection(address: str, _port: int) -> Any:
        number = int(address.split("/")[1])
        device = next(device for device in _HALLS[-1].devices if device.number == number)
        return await device.call(device)  # type: ignore[misc]

    names = ("wait_for", "create_task", "TimeoutError", "sleep")
    shell = SimpleNamespace(
        **{name: getattr(asyncio, name) for name in names}, open_connection=open_connection
    )
    polls = [(module, "POLL_S", plan.poll_s) for module in POLLS if plan.poll_s]
    return [
        *polls,
        (tcp, "asyncio", shell),
        (tcp, "LOOK_MS", plan.look_ms),
        (serial_port, "LOOK_MS", plan.look_ms),
        (live, "HostSession", partial(HostSession, random=dice.randbytes)),
        (database, "BUSY_MS", 0),
        (secrets, "token_hex", lambda count: dice.randbytes(count).hex()),
        *everywhere(clocks.monotonic_ms, lambda: loop.ms),
        *everywhere(clocks.wall_ms, loop.wall_ms),
        *everywhere(database.now_ms, loop.wall_ms),
        *everywhere(database.computer_ms, loop.wall_ms),
    ]


_HALLS: list[Hall] = []


@contextmanager
def hall(seed: int, plan: Plan) -> Iterator[Hall]:
    """A hall that stands, in virtual time, and logs nothing meanwhile; its database is gone afterwards."""
    shared = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="boardside-", dir=shared if shared.is_dir() else None))
    loop = VirtualLoop()
    made: list[Hall] = []
    logged = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with patched(*_changes(loop, random.Random(f"{seed}/nonces"), plan)):

            async def make() -> None:
                hall = Hall.__new__(Hall)
                _HALLS.append(hall)
                hall.__init__(seed, plan, folder, loop)  # type: ignore[misc]
                made.append(hall)

            try:
                loop.run_until_complete(make())
                yield made[0]
            finally:
                for host in made[0].hosts if made else []:
                    host.crash()
                loop.finish()
                if made:
                    made[0].ledger.close()
                    made[0].trouble.end()
    finally:
        logging.disable(logged)
        _HALLS.clear()
        shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True)
class Outcome:
    """The figures of one run, for a report."""

    seed: int
    events: int
    reboots: int
    starts: int
    calls: int
    losses: int
    seconds: float
    digest: str

    def __str__(self) -> str:
        return (
            f"seed {self.seed}: {self.events} events, {self.reboots} power-ons, {self.starts} starts of a "
            f"collector, {self.calls} calls in {self.seconds:.1f} s: {self.digest}"
        )


def play(seed: int, plan: Plan | None = None) -> Outcome:
    """One day. Raises `Broken` (with the seed) when an invariant does not hold."""
    began = time.monotonic()
    with hall(seed, plan or Plan()) as simulated:
        try:
            simulated.loop.run_until_complete(simulated.run())
        except AssertionError as error:
            last = "\n  ".join(simulated.log[-8:])
            again = f"--tables {simulated.plan.tables} --minutes {simulated.plan.minutes} "
            again += f"--pace {simulated.plan.pace_s} --every {simulated.plan.every_s} {seed}"
            text = f"{error}\nrepeat with: python -m tests.chaos {again}\nthe last faults:\n  {last}"
            raise type(error)(text) from error
        return Outcome(
            seed,
            sum(map(len, simulated.ledger.events.values())),
            sum(device.reboots for device in simulated.devices),
            sum(host.lives for host in simulated.hosts),
            simulated.calls,
            simulated.losses,
            time.monotonic() - began,
            simulated.digest(),
        )

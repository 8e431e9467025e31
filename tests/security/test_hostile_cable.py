"""A simulated table with a hostile laptop at its USB port, that is no host of its key: it plays on, shows its
score and nothing else, and tells the laptop nothing that counts; its own host gets everything afterwards.
"""

import asyncio
import os
import random
from pathlib import Path

import pytest
from hall import hall
from system_hall import A_WINS, FAST, NEW_MATCH, press, shows

from boardside.link.auth import NO_MAC
from boardside.link.frame import pack
from host_tools.simulator.table import SimTable
from tests.chaos import hostile

KEY = bytes(range(16))
FORGED = [
    b'["hi",1,"evil","%016x"]',
    b'["go",1,"%016x","%016x",1]',
    b'["cm",1,0,"c1",{"kind":"confirm","%016x":1}]',
    b'["up",1,0,"%016x"]',
    b'["ti",1,0,99999999999999,"%016x"]',
]


def assaults(dice: random.Random) -> list[bytes]:
    """Frames under no key and a wrong one, noise, and long lines; nothing that a prompt takes for Ctrl-C."""
    noise = bytes(value for value in dice.randbytes(400) if value not in (1, 2, 3, 4, 5))
    frames = [
        pack(body % ((dice.getrandbits(64),) * body.count(b"%016x")), mac)
        for body in FORGED
        for mac in (NO_MAC, hostile.FORGED)
    ]
    return [*frames, *hostile.lines("0" * 16).values(), noise]


@pytest.mark.slow
async def test_it_plays_on_under_a_hostile_laptop_and_its_own_host_gets_everything(tmp_path: Path) -> None:
    config = {"key": KEY.hex()}
    async with SimTable(3, tmp_path / "t", options=FAST, config=config) as table:
        port = os.open(table.serial_path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        dice, answers, is_over = random.Random(29), bytearray(), asyncio.Event()

        async def assault() -> None:
            while not is_over.is_set():
                for line in assaults(dice):
                    for at in range(0, len(line), 128):
                        try:
                            os.write(port, line[at : at + 128])
                            answers.extend(os.read(port, 4096))
                        except BlockingIOError:
                            pass
                        await asyncio.sleep(0.02)

        assaulting = asyncio.create_task(assault())
        await press(table, NEW_MATCH)
        await press(table, A_WINS)
        await shows(table, 5, 0)
        is_over.set()
        await assaulting
        os.close(port)
        assert b'"ev"' not in answers
        assert KEY.hex().encode() not in answers
        assert (table.resets, table.observed.errors) == (0, [])
        async with hall(tmp_path, keys={3: KEY}, serial=(table.serial_path,)) as host:
            await host.view(3, lambda view: bool(view["points"]["a"] == 5))

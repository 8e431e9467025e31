"""The tables of a real network test, in a process of their own: `python -m tests.network.driver FOLDER N
SEED`.

It runs simulated tables on Wi-Fi that find their collector by what it announces. Lines on its standard output
(JSON): `{"ready": true}` once all are switched on; after the line `play`, `{"table", "press", "at"}` for each
press (`at`: time.monotonic, which all processes of a computer share); after the line `stop`,
`{"played": true}`; after the line `journals`, `{"table", "journal"}` for each table. It ends with its
standard input.
"""

import asyncio
import json
import random
import sys
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "collector"), str(TESTS / "system")]

from host_tools.simulator.hall import Hall  # noqa: E402
from host_tools.simulator.process import Options  # noqa: E402
from host_tools.simulator.wifi import ANNOUNCEMENTS  # noqa: E402
from tests.network.play import journal_of, umpire  # noqa: E402

GAP_S = 0.8


def say(**fields: Any) -> None:
    print(json.dumps(fields), flush=True)


async def play(hall: Hall, seed: int, ending: asyncio.Event) -> None:
    """Plays at all tables until `ending` is set."""
    dice = random.Random(seed)

    def pressed(table: int, press: int, at: float) -> None:
        say(table=table, press=press, at=at)

    async with asyncio.TaskGroup() as group:
        for table in hall.tables:
            table_dice = random.Random(dice.random())
            group.create_task(umpire(table, table_dice, lambda: not ending.is_set(), GAP_S, pressed))


async def main(folder: Path, count: int, seed: int) -> None:
    hall = Hall(
        count, serial=0, folder=folder, panels_port=None, options=Options().fast(), finds=ANNOUNCEMENTS
    )
    async with hall:
        say(ready=True)
        ending = asyncio.Event()
        playing: asyncio.Task[None] | None = None
        while line := await asyncio.to_thread(sys.stdin.readline):
            if line == "play\n":
                playing = asyncio.create_task(play(hall, seed, ending))
            elif line == "stop\n" and playing is not None:
                ending.set()
                await playing
                say(played=True)
            elif line == "journals\n":
                for table in hall.tables:
                    say(table=table.number, journal=await asyncio.to_thread(journal_of, table))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))

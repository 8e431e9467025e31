"""Leaks put in on purpose, to see that the soak finds them: `table=11:4096/h`, `collector=1/h`."""

import asyncio
import os
import re
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from host_tools.demo.run import COMMAND
from host_tools.simulator.table import SimTable

PIECE_BYTES = 256
HOUR_S = 3600.0
_SYNTAX = re.compile(r"(?:table=([1-9]\d{0,3}):|collector=)([1-9]\d{0,6})/h")


@dataclass(frozen=True)
class Leaks:
    """`tables`: bytes an hour by table; `descriptors`: so many an hour at the collector."""

    tables: dict[int, int] = field(default_factory=dict)
    descriptors: int = 0

    @property
    def command(self) -> str:
        """The code that the collector's Python is started with."""
        return (
            f"from tests.soak.leaks import collect; collect({self.descriptors})"
            if self.descriptors
            else COMMAND
        )


def parse(texts: Iterable[str]) -> Leaks:
    """Leaks by the command line. Raises ValueError for what is none."""
    tables: dict[int, int] = {}
    descriptors = 0
    for text in texts:
        match = _SYNTAX.fullmatch(text)
        if match is None:
            raise ValueError(
                f"{text!r} is no leak: write table=11:4096/h (bytes) or collector=1/h (descriptors)"
            )
        if match[1] is None:
            descriptors += int(match[2])
        else:
            tables[int(match[1])] = int(match[2])
    return Leaks(tables, descriptors)


async def leak_at(table: SimTable, bytes_an_hour: int) -> None:
    """Take a piece of the table's heap again and again, until cancelled."""
    while True:
        await asyncio.sleep(HOUR_S * PIECE_BYTES / bytes_an_hour)
        table.leak(PIECE_BYTES)


def collect(descriptors_an_hour: int) -> None:
    """`boardside collect`, in a process that leaves descriptors open: the first after half of a period."""

    def leak() -> None:
        period_s = HOUR_S / descriptors_an_hour
        time.sleep(period_s / 2)
        while True:
            os.open(os.devnull, os.O_RDONLY)
            time.sleep(period_s)

    threading.Thread(target=leak, name="leak", daemon=True).start()
    from host_tools.cli import main

    main()

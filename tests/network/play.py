"""Play at simulated tables whose every press makes one event, and the two books side by side."""

import asyncio
import json
import random
import time
from collections.abc import Callable
from typing import Any

from hall import Hall
from system_hall import NEW_MATCH, numbers_are_whole, press, texts

from host_tools.collector import pull as pulling
from host_tools.simulator.table import SimTable

SETTLE_S = 120.0
#: Of these events each press of PAUSE makes one, in turn.
PRESSED = ("pause", "resume")

#: Called with (table, number of the press from 1 on, time.monotonic()).
Pressed = Callable[[int, int, float], None]


async def umpire(
    table: SimTable, dice: random.Random, goes_on: Callable[[], bool], gap_s: float, pressed: Pressed
) -> None:
    """Start a match, then press PAUSE again and again as long as `goes_on`. gap_s: between two presses on the
    average. Ends after an even number of them.
    """
    await press(table, NEW_MATCH + " CLOCK")
    number = 0
    while goes_on() or number % 2:
        # The count of 15 s must not run out: only while it runs does each press make an event.
        await asyncio.sleep(gap_s * (dice.uniform(0.1, 0.2) if number % 2 == 0 else dice.uniform(0.3, 3.3)))
        number += 1
        await table.press("PAUSE")
        pressed(table.number, number, time.monotonic())


def journal_of(table: SimTable) -> list[dict[str, Any]]:
    """The events of the table's own journal, read over its port. Blocks; needs the port alone."""
    _, events = pulling.read_table(table.serial_path, 0, lambda _: [b""], 60.0)
    return [json.loads(event.text) for event in events]


async def everything_is_there(hall: Hall, counts: dict[int, int]) -> float:
    """Wait until the collector has all presses (`counts`: table -> how many) stored; seconds it took."""
    began = time.monotonic()
    while time.monotonic() - began < SETTLE_S:
        stored = {table: presses(stored_events(hall, table)) for table in counts}
        if stored == counts and all(_is_even(hall, table) for table in counts):
            return time.monotonic() - began
        await asyncio.sleep(0.1)
    raise AssertionError(f"after {SETTLE_S:.0f} s: pressed {counts}, stored {stored}")


def _is_even(hall: Hall, table: int) -> bool:
    """Whether collector and table say the same of the match, and the link is up."""
    seen = hall.hub.view(table)
    return bool(seen and seen["link"]["state"] == "up" and seen["agrees"] and not seen["problem"])


def stored_events(hall: Hall, table: int) -> list[dict[str, Any]]:
    return [json.loads(text) for text in texts(hall.store, table)]


def presses(events: list[dict[str, Any]]) -> int:
    return sum(event["kind"] in PRESSED for event in events)


def require_same_books(hall: Hall, table: int, own: list[dict[str, Any]]) -> None:
    """Checks that table and database have the same events: each once, in the same words."""
    assert numbers_are_whole(hall.store)
    assert stored_events(hall, table) == own


class Repeats:
    """Counts the events that came to this collector more than once."""

    def __init__(self, hall: Hall) -> None:
        self.count = self.events = 0
        take = hall.collector._on_event

        def counted(connection: Any, message: Any, now: int) -> None:
            peer = connection.session.peer
            journal = hall.collector.journals[peer.journal] if peer is not None else None
            self.events += 1
            # The last event both have is asked for once more on every connection: that is no repetition.
            if journal is not None and message.seq < journal.received:
                self.count += 1
            take(connection, message, now)

        hall.collector._on_event = counted

"""What the whole-system tests share: simulated tables with the real firmware, and the umpire's keys."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from host_tools.simulator.options import Options
from host_tools.simulator.table import SimTable
from host_tools.store import Store

FAST = Options().fast()
PATIENCE_S = 20
NEW_MATCH = "OK OK OK OK QUEEN OK"  # menu, new match, its stage, singles, the left side breaks
A_WINS = "CLOCK OK BLACK BLACK QUEEN OK OK"  # with white: Play, two black c/m left, the Queen is a's
A_WINS_WITH_BLACK = "CLOCK OK WHITE WHITE QUEEN OK OK"


def table(
    number: int, folder: Path, collector: tuple[str, int] | None = None, options: Options = FAST
) -> SimTable:
    """A table whose flash is in `folder`; `collector` puts it on Wi-Fi."""
    return SimTable(number, folder / f"table{number}", collector=collector, options=options)


async def press(panel: SimTable, keys: str) -> None:
    """Press keys one after the other, as soon as the firmware can tell them apart."""
    for key in keys.split():
        await panel.press(key)


async def shows(panel: SimTable, left: int, right: int) -> None:
    """Wait until these points are displayed."""
    wanted = f"{left:2d}", f"{right:2d}"

    def seen(table: SimTable) -> bool:
        digits = table.text.replace(".", "")
        return (digits[:2], digits[-2:]) == wanted

    await panel.wait_for(seen, PATIENCE_S)


async def until(condition: Callable[[], Any]) -> None:
    """Wait for something that announces itself nowhere."""
    async with asyncio.timeout(PATIENCE_S):
        while not condition():
            await asyncio.sleep(0.02)


def run(scenario: Coroutine[Any, Any, None]) -> None:
    """Run a scenario; it fails when it takes longer than any could."""
    asyncio.run(asyncio.wait_for(scenario, 60))


def only_match(store: Store) -> dict[str, Any] | None:
    """The one match in the database, None before it is there."""
    matches = store.matches()
    assert len(matches) <= 1, "a match was doubled"
    return matches[0] if matches else None


def has_points(store: Store, points: list[int]) -> bool:
    """The collector has the match at these points, and the table says the same."""
    match = only_match(store)
    return match is not None and match["official"]["points"] == points and match["agrees"] is True


def numbers_are_whole(store: Store) -> bool:
    """Every journal's events are there once each, from 1 on without a gap."""
    journals: dict[str, list[int]] = {}
    for event in store.events(limit=10_000):
        journals.setdefault(event["journal"], []).append(event["seq"])
    return all(sorted(numbers) == list(range(1, len(numbers) + 1)) for numbers in journals.values())

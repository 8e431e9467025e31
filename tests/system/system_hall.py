"""What the whole-system tests share: simulated tables with the real firmware, and the umpire's keys."""

from pathlib import Path
from typing import Any

from sqlalchemy import select

from host_tools.simulator.process import Options
from host_tools.simulator.table import SimTable
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.store.rows import CommandRow, MatchRow
from host_tools.store.schema import events as stored_events
from tests.waiting import until

FAST = Options().fast()
PATIENCE_S = 180
NEW_MATCH = "OK OK OK OK QUEEN OK"  # menu, new match, its stage, singles, the left side breaks
A_WINS = "CLOCK OK BLACK BLACK QUEEN OK OK"  # with white: Play, two black c/m left, the Queen is a's
A_WINS_WITH_BLACK = "CLOCK OK WHITE WHITE QUEEN OK OK"
SHORT = {"games": 1, "points": 10}  # a match of one game, over after two boards as above


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
    scores = f"{left:2d}", f"{right:2d}"

    def seen(table: SimTable) -> bool:
        digits = table.text.replace(".", "")
        return (digits[:2], digits[-2:]) == scores

    await panel.wait_for(seen, PATIENCE_S)


def match(name: str, rules: dict[str, Any], breaks: str = "a") -> dict[str, Any]:
    """The event that brings a final between Asha and Bela to a table."""
    event = {"kind": "match", "match": name, "ruleset": "icf", "rules": rules, "stage": "final"}
    return event | {"doubles": False, "a": ["Asha"], "b": ["Bela"], "breaks": breaks}


async def answered(store: Store, command: str) -> CommandRow:
    """Wait for a table's answer to a command."""
    await until(lambda: (row := store.command(command)) and row["state"] in ("done", "refused"))
    row = store.command(command)
    assert row is not None
    return row


async def assign(store: Store, table: int, event: dict[str, Any]) -> None:
    """Give a table its match, and wait until it has taken it."""
    answer = await answered(store, store.queue_command(table, event))
    assert answer["state"] == "done", answer["message"]


def only_match(store: Store, table: int | None = None) -> MatchRow | None:
    """The one match (of a table) in the database, None before it is there."""
    matches = store.matches(table=table)
    assert len(matches) <= 1, "a match was doubled"
    return matches[0] if matches else None


def has_points(store: Store, points: list[int], table: int | None = None) -> bool:
    """The collector has the match at these points, and the table says the same."""
    match = only_match(store, table)
    official = None if match is None else match["official"]
    return (
        match is not None
        and official is not None
        and official["points"] == points
        and match["agrees"] is True
    )


def is_sealed(store: Store, table: int | None = None) -> bool:
    """The collector has the match with the umpire's confirmation, and the table says the same."""
    match = only_match(store, table)
    return match is not None and match["confirmed"] and match["agrees"] is True


def numbers_are_whole(store: Store) -> bool:
    """Every journal's events are there once each, from 1 on without a gap, and none came in two versions."""
    journals: dict[str, list[int]] = {}
    for event in store.events(limit=10_000):
        journals.setdefault(event["journal"], []).append(event["seq"])
    whole = all(sorted(numbers) == list(range(1, len(numbers) + 1)) for numbers in journals.values())
    return whole and store.conflicts() == []


def texts(store: Store, table: int) -> list[str]:
    """A table's events as they came over the wire, word for word."""
    of_table = select(stored_events.c.body).where(stored_events.c.table_no == table)
    with reading(store.engine) as connection:
        return list(connection.execute(of_table.order_by(stored_events.c.seq)).scalars())

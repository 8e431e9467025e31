"""What the organiser asks of the hall by command: who is there, and waiting for answers."""

import time
from typing import Any

from host_tools.store import Store
from host_tools.store.store import now_ms

POLL_S = 0.1
#: A table that was heard by a running collector within this time is taken to be there.
PRESENT_MS = 10_000


def present(store: Store) -> list[int]:
    """The numbers of the tables that a running collector has heard within the last 10 seconds."""
    return [
        table["table_no"]
        for table in store.tables()
        if table["link"] != "down" and table["heard_at"] > now_ms() - PRESENT_MS
    ]


def wait(store: Store, commands: list[str], seconds: float) -> list[dict[str, Any]]:
    """The commands as they stand when all are answered, or after `seconds`."""
    until = time.monotonic() + seconds
    while True:
        rows = [row for command in commands if (row := store.command(command)) is not None]
        if all(row["state"] in ("done", "refused") for row in rows) or time.monotonic() >= until:
            return rows
        time.sleep(POLL_S)

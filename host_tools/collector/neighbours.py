"""The other collectors on the same database, in words: those at work, and those that fell silent."""

import os
import platform
import time
from typing import Any

from host_tools.store import Store
from host_tools.store.store import now_ms


def at_work(store: Store) -> list[str]:
    """What a collector that starts says of those that are at work now. Raises StoreError."""
    return [
        f"Another collector is at work on this database: process {row['pid']} on {row['host']}, since "
        f"{time.strftime('%H:%M', time.localtime(row['started_at'] / 1000))}. Each table belongs to the one "
        "it is connected to; nothing counts twice."
        for row in store.collectors()
        if not _is_dead(row)
    ]


def fallen_silent(store: Store) -> list[str]:
    """What is known of collectors that stopped writing without an end, and why. Raises StoreError."""
    rows = store.health.silent(now_ms())
    if not rows or (store.collectors() and all(map(_is_dead, rows))):
        return []
    trouble = store.health.trouble()
    found = []
    for row in rows:
        age = max(0, now_ms() - row["seen_at"]) // 1000
        who = f"The collector of process {row['pid']} on {row['host']}"
        if _is_dead(row):
            found.append(f"{who} was killed {age} s ago; start `boardside collect` to go on.")
        elif trouble is not None:
            found.append(f"{who} has written nothing for {age} s.")
        else:
            found.append(f"{who} has given no sign of life for {age} s: does it still run?")
    return ([f"Nothing can be stored: {trouble}"] if trouble else []) + found


def _is_dead(row: dict[str, Any]) -> bool:
    """Whether it ran on this computer and does not any more; of others nobody knows."""
    if os.name != "posix" or row["host"] != platform.node():
        return False
    try:
        os.kill(row["pid"], 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False

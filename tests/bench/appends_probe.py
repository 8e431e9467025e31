"""Runs under MicroPython: appends_probe.py FIRMWARE MODELS EVENTS. Prints what the flash had to do, as
JSON.
"""

import json
import sys
import time

sys.path.insert(0, sys.argv[1])
sys.path.insert(1, sys.argv[2])
import flash  # type: ignore[import-not-found]
import nor  # type: ignore[import-not-found]

from boardside.journal import Journal
from boardside.journal.ring import Ring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

COUNT = 1000
IDLE_AFTER = 40


def now_us() -> int:
    """Only MicroPython gets here; CPython's type checker does not know that."""
    return getattr(time, "ticks_us")()  # type: ignore[no-any-return]  # noqa: B009


def recorded_events() -> "list[dict[str, Any]]":
    """The recorded match again and again."""
    with open(sys.argv[3]) as lines:
        recorded = [json.loads(line) for line in lines]
    return [dict(recorded[at % len(recorded)], by="panel", match="long") for at in range(COUNT)]


def measured(
    device: "Any", append: "Callable[[dict[str, Any]], object]", tidy: "Callable[[], bool]"
) -> "dict[str, float]":
    """Erases and erases within an append for 1,000 events; writes and ms for one."""
    erases, writes = device.erases, device.writes
    waited = spent = 0
    for at, event in enumerate(recorded_events()):
        before, begin = device.erases, now_us()
        append(event)
        spent += now_us() - begin
        waited += device.erases - before
        if at % IDLE_AFTER == IDLE_AFTER - 1:
            while tidy():
                pass
    return {
        "erases": (device.erases - erases) / COUNT * 1000,
        "waited": waited / COUNT * 1000,
        "writes": (device.writes - writes) / COUNT,
        "ms": spent / 1000 / COUNT,
    }


def of_journal(device: "Any") -> "dict[str, float]":
    """A journal that has had its first idle moment."""
    journal = Journal(Ring(device), lambda: 123456)
    while journal.tidy():
        pass
    return measured(device, journal.append, journal.tidy)


def of_file(device: "Any") -> "dict[str, float]":
    """A file that stays open."""
    with open(flash.mount(device) + "/plain.jsonl", "a") as file:

        def append(event: "dict[str, Any]") -> None:
            file.write(json.dumps(event) + "\n")
            file.flush()

        return measured(device, append, lambda: False)


partition = nor.Nor(64)
plain = flash.Flash(image=flash.formatted(256))
print(
    json.dumps(
        {
            "ring": of_journal(partition),
            "plain": of_file(plain),
        }
    )
)

"""A table's journal in memory, for tests in which flash does not matter."""

from collections.abc import Iterator
from typing import Any


class MemoryJournal:
    """Events numbered from 1, all of them kept; it outlives reboots. `id` is its name."""

    first_seq = 1

    def __init__(self, name: str = "0badcafe") -> None:
        self.id = name
        self.events: list[dict[str, Any]] = []

    @property
    def last_seq(self) -> int:
        return len(self.events)

    def read(self, from_seq: int = 1) -> Iterator[dict[str, Any]]:
        """The events from this number on."""
        return iter(self.events[max(from_seq, 1) - 1 :])

    def append(self, **event: Any) -> dict[str, Any]:
        """The event with its number."""
        event["seq"] = self.last_seq + 1
        self.events.append(event)
        return event

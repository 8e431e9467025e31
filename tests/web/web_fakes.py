"""A store without a database, for the tests and pictures of the pages. The hub is the collector's own."""

from typing import Any

Rows = list[dict[str, Any]]


class FakeStore:
    """Rows held in memory; ``failure`` is raised instead, when set."""

    def __init__(self, matches: Rows | None = None, events: Rows | None = None) -> None:
        self._matches = matches or []
        self._events = events or []
        self.failure: Exception | None = None

    def matches(self, *, table: int | None = None, after: int = 0, limit: int = 100) -> Rows:
        return self._rows(self._matches, table, after, limit)

    def events(self, *, table: int | None = None, after: int = 0, limit: int = 100) -> Rows:
        return self._rows(self._events, table, after, limit)

    def _rows(self, rows: Rows, table: int | None, after: int, limit: int) -> Rows:
        if self.failure is not None:
            raise self.failure
        return [row for row in rows if row["id"] > after and table in (None, row["table"])][:limit]

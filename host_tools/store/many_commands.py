"""Many commands for many tables at once, as an update sends them. They are put into the outbox in order,
watched, and removed again, so that a firmware does not fill the database.
"""

import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

from sqlalchemy import Engine, delete, insert, select

from host_tools.live_values import Event
from host_tools.store.bodies import facts_of
from host_tools.store.database import reading, writing
from host_tools.store.schema import commands
from host_tools.store.wall_clock import now_ms

#: The columns of a table's answer.
ANSWER = (commands.c.code, commands.c.message, commands.c.reason, commands.c.facts)


class AnswerFact(TypedDict):
    """A table's answer as a fact of a note or a reason: what it said, without words of the host."""

    code: str | None
    message: str | None
    reason: str | None
    facts: Mapping[str, Any]


class StoredAnswer(NamedTuple):
    """A command's state, and its answer as `laws.refusals.of_answer` takes it."""

    state: str
    code: str | None
    message: str | None = None
    reason: str | None = None
    facts: Mapping[str, Any] | None = None


def answer_of(row: Any) -> tuple[str | None, str | None, str | None, Mapping[str, Any]]:
    """Code, message, reason and facts in a row that has the columns `ANSWER`."""
    return row.code, row.message, row.reason, facts_of(row.facts)


def answer_fact(row: Any) -> AnswerFact:
    """The same as a fact, JSON-ready."""
    code, message, reason, facts = answer_of(row)
    return {"code": code, "message": message, "reason": reason, "facts": facts}


class Batches:
    """Raises StoreError, as `Store`. One object for one sender: it keeps its commands in their order."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._stamp = 0

    def queue(self, orders: Sequence[tuple[int, Event]], live_ms: int) -> list[str]:
        """Put (table, event) pairs into the outbox, for delivery in this order. They expire after `live_ms`.
        Returns the ids.
        """
        now = now_ms()
        rows = []
        for table_no, event in orders:
            self._stamp = max(now, self._stamp + 1)  # unique, because the time gives the order
            rows.append(
                {
                    "id": secrets.token_hex(6),
                    "table_no": table_no,
                    "body": json.dumps(event, separators=(",", ":")),
                    "state": "pending",
                    "created_at": self._stamp,
                    "expires_at": now + live_ms,
                }
            )
        if rows:
            with writing(self._engine) as connection:
                connection.execute(insert(commands), rows)
        return [str(row["id"]) for row in rows]

    def answers(self, ids: Sequence[str]) -> dict[str, StoredAnswer]:
        """By id, for those of these commands that are stored."""
        answers: dict[str, StoredAnswer] = {}
        with reading(self._engine) as connection:
            for at in range(0, len(ids), 500):
                some = commands.c.id.in_(ids[at : at + 500])
                for row in connection.execute(select(commands.c.id, commands.c.state, *ANSWER).where(some)):
                    answers[row.id] = StoredAnswer(row.state, *answer_of(row))
        return answers

    def withdraw(self, ids: Sequence[str]) -> None:
        """Remove commands, answered or not. They are no longer sent."""
        if ids:
            with writing(self._engine) as connection:
                for at in range(0, len(ids), 500):
                    connection.execute(delete(commands).where(commands.c.id.in_(ids[at : at + 500])))

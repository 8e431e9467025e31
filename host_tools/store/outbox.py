"""Commands for tables: the outbox in the database, and what may be put into it."""

import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypedDict, cast

from sqlalchemy import Connection, Engine, Row, delete, func, insert, select

from host_tools.live_values import Event
from host_tools.store.database import now_ms, reading, writing
from host_tools.store.reasons import MatchPlanned
from host_tools.store.rows import (
    CommandRow,
    decoded,
    facts_of,
)
from host_tools.store.schema import commands
from host_tools.store.tournament_schema import competitions, fixtures, reports, tournaments

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


def queue(
    connection: Connection, table_no: int, event: Event, expires_at: int | None = None, after_ms: int = 0
) -> str:
    """Put an event into the outbox in the caller's transaction; see `Store.queue_command`. after_ms: of
    several in one transaction, which are sent in this order.
    """
    command = secrets.token_hex(4)
    connection.execute(
        insert(commands).values(
            id=command,
            table_no=table_no,
            body=json.dumps(event, separators=(",", ":")),
            state="pending",
            created_at=now_ms() + after_ms,
            expires_at=expires_at,
        )
    )
    return command


def command_row(row: Row[Any]) -> CommandRow:
    """A row of `commands` as people and pages take it."""
    command = dict(row._mapping)
    command["table"] = command.pop("table_no")
    command["event"] = decoded(command.pop("body"))
    command["facts"] = facts_of(command["facts"])
    return cast("CommandRow", command)


class Batches:
    """Many commands for many tables at once, as an update sends them: put into the outbox in order, watched,
    and removed again, so that a firmware does not fill the database. One object for one sender. Raises
    StoreError, as `Store`.
    """

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


# Matches of a tournament, and matches given to a table directly, do not replace each other

_AT_TABLE = ("called", "playing", "held")


def reports_waiting(connection: Connection) -> int:
    """The number of tables' reports that wait for the organiser, in open tournaments."""
    query = (
        select(func.count())
        .select_from(reports)
        .join(fixtures, fixtures.c.id == reports.c.fixture)
        .join(competitions, competitions.c.id == fixtures.c.competition_id)
        .join(tournaments, tournaments.c.id == competitions.c.tournament_id)
        .where(reports.c.state == "open", tournaments.c.state == "open")
    )
    return int(connection.execute(query).scalar() or 0)


def require_free(connection: Connection, table_no: int, match_id: str) -> None:
    """Raise MatchPlanned when `match_id` is a match of a tournament (the desk sets its names and result), or
    when an open tournament has called one of its matches to this table.
    """
    planned = connection.execute(select(fixtures.c.id).where(fixtures.c.id == match_id)).scalar()
    if planned is not None:
        raise MatchPlanned("match_planned", match=match_id, table=table_no)
    called = connection.execute(
        select(fixtures.c.id)
        .join(competitions, competitions.c.id == fixtures.c.competition_id)
        .join(tournaments, tournaments.c.id == competitions.c.tournament_id)
        .where(
            fixtures.c.table_no == table_no,
            fixtures.c.state.in_(_AT_TABLE),
            tournaments.c.state == "open",
        )
    ).scalar()
    if called is not None:
        raise MatchPlanned("table_has_match", table=table_no, match=called)

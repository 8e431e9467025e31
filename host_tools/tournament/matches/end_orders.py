"""Matches that the organiser decided while they are at tables: each such table is asked to end its match.

The desk's decision takes precedence over the table's; the order only informs its umpire (D296). The
order follows from the present state, so a table that was out of reach when the desk decided gets it when it
reports.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Literal, NotRequired, TypedDict

from sqlalchemy import delete, select

from host_tools.store.outbox import queue
from host_tools.store.schema import commands, matches
from host_tools.tournament.matches import reports
from host_tools.tournament.matches.reports import Report
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Fixture, Side


class Decided(TypedDict):
    """The event that ends a match at its table. No winner: nobody won it."""

    kind: Literal["decided"]
    match: str
    winner: NotRequired[Side]


Order = tuple[int, Decided]
"""A table and the event for it."""


def orders(book: Book, fixture: Fixture, at_tables: Sequence[Report]) -> list[Order]:
    """The tables at which this match still goes on though the organiser has decided it, and that have no
    order for this decision yet. Reads only.
    """
    if fixture.state != "done" or fixture.result is None:
        return []
    event: Decided = {"kind": "decided", "match": fixture.id}
    if fixture.result.winner is not None:
        event["winner"] = fixture.result.winner
    latest = {report.journal: report for report in at_tables}
    going_on = [each for each in latest.values() if not each.is_over and _is_at_table(book, each)]
    return [(each.table, event) for each in going_on if _last_sent(book, each, fixture.id) != event]


def is_here(fixture: Fixture, known: tuple[str, int] | None) -> bool:
    """Whether the organiser decided it, not a table, or took a report of a table. known: the match at a table
    that its result came from.
    """
    return fixture.corrected or fixture.taken or (fixture.state == "done" and known is None)


def send(book: Book, new_orders: Iterable[Order]) -> None:
    """Put these orders into the outboxes of their tables."""
    for table, event in new_orders:
        queue(book.connection, table, {**event})


def tell(book: Book, match: str) -> None:
    """After a change of this match: if it is decided here, order the tables where it goes on to end it."""
    for fixture in book.fixtures(ids=[match], states=["done"]):
        if is_here(fixture, book.reported([match]).get(match)):
            at_tables = reports.gather(book, [match]).get(match, [])
            send(book, orders(book, fixture, at_tables))


def withdraw(book: Book, match: str) -> None:
    """Stop sending orders to end this match that no table has got yet: it is not decided any more."""
    query = select(commands.c.id, commands.c.body).where(
        commands.c.state == "pending", commands.c.body.contains('"kind":"decided"')
    )
    ids = [row.id for row in book.connection.execute(query) if json.loads(row.body).get("match") == match]
    if ids:
        book.connection.execute(delete(commands).where(commands.c.id.in_(ids)))


def was_sent(book: Book, report: Report, match: str) -> bool:
    """Whether this table was asked to end the match, and the order is not withdrawn."""
    return _last_sent(book, report, match) is not None


def _is_at_table(book: Book, report: Report) -> bool:
    """Whether this table has had no other match since."""
    later = select(matches.c.id).where(
        matches.c.journal == report.journal, matches.c.first_seq > report.first_seq
    )
    return book.connection.execute(later.limit(1)).first() is None


def _last_sent(book: Book, report: Report, match: str) -> Decided | None:
    """The last order that was sent to this table for its present match, whether or not it was carried out."""
    query = select(commands.c.body).where(
        commands.c.table_no == report.table,
        commands.c.created_at >= report.started_at,
        commands.c.body.contains('"kind":"decided"'),
    )
    for row in book.connection.execute(query.order_by(commands.c.created_at.desc())):
        event: Decided = json.loads(row.body)
        if event.get("match") == match:
            return event
    return None

"""What the tables report of the matches that were planned: which row of `matches` a fixture is."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Select, and_, bindparam, exists, select

from host_tools.store import tournament_schema as schema
from host_tools.store.outbox import ANSWER, AnswerFact, answer_fact
from host_tools.store.schema import commands, events, matches
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Result
from host_tools.tournament.standings import results


@dataclass(frozen=True, slots=True)
class Report:
    """A match at a table, as the host folds it (docs/maintainer/database.md, `matches`).

    names: of both sides, as the table has them now. command: the id of the order that its `match` event came
    from; None: it was begun at the table. is_last: no other match has begun on this device since.
    """

    journal: str
    first_seq: int
    table: int
    phase: str
    official: dict[str, Any]
    confirmed: bool
    started_at: int
    updated_at: int
    seal: str | None
    names: dict[str, list[str]]
    command: str | None
    is_last: bool

    @property
    def key(self) -> tuple[str, int]:
        """Which match at a table it is."""
        return self.journal, self.first_seq

    @property
    def is_untouched(self) -> bool:
        """Only its beginning is recorded: it waits for the toss, and neither side has a point."""
        some = self.official.get("games") or any(self.official.get("points") or ())
        return self.phase in ("idle", "toss") and not some

    @property
    def is_over(self) -> bool:
        """It does not go on: it was decided at the table, or the table has no match."""
        return self.phase in ("idle", "over", "confirmed")

    @property
    def is_by_desk(self) -> bool:
        """It ended at its table because the organiser decided it (D296); it has no result of its own."""
        return bool(self.official.get("desk"))

    @property
    def result(self) -> Result | None:
        """The result that the table confirmed as its own; None: there is none."""
        return results.from_table(self.official) if self.confirmed and not self.is_by_desk else None

    @property
    def goes_on(self) -> bool:
        """It has begun and is still at its table, undecided or not confirmed."""
        return self.is_last and not (self.is_untouched or self.confirmed or self.is_by_desk)

    @property
    def score(self) -> str:
        """ "25-10, 3-8", as far as it is played."""
        games = [*self.official.get("games", [])]
        if not self.confirmed and self.phase != "over" and "points" in self.official:
            games.append(self.official["points"])
        return ", ".join(f"{a}-{b}" for a, b in games)


@cache
def _at_tables(of_ids: bool) -> Select[Any]:
    """The matches at tables of all fixtures, or of those with the `ids`; made once (rows.py)."""
    later = matches.alias()
    is_last = ~exists().where(later.c.journal == matches.c.journal, later.c.first_seq > matches.c.first_seq)
    began = and_(events.c.journal == matches.c.journal, events.c.seq == matches.c.first_seq)
    query = (
        select(matches, schema.fixtures.c.id.label("fixture"), events.c.body, is_last.label("is_last"))
        .join(schema.fixtures, schema.fixtures.c.id == matches.c.match)
        .join(schema.competitions, schema.competitions.c.id == schema.fixtures.c.competition_id)
        .join(schema.tournaments, schema.tournaments.c.id == schema.competitions.c.tournament_id)
        .outerjoin(events, began)
        .where(schema.tournaments.c.state == "open")
        .order_by(matches.c.id)
    )
    return query.where(schema.fixtures.c.id.in_(bindparam("ids", expanding=True))) if of_ids else query


def gather(book: Book, ids: Sequence[str] | None = None) -> dict[str, list[Report]]:
    """The matches at tables of every fixture (of these only) of an open tournament, the oldest first."""
    asked = {} if ids is None else {"ids": ids}
    by_match: dict[str, list[Report]] = {}
    for row in book.connection.execute(_at_tables(ids is not None), asked):
        official = json.loads(row.official) if row.official else {}
        outcome = (row.journal, row.first_seq, row.table_no, row.phase, official, bool(row.confirmed))
        command = json.loads(row.body).get("cmd") if row.body else None
        when = (row.started_at, row.updated_at, row.seal)
        report = Report(*outcome, *when, json.loads(row.names), command, bool(row.is_last))
        by_match.setdefault(row.fixture, []).append(report)
    return by_match


def scores(book: Book) -> dict[str, str]:
    """The score so far of each match (id) that is being played: "25-10, 3-8", as last reported."""
    played = book.fixtures(states=("playing", "held"), only_open=True)
    by_match = gather(book, [fixture.id for fixture in played]) if played else {}
    known = book.reported(list(by_match))
    return {
        match: report.score
        for match, reports in by_match.items()
        for report in reports
        if report.key == known.get(match) and not report.is_untouched
    }


def refusals(book: Book) -> dict[str, AnswerFact]:
    """The table's answer, for each called fixture whose last command it refused."""
    query = (
        select(schema.fixtures.c.id, *ANSWER)
        .join(commands, commands.c.id == schema.fixtures.c.command)
        .where(schema.fixtures.c.state == "called", commands.c.state == "refused")
    )
    return {row.id: answer_fact(row) for row in book.connection.execute(query)}

"""What the tables report of the matches that were planned: which row of `matches` a fixture is."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from host_tools.store import tournament_schema as schema
from host_tools.store.schema import commands, matches
from host_tools.tournament.book import Book
from host_tools.tournament.model import Fixture


@dataclass(frozen=True, slots=True)
class Report:
    """A match at a table, as the host folds it (docs/database.md, `matches`)."""

    journal: str
    first_seq: int
    table: int
    phase: str
    official: dict[str, Any]
    confirmed: bool
    started_at: int
    updated_at: int
    seal: str | None = None

    @property
    def is_untouched(self) -> bool:
        """Nothing but its beginning has happened: it waits for the toss, and nobody has a point."""
        some = self.official.get("games") or any(self.official.get("points") or ())
        return self.phase in ("idle", "toss") and not some

    @property
    def is_over(self) -> bool:
        """It goes on no more: decided at the table, or none."""
        return self.phase in ("idle", "over", "confirmed")

    @property
    def is_by_desk(self) -> bool:
        """It ended at its table because the organiser has decided it (D296): no result of its own."""
        return bool(self.official.get("desk"))

    @property
    def score(self) -> str:
        """ "25-10, 3-8", as far as it is played."""
        games = [*self.official.get("games", [])]
        if not self.confirmed and self.phase != "over" and "points" in self.official:
            games.append(self.official["points"])
        return ", ".join(f"{a}-{b}" for a, b in games)


def gather(book: Book, ids: Sequence[str] | None = None) -> dict[str, list[Report]]:
    """The matches at tables of every fixture (of these only) of an open tournament, the oldest first."""
    query = (
        select(matches, schema.fixtures.c.id.label("fixture"))
        .join(schema.fixtures, schema.fixtures.c.id == matches.c.match)
        .join(schema.competitions, schema.competitions.c.id == schema.fixtures.c.competition_id)
        .join(schema.tournaments, schema.tournaments.c.id == schema.competitions.c.tournament_id)
        .where(schema.tournaments.c.state == "open")
        .order_by(matches.c.id)
    )
    if ids is not None:
        query = query.where(schema.fixtures.c.id.in_(ids))
    found: dict[str, list[Report]] = {}
    for row in book.connection.execute(query):
        official = json.loads(row.official) if row.official else {}
        told = (row.journal, row.first_seq, row.table_no, row.phase, official, bool(row.confirmed))
        found.setdefault(row.fixture, []).append(Report(*told, row.started_at, row.updated_at, row.seal))
    return found


def scores(book: Book) -> dict[str, str]:
    """The score so far of each match (id) that is being played: "25-10, 3-8", as its table last told."""
    played = book.fixtures(states=("playing", "held"), only_open=True)
    told = gather(book, [one.id for one in played]) if played else {}
    found = {}
    for one in played:
        here = [report for report in told.get(one.id, ()) if report.table == one.table]
        if here and not here[-1].is_untouched:
            found[one.id] = here[-1].score
    return found


def refusals(book: Book) -> dict[str, str]:
    """Why the table did not take the match, for each called fixture whose last command was refused."""
    query = (
        select(schema.fixtures.c.id, commands.c.message)
        .join(commands, commands.c.id == schema.fixtures.c.command)
        .where(schema.fixtures.c.state == "called", commands.c.state == "refused")
    )
    return {row.id: row.message or "no reason given" for row in book.connection.execute(query)}


def chosen(one: Fixture, told: Sequence[Report]) -> tuple[Report | None, str]:
    """(the report that counts for this fixture, or None; what is wrong, "" when nothing is).

    A match that was begun at two tables counts where it was called, as long as it is confirmed nowhere else.
    Two confirmed results, or one at another table than that at which it is played now, count nowhere: people
    must say which. Nor does one count whose seal does not fit its events: somebody may have changed them.
    """
    for report in told:
        if report.confirmed and report.seal == "broken":
            return None, _broken(report)
    latest: dict[str, Report] = {}
    for report in told:
        old = latest.get(report.journal)
        if old is not None and old.confirmed and report.confirmed and old.score != report.score:
            return None, _both(old, report)
        if old is None or not report.is_untouched:
            latest[report.journal] = report
    begun = [report for report in latest.values() if not report.is_untouched]
    if not begun:
        waiting = [report for report in latest.values() if report.table == one.table]
        return (waiting[-1] if waiting else None), ""
    if len(begun) == 1:
        return begun[0], ""
    confirmed = [report for report in begun if report.confirmed]
    here = [report for report in begun if report.table == one.table]
    if len(confirmed) > 1:
        return None, _both(confirmed[0], confirmed[1])
    if len(here) == 1 and (not confirmed or confirmed[0] is here[0]):
        return here[0], ""
    return None, _both(begun[0], begun[1])


def _broken(report: Report) -> str:
    return (
        f"The seal of this result (table {report.table}, {report.score}) does not fit its events: "
        "`boardside verify` says where. Enter what counts with `boardside result`."
    )


def _both(one: Report, other: Report) -> str:
    tables = " and ".join(f"table {report.table} ({report.score or 'begun'})" for report in (one, other))
    return f"Two matches with this id, at {tables}: say with `boardside result` which one counts."

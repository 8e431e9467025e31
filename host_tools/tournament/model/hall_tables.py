"""The hall's tables, the match at each of them, and which are free."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from sqlalchemy import and_, func, select

from host_tools.live_values import OfficialResult, TableStatus
from host_tools.reasons import Cause
from host_tools.store.halls import halls_of_tables, read_layout
from host_tools.store.rows import MatchTitle
from host_tools.store.schema import commands, matches, tables
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import AT_TABLE as AT_TABLE
from host_tools.tournament.model.model import Fixture, Tournament
from host_tools.tournament.reasons import cause

#: A table whose row no collector has written for this long (ms) is silent; rows are written every 2 s.
SILENT_MS = 10_000
#: In a tournament's settings: the events that are played in one hall, {"ms": "North"}.
EVENT_HALLS: Final = "event_halls"


class TableMatch(MatchTitle):
    """The fields of a row of `matches` that the desk reads; the others are there, too."""

    official: OfficialResult | None
    problem: str | None


@dataclass(frozen=True, slots=True)
class HallTable:
    """A table as the desk sees it.

    link: up, stale, down, as the collector wrote it at `heard_at` (UTC ms), or silent: no collector has
    written since. status: its last status (battery and more, docs/maintainer/protocol.md), or None. fixture:
    the one that was called to it and is not over. match: the row of `matches` that is at the table, or None:
    `match` its id, `phase`, `title`, `names`, `official`, `confirmed`, `problem` and the others. is_free: a
    match can be called to it now; else `why`.
    """

    number: int
    hall: str
    link: str
    heard_at: int
    firmware: str
    status: TableStatus | None
    problem: str | None
    fixture: Fixture | None
    match: TableMatch | None
    is_free: bool
    why: Cause | None


def status_of(book: Book, number: int) -> TableStatus | None:
    """The last status of a table; None: it was never heard."""
    said = book.connection.execute(select(tables.c.status).where(tables.c.table_no == number)).scalar()
    return json.loads(said) if said else None


def hall_of(book: Book, number: int, owner: Tournament | None = None) -> str:
    """The hall of this table; "" when none is known. owner: the tournament whose setting counts first."""
    own = halls_of_tables(owner.settings) if owner is not None else {}
    return own.get(number) or read_layout(book.connection).hall_of(number)


def hall_of_event(book: Book, owner: Tournament, key: str) -> str:
    """The hall to which an event of this tournament is bound; "": it is played anywhere, also when that hall
    has no tables any more.
    """
    hall: str = (owner.settings.get(EVENT_HALLS) or {}).get(key, "")
    return hall if hall in read_layout(book.connection).names else ""


def all_tables(book: Book, at: int, owner: Tournament | None = None) -> list[HallTable]:
    """Every table ever heard, by number. owner: the tournament whose halls count first; `at`: UTC ms."""
    rows = book.connection.execute(select(tables).order_by(tables.c.table_no)).all()
    latest = _latest_matches(book)
    called = {
        fixture.table: fixture
        for fixture in book.fixtures(states=AT_TABLE, only_open=True)
        if fixture.table is not None
    }
    coming = _on_their_way(book)
    layout = read_layout(book.connection)
    own = halls_of_tables(owner.settings) if owner is not None else {}
    heard = []
    for row in rows:
        link = row.link if row.heard_at > at - SILENT_MS else "silent"
        match = latest.get(row.journal)
        fixture = called.get(row.table_no)
        why = _why_not(link, match, fixture, row.table_no in coming)
        if why is None and match is not None and _waits(match) and _is_foreign(book, match):
            why = cause("match_waits_there")
        heard.append(
            HallTable(
                number=row.table_no,
                hall=own.get(row.table_no) or layout.hall_of(row.table_no),
                link=link,
                heard_at=row.heard_at,
                firmware=row.firmware,
                status=json.loads(row.status) if row.status else None,
                problem=row.problem,
                fixture=fixture,
                match=match,
                is_free=why is None,
                why=why,
            )
        )
    return heard


def numbered(text: str) -> list[int]:
    """The tables in "1-4,7": 1, 2, 3, 4, 7. Raises DeskError for other text."""
    numbers: list[int] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        first, dash, last = (number.strip() for number in part.partition("-"))
        if not first.isdecimal() or bool(dash) != last.isdecimal() or len(first + last) > 8:
            raise DeskError("not_tables", text=part)
        if not 1 <= int(first) <= int(last or first) <= 9999:
            raise DeskError("table_numbers_range", text=part)
        numbers += range(int(first), int(last or first) + 1)
    return numbers


def is_untouched(match: TableMatch) -> bool:
    """Only the beginning of this match is recorded, so another match may replace it."""
    official = match["official"]
    has_points = official is not None and bool(official.get("games") or any(official.get("points") or ()))
    return match["phase"] in ("idle", "toss") and not has_points


def waiting_match(book: Book, number: int) -> str | None:
    """The match that the desk called to a table, and that waits there for its first board: it gives way to
    the next. None: there is none, or it was set up by hand or sent by somebody else.
    """
    journal = book.connection.execute(select(tables.c.journal).where(tables.c.table_no == number)).scalar()
    match = _latest_matches(book).get(journal) if journal else None
    return match["match"] if match is not None and _waits(match) and not _is_foreign(book, match) else None


def _waits(match: TableMatch) -> bool:
    return match["phase"] in ("toss", "ready")


def _is_foreign(book: Book, match: TableMatch) -> bool:
    """No desk called this match."""
    return match["match"] is None or book.competition_of(match["match"]) is None


def _why_not(link: str, match: TableMatch | None, fixture: Fixture | None, is_coming: bool) -> Cause | None:
    if fixture is not None:
        return cause("has_match", match=fixture.id)
    if link != "up":
        return cause("link_not_up", link=link)
    if is_coming:
        return cause("match_on_its_way")
    if match is not None and not match["confirmed"] and not is_untouched(match):
        if match["phase"] == "over":
            return cause("result_not_confirmed")
        return cause("match_in_play")
    return None


def _latest_matches(book: Book) -> dict[str, TableMatch]:
    """The last match of each journal."""
    newest = select(matches.c.journal, func.max(matches.c.first_seq).label("seq")).group_by(matches.c.journal)
    last = newest.subquery()
    on = and_(matches.c.journal == last.c.journal, matches.c.first_seq == last.c.seq)
    latest = {}
    for row in book.connection.execute(select(matches).join(last, on)).all():
        match = dict(row._mapping)
        match["names"] = json.loads(match["names"])
        match["official"] = json.loads(match["official"]) if match["official"] else None
        latest[row.journal] = cast(TableMatch, match)
    return latest


def _on_their_way(book: Book) -> set[int]:
    """The tables that have not answered yet to a match of the outbox."""
    query = select(commands.c.table_no, commands.c.body).where(commands.c.state.in_(("pending", "sent")))
    rows: Sequence[Any] = book.connection.execute(query).all()
    return {row.table_no for row in rows if json.loads(row.body).get("kind") == "match"}

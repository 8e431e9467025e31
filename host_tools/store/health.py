"""The health of the database and its collectors, for a process that watches them from outside."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import cast

from sqlalchemy import Engine, func, select, text, update

from host_tools.reasons import Cause
from host_tools.store.database import computer_ms, file_of, reading, writing
from host_tools.store.links import GONE_MS, known_strangers
from host_tools.store.reasons import StoreError, StoreUnavailable, database_cause
from host_tools.store.rows import CollectorRow
from host_tools.store.schema import acts, collectors, events, matches, meta
from host_tools.store.troubles import shown

#: A collector that fell silent longer ago than this is no longer reported.
NEWS_MS = 3_600_000
#: A clock before this is wrong: 1 January 2026 (UTC ms). So is one years after all that is stored, or after
#: the years in which this program may run.
EARLIEST_MS = 1_767_225_600_000
_YEAR_MS = 365 * 86_400_000
AHEAD_MS, LIFE_MS = _YEAR_MS * 3 // 2, 15 * _YEAR_MS
#: A difference that is no clock running backwards: host time and the computer's drift apart a little.
BEHIND_MS = 60_000
#: Findings of the integrity check that are asked for, and characters of them that are reported.
_MOST, _TEXT_MOST = 3, 200
_OF_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class Health:
    """Each method is one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def silent(self, now: int) -> list[CollectorRow]:
        """The collectors that fell silent in the hour before `now` (UTC ms) without writing that they end,
        the most recent sign of life first. Raises StoreError.
        """
        query = select(collectors).where(
            collectors.c.seen_at <= now - GONE_MS, collectors.c.seen_at > now - NEWS_MS
        )
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(collectors.c.seen_at.desc())).all()
        return [cast("CollectorRow", dict(row._mapping)) for row in rows]

    def strangers(self, collectors: list[str]) -> dict[int, str]:
        """The tables, never heard before, that these collectors have refused lately, each with the reason.
        Raises StoreError.
        """
        return known_strangers(self._engine, collectors)

    def trouble(self) -> Cause | None:
        """Why the database cannot be written now; None when it can. The method writes a stored value again,
        and checks a SQLite file for damage.
        """
        try:
            with writing(self._engine) as connection:
                connection.execute(update(meta).where(meta.c.key == "schema").values(value=meta.c.value))
            return damage_of(self._engine)
        except StoreError as error:
            return error.cause

    def warnings(self) -> list[Cause]:
        """What puts stored results or their times at risk: a setting of the database server, this computer's
        clock. Raises StoreError.
        """
        clock = self.clock(computer_ms())
        found = [] if clock is None else [clock]
        if self._engine.dialect.name != "postgresql":
            return found
        with reading(self._engine) as connection:
            if connection.execute(text("select current_setting('fsync')")).scalar() == "off":
                found.append(database_cause("no_fsync", where=shown(self._engine)))
        return found

    def clock(self, now: int) -> Cause | None:
        """Why the computer's clock, which shows `now` (UTC ms), must be wrong: it is before what is stored,
        long after it, or outside the years of this program. None: it may be right. Raises StoreError.
        """
        newest = self.newest_ms()
        if newest < EARLIEST_MS:  # stored under a wrong clock: nothing to compare with
            newest = 0
        if now < newest - BEHIND_MS:
            return database_cause("clock_behind", now=_moment(now), newest=_moment(newest))
        if now < EARLIEST_MS or now > (newest or EARLIEST_MS + LIFE_MS) + AHEAD_MS:
            return database_cause("clock_years_wrong", now=_moment(now), newest=_moment(newest))
        return None

    def newest_ms(self) -> int:
        """When something of a table or of the desk was last stored (UTC ms); 0: nothing is. Raises
        StoreError.
        """
        last_event = select(events.c.received_at).order_by(events.c.id.desc()).limit(1).scalar_subquery()
        queries = (select(last_event), select(func.max(matches.c.updated_at)), select(func.max(acts.c.at)))
        with reading(self._engine) as connection:
            return max(int(connection.execute(query).scalar() or 0) for query in queries)


def _moment(ms: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(ms / 1000)) if ms else "-"


def damage_of(engine: Engine) -> Cause | None:
    """The damage in the database, with pages and tables as far as SQLite names them. None when there is none,
    and for a server, which checks its data itself.

    It reads the whole file while others write: 0.3 s of processor time for 200,000 events. Raises
    StoreUnavailable when it cannot be looked at.
    """
    file = file_of(engine)
    if file is None:
        return None
    try:
        with closing(sqlite3.connect(f"{file.path.as_uri()}?mode=ro", uri=True)) as connection:
            findings = _asked(connection, f"PRAGMA integrity_check({_MOST})")
            if not findings:
                return None
            tables = _hit(connection)
    except sqlite3.Error as error:
        raise StoreUnavailable("not_checked", where=file.where, why=str(error)) from error
    findings_text = "; ".join(findings)[:_TEXT_MOST]
    if not tables:
        return database_cause("damaged", where=file.where, why=findings_text)
    return database_cause("tables_damaged", where=file.where, tables=tables, why=findings_text)


def findings(path: Path) -> list[str]:
    """The damage in a file that no program uses; empty when there is none. Raises sqlite3.Error."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        return _asked(connection, f"PRAGMA integrity_check({_MOST})")


def _asked(connection: sqlite3.Connection, check: str) -> list[str]:
    """The findings of a check; empty when there are none. Raises sqlite3.Error, except for damage."""
    try:
        rows = [" ".join(str(row[0]).split()) for row in connection.execute(check)]
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF not in _OF_DAMAGE:
            raise
        rows = [str(error)]
    return [row.removeprefix("*** in database main *** ") for row in rows if row != "ok"]


def _hit(connection: sqlite3.Connection) -> list[str]:
    try:
        query = "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name"
        names = [str(row[0]) for row in connection.execute(query)]
    except sqlite3.DatabaseError:
        return []  # the list of the tables itself is lost
    return [name for name in names if _asked(connection, f"PRAGMA integrity_check('{name}')")]

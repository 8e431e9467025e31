"""The health of the database and its collectors, for a process that watches them from outside."""

from typing import cast

from sqlalchemy import Engine, select, text, update

from host_tools.reasons import Cause
from host_tools.store import unknown_tables
from host_tools.store.database import reading, writing
from host_tools.store.integrity_check import damage_of
from host_tools.store.links import GONE_MS
from host_tools.store.reasons import StoreError, database_cause
from host_tools.store.rows import CollectorRow
from host_tools.store.schema import collectors, meta
from host_tools.store.troubles import shown

#: A collector that fell silent longer ago than this is no longer reported.
NEWS_MS = 3_600_000


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
        return unknown_tables.known(self._engine, collectors)

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
        """The settings of the database server that put stored results at risk. Raises StoreError."""
        if self._engine.dialect.name != "postgresql":
            return []
        with reading(self._engine) as connection:
            if connection.execute(text("select current_setting('fsync')")).scalar() == "off":
                return [database_cause("no_fsync", where=shown(self._engine))]
        return []

"""How the database and its collectors are, for a process that looks at them from outside."""

from typing import Any

from sqlalchemy import Engine, select, text, update

from host_tools.store import strangers
from host_tools.store.database import reading, writing
from host_tools.store.links import GONE_MS
from host_tools.store.schema import collectors, meta
from host_tools.store.troubles import StoreError

#: A collector that went without a word so long ago is no news any more.
NEWS_MS = 3_600_000


class Health:
    """Each method is one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def silent(self, now: int) -> list[dict[str, Any]]:
        """The collectors that gave their last sign of life in the hour before `now` (UTC ms) and did not say
        that they end: id, pid, host, started_at, seen_at; the last one first. Raises StoreError.
        """
        query = select(collectors).where(
            collectors.c.seen_at <= now - GONE_MS, collectors.c.seen_at > now - NEWS_MS
        )
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(collectors.c.seen_at.desc())).all()
        return [dict(row._mapping) for row in rows]

    def strangers(self, collectors: list[str]) -> dict[int, str]:
        """Tables never heard that these collectors have turned away lately, and why. Raises StoreError."""
        return strangers.known(self._engine, collectors)

    def trouble(self) -> str | None:
        """Why the database cannot be written now; None when it can. It is tried: what stands there is written
        once more.
        """
        try:
            with writing(self._engine) as connection:
                connection.execute(update(meta).where(meta.c.key == "schema").values(value=meta.c.value))
        except StoreError as error:
            return str(error)
        return None

    def warnings(self) -> list[str]:
        """What makes this database less safe than it should be. Raises StoreError."""
        if self._engine.dialect.name != "postgresql":
            return []
        with reading(self._engine) as connection:
            if connection.execute(text("select current_setting('fsync')")).scalar() == "off":
                return [
                    "The PostgreSQL server runs with fsync = off: a power cut there loses what was "
                    "acknowledged. Set fsync = on in its postgresql.conf."
                ]
        return []

"""The database: what the tables reported, word for word, and what the host made of it. SQLite by default."""

from host_tools.store.database import DEFAULT_URL, StoreError, StoreUnavailable
from host_tools.store.store import Store
from host_tools.store.writer import Writer

__all__ = ["DEFAULT_URL", "Store", "StoreError", "StoreUnavailable", "Writer"]

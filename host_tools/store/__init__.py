"""The database: the tables' reports, unchanged, and the results computed from them. SQLite by default."""

from host_tools.store.reasons import StoreError, StoreUnavailable
from host_tools.store.store import Store
from host_tools.store.writer import Writer

__all__ = ["Store", "StoreError", "StoreUnavailable", "Writer"]

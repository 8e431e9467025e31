"""A real database of version 1: frozen SQL, as the release before wrote it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from sqlalchemy import Engine, text

from host_tools.store.database import open_engine

HERE = Path(__file__).resolve().parent / "version1"
Rows = dict[str, list[tuple[object, ...]]]
NUMBERED = ("events", "conflicts", "matches")


def make(url: str) -> Rows:
    """Make it in an empty database; returns all its rows, by table."""
    return frozen(url, HERE, NUMBERED, COLUMNS)


def frozen(url: str, folder: Path, numbered: Sequence[str], columns: Mapping[str, Sequence[str]]) -> Rows:
    """Run the frozen SQL of a version in an empty database; returns its rows in these columns, by table."""
    engine = open_engine(url)
    name = engine.dialect.name
    with engine.begin() as connection:
        for script in (f"{name}.sql", "rows.sql"):
            for statement in (folder / script).read_text(encoding="utf-8").split(";\n"):
                if statement.strip():
                    connection.exec_driver_sql(statement)
        if name == "postgresql":  # rows with given numbers do not move the counter, a collector's do
            for table in numbered:
                connection.exec_driver_sql(f"select setval('{table}_id_seq', (select max(id) from {table}))")
    content = rows(engine, columns)
    engine.dispose()
    return content


def rows(engine: Engine, columns: Mapping[str, Sequence[str]] | None = None) -> Rows:
    """All rows of the tables of a version (1 by default), in its columns, `meta` left out."""
    content = {}
    with engine.connect() as connection:
        for table, wanted in (columns or COLUMNS).items():
            names = ", ".join(f'"{column}"' for column in wanted)
            query = text(f'select {names} from "{table}" order by 1, 2')
            content[table] = [tuple(row) for row in connection.execute(query)]
    return content


COLUMNS = {
    "tables": ("table_no", "name", "journal", "boot", "firmware", "keyed", "status", "heard_at"),
    "events": ("id", "journal", "seq", "table_no", "match", "kind", "body", "received_at"),
    "conflicts": ("id", "journal", "seq", "table_no", "body", "received_at"),
    "matches": (
        *("id", "journal", "first_seq", "last_seq", "match", "table_no", "title", "stage", "ruleset"),
        *("doubles", "names", "phase", "official", "winner", "confirmed", "agrees", "problem"),
        *("started_at", "updated_at"),
    ),
    "commands": ("id", "table_no", "body", "state", "code", "message", "created_at", "answered_at"),
    "collectors": ("id", "pid", "host", "started_at", "seen_at"),
}

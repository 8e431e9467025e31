"""A real database of version 1: frozen SQL, as the release before wrote it."""

from pathlib import Path

from sqlalchemy import Engine, text

from host_tools.store.database import open_engine

HERE = Path(__file__).resolve().parent / "version1"
NUMBERED = ("events", "conflicts", "matches")


def make(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Make it in an empty database; returns all its rows, by table."""
    engine = open_engine(url)
    name = engine.dialect.name
    with engine.begin() as connection:
        for script in (f"{name}.sql", "rows.sql"):
            for statement in (HERE / script).read_text(encoding="utf-8").split(";\n"):
                if statement.strip():
                    connection.exec_driver_sql(statement)
        if name == "postgresql":  # rows with given numbers do not move the counter, a collector's do
            for table in NUMBERED:
                connection.exec_driver_sql(f"select setval('{table}_id_seq', (select max(id) from {table}))")
    found = rows(engine)
    engine.dispose()
    return found


def rows(engine: Engine) -> dict[str, list[tuple[object, ...]]]:
    """All rows of the tables of version 1, in its columns, `meta` left out."""
    found = {}
    with engine.connect() as connection:
        for table, columns in COLUMNS.items():
            names = ", ".join(f'"{column}"' for column in columns)
            query = text(f'select {names} from "{table}" order by 1, 2')
            found[table] = [tuple(row) for row in connection.execute(query)]
    return found


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

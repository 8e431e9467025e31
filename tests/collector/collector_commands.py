"""The collector's commands in the test's own process, and rows of tables and collectors for them."""

from typing import Any

import typer
from typer.testing import CliRunner, Result

from host_tools.collector.collect_command import collect
from host_tools.collector.hall_commands import assign as assign_command
from host_tools.collector.hall_commands import hall, status
from host_tools.collector.pull import pull_command
from host_tools.store.database import now_ms
from host_tools.store.rows import CollectorRecord, TableRecord

app = typer.Typer(pretty_exceptions_enable=False)


for name, function in (
    ("collect", collect),
    ("pull", pull_command),
    ("status", status),
    ("assign", assign_command),
    ("hall", hall),
):
    app.command(name)(function)


def invoke(*arguments: object) -> Result:
    """Run a command with these words in a wide terminal."""
    return CliRunner(env={"COLUMNS": "200"}).invoke(app, [str(argument) for argument in arguments])


def assign(url: str, *more: object) -> Result:
    """Assigns a match of Asha and Bela to table 3."""
    return invoke("assign", "--table", 3, "--a", "Asha", "--b", "Bela", "--db", url, *more)


def heard(table: int, **values: Any) -> TableRecord:
    """The row of a table whose link is up, with some of its fields changed."""
    row = {
        "name": f"Table {table}", "journal": f"j{table}", "boot": 1, "firmware": "0.1", "keyed": False,
        "transport": "serial", "port": "/dev/ttyUSB0", "link": "up", "heard_at": now_ms(), "status": None,
        "problem": None, **values,
    }  # fmt: skip
    return TableRecord(table, row)


def collector(seen_at: int) -> CollectorRecord:
    """The row of a running collector."""
    return CollectorRecord("c1", {"pid": 1, "host": "laptop", "started_at": 0, "seen_at": seen_at})

"""`boardside` on one database, for the tests of the organiser's commands."""

import json
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

from typer import Typer, testing
from typer.main import get_command

from host_tools import cli

#: To make the commands of Typer's functions takes as long as most of them run: once in a process.
_made = cache(get_command)


@cache
def _built(name: str) -> Typer:
    return cli.build(name)


class Line:
    """`boardside` on one database. `ok` returns what it printed, `fails` what it complained of (status 2).
    columns: of the terminal.
    """

    columns = 200

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = folder / "hall.sqlite3"
        self.url = f"sqlite:///{self.database}"

    def run(self, *words: str) -> Any:
        with mock.patch.object(testing, "_get_command", _made):
            return testing.CliRunner().invoke(
                _built(words[0]), [*words, "--db", self.url], env={"COLUMNS": str(self.columns)}
            )

    def ok(self, *words: str) -> str:
        done = self.run(*words)
        assert done.exit_code == 0, (done.output, done.exception)
        return str(done.stdout)

    def fails(self, *words: str) -> str:
        done = self.run(*words)
        assert done.exit_code == 2, done.output
        assert "Traceback" not in done.stderr
        return str(done.stderr)

    def json(self, *words: str) -> Any:
        return json.loads(self.ok(*words, "--json"))

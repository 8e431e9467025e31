"""`boardside` on one database, for the tests of the organiser's commands."""

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from host_tools import cli


class Line:
    """`boardside` on one database. `ok` returns what it printed, `fails` what it complained of (status 2)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = f"sqlite:///{folder / 'hall.sqlite3'}"

    def run(self, *words: str) -> Any:
        name = words[0]
        return CliRunner().invoke(cli.build(name), [*words, "--db", self.url], env={"COLUMNS": "200"})

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

"""A simulated table on its cable, and the laptop that provisions it: the real firmware and the real mpremote,
a pseudo-terminal between.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from click.testing import Result
from typer.testing import CliRunner

from host_tools.cli import build
from host_tools.simulator import flash_image
from host_tools.simulator.process import Options
from host_tools.simulator.table import SimTable
from host_tools.store import Store
from host_tools.store.keys import fingerprint

OPTIONS = Options().fast()


@asynccontextmanager
async def on_table(tmp_path: Path, options: Options = OPTIONS, **config: Any) -> AsyncIterator["Bench"]:
    """A table 3 that runs, and a database beside it."""
    async with SimTable(3, tmp_path / "table", options=options, config=config) as table:
        await table.wait_for(lambda t: t.text.strip() != "")
        bench = Bench(table, tmp_path)
        try:
            yield bench
        finally:
            bench.store.close()


class Bench:
    """A table on its cable, and the laptop."""

    def __init__(self, table: SimTable, folder: Path) -> None:
        self.table = table
        self.url = f"sqlite:///{folder / 'hall.sqlite3'}"
        self.store = Store.open(self.url)

    async def provision(self, *words: object, port: str = "", stdin: str | None = None) -> Result:
        arguments = [
            "provision",
            "--port",
            port or self.table.serial_path,
            "--db",
            self.url,
            *map(str, words),
        ]
        done = await asyncio.to_thread(CliRunner().invoke, build("provision"), arguments, stdin)
        assert "Traceback" not in done.output
        return done

    async def pull(self, *words: str) -> Result:
        arguments = ["pull", "--events", "--port", self.table.serial_path, *words]
        return await asyncio.to_thread(CliRunner().invoke, build("pull"), arguments)

    @property
    def config(self) -> dict[str, Any]:
        return dict(json.loads(flash_image.read(self.table.image)["config.json"]))

    @property
    def key(self) -> bytes:
        return bytes.fromhex(self.config.get("key", ""))

    def states(self, number: int = 3) -> list[tuple[str, str]]:
        return [(fingerprint(row.key), row.state) for row in self.store.keys.of_table(number)]

"""Tables that run a small firmware program of the test's own."""

from pathlib import Path
from typing import Any

import pytest
from simulator_tools import MakeTable

from host_tools.simulator.process import FIRMWARE, Options
from host_tools.simulator.table import SimTable


@pytest.fixture
def make_table(tmp_path: Path) -> MakeTable:
    """`make_table(main, **of_options)`: a table whose main.py is the given text, with boardside beside it."""

    def make(
        main: str, number: int = 1, collector: tuple[str, int] | None = None, **of_options: Any
    ) -> SimTable:
        firmware = tmp_path / "firmware"
        firmware.mkdir(exist_ok=True)
        (firmware / "main.py").write_text(main, encoding="utf-8")
        if not (firmware / "boardside").exists():
            (firmware / "boardside").symlink_to(FIRMWARE / "boardside")
        fast: dict[str, Any] = {"erase_ms": (0, 0), "write_us": 0, "wifi_join_ms": 20}
        options = Options(**(fast | of_options | {"firmware": firmware}))
        return SimTable(number, tmp_path / f"table{number}", collector=collector, options=options)

    return make

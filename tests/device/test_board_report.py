"""`boardside flash --report`: a text file with what a board is (asked at its prompt)."""

import ast
import asyncio
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from host_tools.cli import build
from host_tools.device import commands, prompt
from host_tools.device.build import FIRMWARE
from host_tools.simulator.process import Options
from host_tools.simulator.table import SimTable


def test_the_report_of_a_simulated_table_has_every_line_and_no_secret(tmp_path: Path) -> None:
    """The real script by the real mpremote; afterwards the table shows its number again."""

    async def work() -> str:
        config = {"key": "ab" * 16, "wifi": {"ssid": "Hall", "password": "secret-word"}}
        async with (
            asyncio.timeout(180),
            SimTable(3, tmp_path / "table", options=Options().fast(), config=config) as table,
        ):
            await table.wait_for(lambda t: t.text == "tbL    3")
            arguments = ["flash", "--port", table.serial_path, "--report", str(tmp_path / "report.txt")]
            done = await asyncio.to_thread(CliRunner().invoke, build("flash"), arguments)
            assert done.exit_code == 0, done.output
            await table.wait_for(lambda t: t.text == "tbL    3")
            return (tmp_path / "report.txt").read_text("utf-8")

    text = asyncio.run(work())
    assert "secret-word" not in text
    assert "abababab" not in text
    lines = dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)
    for name in ("version", "heap_free", "firmware", "last_run", "reset_cause", "displays_panel_battery"):
        assert "not available" not in lines[name], lines[name]
    for name in ("collection", "mem_free", "loop_of_1000", "key_scan", "press_to_screen"):
        assert "us (least, middle, most of" in lines[name], lines[name]
    # What a laptop's MicroPython does not have is said, and stops nothing.
    assert "not available" in lines["heaps"]


def test_other_lines_of_the_console_are_left_out() -> None:
    output = "# log\r\nboardside-report:machine=ESP32 = one\r\nI (31) boot: x\r\nboardside:done:\r\n"
    assert commands.read_report(output) == {"machine": "ESP32 = one"}
    written = commands.report_text(
        {"machine": "ESP32"}, "/dev/ttyUSB0", datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
    )
    assert "taken 2026-01-02 03:04 UTC" in written
    assert "machine: ESP32\n" in written


def test_a_port_that_is_not_there_is_said(tmp_path: Path) -> None:
    done = CliRunner().invoke(build("flash"), ["flash", "--port", str(tmp_path / "absent"), "--report", "x"])
    assert done.exit_code == 1
    assert "Traceback" not in done.output


IMPORTS = sorted(
    set(re.findall(r"^ *from (boardside[\w.]*) import ([\w, ]+)$", Path(prompt.__file__).read_text(), re.M))
)


@pytest.mark.parametrize(("module", "names"), IMPORTS)
def test_what_a_script_imports_of_the_firmware_is_there(module: str, names: str) -> None:
    path = FIRMWARE.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    tree = ast.parse(file.read_text(encoding="utf-8"))
    defined_names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    defined_names |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for name in (each.partition(" as ")[0] for each in names.split(", ")):
        assert name in defined_names or (path / f"{name}.py").is_file(), f"{module}.{name}"

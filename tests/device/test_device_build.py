"""The build: every module compiled, its sizes told, and an error that names its file."""

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from host_tools.device import build as building
from host_tools.device import commands
from host_tools.device.merge import dotted
from host_tools.device.tools import DeviceError


@pytest.fixture(scope="module")
def built(compiled: tuple[Path, list[building.Built]]) -> tuple[Path, list[building.Built]]:
    return compiled


def test_every_module_is_compiled_and_nothing_else_is_there(built) -> None:
    out, files = built
    lines = building.lines()
    program = building.program()
    modules = {path.removesuffix(".py") + ".mpy" for path in program}
    merged = {module for bundle in lines.values() for module in bundle}
    assert set(lines) <= set(program)
    for path in building.sources():
        name = path.relative_to(building.FIRMWARE).as_posix()
        assert (name in program) or dotted(name) in merged
    assert {file.path for file in files} == modules | set(building.PLAIN)
    there = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert there == modules | set(building.PLAIN)


def test_a_compiled_module_is_an_mpy_of_version_6_for_any_chip(built) -> None:
    out, files = built
    for file in files:
        if file.path.endswith(".mpy"):
            head = (out / file.path).read_bytes()[:3]
            assert head[:2] == b"M\x06"
            assert head[2] >> 2 == 0, "no native code: it would fit one chip only"


def test_main_stays_tiny(built) -> None:
    tiny = ("boot.py", "main.py")
    assert sum(file.built_bytes for file in built[1] if file.path in tiny) < 500


def test_no_module_is_too_large_to_load(built) -> None:
    # The loader reads a file as a whole. Bundles load at power-on, when the heap of PSRAM is empty; the
    # others load on a heap in use, so their piece of memory stays below 8 KB.
    bundles = [file.built_bytes for file in built[1] if "/play" in file.path]
    assert max(bundles) < 32_768
    assert max(file.built_bytes for file in built[1] if "/play" not in file.path) < 8192


def test_old_files_do_not_stay(tmp_path: Path) -> None:
    stale = tmp_path / "out" / "boardside" / "stale.mpy"
    stale.parent.mkdir(parents=True)
    stale.write_bytes(b"x")
    building.build(_firmware(tmp_path, "x = 1\n"), tmp_path / "out")
    assert not stale.exists()


def test_an_error_names_the_file_and_leaves_no_build(tmp_path: Path) -> None:
    firmware = _firmware(tmp_path, "def broken(:\n")
    with pytest.raises(DeviceError, match=r"boardside/part\.py does not compile"):
        building.build(firmware, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_sizes_are_added_up_by_part(built) -> None:
    parts = building.by_part(built[1])
    assert {"game", "table", "link", "journal", "drivers", "app"} <= set(parts)
    sizes = [sum(file.built_bytes for file in files) for files in parts.values()]
    assert sizes == sorted(sizes, reverse=True)
    assert sum(sizes) == sum(file.built_bytes for file in built[1])


def test_the_command_prints_the_table_of_sizes(
    built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "build", lambda: built[1])
    monkeypatch.setattr(commands, "BUILD", built[0])
    monkeypatch.setattr(commands, "PACK", tmp_path / "firmware.pack")
    app = typer.Typer()
    app.command()(commands.build_command)
    done = CliRunner().invoke(app, ["--size"])
    assert done.exit_code == 0
    assert "boardside/journal/segments.mpy" in done.output
    assert f"{sum(file.built_bytes for file in built[1])} bytes" in done.output


def _firmware(folder: Path, text: str) -> Path:
    firmware = folder / "firmware"
    (firmware / "boardside").mkdir(parents=True)
    for name in (*building.PLAIN, building.LOADER):
        (firmware / name).write_text("")
    (firmware / "boardside" / "part.py").write_text(text)
    return firmware

"""The simulator starts what a board starts: the firmware compiled, anew for each state of its sources."""

import os
import time
from pathlib import Path

import pytest

from host_tools.device import build
from host_tools.device.tools import DeviceError
from host_tools.simulator import compiled as module
from host_tools.simulator.compiled import compiled


@pytest.fixture
def firmware(tmp_path: Path) -> Path:
    folder = tmp_path / "firmware"
    (folder / "boardside" / "part").mkdir(parents=True)
    for name in (*build.PLAIN, build.LOADER):
        (folder / name).write_text("")
    (folder / "boardside" / "__init__.py").write_text("")
    (folder / "boardside" / "part" / "one.py").write_text("def one():\n    return 1\n")
    (folder / "boardside" / "part" / "two.py").write_text("TWO = 2\n")
    return folder


def files_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_it_holds_what_a_board_holds(firmware: Path, tmp_path: Path) -> None:
    folder = compiled(firmware, tmp_path / "cache")
    modules = {"boardside/__init__.mpy", "boardside/part/one.mpy", "boardside/part/two.mpy"}
    assert files_in(folder) == {*build.PLAIN, "loader.mpy", *modules}
    board = tmp_path / "board"
    build.build(firmware, board)
    assert {name: (folder / name).read_bytes() for name in modules} == {
        name: (board / name).read_bytes() for name in modules
    }


def test_only_what_was_edited_is_compiled_again(
    firmware: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    compile_module = build.compile_module

    def asking(mpy_cross: Path, text: str, target: Path, name: str) -> None:
        asked.append(name)
        compile_module(mpy_cross, text, target, name)

    monkeypatch.setattr(build, "compile_module", asking)
    before = compiled(firmware, tmp_path / "cache")
    assert compiled(firmware, tmp_path / "cache") == before
    asked.clear()
    (firmware / "boardside" / "part" / "one.py").write_text("def one():\n    return 11\n")
    after = compiled(firmware, tmp_path / "cache")
    assert after != before
    assert asked == ["boardside/part/one.py"]
    (firmware / "boardside" / "part" / "one.py").write_text("def one():\n    return 1\n")
    assert compiled(firmware, tmp_path / "cache") == before


def test_what_does_not_compile_is_left_to_the_table(firmware: Path, tmp_path: Path) -> None:
    (firmware / "boardside" / "part" / "one.py").write_text("this is no Python\n")
    there = files_in(compiled(firmware, tmp_path / "cache"))
    assert {"boardside/part/one.py", "boardside/part/two.mpy"} <= there
    assert "boardside/part/one.mpy" not in there


def test_without_a_compiler_the_sources_run(
    firmware: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> Path:
        raise DeviceError("mpy-cross is missing")

    monkeypatch.setattr(build, "compiler", missing)
    assert compiled(firmware, tmp_path / "cache") == firmware


def test_where_nothing_can_be_written_the_sources_run(firmware: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert compiled(firmware, tmp_path / "file") == firmware


def test_a_folder_without_the_package_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("print(1)\n")
    assert compiled(tmp_path, tmp_path / "cache") == tmp_path


def test_states_of_another_day_are_removed(firmware: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    old = compiled(firmware, cache)
    long_ago = time.time() - module.KEPT_S - 60
    os.utime(old, (long_ago, long_ago))
    (firmware / "boardside" / "part" / "one.py").write_text("def one():\n    return 11\n")
    assert compiled(firmware, cache).is_dir()
    assert not old.exists()

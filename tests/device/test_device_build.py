"""The build: every module compiled, its sizes told, and an error that names its file."""

import ast
import subprocess
import sysconfig
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from host_tools.device import build as building
from host_tools.device import commands, flashing
from host_tools.device.syntax import dotted, source_of
from host_tools.device.tools import DeviceError
from tests.compiled import lines_once, program_once

COUNTED = Path(__file__).resolve().parent.parent / "bench" / "counted"


@pytest.fixture(scope="module")
def built(compiled: tuple[Path, list[building.Built]]) -> tuple[Path, list[building.Built]]:
    return compiled


def test_every_module_is_compiled_and_nothing_else_is_there(
    built, tmp_path_factory: pytest.TempPathFactory
) -> None:
    out, files = built
    lines = lines_once(tmp_path_factory)
    program = program_once(tmp_path_factory)
    modules = {path.removesuffix(".py") + ".mpy" for path in program}
    merged = {module for bundle in lines.values() for module in bundle}
    assert set(lines) <= set(program)
    for path in building.sources():
        name = path.relative_to(building.FIRMWARE).as_posix()
        assert (name in program) or dotted(name) in merged
    assert {file.path for file in files} == modules | set(building.PLAIN)
    built_paths = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert built_paths == modules | set(building.PLAIN)


def test_what_only_the_host_imports_is_on_no_board_and_no_board_asks_for_it() -> None:
    package = building.FIRMWARE / building.PACKAGE
    left_out = {f"{building.PACKAGE}/{name}" for name in building.FOR_HOST}
    assert all((building.FIRMWARE / path).is_file() for path in left_out)
    asked = set()
    for source in building.sources():
        path = source.relative_to(building.FIRMWARE).as_posix()
        assert path not in left_out
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.ImportFrom):
                base = source_of(node, dotted(path), source.name == "__init__.py")
                asked |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    assert "boardside.game.official" in asked
    assert not {dotted(path) for path in left_out} & asked
    assert len(list(package.rglob("*.py"))) == len(list(building.sources())) - 1 + len(left_out)


def _definitions(text: str) -> list[tuple[int, type[ast.AST], int]]:
    """The line, kind and size (how many nodes of code) of every function and class, without what only the
    type checker reads.
    """
    definitions = []
    waiting: list[ast.AST] = [ast.parse(text)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            definitions.append(
                (node.lineno, type(node), sum(isinstance(n, ast.stmt) for n in ast.walk(node)))
            )
        waiting.extend(ast.iter_child_nodes(node))
    return sorted(definitions, key=lambda definition: (definition[0], definition[1].__name__, definition[2]))


def test_every_function_and_class_of_the_sources_is_compiled_once_on_its_line(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Lines are those of the sources, so a definition is found by its place, whatever it is called."""
    program = program_once(tmp_path_factory)
    bundles = lines_once(tmp_path_factory)
    expected: dict[str, list[tuple[int, type[ast.AST], int]]] = {path: [] for path in program}
    for source in building.sources():
        path = source.relative_to(building.FIRMWARE).as_posix()
        holders = [
            (bundle, lines[dotted(path)]) for bundle, lines in bundles.items() if dotted(path) in lines
        ]
        assert len(holders) <= 1, f"{path} is in several bundles"
        holder, first = holders[0] if holders else (path, 1)
        expected[holder] += [(line + first - 1, *rest) for line, *rest in _definitions(source.read_text())]
    assert sum(map(len, expected.values())) > 1500
    for path, text in program.items():
        assert _definitions(text) == sorted(expected[path], key=lambda d: (d[0], d[1].__name__, d[2])), path


def test_the_old_path_of_a_merged_module_gives_the_bundles_objects(
    built, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Run from the compiled files: every public function and class of every merged module."""
    asked = []
    for bundle, members in lines_once(tmp_path_factory).items():
        for module in members:
            path = building.FIRMWARE / module.replace(".", "/")
            source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
            body = ast.parse(source.read_text()).body
            kinds = {ast.FunctionDef: "function", ast.ClassDef: "type"}
            names = [(node.name, kinds[type(node)]) for node in body if type(node) in kinds]
            public = [(name, kind) for name, kind in names if name[0] != "_"]
            asked.append((module, dotted(bundle), public))
    assert sum(len(public) for _, _, public in asked) > 250
    script = (
        f"import sys\nsys.path[:] = [{str(built[0])!r}, {str(COUNTED)!r}, '.frozen']\n"
        "import mute\nmute.solder()\n"
        f"for path, bundle, public in {asked!r}:\n"
        "    objects = [id(value) for value in __import__(bundle, None, None, ['x']).__dict__.values()]\n"
        "    for name, kind in public:\n"
        "        value = getattr(__import__(path, None, None, [name]), name)\n"
        "        if id(value) not in objects or type(value).__name__ not in (kind, 'generator', 'closure'):\n"
        "            print(path, name, value)\n"
    )
    micropython = Path(sysconfig.get_path("scripts")) / "micropython"
    done = subprocess.run(
        [str(micropython), "-X", "heapsize=4M", "-c", script], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


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
    # others load on a heap in use, so their piece of memory stays below 12 KB.
    bundles = [file.built_bytes for file in built[1] if "/play" in file.path]
    assert max(bundles) < 32_768
    assert max(file.built_bytes for file in built[1] if "/play" not in file.path) < 12_288


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
    monkeypatch.setattr(flashing, "build", lambda: built[1])
    monkeypatch.setattr(flashing, "BUILD", built[0])
    monkeypatch.setattr(flashing, "PACK", tmp_path / "firmware.pack")
    app = typer.Typer()
    app.command()(commands.build_command)
    done = CliRunner().invoke(app, ["--size"])
    assert done.exit_code == 0
    assert "boardside/journal/__init__.mpy" in done.output
    assert f"{sum(file.built_bytes for file in built[1])} bytes" in done.output


def _firmware(folder: Path, text: str) -> Path:
    firmware = folder / "firmware"
    (firmware / "boardside").mkdir(parents=True)
    for name in (*building.PLAIN, building.LOADER):
        (firmware / name).write_text("")
    (firmware / "boardside" / "part.py").write_text(text)
    return firmware

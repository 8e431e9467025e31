"""A folder of firmware as a board has it: compiled, once for each state of its sources.

An edited module runs from the next power-on, and an unchanged one is not compiled again: compiled modules are
cached by the digest of their source, and each state of all the sources has a folder of them. A module that
does not compile stays a source, so the table reports its error at the start, as any table does.
"""

import contextlib
import hashlib
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from host_tools import folders
from host_tools.device import build
from host_tools.device.tools import DeviceError

CACHE = folders.work() / "simulated"
KEPT_S = 24 * 3600
"""A state is removed when no table was started from it for this time."""

_MODULES = "modules"
_Signature = tuple[tuple[str, int, int], ...]
_known: dict[Path, tuple[_Signature, Path]] = {}
#: The tables of a hall start at the same time, and one build serves all of them. In CPython 3.11 two
#: threads that parse sources at the same time can also fail (https://github.com/python/cpython/issues/106905).
_making = threading.Lock()


def compiled(firmware: Path, cache: Path = CACHE) -> Path:
    """The folder to start a table from instead of `firmware`; it is built in `cache` if it is missing.

    Returns `firmware` itself when it has no package `boardside` in sources, when there is no compiler, or
    when `cache` cannot be written.
    """
    firmware = firmware.resolve()
    if not (firmware / build.PACKAGE).is_dir() or build.is_compiled(firmware):
        return firmware
    with _making:
        signature = tuple(_signature(firmware))
        known = _known.get(firmware)
        if known is not None and known[0] == signature and known[1].is_dir():
            return known[1]
        try:
            folder = _made(firmware, cache)
        except (DeviceError, OSError):
            return firmware
        _known[firmware] = signature, folder
    return folder


def _signature(folder: Path) -> Iterator[tuple[str, int, int]]:
    """Every file's path, time and size: they reveal an edited file without reading it."""
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _signature(Path(entry.path))
            else:
                stat = entry.stat()
                yield entry.path, stat.st_mtime_ns, stat.st_size


def _made(firmware: Path, cache: Path) -> Path:
    mpy_cross = build.compiler()
    folder = cache / _digest(_raw(firmware))
    if folder.is_dir():
        os.utime(folder)
        return folder
    (cache / _MODULES).mkdir(parents=True, exist_ok=True)
    _forget_old(cache)
    rising = Path(tempfile.mkdtemp(dir=cache))
    try:
        for name in build.PLAIN:
            if (firmware / name).is_file():
                shutil.copyfile(firmware / name, rising / name)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            places = [
                pool.submit(_place, mpy_cross, name, text, cache / _MODULES, rising)
                for name, text in _program(firmware).items()
            ]
        for place in places:
            place.result()
        with contextlib.suppress(OSError):  # another process was quicker
            rising.rename(folder)
    finally:
        shutil.rmtree(rising, ignore_errors=True)
    return folder


def _raw(firmware: Path) -> Iterator[bytes]:
    """All that the outcome depends on: the sources, and how they are built."""
    for part in sorted(Path(build.__file__).parent.glob("*.py")):
        yield part.read_bytes()
    for path in [*(firmware / name for name in (*build.PLAIN, build.LOADER)), *build.sources(firmware)]:
        if path.is_file():
            yield path.relative_to(firmware).as_posix().encode()
            yield path.read_bytes()


def _program(firmware: Path) -> dict[str, str]:
    """The texts to compile, by path; the unchanged sources when one of them is not valid Python."""
    try:
        return build.program(firmware)
    except DeviceError:
        return {
            path.relative_to(firmware).as_posix(): path.read_text("utf-8")
            for path in build.sources(firmware)
            if path.is_file()
        }


def _digest(parts: Iterable[bytes]) -> str:
    whole = hashlib.sha256()
    for part in parts:
        whole.update(b"%d " % len(part) + part)
    return whole.hexdigest()[:24]


def _place(mpy_cross: Path, name: str, text: str, modules: Path, folder: Path) -> None:
    """Put one module into `folder`: compiled, or its source when it does not compile."""
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    kept = modules / _digest([name.encode(), text.encode()])
    if not kept.is_file():
        made = kept.with_name(f"{kept.name}.{os.getpid()}")
        try:
            build.compile_module(mpy_cross, text, made, name)
        except DeviceError:
            target.write_text(text, encoding="utf-8")
            return
        made.replace(kept)
    with contextlib.suppress(OSError):
        os.utime(kept)
    shutil.copyfile(kept, target.with_suffix(".mpy"))


def _forget_old(cache: Path) -> None:
    since = time.time() - KEPT_S
    for old in (*cache.iterdir(), *(cache / _MODULES).iterdir()):
        with contextlib.suppress(OSError):  # another process removes it too
            if old.name == _MODULES or old.stat().st_mtime >= since:
                continue
            if old.is_dir():
                shutil.rmtree(old)
            else:
                old.unlink()

"""A folder of firmware as a board has it: compiled, once for each state of its sources.

What is edited runs at the next power-on, and what is not edited is not compiled again: compiled modules are
kept by the digest of their source, and put together in a folder for each state of the whole. A module that
does not compile stays a source, so the table says at its start what is wrong with it, as any table would.
"""

import contextlib
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from host_tools.device import build
from host_tools.device.tools import DeviceError

CACHE = build.ROOT / "build" / "simulated"
KEPT_S = 24 * 3600
"""States that no table was started from for so long are removed."""

_MODULES = "modules"
_Signature = tuple[tuple[str, int, int], ...]
_known: dict[Path, tuple[_Signature, Path]] = {}


def compiled(firmware: Path, cache: Path = CACHE) -> Path:
    """The folder to start a table from instead of `firmware`, made in `cache` if it is not there yet.

    `firmware` itself when it holds no package `boardside` in sources, when there is no compiler, or when
    nothing can be written into `cache`.
    """
    firmware = firmware.resolve()
    if not (firmware / build.PACKAGE).is_dir():
        return firmware
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
    """Every file's path, time and size: what tells an edited file without reading it."""
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
    sources = {path.relative_to(firmware): path.read_bytes() for path in _files(firmware)}
    digests = {path: _digest(path, data) for path, data in sources.items()}
    whole = hashlib.sha256("".join(sorted(digests.values())).encode()).hexdigest()[:16]
    folder = cache / whole
    if folder.is_dir():
        os.utime(folder)
        return folder
    (cache / _MODULES).mkdir(parents=True, exist_ok=True)
    _forget_old(cache)
    rising = Path(tempfile.mkdtemp(dir=cache))
    try:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            places = [
                pool.submit(_place, mpy_cross, firmware / path, path, cache / _MODULES / digest, rising)
                for path, digest in digests.items()
            ]
        for place in places:
            place.result()
        with contextlib.suppress(OSError):  # somebody else was quicker
            rising.rename(folder)
    finally:
        shutil.rmtree(rising, ignore_errors=True)
    return folder


def _files(firmware: Path) -> Iterator[Path]:
    for name in (*build.PLAIN, build.LOADER):
        if (firmware / name).is_file():
            yield firmware / name
    yield from sorted((firmware / build.PACKAGE).rglob("*.py"))


def _digest(path: Path, data: bytes) -> str:
    return hashlib.sha256(str(path).encode() + b"\0" + data).hexdigest()[:24]


def _place(mpy_cross: Path, source: Path, path: Path, kept: Path, folder: Path) -> None:
    """Put one file into `folder`: compiled, or as it is where that is its place or cannot be helped."""
    target = (folder / path).with_suffix(".mpy")
    target.parent.mkdir(parents=True, exist_ok=True)
    if path.name in build.PLAIN and path.parent == Path():
        shutil.copyfile(source, folder / path)
        return
    if not kept.is_file():
        made = kept.with_name(f"{kept.name}.{os.getpid()}")
        try:
            build.compile_module(mpy_cross, source, made, path.as_posix())
        except DeviceError:
            shutil.copyfile(source, folder / path)
            return
        made.replace(kept)
    with contextlib.suppress(OSError):
        os.utime(kept)
    shutil.copyfile(kept, target)


def _forget_old(cache: Path) -> None:
    since = time.time() - KEPT_S
    for old in (*cache.iterdir(), *(cache / _MODULES).iterdir()):
        with contextlib.suppress(OSError):  # somebody else removes it, too
            if old.name == _MODULES or old.stat().st_mtime >= since:
                continue
            if old.is_dir():
                shutil.rmtree(old)
            else:
                old.unlink()

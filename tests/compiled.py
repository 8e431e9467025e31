"""The firmware as `boardside dev build` makes it: compiled once for all tests of a run, in whichever worker.
Simulated tables share the program that is made for that.
"""

import fcntl
import hashlib
import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest

from host_tools.device import build as building
from host_tools.device.build import Built

Compiled = tuple[Path, list[Built]]
#: What the compiler is given, by path (build.py); beside the firmware, for whoever looks at that.
Program = dict[str, str]
#: The first line of each module in its bundle, by the bundle's path.
Lines = dict[str, dict[str, int]]


Value = TypeVar("Value")


@contextmanager
def programs_once(factory: pytest.TempPathFactory) -> Iterator[None]:
    """Meanwhile the same sources are merged and made into a program once in a run, in whichever worker."""
    merge, program = building._merged_once, building.program

    def merged_once(texts: tuple[tuple[str, str], ...]) -> building.Merged:
        return _once(factory, "merged", texts, lambda: merge(texts))

    def program_once(firmware: Path = building.FIRMWARE) -> Program:
        return _once(factory, "program", building._texts(firmware), lambda: program(firmware))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "_merged_once", merged_once)
        patch.setattr(building, "program", program_once)
        yield


def _once(factory: pytest.TempPathFactory, name: str, given: object, make: Callable[[], Value]) -> Value:
    """What `make` makes of what is given, or another worker has made of the same."""
    kept = _shared(factory) / f"{name}-{hashlib.sha256(repr(given).encode()).hexdigest()[:16]}"
    with kept.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            kept.write_bytes(pickle.dumps(make()))
    value: Value = pickle.loads(kept.read_bytes())
    return value


def _shared(factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of a run have."""
    here = factory.getbasetemp()
    folder = (here.parent if "PYTEST_XDIST_WORKER" in os.environ else here) / "compiled"
    folder.mkdir(exist_ok=True)
    return folder


def compiled_once(factory: pytest.TempPathFactory) -> Compiled:
    """Its folder, and what is in it; nobody changes it."""
    folder, built, _program, _lines = _made_once(factory)
    return folder, built


def program_once(factory: pytest.TempPathFactory) -> Program:
    """The parts of the program that the compiler was given."""
    return _made_once(factory)[2]


def lines_once(factory: pytest.TempPathFactory) -> Lines:
    """What `building.lines` gives."""
    return _made_once(factory)[3]


def _made_once(factory: pytest.TempPathFactory) -> tuple[Path, list[Built], Program, Lines]:
    shared = _shared(factory)
    folder, result = shared / "firmware", shared / "told"
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not result.exists():
            result.write_bytes(pickle.dumps(_made(folder)))
    built, program, lines = pickle.loads(result.read_bytes())
    return folder, built, program, lines


def _made(folder: Path) -> tuple[list[Built], Program, Lines]:
    given: Program = {}
    program = building.program

    def noted(firmware: Path = building.FIRMWARE) -> Program:
        given.update(made := program(firmware))
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "program", noted)
        return building.build(out=folder), given, building.lines()

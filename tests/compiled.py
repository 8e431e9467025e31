"""The firmware as `boardside build` makes it: compiled once for all tests of a run, in whichever worker."""

import fcntl
import os
import pickle
from pathlib import Path

import pytest

from host_tools.device import build as building
from host_tools.device.build import Built

Compiled = tuple[Path, list[Built]]
#: What the compiler is given, by path (build.py); beside the firmware, for whoever looks at that.
Program = dict[str, str]
#: The first line of each module in its bundle, by the bundle's path.
Lines = dict[str, dict[str, int]]


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
    here = factory.getbasetemp()
    shared = here.parent if "PYTEST_XDIST_WORKER" in os.environ else here
    folder, result = shared / "compiled" / "firmware", shared / "compiled" / "told"
    folder.parent.mkdir(exist_ok=True)
    with (shared / "compiled" / "lock").open("w") as lock:
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

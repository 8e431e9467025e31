"""The firmware as `boardside build` makes it: compiled once for all tests of a run, in whichever worker."""

import fcntl
import os
import pickle
from pathlib import Path

import pytest

from host_tools.device.build import Built, build

Compiled = tuple[Path, list[Built]]


def compiled_once(factory: pytest.TempPathFactory) -> Compiled:
    """Its folder, and what is in it; nobody changes it."""
    here = factory.getbasetemp()
    shared = here.parent if "PYTEST_XDIST_WORKER" in os.environ else here
    folder, told = shared / "compiled" / "firmware", shared / "compiled" / "told"
    folder.parent.mkdir(exist_ok=True)
    with (shared / "compiled" / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not told.exists():
            told.write_bytes(pickle.dumps(build(out=folder)))
    return folder, pickle.loads(told.read_bytes())

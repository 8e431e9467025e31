"""Every portable test module, run again under the real MicroPython: those of a folder in one process."""

import os
import subprocess
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from host_tools.simulator.process import interpreter
from tests.sampling import sampled

pytestmark = pytest.mark.micropython

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests" / "portable").rglob("test_*.py"))
#: What takes MicroPython about two seconds or more; CPython runs it in `make test`.
LONG = {
    "crokinole/test_crokinole_random.py",
    "device/test_answers.py",
    "displays/test_paper_face.py",
    "displays/test_paper_memory.py",
    "displays/test_paper_pages.py",
    "displays/test_paper_seconds.py",
    "displays/test_read_back.py",
    "journal/test_ring_cuts.py",
    "journal/test_ring_failures.py",
    "journal/test_ring.py",
    "menu/test_refusals.py",
    "table/test_record_marks.py",
    "table/test_table_fuzz.py",
}
#: Modules in one process; more would keep one worker busy when all others have ended.
TOGETHER = 5
#: Those that measure the heap, or fill it, have one to themselves.
ALONE = ("heap", "memory", "short", "cut")


def marks(path: str) -> list[pytest.MarkDecorator]:
    """The marks for the run of this module."""
    of_file = [pytest.mark.slow] if path.removeprefix("tests/portable/") in LONG else []
    return [*of_file, sampled] if "WHOLE" in (ROOT / path).read_text(encoding="utf-8") else of_file


def runs() -> Iterator[Any]:
    """The modules of each process: a few of one folder, or one with marks or a heap of its own."""
    for folder, files in groupby(FILES, lambda path: path.rpartition("/")[0]):
        together = []
        for path in files:
            of_file = marks(path)
            if of_file or any(word in path for word in ALONE):
                yield pytest.param([path], marks=of_file, id=path.removeprefix("tests/portable/"))
            else:
                together.append(path)
        for first in range(0, len(together), TOGETHER):
            some = together[first : first + TOGETHER]
            yield pytest.param(some, id=f"{folder.removeprefix('tests/portable/')}-{first // TOGETHER + 1}")


RUNS = list(runs())


def test_the_long_ones_are_there() -> None:
    assert {f"tests/portable/{name}" for name in LONG} <= set(FILES)


def test_each_module_is_run_once() -> None:
    assert sorted(path for run in RUNS for path in run.values[0]) == FILES


@pytest.mark.parametrize("modules", RUNS)
def test_passes_under_micropython(modules: list[str]) -> None:
    environment = {**os.environ, "MICROPYPATH": "firmware:.frozen"}
    command = [*interpreter(), "-X", "heapsize=16M", "tests/run_portable.py", *modules]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(" passed, 0 failed") == len(modules)

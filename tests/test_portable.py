"""Every portable test module, run again under the real MicroPython."""

import os
import subprocess
from pathlib import Path

import pytest

from host_tools.simulator.process import interpreter
from tests.sampling import sampled

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests" / "portable").rglob("test_*.py"))
#: What takes MicroPython more than three seconds; CPython runs it in `make test`.
LONG = {
    "crokinole/test_crokinole_random.py",
    "device/test_answers.py",
    "displays/test_paper_face.py",
    "displays/test_paper_memory.py",
    "journal/test_ring_failures.py",
    "journal/test_ring.py",
    "menu/test_refusals.py",
    "table/test_record_marks.py",
    "table/test_table_fuzz.py",
}


def marks(path: str) -> list[pytest.MarkDecorator]:
    """Of the run of this module."""
    found = [pytest.mark.slow] if path.removeprefix("tests/portable/") in LONG else []
    return [*found, sampled] if "WHOLE" in (ROOT / path).read_text(encoding="utf-8") else found


MODULES = [pytest.param(path, marks=marks(path)) for path in FILES]


def test_the_long_ones_are_there() -> None:
    assert {f"tests/portable/{name}" for name in LONG} <= set(FILES)


@pytest.mark.parametrize("module", MODULES)
def test_passes_under_micropython(module: str) -> None:
    environment = {**os.environ, "MICROPYPATH": "firmware:.frozen"}
    command = [*interpreter(), "-X", "heapsize=16M", "tests/run_portable.py", module]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr

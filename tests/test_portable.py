"""Every portable test module, run again under the real MicroPython."""

import os
import subprocess
from pathlib import Path

import pytest

from host_tools.simulator.process import interpreter
from tests.sampling import sampled

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests" / "portable").rglob("test_*.py"))
MODULES = [
    pytest.param(path, marks=sampled if "WHOLE" in (ROOT / path).read_text(encoding="utf-8") else ())
    for path in FILES
]


@pytest.mark.parametrize("module", MODULES)
def test_passes_under_micropython(module: str) -> None:
    environment = {**os.environ, "MICROPYPATH": "firmware:.frozen"}
    command = [*interpreter(), "-X", "heapsize=16M", "tests/run_portable.py", module]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr

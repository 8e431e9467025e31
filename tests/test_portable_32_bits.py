"""Every portable test module on a MicroPython whose words have 32 bits, as the ESP32's: the WebAssembly port.

Integers from 2^30 on are no small ones there, as on the chip, so that arithmetic with them allocates. Its
floats have 64 bits, where the chip's have 32. It has neither LittleFS nor asyncio's `run` nor sockets: tests
that need them are left out (run_portable.mjs). The port comes from npm; without node, or without the
registry, these tests are skipped.
"""

import subprocess
from pathlib import Path

import pytest

from tests import micropython_32
from tests.test_portable import FILES, ROOT

pytestmark = [pytest.mark.slow, pytest.mark.micropython]

#: This module cannot be imported there.
LACKING = {"link/test_link_finding.py"}
TOGETHER = 4


@pytest.fixture(scope="session")
def port() -> Path:
    """The port's module for node."""
    try:
        return micropython_32.port()
    except micropython_32.MissingPortError as problem:
        pytest.skip(f"no words of 32 bits: {problem}")


RUN = [path for path in FILES if path.removeprefix("tests/portable/") not in LACKING]


def test_what_is_left_out_is_there() -> None:
    assert {f"tests/portable/{name}" for name in LACKING} <= set(FILES)


@pytest.mark.parametrize("first", range(0, len(RUN), TOGETHER))
def test_passes_with_words_of_32_bits(port: Path, first: int) -> None:
    modules = RUN[first : first + TOGETHER]
    command = ["node", "tests/run_portable.mjs", str(port), *modules]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert done.stdout.count(" passed, 0 failed") == len(modules)

"""Every portable test module on a MicroPython whose words have 32 bits, as the ESP32's: the WebAssembly port.

Integers from 2^30 on are no small ones there, as on the chip, so that arithmetic with them allocates. Its
floats have 64 bits, where the chip's have 32. It has neither LittleFS nor asyncio's `run` nor sockets: tests
that need them are left out (run_portable.mjs). The port comes from npm; without node, or without the
registry, these tests are left out. With BOARDSIDE_REQUIRE_NODE=1 they fail then.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.test_portable import FILES, ROOT

pytestmark = [pytest.mark.slow, pytest.mark.micropython]

PORT = "@micropython/micropython-webassembly-pyscript@1.28.0-6"
FOLDER = ROOT / "build" / "micropython-32"
#: This module cannot be imported there.
LACKING = {"link/test_link_finding.py"}
TOGETHER = 4


def missing(why: str) -> None:
    if os.environ.get("BOARDSIDE_REQUIRE_NODE") == "1":
        pytest.fail(why)
    pytest.skip(why)


@pytest.fixture(scope="session")
def port(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The port's module for node; fetched once, whichever worker is first."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        missing("There is no node with npm here: the portable tests do not run with words of 32 bits.")
    folder = FOLDER / PORT.rpartition("@")[2]
    if not folder.exists():
        place = tmp_path_factory.mktemp("npm")
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(place), PORT]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        if done.returncode:
            missing(f"npm does not get {PORT}: {(done.stdout + done.stderr).strip()}")
        FOLDER.mkdir(parents=True, exist_ok=True)
        try:
            shutil.move(place / "node_modules" / PORT.rpartition("@")[0], folder)
        except OSError:  # another worker was first
            assert folder.exists()
    return folder / "micropython.mjs"


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

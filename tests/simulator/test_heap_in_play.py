"""Ten minutes of play in virtual time on the heap of the ESP32 port (host_tools/simulator/chips/heap.py)."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from host_tools.device import build, pack
from host_tools.simulator.chips import heap
from host_tools.simulator.process import interpreter
from tests.bench.instructions import PROBE

PRESS_MS = 500
COUNT_MS = 5000


def played(flash: Path, host: str) -> dict[str, Any]:
    """What the scene "minutes" of tests/bench/counted/probe.py noted."""
    firmware = flash / "firmware"
    build.build(out=firmware)
    shutil.copytree(PROBE.parent, flash / "counted")
    shutil.copy(Path(heap.__file__), flash / "counted")
    shutil.copy(firmware / "loader.mpy", flash)
    (flash / "a.pack").write_bytes(pack.make(pack.modules_of(firmware), "0.1.0"))
    (flash / "config.json").write_text(json.dumps({"table": 7, "strokes": True}))
    done = subprocess.run(
        [*interpreter(), "-X", "heapsize=8M", "counted/probe.py", "minutes", "noted.json", host],
        cwd=flash,
        env={"MICROPYPATH": ".frozen"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=150,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    notes: dict[str, Any] = json.loads((flash / "noted.json").read_text())["notes"]
    return notes


@pytest.mark.parametrize("host", ["cable", "alone"])
def test_nothing_is_collected_that_the_firmware_did_not_ask_for(host: str, tmp_path: Path) -> None:
    notes = played(tmp_path, host)
    assert notes["up"] == (host == "cable")
    assert notes["strokes"] > 40
    assert notes["collections"]
    for is_asked, since_press_ms, is_down, left_ms in notes["collections"]:
        assert is_asked, notes["collections"]
        assert since_press_ms >= PRESS_MS, notes["collections"]
        assert not is_down, notes["collections"]
        assert not 0 <= left_ms < COUNT_MS, notes["collections"]

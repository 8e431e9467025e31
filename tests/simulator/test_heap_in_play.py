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
COMPLETE, TWICE = 0, 1
"""When CLOCK is pressed in a stroke (table/core/conduct.py)."""


def played(flash: Path, host: str, presses: int) -> dict[str, Any]:
    """What the scene "minutes" of tests/bench/counted/probe.py noted."""
    firmware = flash / "firmware"
    build.build(out=firmware)
    shutil.copytree(PROBE.parent, flash / "counted")
    shutil.copy(Path(heap.__file__), flash / "counted")
    shutil.copy(firmware / "loader.mpy", flash)
    (flash / "a.pack").write_bytes(pack.make(pack.modules_of(firmware), "0.1.0"))
    (flash / "config.json").write_text(json.dumps({"table": 7, "strokes": True}))
    done = subprocess.run(
        [
            *interpreter(),
            "-X",
            "heapsize=8M",
            "counted/probe.py",
            "minutes",
            "noted.json",
            host,
            str(presses),
        ],
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


@pytest.mark.parametrize(("host", "presses"), [("cable", COMPLETE), ("cable", TWICE), ("alone", TWICE)])
def test_nothing_is_collected_that_the_firmware_did_not_ask_for(
    host: str, presses: int, tmp_path: Path
) -> None:
    """Nor while a clock runs: in ten minutes there are always moments without one."""
    notes = played(tmp_path, host, presses)
    assert notes["up"] == (host == "cable")
    assert notes["strokes"] > 40
    for is_asked, since_press_ms, is_down, left_ms in notes["collections"]:
        assert is_asked, notes["collections"]
        assert since_press_ms >= PRESS_MS, notes["collections"]
        assert not is_down, notes["collections"]
        assert left_ms < 0, notes["collections"]
    # A press leaves little: without a host garbage is half a kilobyte a second.
    assert len(notes["collections"]) <= (12 if host == "cable" else 4)

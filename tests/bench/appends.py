"""What a durable append costs the flash, with idle moments between.

Counted by the flash model on MicroPython, over 1,000 recorded strokes, an idle moment after every 40.
Baseline: a plain file on LittleFS, opened once, written and flushed for each event.
"""

import json
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from host_tools.device.build import FIRMWARE
from tests.bench.figures import Figure
from tests.bench.long_match import events

MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"
PROBE = Path(__file__).resolve().parent / "appends_probe.py"
MODELS = Path(__file__).resolve().parent.parent / "portable" / "journal"


def run() -> list[Figure]:
    """Erases and writes an event, and how many of the erases a press waits for."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "match.jsonl"
        file.write_text("".join(json.dumps(event) + "\n" for event in events()))
        command = [str(MICROPYTHON), "-X", "heapsize=32M", str(PROBE), str(FIRMWARE), str(MODELS), str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"The probe failed:\n{done.stdout}{done.stderr}")
    measured: dict[str, Any] = json.loads(done.stdout)
    plain = measured["plain"]
    cost = measured["ring"]
    return [
        Figure(title, cost[name], unit, "plain flushed file on LittleFS", plain[name])
        for title, name, unit in (
            ("erases for 1,000 events", "erases", ""),
            ("of these, waited for by a press", "waited", ""),
            ("writes an event", "writes", ""),
            ("ms an event", "ms", "ms"),
        )
    ]

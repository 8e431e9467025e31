"""UNDO at the end of a full three-game match with every stroke, and what such a match holds in memory.

On MicroPython's unix port, compiled, with the journal's partition in a file. *Near* are the steps that the
table keeps at hand, *deep* those behind them: UNDO is pressed on into the last board but one. Baselines: the
fold of the whole match, which gives the same; a match of bare results.
"""

import json
import statistics
import subprocess
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from boardside.table.core.record import KEPT
from host_tools.device.build import BUILD, build
from tests.bench.figures import Figure
from tests.bench.long_match import events

SCRIPTS = Path(sysconfig.get_path("scripts"))
PROBE = Path(__file__).resolve().parent / "heap_probe.py"
RUNS = 3


def run() -> list[Figure]:
    """Times of UNDO, and KB of heap held, of the unix port (the ESP32's objects are about half as large)."""
    build()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "match.jsonl"
        file.write_text("".join(json.dumps(event) + "\n" for event in events()))
        runs = [_probed(str(file), "undo") for _ in range(RUNS)]
        runs_measured = _probed(str(file))
    plain = _probed()
    # The least of some runs: the others had to wait for the machine.
    undo_ms = [min(times) / 1000 for times in zip(*(run["undo_us"] for run in runs), strict=True)]
    fold_ms = min(run["fold_us"] for run in runs) / 1000
    near, deep = undo_ms[:KEPT], undo_ms[KEPT:]
    count = runs_measured["events"]
    return [
        Figure("UNDO, near", statistics.median(near), "ms", "whole match folded", fold_ms, "under 20 ms"),
        Figure("UNDO, deep, median", statistics.median(deep), "ms", "whole match folded", fold_ms,
               "under 20 ms"),
        Figure(f"UNDO, deep, longest of {len(deep)}", max(deep), "ms", "whole match folded", fold_ms,
               "under 20 ms"),
        Figure(
            f"held by state, steps and checkpoints, {count} events",
            runs_measured["record"] / 1024,
            "KB",
            "24 boards by results",
            plain["record"] / 1024,
            _estimate(runs_measured["record"]),
        ),
        Figure(
            "held by the table in all after such a match",
            (runs_measured["played"] - runs_measured["asyncio"]) / 1024,
            "KB",
            "24 boards by results",
            (plain["played"] - plain["asyncio"]) / 1024,
        ),
    ]  # fmt: skip


def _estimate(size: int) -> str:
    return f"about {size / 2048:.0f} KB on an ESP32"


def _probed(*arguments: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as flash:
        done = subprocess.run(
            [SCRIPTS / "micropython", "-X", "heapsize=4M", PROBE, BUILD, *arguments],
            cwd=flash,
            env={"MICROPYPATH": ".frozen"},
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
    measured: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return measured

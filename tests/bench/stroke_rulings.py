"""Strokes a second through a whole match, and the longest time that one ruling takes.

The match has three games of eight boards, every stroke recorded. Baselines: the stroke engine alone, without
events and match; and the other interpreter.
"""

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from host_tools.device.build import FIRMWARE
from tests.bench.figures import Figure
from tests.bench.long_match import events

PROBE = Path(__file__).resolve().parent / "strokes_probe.py"
MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"
ROUNDS = 10


def run() -> list[Figure]:
    """What both interpreters make of the same events."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "match.jsonl"
        file.write_text("".join(json.dumps(event) + "\n" for event in events()))
        here = _probed([sys.executable], file)
        there = _probed([str(MICROPYTHON), "-X", "heapsize=8M"], file)
    return [
        Figure(
            "a match folded, MicroPython",
            there["folded"],
            "strokes/s",
            "bare stroke engine",
            there["bare"],
        ),
        Figure("a match folded, CPython", here["folded"], "strokes/s", "bare stroke engine", here["bare"]),
        Figure("a match folded, CPython", here["folded"], "strokes/s", "MicroPython", there["folded"]),
        Figure(
            "one stroke's ruling, mean, MicroPython",
            there["ruling_us"] / 1000,
            "ms",
            "CPython",
            here["ruling_us"] / 1000,
            "under 1 ms",
        ),
        Figure(
            f"the longest of {there['strokes']:.0f} rulings, MicroPython",
            there["longest_us"] / 1000,
            "ms",
            "CPython",
            here["longest_us"] / 1000,
            "under 1 ms",
        ),
    ]


def _probed(interpreter: list[str], file: Path) -> dict[str, float]:
    done = subprocess.run(
        [*interpreter, str(PROBE), str(FIRMWARE), str(file), str(ROUNDS)],
        env={**os.environ, "MICROPYPATH": ".frozen"},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    measured: dict[str, float] = json.loads(done.stdout)
    return measured

"""The same events give the same match on the table's interpreter and on the host's."""

import json
import os
import subprocess
import sysconfig
from pathlib import Path
from random import Random

from fold_lines import report
from random_play import Event, guess, random_match

ROOT = Path(__file__).resolve().parents[2]
MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"
FOLDER = Path(__file__).parent
SEED = 20260701
COUNT = 150


def batch() -> list[list[Event]]:
    """Legal matches with undo, and matches that end in an event that may not fit."""
    rng = Random(SEED)
    matches = [random_match(rng, rng.randint(1, 60), undo=0.2) for _ in range(COUNT)]
    for number, events in enumerate(matches):
        if number % 3 == 0:
            events.append(guess(rng))
        elif number % 3 == 1:
            events.append({"kind": "undo", "of": rng.randint(1, 60)})
    return matches


def test_micropython_and_cpython_fold_random_matches_alike(tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    matches = batch()
    file.write_text("".join(json.dumps(events) + "\n" for events in matches))
    environment = {**os.environ, "MICROPYPATH": "firmware:.frozen"}
    command = [str(MICROPYTHON), "-X", "heapsize=16M", str(FOLDER / "fold_lines.py"), str(file)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == len(matches)
    for number, (line, events) in enumerate(zip(lines, matches, strict=True)):
        assert json.loads(line) == json.loads(json.dumps(report(events))), f"match {number} of seed {SEED}"

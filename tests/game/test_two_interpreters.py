"""The same events give the same match on the table's interpreter and on the host's."""

import json
import os
import subprocess
import sysconfig
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from fold_lines import report
from random_play import Event, guess, random_match
from random_rules import random_events

from boardside.game.terms import STAGES
from host_tools.rules import files

ROOT = Path(__file__).resolve().parents[2]
MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"
FOLDER = Path(__file__).parent
RULE_FILES = ROOT / "docs" / "organiser" / "rulesets"
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


def batch_of_files() -> list[list[Event]]:
    """A match in singles and one in doubles by each rule file that is shipped, to its confirmation."""
    matches = []
    for number, path in enumerate(sorted(RULE_FILES.glob("*.json"))):
        own = files.read(path)
        for doubles in (False, True):
            rng = Random(SEED + number)
            matches.append(random_events(rng, own.base, own.changes, rng.choice(STAGES), doubles)[1])
    return matches


@pytest.mark.parametrize("make", [batch, batch_of_files])
def test_micropython_and_cpython_fold_random_matches_alike(
    make: Callable[[], list[list[Event]]], tmp_path: Path
) -> None:
    file = tmp_path / "matches.jsonl"
    matches = make()
    file.write_text("".join(json.dumps(events) + "\n" for events in matches))
    environment = {**os.environ, "MICROPYPATH": "firmware:.frozen"}
    command = [str(MICROPYTHON), "-X", "heapsize=16M", str(FOLDER / "fold_lines.py"), str(file)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == len(matches)
    for number, (line, events) in enumerate(zip(lines, matches, strict=True)):
        assert json.loads(line) == json.loads(json.dumps(report(events))), f"match {number} of seed {SEED}"

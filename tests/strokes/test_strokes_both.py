"""The same play on CPython and on MicroPython, and how long a ruling takes there."""

import os
import subprocess
import sysconfig
from pathlib import Path

import pytest
from stroke_player import RULESETS, play

ROOT = Path(__file__).resolve().parent.parent.parent
MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"


def micropython(*arguments: str) -> str:
    environment = {**os.environ, "MICROPYPATH": "firmware:tests/portable/strokes:.frozen"}
    command = [str(MICROPYTHON), "-X", "heapsize=8M", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


FIRST, *OTHERS = RULESETS


@pytest.mark.parametrize("ruleset", [FIRST, *(pytest.param(name, marks=pytest.mark.slow) for name in OTHERS)])
def test_identical_states_for_the_same_seed(ruleset: str) -> None:
    said = micropython("tests/portable/strokes/stroke_player.py", "4000", "77", ruleset)
    digest, boards, most = play(4000, 77, ruleset)
    assert said == f"4000 strokes: digest {digest}, {boards} boards, most points {most}\n"


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_million_strokes(ruleset: str) -> None:
    _, boards, most = play(1_000_000, 2026, ruleset)
    assert boards > 10_000
    assert most == RULESETS[ruleset]["most"]

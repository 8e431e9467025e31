"""Every power cut of a recorded match at the real table: at every write and erase, whole and torn; then in
some of the recoveries once more. `make night` has the whole match stroke by stroke.
"""

import json
import os
import subprocess
import sysconfig
from pathlib import Path

import pytest
from match_moves import Move, moves, sheet

ROOT = Path(__file__).resolve().parent.parent.parent

MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"
SHORT = 26


def full_ring() -> list[Move]:
    """The contents of a ring that has gone round: it holds matches that the host has."""
    old = moves(sheet(), by_strokes=False)
    return [
        {**move, "match": f"old{number}"} if move.get("kind") == "match" else move
        for number in range(6)
        for move in old
    ]


def on_cpython(played: list[Move], seed: int, second: int = 10) -> tuple[int, int, int]:
    import match_cuts

    counts: tuple[int, int, int] = match_cuts.run(full_ring(), played, second=second, seed=seed)
    return counts


def on_micropython(folder: Path, played: list[Move], seed: int) -> None:
    for name, made in (("before", full_ring()), ("moves", played)):
        (folder / name).write_text("".join(json.dumps(move) + "\n" for move in made), encoding="utf-8")
    script = (
        "import match_cuts as t\n"
        f"before, moves = t.lines({str(folder / 'before')!r}), t.lines({str(folder / 'moves')!r})\n"
        f"t.run(before, moves, seed={seed})"
    )
    environment = {**os.environ, "MICROPYPATH": "firmware:tests/portable:tests/portable/journal:.frozen"}
    command = [str(MICROPYTHON), "-X", "heapsize=32M", "-c", script]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_every_cut_of_a_match_by_results() -> None:
    operations, cuts, again = on_cpython(moves(sheet(), False), 1, 30)
    assert cuts > 6 * operations
    assert again > 10


def test_every_cut_of_a_beginning_by_strokes() -> None:
    operations, cuts, _ = on_cpython(moves(sheet(), True, SHORT), 2)
    assert cuts > 6 * operations


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("seed", [20, 21, 22])
def test_every_cut_of_a_match_by_strokes(seed: int) -> None:
    operations, cuts, again = on_cpython(moves(sheet(), True), seed, 20)
    print(f"{operations} operations, {cuts} cuts, {again} second cuts")
    assert operations > 200
    assert cuts > 6 * operations
    assert again > 100


@pytest.mark.long
@pytest.mark.slow
def test_every_cut_on_micropython(tmp_path: Path) -> None:
    on_micropython(tmp_path, moves(sheet(), True, 60), 3)

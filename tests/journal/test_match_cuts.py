"""Every power cut of a recorded match at the real table, in both homes: at every write and erase, whole and
torn; then in some of the recoveries once more. `make night` has the whole match stroke by stroke.
"""

import json
import os
import secrets
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from match_moves import Move, moves, sheet

ROOT = Path(__file__).resolve().parent.parent.parent
PORTABLE = ROOT / "tests" / "portable" / "journal"
sys.path.insert(0, str(PORTABLE))

MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"
PARTS = 3
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

    counts: tuple[int, int, int] = match_cuts.run(full_ring(), played, "ring", second=second, seed=seed)
    return counts


def on_micropython(
    folder: Path, played: list[Move], home: str, part: tuple[int, int], seed: int, second: int = 10
) -> tuple[int, int, int]:
    for name, made in (("before", full_ring() if home == "ring" else []), ("moves", played)):
        (folder / name).write_text("".join(json.dumps(move) + "\n" for move in made), encoding="utf-8")
    script = (
        "import match_cuts as t\n"
        f"before, moves = t.lines({str(folder / 'before')!r}), t.lines({str(folder / 'moves')!r})\n"
        f"print(*t.run(before, moves, {home!r}, {part!r}, {second}, {seed}))"
    )
    environment = {**os.environ, "MICROPYPATH": "firmware:tests/portable:tests/portable/journal:.frozen"}
    command = [str(MICROPYTHON), "-X", "heapsize=32M", "-c", script]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    operations, cuts, again = map(int, done.stdout.split())
    return operations, cuts, again


@pytest.mark.slow
def test_every_cut_of_a_match_by_results_in_the_segments(tmp_path: Path) -> None:
    operations, cuts, again = on_micropython(tmp_path, moves(sheet(), False), "segments", (0, 1), 1, 30)
    assert cuts > 2 * operations
    assert again > 10


@pytest.mark.slow
def test_every_cut_of_a_match_by_results_in_the_ring() -> None:
    operations, cuts, again = on_cpython(moves(sheet(), False), 1, 30)
    assert cuts > 6 * operations
    assert again > 10


def test_every_cut_of_a_beginning_by_strokes_in_the_segments(tmp_path: Path) -> None:
    operations, cuts, _ = on_micropython(tmp_path, moves(sheet(), True, SHORT), "segments", (0, 1), 2)
    assert cuts > 2 * operations


def test_every_cut_of_a_beginning_by_strokes_in_the_ring() -> None:
    operations, cuts, _ = on_cpython(moves(sheet(), True, SHORT), 2)
    assert cuts > 6 * operations


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_every_cut_of_a_match_by_strokes_in_the_segments(tmp_path: Path, part: int) -> None:
    seed = secrets.randbelow(10**6)
    print(f"seed {seed}")
    operations, cuts, again = on_micropython(
        tmp_path, moves(sheet(), True), "segments", (part, PARTS), seed, 20
    )
    print(f"{operations} operations, {cuts} cuts, {again} second cuts")
    assert operations > 300
    assert cuts > 2 * operations // PARTS
    assert again > 20


@pytest.mark.long
@pytest.mark.slow
def test_every_cut_of_a_match_by_strokes_in_the_ring() -> None:
    seed = secrets.randbelow(10**6)
    print(f"seed {seed}")
    operations, cuts, again = on_cpython(moves(sheet(), True), seed, 20)
    print(f"{operations} operations, {cuts} cuts, {again} second cuts")
    assert operations > 200
    assert cuts > 6 * operations
    assert again > 100


@pytest.mark.long
@pytest.mark.slow
def test_every_cut_in_the_ring_on_micropython(tmp_path: Path) -> None:
    on_micropython(tmp_path, moves(sheet(), True, 60), "ring", (0, 1), 3)

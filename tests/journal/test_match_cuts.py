"""Every power cut of a recorded match at the real table: at every write and erase, whole and torn; then in
some of the recoveries once more. `make night` has the whole match stroke by stroke.
"""

import json
import os
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import pytest
from desk import Desk, Standings, standing
from match_moves import IDLE, Move, moves, sheet
from nor import Nor

from boardside.journal.ring import Ring

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


# The long runs of the journal's proofs: `make night`. Seeds are printed; each run repeats with its seed.


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.long) for n in range(2, 21))])
def test_cuts_in_other_matches_in_the_ring(seed: int) -> None:
    import test_ring_cuts as cuts
    from umpire import recorded

    print(f"seed {seed}")
    base, log, umpire = cuts.run(recorded(120, seed))
    cuts.check_all(base, log, umpire)
    cuts.second_cuts(seed, 10)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("how", ["before", "half", "after", "late", "silent"])
def test_each_operation_of_a_whole_match_fails(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import test_ring_failures as failures
    from umpire import recorded

    monkeypatch.setattr(failures, "EVENTS", recorded(120))
    assert failures.failing(how) == 0


# A table whose events no host acknowledges: its journal fills, every press says so, and nothing is lost.


def full(desk: Any, match: list[dict[str, Any]]) -> dict[str, Any]:
    """Play matches one after the other, until an event is refused: that event."""
    for number in range(200):
        for move in match:
            if move.get("kind") == "match":
                move = {**move, "match": f"m{number}"}
            if not desk.make(move):
                return move
    raise AssertionError("it never filled")


def test_a_full_journal_is_said_at_each_press_and_goes_on_when_a_host_has_come() -> None:
    device = Nor(12)
    desk = Desk(Ring(device))
    desk.journal.release = lambda upto: desk.floor  # the host acknowledges nothing
    match = [move for move in moves(sheet(), False) if move != IDLE]
    refused = full(desk, match)
    assert desk.line().startswith("NOT STORED: full")
    count, before = len(desk.accepted), standing(desk.table)
    for _ in range(5):
        assert not desk.make(refused)
        assert desk.line().startswith("NOT STORED: full")
    assert (len(desk.accepted), standing(desk.table)) == (count, before)
    again = Desk(Ring(device))  # off and on: nothing is lost, and it stands as before
    kept = [event for event in again.journal.read() if event["kind"] != "boot"]
    assert kept == [event for event in desk.accepted if event["kind"] != "boot"]
    assert standing(again.table) == Standings(desk.accepted).after(count, [])
    del desk.journal.release
    desk.journal.release(desk.journal.last_seq)  # a host has everything now
    assert desk.make(refused)

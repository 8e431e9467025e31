"""Memory runs out at every allocation of a match (tests/portable/table/short_memory.py), at the real table on
MicroPython: a press is done or refused and said so, and what is stored holds. `make night` has every board.
"""

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from host_tools.demo.strokes import performed, strokes_of
from host_tools.demo.umpire import stroke_keys
from tests.recorded_events import assignment

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "portable" / "table"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "journal"))

from match_moves import sheet  # type: ignore[import-not-found]

ROOT = Path(__file__).resolve().parent.parent.parent
TABLE = ROOT / "tests" / "portable" / "table"
MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"
HEAP = "3M"
UNDO_MOST = 11
"""More than the table has steps kept, so that it reads its journal again."""

STEP = int(os.environ.get("BOARDSIDE_MEMORY_STEP", "96"))
"""Of the gap, in blocks of the heap, over a whole match; 1 tries every allocation, for days."""

ACTS_MOST = 400
"""Of a board: more are none of it."""

Acts = list[Any]


def boards_of_a_match(most: int = 100) -> list[tuple[Acts, Acts]]:
    """(acts, acts behind them) of each board of a recorded match, stroke by stroke, with slips taken back."""
    from short_seat import Seat  # type: ignore[import-not-found]

    recorded, seat = sheet(), Seat()
    made: list[tuple[Acts, Acts]] = []
    for number, board in enumerate(recorded.boards[:most]):
        acts: Acts = [] if number else [{**assignment(recorded)}]
        acts += ["C", "C"] if seat.table.record.state.phase in ("change", "interval") else ["C"]
        seat.play(acts)
        now = seat.table.record.state.situation
        for count, event in enumerate(strokes_of(board, now, number)):
            more = ["F", "+", "O"] if event["kind"] == "foul" else [key[0] for key in stroke_keys(event, now)]
            last = more[-1]
            seat.play(more)
            assert seat.table.record.last_kind == event["kind"], (number, more)
            if count % 7 == 3 and event["kind"] == "stroke":
                slip = ["U"]
                seat.play(slip)
                while seat.table.record.last_kind == "undo":
                    seat.play([last])
                    slip.append(last)
                more += slip
            rest = ["w"] if count == 5 else ["l", "l"] if count % 3 else ["t", "i", "l"]
            seat.play(rest)
            acts += more + rest
            now = performed(now, event)
        while seat.table.record.state.phase in ("board", "over"):
            assert len(acts) < ACTS_MOST, seat.line()
            seat.play(["O", "l"])
            acts += ["O", "l"]
        made.append((acts, ["U"] * UNDO_MOST + ["U", "+", "O", "U"]))
        seat = Seat(bytes(seat.flash.image), seat.now)
        if seat.table.record.state.phase == "confirmed":
            break
    return made


def tried(folder: Path, boards: list[tuple[Acts, Acts]], number: int, step: int, collects: bool) -> list[int]:
    """The trials of one board, on MicroPython: [tried, refused, done though memory ran out, largest need]."""
    (folder / "boards").write_text(json.dumps(boards), encoding="utf-8")
    script = (
        "import json, short_memory\n"
        f"boards = json.load(open({str(folder / 'boards')!r}))\n"
        f"print(*short_memory.whole(boards, {number}, {step}, {collects}))"
    )
    environment = {**os.environ, "MICROPYPATH": f"firmware:tests/portable:{TABLE}:.frozen"}
    command = [str(MICROPYTHON), "-X", f"heapsize={HEAP}", "-c", script]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=3600)
    assert done.returncode == 0, done.stdout + done.stderr
    return [int(each) for each in done.stdout.split()]


MATCH: Acts = [
    {"kind": "match", "match": "m1", "ruleset": "icf", "stage": "round", "a": ["Asha"], "b": ["Bo"]}
]
MATCH[0]["breaks"] = "a"


@pytest.mark.slow
@pytest.mark.parametrize("collects", [True, False], ids=["collecting", "not-collecting"])
def test_a_memory_that_is_short_refuses_a_press_or_lets_it_be_done(tmp_path: Path, collects: bool) -> None:
    counted = tried(tmp_path, [([*MATCH, "C", "C", "W", "C", "l", "U"], [])], 0, 13, collects)
    assert counted[1] > 20
    assert collects or counted[2] > 0, "in none of the trials memory ran out behind what is stored"


@pytest.mark.slow
@pytest.mark.parametrize("collects", [True, False], ids=["collecting", "not-collecting"])
def test_a_memory_that_is_short_over_a_board(tmp_path: Path, collects: bool) -> None:
    print(tried(tmp_path, boards_of_a_match(1), 0, 250, collects))


BOARDS = range(8)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("number", BOARDS)
@pytest.mark.parametrize("collects", [True, False], ids=["collecting", "not-collecting"])
def test_a_memory_that_is_short_over_a_match(tmp_path: Path, number: int, collects: bool) -> None:
    boards = boards_of_a_match()
    if number < len(boards):
        print(tried(tmp_path, boards, number, STEP, collects))

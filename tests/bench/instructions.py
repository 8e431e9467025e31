"""How many instructions the firmware takes for what it does: `python -m tests.bench.instructions [ROW ...]`.

Counted by valgrind's callgrind on MicroPython's unix port (64 bits), with the compiled pack, mute chips and
virtual time (`counted/`), always in the same folder: every clone counts the same.
"""

import argparse
import fcntl
import json
import shutil
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from boardside.app import snapshots
from boardside.journal import Journal
from boardside.journal.ring import Ring
from boardside.table.table import Table
from host_tools.device import build, pack
from host_tools.simulator.chips.flash import Flash
from tests.bench.counted.callgrind import Counted, NotCountedError, Stretch, copied_interpreter, counted
from tests.bench.long_match import events

PROBE = Path(__file__).resolve().parent / "counted" / "probe.py"
PARTITION, PARTITION_BYTES = "partition.bin", 128 * 4096
MATCH = "match.jsonl"
SNAPSHOT = "snapshot"
"""Its file, as in boardside/app/device.py, which no Python but MicroPython imports."""

FOLDER = Path("/tmp/boardside-counted")
"""All that runs lies here, whatever folder the clone is in: paths are strings in the heap, and their lengths
decide where all else lies, and so how far names are searched.
"""

HEAP = "2M"
"""As many blocks as 1 MB has on the ESP32."""

TOGETHER = 2
RULED = 60
UNDONE, UNDONE_OF = 100, 200
PRESS_TURNS = 6
PAPER_OF = 12
PROFILED = 15


SCENES: tuple[str, ...] = ("read", "full", "table", "undo", "paper", "link", "rulings", "bare")
"""The longest first."""


@dataclass(frozen=True)
class Row:
    """`name` is what it is asked for by; `count` makes its figure of the `stretches` (their name) that its
    scene counted; `baseline` is the row to hold it against, "" for one that is a baseline itself.
    """

    name: str
    title: str
    scene: str
    stretches: str
    count: Callable[[str, Counted], float]
    baseline: str = ""

    def figure(self, counted_by: Counted) -> float:
        """Its instructions."""
        return self.count(self.stretches, counted_by)

    def allocations(self, counted_by: Counted) -> float:
        """How often each of its stretches asked the heap for memory, in the mean."""
        return statistics.mean(stretch.allocations for stretch in counted_by.stretches[self.stretches])


def _mean(name: str, counted_by: Counted) -> float:
    return statistics.mean(stretch.instructions for stretch in counted_by.stretches[name])


def _sum(name: str, counted_by: Counted) -> float:
    return sum(stretch.instructions for stretch in counted_by.stretches[name])


def _most(name: str, counted_by: Counted) -> float:
    return max(stretch.instructions for stretch in counted_by.stretches[name])


def _turn(name: str, counted_by: Counted) -> float:
    """What an ordinary turn of the loop takes in that state.

    Of 20 turns up to ten do more (the link looks, a tenth of a second changes), as the time falls: the mean
    of the two in the middle would then be no turn's, and a press 0.13 M less.
    """
    return statistics.median_low(stretch.work for stretch in counted_by.stretches[name])


def _press(name: str, counted_by: Counted) -> float:
    """A press: the turns of the loop after it, without what an ordinary one takes. The press in the middle
    of all: in the turns after one of them the link may send a beacon.
    """
    turns = counted_by.stretches[name]
    ordinary = _turn("turn running", counted_by)
    starts = range(0, len(turns), PRESS_TURNS)
    return statistics.median(
        sum(turn.work - ordinary for turn in turns[start : start + PRESS_TURNS]) for start in starts
    )


def _step(name: str, counted_by: Counted) -> float:
    """A press where no clock runs."""
    turns = counted_by.stretches[name]
    each = statistics.mean(turn.work for turn in turns)
    return PRESS_TURNS * (each - _turn("turn idle", counted_by))


def _longest(name: str, counted_by: Counted) -> float:
    """A long press: the turn in which it counts is the longest of its many turns."""
    return max(turn.work for turn in counted_by.stretches[name]) - _turn("turn idle", counted_by)


ROWS = (
    Row("second", "a second with a running clock", "table", "second", _mean, "loop"),
    Row("idle", "a second in which nothing runs", "table", "second idle", _mean, "loop"),
    Row("press", "press to display", "table", "press", _press, "dispatch"),
    Row("stroke", "a press that stores a stroke", "table", "press stored", _press, "dispatch"),
    Row("append", "append an event", "table", "append", _mean, "dispatch"),
    Row("chain", "an event taken into the hash chain", "table", "chain", _mean, "dispatch"),
    Row("seal", "a sealed confirmation appended", "table", "seal", _mean, "dispatch"),
    Row("collection", "one collection", "table", "collection", _mean, "turn"),
    Row("mem_free", "one gc.mem_free()", "table", "mem_free", _mean, "turn"),
    Row("start", "power-on to the score, empty journal", "table", "start empty", _mean, "loop"),
    Row("start_full", "power-on to the score, full match", "full", "start full", _mean, "loop"),
    Row("start_read", "the same without a snapshot: all events read", "read", "start full", _mean, "loop"),
    Row("start_rest", "from the score to a table in play", "full", "completed full", _mean, "loop"),
    Row("menu", "a page of the menu: its first one opened", "table", "menu cold", _longest, "dispatch"),
    Row("menu_step", "one step in the menu", "table", "menu step", _step, "dispatch"),
    Row("ruling", "a stroke's ruling", "rulings", "ruling", _mean, "dispatch"),
    Row("undo", "UNDO of an event 100 strokes back", "undo", "undo", _most, "dispatch"),
    Row("paper", "a page of the e-paper after an event", "paper", "paper", _sum, "turn"),
    Row("paper_step", "the longest step of a whole page of it", "paper", "paper first", _most, "turn"),
    Row(
        "paper_second", "a second of a count on it, the seconds alone", "paper", "paper second", _sum, "turn"
    ),
    Row(
        "paper_names",
        "the longest step with names drawn by the host",
        "paper",
        "paper drawn",
        _most,
        "turn",
    ),
    Row("link", "the longest step of the link, a host on the cable", "link", "link", _most, "dispatch"),
    Row("turn", "baseline: a turn of asyncio with one task", "bare", "bare turn", _mean),
    Row("loop", "baseline: a loop that only scans ten pins, a second", "bare", "bare loop", _mean),
    Row("dispatch", "baseline: one key dispatched", "bare", "bare dispatch", _mean),
)


def measure(names: list[str] | None = None) -> dict[str, float]:
    """The instructions of these rows, of all of them by default, by name. NotCountedError says what to do."""
    counted_by = play(names)
    return {row.name: row.figure(counted_by[row.scene]) for row in ROWS if not names or row.name in names}


def play(names: list[str] | None = None) -> dict[str, Counted]:
    """What the scenes of these rows counted, by scene."""
    scenes = {row.scene for row in ROWS if not names or row.name in names}
    order = [scene for scene in SCENES if scene in scenes]
    with _fixed_folder() as folder:
        build.build(out=folder / "firmware")
        shutil.copytree(PROBE.parent, folder / PROBE.parent.name)
        micropython = copied_interpreter(folder)
        with ThreadPoolExecutor(TOGETHER) as pool:
            return dict(zip(order, pool.map(partial(_played, micropython, folder), order), strict=True))


@contextmanager
def _fixed_folder() -> Iterator[Path]:
    """FOLDER, empty, for this process alone; it waits for another one that counts."""
    with FOLDER.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir()
        try:
            yield FOLDER
        finally:
            shutil.rmtree(FOLDER, ignore_errors=True)


def _played(micropython: list[str], folder: Path, scene: str) -> Counted:
    firmware = folder / "firmware"
    flash = folder / scene
    flash.mkdir()
    shutil.copy(firmware / "loader.mpy", flash)
    (flash / "a.pack").write_bytes(pack.make(pack.modules_of(firmware), "0.1.0"))
    (flash / "config.json").write_text(json.dumps({"table": 7, "strokes": True}))
    arguments = []
    if scene in ("rulings", "paper", "link"):
        count = RULED if scene == "rulings" else PAPER_OF
        (flash / MATCH).write_text("".join(json.dumps(event) + "\n" for event in events()[:count]))
        arguments = [MATCH]
    elif scene in ("full", "read"):
        record(flash / PARTITION, flash if scene == "full" else None)
    elif scene == "undo":
        record(flash / PARTITION, None, UNDONE_OF, UNDONE)
    if not (flash / PARTITION).exists():  # not left to the mute chip, whose work would be counted
        (flash / PARTITION).write_bytes(b"\xff" * PARTITION_BYTES)
    return counted(micropython, flash, HEAP, folder / PROBE.parent.name / PROBE.name, scene, *arguments)


def record(partition: Path, kept: Path | None = None, count: int | None = None, undone: int = 0) -> None:
    """Store the first `count` events of the long match, then undo some. The folder `kept` has the pack of the
    firmware, and gets a snapshot without the last events, half as many as make a new one.
    """
    partition.write_bytes(b"\xff" * PARTITION_BYTES)
    journal = Journal(Ring(Flash(str(partition))), lambda: 0)
    match = events()[:count]
    for event in match[: -snapshots.EVERY // 2]:
        journal.append({**event, "by": "panel"})
    settings = {"table": 7, "strokes": 1}
    table = Table(journal.append, journal.read_match, settings, _diff, _add, OSError)
    if kept:
        table.load(0)
        firmware = (kept / "a.pack").read_bytes()[-32:].hex()
        keeping = snapshots.Snapshots(journal, table.record, firmware, str(kept / SNAPSHOT))
        while keeping.step():
            pass
    for event in match[-snapshots.EVERY // 2 :]:
        journal.append({**event, "by": "panel"})
    if undone:
        table.boot(0, "power")
        for _ in range(undone):
            table.undo(1000)


def _diff(later: int, earlier: int) -> int:
    return later - earlier


def _add(ticks: int, ms: int) -> int:
    return ticks + ms


def main() -> None:
    """Print the rows that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.instructions", description=__doc__)
    parser.add_argument("--profile", action="store_true", help="the functions of MicroPython that take most")
    parser.add_argument("rows", nargs="*", metavar="ROW", help=", ".join(row.name for row in ROWS))
    options = parser.parse_args()
    unknown = set(options.rows) - {row.name for row in ROWS}
    if unknown:
        parser.error(f"there is no row {', '.join(sorted(unknown))}")
    try:
        counted_by = play(options.rows)
    except NotCountedError as problem:
        sys.exit(str(problem))
    for row in ROWS:
        if not options.rows or row.name in options.rows:
            print(_line(row, counted_by[row.scene]))
            if options.profile:
                print("\n".join(_profile(counted_by[row.scene].stretches[row.stretches])))


def _line(row: Row, counted_by: Counted) -> str:
    stretches = counted_by.stretches[row.stretches]
    collections = sum(stretch.collections for stretch in stretches) / len(stretches)
    return (
        f"{row.name:10} {row.figure(counted_by):13,.0f}  {row.title} ({len(stretches)} times; "
        f"of each: {row.allocations(counted_by):,.1f} allocations, {collections:.1f} collections)"
    )


def _profile(stretches: list[Stretch]) -> Iterator[str]:
    """The functions that take most themselves, of all stretches together."""
    totals: Counter[str] = Counter()
    for stretch in stretches:
        totals.update(stretch.functions)
    whole = sum(totals.values())
    for function, count in totals.most_common(PROFILED):
        yield f"{'':10} {count:13,.0f}  {count / whole:4.0%}  {function}"


if __name__ == "__main__":
    main()

"""Instructions and heap of what the firmware does, held to the figures that were recorded last.

`python -m tests.bench.budgets` counts in one fixed folder (instructions.FOLDER), so that a count is the same
in every clone, prints each row beside its record, and ends with status 1 when one is 15 percent over it.
`--record` writes today's figures into recorded.json, for a change that is worth what it costs. How a count
becomes milliseconds on the chip, and how uncertain that is: docs/builder/device.md, "What the chip's time
goes into".
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.bench import heap, instructions
from tests.bench.counted.callgrind import NotCountedError
from tests.bench.figures import Figure
from tests.bench.instructions import ROWS, Row

THOUSAND, MILLION = 1_000, 1_000_000

RECORDED = Path(__file__).with_name("recorded.json")
"""Per group (`GROUPS`), each row's figure when it was recorded."""

SLACK = 1.15
"""How far over its record a figure may be."""

LEAST = 100_000
"""Rows of fewer instructions have no limit: how names happen to lie in a hash table decides a fifth of them.
"""

GOALS = {
    "second": 12 * MILLION,
    "idle": 12 * MILLION,
    "press": 0.5 * MILLION,
    "append": 0.3 * MILLION,
    "start": 80 * MILLION,
    "start_full": 110 * MILLION,
    "menu": 1 * MILLION,
    "ruling": 0.25 * MILLION,
    "undo": 5 * MILLION,
    "paper": 4 * MILLION,
    "played, 32 bits": 290,
    "start, 32 bits": 330,
}
"""What the design asks for, in instructions or KB. A row over its goal is marked, and fails nothing."""

ALLOCATING = ("second", "idle", "press", "menu_step")
"""Rows whose calls of the heap's allocator are held, too: asyncio calls it 400 times a second by itself."""

TURN_US = 317
"""A turn of asyncio on an ESP32 at 240 MHz, heap in internal memory, as published for MicroPython."""

SLOWER = (1.0, 2.5)
"""How much longer an instruction may take with the heap in PSRAM: not at all, or as much as is assumed."""


def chip_ms(count: float, turn: float) -> tuple[float, float]:
    """Milliseconds on the chip, least and most, for `count` of which a turn of asyncio has `turn`."""
    ms = count / turn * TURN_US / 1000
    return ms * SLOWER[0], ms * SLOWER[1]


Figures = dict[str, dict[str, float]]
"""`GROUPS` of figures by row: instructions, allocations of one run of the row, KB of heap."""

GROUPS = ("instructions", "allocations", "heap_kb")


@dataclass(frozen=True)
class Compared:
    """A row of a group: its figure now, and what was recorded (None for a row that is new)."""

    group: str
    name: str
    figure: float
    recorded: float | None

    @property
    def limit(self) -> float | None:
        """None where there is none: the row is new, or too short."""
        is_short = self.group == "instructions" and self.figure < LEAST
        return None if self.recorded is None or is_short else self.recorded * SLACK

    @property
    def is_over(self) -> bool:
        return self.limit is not None and self.figure > self.limit

    @property
    def is_over_goal(self) -> bool:
        return self.group != "allocations" and self.figure > GOALS.get(self.name, self.figure)


def compared(figures: Figures, recorded: Figures) -> Iterator[Compared]:
    """Each row's figure beside its record, in the order of `figures`."""
    for group, rows in figures.items():
        for name, figure in rows.items():
            yield Compared(group, name, figure, recorded.get(group, {}).get(name))


def count() -> Figures:
    """Count everything. NotCountedError says what to do."""
    counted_by = instructions.play()
    rows = {row.name: row for row in ROWS}
    return {
        "instructions": {row.name: row.figure(counted_by[row.scene]) for row in ROWS},
        "allocations": {name: rows[name].allocations(counted_by[rows[name].scene]) for name in ALLOCATING},
        "heap_kb": heap.needs(),
    }


def recorded() -> Figures:
    """The figures that were recorded last."""
    figures: Figures = json.loads(RECORDED.read_text(encoding="utf-8"))
    return figures


def run() -> list[Figure]:
    """The rows beside their baselines, in thousands of instructions, for `make bench`."""
    counts = instructions.measure()
    return [_figure(row, counts) for row in ROWS if row.baseline]


def _figure(row: Row, counts: dict[str, float]) -> Figure:
    least, most = chip_ms(counts[row.name], counts["turn"])
    words = [f"{least:,.1f}-{most:,.1f} ms on the chip"]
    if row.name in GOALS:
        words.append(f"goal {GOALS[row.name] / THOUSAND:,.0f}")
    baseline = next(other for other in ROWS if other.name == row.baseline)
    return Figure(
        row.title,
        counts[row.name] / THOUSAND,
        "k",
        baseline.title.removeprefix("baseline: "),
        counts[baseline.name] / THOUSAND,
        "; ".join(words),
    )


def main() -> None:
    """Count, print and compare every row; status 1 when one is over its limit or cannot be counted."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.budgets", description=__doc__)
    parser.add_argument("--record", action="store_true", help="write the figures down as the new record")
    options = parser.parse_args()
    try:
        figures = count()
    except NotCountedError as problem:
        sys.exit(str(problem))
    rows = list(compared(figures, recorded() if RECORDED.exists() else {}))
    Console(highlight=False, width=110).print(_table(rows))
    if options.record:
        RECORDED.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
        print(f"Recorded in {RECORDED.name}.")
    elif over := [row.name for row in rows if row.is_over]:
        sys.exit(
            f"Over the limit: {', '.join(over)}. Where a row's instructions go: "
            f"python -m tests.bench.instructions {over[0]} --profile. Worth it: --record."
        )


def _table(rows: list[Compared]) -> Table:
    table = Table(title="What the firmware takes", title_justify="left")
    for heading in ("row", "now", "recorded", "trend", "limit", ""):
        table.add_column(heading, justify="left" if heading in ("row", "") else "right")
    for row in rows:
        digits = 0 if row.group == "instructions" else 1
        trend = "new" if row.recorded is None else f"{row.figure / row.recorded - 1:+.1%}"
        words = "OVER ITS LIMIT" if row.is_over else "over the goal" if row.is_over_goal else ""
        old, limit = ("" if value is None else f"{value:,.{digits}f}" for value in (row.recorded, row.limit))
        table.add_row(f"{row.name} ({row.group})", f"{row.figure:,.{digits}f}", old, trend, limit, words)
    return table


if __name__ == "__main__":
    main()

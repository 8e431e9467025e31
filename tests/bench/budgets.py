"""Instructions of what the firmware does, each row with its limit: `make budgets` fails when one is over.

Counts hardly vary between two runs, so a limit here may fail a build, as a time could not. How a count
becomes milliseconds on the chip, and how uncertain that is: docs/builder/device.md, "What the chip's time
goes into".
"""

import sys
from dataclasses import dataclass

from tests.bench import heap, instructions
from tests.bench.counted.callgrind import NotCountedError
from tests.bench.figures import Figure
from tests.bench.instructions import ROWS, Row

THOUSAND, MILLION = 1_000, 1_000_000


@dataclass(frozen=True)
class Budget:
    """`limit`: more instructions fail the build. `goal`: what the design asks for; 0 where it asks nothing.

    Goals were set on a build for 32 bits, which takes 1.05 to 1.2 times as many instructions as this one
    (a turn of asyncio 21,750 there and 20,700 here, a pystone 50,362 and 42,119).
    """

    limit: float
    goal: float = 0


BUDGETS = {
    "second": Budget(10 * MILLION, 12 * MILLION),
    "idle": Budget(8.8 * MILLION, 12 * MILLION),
    "press": Budget(0.56 * MILLION, 0.5 * MILLION),
    "stroke": Budget(1.4 * MILLION),
    "append": Budget(0.31 * MILLION, 0.3 * MILLION),
    "chain": Budget(0.15 * MILLION),
    "seal": Budget(0.92 * MILLION),
    "link": Budget(0.65 * MILLION),
    "collection": Budget(3.4 * MILLION),
    "mem_free": Budget(2.9 * MILLION),
    "start": Budget(64 * MILLION, 90 * MILLION),
    "start_full": Budget(90 * MILLION, 90 * MILLION),
    "start_read": Budget(315 * MILLION),
    "start_rest": Budget(8.7 * MILLION),
    "menu": Budget(0.7 * MILLION, 1 * MILLION),
    "menu_step": Budget(0.57 * MILLION),
    "ruling": Budget(0.265 * MILLION, 0.25 * MILLION),
    "undo": Budget(4 * MILLION, 5 * MILLION),
    "paper": Budget(3.9 * MILLION, 4 * MILLION),
    "paper_step": Budget(0.057 * MILLION, 0.05 * MILLION),
    "paper_second": Budget(1.3 * MILLION),
    "paper_names": Budget(0.057 * MILLION, 0.05 * MILLION),
}
"""The one table of limits, 8 to 20 percent above the counts. Short rows differ by 20 percent with the folder
that the firmware lies in: addresses decide how far names are searched, so no limit of a row under a million
lies nearer than 14 percent. Lower a limit when its count falls.
"""

ALLOCATIONS = {"second": 520, "idle": 525, "press": 6.6, "menu_step": 8.6}
"""How often the heap may be asked for memory: in a second, of which asyncio asks 400 times; of a press, in
each of six turns. A function on this way that came to need more than eleven words (D341) would be over it.
"""

HEAP_KB = {
    "held": Budget(386),
    "start": Budget(440),
    "ready, 32 bits": Budget(233),
    "played, 32 bits": Budget(266, 180),
    "start, 32 bits": Budget(300, 300),
}
"""The heap in KB, held in play and needed to start; then with words of 32 bits, as the ESP32's, where such a
port is. What is needed to start is only estimated for these (heap.py). Why more than 180 KB are held in play:
docs/builder/device.md, "Memory".
"""

TURN_US = 317
"""A turn of asyncio on an ESP32 at 240 MHz, heap in internal memory, as published for MicroPython."""

SLOWER = (1.0, 2.5)
"""How much longer an instruction may take with the heap in PSRAM: not at all, or as much as is assumed."""


def chip_ms(count: float, turn: float) -> tuple[float, float]:
    """Milliseconds on the chip, least and most, for `count` of which a turn of asyncio has `turn`."""
    ms = count / turn * TURN_US / 1000
    return ms * SLOWER[0], ms * SLOWER[1]


def broken(counts: dict[str, float]) -> list[str]:
    """A line for each row that is over its limit: the row, its count, its limit and what to do."""
    lines = []
    for row in ROWS:
        budget = BUDGETS.get(row.name)
        if budget is not None and row.name in counts and counts[row.name] > budget.limit:
            lines.append(
                f"{row.title} ({row.name}): {counts[row.name]:,.0f}, and {budget.limit:,.0f} are allowed. "
                f"Where they go: python -m tests.bench.instructions {row.name} --profile"
            )
    return lines


def crowded(allocations: dict[str, float]) -> list[str]:
    """The same for what asks the heap too often."""
    return [
        f"{name}: {allocations[name]:,.1f} allocations; {limit:,.1f} are allowed: "
        f"python -m tests.bench.instructions {name}"
        for name, limit in ALLOCATIONS.items()
        if allocations.get(name, 0) > limit
    ]


def heap_broken(needs: dict[str, float]) -> list[str]:
    """The same for the heap (heap.py)."""
    return [
        f"heap, {name}: {needs[name]:,.0f} KB; {budget.limit:,.0f} are allowed: python -m tests.bench heap"
        for name, budget in HEAP_KB.items()
        if needs.get(name, 0) > budget.limit
    ]


def run() -> list[Figure]:
    """The rows beside their baselines, in thousands of instructions, for `make bench`."""
    counts = instructions.measure()
    return [_figure(row, counts) for row in ROWS if row.baseline]


def _figure(row: Row, counts: dict[str, float]) -> Figure:
    budget = BUDGETS.get(row.name, Budget(0))
    least, most = chip_ms(counts[row.name], counts["turn"])
    words = [f"limit {budget.limit / THOUSAND:,.0f}"]
    if budget.goal:
        words.append(f"goal {budget.goal / THOUSAND:,.0f}")
    words.append(f"{least:,.1f}-{most:,.1f} ms on the chip")
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
    """Check every row; status 1 when one is over its limit or cannot be counted."""
    try:
        counted_by = instructions.play()
        counts = {row.name: row.figure(counted_by[row.scene]) for row in ROWS}
        allocations = {row.name: row.allocations(counted_by[row.scene]) for row in ROWS}
        lines = broken(counts) + crowded(allocations) + heap_broken(heap.needs())
    except NotCountedError as problem:
        sys.exit(str(problem))
    if lines:
        sys.exit("\n".join(["Over budget:", *lines]))
    limits = f"{len(BUDGETS)} budgets of instructions, {len(ALLOCATIONS)} of allocations"
    print(f"{limits} and {len(HEAP_KB)} of the heap are kept.")


if __name__ == "__main__":
    main()

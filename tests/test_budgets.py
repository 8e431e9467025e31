"""The limits of instructions: every row has one, and one that is over it is named with what to do."""

import re
from pathlib import Path

from tests.bench.budgets import ALLOCATIONS, BUDGETS, HEAP_KB, broken, chip_ms, crowded
from tests.bench.counted.callgrind import read_part
from tests.bench.instructions import ROWS

PART = """desc: Trigger: --dump-before=mp_micropython_mem_peak
fn=fun_builtin_1_call
12 40
cfn=gc_alloc
calls=3 0
12 300
fn=gc_mem_free
7 10
cfn=gc_info
calls=1 0
7 2000
fn=main
cfn=fun_builtin_1_call
calls=0 0
3 2350
fn=gc_alloc
5 300
fn=gc_info
6 2000
summary: 2350
"""


def test_every_row_but_the_baselines_has_a_limit_and_a_baseline() -> None:
    names = {row.name for row in ROWS}
    assert set(BUDGETS) == {row.name for row in ROWS if row.baseline}
    assert {row.baseline for row in ROWS if row.baseline} <= names


def test_a_row_over_its_limit_is_named_with_its_count_and_limit() -> None:
    limit = BUDGETS["press"].limit
    assert broken({"press": limit}) == []
    (line,) = broken({"press": limit + 1, "second": 0})
    assert f"{limit + 1:,.0f}" in line
    assert f"{limit:,.0f}" in line
    assert "--profile" in line


def test_a_row_that_asks_the_heap_too_often_is_named() -> None:
    assert set(ALLOCATIONS) <= set(BUDGETS)
    assert crowded(dict(ALLOCATIONS)) == []
    (line,) = crowded({**ALLOCATIONS, "press": 7.1})
    assert line.startswith("press: 7.1 allocations; 6.6 are allowed")


def test_a_stretch_is_read_with_its_allocations_and_without_the_heaps_care() -> None:
    stretch = read_part(PART)
    assert (stretch.instructions, stretch.allocations, stretch.collections) == (2350, 3, 0)
    assert stretch.work == 350
    assert stretch.functions == {
        "fun_builtin_1_call": 40,
        "gc_mem_free": 10,
        "gc_alloc": 300,
        "gc_info": 2000,
    }


def test_what_a_call_that_began_before_took_is_not_its_callers() -> None:
    stretch = read_part("fn=main\ncfn=mp_execute_bytecode\ncalls=0 0\n12 300\n3 5\nsummary: 305\n")
    assert stretch.functions == {"main": 5}
    assert stretch.allocations == 0


def test_a_turn_of_asyncio_takes_as_long_as_is_published_or_up_to_two_and_a_half_times() -> None:
    assert chip_ms(20_000, 20_000) == (0.317, 0.7925)


PAGE = Path(__file__).parents[1] / "docs" / "builder" / "device.md"
COUNT = re.compile(r"^\| `(\w+)` \| .+? \| ([\d.]+) M \| .+? \| ([\d.]+)-([\d.]+) (ms|s) \|$", re.MULTILINE)
STALE = 0.75
"""A count below this part of its limit is of another time: the limit is 8 to 30 percent above the count."""


def test_the_counts_of_device_md_are_those_of_the_limits() -> None:
    rows = {row[0]: row[1:] for row in COUNT.findall(PAGE.read_text(encoding="utf-8"))}
    assert set(rows) == set(BUDGETS), "a row of the table, or of the limits, is missing"
    turn_instructions = 20_853
    for name, (millions, least, most, unit) in rows.items():
        count = float(millions) * 1_000_000
        limit = BUDGETS[name].limit
        assert STALE * limit <= count <= limit, f"{name}: {count:,.0f}, and the limit is {limit:,.0f}"
        for text, ms in zip((least, most), chip_ms(count, turn_instructions), strict=True):
            shown = float(text) * (1000 if unit == "s" else 1)
            assert abs(shown - ms) <= max(1.5, 0.06 * ms), (
                f"{name}: {ms:.1f} ms, and the page has {text} {unit}"
            )


HEAP = re.compile(r"^\| ([^|]+?) \| (\d+) KB \| .+ \|$", re.MULTILINE)
HELD = {"ready to play": "ready", "at the end of a match of 24 boards": "played"}
SMALLEST = "smallest heap to play in (estimated)"


def test_the_heap_of_device_md_is_that_of_the_limits() -> None:
    rows = {row[0]: int(row[1]) for row in HEAP.findall(PAGE.read_text(encoding="utf-8"))}
    for words, name in {**HELD, SMALLEST: "start"}.items():
        limit = HEAP_KB[f"{name}, 32 bits"].limit
        assert 0.95 * limit <= rows[words] <= limit, f"{words}: {rows[words]} KB, and the limit is {limit}"

"""How counts of instructions are read and compared with what was recorded."""

from tests.bench.budgets import GOALS, chip_ms, compared
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


def test_every_row_has_a_baseline_and_every_goal_a_row() -> None:
    names = {row.name for row in ROWS}
    assert {row.baseline for row in ROWS if row.baseline} <= names
    assert {name for name in GOALS if "bits" not in name} <= names


def test_a_figure_may_be_fifteen_percent_over_its_record() -> None:
    record = {"instructions": {"press": 480_000.0}}
    for figure, is_over in ((480_000 * 1.149, False), (480_000 * 1.151, True), (1, False)):
        (row,) = compared({"instructions": {"press": figure}}, record)
        assert row.is_over is is_over


def test_a_short_row_and_a_new_one_have_no_limit() -> None:
    rows = compared({"instructions": {"turn": 40_000, "new": 9e9}}, {"instructions": {"turn": 20_000}})
    assert [row.limit for row in rows] == [None, None]


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

"""Nothing is allocated while only time passes: tick, screen and segments with the heap locked.

Under CPython, which has no such lock, the same runs without it.
"""

from locked_heap import heap_lock, heap_unlock
from portable import PERIOD, add
from table_kit import Umpire

from boardside.table.show.segments import render


def idle(umpire, ms):
    """Let `ms` pass in steps of 10 ms, drawing each time, with the heap locked."""
    table = umpire.table
    buffer = bytearray(8)
    now = umpire.now
    table.tick(now)
    render(table.screen(now), buffer)
    passed = 0
    while table._then[0] and passed < ms:  # what follows a message is laid out once
        passed += 10
        now = add(now, 10)
        table.tick(now)
        render(table.screen(now), buffer)
        table.take_sound()
    heap_lock()
    try:
        while passed < ms:
            passed += 10
            now = add(now, 10)
            table.tick(now)
            render(table.screen(now), buffer)
            table.take_sound()
    finally:
        heap_unlock()
    umpire.now = now


def begun(start=PERIOD - 5_000):
    umpire = Umpire(start)
    umpire.assign()
    return umpire


def test_the_lock_does_catch_an_allocation():
    caught = False
    heap_lock()
    try:
        bytearray(300)
    except MemoryError:
        caught = True
    finally:
        heap_unlock()
    assert caught or heap_lock.__doc__  # under CPython there is nothing to catch


def test_idle_and_with_a_notice_that_ends():
    umpire = Umpire(PERIOD - 1_000)
    idle(umpire, 5_000)
    umpire.press("F")
    idle(umpire, 3_000)
    umpire.table.command({"kind": "hall", "do": "start", "ms": 60_000}, umpire.now)
    idle(umpire, 50_000)


def test_awaiting_players_alternating_pages():
    idle(begun(), 20_000)


def test_a_stroke_over_its_warning():
    umpire = begun()
    umpire.press("C")
    idle(umpire, 14_900)
    assert umpire.table.clocks.left(umpire.now) == 100
    umpire.wait(200)
    idle(umpire, 5_000)  # expired
    umpire.press("CCP")
    idle(umpire, 5_000)  # paused


def test_entry_proposal_menu_form_and_edit():
    umpire = begun()
    for keys in ("OBBB", "Q", "O", "UUUUUUO+", "O", "UBO"):
        umpire.press(keys)
        idle(umpire, 5_000)


def test_change_over_and_confirmed():
    umpire = begun()
    umpire.table.commit({"kind": "concede", "side": "b", "what": "game"}, umpire.now)
    idle(umpire, 110_000)
    umpire.table.commit({"kind": "concede", "side": "b", "what": "match"}, umpire.now)
    idle(umpire, 5_000)
    umpire.press("O")
    idle(umpire, 5_000)


def by_strokes():
    """A doubles board stroke by stroke, the break made with two white down."""
    umpire = Umpire(PERIOD - 5_000, strokes=1)
    umpire.assign(doubles=True, a=["Asha", "Amir"], b=["Bo", "Bina"])
    umpire.press("C" + "CWWC")
    return umpire


def test_a_board_stroke_by_stroke_in_all_its_states():
    umpire = by_strokes()
    # ruled on; struck; pieces pressed; the Queen to cover; covered; paused with the board by turns; a foul
    for keys in ("", "C", "WBQSF", "UUUUC", "CQC", "CWC", "P", "P", "F+", "U", "F+O", "C", "C"):
        umpire.press(keys)
        idle(umpire, 2_500)
    umpire.wait(15_000)  # the count runs out; the event of it is stored
    assert umpire.table.clocks.left(umpire.now) == 0
    idle(umpire, 5_000)


def test_placing_by_turns_and_run_out():
    umpire = by_strokes()
    umpire.press("CFC")  # a penalty of the first side ...
    idle(umpire, 3_000)
    umpire.press("F+" + "B" + "O")  # ... and, while it is placed, one of the other
    idle(umpire, 10_000)
    umpire.wait(10_000)
    idle(umpire, 5_000)
    umpire.press("D")
    idle(umpire, 5_000)
    umpire.press("UP")
    idle(umpire, 5_000)


def test_the_end_of_a_board_and_the_board_set_by_hand():
    umpire = by_strokes()
    umpire.press("CWWWWWWC" + "CQWC")
    idle(umpire, 5_000)
    assert umpire.table.screen(umpire.now).page_now == "proposal"
    umpire.press("U")
    idle(umpire, 5_000)
    umpire.press("U")
    umpire.press("O+" + "BB" + "O")
    assert umpire.table.screen(umpire.now).page_now == "men"
    idle(umpire, 5_000)
    umpire.press("WWQSD")
    idle(umpire, 5_000)


def test_what_waits_for_ok_after_three_passes():
    umpire = by_strokes()
    for _ in range(6):
        umpire.table.commit({"kind": "pass"}, umpire.now)
    idle(umpire, 5_000)


def test_nothing_is_left_behind_by_strokes():
    """A board's strokes, entered thirty times over, leave no more memory in use than ten times."""
    import gc

    if not hasattr(gc, "mem_alloc"):
        return
    umpire = by_strokes()
    umpire.wait(2_000)

    def strokes():
        umpire.press("CWC" + "CSC" + "C" + "CBC" + "CQC" + "F+O" + "U")
        del umpire.memory.events[4:]
        umpire.table.record.last_seq = 0
        umpire.table.record.load()
        umpire.wait(2_000)

    used = []
    for _ in range(4):
        for _ in range(10):
            strokes()
        umpire.sounds.clear()
        gc.collect()
        used.append(gc.mem_alloc())
    assert used[3] <= used[1] + 1_024, used


def test_nothing_is_left_behind_by_play():
    """Ten boards entered and taken back leave no more memory in use than one (MicroPython)."""
    import gc

    if not hasattr(gc, "mem_alloc"):
        return
    umpire = begun()

    def board():
        umpire.press("CCCCOBBBBQOO")
        umpire.press("UUFU")
        del umpire.memory.events[2:]
        umpire.table.record.last_seq = 2
        umpire.wait(2_000)

    used = []
    for _ in range(4):
        for _ in range(10):
            board()
        umpire.sounds.clear()
        gc.collect()
        used.append(gc.mem_alloc())
    assert used[3] <= used[1] + 512, used


def test_the_halls_clock_that_waits_for_its_moment_and_runs_in_the_hosts_time():
    umpire = begun(PERIOD - 8_000)
    umpire.table.set_host_time(umpire.now, 1_780_000_000_000, umpire.now)
    event = {"kind": "hall", "do": "start", "ms": 60_000, "moment": 1_780_000_005_000, "number": 1}
    assert umpire.table.command(event, umpire.now)[0]
    idle(umpire, 4_900)
    umpire.wait(200)
    assert umpire.table.clocks.hall.left(umpire.now) == 59_900
    idle(umpire, 44_000)
    umpire.table.set_host_time(umpire.now, 1_780_000_049_080, umpire.now)
    idle(umpire, 500)
    assert umpire.table.clocks.hall.left(umpire.now) == 15_420

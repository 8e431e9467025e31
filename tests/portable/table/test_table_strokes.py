"""A board stroke by stroke on the panel, key by key: what is shown, what is recorded, what is refused."""

from strokes_kit import SETTLE, begun, clock, nine, owing, stroke
from table_kit import Umpire, last


def test_play_begins_the_board_stroke_by_stroke():
    umpire = begun()
    assert last(umpire) == {"kind": "play", "strokes": True}
    assert umpire.state.situation.turn == "a"
    assert umpire.shows(" 0_15  0")
    assert umpire.line() == "Asha breaks"
    status = umpire.table.status(umpire.now)
    assert (status["turn"], status["seat"], status["queen"]) == ("a", 0, "board")
    assert (status["placing"], status["owes"]) == ([], [0, 0])


def test_a_stroke_is_clock_the_pieces_clock():
    umpire = begun()
    umpire.press("C")
    assert umpire.shows(" 0_    0")
    umpire.press("WW")
    assert umpire.shows("C2_in   ")
    assert umpire.line() == "Asha: 2 white. CLOCK"
    umpire.press("B")
    assert umpire.shows("C2_in C1")
    umpire.press("C")
    assert last(umpire) == {"kind": "stroke", "own": 2, "opponent": 1}
    assert umpire.shows("Go   on")
    assert clock(umpire) == ("stroke", "running")
    umpire.wait(SETTLE)
    assert umpire.shows(" 0_14  0")  # own went down: the turn stays
    assert umpire.line() == "Asha strikes, W7 B8"
    stroke(umpire)
    assert last(umpire) == {"kind": "stroke"}
    assert umpire.state.situation.turn == "b"
    assert umpire.shows(" 0 14_ 0")


def test_124_the_next_count_starts_at_complete_not_when_the_striker_leaves_the_hand():
    umpire = begun()
    umpire.wait(9000)  # of the break's count
    umpire.press("C")  # struck
    assert clock(umpire)[1] == "off"
    umpire.wait(20_000)  # c/m roll, the striker is picked up: nothing counts
    assert clock(umpire)[1] == "off"
    umpire.press("C")  # complete
    assert clock(umpire) == ("stroke", "running")
    assert umpire.table.status(umpire.now)["clock"]["left"] > 14_900


def test_a_piece_pressed_while_the_count_runs_is_struck():
    umpire = begun()
    umpire.press("W")
    assert clock(umpire)[1] == "off"
    assert umpire.shows("C1_in   ")
    umpire.press("C")
    assert last(umpire) == {"kind": "stroke", "own": 1}


def test_undo_of_the_press_that_stopped_the_count_lets_it_run_on():
    umpire = begun()
    umpire.wait(4_000)
    umpire.press("W")
    umpire.wait(1_000)
    umpire.press("U")
    assert clock(umpire) == ("break", "running")
    assert umpire.table.clocks.left(umpire.now) == 15_000 - 4_000 - 1_100
    assert umpire.shows(" 0_10  0")


def test_undo_takes_back_press_by_press_then_struck_then_events():
    umpire = begun()
    umpire.press("C" + "WWQ")
    umpire.press("U")
    assert umpire.shows("C2_in   ")
    umpire.press("UU")
    assert umpire.shows(" 0_    0")
    umpire.press("U")
    assert umpire.shows("Undo.CLoC")
    assert clock(umpire) == ("break", "running")
    umpire.press("U")
    assert umpire.shows("Undo.PLAY")
    assert umpire.state.phase == "ready"
    assert umpire.is_fold()


def test_undo_after_complete_brings_the_presses_back():
    umpire = begun()
    umpire.press("C" + "WW" + "C")
    umpire.press("U")
    assert umpire.shows("Undo.StrC")
    assert umpire.memory.kinds()[-1] == "undo"
    assert clock(umpire)[1] == "off"
    umpire.wait(SETTLE)
    assert umpire.shows("C2_in   ")
    umpire.press("S" + "C")  # the striker had been forgotten
    assert last(umpire) == {"kind": "stroke", "own": 2, "striker": True}
    assert umpire.is_fold()
    umpire.press("U" * 4)  # back over it all: three presses, the "Play"
    assert umpire.memory.kinds()[-1] == "undo"
    umpire.press("U")
    assert umpire.state.phase == "ready"


def test_undo_of_an_older_stroke_holds_the_clock_whole():
    umpire = begun()
    stroke(umpire, "W")
    stroke(umpire, "W")
    umpire.press("UUU")  # the stroke, its press, and the stroke before it
    assert umpire.state.situation.left("a") == 9
    assert clock(umpire) == ("break", "paused")
    umpire.press("C")
    assert clock(umpire) == ("break", "running")


def test_redo_holds_the_clock_and_never_takes_clock_for_complete():
    umpire = begun()
    stroke(umpire, "W")
    umpire.press("U")
    umpire.wait(SETTLE)
    assert umpire.table.redo(umpire.now)
    assert clock(umpire) == ("stroke", "paused")
    events = len(umpire.memory.events)
    umpire.press("C")
    assert clock(umpire) == ("stroke", "running")
    assert len(umpire.memory.events) == events


def test_more_than_there_are_is_refused_at_the_press():
    umpire = begun()
    umpire.press("C" + "W" * 9)
    umpire.sounds.clear()
    umpire.press("W")
    assert umpire.sounds == ["refuse"]
    assert umpire.shows("onLY   9")
    assert umpire.line() == "Only 9 white on the board"
    umpire.press("U" * 9 + "WQC")
    umpire.wait(SETTLE)
    umpire.press("C" + "Q")  # she is to be covered: not on the board
    assert umpire.sounds[-1] == "refuse"
    assert umpire.shows("no qUEEn")


def test_the_keys_that_say_yes_say_no_at_the_second_press():
    umpire = begun()
    umpire.press("C" + "QSF")
    assert umpire.shows("  ._SF   ")
    assert umpire.line() == "Asha: Queen, striker, improper. CLOCK"
    umpire.press("QSF")
    assert umpire.shows(" 0_    0")


def test_45_a_try_that_touches_nothing_is_due():
    umpire = begun()
    umpire.press("D")
    assert last(umpire) == {"kind": "stroke", "untouched": True}
    assert umpire.shows("AGAin   ")
    assert clock(umpire) == ("break", "running")
    umpire.press("CD")
    umpire.press("CD")
    assert umpire.shows("Go  rGHt")
    assert umpire.state.situation.turn == "b"
    umpire.press("U")
    assert umpire.state.situation.turn == "a"


def test_45c_striker_down_untouched():
    umpire = begun()
    umpire.press("CSD")
    assert last(umpire) == {"kind": "stroke", "striker": True, "untouched": True}
    assert umpire.shows("Go  rGHt")


def test_45_pieces_without_a_touch_are_refused():
    umpire = begun()
    umpire.press("CWD")
    assert umpire.sounds[-1] == "refuse"
    assert umpire.memory.kinds()[-1] == "play"


def test_47_a_break_before_play_is_foul_while_play_is_awaited():
    umpire = Umpire(strokes=1)
    umpire.assign()
    umpire.press("F")
    assert umpire.memory.kinds()[-1] == "play"
    assert umpire.shows("EArLY 47")
    assert clock(umpire)[1] == "off"
    umpire.wait(SETTLE)
    assert umpire.line() == 'Asha: before "Play". CLOCK'
    umpire.press("WC")
    assert last(umpire) == {"kind": "stroke", "own": 1, "before_play": True}
    assert umpire.table.record.ruling.laws[0] == "47"
    umpire = Umpire(strokes=1)
    umpire.assign()
    umpire.press("FU")
    assert umpire.state.phase == "ready"
    assert umpire.is_fold()


def test_ok_over_pending_presses_loses_nothing():
    umpire = begun()
    umpire.press("C" + "WW" + "O" + "U")
    assert umpire.shows("C2_in   ")
    umpire.press("C")
    assert last(umpire) == {"kind": "stroke", "own": 2}


def test_struck_off_a_stroke_is_one_press():
    umpire = begun(settings={"struck": 0})
    umpire.press("C")
    assert last(umpire) == {"kind": "stroke"}
    assert clock(umpire) == ("stroke", "running")
    umpire.press("B" + "C")
    assert last(umpire) == {"kind": "stroke", "own": 1}
    umpire.wait(15_000)
    umpire.press("C")  # at zero it is put away
    assert umpire.memory.kinds()[-1] == "expired"
    umpire.press("C")
    assert umpire.memory.kinds()[-1] == "stroke"


def test_without_a_stroke_clock_every_clock_completes():
    umpire = begun(rules={"clocks": {"stroke": None, "break": None, "placing": None}})
    for keys in ("C", "WC", "SC"):
        umpire.press(keys)
        assert umpire.memory.kinds()[-1] == "stroke"
    umpire.wait(SETTLE)
    assert umpire.state.situation.placing or umpire.state.situation.owes != (0, 0)


def test_power_off_loses_the_presses_but_no_event_and_the_board_is_shown():
    umpire = begun()
    stroke(umpire, "WW")
    umpire.press("C" + "QB")
    umpire.power_on()
    assert not umpire.table.sport.strokes.pending
    assert umpire.state.situation.left("a") == 7
    assert clock(umpire) == ("stroke", "paused")
    pages = set()
    for _ in range(4):
        pages.add(umpire.table.screen(umpire.now).page_now)
        umpire.wait(2_048)
    assert pages == {"message", "men", "score"}
    umpire.press("C")
    assert clock(umpire) == ("stroke", "running")
    stroke(umpire, "W")
    assert last(umpire) == {"kind": "stroke", "own": 1}
    assert umpire.is_fold()


def test_power_off_while_placing_and_at_the_end():
    umpire = owing(begun())
    umpire.power_on()
    assert clock(umpire) == ("placing", "paused")
    assert umpire.table.screen(umpire.now).page_now == "placing"
    umpire = nine(begun())
    umpire.press("C" + "W" + "C")
    umpire.power_on()
    assert umpire.table.screen(umpire.now).page_now == "proposal"
    umpire.press("O")
    assert umpire.state.points["a"] == 12


def test_a_failing_flash_loses_no_press():
    umpire = begun()
    umpire.press("C" + "WW")
    umpire.memory.refuses = True
    umpire.press("C")
    assert umpire.shows("FLASH")
    umpire.memory.refuses = False
    umpire.press("C")
    assert last(umpire) == {"kind": "stroke", "own": 2}


def test_two_keys_at_once_are_one_after_the_other():
    umpire = begun()
    umpire.press("C")
    umpire.table.press("WHITE", False, umpire.now)
    umpire.table.press("CLOCK", False, umpire.now)
    assert last(umpire) == {"kind": "stroke", "own": 1}


def test_strokes_off_keeps_to_results():
    umpire = Umpire(strokes=0)
    umpire.assign()
    umpire.press("C")
    assert last(umpire) == {"kind": "play"}
    assert umpire.state.situation is None
    umpire.press("F")
    assert umpire.sounds[-1] == "refuse"


def test_due_held_at_the_break_is_one_try_and_nothing_else():
    umpire = begun()
    umpire.press("D+")
    assert last(umpire) == {"kind": "stroke", "untouched": True}
    assert clock(umpire)[0] == "break"
    assert umpire.shows("AGAin   ")


def test_the_host_waits_while_pieces_are_pressed():
    umpire = begun()
    umpire.press("CW")
    assert umpire.table.command({"kind": "time"}, umpire.now)[1] == "busy"
    umpire.press("U")
    assert umpire.table.command({"kind": "names", "a": ["Ana"]}, umpire.now)[0]
    assert umpire.line() == "Ana breaks"


def test_a_stroke_over_a_paused_count_ends_the_pause():
    umpire = begun()
    stroke(umpire, "W")
    umpire.press("P" + "W")  # an appeal, and then what went down, without CLOCK in between
    umpire.press("C")
    assert last(umpire) == {"kind": "stroke", "own": 1}
    assert umpire.state.paused is None
    umpire.power_on()
    assert umpire.table.clocks.left(umpire.now) == 15_000


def test_a_stroke_that_another_event_followed_is_taken_back_without_its_presses():
    umpire = begun()
    stroke(umpire, "WW")
    stroke(umpire, "S")
    umpire.press("C")  # placed
    umpire.press("UU")
    assert umpire.memory.kinds()[-2:] == ["undo", "undo"]
    assert not umpire.table.sport.strokes.pending
    assert clock(umpire) == ("stroke", "paused")
    assert umpire.is_fold()


def test_44_what_went_down_was_touched_and_due_says_so():
    for keys in ("W", "B", "Q"):
        umpire = begun()
        umpire.press("C" + keys)
        umpire.press("D")
        assert umpire.shows("PUSH.CLoC")
        assert umpire.line() == "CLOCK first: it enters the stroke"
        assert last(umpire)["kind"] == "play"


def test_50_struck_shows_no_hall_clock_that_would_read_as_a_count():
    umpire = begun()
    assert umpire.table.command({"kind": "hall", "do": "start", "ms": 20_000}, umpire.now)[0]
    umpire.press("C")
    assert umpire.shows(" 0_    0")
    umpire.press("C")
    umpire.wait(SETTLE)
    assert umpire.shows(" 0 14_ 0")
    untimed = begun(ruleset="vaishali")
    assert untimed.table.command({"kind": "hall", "do": "start", "ms": 20_000}, untimed.now)[0]
    assert untimed.shows(" 0_20  0")

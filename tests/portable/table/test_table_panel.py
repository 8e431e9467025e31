"""Keys on the main screen: what each does in each phase, and that every press is answered."""

from portable import PERIOD, raises
from table_kit import Umpire

from boardside.table.pages.panel import KEYS


def ready(**fields):
    """A table with a match, "Play" awaited."""
    umpire = Umpire(**fields)
    assert umpire.assign()[0]
    umpire.sounds.clear()
    return umpire


def test_idle_table_shows_its_number_and_says_what_to_do():
    umpire = Umpire(table=12)
    assert umpire.shows("tbL   12")
    for keys in ("C", "P", "W", "B", "Q", "S", "F", "D"):
        umpire.press(keys)
        assert umpire.sounds[-1] == "refuse", keys
        assert umpire.shows("CLoC OFF" if keys == "P" else "no PLAY"), keys
    umpire.wait(1_600)
    assert umpire.shows("tbL   12")


def test_clock_is_play_then_struck_then_complete_in_turn():
    umpire = ready()
    assert umpire.state.phase == "ready"
    umpire.press("C")
    assert umpire.memory.kinds()[-1] == "play"
    assert umpire.sounds[-1] == "start"
    assert umpire.shows(" 0_15  0")
    assert umpire.table.status(umpire.now)["clock"]["name"] == "break"
    umpire.wait(4_000)
    assert umpire.shows(" 0_11  0")
    umpire.press("C")
    assert umpire.shows(" 0_    0")
    umpire.wait(30_000)
    assert "warn" not in umpire.sounds
    assert "zero" not in umpire.sounds
    umpire.press("C")
    assert umpire.shows(" 0_15  0")
    assert umpire.table.status(umpire.now)["clock"]["name"] == "stroke"
    umpire.press("C")
    assert umpire.shows(" 0_    0")


def test_zero_is_display_sound_and_record_in_one_moment():
    for start in (0, PERIOD - 9_000, PERIOD - 15_050):
        umpire = ready(start=start)
        umpire.press("C")
        umpire.wait(14_990)
        assert umpire.shows(" 0_ 1  0")
        assert umpire.sounds[-1] == "warn"
        assert "expired" not in umpire.memory.kinds()
        umpire.wait(10)
        assert umpire.shows(" 0_ .0.  0")
        assert umpire.sounds[-1] == "zero"
        event = umpire.memory.events[-1]
        assert event["kind"] == "expired"
        assert event["clock"] == "break"
        assert event["law"] == "46"
        assert event["breach"] == "technical foul"
        assert event["by"] == "table"
        umpire.wait(1_000)
        assert umpire.memory.kinds().count("expired") == 1
        assert "46" in umpire.line()
        umpire.press("C")  # struck after all, or the foul has been dealt with
        umpire.press("C")
        assert umpire.shows(" 0_15  0")
        umpire.wait(15_000)
        assert umpire.memory.events[-1]["law"] == "50"


def test_a_press_that_comes_with_a_stall_finds_zero_decided_first():
    umpire = ready()
    umpire.press("C")
    umpire.now += 15_090  # nothing ticked for a while, then a key
    umpire.press("C")
    assert umpire.memory.kinds()[-1] == "expired"
    assert umpire.sounds[-1] == "zero"
    assert umpire.shows(" 0_    0")


def test_an_appeal_stops_the_count_and_play_resumes_it_to_the_millisecond():
    umpire = ready(start=PERIOD - 3_000)
    umpire.press("C")
    umpire.wait(6_000)
    umpire.press("P")
    event = umpire.memory.events[-1]
    assert event["kind"] == "pause"
    assert event["clock"] == "break"
    assert event["left"] == 8_950
    umpire.wait(60_000)
    assert "Paused" in umpire.line()
    umpire.press("P")
    assert umpire.memory.kinds()[-1] == "resume"
    assert umpire.table.clocks.left(umpire.now) == 8_950
    umpire.press("P")
    umpire.press("C")  # CLOCK goes on, too
    assert umpire.memory.kinds()[-1] == "resume"
    umpire.wait(8_900)
    assert umpire.sounds[-1] == "zero"


def test_pause_without_a_running_clock_is_refused():
    umpire = ready()
    umpire.press("CC" + "P")
    assert umpire.sounds[-1] == "refuse"
    assert umpire.shows("CLoC OFF")


def test_undo_right_after_a_clock_key_takes_that_key_back():
    umpire = ready()
    umpire.press("C")
    umpire.wait(5_000)
    umpire.press("C")  # struck? no, a slip
    umpire.press("U")
    assert umpire.shows("Undo.CLoC")
    assert umpire.state.phase == "board"
    umpire.wait(1_600)
    assert umpire.shows(" 0_ 9  0")  # it has run on: 15 - 5 - 1.7 s
    umpire.press("P")  # a slip
    umpire.press("U")
    assert umpire.memory.kinds()[-1] == "resume"
    assert umpire.state.paused is None
    assert umpire.table.status(umpire.now)["clock"]["state"] == "running"
    umpire.press("PP")  # "Play" too early
    umpire.press("U")
    assert umpire.memory.kinds()[-1] == "pause"
    assert umpire.state.paused == ("break", umpire.table.clocks.left(umpire.now))
    umpire.press("U")  # and only then the last event
    assert umpire.state.phase == "ready"


def test_due_runs_the_placing_clock_and_clock_the_stroke_after_it():
    umpire = ready()
    umpire.press("CCD")
    assert umpire.table.status(umpire.now)["clock"]["name"] == "placing"
    umpire.wait(3_000)
    umpire.press("C")
    assert umpire.table.status(umpire.now)["clock"]["name"] == "stroke"
    umpire.press("D")
    umpire.wait(15_000)
    event = umpire.memory.events[-1]
    assert event["clock"] == "placing"
    assert event["law"] == "87a"
    umpire.press("C")
    assert umpire.table.status(umpire.now)["clock"]["name"] == "stroke"
    umpire.press("D+")
    assert umpire.shows("ForGonE ")
    assert umpire.table.status(umpire.now)["clock"]["name"] == "stroke"
    assert umpire.table.clocks.left(umpire.now) == 15_000


def test_due_elsewhere_is_refused_with_the_reason():
    umpire = ready()
    umpire.press("D")
    assert umpire.sounds[-1] == "refuse"
    assert umpire.shows("PLAY")


def test_foul_is_refused_visibly_and_does_not_lie():
    umpire = ready()
    for keys in ("F", "CF", "OF", "BF"):
        before = len(umpire.memory.events)
        umpire.press(keys[:-1])
        umpire.press("F")
        assert umpire.sounds[-1] == "refuse"
        assert umpire.shows("FoUL  no")
        assert "result" in umpire.line()
        assert len(umpire.memory.events) <= before + 1


def test_a_refusal_goes_after_a_second_and_a_half_and_takes_no_press():
    umpire = ready()
    umpire.press("F")
    umpire.wait(1_490)
    assert "FOUL" in umpire.line()
    umpire.wait(10)
    assert "FOUL" not in umpire.line()
    umpire.press("F")
    umpire.press("C")  # acts at once, over the message
    assert umpire.shows(" 0_15  0")


def test_toss_by_hand():
    umpire = Umpire()
    umpire.assign(breaks=None)
    assert umpire.state.phase == "toss"
    assert umpire.shows("toSS15.00")
    umpire.press("O")
    assert umpire.sounds[-1] == "refuse"
    umpire.press("C")
    assert umpire.sounds[-1] == "refuse"
    umpire.press("W")
    assert umpire.shows("LEFt 1St")
    umpire.press("B")  # the wrong key, replaced
    assert umpire.shows("rGHt 1St")
    umpire.press("C")  # who breaks is told already: what is wanted is OK, or UNDO
    assert umpire.shows("EntEr")
    umpire.wait(1_600)
    assert umpire.shows("rGHt 1St")
    umpire.press("U")
    assert umpire.show()[:4] == "to55"
    umpire.press("BO")
    assert umpire.state.breaker == "b"
    assert umpire.state.phase == "ready"
    assert umpire.shows(" 0 b1_ 0")
    umpire.press("U")
    assert umpire.state.phase == "toss"
    umpire.press("WO")
    assert umpire.state.breaker == "a"


def test_ok_held_opens_the_menu_from_every_phase_in_place_of_what_the_press_did():
    umpire = Umpire()
    umpire.press("O+")
    assert umpire.table.screen(umpire.now).menu_item
    umpire.press("U")
    umpire.assign(breaks=None)
    umpire.press("O+")
    assert umpire.table.screen(umpire.now).menu_item
    umpire.press("UWO")
    for keys in ("", "C"):  # ready, board
        umpire.press(keys + "O+")
        assert umpire.table.screen(umpire.now).menu_item
        umpire.press("U")
        assert umpire.table.screen(umpire.now).page_now != "entry"
    umpire.press("O")
    for _ in range(2):
        for _ in range(3):
            umpire.result(umpire.state.breaker, 9, umpire.state.breaker)
    assert umpire.state.history


def test_ok_held_on_a_decided_match_does_not_seal_it():
    umpire = ready()
    assert umpire.table.commit({"kind": "concede", "side": "b", "what": "match"}, umpire.now)
    assert umpire.state.phase == "over"
    umpire.press("O+")
    assert umpire.state.phase == "over"
    assert umpire.memory.kinds()[-2:] == ["confirm", "undo"]
    assert umpire.table.screen(umpire.now).menu_item
    umpire.press("UO")
    assert umpire.state.phase == "confirmed"
    assert umpire.is_fold()


def test_a_long_press_counts_only_while_no_other_key_came_after_it():
    umpire = ready()
    umpire.press("O")
    umpire.press("U")  # both held; UNDO was later
    umpire.table.press("OK", True, umpire.now)
    assert not umpire.table.screen(umpire.now).menu_item
    umpire.press("C")
    umpire.press("DC")
    umpire.table.press("DUE", True, umpire.now)
    assert "For" not in umpire.table.screen(umpire.now).message
    umpire.table.press("CLOCK", True, umpire.now)
    umpire.table.press("CLOCK", True, umpire.now)
    assert umpire.memory.kinds()[-1] == "play"


def test_an_unknown_key_is_an_error_of_the_caller():
    umpire = Umpire()
    assert "WHITE" in str(raises(ValueError, umpire.table.press, "white", False, 0))
    assert len(KEYS) == 10


SILENT = [("C", "C")]
"""The count of a stroke stopped: c/m roll, only the screen answers."""


def test_every_press_is_answered_by_a_sound_and_a_new_screen():
    for before in ("", "C", "O", "OB", "OBQO", "O+", "O+O", "CC"):
        for letter in "WBQSFDCPUO":
            umpire = ready()
            umpire.press(before)
            umpire.wait(2_000)
            umpire.sounds.clear()
            revision = umpire.table.revision
            umpire.press(letter)
            assert (umpire.sounds == []) == ((before, letter) in SILENT), (before, letter)
            assert umpire.table.revision != revision


def test_a_menu_left_open_goes_away_but_an_entry_stays():
    umpire = ready()
    umpire.press("O+")
    umpire.wait(59_900, 100)
    assert umpire.table.screen(umpire.now).menu_item
    umpire.wait(200)
    assert not umpire.table.screen(umpire.now).menu_item
    umpire.press("OBB")
    umpire.wait(200_000, 100)
    assert umpire.table.screen(umpire.now).page_now == "entry"
    umpire.press("UU")
    umpire.wait(61_000, 100)
    assert umpire.table.screen(umpire.now).page_now != "entry"


def test_undo_sets_the_clocks_of_where_it_leads_and_bends_none():
    umpire = ready()
    umpire.result("a", 9, "a")
    umpire.result("a", 9, "a")
    umpire.result("a", 1, None)
    umpire.wait(20_000)
    umpire.result("b", 2, "b")  # played on without the change: owed again, with its two minutes
    umpire.wait(30_000)
    left = umpire.table.clocks.left(umpire.now)
    umpire.press("U")
    assert umpire.table.clocks.left(umpire.now) == left - 50  # still in the change: it just runs on
    assert umpire.table.status(umpire.now)["protest_left"] == 0  # that board has not been
    umpire.press("C")
    assert umpire.table.status(umpire.now)["clock"]["state"] == "off"
    umpire.press("U")
    clock = umpire.table.status(umpire.now)["clock"]
    assert (clock["name"], clock["state"], clock["left"]) == ("side_change", "paused", 120_000)
    umpire.press("U")  # back in the game's last board
    assert umpire.table.status(umpire.now)["clock"]["state"] == "off"


def test_clock_lengths_are_the_matchs_own_and_an_unused_clock_does_not_run():
    umpire = Umpire()
    umpire.assign(rules={"clocks": {"stroke": 10_000, "break": None, "placing": None, "report": None}})
    assert umpire.table.status(umpire.now)["clock"]["state"] == "off"
    umpire.press("C")
    assert umpire.state.phase == "board"
    assert umpire.shows(" 0_    0")
    umpire.press("C")
    assert umpire.shows(" 0_10  0")
    umpire.wait(5_000)
    assert umpire.sounds[-1] == "warn"
    umpire.press("D")
    assert umpire.sounds[-1] == "refuse"
    umpire.power_on()
    assert umpire.table.status(umpire.now)["clock"]["length"] == 10_000

"""Power cuts and a failing flash: the match is as before; an event that is not stored did not happen."""

from table_kit import Memory, Umpire, with_match

from boardside.game import dicts


def clock(umpire):
    status = umpire.table.status(umpire.now)["clock"]
    return status["name"], status["state"], status["left"]


def test_a_table_never_used_comes_up_idle():
    umpire = Umpire()
    assert umpire.state.phase == "idle"
    assert umpire.memory.kinds() == ["boot"]
    assert umpire.memory.events[0]["cause"] == "power"
    umpire.press("U")
    assert umpire.sounds[-1] == "refuse"


def test_a_cut_while_a_clock_is_paused_keeps_what_was_left():
    umpire = with_match()
    umpire.press("C")
    umpire.wait(6_000)
    umpire.press("P")
    left = umpire.table.clocks.left(umpire.now)
    umpire.power_on()
    assert clock(umpire) == ("break", "paused", left)
    assert umpire.state.phase == "board"
    umpire.press("P")
    assert umpire.memory.kinds()[-1] == "resume"
    umpire.wait(left)
    assert umpire.sounds[-1] == "zero"


def test_a_cut_in_the_middle_of_a_stroke_gives_its_clock_whole_and_paused():
    umpire = with_match()
    umpire.press("CCC")
    umpire.wait(6_000)
    umpire.power_on()
    assert clock(umpire) == ("stroke", "paused", 15_000)
    umpire.wait(60_000)
    assert clock(umpire) == ("stroke", "paused", 15_000)
    umpire.press("C")
    assert clock(umpire) == ("stroke", "running", 15_000)


def test_a_cut_in_the_change_of_sides_and_in_the_interval():
    umpire = with_match()
    umpire.table.commit({"kind": "concede", "side": "b", "what": "game"}, umpire.now)
    umpire.wait(5_000)
    umpire.power_on()
    assert clock(umpire) == ("side_change", "paused", 120_000)
    umpire.press("P")
    assert clock(umpire) == ("side_change", "running", 120_000)
    umpire.press("P")
    umpire.wait(10_000)
    umpire.power_on()
    assert clock(umpire) == ("side_change", "paused", 119_950)
    umpire.press("C")
    assert umpire.state.phase == "ready"
    umpire.table.commit({"kind": "concede", "side": "b", "what": "match"}, umpire.now)
    umpire.power_on()
    assert clock(umpire)[1] == "off"
    assert umpire.state.phase == "over"


def test_a_long_clock_that_had_run_out_stays_at_zero():
    umpire = with_match()
    umpire.wait(900_100, 100)
    umpire.power_on()
    assert clock(umpire) == ("report", "expired", 0)
    assert umpire.memory.kinds().count("expired") == 1
    umpire.wait(1_000)
    assert umpire.memory.kinds().count("expired") == 1
    umpire.press("OSO")  # the walk-over is offered still
    assert umpire.state.how == "walkover"


def test_no_report_clock_once_something_was_played():
    umpire = with_match(breaks=None)
    umpire.press("WO")
    umpire.power_on()
    assert clock(umpire)[1] == "off"


def test_the_time_to_protest_is_not_shortened_by_a_cut():
    umpire = with_match()
    umpire.result("a", 5, "a")
    umpire.wait(600_000, 1_000)
    umpire.power_on()
    assert umpire.table.status(umpire.now)["protest_left"] == 900_000


def test_a_torn_record_is_reported():
    memory = Memory()
    umpire = Umpire(memory=memory)
    umpire.table.boot(umpire.now, "brownout", 17)
    assert umpire.shows("torn")
    assert memory.events[-1]["torn"] == 17


def test_undo_crosses_the_cut():
    umpire = with_match()
    umpire.result("a", 5, "a")
    umpire.power_on()
    umpire.press("U")
    assert umpire.state.points == {"a": 0, "b": 0}
    umpire.power_on()
    assert umpire.state.points == {"a": 0, "b": 0}
    assert umpire.is_fold()


# A game with strokes, appeals, corrections and undo in between, key by key ("M": OK held).
SCRIPT = "WO C CCCPPC OBBBBBQOO C OWWWWQQSOO U U OBBBWWWWQOO C CC OWWWWWWWWWQOO C OBBBBBBBBBQOO U M "
SCRIPT += "BBBBBBBBBBBBBB O QO O"


def test_a_cut_after_every_single_key_leaves_the_match_as_it_stood():
    umpire = with_match(breaks=None)
    cuts = 0
    for letter in SCRIPT.replace(" ", ""):
        umpire.press("O+" if letter == "M" else letter)
        journal = Memory()
        journal.events = list(umpire.memory.events)
        other = Umpire(umpire.now, journal)  # the same journal in a table that has just started
        assert dicts.to_dict(other.state) == dicts.to_dict(umpire.state)
        assert other.table.record.undoable == umpire.table.record.undoable
        assert other.is_fold()
        assert clock(other)[1] in ("paused", "off")
        cuts += 1
    assert cuts > 80
    assert umpire.state.history


def test_a_cut_after_every_event_of_a_whole_match_can_be_undone_and_played_on():
    umpire = with_match()
    for winner in ("a", "b", "a"):
        for left in (9, 9, 4):
            if umpire.state.phase not in ("ready", "board", "over"):
                umpire.press("C")
            if umpire.state.phase == "over":
                break
            umpire.press("CC")
            umpire.result(winner, left, None if umpire.state.points[winner] > 21 else winner)
    umpire.press("O")
    assert umpire.state.phase == "confirmed"
    for count in range(2, len(umpire.memory.events) + 1):
        journal = Memory()
        journal.events = umpire.memory.events[:count]
        other = Umpire(umpire.now, journal)
        assert other.is_fold()
        undoable = other.table.record.undoable
        other.press("U")
        assert other.is_fold()
        assert (journal.events[-1]["kind"] == "undo") == (undoable is not None)
        assert journal.events[-1].get("of") == undoable
        other.press("C")
        assert other.is_fold()


def test_playing_on_after_a_power_cut_at_any_event_gives_the_same_match():
    straight = with_match()
    for winner, left in (("a", 5), ("b", 3), ("a", 9), ("b", 9), ("a", 7)):
        straight.press("C")
        if straight.state.phase == "ready":
            straight.press("C")
        straight.result(winner, left, None if straight.state.points[winner] > 21 else winner)
    cut = with_match()
    for winner, left in (("a", 5), ("b", 3), ("a", 9), ("b", 9), ("a", 7)):
        cut.power_on()
        cut.press("C")
        if cut.state.phase == "ready":
            cut.press("C")
        cut.power_on()
        cut.result(winner, left, None if cut.state.points[winner] > 21 else winner)
    assert dicts.to_dict(cut.state) == dicts.to_dict(straight.state)


def test_a_full_flash_leaves_everything_as_it_was_and_is_seen_and_heard():
    umpire = with_match()
    umpire.press("C")
    umpire.press("OBBBQO")
    umpire.memory.refuses = True
    before = dicts.to_dict(umpire.state)
    umpire.press("O")
    assert umpire.sounds[-1] == "refuse"
    assert umpire.shows("FLASH")
    assert umpire.line() == "NOT STORED: full, connect it to the host"
    assert dicts.to_dict(umpire.state) == before
    umpire.wait(1_600)
    assert umpire.table.screen(umpire.now).page_now == "proposal"  # nothing of the entry is lost
    umpire.memory.refuses = False
    umpire.press("O")
    assert umpire.state.points["a"] == 6
    assert umpire.is_fold()


def test_every_key_survives_a_full_flash():
    for before in ("", "C", "CC", "OBQO", "CP"):
        for letter in "WBQSFDCPUO":
            umpire = with_match()
            umpire.press(before)
            umpire.memory.refuses = True
            state = dicts.to_dict(umpire.state)
            umpire.press(letter)
            assert dicts.to_dict(umpire.state) == state, (before, letter)
            umpire.memory.refuses = False
            assert umpire.is_fold()


def test_an_appeal_stops_the_clock_even_when_it_cannot_be_recorded():
    umpire = with_match()
    umpire.press("C")
    umpire.memory.refuses = True
    umpire.press("P")
    assert clock(umpire)[1] == "paused"
    assert umpire.shows("FLASH")
    umpire.press("P")
    assert clock(umpire)[1] == "running"
    umpire.wait(15_000)
    assert "zero" in umpire.sounds  # and time runs out audibly


def test_a_damaged_record_in_the_middle_leaves_the_rest():
    umpire = with_match(breaks=None)
    umpire.press("WO")
    umpire.result("a", 5, "a")
    umpire.result("b", 3, "b")
    gone = [event for event in umpire.memory.events if event["kind"] != "toss"]
    umpire.memory.events[:] = gone  # the toss is unreadable: so are the boards after it
    umpire.power_on()
    assert umpire.state.setup.match == "m1"
    assert umpire.shows("dAtA Err")
    umpire.press("WO")  # the umpire can go on
    assert umpire.state.phase == "ready"


def test_digits_say_that_a_stroke_is_pressed_again_after_a_power_cut():
    for ruleset in ("icf", "vkk", "spandan", "vaishali"):
        for doubles in (False, True):
            for struck in (1, 2):
                umpire = by_strokes(struck, ruleset=ruleset, doubles=doubles)
                umpire.press("C W")
                seen = seen_after_cut(umpire)
                assert "rE-PrESS" in seen
                assert len(seen) > 1, "the score is seen, too"
                umpire.press("P")
                umpire.wait(2_000)
                assert not umpire.shows("rE-PrESS")
    umpire = by_strokes(2)
    for keys in ("C W", "C S"):  # a due: nothing of the placing is lost
        umpire.press(keys)
        umpire.wait(7_000)
    assert umpire.state.situation.placing
    assert "rE-PrESS" not in seen_after_cut(umpire)
    umpire = by_strokes(2, presses=0)
    assert "rE-PrESS" not in seen_after_cut(umpire), "results only"


def by_strokes(struck, **fields):
    umpire = Umpire(strokes=1, struck=struck)
    event = {"ruleset": "icf", "breaks": "a"}
    event.update(fields)
    assert umpire.assign(**event)[0]
    umpire.press("C")
    umpire.wait(3_000)
    return umpire


def seen_after_cut(umpire):
    umpire.power_on()
    umpire.table.boot(umpire.now, "power_on")
    seen = set()
    for _ in range(32):
        umpire.wait(250)
        seen.add(umpire.show().replace("5", "S"))
    return seen

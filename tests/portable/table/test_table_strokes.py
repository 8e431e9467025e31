"""A board stroke by stroke on the panel, key by key: what is shown, what is recorded, what is refused."""

from table_kit import PERIOD, Umpire

SETTLE = 1_600  # ms after which a passing message has gone


def begun(**fields):
    """A board in play, the left side about to break."""
    umpire = Umpire(strokes=1, **fields.pop("settings", {}))
    assert umpire.assign(**fields)[0]
    umpire.press("C")
    umpire.sounds.clear()
    return umpire


def doubles(**fields):
    return begun(doubles=True, a=["Asha", "Amir"], b=["Bo", "Bina"], **fields)


def stroke(umpire, keys=""):
    """Struck, what went down, complete, and the moment in which the ruling is shown."""
    umpire.press("C" + keys + "C")
    umpire.wait(SETTLE)


def lit(umpire):
    """Go on to a moment in which nothing that blinks is dark."""
    umpire.now += (0 - umpire.now) % 1_024 + 64
    umpire.table.tick(umpire.now)
    return umpire


def last(umpire):
    """The last event without its envelope."""
    event = umpire.memory.events[-1]
    return {name: event[name] for name in event if name not in ("seq", "boot", "at", "by", "match")}


def clock(umpire):
    status = umpire.table.status(umpire.now)["clock"]
    return status["name"], status["state"]


def test_play_begins_the_board_stroke_by_stroke():
    umpire = begun()
    assert last(umpire) == {"kind": "play", "strokes": True}
    assert umpire.state.situation.turn == "a"
    assert umpire.shows(" 0.0150 0")
    assert umpire.line() == "Asha breaks"
    status = umpire.table.status(umpire.now)
    assert (status["turn"], status["seat"], status["queen"]) == ("a", 0, "board")
    assert (status["placing"], status["owes"]) == ([], [0, 0])


def test_a_stroke_is_clock_the_pieces_clock():
    umpire = begun()
    umpire.press("C")
    assert umpire.shows(" 0.0--0 0")
    umpire.press("WW")
    assert umpire.shows(" 2. --   ")
    assert umpire.line() == "A: 2 white. CLOCK"
    umpire.press("B")
    assert umpire.shows(" 2. --  1")
    umpire.press("C")
    assert last(umpire) == {"kind": "stroke", "own": 2, "opponent": 1}
    assert umpire.shows("Go    48")
    assert clock(umpire) == ("stroke", "running")
    umpire.wait(SETTLE)
    assert umpire.shows(" 0.0140 0")  # own went down: the turn stays
    assert umpire.line() == "Asha strikes, W7 B8"
    stroke(umpire)
    assert last(umpire) == {"kind": "stroke"}
    assert umpire.state.situation.turn == "b"
    assert umpire.shows(" 00140 0.")


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
    assert umpire.shows(" 1. --   ")
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
    assert umpire.shows(" 0.0100 0")


def test_undo_takes_back_press_by_press_then_struck_then_events():
    umpire = begun()
    umpire.press("C" + "WWQ")
    umpire.press("U")
    assert umpire.shows(" 2. --   ")
    umpire.press("UU")
    assert umpire.shows(" 0.0--0 0")
    umpire.press("U")
    assert umpire.shows("Undo.CLoc")
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
    assert umpire.shows(" 2. --   ")
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
    assert umpire.shows(" .qSF") or umpire.shows("  .qSF")
    assert umpire.line() == "A: Queen, striker, improper. CLOCK"
    umpire.press("QSF")
    assert umpire.shows(" 0.0--0 0")


def test_45_a_try_that_touches_nothing_is_due():
    umpire = begun()
    umpire.press("D")
    assert last(umpire) == {"kind": "stroke", "untouched": True}
    assert umpire.shows("trY  45A")
    assert clock(umpire) == ("break", "running")
    umpire.press("CD")
    umpire.press("CD")
    assert umpire.shows("turn 45b")
    assert umpire.state.situation.turn == "b"
    umpire.press("U")
    assert umpire.state.situation.turn == "a"


def test_45c_striker_down_untouched():
    umpire = begun()
    umpire.press("CSD")
    assert last(umpire) == {"kind": "stroke", "striker": True, "untouched": True}
    assert umpire.shows("turn 45C")


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
    assert umpire.line() == 'A: before "Play". CLOCK'
    umpire.press("WC")
    assert last(umpire) == {"kind": "stroke", "own": 1, "before_play": True}
    assert umpire.table.record.ruling.laws[0] == "47"
    umpire = Umpire(strokes=1)
    umpire.assign()
    umpire.press("FU")
    assert umpire.state.phase == "ready"
    assert umpire.is_fold()


def test_72_a_due_is_placed_by_the_other_side():
    umpire = begun()
    stroke(umpire, "WW")
    umpire.press("C" + "S" + "C")
    assert umpire.shows("duE1 72A")
    umpire.wait(SETTLE)
    assert clock(umpire) == ("placing", "running")
    assert umpire.shows("d1 14 PL.")
    assert umpire.line() == "Bo places 1 white, then CLOCK"
    assert umpire.table.status(umpire.now)["placing"] == [{"side": "a", "count": 1, "seat": 1}]
    umpire.press("W")
    assert umpire.shows("PLACE")
    umpire.press("C")
    assert last(umpire) == {"kind": "place", "how": "done"}
    assert clock(umpire) == ("stroke", "running")
    assert umpire.state.situation.left("a") == 8
    umpire.wait(SETTLE)
    assert umpire.shows(" 00140 0.")
    assert umpire.is_fold()


def owing(umpire):
    stroke(umpire, "WW")
    stroke(umpire, "S")
    return umpire


def test_87_forgone_lapsed_no_room_not_completed():
    umpire = owing(begun())
    umpire.press("D+")
    assert last(umpire) == {"kind": "place", "how": "forgone"}
    assert umpire.state.situation.left("a") == 7
    for presses, event in (
        ("", {"kind": "place", "how": "forgone"}),
        ("Q", {"kind": "place", "how": "lapsed"}),
        ("QQ", {"kind": "room", "has": False}),
        ("QQQ", {"kind": "place", "how": "not_completed"}),
        ("QQQQ", {"kind": "place", "how": "done"}),
    ):
        umpire = owing(begun())
        umpire.press("D")
        umpire.press(presses + "O")
        assert last(umpire) == event
        assert umpire.is_fold()


def test_88_at_zero_due_begins_with_lapsed_and_clock_still_means_placed():
    umpire = owing(begun())
    umpire.wait(15_000)
    assert umpire.sounds[-1] == "zero"
    assert "87a" in umpire.line()
    umpire.press("D")
    assert umpire.shows("PLACLAPS")
    umpire.press("U")
    umpire.press("C")
    assert last(umpire) == {"kind": "place", "how": "done"}


def test_79_room_again_is_due():
    umpire = owing(begun())
    umpire.press("D" + "QQ" + "O")
    umpire.wait(SETTLE)
    assert "DUE" in umpire.line()
    umpire.press("D")
    assert last(umpire) == {"kind": "room", "has": True}
    umpire.press("U")
    assert umpire.shows("Undo.SPAC")


def test_72c_what_is_owed_blinks_until_it_can_be_taken():
    umpire = begun()
    stroke(umpire, "S")
    assert umpire.table.status(umpire.now)["owes"] == [1, 0]
    lit(umpire)
    left = (umpire.table.clocks.left(umpire.now) + 999) // 1_000
    text = "%2d" % left
    assert umpire.shows(" 00%s.%s0 0." % (text[0], text[1]))


def test_63_64_a_foul_without_a_stroke_is_foul_held():
    umpire = begun()
    umpire.press("F+")
    assert umpire.shows("tECH   L")
    assert umpire.line() == "A: technical foul (63a). OK"
    umpire.press("O")
    assert last(umpire) == {"kind": "foul", "side": "a"}
    assert umpire.shows("tECH 63A")
    assert clock(umpire) == ("break", "running")
    assert umpire.state.situation.turn == "a"
    umpire.press("F+" + "B" + "O")
    assert last(umpire) == {"kind": "foul", "side": "b"}
    stroke(umpire, "W")
    umpire.press("F+")
    umpire.press("Q")  # by the Laws a foul now; the umpire calls it technical
    assert umpire.shows("tECH   L")
    umpire.press("O")
    assert last(umpire) == {"kind": "foul", "side": "a", "technical": True}


def test_63_a_foul_without_a_stroke_waits_until_what_is_pressed_is_entered():
    umpire = begun()
    umpire.press("CWQ")
    pressed = umpire.table.panel.strokes.down
    umpire.press("F+")
    assert umpire.shows("CLoC")
    assert umpire.table.panel.strokes.down == pressed, "nothing is lost"
    umpire.press("U" + "U" + "F+")
    assert umpire.shows("tECH   L")


def test_time_run_out_names_the_breach_and_foul_enters_it():
    umpire = begun(settings={"start": PERIOD - 5_000})
    stroke(umpire, "W")
    umpire.wait(15_000)
    event = umpire.memory.events[-1]
    assert (event["kind"], event["breach"], event["law"]) == ("expired", "foul", "50")
    assert umpire.line() == "Time (50): FOUL: foul"
    umpire.press("F")
    assert umpire.shows("FoUL   L")
    umpire.press("O")
    assert last(umpire) == {"kind": "foul", "side": "a"}
    assert umpire.state.situation.turn == "b"
    umpire.wait(SETTLE)
    umpire.press("C")
    stroke(umpire)


def test_the_queen_is_to_be_covered_then_covered():
    umpire = begun()
    stroke(umpire, "W")
    umpire.press("C" + "Q" + "C")
    assert umpire.shows("q to  48")
    umpire.wait(SETTLE)
    assert umpire.line() == "Asha strikes, W8 B9, Queen to cover"
    screen = lit(umpire).table.screen(umpire.now)
    assert umpire.shows(" 0.0.%d0 0" % 13) or umpire.shows(" 0.0.140 0")
    assert (screen.queen, screen.queen_to_cover) == ("left", True)
    umpire.press("C" + "W" + "C")
    assert umpire.shows("q in  96")
    assert umpire.table.status(umpire.now)["queen"] == "a"


def nine(umpire):
    """The left side pockets eight and covers the Queen; one white is left."""
    stroke(umpire, "WWWW")
    stroke(umpire, "QWWWW")
    return umpire


def test_the_board_ends_with_what_the_strokes_came_to():
    umpire = nine(begun())
    umpire.press("C" + "W" + "C")
    assert umpire.memory.kinds()[-1] == "stroke"
    assert lit(umpire).shows("12-12  0")
    assert umpire.table.panel.is_busy
    umpire.press("O")
    event = last(umpire)
    assert (event["kind"], event["winner"], event["left"], event["queen"]) == ("board", "a", 9, "a")
    assert umpire.state.boards[-1].source == "strokes"
    assert umpire.state.points == {"a": 12, "b": 0}
    assert umpire.is_fold()


def test_the_proposal_can_be_edited_and_taken_back():
    umpire = nine(begun())
    umpire.press("C" + "W" + "C" + "U")
    assert umpire.table.screen(umpire.now).page_now == "entry"
    umpire.press("BBBB")  # four black lie there
    assert umpire.table.screen(umpire.now).entry_right == 4
    umpire.press("OO")
    event = last(umpire)
    assert (event["left"], event["queen"], event.get("slam")) == (4, "a", None)
    assert umpire.state.boards[-1].source == "corrected"
    umpire.press("U")  # the result: what the strokes came to is shown again
    umpire.wait(SETTLE)
    assert umpire.table.screen(umpire.now).page_now == "proposal"
    umpire.press("UU")  # over the count to the last stroke
    assert umpire.memory.kinds()[-1] == "undo"
    umpire.wait(SETTLE)
    assert not umpire.table.panel.strokes.pending  # other events came in between
    assert umpire.state.situation.left("a") == 1
    assert umpire.is_fold()


def test_87b_points_on_demand_all_by_default():
    umpire = begun()
    stroke(umpire, "W" * 8)
    umpire.press("C" + "WSF" + "C")  # the last one, with the Queen on the board, striker and foul
    screen = umpire.table.screen(umpire.now)
    assert screen.page_now == "proposal"
    assert screen.gain == 5
    umpire.press("S")
    assert umpire.table.screen(umpire.now).gain == 3
    umpire.press("S")
    assert umpire.table.screen(umpire.now).gain == 4
    umpire.press("SO")
    assert last(umpire)["demand"] == 2
    assert umpire.state.points == {"a": 0, "b": 5}


def test_no_demand_where_there_is_none():
    umpire = nine(begun())
    umpire.press("C" + "W" + "C" + "S")
    assert umpire.sounds[-1] == "refuse"
    assert umpire.shows("no duE")


def test_137_three_passes_each_replay_the_board():
    umpire = begun()
    stroke(umpire)
    for _ in range(6):
        assert umpire.table.commit({"kind": "pass"}, umpire.now)
    umpire.wait(SETTLE)
    assert umpire.shows("rEPL 137")
    umpire.press("C")
    assert umpire.sounds[-1] == "refuse"
    umpire.press("O")
    assert last(umpire) == {"kind": "replayed", "law": "137"}
    assert umpire.state.phase == "ready"
    umpire.press("U")
    umpire.wait(SETTLE)
    assert umpire.shows("rEPL 137")
    umpire.press("U")
    assert umpire.state.situation.passes == 5
    assert umpire.is_fold()


def test_a_bare_result_can_be_entered_at_any_time():
    umpire = begun()
    stroke(umpire, "WW")
    umpire.result("a", 5, "a")
    assert umpire.state.points == {"a": 8, "b": 0}
    assert umpire.state.boards[-1].source == "result"
    assert umpire.state.phase == "ready"
    assert umpire.is_fold()


def test_ok_over_pending_presses_loses_nothing():
    umpire = begun()
    umpire.press("C" + "WW" + "O" + "U")
    assert umpire.shows(" 2. --   ")
    umpire.press("C")
    assert last(umpire) == {"kind": "stroke", "own": 2}


def item(umpire, line):
    """Open the menu at the item whose line begins with `line`, and press OK."""
    umpire.press("O+")
    for _ in range(30):
        if umpire.table.screen(umpire.now).menu_item.startswith(line):
            umpire.press("O")
            return
        umpire.press("B")
    raise AssertionError("no item %r" % line)


def test_leaving_stroke_by_stroke_and_coming_back():
    umpire = begun()
    stroke(umpire, "WW")
    item(umpire, "Leave stroke")
    assert last(umpire) == {"kind": "leave"}
    assert umpire.state.situation is None
    umpire.press("W")
    assert umpire.sounds[-1] == "refuse"
    umpire.press("CC")
    item(umpire, "Set the board")
    assert umpire.shows(" 9. q   9")
    umpire.press("WWWWW" + "BBBBBB" + "QQQ" + "S")
    assert umpire.shows(" 5   q 6.")
    umpire.press("D" + "B" + "D" + "O")
    assert last(umpire) == {
        "kind": "situation",
        "seat": 1,
        "left": {"a": 5, "b": 6},
        "queen": "b",
        "owes": {"a": 0, "b": 1},
    }
    assert umpire.state.situation.left("a") == 5
    assert umpire.state.situation.turn == "b"
    assert clock(umpire)[1] == "running"
    assert umpire.is_fold()


def test_setting_the_board_is_undone_press_by_press():
    umpire = begun()
    stroke(umpire, "WW")
    item(umpire, "Set the board")
    assert umpire.shows(" 7. q   9")
    umpire.press("W")
    assert umpire.shows(" 1. q   9")
    umpire.press("U")
    assert umpire.shows(" 7. q   9")
    umpire.press("UU")
    assert not umpire.table.panel.is_busy


def test_what_cannot_be_on_a_board_is_refused():
    umpire = begun()
    item(umpire, "Set the board")
    umpire.press("QQO")  # nobody has pocketed a c/m, so nobody the Queen (92)
    assert umpire.sounds[-1] == "refuse"
    assert umpire.table.panel.is_busy
    assert umpire.memory.kinds()[-1] == "play"


def test_a_pass_and_a_turn_out_of_turn_are_in_the_menu():
    umpire = begun()
    stroke(umpire)
    item(umpire, "The side in turn passes")
    assert last(umpire) == {"kind": "pass"}
    assert umpire.shows("PASS 137")
    item(umpire, "Played out of turn")
    umpire.press("O")
    assert last(umpire) == {"kind": "turn", "seat": 1}
    assert umpire.state.situation.turn == "b"


def test_51_a_board_lost_by_ruling_knows_its_count():
    umpire = begun()
    stroke(umpire, "WW")
    item(umpire, "Board lost by ruling")
    umpire.press("QO" + "QO")  # by 51, the left side
    assert umpire.table.screen(umpire.now).page_now == "proposal"
    umpire.press("O")
    event = last(umpire)
    assert (event["winner"], event["left"], event["queen"], event["law"]) == ("b", 7, "board", "51")
    assert umpire.state.points == {"a": 0, "b": 10}


def test_doubles_show_the_seat_and_who_places():
    umpire = doubles()
    assert umpire.shows(" 0.0150 0")
    stroke(umpire)
    assert umpire.table.status(umpire.now)["seat"] == 1
    assert umpire.line().startswith("Bo strikes")
    stroke(umpire)
    assert umpire.shows(" .00140 0")  # the point before the number: the second player
    assert umpire.line().startswith("Amir strikes")
    stroke(umpire, "W")
    umpire.press("C" + "S" + "C")
    umpire.wait(SETTLE)
    assert umpire.line() == "Bina places 1 white, then CLOCK"
    screen = umpire.table.screen(umpire.now)
    assert screen.placing == (("left", 1, "right", True),)
    assert umpire.is_fold()


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


def test_power_off_loses_the_presses_and_no_event_and_says_where_the_board_stands():
    umpire = begun()
    stroke(umpire, "WW")
    umpire.press("C" + "QB")
    umpire.power_on()
    assert not umpire.table.panel.strokes.pending
    assert umpire.state.situation.left("a") == 7
    assert clock(umpire) == ("stroke", "paused")
    assert umpire.line() == "Asha strikes, W7 B9"
    pages = set()
    for _ in range(2):
        pages.add(umpire.table.screen(umpire.now).page_now)
        umpire.wait(2_048)
    assert pages == {"men", "score"}
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
    assert umpire.shows("trY  45A")


def test_the_host_waits_while_pieces_are_pressed():
    umpire = begun()
    umpire.press("CW")
    assert umpire.table.command({"kind": "time"}, umpire.now)[1] == "busy"
    umpire.press("U")
    assert umpire.table.command({"kind": "names", "a": ["Ana"]}, umpire.now)[0]
    assert umpire.line() == "Ana breaks"


def test_v6_both_places_are_shown_by_turns():
    """vaishali: the own last piece before the Queen: three placed by the player, two by the opponent."""
    umpire = begun(ruleset="vaishali")
    umpire.press("W" * 8 + "C")  # no clock of strokes here: CLOCK is complete at once
    umpire.press("WC")
    umpire.wait(SETTLE)
    pages = set()
    for _ in range(3):
        pages.add(umpire.show())
        umpire.wait(2_048)
    assert pages == {"d3.P--   ", "d2 -- PL."}, pages
    umpire.press("C")
    assert umpire.state.situation.left("a") == 5


def test_two_sides_to_place_are_asked_for_when_one_is_forgone():
    umpire = begun()
    stroke(umpire, "WB")
    stroke(umpire, "F")
    umpire.press("F+" + "B" + "O")
    umpire.wait(SETTLE)
    assert [entry[0] for entry in umpire.state.situation.placing] == ["a", "b"]
    umpire.press("D+")
    assert umpire.shows("PLACForG")
    umpire.press("O" + "QQ" + "O")
    assert last(umpire) == {"kind": "place", "how": "forgone", "side": "b"}
    assert [entry[0] for entry in umpire.state.situation.placing] == ["a"]
    umpire.press("C")
    assert not umpire.state.situation.placing
    assert umpire.is_fold()


def test_no_room_for_some_of_several():
    umpire = begun()
    stroke(umpire, "WW")
    stroke(umpire, "WS")
    umpire.press("D" + "QQ" + "O")
    assert umpire.shows("in     0")
    umpire.press("Q" + "O")
    assert last(umpire) == {"kind": "room", "has": False, "placed": 1}
    assert umpire.table.status(umpire.now)["owes"] == [1, 0]


def test_a_stroke_over_a_paused_count_ends_the_pause():
    umpire = begun()
    stroke(umpire, "W")
    umpire.press("P" + "W")  # an appeal, and then what went down, without CLOCK in between
    umpire.press("C")
    assert last(umpire) == {"kind": "stroke", "own": 1}
    assert umpire.state.paused is None
    umpire.power_on()
    assert umpire.table.clocks.left(umpire.now) == 15_000


def test_a_board_lost_by_ruling_left_open_goes_away():
    umpire = begun()
    stroke(umpire, "WW")
    item(umpire, "Board lost by ruling")
    umpire.press("QO" + "QO")
    umpire.wait(61_000, 100)
    assert not umpire.table.panel.is_busy


def test_a_stroke_that_another_event_followed_is_taken_back_without_its_presses():
    umpire = begun()
    stroke(umpire, "WW")
    stroke(umpire, "S")
    umpire.press("C")  # placed
    umpire.press("UU")
    assert umpire.memory.kinds()[-2:] == ["undo", "undo"]
    assert not umpire.table.panel.strokes.pending
    assert clock(umpire) == ("stroke", "paused")
    assert umpire.is_fold()


def test_44_what_went_down_was_touched_and_due_says_so():
    for keys in ("W", "B", "Q"):
        umpire = begun()
        umpire.press("C" + keys)
        umpire.press("D")
        assert umpire.shows("CLoC")
        assert umpire.line() == "CLOCK first: it enters the stroke"
        assert last(umpire)["kind"] == "play"


def test_88a_due_starts_no_count_where_nothing_is_to_be_placed():
    umpire = begun()
    stroke(umpire, "WW")
    before = clock(umpire), umpire.memory.kinds()
    umpire.press("D")
    assert umpire.shows("no PLAC ")
    umpire.press("D+")
    assert (clock(umpire), umpire.memory.kinds()) == before
    assert clock(umpire) == ("stroke", "running")
    umpire.press("C")
    assert clock(umpire)[1] == "off"  # struck, as if DUE had not been touched


def test_50_struck_shows_no_hall_clock_that_would_read_as_a_count():
    umpire = begun()
    assert umpire.table.command({"kind": "hall", "do": "start", "ms": 20_000}, umpire.now)[0]
    umpire.press("C")
    assert umpire.shows(" 0.0--0 0")
    umpire.press("C")
    umpire.wait(SETTLE)
    assert umpire.shows(" 00140 0.")
    untimed = begun(ruleset="spandan")
    assert untimed.table.command({"kind": "hall", "do": "start", "ms": 20_000}, untimed.now)[0]
    assert untimed.shows(" 0.0200 0")

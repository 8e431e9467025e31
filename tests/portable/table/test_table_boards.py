"""A board stroke by stroke: fouls, the Queen, its end and result, leaving it and setting it up by hand."""

from portable import PERIOD
from strokes_kit import SETTLE, begun, clock, doubles, lit, nine, stroke
from table_kit import item, last


def test_63_64_a_foul_without_a_stroke_is_foul_held():
    umpire = begun()
    umpire.press("F+")
    assert umpire.shows("tECH   L")
    assert umpire.line() == "Asha: technical foul (63a). OK"
    umpire.press("O")
    assert last(umpire) == {"kind": "foul", "side": "a"}
    assert umpire.shows("tECHFoUL")
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
    pressed = umpire.table.sport.strokes.down
    umpire.press("F+")
    assert umpire.shows("PUSH.CLoC")
    assert umpire.table.sport.strokes.down == pressed, "nothing is lost"
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
    assert umpire.shows("CoUEr")
    umpire.wait(SETTLE)
    assert umpire.line() == "Asha strikes, W8 B9, Queen to cover"
    screen = lit(umpire).table.screen(umpire.now)
    assert umpire.shows(" 0._%d  0" % 13) or umpire.shows(" 0._14  0")
    assert (screen.queen, screen.queen_to_cover) == ("left", True)
    umpire.press("C" + "W" + "C")
    assert umpire.shows("qUEEn in")
    assert umpire.table.status(umpire.now)["queen"] == "a"


def test_the_board_ends_with_what_the_strokes_came_to():
    umpire = nine(begun())
    umpire.press("C" + "W" + "C")
    assert umpire.memory.kinds()[-1] == "stroke"
    assert lit(umpire).shows("12P12  0")
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
    assert not umpire.table.sport.strokes.pending  # other events came in between
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
    shown = set()
    for _ in range(30):
        umpire.wait(100)
        shown.add(umpire.show())
    assert shown == {" rEPLAY ", "  L137  "}
    umpire.press("C")
    assert umpire.sounds[-1] == "refuse"
    umpire.press("O")
    assert last(umpire) == {"kind": "replayed", "law": "137"}
    assert umpire.state.phase == "ready"
    umpire.press("U")
    umpire.wait(SETTLE)
    assert umpire.shows(" rEPLAY ")
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
    assert umpire.shows("C9_on C9")
    umpire.press("WWWWW" + "BBBBBB" + "QQQ" + "S")
    assert umpire.shows("C5 on_C6.")
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
    assert umpire.shows("C7_on C9")
    umpire.press("W")
    assert umpire.shows("C1_on C9")
    umpire.press("U")
    assert umpire.shows("C7_on C9")
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
    assert umpire.shows("PASS")
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
    assert umpire.shows(" 0_15  0")
    stroke(umpire)
    assert umpire.table.status(umpire.now)["seat"] == 1
    assert umpire.line().startswith("Bo strikes")
    stroke(umpire)
    assert umpire.shows(" 0~14  0")  # the high arrow: the second player
    assert umpire.line().startswith("Amir strikes")
    stroke(umpire, "W")
    umpire.press("C" + "S" + "C")
    umpire.wait(SETTLE)
    assert umpire.line() == "Bina places 1 white, then CLOCK"
    screen = umpire.table.screen(umpire.now)
    assert screen.placing == (("left", 1, "right", True),)
    assert umpire.is_fold()


def test_a_board_lost_by_ruling_left_open_goes_away():
    umpire = begun()
    stroke(umpire, "WW")
    item(umpire, "Board lost by ruling")
    umpire.press("QO" + "QO")
    umpire.wait(61_000, 100)
    assert not umpire.table.panel.is_busy

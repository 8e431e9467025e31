"""The ways in which an evening goes wrong with CLOCK once a stroke, each with the presses that make it right
again: at most three, or two and a figure typed. The board is then as with the right presses.
"""

from strokes_kit import SETTLE, begun, clock
from table_kit import LETTERS, Umpire, item, last

from boardside.game import dicts
from boardside.table.core.clocks import REST_MS
from boardside.table.core.conduct import LATE_MS, ONCE, QUIET_MS, TWICE_MS
from boardside.table.menu import learn

COUNT = 15_000
THINKS = 8_000  # of its count, what a player needs to strike
MOST = 3


def once(settings=None, **fields):
    """A board in play with one press a stroke, a player about to break."""
    umpire = begun(settings=dict(settings or {}, struck=ONCE), **fields)
    umpire.wait(TWICE_MS)
    return umpire


def stroke(umpire, keys=""):
    """Struck, what went down, and time until the next player is about to strike."""
    umpire.press("C")
    umpire.wait(500)
    umpire.press(keys)
    umpire.wait(QUIET_MS + THINKS)


def played(*strokes):
    """A board with these strokes, rightly pressed."""
    umpire = once()
    for keys in strokes:
        stroke(umpire, keys)
    return umpire


def mend(umpire, keys, then=QUIET_MS):
    """The presses that make it right, with a second and a half before each CLOCK, and time after them."""
    assert len(keys) <= MOST, keys
    for key in keys:
        umpire.wait(TWICE_MS if key == "C" else 200)
        umpire.press(key)
    umpire.wait(then)


def is_as(umpire, *strokes):
    """Whether the board is as these strokes leave it, and the next count runs."""
    right = played(*strokes)
    assert dicts.to_dict(umpire.state)["situation"] == dicts.to_dict(right.state)["situation"]
    assert umpire.state.situation.turn == right.state.situation.turn
    assert clock(umpire)[1] in ("running", "expired"), clock(umpire)
    assert umpire.is_fold()
    return True


# One press, as it should be.


def test_a_stroke_in_which_nothing_goes_down_is_one_press():
    umpire = once()
    umpire.press("C")
    assert clock(umpire) == ("break", "off")
    umpire.wait(QUIET_MS - 10)
    assert clock(umpire) == ("break", "off")
    umpire.wait(10)
    assert last(umpire) == {"kind": "stroke"}
    assert clock(umpire) == ("stroke", "running")
    assert umpire.table.clocks.left(umpire.now) == COUNT
    assert umpire.state.situation.turn == "b"


def test_each_piece_puts_the_next_count_off():
    umpire = once()
    umpire.press("C")
    for _ in range(3):
        umpire.wait(QUIET_MS - 100)
        umpire.press("W")
    umpire.wait(QUIET_MS - 60)
    assert clock(umpire) == ("break", "off")
    umpire.wait(60)
    assert last(umpire) == {"kind": "stroke", "own": 3}


def test_nothing_sounds_from_struck_until_the_next_count_warns():
    umpire = once()
    umpire.wait(COUNT - TWICE_MS - 5_200)  # just before the warning
    umpire.sounds.clear()
    umpire.press("C")
    umpire.wait(1_000)
    umpire.press("WB")
    umpire.wait(QUIET_MS + COUNT - 5_010)
    assert umpire.sounds == ["key"], "the next count begins"
    umpire.sounds.clear()
    umpire.wait(20)
    assert umpire.sounds == ["warn"]


def test_clock_before_the_count_began_is_the_next_stroke():
    umpire = once()
    umpire.press("C")
    umpire.wait(QUIET_MS - 1_000)
    umpire.press("C")
    assert last(umpire) == {"kind": "stroke"}
    assert clock(umpire) == ("stroke", "off")
    umpire.wait(QUIET_MS)
    assert is_as(umpire, "", "")


def test_a_board_ends_with_its_last_piece():
    umpire = played("WWWWWWWW")
    stroke(umpire, "W")
    assert umpire.state.situation.over
    umpire.press("O")
    assert umpire.state.phase == "ready"


def test_an_appeal_while_the_pieces_roll_holds_the_count_until_play():
    for play in "CP":
        umpire = once()
        umpire.press("C")
        umpire.wait(1_000)
        umpire.press("P")
        umpire.wait(60_000, 50)
        assert clock(umpire) == ("break", "off")
        umpire.press(play)
        assert clock(umpire) == ("stroke", "running")
        assert is_as(umpire, "")


# Presses that were forgotten.


WAYS = (
    # What went wrong; the strokes before, what was pressed (a number: ms that pass, "!": power fails), the
    # presses that make it right, and the strokes that the board is then as.
    ("1: a piece is remembered when the next count runs", (), ("C", QUIET_MS + LATE_MS - 500), "W", ("W",)),
    ("2: ... when dues are to be placed", ("WW",), ("CS", QUIET_MS + 2_000), "W", ("WW", "WS")),
    ("3: the striker was forgotten", ("W",), ("C", QUIET_MS + 1_000), "S", ("W", "S")),
    ("4: an improper stroke, when the next count runs", ("W",), ("CW", QUIET_MS + 1_000), "F", ("W", "WF")),
    ("5: ... much later", ("W", "W"), (), "UF", ("W", "WF")),
    ("6: a piece is remembered when the next is struck", ("W", ""), ("C", 1_000), "UWC", ("W", "W", "")),
    ("7: struck is forgotten and a piece pressed", ("",), (1_000,), "B", ("", "B")),
    ("8: struck is forgotten, the tone sounds, nothing went down", ("",), (COUNT,), "C", ("", "")),
    ("9: ... and a piece went down at zero", ("",), (COUNT,), "B", ("", "B")),
    ("9: ... half a minute later", ("",), (COUNT + REST_MS,), "B", ("", "B")),
    ("9: ... ten minutes later", ("",), (COUNT + 20 * REST_MS,), "B", ("", "B")),
    ("10: forgotten for three strokes", ("",), (COUNT + REST_MS,), "CCC", ("", "", "", "")),
    ("17: the wrong colour", (), ("CB",), "UW", ("W",)),
    ("18: the wrong colour, and the next count runs", ("B",), (), "UUW", ("W",)),
    ("19: one too many", (), ("CWW",), "U", ("W",)),
    ("20: one too many, and the next count runs", ("WW",), (), "UU", ("W",)),
    ("21: two keys at once", (), ("CWB",), "U", ("W",)),
    ("21: two keys at once, the other way round", (), ("CBW",), "UUW", ("W",)),
    ("21: a piece and the Queen at once", (), ("CWQ",), "U", ("W",)),
    ("23: OK and CLOCK at once", (), ("OC",), "UC", ("",)),
    ("24: CLOCK and UNDO at once", (), ("CU",), "C", ("",)),
    ("25: PAUSE in place of CLOCK", (), ("P",), "CC", ("",)),
    ("26: DUE in place of CLOCK", ("",), ("D",), "C", ("", "")),
    ("27: DUE in place of CLOCK at the break", (), ("D",), "UC", ("",)),
    ("29: the menu is opened by mistake", (), ("O+",), "C", ("",)),
    ("30: the last piece was not down after all", ("W" * 8, "W"), (), "UUU", ("W" * 8, "")),
    ("32: power fails while a count runs", ("W",), ("!",), "C", ("W",)),
    ("33: power fails while the pieces roll", ("W",), ("C", 1_000, "!"), "CC", ("W", "")),
    ("33: power fails after a piece was pressed", ("W",), ("CW", "!"), "W", ("W", "W")),
)


def test_presses_that_make_it_right():
    for what, before, wrong, right, strokes in WAYS:
        umpire = played(*before)
        for presses in wrong:
            if presses == "!":
                umpire.power_on()
            elif isinstance(presses, int):
                umpire.wait(presses, 50)
            else:
                umpire.press(presses)
        mend(umpire, right)
        assert is_as(umpire, *strokes), what


def test_way_11_play_is_called_and_clock_forgotten():
    umpire = Umpire(strokes=1, struck=ONCE)
    assert umpire.assign()[0]
    mend(umpire, "CC")
    assert is_as(umpire, "")


def test_way_12_placed_is_forgotten():
    umpire = played("WW")
    stroke(umpire, "S")
    mend(umpire, "CC")  # the next is struck: placed, struck
    assert [event["kind"] for event in umpire.memory.events][-2:] == ["place", "stroke"]
    assert clock(umpire) == ("stroke", "running")


# Presses too many, and wrong ones.


def test_way_13_counted_twice():
    umpire = once()
    umpire.press("C")
    umpire.wait(400)
    umpire.press("C")
    assert umpire.shows("onCE")
    mend(umpire, "")
    assert is_as(umpire, "")


def test_way_14_play_is_pressed_twice():
    umpire = begun(settings={"struck": ONCE})
    umpire.wait(200)
    umpire.press("C")
    assert clock(umpire) == ("break", "running")


def test_way_15_nobody_struck():
    umpire = played("")
    left = umpire.table.clocks.left(umpire.now)
    umpire.press("C")
    umpire.wait(1_000)
    mend(umpire, "U", 0)
    assert clock(umpire) == ("stroke", "running")
    assert left - 1_500 < umpire.table.clocks.left(umpire.now) < left - 1_000, "it has run since"
    assert is_as(umpire, "")


def test_way_16_nobody_struck_and_the_next_count_runs():
    umpire = played("")
    umpire.press("C")
    umpire.wait(QUIET_MS + 1_000)
    mend(umpire, "UUC", 0)
    assert is_as(umpire, "")
    assert umpire.table.clocks.left(umpire.now) == COUNT


def test_way_22_clock_and_ok_at_once():
    umpire = once()
    umpire.press("CO")
    umpire.wait(2 * QUIET_MS)
    assert last(umpire)["kind"] == "play", "nothing is entered under an open page"
    mend(umpire, "UC", 0)
    assert is_as(umpire, "")


def test_way_28_foul_is_held_for_a_technical_foul_right_after_a_stroke():
    umpire = once()
    stroke_at = len(umpire.memory.events)
    umpire.press("C")
    umpire.wait(QUIET_MS + 500)
    umpire.press("F+")  # its press amended the stroke, held it does not
    assert "stroke" in umpire.memory.kinds()[stroke_at:]
    mend(umpire, "O", 0)
    assert last(umpire)["kind"] == "foul"
    assert umpire.memory.kinds()[-2:] == ["stroke", "foul"]


# The table is left alone.


def test_way_31_everybody_walked_away():
    umpire = played("")
    umpire.wait(COUNT + 20 * REST_MS, 50)
    assert clock(umpire) == ("stroke", "off")
    mend(umpire, "P", 0)  # "Play": the player in turn has a count anew
    assert is_as(umpire, "")
    assert umpire.table.clocks.left(umpire.now) == COUNT


def test_way_34_power_fails_before_a_result_is_accepted():
    umpire = played("WWWWWWWW")
    stroke(umpire, "W")
    umpire.power_on()
    mend(umpire, "O", 0)
    assert umpire.state.phase == "ready"


def test_way_35_a_result_is_wrong_after_it_was_accepted():
    """Two presses, and the figure typed."""
    umpire = Umpire(strokes=0)
    assert umpire.assign()[0]
    umpire.press("C")
    umpire.result("a", 5)
    assert umpire.state.points == {"a": 8, "b": 0}
    umpire.press("U")
    umpire.result("a", 4)
    assert umpire.state.points == {"a": 7, "b": 0}


# Two presses a stroke, or another way.


def two():
    return begun(settings={"struck": 1})


def test_way_36_complete_is_forgotten_and_the_next_clock_is_struck():
    umpire = two()
    umpire.press("CW")
    umpire.wait(40_000)
    mend(umpire, "C", 0)
    assert last(umpire) == {"kind": "stroke", "own": 1}
    assert clock(umpire) == ("stroke", "off"), "struck: the pieces roll"
    umpire.press("C")
    assert is_as(umpire, "W", "")


def test_way_37_complete_is_forgotten_and_nobody_has_struck_since():
    umpire = two()
    umpire.press("C")
    umpire.wait(60_000, 50)
    mend(umpire, "P", 0)
    assert clock(umpire) == ("stroke", "running")
    assert is_as(umpire, "")


def test_way_38_it_was_taken_for_struck():
    umpire = two()
    umpire.press("C")
    umpire.wait(60_000, 50)
    umpire.press("C")
    mend(umpire, "U", 0)
    assert is_as(umpire, "")


def typed(umpire, strokes):
    """Strokes in which nothing went down, by two presses and a figure typed: OK held, QUEEN as often, OK."""
    umpire.press("O+" + "Q" * strokes + "O")
    umpire.wait(TWICE_MS)


def test_way_39_with_two_presses_three_strokes_were_forgotten():
    for wait in (1_000, COUNT, COUNT + REST_MS):
        umpire = two()
        umpire.press("CWC")
        umpire.wait(wait, 50)
        typed(umpire, 3)
        assert is_as(umpire, "W", "", "", "")
        assert umpire.memory.kinds().count("stroke") == 4
        umpire.press("U")
        assert dicts.to_dict(umpire.state)["situation"] == situation_after("W", "", ""), "each by itself"


def test_way_40_with_two_presses_the_break_and_two_more_were_forgotten():
    umpire = two()
    umpire.wait(COUNT + REST_MS)
    typed(umpire, 3)
    assert is_as(umpire, "", "", "")


def test_a_figure_of_strokes_is_typed_with_one_press_a_stroke_as_well():
    umpire = played("W")
    umpire.wait(COUNT + REST_MS)
    umpire.press("O+" + "QQQQ")
    assert umpire.shows("n1     4")
    assert umpire.line() == "Strokes with nothing down 4, step 1"
    umpire.press("SO")
    assert dicts.to_dict(umpire.state)["situation"] == situation_after("W", "", "", "")


def test_strokes_are_not_typed_where_there_are_none_or_one_is_begun():
    umpire = two()
    umpire.press("CW")
    umpire.press("O+Q")
    assert umpire.shows("PUSH.CLoC")
    umpire.press("UU")
    umpire = Umpire()
    umpire.press("O+Q")
    assert umpire.sounds[-1] == "refuse"
    umpire = Umpire()
    assert umpire.assign(ruleset="icf", breaks="a")[0]
    umpire.press("CO+Q")
    assert umpire.sounds[-1] == "refuse"


def situation_after(*strokes):
    return dicts.to_dict(played(*strokes).state)["situation"]


def test_the_question_costs_nothing_when_it_is_ignored():
    umpire = two()
    umpire.press("C")
    events = len(umpire.memory.events)
    umpire.wait(600_000, 50)
    assert len(umpire.memory.events) == events
    assert "zero" not in umpire.sounds
    assert clock(umpire) == ("break", "off")
    umpire.press("W")  # it belongs to the stroke, as ever
    umpire.press("C")
    assert is_as(umpire, "W")


# How the way is chosen.


def test_the_way_is_chosen_in_two_presses():
    umpire = Umpire(strokes=1, struck=ONCE)
    assert umpire.assign()[0]
    ways = []
    for _ in range(3):
        umpire.press("O+SSO")
        ways.append((umpire.settings["strokes"], umpire.settings["struck"]))
        assert umpire.table.panel.is_at_main
    assert ways == [(1, 1), (0, 1), (1, 2)]


def test_the_way_is_shown_when_the_match_arrives_and_when_asked_without_a_change():
    for strokes, struck, shown in ((1, ONCE, " 1 PrESS"), (1, 1, " 2 PrESS"), (0, ONCE, "rESULtS ")):
        umpire = Umpire(strokes=strokes, struck=struck)
        assert umpire.assign(presses=None if strokes else 0)[0]
        assert umpire.shows(shown)
        if strokes:
            umpire.press("O+S")
            assert umpire.shows("PrESS  " + shown[1])
            umpire.press("U")
            umpire.press("O+S")
            umpire.press("O")
            assert (umpire.settings["strokes"], umpire.settings["struck"]) == (strokes, struck)


def test_a_match_says_how_clock_is_pressed_and_the_table_may_change_it():
    for presses, way in ((0, (0, 1)), (1, (1, 2)), (2, (1, 1))):
        umpire = Umpire(strokes=1, struck=1)
        assert umpire.assign(presses=presses)[0]
        assert (umpire.settings["strokes"], umpire.settings["struck"]) == way
    umpire.press("O+SSO")
    umpire.power_on()
    assert umpire.settings["strokes"] == 0, "the table's choice is newer"


def test_a_match_with_a_way_that_is_none_is_refused():
    for presses in (3, -1, True, "1"):
        assert not Umpire(strokes=1).assign(presses=presses)[0]


def test_without_a_choice_every_match_has_one_press():
    for by_host in (True, False):
        umpire = Umpire(strokes=1)
        del umpire.settings["struck"]
        if by_host:
            assert umpire.assign()[0]
            umpire.press("C")
        else:
            umpire.press("OOCWOC")
        umpire.wait(2_000)
        umpire.press("C")
        umpire.wait(QUIET_MS)
        assert last(umpire) == {"kind": "stroke"}


# A stroke that is taken back and corrected.


def test_clock_completes_a_stroke_that_was_taken_back_and_corrected():
    for wrong, mend, pressed in (("", "W", "W"), ("W", "UB", "B"), ("WS", "U", "W"), ("B", "F", "BF")):
        for pause in (0, 500, 2_000, QUIET_MS - 200):
            umpire = once()
            umpire.press("C" + wrong)
            umpire.wait(QUIET_MS + SETTLE)
            count = umpire.memory.kinds().count("stroke")
            umpire.press("U" + mend)
            umpire.wait(pause)
            umpire.press("C")
            assert umpire.memory.kinds().count("stroke") == count + 1
            umpire.wait(QUIET_MS + SETTLE)
            assert umpire.memory.kinds().count("stroke") == count + 1, "no stroke that nobody made"
            assert is_as(umpire, pressed)


def test_a_fast_break_is_struck():
    for after in (350, 700, 1_000, 1_300):
        umpire = Umpire(strokes=1, struck=ONCE)
        assert umpire.assign()[0]
        umpire.press("C")
        umpire.wait(after - 50)
        umpire.press("C")
        assert clock(umpire) == ("break", "off")


def test_what_is_held_stays_on_the_digits_by_turns():
    for keys, beside in (("", " 0_    0"), ("W", "C1_in   ")):
        umpire = only_digits(strokes=1, struck=ONCE)
        assert umpire.assign()[0]
        umpire.press("C")
        umpire.wait(2_000)
        umpire.press("C" + keys + "P")
        seen = set()
        for _ in range(80):
            umpire.wait(250)
            seen.add(umpire.show())
        assert "PAU5Ed  " in seen
        assert beside in seen


def test_an_appeal_at_zero_is_taken_and_nothing_sounds_again():
    umpire = Umpire(strokes=1, struck=ONCE)
    assert umpire.assign()[0]
    umpire.press("C")
    umpire.wait(15_000)
    assert clock(umpire) == ("break", "expired")
    umpire.press("P")
    assert clock(umpire) == ("break", "paused")
    assert last(umpire) == {"kind": "pause", "clock": "break", "left": 0}
    umpire.power_on()
    assert clock(umpire) == ("break", "paused")
    umpire.sounds.clear()
    umpire.press("P")
    umpire.wait(1_000)
    assert clock(umpire) == ("break", "expired")
    assert "zero" not in umpire.sounds
    assert umpire.memory.kinds().count("expired") == 1
    umpire.press("PU")
    assert clock(umpire) == ("break", "expired")
    umpire.press("PF")
    assert umpire.shows("tECH   L"), "what the appeal may end with"
    umpire.press("UP")
    umpire.press("C")
    assert clock(umpire) == ("break", "off")


def test_pause_held_mutes_the_warning_and_leaves_the_clock_and_the_stroke():
    for before, keeps in (("", "running"), ("P", "paused"), ("C", "off"), ("CW", "off")):
        umpire = Umpire(strokes=1, struck=ONCE)
        assert umpire.assign()[0]
        umpire.press("C")
        umpire.wait(2_000)
        umpire.press(before)
        strokes = umpire.table.sport.situation(umpire.state), umpire.memory.kinds().count("stroke")
        umpire.press("P+")
        assert umpire.shows("no bEEP")
        assert clock(umpire)[1] == keeps
        assert strokes == (umpire.table.sport.situation(umpire.state), umpire.memory.kinds().count("stroke"))
        umpire.press("P+")
        assert umpire.shows("bEEP on")


def test_pause_held_mutes_in_crokinole_too():
    umpire = Umpire()
    assert umpire.assign(ruleset="wcc", stage="final", breaks=None)[0]
    for keys in ("", "W O", "C", "C Q"):
        umpire.press(keys)
        events = umpire.memory.kinds()
        umpire.press("P+")
        assert umpire.shows("no bEEP")
        umpire.press("P+")
        assert umpire.shows("bEEP on")
        assert umpire.memory.kinds() == events


def test_a_muted_warning_is_still_seen_and_zero_is_still_heard():
    umpire = Umpire(strokes=1, struck=ONCE)
    assert umpire.assign()[0]
    umpire.press("C")
    umpire.wait(2_000)
    umpire.press("P+")
    umpire.sounds.clear()
    umpire.wait(6_500)
    dark = 0
    for _ in range(300):
        umpire.wait(10)
        dark += umpire.table.screen(umpire.now).dark
    assert dark > 0
    umpire.wait(10_000)
    assert "warn" not in umpire.sounds
    assert "zero" in umpire.sounds


def test_the_next_count_that_begins_by_itself_is_heard():
    umpire = once()
    umpire.press("C")
    umpire.wait(500)
    umpire.sounds.clear()
    umpire.wait(QUIET_MS)
    assert clock(umpire) == ("stroke", "running")
    assert umpire.sounds == ["key"]


# Fewer presses for what is rare.


def test_a_slam_is_one_key_held():
    for twice, winner in ((False, "a"), (True, "b")):
        umpire = Umpire()
        assert umpire.assign()[0]
        umpire.press("CO" + "S+" + ("S+" if twice else "") + "OO")
        assert (last(umpire)["winner"], last(umpire)["left"], last(umpire)["queen"]) == (winner, 9, winner)
        assert last(umpire)["demand"] == 0


def test_a_protest_is_five_keys():
    for by, side in (("Q", "a"), ("S", "b")):
        umpire = Umpire()
        assert umpire.assign()[0]
        umpire.press("C" + "O+D" + by + "OO")
        assert (last(umpire)["kind"], last(umpire)["side"]) == ("protest", side)


def test_a_local_match_with_its_toss_is_five_presses():
    umpire = Umpire(strokes=1)
    umpire.press("OOC" + "WO")
    assert umpire.state.phase == "ready"
    assert umpire.state.breaker == "a"
    assert umpire.memory.kinds()[-2:] == ["match", "toss"]


# The table says what to press.


def test_a_line_does_not_name_clock_while_the_stroke_is_entered_by_itself():
    umpire = once()
    umpire.press("C")
    umpire.wait(TWICE_MS)
    umpire.press("W")
    assert umpire.line() == "Asha: 1 white. Wait"  # CLOCK would be the next stroke's
    umpire.press("P")
    umpire.wait(SETTLE)
    assert umpire.line() == "Asha: 1 white. CLOCK"  # held: CLOCK goes on


def only_digits(**settings):
    umpire = Umpire(**settings)
    umpire.table.shows_lines = False
    return umpire


def named(umpire, seconds=8):
    """What the digits say by turns."""
    said = []
    for _ in range(seconds):
        umpire.wait(1_024, 256)
        screen = umpire.table.screen(umpire.now)
        text = screen.message if screen.page_now == "message" else ""
        if text and text not in said:
            said.append(text)
    return said


def test_after_a_while_digits_name_the_key_that_goes_on():
    umpire = only_digits(strokes=1, struck=ONCE)
    assert "EntEr" not in named(umpire)
    assert "EntEr" in named(umpire)
    umpire.assign(breaks=None)
    umpire.wait(8_000)
    assert "L or r" in named(umpire)
    umpire.press("W")
    umpire.wait(8_000)
    assert "EntEr" in named(umpire)
    umpire.press("O")
    umpire.wait(8_000)
    said = named(umpire, 16)
    assert " 1 PrESS" in said
    assert "PUSH.CLoC" in said
    umpire.press("C")
    assert "PUSH.CLoC" not in named(umpire, 14), "a count runs"
    umpire.wait(REST_MS)
    assert "PUSH.CLoC" in named(umpire)


def test_a_count_that_has_just_run_out_is_seen_before_a_key_is_named():
    for late in range(0, 8_000, 500):  # naming goes by pages of two seconds: the zero may come at any of them
        umpire = only_digits(strokes=1, struck=ONCE)
        umpire.assign(breaks="a")
        umpire.wait(late)
        umpire.press("C")
        umpire.wait(COUNT - 500)
        assert clock(umpire)[1] == "running"
        umpire.wait(500)
        assert clock(umpire)[1] == "expired"
        assert "PUSH.CLoC" not in named(umpire, 7)
        assert "PUSH.CLoC" in named(umpire)


def test_a_paused_count_goes_on_with_clock_where_results_alone_are_entered():
    umpire = only_digits(strokes=0)
    umpire.assign(breaks="a")
    umpire.press("C")
    umpire.wait(5_000)
    umpire.press("P")
    umpire.wait(8_000)
    said = named(umpire)
    assert "PUSH.CLoC" in said
    assert "EntEr" not in said, "OK would enter the board's result in the middle of an appeal"


def test_where_lines_are_shown_they_name_it_and_the_digits_stay():
    umpire = Umpire(strokes=1)
    umpire.wait(20_000)
    assert named(umpire) == ["tbL    3"]
    assert "OK" in umpire.line()


def test_a_refusal_is_followed_by_the_key():
    umpire = only_digits(strokes=1)
    umpire.press("W")
    assert umpire.shows("no PLAY")
    umpire.wait(SETTLE)
    assert umpire.shows("EntEr")
    umpire.wait(SETTLE)
    assert umpire.shows("tbL    3")


def learning():
    umpire = Umpire(strokes=1)
    item(umpire, "Learn")
    return umpire


def test_a_board_is_learned_without_a_match_and_nothing_is_stored():
    umpire = learning()
    events = len(umpire.memory.events)
    letter = {LETTERS[name]: name for name in LETTERS}
    for digits, line, key in learn.BOARD:
        assert umpire.shows(digits), digits
        assert umpire.line() == line
        umpire.press(letter[key])
    assert umpire.shows("donE")
    assert umpire.table.panel.is_at_main
    assert len(umpire.memory.events) == events
    assert umpire.state.phase == "idle"


def test_while_learning_a_wrong_key_is_answered_with_the_right_one():
    umpire = learning()
    for letter in "WBQSFDPO":
        umpire.press(letter)
        assert umpire.answer == "refuse"
        assert umpire.shows("PUSH.CLoC")
    umpire.press("U")
    assert umpire.table.screen(umpire.now).menu_item.startswith("Learn")


def test_learning_waits_while_a_match_is_in_play():
    umpire = once()
    item(umpire, "Learn")
    assert umpire.shows("in PLAY")

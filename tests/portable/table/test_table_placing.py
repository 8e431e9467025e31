"""Dues at the table: placed, forgone, lapsed, without room, owed; and what the digits say of them."""

from strokes_kit import SETTLE, begun, clock, lit, owing, stroke
from table_kit import last


def test_72_a_due_is_placed_by_the_other_side():
    umpire = begun()
    stroke(umpire, "WW")
    umpire.press("C" + "S" + "C")
    assert umpire.shows("duE    1")
    umpire.wait(SETTLE)
    assert clock(umpire) == ("placing", "running")
    assert umpire.shows("d1 14_PL")
    assert umpire.line() == "Bo places 1 white, then CLOCK"
    assert umpire.table.status(umpire.now)["placing"] == [{"side": "a", "count": 1, "seat": 1}]
    umpire.press("W")
    assert umpire.shows("PLACE")
    umpire.press("C")
    assert last(umpire) == {"kind": "place", "how": "done"}
    assert clock(umpire) == ("stroke", "running")
    assert umpire.state.situation.left("a") == 8
    umpire.wait(SETTLE)
    assert umpire.shows(" 0 14_ 0")
    assert umpire.is_fold()


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


def test_72c_what_is_owed_is_shown_by_turns_until_it_can_be_taken():
    umpire = begun()
    stroke(umpire, "S")
    assert umpire.table.status(umpire.now)["owes"] == [1, 0]
    lit(umpire)
    left = (umpire.table.clocks.left(umpire.now) + 999) // 1_000
    text = "%2d" % left
    assert umpire.shows("d1 %s%s_ 0" % (text[0], text[1])) or umpire.shows(" 0 %s%s_ 0" % (text[0], text[1]))


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
    assert pages == {"d3_     ", "d2   _PL"}, pages
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

"""A match decided at the desk while it stands at a table: said on the display, ended by its umpire (D296)."""

from table_kit import Umpire, with_match

from boardside.game import match
from boardside.table.show import segments_four
from boardside.table.show.segments import GLYPHS


def tell(umpire, winner="b", name="m1"):
    """The desk's order; the answer."""
    event = {"kind": "decided", "match": name}
    if winner:
        event["winner"] = winner
    return umpire.table.command(event, umpire.now)


def pages(umpire):
    """What the eight digits show in the course of four seconds."""
    seen = []
    for _ in range(16):
        shown = umpire.show()
        if shown not in seen:
            seen.append(shown)
        umpire.now += 256
    umpire.now -= 16 * 256
    return seen


def asks(umpire):
    return "dECidEd " in pages(umpire)


def in_board_two(**fields):
    umpire = with_match(**fields)
    umpire.result("a", 5, "a")
    umpire.press("C")
    return umpire


def test_d296_the_table_says_it_by_turns_with_the_score_and_sounds():
    umpire = in_board_two()
    assert tell(umpire) == (True, "ok", "done", "done", {"kind": "decided"})
    umpire.wait(10)
    assert umpire.sounds[-1] == "match"
    seen = pages(umpire)
    assert seen[0] == "dECidEd " or seen[1] == "dECidEd "
    assert " 8 14_ 0" in seen  # the count goes on, nothing was taken away
    assert umpire.line() == "Desk: match to Bo. OK ends it"
    assert umpire.state.phase == "board"
    assert umpire.memory.events[-1]["by"] == "host"


def test_d296_ok_asks_ok_ends_it_ok_seals_it_and_what_was_played_stands():
    umpire = in_board_two()
    tell(umpire)
    umpire.press("O")
    assert umpire.shows("End  YES")
    assert umpire.line() == "Match to Bo: OK ends it, UNDO plays on"
    umpire.press("O")
    assert umpire.memory.events[-1]["kind"] == "ended"
    assert (umpire.state.phase, umpire.state.winner, umpire.state.how) == ("over", "b", "ruling")
    assert umpire.line() == "Match to Bo, by the desk. OK confirms"
    umpire.press("O")
    assert umpire.state.confirmed
    official = match.official(umpire.state)
    assert (official["games"], official["games_won"], official["desk"]) == ([[8, 0]], [0, 0], True)
    assert [board.points for board in umpire.state.history[0].boards] == [8]
    assert not asks(umpire)
    assert umpire.is_fold()
    assert umpire.assign("m2")[0]
    assert not asks(umpire)


def test_undo_takes_the_end_back_and_the_table_asks_again():
    umpire = in_board_two()
    tell(umpire)
    umpire.press("OOOUU")
    assert umpire.state.phase == "board"
    assert umpire.state.points == {"a": 8, "b": 0}
    umpire.wait(2_000)
    assert asks(umpire)
    assert umpire.is_fold()


def test_undo_on_the_question_plays_on_and_it_is_asked_again_with_the_next_board():
    umpire = in_board_two()
    tell(umpire)
    umpire.press("OU")
    assert not asks(umpire)
    umpire.press("O")
    assert umpire.shows("rESULt")  # OK enters results again
    umpire.press("U")
    umpire.result("b", 2, "board")
    assert umpire.state.board == 3
    assert asks(umpire)


def test_clock_and_pause_do_their_work_through_the_question():
    umpire = in_board_two()
    tell(umpire)
    umpire.press("OP")
    assert umpire.memory.kinds()[-1] == "pause"
    umpire.press("OC")
    assert umpire.memory.kinds()[-1] == "resume"
    umpire.press("OW")
    assert umpire.shows("EntEr")
    assert umpire.state.phase == "board"


def test_an_entry_and_a_stroke_that_are_being_made_are_not_disturbed():
    umpire = in_board_two()
    umpire.press("OBB")
    before = umpire.show()
    assert tell(umpire)[0]
    assert umpire.show() == before
    umpire.press("QOO")
    assert umpire.state.board == 3
    assert asks(umpire)
    umpire = Umpire(strokes=1)
    umpire.assign()
    umpire.press("CCW")
    before = umpire.show()
    assert tell(umpire)[0]
    assert umpire.show() == before
    umpire.press("C")
    umpire.wait(2_000)
    assert umpire.memory.kinds()[-1] == "stroke"
    assert asks(umpire)


def test_it_is_asked_again_after_a_power_cut():
    umpire = in_board_two()
    tell(umpire)
    umpire.press("OU")  # plays on
    umpire.power_on()
    assert asks(umpire)
    umpire.press("OO")
    umpire.power_on()
    assert umpire.state.phase == "over"
    assert not asks(umpire)
    umpire.press("U")
    umpire.wait(2_000)
    assert asks(umpire)


def test_a_match_that_nobody_came_to_is_ended_as_well():
    umpire = with_match()
    umpire.wait(901_000, 100)
    assert tell(umpire, winner=None)[0]
    assert asks(umpire)
    assert umpire.line() == "Desk: decided. OK ends it"
    umpire.press("OO")
    assert (umpire.state.phase, umpire.state.winner) == ("over", None)
    assert umpire.line() == "Decided at the desk. OK confirms"
    assert match.official(umpire.state)["games"] == []
    umpire.press("O")
    assert umpire.state.confirmed


def test_at_the_toss_ok_ends_it_and_the_toss_can_be_made_all_the_same():
    umpire = with_match(breaks=None)
    tell(umpire)
    assert asks(umpire)
    umpire.press("WO")
    assert umpire.state.phase == "ready"
    assert asks(umpire)
    umpire.press("OO")
    assert umpire.state.winner == "b"


def test_another_word_of_the_desk_takes_the_place_of_the_first():
    umpire = in_board_two()
    tell(umpire, "b")
    events = len(umpire.memory.events)
    asked = "end_asked_here"
    assert tell(umpire, "b") == (True, "already", asked, asked, {"match": "m1"})
    assert len(umpire.memory.events) == events
    assert tell(umpire, "a")[:2] == (True, "ok")
    umpire.press("OOO")
    assert umpire.state.winner == "a"
    assert tell(umpire, "b")[1:4] == ("already", "ended_here", "ended_here")


def test_an_order_for_another_match_or_none_is_refused():
    assert tell(Umpire())[:2] == (False, "not_now")
    umpire = in_board_two()
    assert tell(umpire, name="m9")[:2] == (False, "not_now")
    assert not asks(umpire)
    assert tell(umpire, winner="c")[:2] == (False, "unknown")


def test_a_match_decided_at_its_table_is_sealed_as_it_was_played():
    umpire = in_board_two()
    umpire.table.commit({"kind": "concede", "side": "b", "what": "match"}, umpire.now)
    assert tell(umpire)[:2] == (True, "already")
    assert not asks(umpire)
    umpire.press("O")
    assert umpire.state.winner == "a"
    assert "desk" not in match.official(umpire.state)


def test_a_protest_is_ruled_on_before_the_end_is_sealed():
    umpire = in_board_two()
    umpire.table.commit({"kind": "protest", "side": "b", "about": "last"}, umpire.now)
    tell(umpire)
    umpire.press("OO")
    assert umpire.shows("ProtESt") or "Held" in umpire.line()
    umpire.press("O")
    assert not umpire.state.confirmed


def test_placing_stays_on_the_display():
    umpire = Umpire(strokes=1)
    umpire.assign()
    umpire.press("CCWWCCSC")
    umpire.wait(2_000)
    tell(umpire)
    assert [shown for shown in pages(umpire) if not shown.startswith("d1")] == []
    assert umpire.line() == "Desk: match to Bo. OK ends it"


def test_four_digits_go_on_showing_clock_and_points():
    umpire = in_board_two()
    tell(umpire)
    buffer = bytearray(4)
    segments_four.render(umpire.table.screen(umpire.now), buffer)
    assert buffer[1] & 0x7F == GLYPHS["0"]


def test_crokinole_is_ended_in_the_same_way():
    umpire = Umpire()
    assert umpire.assign(ruleset="wcc", stage="final")[0]
    umpire.press("OW+OO C")
    assert tell(umpire)[0]
    assert asks(umpire)
    umpire.press("OU")
    assert not asks(umpire)
    umpire.press("OW+OO")
    assert asks(umpire)
    umpire.press("OO")
    assert (umpire.state.phase, umpire.state.winner) == ("over", "b")
    assert umpire.line() == "Match to Bo, by the desk. OK confirms"
    umpire.press("O")
    official = match.official(umpire.state)
    assert (official["games"], official["desk"]) == ([[4, 0]], True)
    assert umpire.is_fold()

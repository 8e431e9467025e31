"""The hall's clock has come to its end: zero for a while, then a sign beside what it covered."""

from table_kit import Umpire

from boardside.table.core.clocks import ZERO_SHOWN_MS
from boardside.table.show import segments_four, segments_line
from boardside.table.show.segments import DIGITS


def hall(umpire, **fields):
    event = {"kind": "hall"}
    event.update(fields)
    assert umpire.table.command(event, umpire.now)[0]


def at_end(umpire, ms=5_000):
    """The hall's clock runs out here, now."""
    hall(umpire, do="start", ms=ms)
    umpire.wait(ms)
    assert umpire.heard == 1
    return umpire


class Hearing(Umpire):
    """An umpire who counts how often the hall's end was heard."""

    @property
    def heard(self):
        return self.sounds.count("hall_end")


def begun(**fields):
    umpire = Hearing()
    assert umpire.assign(**fields)[0]
    umpire.result("b", 4, "b")
    return umpire


def turns(umpire):
    """What the eight digits show in the course of eight seconds, as raw pages, without doubles."""
    seen = []
    for _ in range(32):
        shown = umpire.show()
        if shown not in seen:
            seen.append(shown)
        umpire.now += 256
    return seen


def two_lines(umpire):
    buffer = bytearray(16)
    segments_line.render(umpire.table.screen(umpire.now), buffer)
    return buffer


def test_d295_zero_replaces_the_boards_number_for_twenty_seconds():
    umpire = at_end(begun())
    assert umpire.shows(" 0  .0._ 7")
    umpire.wait(ZERO_SHOWN_MS - 20)
    assert umpire.shows(" 0  .0._ 7")
    before = umpire.table.status_revision
    umpire.wait(20)
    assert umpire.shows(" 0 b.2._ 7")
    assert umpire.table.status_revision == before + 1  # one change, and no more
    umpire.wait(60_000, 100)
    assert umpire.shows(" 0 b.2._ 7")
    assert umpire.table.status_revision == before + 1
    assert umpire.line() == "Time is up. Board 2: CLOCK is Play"
    assert umpire.heard == 1
    assert umpire.table.status(umpire.now)["hall"]["state"] == "expired"


def test_the_board_is_played_on_and_the_score_goes_on_counting():
    umpire = at_end(begun())
    umpire.wait(ZERO_SHOWN_MS)
    umpire.press("C")
    assert umpire.shows(" 0 15_ 7")  # the break's own clock goes before
    umpire.press("C")
    assert umpire.shows(" 0  . ._ 7")
    assert umpire.line() == "Time is up. Board 2 in play"
    umpire.result("b", 4, "b")
    assert umpire.shows(" 0_b.3. 14")


def test_taken_off_the_displays_it_leaves_no_sign():
    umpire = at_end(begun())
    umpire.wait(ZERO_SHOWN_MS)
    hall(umpire, do="end")
    umpire.wait(10)
    assert umpire.shows(" 0 b2_ 7")
    assert umpire.line() == "Board 2: CLOCK is Play"


def test_started_again_it_has_the_place_again_and_a_zero_of_its_own():
    umpire = at_end(begun())
    umpire.wait(ZERO_SHOWN_MS)
    hall(umpire, do="start", ms=30_000)
    umpire.wait(10)
    assert umpire.shows(" 0 30_ 7")
    umpire.wait(30_000)
    assert umpire.shows(" 0  .0._ 7")
    umpire.wait(ZERO_SHOWN_MS)
    assert umpire.shows(" 0 b.2._ 7")


def test_ended_by_the_organiser_it_is_shown_as_long():
    umpire = begun()
    hall(umpire, do="start", ms=600_000)
    hall(umpire, do="end")
    umpire.wait(ZERO_SHOWN_MS - 10)
    assert umpire.shows(" 0  .0._ 7")
    umpire.wait(10)
    assert umpire.shows(" 0 b.2._ 7")


def test_a_free_table_shows_its_number_again_with_the_sign():
    umpire = at_end(Hearing())
    assert umpire.shows("HALL 0.00")
    umpire.wait(ZERO_SHOWN_MS)
    assert umpire.shows("tbL . .  3")
    assert umpire.line() == "Time is up. Table 3: OK, menu"


def test_at_rest_a_sealed_match_shows_the_number_by_turns_with_its_result():
    umpire = begun(rules={"games": 1})
    umpire.table.commit({"kind": "concede", "side": "a", "what": "match"}, umpire.now)
    umpire.press("O")
    at_end(umpire)
    assert sorted(turns(umpire)) == [" 0    25", "End rGHt", "GA  0-1 "]
    umpire.table.idle.__init__(10, umpire.now)
    umpire.wait(601_000, 100)
    assert umpire.table.idle.is_resting
    assert sorted(turns(umpire)) == [" 0    25", "GA  0-1 ", "tbL . .  3"]


def test_what_is_owed_has_its_turn_beside_the_sign():
    umpire = Hearing(strokes=1)
    umpire.assign(ruleset="vaishali", stage="round")
    umpire.press("CCSC")
    at_end(umpire)
    umpire.wait(ZERO_SHOWN_MS)
    assert sorted(turns(umpire)) == [" 0_ . .  0", " 0_ . . d1"]  # right owes one


def test_four_digits_show_the_points_and_the_zero_in_its_turn():
    umpire = at_end(begun())
    umpire.wait(ZERO_SHOWN_MS)
    seen = {}
    for _ in range(64):
        buffer = bytearray(4)
        segments_four.render(umpire.table.screen(umpire.now), buffer)
        seen[bytes(buffer)] = seen.get(bytes(buffer), 0) + 1
        umpire.now += 256
    assert sorted(seen.values()) == [16, 48]  # 0:00 for two seconds of eight


def test_on_two_modules_the_line_keeps_the_zero_without_blinking():
    umpire = at_end(begun())
    umpire.wait(ZERO_SHOWN_MS)
    assert umpire.shows(" 0 b.2._ 7")
    line = two_lines(umpire)[DIGITS:]
    for _ in range(8):
        umpire.now += 256
        assert two_lines(umpire)[DIGITS:] == line


def test_d295_a_match_that_comes_after_the_end_does_not_know_of_it():
    umpire = at_end(begun(rules={"games": 1}))
    umpire.table.commit({"kind": "concede", "side": "a", "what": "match"}, umpire.now)
    umpire.press("O")
    assert umpire.assign("m2")[0]
    umpire.table.clocks.stop()
    assert umpire.table.status(umpire.now)["hall"]["state"] == "off"
    assert umpire.shows(" 0_b1  0")
    umpire.wait(ZERO_SHOWN_MS)
    assert umpire.shows(" 0_b1  0")
    umpire.power_on()
    assert umpire.table.status(umpire.now)["hall"]["state"] == "off"


def test_a_clock_that_runs_is_not_put_away_by_a_match_that_comes():
    umpire = Hearing()
    hall(umpire, do="start", ms=60_000)
    assert umpire.assign()[0]
    assert umpire.table.status(umpire.now)["hall"]["state"] == "running"


def test_after_a_power_cut_there_is_the_sign_at_once():
    umpire = at_end(begun())
    umpire.wait(100)
    umpire.power_on()
    assert umpire.shows(" 0 b.2._ 7")
    assert umpire.heard == 1


def test_crokinole_s_next_round_keeps_its_number_beside_the_sign():
    umpire = Hearing()
    assert umpire.assign(ruleset="wcc", stage="final")[0]
    umpire.press("OW+OO")
    at_end(umpire)
    umpire.press("U")  # the others are not shot? They are: the buzzer has been dealt with
    assert " 2 r.2._ 0" in turns(umpire)
    umpire.wait(ZERO_SHOWN_MS)
    assert " 2 r.2._ 0" in turns(umpire)
    assert umpire.line() == "Time is up. Round 2: CLOCK is Play"


def test_crokinole_does_not_ask_for_a_match_begun_after_the_buzzer():
    umpire = at_end(Hearing())
    assert umpire.assign(ruleset="wcc", stage="final")[0]
    umpire.press("OW+OO")
    umpire.wait(100)
    assert type(umpire.table.panel.mode).__name__ == "Main"

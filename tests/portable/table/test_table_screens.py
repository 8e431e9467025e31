"""The screen of every state, drawn: exactly what the panel guide describes."""

from table_kit import PERIOD, Umpire


def begun(**fields):
    umpire = Umpire()
    assert umpire.assign(**fields)[0]
    umpire.table.clocks.stop()  # no report clock in the way
    umpire.table.touch()
    return umpire


def message_page(umpire):
    """Go on to where an alternating screen shows its message and nothing that blinks is dark."""
    umpire.now += (0 - umpire.now) % 8_192 + 64
    umpire.table.tick(umpire.now)


def score_page(umpire):
    """Go on to where an alternating screen shows the score and nothing that blinks is dark."""
    message_page(umpire)
    umpire.now += 2_048
    umpire.table.tick(umpire.now)


def test_ready_tells_the_board_and_who_breaks():
    umpire = begun()
    assert umpire.shows(" 0_b1  0")
    umpire.result("b", 4, "b")
    assert umpire.shows(" 0 b2_ 7")
    assert umpire.line() == "Board 2: CLOCK is Play"


def test_board_numbers_above_nine():
    umpire = begun(stage="final")
    for number in range(9):
        umpire.result("ab"[number % 2], 1, "ba"[number % 2])
    assert umpire.shows(" 5   _ 4")


def test_change_of_sides_shows_minutes_and_seconds():
    umpire = begun()
    assert umpire.table.commit({"kind": "concede", "side": "b", "what": "game"}, umpire.now)
    message_page(umpire)
    left = (umpire.table.clocks.left(umpire.now) + 999) // 1000
    assert left in (116, 117, 118, 119, 120)
    assert umpire.shows("SidE %d.%02d" % (left // 60, left % 60))
    score_page(umpire)
    left = (umpire.table.clocks.left(umpire.now) + 999) // 1000
    assert left > 99
    assert umpire.shows("25  2._ 0")  # two minutes begun: the point says minutes
    umpire.wait(20_000)
    score_page(umpire)
    left = (umpire.table.clocks.left(umpire.now) + 999) // 1000
    assert umpire.shows("25 %d_ 0" % left)
    umpire.wait(120_000, 100)
    message_page(umpire)
    assert umpire.shows("SidE 0.00")
    score_page(umpire)
    assert umpire.shows("25  .0._ 0")
    assert "61" in umpire.line()


def test_interval_shows_ten_minutes():
    umpire = begun()
    umpire.table.commit({"kind": "concede", "side": "b", "what": "game"}, umpire.now)
    umpire.table.commit({"kind": "sides"}, umpire.now)
    umpire.table.commit({"kind": "concede", "side": "a", "what": "game"}, umpire.now)
    assert umpire.state.phase == "interval"
    umpire.table.clocks.pause(umpire.now)
    message_page(umpire)
    assert umpire.shows("rESt10.00")
    umpire.now += 800  # paused: it blinks
    umpire.table.tick(umpire.now)
    assert umpire.shows("rESt")


def test_decided_and_confirmed_look_different():
    umpire = begun()
    umpire.result("a", 5, "a")
    umpire.table.commit({"kind": "concede", "side": "b", "what": "match"}, umpire.now)
    message_page(umpire)
    assert umpire.shows("ConF")
    assert umpire.line() == "Match to Asha 2-0. OK confirms"
    score_page(umpire)
    assert umpire.shows("25     0")
    umpire.now += 800
    assert umpire.shows("25     0")  # what is provisional blinks: the arrow to the winner
    umpire.press("O")
    seen = set()
    for _ in range(64):  # it does not blink: nothing but the result and, in its turn, the games
        umpire.now += 128
        seen.add(umpire.show())
    assert seen == {"25     0", "End LEFt", "GA  2-0 "}
    assert umpire.line() == "Match to Asha 2-0"


def test_a_paused_clock_blinks_and_an_expired_one_has_both_points():
    umpire = begun()
    umpire.press("C")
    umpire.wait(3_000)
    umpire.press("P")
    score_page(umpire)
    assert umpire.shows(" 0_12  0")
    umpire.now += 800
    assert umpire.shows(" 0_    0")
    umpire.press("P")
    umpire.wait(12_000)
    assert umpire.shows(" 0_ .0.  0")


def test_the_display_follows_the_players():
    umpire = begun(a=["Asha", "Ravi"], b=["Bo", "Cy"], doubles=True)
    umpire.result("b", 6, "b")
    screen = umpire.table.screen(umpire.now)
    assert (screen.names_left, screen.names_right) == ("Asha / Ravi", "Bo / Cy")
    umpire.table.commit({"kind": "sides"}, umpire.now)
    screen = umpire.table.screen(umpire.now)
    assert (screen.names_left, screen.names_right) == ("Bo / Cy", "Asha / Ravi")
    assert umpire.shows(" 9_b2  0")


def test_the_last_ruling_is_there_with_its_laws():
    umpire = begun()
    umpire.result("a", 5, "a")
    screen = umpire.table.screen(umpire.now)
    assert screen.ruling[0][0] == "Board 1 to Asha: 5 + Queen 3 = 8"
    assert "53a" in screen.laws
    umpire.press("U")
    screen = umpire.table.screen(umpire.now)
    assert "board" in screen.ruling[0][0]


def test_the_hall_clock_has_the_place_of_the_clock_when_no_other_runs():
    umpire = Umpire()
    assert umpire.table.command({"kind": "hall", "do": "start", "ms": 65_000}, umpire.now)[0]
    assert umpire.shows("HALL 1.05")
    umpire = begun()
    umpire.table.command({"kind": "hall", "do": "start", "ms": 65_000}, umpire.now)
    assert umpire.table.screen(umpire.now).clock_name == "hall"
    assert umpire.shows(" 0_65  0")
    umpire.press("C")
    assert umpire.shows(" 0_15  0")
    umpire.press("C")
    umpire.wait(2_000)
    assert umpire.table.screen(umpire.now).clock_name == "hall"


def test_link_and_its_age_come_from_outside():
    umpire = begun()
    revision = umpire.table.revision
    umpire.table.set_link("stale", 12)
    assert umpire.table.revision != revision
    screen = umpire.table.screen(umpire.now)
    assert (screen.link, screen.link_age_s) == ("stale", 12)
    revision = umpire.table.revision
    umpire.table.set_link("stale", 12)
    assert umpire.table.revision == revision


def test_blinking_and_alternating_go_on_across_the_wrap():
    umpire = Umpire(start=PERIOD - 10_000)
    umpire.assign()
    seen = []
    for _ in range(20):
        umpire.wait(1_024, 64)
        seen.append(umpire.table.screen(umpire.now).page_now)
    first = 1
    while seen[first] == seen[first - 1]:
        first += 1
    for at in range(first, 20):
        assert (seen[at] != seen[at - 1]) == ((at - first) % 2 == 0), seen


def test_clock_text_for_displays_with_room():
    umpire = begun()
    screen = umpire.table.screen(umpire.now)
    assert screen.clock_text() == ""
    umpire.press("C")
    assert umpire.table.screen(umpire.now).clock_text() == "15"
    umpire.table.clocks.start("interval", 600_000, umpire.now)
    assert umpire.table.screen(umpire.now).clock_text() == "10:00"


def test_every_state_of_a_match_has_a_line_that_fits():
    names = ["A very long name of a player from far away", "And the other one, even longer than that"]
    umpire = Umpire(name="x" * 32)
    umpire.assign(a=names, b=names, doubles=True, breaks=None)
    for keys in ("W", "O", "C", "O", "BB", "Q", "O", "O", "C", "O+", "O", "U", "U", "F"):
        umpire.press(keys)
        umpire.show()
    umpire.table.commit({"kind": "concede", "side": "b", "what": "match"}, umpire.now)
    umpire.show()
    umpire.press("O")
    umpire.show()

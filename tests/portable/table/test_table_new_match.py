"""What the menu does beside the strokes: rules, toss, trial boards, protests, settings."""

from table_kit import Umpire, item, last


def choose(umpire, text):
    """QUEEN until the value at the right of the digits is `text`."""
    for _ in range(20):
        if umpire.table.screen(umpire.now).menu_value == text:
            return
        umpire.press("Q")
    raise AssertionError("no value %r" % text)


def test_the_rules_of_new_matches_are_chosen_once_and_kept():
    heard = []
    umpire = Umpire(strokes=1)
    umpire.table.on_setting = lambda name, value: heard.append((name, value))
    item(umpire, "Rules of the matches")
    choose(umpire, "SPAn")
    umpire.press("O")
    assert heard == [("ruleset", "spandan")]
    umpire.press("OO" + "OO" + "QO")
    event = last(umpire)
    assert (event["ruleset"], event["breaks"]) == ("spandan", "a")
    assert "rules" not in event
    assert umpire.state.phase == "ready"


def test_an_own_ruleset_brings_its_changes_and_its_name():
    own = [("Club nights", "icf", {"points": 23, "board_limit": 4})]
    umpire = Umpire(strokes=1, rulesets=own, ruleset="Club nights")
    item(umpire, "Rules of the matches")
    assert umpire.shows("rULECLub")
    umpire.press("O")
    umpire.press("OO" + "OO" + "QO")
    event = last(umpire)
    assert (event["ruleset"], event["variant"]) == ("icf", "Club nights")
    assert event["rules"] == {"points": 23, "board_limit": 4}
    assert umpire.state.setup.rules["points"] == 23
    assert umpire.state.setup.tournament["variant"] == "Club nights"


def test_a_ruleset_that_is_gone_gives_way_to_the_first():
    umpire = Umpire(strokes=1, ruleset="Gone")
    umpire.press("OO" + "OO" + "QO")
    assert last(umpire)["ruleset"] == "icf"


def test_a_crokinole_match_asks_for_its_category_and_brings_its_own_panel():
    umpire = Umpire(strokes=1, ruleset="wcc")
    umpire.press("OO" + "OO")
    choose(umpire, "Junr")
    umpire.press("O" + "QO")
    event = last(umpire)
    assert (event["ruleset"], event["category"], event["breaks"]) == ("wcc", "junior", "a")
    assert umpire.table.sport.name == "crokinole"
    assert umpire.table.panel.is_at_main
    umpire.press("C")
    assert umpire.state.phase == "board"
    umpire.show()
    umpire.table.status(umpire.now)
    umpire.press("O+")
    umpire.show()
    umpire.press("U")
    umpire.table.commit({"kind": "concede", "side": "b", "what": "match"}, umpire.now)
    umpire.press("O")
    assert umpire.assign("next")[0]
    assert umpire.table.sport.name == "carrom"
    assert umpire.table.panel.is_at_main


def toss(**match):
    umpire = Umpire(strokes=1)
    umpire.assign(breaks=None, **match)
    return umpire


def test_39_the_toss_with_its_winner_and_choice():
    umpire = toss()
    umpire.press("Q")
    assert umpire.shows("bY  nonE")
    umpire.press("QO")
    choose(umpire, "br")
    umpire.press("O")
    assert last(umpire) == {"kind": "toss", "won": "a", "choice": "break", "breaks": "a"}
    assert umpire.state.phase == "ready"


def test_39_the_toss_that_gives_the_break_alone_offers_no_side():
    umpire = toss(ruleset="vkk", rules={"toss": "break"})
    umpire.press("QQO")
    assert umpire.shows("CHoS  br")
    umpire.press("Q")
    assert umpire.shows("CHoS  br")
    umpire.press("O")
    event = last(umpire)
    assert (event["choice"], event["breaks"]) == ("break", event["won"])
    assert umpire.state.phase == "ready"


def test_39_the_winner_of_the_toss_takes_the_side():
    umpire = toss()
    item(umpire, "The toss")
    umpire.press("QO")
    choose(umpire, "SidE")
    umpire.press("O")
    assert last(umpire) == {"kind": "toss", "won": "a", "choice": "side", "breaks": "b"}
    choose(umpire, "rGHt")
    umpire.press("O")
    assert umpire.memory.kinds()[-1] == "sides"
    assert umpire.state.left_side == "b"
    assert not umpire.table.panel.is_busy
    assert umpire.is_fold()


def test_the_toss_is_refused_when_it_is_over():
    umpire = toss()
    umpire.press("WO")
    item(umpire, "The toss")
    assert umpire.sounds[-1] == "refuse"


def test_40_trial_boards():
    umpire = Umpire(strokes=1)
    umpire.assign()
    for number in (1, 2):
        item(umpire, "A trial board")
        assert umpire.shows("triAL  %d" % number)
    assert umpire.state.trials == 2
    item(umpire, "A trial board")
    assert umpire.sounds[-1] == "refuse"
    assert umpire.state.trials == 2
    umpire.press("UU")
    assert umpire.state.trials < 2


def protested():
    """Board 1 is over, and left protests about it."""
    umpire = Umpire(strokes=1)
    umpire.assign(rules={"games": 1, "points": 10})
    umpire.result("a", 5, "a")
    item(umpire, "A protest is lodged")
    umpire.press("QO" + "O")
    assert last(umpire) == {"kind": "protest", "side": "a", "about": "last"}
    assert umpire.shows("ProtLEFt")
    return umpire


def test_146_an_earlier_board_is_chosen_by_its_number():
    umpire = Umpire(strokes=1)
    umpire.assign()
    for _ in range(3):
        umpire.result("a", 2, "b")
    item(umpire, "A protest is lodged")
    umpire.press("QO" + "Q")
    assert umpire.shows("bd   1-2")
    umpire.press("QO")
    assert last(umpire) == {"kind": "protest", "side": "a", "game": 1, "board": 1}
    assert umpire.state.protests[0].board == 1


def test_145_150_a_protest_holds_the_result_back():
    umpire = protested()
    umpire.result("b", 9, "b")
    assert umpire.state.phase == "over"
    assert umpire.line() == "Match to Bo 1-0. Held (150)"
    assert umpire.table.screen(umpire.now).message == "ProtESt"
    umpire.press("O")
    assert umpire.shows("ProtESt")
    assert umpire.state.phase == "over"
    item(umpire, "A protest is ruled")
    choose(umpire, "no")
    umpire.press("O")
    assert last(umpire) == {"kind": "ruled", "upheld": False, "protest": 1}
    assert umpire.shows("dEniEd")
    assert umpire.line().endswith("OK confirms")
    umpire.press("O")
    assert umpire.state.phase == "confirmed"
    assert umpire.is_fold()


def test_146_a_protest_after_a_game_is_about_its_last_board():
    umpire = Umpire(strokes=1)
    umpire.assign(rules={"games": 3, "points": 5})
    umpire.result("a", 5, "a")
    assert (umpire.state.phase, umpire.state.boards) == ("change", ())
    item(umpire, "A protest is lodged")
    umpire.press("QO")
    assert umpire.shows("bd  LASt")
    umpire.press("O")
    assert (umpire.state.protests[0].game, umpire.state.protests[0].board) == (1, 1)


def test_151_upheld_the_board_is_played_again():
    umpire = protested()
    item(umpire, "A protest is ruled")
    choose(umpire, "YES")
    umpire.press("O")
    assert umpire.shows("UPHELd")
    assert umpire.state.points == {"a": 0, "b": 0}
    assert umpire.state.phase == "ready"
    item(umpire, "A protest is ruled")
    assert umpire.shows("no Prot")


def test_the_settings_of_the_strokes_are_kept():
    heard = []
    umpire = Umpire(strokes=1)
    umpire.table.on_setting = lambda name, value: heard.append((name, value))
    item(umpire, "Presses of CLOCK")
    choose(umpire, "no")
    umpire.press("O")
    assert heard == [("strokes", 0)]
    umpire.assign()
    umpire.press("C")
    assert umpire.state.situation is None


def test_what_needs_a_board_by_strokes_says_so():
    umpire = Umpire(strokes=0)
    umpire.assign()
    umpire.press("C")
    for line in ("The side in turn passes", "Played out of turn", "Leave stroke"):
        item(umpire, line)
        assert umpire.shows("no StrC")
        umpire.press("U")

"""20s that count as they sink, and win a game in the middle of a round (D474)."""

from portable import raises
from rounds_desk import Desk, ab, pair

from boardside.game.errors import GameError
from boardside.game.rules import resolve

AT_ONCE = {"rounds": None, "to_points": 100, "scoring": "difference", "twenties": "at_once", "games": 1}


def begun(**changes):
    return Desk(rules=dict(AT_ONCE, **changes))


def test_d474_each_side_gets_its_own_20s_and_the_difference_of_the_rest():
    desk = begun()
    desk.do("round", total=ab(65, 50), twenties=ab(2, 1))  # 25 and 30 beside the 20s
    assert desk.points == (40, 25)
    desk.do("round", total=ab(45, 45), twenties=ab(1, 0))
    assert desk.points == (60, 45)
    assert pair(desk.last.points) == (20, 20)
    desk.do("round", winner="level")
    assert desk.points == (60, 45)


def test_d474_a_20_wins_the_game_in_the_middle_of_a_round():
    desk = begun()
    desk.do("round", total=ab(75, 0), twenties=ab(0, 0))
    desk.do("play")
    desk.do("twenty", side="b")
    desk.do("twenty", side="a")
    assert (desk.state.phase, desk.points) == ("board", (75, 0))
    ruling = desk.do("twenty", side="a")
    assert (desk.state.phase, desk.state.winner, desk.official["games"]) == ("over", "a", [[115, 20]])
    assert "D474" in ruling.laws
    assert ruling.clauses[0] == ("twenty", "a", 2)


def test_d474_so_does_a_20_that_was_counted_as_a_shot():
    desk = begun(to_points=20)
    desk.do("play")
    desk.do("shot")
    desk.do("shot", twenty=True)
    assert (desk.state.phase, desk.state.winner, desk.official["games"]) == ("over", "b", [[0, 20]])


def test_d474_level_at_the_points_the_round_goes_on_and_so_does_one_that_decides():
    desk = begun(to_points=20)
    desk.do("round", total=ab(15, 0))
    desk.do("play")
    desk.do("twenty", side="a")
    assert desk.state.phase == "over"
    desk = begun(to_points=40)
    desk.do("round", total=ab(45, 45), twenties=ab(2, 2))  # 40 all: another round decides
    assert (desk.points, desk.state.extra) == ((40, 40), True)
    desk.do("play")
    desk.do("twenty", side="a")
    assert desk.state.phase == "board"


def test_d474_set_aside_they_are_the_totals():
    for changes in ({"twenties": "aside"}, {"scoring": "two", "to_points": 2}):
        desk = begun(**changes)
        desk.do("play")
        desk.do("twenty", side="a", count=6)
        assert desk.state.phase == "board"
    assert raises(GameError, resolve, "wcc", {"twenties": "now"}).reason == "not_a_choice"

"""What ends a round, game or match off the board: forfeits, concession, override, the seal. D86, D87."""

from rounds_desk import Desk, pair

from boardside.table.ruling_words import text_of


def test_tournament_play_a_forfeited_round_gives_two_points():
    desk = Desk()
    desk.do("play")
    desk.do("shot", twenty=True)
    desk.do("shot", twenty=True)
    ruling = desk.do("forfeit", side="a", what="round", why="board moved")
    assert desk.points == (0, 2)
    assert desk.state.board == 2
    assert desk.last.law == "forfeit"
    assert pair(desk.last.twenties) == (0, 1)
    assert ruling.laws == ("Tournament Play", "D86")
    assert text_of(ruling.clauses) == "Round 1 to B by forfeit"


def test_d86_a_forfeited_game_goes_to_the_other_side_with_all_its_points():
    desk = Desk()
    desk.rounds("ab")
    desk.do("forfeit", side="a", what="game")
    assert desk.official["games"] == [[2, 8]]
    assert pair(desk.state.games) == (0, 1)
    assert desk.state.game == 2
    assert desk.state.phase == "ready"


def test_d86_a_game_given_up_after_many_level_rounds_is_still_won():
    desk = Desk()
    desk.rounds("llll" + "lllll")
    desk.do("concede", side="b", what="game")
    assert desk.official["games"] == [[11, 9]]
    desk = Desk()
    desk.rounds("llll" + "llll")
    desk.do("forfeit", side="a", what="match")
    assert (desk.state.winner, desk.official["games"]) == ("b", [[8, 10], [0, 8]])


def test_tournament_play_disqualification_ends_the_match():
    desk = Desk()
    desk.rounds("a")
    desk.do("forfeit", side="a", what="match")
    assert desk.state.winner == "b"
    assert desk.state.how == "ruling"
    assert desk.official["games"] == [[2, 8], [0, 8]]
    assert pair(desk.state.games) == (0, 2)


def test_d86_disqualified_before_the_first_round_is_a_walk_over():
    desk = Desk(first=None)
    desk.do("forfeit", side="b", what="match")
    assert desk.state.how == "walkover"
    assert desk.official["games"] == [[8, 0], [8, 0]]


def test_d86_in_ten_games_all_that_are_left_are_lost():
    desk = Desk("group")
    desk.rounds("aaaa")
    desk.do("concede", side="a", what="match")
    assert desk.state.winner == "b"
    assert desk.state.how == "conceded"
    assert len(desk.official["games"]) == 10
    assert desk.official["total"] == [8, 72]


def test_tournament_play_disqualified_after_the_end():
    desk = Desk()
    desk.rounds("aaaaaa")
    assert desk.state.winner == "a"
    assert desk.refused("forfeit", side="a", what="game") == "not_now: only_match_forfeited_after_end"
    assert desk.refused("forfeit", side="a", what="round") == "not_now: only_match_forfeited_after_end"
    desk.do("forfeit", side="a", what="match")
    assert desk.state.winner == "b"
    assert desk.official["games_won"] == [2, 0]
    assert desk.refused("forfeit", side="a", what="match") == "not_now: lost_already side=a"


def test_a_conceded_game_goes_to_the_other_side():
    desk = Desk()
    desk.do("concede", side="b", what="game")
    assert pair(desk.state.games) == (1, 0)
    assert desk.official["games"] == [[8, 0]]
    assert desk.state.history[0].how == "conceded"


def test_tournament_scoring_the_result_is_provisional_till_it_is_confirmed():
    desk = Desk()
    assert desk.refused("confirm").endswith("kind=confirm")
    desk.rounds("aaaaaa")
    ruling = desk.do("confirm")
    assert desk.state.confirmed
    assert text_of(ruling.clauses) == "Result confirmed: match to A, 2-0"
    assert desk.refused("round", winner="a") == "not_now: result_confirmed kind=round"


def test_d87_points_are_set_and_the_round_follows():
    desk = Desk()
    ruling = desk.do("override", set={"points_a": 4, "points_b": 2})
    assert desk.points == (4, 2)
    assert desk.state.board == 4
    assert desk.state.breaker == "b"
    assert desk.state.overridden
    assert "D87" in ruling.laws
    desk.do("round", winner="b")
    assert desk.state.board == 5
    assert desk.state.extra


def test_d87_points_that_decide_the_game_end_it():
    desk = Desk()
    desk.do("override", set={"points_a": 6})
    assert desk.official["games"] == [[6, 0]]


def test_d87_an_odd_sum_of_points_cannot_be():
    message = Desk().refused("override", set={"points_a": 3})
    assert message == "impossible: points_odd a=3 b=0"


def test_d87_games_are_set_and_the_match_goes_on_or_ends():
    desk = Desk()
    desk.do("override", set={"games_a": 1})
    assert desk.state.game == 2
    assert desk.state.breaker == "b"
    desk.do("override", set={"games_a": 2})
    assert desk.state.phase == "over"
    assert desk.state.winner == "a"
    assert desk.refused("override", set={"points_a": 2}) == "not_now: only_games_set_after_end"
    desk.do("override", set={"games_a": 1})
    assert desk.state.phase == "ready"
    assert desk.state.game == 2
    assert "games_over_best_of a=3 b=0 most=3" in desk.refused("override", set={"games_a": 3})
    desk = Desk("group")
    desk.do("override", set={"games_a": 4, "games_b": 3})
    assert desk.state.game == 8
    assert desk.refused("override", set={"games_a": 9, "games_b": 3}).endswith(
        "games_over_all a=9 b=3 most=10"
    )


def test_d87_20s_round_first_shot_and_sides_are_set():
    desk = Desk()
    desk.do("override", set={"twenties_a": 7})
    assert pair(desk.state.twenties) == (7, 0)
    desk.do("override", set={"board": 3})
    assert desk.state.board == 3
    assert desk.state.breaker == "a"
    desk.do("override", set={"breaks": "b"})
    assert desk.state.breaker == "b"
    desk.do("override", set={"left_side": "b"})
    assert desk.state.left_side == "b"


def test_the_sides_of_the_display_are_swapped():
    desk = Desk()
    desk.do("sides")
    assert desk.state.left_side == "b"
    assert desk.state.phase == "ready"


def test_names_are_corrected_and_clocks_noted():
    desk = Desk()
    desk.do("names", a=["Asha"])
    assert desk.state.names["a"] == ["Asha"]
    desk.do("pause", clock="hall", left=1500)
    assert desk.state.paused == ("hall", 1500)
    desk.do("resume", clock="hall")
    assert desk.state.paused is None
    assert desk.do("expired", clock="hall").laws == ("Tournament Play", "D85")

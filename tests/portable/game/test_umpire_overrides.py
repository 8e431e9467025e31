"""The umpire's override (143c): totals, games, the break, the sides; recorded as his."""

from matches import begin, board, games, kind, play, points, refused, rule, won_game

from boardside.game import match
from boardside.table.ruling_words import text_of


def override(**changes):
    return kind("override", set=changes)


def test_143c_points_are_set_and_the_record_says_so():
    state, ruling = rule([begin(), board("a", 5), override(points_a=9, points_b=3)])
    assert points(state) == (9, 3)
    assert state.overridden
    assert state.phase == "ready"
    assert ruling.laws == ("143c",)
    assert text_of(ruling.clauses) == "Umpire: points 9-3"
    assert state.boards[0].points == 5, "the boards stay as they were recorded"


def test_54_counts_from_overridden_points():
    state = play([begin(), override(points_a=22)])
    assert not match.queen_matters(state, "a")
    assert match.queen_matters(state, "b")


def test_56a_overridden_points_win_the_game():
    state = play([begin(), override(points_b=25)])
    assert games(state) == (0, 1)
    assert state.phase == "change"
    state = play([begin("final"), kind("play"), override(points_b=30)])
    assert state.history[0].points == {"a": 0, "b": 25}


def test_d28_points_set_during_a_board_leave_it_in_play():
    state = play([begin(), kind("play"), override(points_a=4)])
    assert state.phase == "board"


def test_d28_points_that_are_level_no_more_end_the_extra_board():
    level = [board("a", 1), board("b", 1)] * 4
    state = play([begin()] + level + [override(points_a=5)])
    assert games(state) == (1, 0)
    state = play([begin()] + level + [override(points_a=5, points_b=5)])
    assert state.phase == "toss"
    assert state.extra


def test_60_overridden_points_owe_the_change():
    start = [begin("final")] + won_game("a") + [kind("sides")] + won_game("b") + [kind("sides")]
    assert play(start + [override(points_a=13)]).phase == "change"
    state = play(start + [override(points_a=13, left_side="b")])
    assert (state.phase, state.change_done, state.left_side) == ("ready", True, "b")


def test_d28_a_match_is_typed_in_after_a_failure():
    state = play([begin(), override(games_a=1, points_a=12, points_b=7, board=5, breaks="a", left_side="b")])
    assert (state.game, state.board, games(state), points(state)) == (2, 5, (1, 0), (12, 7))
    assert (state.breaker, state.left_side, state.phase) == ("a", "b", "ready")
    state = play([board("b", 1)] * 4, state)
    assert games(state) == (2, 0), "a leads 12-11 after board eight"


def test_d28_another_sum_of_games_begins_that_game():
    state = play([begin(breaks="a"), board("a", 5), override(games_b=1)])
    assert (state.game, state.board, points(state), games(state)) == (2, 1, (0, 0), (0, 1))
    assert (state.breaker, state.phase, state.boards) == ("b", "ready", ())
    state = play([override(games_b=0)], state)
    assert (state.game, state.breaker) == (1, "a")


def test_d28_the_same_sum_of_games_leaves_the_current_game():
    state = play([begin()] + won_game("a") + [kind("sides"), board("b", 5), override(games_a=0, games_b=1)])
    assert (state.game, points(state), games(state)) == (2, (0, 5), (0, 1))
    assert len(state.boards) == 1


def test_57_overridden_games_decide_the_match_and_open_it_again():
    state = play([begin(), override(games_b=2)])
    assert (state.phase, state.winner, state.how, state.how_laws) == ("over", "b", "ruling", ("143c",))
    state = play([override(games_b=1)], state)
    assert (state.phase, state.winner, state.game) == ("ready", None, 2)
    state = play([begin()] + won_game("a", 2) + [override(games_a=1, games_b=1)])
    assert (state.phase, state.game, games(state), len(state.history)) == ("ready", 3, (1, 1), 2)


def test_d28_breaks_sets_this_board_and_the_turns_after_it():
    state = play([begin(breaks="a"), board("a", 1), override(breaks="a")])
    assert state.breaker == "a"
    state = play([board("a", 1)], state)
    assert state.breaker == "b"


def test_d28_breaks_of_the_first_board_moves_the_next_games_too():
    state = play([begin(breaks="a"), override(breaks="b")] + won_game("a"))
    assert state.breaker == "a"
    state = play([begin(breaks="a"), board("a", 1), override(breaks="a")] + won_game("a")[:2])
    assert (state.game, state.breaker) == (2, "b")


def test_d28_breaks_stands_for_the_toss():
    state = play([begin(breaks=None), override(breaks="b")])
    assert (state.phase, state.breaker) == ("ready", "b")


def test_49a_board_number_moves_the_break():
    assert play([begin(breaks="a"), override(board=4)]).breaker == "b"
    assert play([begin(breaks="a", doubles=True), override(board=4)]).seat == 3


def test_143c_the_side_on_the_left_is_no_override_of_the_score():
    state = play([begin(), override(left_side="b")])
    assert state.left_side == "b"
    assert not state.overridden


def test_143c_impossible_totals_are_refused():
    state = play([begin()])
    for changes, words in (
        ({"points_a": 25, "points_b": 26}, ("both_at_game_points a=25 b=26",)),
        ({"points_a": 100}, ("out_of_range field=set.points_a", "value=100", "high=99 low=0")),
        ({"points_a": -1}, ("out_of_range field=set.points_a", "value=-1")),
        ({"games_a": 3}, ("games_over_best_of a=3 b=0 most=3",)),
        ({"games_a": 2, "games_b": 2}, ("games_over_best_of a=2 b=2 most=3",)),
        ({"board": 0}, ("out_of_range field=set.board", "high=99 low=1")),
    ):
        error = refused(state, kind("override", set=changes))
        assert error.code == "impossible", error
        for word in words:
            assert word in str(error), error
    for changes, code in (
        ({}, "malformed"),
        ({"score": 1}, "unknown"),
        ({"breaks": "c"}, "unknown"),
        ([], "malformed"),
    ):
        assert refused(state, kind("override", set=changes)).code == code


def test_143c_a_decided_match_takes_only_games_and_sides():
    state = play([begin()] + won_game("a", 2))
    assert refused(state, override(points_a=3)).code == "not_now"
    assert refused(state, override(breaks="a")).code == "not_now"
    assert refused(play([begin()]), override(games_a=2, points_a=3)).code == "not_now"
    assert play([override(left_side="b")], state).left_side == "b"
    assert play([override(games_a=1, points_b=4)], state).points == {"a": 0, "b": 4}


def test_143c_the_ruling_says_all_that_was_set():
    everything = override(games_a=1, points_a=12, points_b=17, board=15, breaks="a", left_side="b")
    _, ruling = rule([begin("final"), everything])
    assert text_of(ruling.clauses) == "Umpire: points 12-17, games 1-0, board 15, A breaks, B left"
    assert text_of(rule([begin(), override(games_b=1)])[1].clauses) == "Umpire: games 0-1"
    assert rule([begin(), override(points_b=1)])[1].facts == {"set": {"points_b": 1}, "phase": "ready"}


def test_143c_every_number_that_is_set_is_recorded_as_overridden():
    for changes in ({"points_a": 1}, {"games_a": 1}, {"board": 2}, {"breaks": "b"}):
        assert play([begin(), kind("override", set=changes)]).overridden


def test_d24_drawn_games_count_among_those_played():
    drawn = [board("a", 1), board("b", 1)] * 4
    state = play([begin(rules={"draws": True})] + drawn + [override(games_a=1)])
    assert (state.game, games(state)) == (3, (1, 0))
    state = play([override(games_b=1)], state)
    assert (state.phase, state.winner, state.how) == ("over", None, "ruling")
    state = play([begin(rules={"draws": True})] + drawn + drawn + [override(games_b=1)])
    assert (state.phase, state.winner) == ("over", "b")


def test_49a_games_that_are_set_move_the_opening():
    state = play([begin(breaks="b", rules={"games": 5}), override(games_a=2, games_b=1)])
    assert (state.game, state.breaker) == (4, "a")
    state = play([begin(breaks="b", doubles=True), override(games_a=1, games_b=1)])
    assert (state.game, state.seat) == (3, 3)
    state = play([override(games_a=0, games_b=0)], state)
    assert (state.game, state.seat) == (1, 1)


def test_39_games_set_before_the_toss_leave_it_awaited():
    state = play([begin(breaks=None), override(games_a=1)])
    assert (state.phase, state.game, state.breaker) == ("toss", 2, None)


def test_d28_games_taken_back_leave_the_score_card():
    state = play([begin()] + won_game("a") + won_game("b") + [override(games_b=0)])
    assert (state.game, [game.number for game in state.history]) == (2, [1])


def test_49b_board_number_moves_the_seat_from_where_it_was():
    state = play([begin(breaks="a", doubles=True), board("a", 1), board("b", 1), override(board=4)])
    assert state.seat == 3
    state = play([override(board=2)], state)
    assert state.seat == 1


def test_d28_breaks_of_an_extra_board_leaves_the_opening_alone():
    level = [begin(breaks="a"), kind("time"), override(breaks="b"), board("a", 1)]
    state = play(level)
    assert (state.game, state.breaker) == (2, "b")

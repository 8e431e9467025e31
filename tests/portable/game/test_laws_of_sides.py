"""Change of sides (58-61), its late notice (60c), the interval (138)."""

from matches import begin, board, games, kind, play, points, refused, rule, won_game

from boardside.table.ruling_words import text_of

EARLY = ("group", "round", "pre_quarter_final")
LATE = ("quarter_final", "semi_final", "final")
ONE_ALL = won_game("a") + [kind("sides")] + won_game("b") + [kind("sides")]
FOUR = [board("a", 1), board("b", 1)] * 2


def test_58_sides_change_after_a_game():
    state, ruling = rule([begin()] + won_game("a"))
    assert (state.phase, state.change_due, state.left_side) == ("change", True, "a")
    assert "58" in ruling.laws
    state, ruling = rule([kind("sides")], state)
    assert (state.phase, state.change_due, state.left_side) == ("ready", False, "b")
    assert ruling.laws == ("58",)
    assert text_of(ruling.clauses) == "Sides changed: B is left now"


def test_59_in_doubles_to_the_next_right_hand_side():
    state, ruling = rule([begin(doubles=True)] + won_game("a"))
    assert "59" in ruling.laws
    assert state.phase == "change"
    state, ruling = rule([kind("sides")], state)
    assert ruling.laws == ("59",)
    assert state.left_side == "b"


def test_138_interval_between_games_two_and_three_with_the_change_in_it():
    state, ruling = rule([begin()] + won_game("a") + [kind("sides")] + won_game("b"))
    assert (state.phase, state.change_due) == ("interval", True)
    assert "138" in ruling.laws
    assert "58" in ruling.laws
    state = play([kind("sides")], state)
    assert (state.phase, state.left_side) == ("ready", "a")


def test_58_no_change_after_the_last_game():
    state = play([begin()] + won_game("a", 2))
    assert (state.phase, state.change_due) == ("over", False)
    state = play([begin(rules={"games": 1})] + won_game("a"))
    assert (state.phase, state.change_due) == ("over", False)


def test_60a_third_game_after_the_fourth_board_up_to_the_pre_quarter_final():
    for stage in EARLY:
        state = play([begin(stage)] + ONE_ALL + FOUR[:3])
        assert (state.phase, state.change_due) == ("ready", False)
        state, ruling = rule([FOUR[3]], state)
        assert (state.phase, state.change_due) == ("change", True)
        assert "60a" in ruling.laws
        assert text_of(ruling.clauses).endswith("; change sides")
        state, ruling = rule([kind("sides")], state)
        assert (state.phase, state.change_done, ruling.laws) == ("ready", True, ("60a",))


def test_60a_third_game_at_13_points_before_the_fourth_board():
    state = play([begin()] + ONE_ALL + [board("b", 9, "winner")])
    assert points(state) == (0, 12)
    assert not state.change_due
    state = play([board("b", 1)], state)
    assert points(state) == (0, 13)
    assert state.phase == "change"


def test_60b_third_game_only_at_13_points_from_the_quarter_final():
    for stage in LATE:
        state = play([begin(stage)] + ONE_ALL + FOUR * 6)
        assert points(state) == (12, 12)
        assert not state.change_due
        state, ruling = rule([board("a", 1)], state)
        assert state.phase == "change"
        assert "60b" in ruling.laws


def test_60_third_game_changes_once():
    state = play([begin()] + ONE_ALL + FOUR + [kind("sides"), board("a", 9, "winner")])
    assert points(state) == (14, 2)
    assert (state.phase, state.change_due, state.change_done) == ("ready", False, True)


def test_60_no_change_in_the_middle_of_other_games():
    state = play([begin(), board("a", 9, "winner"), board("a", 1)] + FOUR)
    assert points(state) == (15, 2)
    assert not state.change_due


def test_60_no_change_when_the_board_that_reaches_13_wins_the_game():
    rules = {"points": 13}
    state = play([begin("final", rules=rules), board("a", 9, "winner")])
    state = play([board("a", 1), board("b", 9, "winner"), board("b", 1)], state)
    assert games(state) == (1, 1)
    assert state.game == 3
    assert not state.change_done
    state = play([kind("sides"), board("a", 9, "winner"), board("a", 1)], state)
    assert state.phase == "over"


def test_60c_change_noticed_late_stays_owed_till_after_the_board():
    state = play([begin()] + ONE_ALL + FOUR)
    state, ruling = rule([kind("play")], state)
    assert (state.phase, state.change_due) == ("board", True)
    assert ruling.laws == ("46", "60c")
    assert "still owed" in text_of(ruling.clauses)
    state, ruling = rule([board("a", 1)], state)
    assert state.phase == "change"
    assert "60c" in ruling.laws
    state = play([kind("sides")], state)
    assert (state.phase, state.change_due, state.change_done) == ("ready", False, True)


def test_60c_result_without_play_leaves_the_change_owed_too():
    state = play([begin()] + won_game("a") + [board("b", 5)])
    assert (state.phase, state.change_due, points(state)) == ("change", True, (0, 5))


def test_60c_interval_not_taken_leaves_a_change_owed():
    state = play([begin()] + won_game("a") + [kind("sides")] + won_game("b") + [board("a", 1)])
    assert (state.game, state.phase, state.change_due) == (3, "change", True)


def test_60c_sides_said_during_a_board_settles_the_change():
    state = play([begin()] + won_game("a") + [kind("play"), kind("sides")])
    assert (state.phase, state.change_due, state.left_side) == ("board", False, "b")
    assert play([board("a", 1)], state).phase == "ready"


def test_d30_two_changes_owed_are_one_change():
    state = play([begin()] + won_game("a") + won_game("b"))  # the first was never made
    state = play([kind("sides")], state)
    assert (state.left_side, state.change_due, state.phase) == ("b", False, "ready")


def test_d31_change_in_the_third_game_is_apart_from_the_one_before_it():
    before = won_game("a") + [kind("sides")] + won_game("b")
    state = play([begin()] + before + [board("a", 1), kind("sides")])  # noticed after board 1
    assert not state.change_done
    state = play([board("a", 1), board("a", 1), board("a", 1)], state)
    assert state.phase == "change"


def test_sides_swapped_by_the_umpire_at_any_time():
    state, ruling = rule([begin(), kind("sides")])
    assert (state.left_side, state.phase) == ("b", "ready")
    assert ruling.laws == ("143c",)
    assert play([kind("play"), kind("sides")], state).phase == "board"
    assert play([begin(breaks=None), kind("sides")]).phase == "toss"
    state = play([begin()] + won_game("a", 2) + [kind("sides")])
    assert (state.phase, state.left_side) == ("over", "b")


def test_points_stay_with_their_players_when_sides_change():
    state = play([begin(), board("a", 5), kind("sides"), board("a", 2)])
    assert points(state) == (7, 0)


def test_sides_of_a_sealed_match_are_left():
    state = play([begin()] + won_game("a", 2) + [kind("confirm")])
    assert refused(state, kind("sides")).code == "not_now"

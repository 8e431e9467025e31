"""Protests (144-151): the result held back, and the match from the beginning of the board in question."""

from matches import begin, board, games, kind, play, points, refused, rule

from boardside.game import dicts, match
from boardside.table.ruling_words import text_of

SINGLE_GAME = {"games": 1, "points": 9}


def test_145_a_protest_needs_a_board_it_is_about():
    error = refused(play([begin()]), kind("protest", side="a"))
    assert error.code == "not_now"
    assert error.reason == "no_board_finished"
    assert refused(play([begin(), board("a", 1)]), kind("protest", side="a", about="this")).code == "not_now"


def test_146_a_protest_is_about_this_board_or_the_last():
    state = play([begin(), board("a", 1), kind("play"), kind("protest", side="b")])
    assert (state.protests[0].game, state.protests[0].board, state.phase) == (1, 2, "board")
    state = play([begin(), board("a", 1), kind("play"), kind("protest", side="b", about="last")])
    assert state.protests[0].board == 1
    state = play([begin(), board("a", 1), kind("protest", side="b", text="Queen")])
    assert (state.protests[0].board, state.protests[0].text) == (1, "Queen")


LONG = [board("a", 1), board("b", 2), board("a", 3), board("b", 4, "b"), board("a", 5)]


def test_146_a_protest_may_be_about_any_finished_board():
    for doubles in (False, True):
        before = [play([begin(doubles=doubles)] + LONG[:number]) for number in range(len(LONG))]
        state = play(LONG, play([begin(doubles=doubles)]))
        for number in range(1, 6):
            lodged, ruling = rule([kind("protest", side="b", board=number)], state)
            assert (ruling.facts["game"], ruling.facts["board"]) == (1, number)
            assert match.official(lodged)["held"] is True
            back = play([kind("ruled", upheld=True)], lodged)
            began = before[number - 1]
            for name in ("game", "board", "boards", "points", "seat", "breaker", "opener", "left_side"):
                seen, wanted = getattr(back, name), getattr(began, name)
                if name == "boards":
                    seen, wanted = [[dicts.board_dict(done) for done in boards] for boards in (seen, wanted)]
                assert seen == wanted, (number, name, seen, wanted)
            assert (back.phase, back.change_due, back.extra) == (began.phase, False, False)


def test_146_a_protest_may_be_about_a_board_of_an_earlier_game_and_of_a_match_that_is_over():
    nine = [board("a", 9), board("b", 1), board("a", 9), board("a", 9)]
    first = play([begin()] + nine[:1])
    state = play([begin()] + nine + [kind("sides")] + nine)
    assert (state.phase, state.winner) == ("over", "a")
    state = play([kind("protest", side="b", game=1, board=2)], state)
    assert (state.protests[0].game, state.protests[0].board) == (1, 2)
    back = play([kind("ruled", upheld=True)], state)
    for name in (
        "phase",
        "game",
        "board",
        "points",
        "games",
        "history",
        "seat",
        "left_side",
        "winner",
        "how",
    ):
        assert getattr(back, name) == getattr(first, name), name
    assert play([board("b", 5)], back).points == {"a": 9, "b": 5}


def test_146_a_board_of_a_game_after_games_that_the_umpire_has_set():
    for set_games, wanted in (({"games_a": 1}, (1, 0)), ({"games_a": 1, "games_b": 1}, (1, 1))):
        state = play([begin(), kind("override", set=set_games)])
        game = state.game
        state = play(LONG[:4] + [kind("protest", side="b", game=game, board=1)], state)
        back = play([kind("ruled", upheld=True)], state)
        assert (back.game, back.board, games(back)) == (game, 1, wanted)
    state = play([begin()] + LONG[:4] + [kind("override", set={"games_b": 1}), board("a", 1)])
    state = play([kind("protest", side="b", game=2, board=1), kind("ruled", upheld=True)], state)
    assert (state.game, games(state)) == (2, (0, 1))


def test_146_a_protest_about_a_board_that_is_not_finished_is_refused():
    state = play([begin()] + LONG)
    for event in (kind("protest", side="a", board=6), kind("protest", side="a", game=2, board=1)):
        error = refused(state, event)
        assert (error.code, error.reason) == ("impossible", "no_such_board")
    state = play([kind("play"), kind("protest", side="a", board=6)], state)  # the one in play
    assert (state.protests[0].board, state.phase) == (6, "board")


def test_150_the_result_is_held_back_while_play_goes_on():
    state = play([begin(rules=SINGLE_GAME), kind("play"), kind("protest", side="b"), board("a", 9)])
    assert (state.phase, match.official(state)["held"]) == ("over", True)
    error = refused(state, kind("confirm"))
    assert error.code == "not_now"
    assert error.reason == "protest_open"
    state = play([kind("ruled", upheld=False), kind("confirm")], state)
    assert (state.phase, match.official(state)["held"]) == ("confirmed", False)


def test_151a_upheld_the_match_goes_on_from_the_beginning_of_that_board():
    start = play([begin(), board("b", 4)])
    state = play([kind("play"), board("a", 9), kind("protest", side="b"), board("a", 2)], start)
    assert points(state) == (11, 4)
    state, ruling = rule([kind("ruled", upheld=True)], state)
    assert ruling.laws == ("151a",)
    assert (points(state), state.board, state.breaker, state.phase) == ((0, 4), 2, "b", "ready")
    assert state.protests[0].state == "upheld"
    assert match.official(state)["held"] is False
    assert [board.number for board in state.boards] == [1]


def test_151a_upheld_after_the_end_opens_the_match_again():
    state = play([begin(rules=SINGLE_GAME), kind("play"), board("a", 9), kind("protest", side="b")])
    assert state.phase == "over"
    state = play([kind("ruled", upheld=True)], state)
    assert (state.phase, state.winner, state.history, points(state)) == ("ready", None, (), (0, 0))


def test_151a_over_the_end_of_a_game_and_with_names_corrected_since():
    state = play([begin(), board("a", 9), board("a", 9), board("a", 9), kind("names", b=["Berta"])])
    assert (state.game, state.left_side, state.change_due) == (2, "a", True)
    state = play([kind("protest", side="b"), kind("sides"), kind("ruled", upheld=True)], state)
    assert (state.game, state.board, state.left_side, state.change_due) == (1, 3, "a", False)
    assert state.names["b"] == ["Berta"]


def test_151b_overruled_the_result_holds():
    before = play([begin(), board("a", 9), kind("protest", side="b")])
    state, ruling = rule([kind("ruled", upheld=False)], before)
    assert ruling.laws == ("151b",)
    assert (points(state), state.protests[0].state) == ((9, 0), "overruled")
    assert refused(state, kind("ruled", upheld=False)).code == "not_now"


def test_of_several_open_protests_one_must_be_named():
    state = play([begin(), board("a", 1), kind("protest", side="b"), kind("protest", side="a")])
    assert refused(state, kind("ruled", upheld=False)).code == "ambiguous"
    state = play([kind("ruled", upheld=False, protest=2)], state)
    assert [protest.state for protest in state.protests] == ["open", "overruled"]
    assert refused(state, kind("ruled", upheld=True, protest=2)).code == "not_now"


def test_d60_upheld_after_many_boards_of_play_that_went_on():
    state = play([begin(), board("b", 4), kind("protest", side="a")])
    state = play([board("a", 9, "a"), board("a", 9, "a"), board("a", 9, "a"), kind("sides")], state)
    state = play([board("b", 1), board("b", 1), kind("play")], state)
    assert (state.game, state.board) == (2, 3)
    state, ruling = rule([kind("ruled", upheld=True)], state)
    assert ruling.laws == ("151a",)
    assert (state.game, state.board, state.phase, points(state)) == (1, 1, "ready", (0, 0))
    assert (state.history, state.boards, state.breaker) == ((), (), "a")


def test_d60_each_of_two_open_protests_finds_its_own_board():
    state = play([begin(), board("a", 1), kind("protest", side="b"), board("b", 2), board("a", 3)])
    state = play([kind("protest", side="b"), board("a", 4), board("b", 5), kind("play")], state)
    later = play([kind("ruled", upheld=True, protest=2)], state)
    assert (later.board, points(later)) == (3, (1, 2))
    both = play([kind("play"), board("b", 1), kind("ruled", upheld=True)], later)
    assert (both.board, points(both)) == (1, (0, 0))
    assert [protest.state for protest in both.protests] == ["upheld", "upheld"]
    first = play([kind("ruled", upheld=True, protest=1)], state)
    assert (first.board, [protest.state for protest in first.protests]) == (1, ["upheld", "open"])
    assert dicts.protest_dict(first.protests[1])["state"] == "open"


def test_d60_a_board_taken_back_by_another_protest_is_not_gone_forward_to():
    state = play([begin(), board("a", 1), kind("protest", side="b"), board("b", 2), board("a", 3)])
    state = play([kind("protest", side="b"), kind("ruled", upheld=True, protest=1), board("b", 7)], state)
    state, ruling = rule([kind("ruled", upheld=True)], state)
    assert (state.board, points(state), state.protests[1].state) == (2, (0, 7), "upheld")
    assert text_of(ruling.clauses) == "Protest 2 upheld: an earlier one has taken back board 3"


def test_151a_the_board_in_play_with_its_strokes():
    state = play([begin(), kind("play", strokes=True), kind("stroke", own=4), kind("protest", side="b")])
    state = play([kind("stroke", striker=True), kind("ruled", upheld=True)], state)
    assert (state.phase, state.situation, state.board) == ("ready", None, 1)


def test_146_after_an_upheld_protest_the_board_before_can_still_be_protested_about():
    state = play([begin(), board("a", 1), kind("play"), kind("protest", side="b")])
    state = play([kind("ruled", upheld=True), kind("play")], state)
    again = play([kind("protest", side="b", about="last")], state)
    assert (again.protests[1].game, again.protests[1].board) == (1, 1)
    again = play([kind("ruled", upheld=True)], again)
    assert (again.board, points(again), again.boards) == (1, (0, 0), ())
    assert play([kind("play"), kind("protest", side="a")], again).protests[2].board == 1


def test_146_a_board_whose_beginning_is_not_kept_is_named_as_that():
    state = play([begin(), board("a", 1), board("b", 1), board("a", 1), kind("play")])
    state = play([kind("protest", side="b", about="last"), kind("ruled", upheld=True)], state)
    assert state.board == 3
    error = refused(state, kind("protest", side="b", about="last"))
    assert error.code == "not_now"
    assert error.reason == "last_board_too_far_back"


def test_151b_overruled_after_another_protest_took_the_board_back():
    events = [begin(), board("a", 3), kind("protest", side="b"), kind("protest", side="a", about="last")]
    for upheld, reason in (
        (False, "protest_overruled_after_another"),
        (True, "protest_upheld_after_another"),
    ):
        _, ruling = rule(
            events + [kind("ruled", upheld=True, protest=1), kind("ruled", upheld=upheld, protest=2)]
        )
        assert ruling.clauses == ((reason, 2, 1),)
    _, ruling = rule(events + [kind("ruled", upheld=False, protest=1)])
    assert ruling.clauses == (("protest_overruled", 1),)

"""Endings off the board: concession (139), loss by ruling (143), confirmation; D26, D27."""

from matches import begin, board, games, kind, play, points, refused, rule, won_game

from boardside.game import dicts, match
from boardside.table.ruling_words import text_of


def test_139_conceded_game_goes_to_the_other_side():
    state, ruling = rule([begin(), board("a", 7), kind("concede", side="b", what="game")])
    assert games(state) == (1, 0)
    assert state.game == 2
    assert state.phase == "change"
    assert state.history[0].how == "conceded"
    assert ruling.laws == ("139", "D26", "58")
    assert text_of(ruling.clauses) == "B concedes: game 1 to A, 25-0"


def test_d26_the_side_that_concedes_keeps_its_points_the_other_gets_full_points():
    events = [begin(), board("a", 7), board("b", 9), kind("concede", side="b", what="game")]
    state = play(events)
    assert state.history[0].points == {"a": 25, "b": 9}
    assert len(state.history[0].boards) == 2


def test_139_second_conceded_game_ends_the_match():
    state = play([begin()] + won_game("a") + [kind("concede", side="b", what="game")])
    assert (state.phase, state.winner, state.how) == ("over", "a", "conceded")


def test_139_conceded_match():
    events = [begin(), board("a", 7), board("b", 2), kind("concede", side="a", what="match")]
    state, ruling = rule(events)
    assert (state.phase, state.winner, state.how, games(state)) == ("over", "b", "conceded", (0, 2))
    assert match.official(state)["games"] == [[7, 25], [0, 25]]
    assert text_of(ruling.clauses) == "A concedes the match: to B, 0-2"


def test_139_at_any_stage_of_the_match():
    for events in (
        [begin(breaks=None)],
        [begin(), kind("play")],
        [begin()] + won_game("a"),
        [begin()] + won_game("a") + [kind("sides")] + won_game("b"),
    ):
        state = play(events + [kind("concede", side="a", what="match")])
        assert (state.winner, state.phase, state.games["b"]) == ("b", "over", 2)
        assert refused(state, kind("concede", side="a", what="game")).code == "not_now"


def test_139_game_conceded_before_the_toss_leaves_the_toss_awaited():
    state = play([begin(breaks=None), kind("concede", side="a", what="game")])
    assert (state.phase, state.game, state.change_due) == ("toss", 2, True)
    state = play([kind("toss", breaks="a")], state)
    assert (state.phase, state.breaker) == ("change", "a")


def test_143_every_letter_loses_the_match():
    for letter in "abcdefghi":
        state, ruling = rule([begin(), board("a", 7), kind("lost", side="a", law="143" + letter)])
        assert (state.winner, state.how, state.how_laws[0]) == ("b", "ruling", "143" + letter)
        assert text_of(ruling.clauses) == "A loses the match (143%s)" % letter
    for law in ("143", "143j", "142"):
        assert refused(play([begin()]), kind("lost", side="a", law=law)).code == "unknown"


def test_d26_a_match_lost_keeps_what_was_played():
    events = [begin()] + won_game("a") + [board("a", 5), kind("lost", side="a", law="143c")]
    state = play(events)
    assert games(state) == (1, 2)
    assert match.official(state)["games"] == [[25, 0], [5, 25], [0, 25]]
    assert [game.how for game in state.history] == ["played", "ruling", "ruling"]


def test_143i_before_any_board_is_a_walk_over():
    for breaks in (None, "a"):
        state, ruling = rule([begin(breaks=breaks), kind("lost", side="b", law="143i")])
        assert (state.phase, state.winner, state.how) == ("over", "a", "walkover")
        assert match.official(state)["games"] == [[25, 0], [25, 0]]
        assert "143i" in ruling.laws
        assert text_of(ruling.clauses) == "Walk-over: B did not report; 25-0"
    state = play([begin(rules={"games": 1}), kind("lost", side="a", law="143i")])
    assert match.official(state)["games"] == [[0, 25]]


def test_143i_once_play_has_begun_is_a_ruling():
    assert play([begin(), kind("play"), kind("lost", side="b", law="143i")]).how == "ruling"
    assert play([begin(), board("a", 1), kind("lost", side="b", law="143i")]).how == "ruling"


def test_d27_match_lost_immediately_after_its_end():
    state = play([begin()] + won_game("a", 2))
    after, ruling = rule([kind("lost", side="a", law="143d")], state)
    assert (after.winner, after.how, after.how_laws) == ("b", "ruling", ("143d", "D27"))
    assert match.official(after)["games"] == [[25, 0], [25, 0]]
    assert games(after) == (2, 0)
    assert "after its end" in text_of(ruling.clauses)
    assert refused(state, kind("lost", side="b", law="143d")).code == "not_now"


def test_143c_a_result_is_provisional_till_it_is_confirmed():
    state = play([begin()] + won_game("a", 2))
    assert (state.phase, state.confirmed) == ("over", False)
    state, ruling = rule([kind("confirm")], state)
    assert (state.phase, state.confirmed, state.winner) == ("confirmed", True, "a")
    assert text_of(ruling.clauses) == "Result confirmed: match to A, 2-0"


def test_143c_only_a_decided_match_is_confirmed_and_once():
    for events in ([begin(breaks=None)], [begin()], [begin(), kind("play")], [begin()] + won_game("a")):
        assert refused(play(events), kind("confirm")).code == "not_now"
    state = play([begin()] + won_game("a", 2) + [kind("confirm")])
    for event in (kind("confirm"), board("a", 1), kind("lost", side="a", law="143d"), kind("sides")):
        error = refused(state, event)
        assert error.code == "not_now"
        assert error.reason == "result_confirmed"


def test_match_won_states_its_last_board():
    state = play([begin()] + won_game("a", 2))
    assert (state.game, state.board) == (2, 3)
    assert len(state.boards) == 3
    assert state.points["a"] == 25


def test_d462_a_board_that_counts_when_time_is_called_is_the_last():
    rules = {"games": 1, "at_time": "counts"}
    played = [begin(rules=rules), board("a", 5), board("b", 4), kind("play")]
    state, ruling = rule(played + [kind("time")])
    assert (state.phase, state.board, points(state)) == ("board", 3, (5, 4))
    assert text_of(ruling.clauses) == "Time: board 3 is the last"
    assert (dicts.to_dict(state)["extra"], dicts.to_dict(state)["last_board"]) == (False, True)
    assert match.official(state)["how"] is None
    again = play([kind("time")], state)
    assert dicts.to_dict(again) == dicts.to_dict(state)
    done = play([board("b", 2)], again)
    assert (done.phase, done.winner, done.how, points(done)) == ("over", "b", "time", (5, 6))
    assert (done.how_laws, done.boards[-1].extra) == (("D20", "D462"), False)
    assert "last_board" not in dicts.to_dict(done)
    assert play([board("a", 9, "winner")], again).winner == "a"


def test_d462_by_default_a_board_in_play_does_not_count():
    for changes in ({}, {"at_time": "void"}):
        changes["games"] = 1
        state = play([begin(rules=changes), board("a", 5), board("b", 4), kind("play"), kind("time")])
        assert (state.phase, state.winner, points(state)) == ("over", "a", (5, 4))


def test_d462_between_boards_the_score_decides_at_once():
    rules = {"games": 1, "at_time": "counts"}
    state = play([begin(rules=rules), board("a", 5), kind("time")])
    assert (state.phase, state.winner, state.how) == ("over", "a", "time")


def test_d462_level_after_the_last_board_a_draw_or_an_extra_board():
    rules = {"games": 1, "at_time": "counts"}
    last = [board("a", 5), kind("play"), kind("time"), board("b", 5)]
    state = play([begin(rules=rules)] + last)
    assert (state.phase, state.extra) == ("toss", True)
    extra = play([kind("toss", breaks="b"), kind("play"), kind("time")], state)
    assert (extra.phase, extra.extra) == ("board", True)
    extra = play([board("b", 1)], extra)
    assert (extra.winner, extra.boards[-1].extra) == ("b", True)
    drawn = play([begin(rules=dict(rules, draws=True))] + last)
    assert (drawn.phase, drawn.winner, drawn.how) == ("over", None, "draw")


def test_d462_the_umpire_sets_points_in_the_last_board_and_it_goes_on():
    rules = {"games": 3, "at_time": "counts"}
    state = play([begin(rules=rules), board("a", 5), kind("play"), kind("time")])
    state = play([kind("override", set={"points_b": 9})], state)
    assert (state.phase, points(state)) == ("board", (5, 9))
    state = play([kind("replayed", law="140"), kind("play"), board("a", 1)], state)
    assert (state.game, state.extra, state.history[0].points) == (2, False, {"a": 6, "b": 9})

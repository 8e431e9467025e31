"""Games and matches: 25 points or the board limit (56), extra boards, best of three (57), time (D20)."""

from matches import begin, board, games, kind, play, points, refused, rule, won_game

from boardside.game import dicts, match
from boardside.table.ruling_words import text_of

SIX_ALL = [board("a", 3), board("b", 3)] * 2
LEVEL_AT_8 = [board("a", 1), board("b", 1)] * 4
EARLY = ("group", "round", "pre_quarter_final")
LATE = ("quarter_final", "semi_final", "final")


def test_56a_25_points_win_the_game():
    state, ruling = rule([begin()] + won_game("b"))
    assert games(state) == (0, 1)
    assert state.game == 2
    assert state.history[0].winner == "b"
    assert state.history[0].how == "played"
    assert "56a" in ruling.laws
    assert text_of(ruling.clauses) == "Board 3 to B: 1; game 1 to B, 0-25"


def test_56a_24_points_do_not():
    state = play([begin(), board("a", 9, "winner"), board("a", 9, "winner")])
    assert points(state) == (24, 0)
    assert state.game == 1


def test_d6_official_score_is_cut_at_25_and_the_boards_are_not():
    state = play([begin(), board("a", 9, "winner"), board("a", 9, "winner"), board("a", 9)])
    game = state.history[0]
    assert game.points == {"a": 25, "b": 0}
    assert game.boards[-1].after == {"a": 33, "b": 0}
    assert match.official(state)["games"] == [[25, 0]]


def test_d458_a_ruleset_may_leave_the_official_score_uncut():
    boards = [board("a", 9, "winner"), board("b", 6), board("a", 9, "winner"), board("a", 3)]
    uncut = play([begin(rules={"games": 1, "score_cut": False})] + boards)
    result = match.official(uncut)
    assert (result["games"], result["points"], result["winner"]) == ([[27, 6]], [27, 6], "a")
    assert result["net"] == {"a": 21, "b": -21}
    cut = match.official(play([begin(rules={"games": 1})] + boards))
    assert (cut["games"], cut["net"]) == ([[25, 6]], {"a": 19, "b": -19})


def test_d458_a_game_awarded_gives_its_points_uncut_or_not():
    conceded = [board("a", 9, "winner"), kind("concede", side="a", what="game")]
    state = play([begin(rules={"games": 1, "score_cut": False})] + conceded)
    assert match.official(state)["games"] == [[12, 25]]


def test_d458_an_extra_board_left_out_of_net_points_is_left_out_uncut():
    rules = {"games": 1, "score_cut": False, "net_extra": False, "points": 9}
    level = [board("a", 8), board("b", 8)]
    state = play(
        [begin(rules=dict(rules, board_limit=2))] + level + [kind("toss", breaks="a"), board("a", 9)]
    )
    assert (match.official(state)["games"], match.official(state)["net"]) == ([[17, 8]], {"a": 0, "b": 0})


def test_d459_a_game_may_be_won_by_two_points_or_more():
    rules = {"games": 1, "points": 11, "lead": 2, "queen": 0}
    near = [begin("final", rules=rules), board("a", 9), board("b", 9), board("a", 1), board("b", 1)]
    state = play(near + [board("a", 1)])
    assert (state.phase, points(state)) == ("ready", (11, 10))
    assert match.official(play([board("a", 1)], state))["games"] == [[12, 10]]
    level = play([board("b", 1)], state)
    assert (level.phase, points(level), match.official(level)["points"]) == ("ready", (11, 11), [11, 11])
    assert play([board("b", 1)], level).phase == "ready"
    won = play([board("b", 9)], level)
    assert (won.phase, won.winner, points(won), match.official(won)["games"]) == (
        "over",
        "b",
        (11, 20),
        [[11, 13]],
    )
    uncut = play([begin("final", rules=dict(rules, score_cut=False))] + near[1:] + [board("a", 9)])
    assert match.official(uncut)["games"] == [[19, 10]]


def test_d459_a_game_given_up_near_its_end_is_won_by_two_points():
    rules = {"games": 3, "points": 11, "lead": 2, "queen": 0}
    near = [begin("final", rules=rules), board("a", 9), board("b", 9), board("a", 1), board("b", 2)]
    game = play(near + [kind("concede", side="b", what="game")])
    assert match.official(game)["games"] == [[13, 11]]
    lost = play(near + [kind("concede", side="b", what="match")])
    assert match.official(lost)["games"] == [[13, 11], [11, 0]]
    boards_won = dict(rules, points=1, most=1)
    lost = play([begin("final", rules=boards_won), kind("concede", side="b", what="match")])
    assert match.official(lost)["games"] == [[2, 0], [2, 0]]


def test_d459_at_the_board_limit_and_at_time_any_lead_wins():
    rules = {"games": 1, "points": 11, "lead": 2, "board_limit": 3, "queen": 0}
    three = [board("a", 9), board("b", 9), board("b", 1)]
    assert play([begin(rules=rules)] + three).winner == "b"
    assert play([begin(rules=dict(rules, board_limit=None))] + three + [kind("time")]).winner == "b"


def test_d550_a_lead_that_the_boards_to_come_cannot_change_may_end_a_game():
    rules = {"games": 1, "points": 99, "board_limit": 3, "early_end": True}
    twelve = [board("a", 9, "winner")]
    state = play([begin(rules=rules)] + twelve)
    assert state.phase == "ready", "two boards may give 24"
    assert play([board("b", 1)], state).phase == "ready", "12-1, and 12 are to come"
    over, ruling = rule([board("a", 1)], state)
    assert (over.winner, match.official(over)["games"], ruling.laws[-2:]) == ("a", [[13, 0]], ("56a", "D550"))
    state = play([begin(rules=dict(rules, early_end=False))] + twelve + [board("a", 1)])
    assert state.phase == "ready"
    set_points = kind("override", set={"points_a": 40, "board": 2})
    assert play([begin(rules=rules), set_points]).winner == "a"


def test_d459_the_umpire_sets_points_that_a_lead_leaves_undecided():
    rules = {"games": 1, "points": 11, "lead": 2}
    both = kind("override", set={"points_a": 12, "points_b": 11})
    state = play([begin("final", rules=rules), both])
    assert (state.phase, points(state)) == ("ready", (12, 11))
    assert play([kind("override", set={"points_a": 13})], state).winner == "a"
    error = refused(play([begin("final", rules=dict(rules, lead=1))]), both)
    assert (error.code, error.reason) == ("impossible", "both_at_game_points")


def test_56b_leader_after_the_eighth_board_wins_up_to_the_pre_quarter_final():
    for stage in EARLY:
        state, ruling = rule([begin(stage)] + LEVEL_AT_8[:7] + [board("a", 1)])
        assert games(state) == (1, 0)
        assert state.history[0].points == {"a": 5, "b": 3}
        assert "56a" in ruling.laws


def test_d7_no_board_limit_from_the_quarter_final():
    for stage in LATE:
        state = play([begin(stage)] + LEVEL_AT_8 + LEVEL_AT_8)
        assert state.board == 17
        assert state.game == 1
        assert state.phase == "ready"


def test_56b_level_after_the_eighth_board_awaits_a_toss():
    state, ruling = rule([begin()] + LEVEL_AT_8)
    assert (state.phase, state.extra, state.board, state.breaker) == ("toss", True, 9, None)
    assert "56b" in ruling.laws
    assert "toss" in text_of(ruling.clauses)
    error = refused(state, board("a", 1))
    assert error.code == "not_now"
    assert error.reason == "toss_awaited"


def test_56b_extra_board_decides_the_game():
    before = play([begin()] + LEVEL_AT_8)
    state, ruling = rule([kind("toss", breaks="b", won="b", choice="break")], before)
    assert (state.phase, state.breaker, state.extra) == ("ready", "b", True)
    assert ruling.laws == ("56b",)
    state, ruling = rule([board("b", 2, "winner")], state)
    game = state.history[0]
    assert game.winner == "b"
    assert game.points == {"a": 4, "b": 9}
    assert game.boards[-1].extra
    assert not game.boards[-2].extra
    assert text_of(ruling.clauses) == "Extra board 9 to B: 2 + Queen 3 = 5; game 1 to B, 4-9"


def test_56b_the_last_extra_board_ends_the_match():
    state = play([begin(rules={"games": 1})] + LEVEL_AT_8 + [kind("toss", breaks="a"), board("a", 1)])
    assert (state.phase, state.extra, state.winner, state.board) == ("over", False, "a", 9)


def test_56b_before_an_extra_board_only_the_break_is_chosen():
    state = play([begin()] + LEVEL_AT_8)
    assert refused(state, kind("toss", breaks="a", won="b", choice="side")).code == "impossible"


def test_d25_extra_board_that_leaves_them_level_is_followed_by_another():
    state = play([begin()] + LEVEL_AT_8 + [kind("toss", breaks="b")])
    state, ruling = rule([board("a", 1, points=0)], state)
    assert (state.phase, state.board, state.extra) == ("toss", 10, True)
    assert "D25" in ruling.laws
    state = play([kind("toss", breaks="a"), board("a", 1)], state)
    assert games(state) == (1, 0)
    assert state.history[0].points == {"a": 5, "b": 4}


def test_57_two_games_win_the_match():
    state, ruling = rule([begin()] + won_game("a", 2))
    assert (state.phase, state.winner, state.how, games(state)) == ("over", "a", "played", (2, 0))
    assert "57" in ruling.laws
    assert text_of(ruling.clauses) == "Board 3 to A: 1; game 2 to A, 25-0; match to A 2-0"
    assert state.how_laws == ("56a", "57")


def test_57_third_game_decides_at_one_all():
    state = play([begin()] + won_game("a") + won_game("b"))
    assert state.game == 3
    assert games(state) == (1, 1)
    assert state.phase == "interval"
    state = play(won_game("b"), state)
    assert (state.winner, games(state)) == ("b", (1, 2))
    assert match.official(state) == {
        "games": [[25, 0], [0, 25], [0, 25]],
        "games_won": [1, 2],
        "points": [0, 25],
        "winner": "b",
        "how": "played",
        "held": False,
        "net": {"a": -25, "b": 25},
    }


def test_57_nothing_is_played_after_the_match_is_won():
    state = play([begin()] + won_game("a", 2))
    for event in (board("b", 5), kind("play"), kind("time"), kind("concede", side="a", what="match")):
        error = refused(state, event)
        assert error.code == "not_now"
        assert error.reason == "match_decided"


def test_a_board_needs_a_match():
    error = refused(match.new(), board("a", 5))
    assert error.code == "not_now"
    assert error.reason == "no_match"


def test_a_board_needs_no_play_and_play_is_taken_once():
    assert points(play([begin(), board("a", 5)])) == (5, 0)
    state = play([begin(), kind("play")])
    assert state.phase == "board"
    assert refused(state, kind("play")).code == "not_now"
    assert play([board("a", 5)], state).phase == "ready"


def test_d20_time_gives_the_game_to_the_leader():
    one_game = {"games": 1}
    state, ruling = rule([begin(rules=one_game), board("a", 5), kind("time")])
    assert (state.winner, state.how) == ("a", "time")
    assert ruling.laws == ("D20",)
    assert text_of(ruling.clauses) == "Time: match to A 5-0"


def test_d20_time_with_level_points_is_a_draw_where_draws_are_played():
    rules = {"games": 1, "draws": True}
    state = play([begin(rules=rules)] + SIX_ALL + [kind("time")])
    assert (state.phase, state.winner, state.how) == ("over", None, "draw")
    assert match.official(state)["points"] == [6, 6]
    assert play([kind("confirm")], state).confirmed


def test_d20_time_with_level_points_is_an_extra_board_elsewhere():
    state, ruling = rule([begin(rules={"games": 1})] + SIX_ALL + [kind("time")])
    assert (state.phase, state.extra) == ("toss", True)
    assert ruling.laws == ("D20", "56b")
    state = play([kind("toss", breaks="a"), board("b", 1)], state)
    assert (state.phase, state.winner) == ("over", "b")


def test_d20_a_board_in_play_does_not_count():
    state = play([begin(rules={"games": 1}), board("a", 5), kind("play"), kind("time")])
    assert state.winner == "a"
    assert len(state.history[0].boards) == 1


def test_d20_time_decides_a_game_not_the_match():
    state = play([begin(), board("a", 5), kind("time")])
    assert games(state) == (1, 0)
    assert state.game == 2
    assert state.phase == "change"


def test_d24_draws_at_the_board_limit():
    rules = {"games": 1, "draws": True}
    state, ruling = rule([begin(rules=rules)] + LEVEL_AT_8)
    assert (state.phase, state.how) == ("over", "draw")
    assert "D24" in ruling.laws


def test_d24_a_drawn_game_counts_for_neither_side():
    rules = {"draws": True}
    drawn = LEVEL_AT_8
    state = play([begin(rules=rules)] + drawn + won_game("a"))
    assert games(state) == (1, 0)
    assert state.game == 3
    last = play(won_game("b"), state)
    assert (last.phase, last.winner, last.how) == ("over", None, "draw")
    last = play(drawn, state)
    assert (last.winner, last.how, games(last)) == ("a", "played", (1, 0))


def test_121a_an_appeal_keeps_the_clock_and_play_lets_it_go_on():
    state, ruling = rule([begin(), kind("play"), kind("pause", clock="stroke", left=7400)])
    assert state.paused == ("stroke", 7400)
    assert ruling.laws == ("121a",)
    assert text_of(ruling.clauses) == "Appeal: the stroke clock stands at 8 s"
    assert play([kind("resume", clock="stroke")], state).paused is None
    assert play([board("a", 1)], state).paused is None


def test_50_time_over_names_the_breach_and_imposes_nothing():
    before = play([begin(), kind("play")])
    state, ruling = rule([kind("expired", clock="stroke", breach="foul", law="50")], before)
    assert dicts.to_dict(state) == dicts.to_dict(before)
    assert ruling.laws == ("50",)
    assert text_of(ruling.clauses) == "The stroke clock is at zero: umpire decides"
    assert ruling.clauses[1] == ("breach", "foul")


def test_143b_names_the_interval_by_itself():
    _, ruling = rule([begin(), kind("expired", clock="interval", breach=None)])
    assert ruling.laws == ("143b",)


def test_137_replayed_board_has_the_same_number_and_breaker():
    for law in ("137", "140", "142", "151a"):
        state, ruling = rule([begin(), board("a", 1), kind("play"), kind("replayed", law=law)])
        assert (state.phase, state.board, state.breaker) == ("ready", 2, "b")
        assert ruling.laws == (law,)
        assert text_of(ruling.clauses) == "Board 2 is replayed, B breaks again"


def test_table_wide_events_leave_the_match_alone():
    for state in (match.new(), play([begin()])):
        before = dicts.to_dict(state)
        for event in (kind("boot", cause="power", torn=12), kind("hall", do="start", ms=600000)):
            after, ruling = match.apply(state, event)
            assert dicts.to_dict(after) == before
            assert text_of(ruling.clauses) == ""


def test_names_are_corrected_at_any_time():
    state = play([begin(title="Round 1")] + won_game("a", 2) + [kind("confirm")])
    state = play([kind("names", b=["Berta"], title="Round 2")], state)
    assert state.names == {"a": ["Asha"], "b": ["Berta"]}
    assert state.title == "Round 2"
    assert refused(state, kind("names", a=["One", "Two"])).code == "impossible"


def test_an_event_of_another_match_is_refused():
    state = play([begin()])
    error = refused(state, board("a", 1, match="M2"))
    assert error.code == "impossible"
    assert (error.reason, error.facts) == ("other_match", {"match": "M2", "here": "M1"})
    assert points(play([board("a", 1, match="M1")], state)) == (1, 0)


def test_a_match_event_begins_a_new_match():
    state = play([begin()] + won_game("a", 2) + [begin(match="M2", breaks=None)])
    assert (state.setup.match, state.phase, state.history, games(state)) == ("M2", "toss", (), (0, 0))


def test_apply_leaves_the_old_state_alone():
    state = play([begin()] + LEVEL_AT_8[:7])
    before = dicts.to_dict(state)
    for event in (
        board("a", 9, "winner"),
        kind("play"),
        kind("sides"),
        kind("time"),
        kind("concede", side="a", what="match"),
        kind("lost", side="b", law="143a"),
        kind("override", set={"points_a": 20, "games_b": 1}),
        kind("names", a=["Other"]),
        kind("pause", clock="break", left=1),
    ):
        match.apply(state, event)
        assert dicts.to_dict(state) == before


def test_the_official_result_at_any_time():
    empty = {"games": [], "games_won": [0, 0], "points": [0, 0], "winner": None, "how": None, "held": False}
    empty["net"] = {"a": 0, "b": 0}
    assert match.official(match.new()) == empty
    state = play([begin(), board("a", 5)])
    assert match.official(state)["points"] == [5, 0]
    state = play([begin()] + won_game("a") + [board("b", 4)])
    assert (match.official(state)["games"], match.official(state)["points"]) == ([[25, 0]], [0, 4])


def test_the_score_card_lists_the_games_by_board():
    assert dicts.score_card(match.new()) == []
    card = dicts.score_card(play([begin()] + won_game("a") + [board("b", 4)]))
    assert [(game["number"], game["winner"], len(game["boards"])) for game in card] == [
        (1, "a", 3),
        (2, None, 1),
    ]
    assert card[0]["points"] == {"a": 25, "b": 0}
    card = dicts.score_card(play([begin()] + won_game("a", 2)))
    assert [game["winner"] for game in card] == ["a", "a"]


def test_rulings_carry_what_changed():
    _, ruling = rule([begin(), board("a", 5)])
    assert ruling.facts == {"board": 1, "winner": "a", "points": 5, "phase": "ready"}
    assert text_of(rule([begin()])[1].clauses) == "Match begins: best of 3 games to 25 points or 8 boards"
    _, ruling = rule([begin("final", rules={"games": 1})])
    assert (text_of(ruling.clauses), ruling.laws) == ("Match begins: one game to 25 points", ("56a",))


def test_an_event_refused_now_has_a_reason():
    over = [begin()] + won_game("a", 2)
    for events, event, reason in (
        ([begin(), kind("play")], kind("play"), "board_in_play"),
        ([begin(), kind("play")], kind("confirm"), "board_in_play"),
        ([begin()], kind("confirm"), "no_board_in_play"),
        (over, kind("toss", breaks="a"), "match_decided"),
        (over, kind("play"), "match_decided"),
        (over + [kind("confirm")], kind("toss", breaks="a"), "result_confirmed"),
    ):
        error = refused(play(events), event)
        assert error.code == "not_now"
        assert (error.reason, error.facts) == (reason, {"kind": event["kind"]})


def test_140_142_a_board_by_strokes_is_cancelled_with_all_that_is_owed():
    for law in ("140", "142"):
        strokes = [kind("stroke", own=2), kind("stroke", striker=True), kind("foul", side="b")]
        events = [begin(), board("a", 1), kind("play", strokes=True)] + strokes
        state, ruling = rule(events + [kind("replayed", law=law)])
        assert (state.phase, state.board, state.breaker, state.situation) == ("ready", 2, "b", None)
        assert ruling.laws == (law,)
        again = play([kind("play", strokes=True)], state).situation
        assert (again.down, again.owes, again.placing, again.turn, again.white) == (
            (0, 0),
            (0, 0),
            (),
            "b",
            "b",
        )

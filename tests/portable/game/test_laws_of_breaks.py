"""Who breaks: the toss (39), the turn to break inside a game and across games (49), doubles (49b)."""

from matches import begin, board, kind, play, refused, rule, won_game

from boardside.table.ruling_words import text_of


def breakers(state, count):
    """The breakers of the next boards; the sides take turns winning one point."""
    breakers = []
    for number in range(count):
        breakers.append(state.breaker)
        state = play([board("ab"[number % 2], 1)], state)
    return "".join(breakers)


def seats(state, count):
    seats = []
    for number in range(count):
        seats.append(state.seat)
        state = play([board("ab"[number % 2], 1)], state)
    return seats


def test_39_a_match_without_breaker_awaits_the_toss():
    state = play([begin(breaks=None)])
    assert state.phase == "toss"
    assert state.breaker is None
    for event in (board("a", 1), kind("play"), kind("replayed", law="140"), kind("time")):
        assert refused(state, event).code == "not_now"
    state, ruling = rule([kind("toss", breaks="b")], state)
    assert (state.phase, state.breaker) == ("ready", "b")
    assert ruling.laws == ("39a",)
    assert text_of(ruling.clauses) == "Toss: B breaks"


def test_39_the_winner_takes_the_break_or_the_side():
    state = play([begin(breaks=None)])
    assert play([kind("toss", breaks="b", won="b", choice="break")], state).breaker == "b"
    assert play([kind("toss", breaks="b", won="a", choice="side")], state).breaker == "b"
    assert play([kind("toss", breaks="b", won="a")], state).breaker == "b"
    assert play([kind("toss", breaks="b", choice="side")], state).breaker == "b"
    assert text_of(rule([kind("toss", breaks="b", won="a")], state)[1].clauses) == "Toss: A won it, B breaks"
    for event in (
        kind("toss", breaks="a", won="b", choice="break"),
        kind("toss", breaks="b", won="b", choice="side"),
    ):
        error = refused(state, event)
        assert error.code == "impossible"
        assert error.reason == "toss_gives_break"


def test_39_a_toss_is_given_once():
    state = play([begin(breaks=None), kind("toss", breaks="b")])
    error = refused(state, kind("toss", breaks="a"))
    assert error.code == "not_now"
    assert error.reason == "toss_made"


def test_49a_the_break_alternates_in_a_game():
    assert breakers(play([begin(breaks="a")]), 8) == "abababab"
    assert breakers(play([begin(breaks="b")]), 8) == "babababa"


def test_49a_ii_the_other_side_opens_the_second_game():
    state = play([begin(breaks="a")] + won_game("a"))  # three boards, so a broke the last one too
    assert state.breaker == "b"
    assert breakers(state, 4) == "baba"


def test_49a_iii_the_third_game_goes_back_to_the_first_side():
    state = play([begin(breaks="b")] + won_game("a") + won_game("b"))
    assert state.game == 3
    assert state.breaker == "b"


def test_49b_in_doubles_the_break_passes_to_the_right():
    state = play([begin(breaks="a", doubles=True)])
    assert seats(state, 8) == [0, 1, 2, 3, 0, 1, 2, 3]
    state = play([begin(breaks="b", doubles=True)])
    assert seats(state, 5) == [1, 2, 3, 0, 1]
    assert breakers(state, 4) == "baba"


def test_d23_games_of_doubles_are_opened_from_seat_to_seat():
    state = play([begin(breaks="b", doubles=True)] + won_game("a"))
    assert (state.seat, state.breaker) == (2, "a")
    state = play(won_game("b"), state)
    assert (state.seat, state.breaker) == (3, "b")


def test_d23_extra_board_in_doubles_is_broken_by_the_next_seat_of_the_side():
    level = [board("a", 1), board("b", 1)] * 4
    state = play([begin(breaks="a", doubles=True)] + level)
    assert play([kind("toss", breaks="a")], state).seat == 0
    assert play([kind("toss", breaks="b")], state).seat == 1
    level = [board("a", 1), board("b", 1)] * 3
    state = play([begin(breaks="a", doubles=True, rules={"board_limit": 6})] + level)
    assert play([kind("toss", breaks="a")], state).seat == 2
    assert play([kind("toss", breaks="b")], state).seat == 3


def test_39_the_toss_gives_the_break_alone_where_the_rules_say_so():
    for rules in ({}, {"toss": "choice"}):
        won = play([begin(breaks=None, rules=rules), kind("toss", won="a", choice="side", breaks="b")])
        assert (won.breaker, won.phase) == ("b", "ready")
    state = play([begin(breaks=None, rules={"toss": "break"})])
    for event, reason in (
        (kind("toss", won="a", choice="side", breaks="b"), "only_break_by_toss"),
        (kind("toss", choice="side", breaks="b"), "only_break_by_toss"),
        (kind("toss", won="a", breaks="b"), "toss_gives_break"),
        (kind("toss", won="a", choice="break", breaks="b"), "toss_gives_break"),
    ):
        assert refused(state, event).reason == reason
    for facts in ({}, {"won": "b"}, {"won": "b", "choice": "break"}):
        assert play([kind("toss", breaks="b", **facts)], state).breaker == "b"


def test_49a_extra_board_does_not_move_the_opening_of_the_next_game():
    level = [board("a", 1), board("b", 1)] * 4
    state = play([begin(breaks="a")] + level + [kind("toss", breaks="b"), board("a", 1)])
    assert state.game == 2
    assert state.breaker == "b"


def test_43_each_board_notes_who_broke_it():
    state = play([begin(breaks="a"), board("a", 1), board("a", 1)])
    assert [made.breaker for made in state.boards] == ["a", "b"]


def test_137_a_replayed_board_does_not_pass_the_break_on():
    state = play([begin(breaks="a"), kind("play"), kind("replayed", law="137"), kind("play")])
    assert state.breaker == "a"


def test_49a_iii_49b_who_opens_the_third_game_in_doubles():
    nine = [board("a", 9), board("a", 9), board("a", 9), kind("sides")]
    lost = [board("b", 9), board("b", 9), board("b", 9), kind("sides")]
    for rules, seat in (({}, 2), ({"opener": "right"}, 2), ({"opener": "first"}, 0)):
        events = [begin(doubles=True, rules=rules)] + nine
        second = play(events)
        assert (second.game, second.seat) == (2, 1)
        third = play(lost, second)
        assert (third.game, third.seat, third.opener, third.breaker) == (3, seat, seat, "a")
        protested = play([kind("protest", side="b", game=2, board=1), kind("ruled", upheld=True)], third)
        assert (protested.game, protested.seat, protested.opener) == (2, 1, 1)
    singles = play([begin(rules={"opener": "first"})] + nine + lost)
    assert (singles.game, singles.seat, singles.breaker) == (3, 0, "a")

"""Games and matches: "Scoring", "Tournament Scoring", "Starting To Play" of the rulebook; D81 to D84."""

from portable import raises
from rounds_desk import Desk, pair

from boardside.game import match
from boardside.game.errors import GameError
from boardside.table.ruling_words import text_of


def test_scoring_a_game_is_four_rounds():
    desk = Desk("group")
    desk.rounds("aaa")
    assert desk.state.game == 1
    assert desk.state.board == 4
    ruling = desk.rounds("b") and desk.ruling
    assert desk.state.game == 2
    assert pair(desk.state.games) == (1, 0)
    assert text_of(ruling.clauses) == "Round 4 to B; game 1 to A, 6-2"
    assert desk.official["games"] == [[6, 2]]
    assert desk.points == (0, 0)


def test_scoring_a_level_game_of_the_preliminaries_is_a_draw():
    desk = Desk("round")
    desk.rounds("abab")
    assert desk.state.history[0].winner is None
    assert desk.state.history[0].how == "draw"
    assert pair(desk.state.games) == (0, 0)
    assert desk.state.game == 2


def test_scoring_a_preliminary_match_is_ten_games_all_played():
    desk = Desk("group")
    for game in range(9):
        desk.rounds("aaab")
        assert desk.state.phase == "ready"
        assert desk.state.game == game + 2
    desk.rounds("bbbb")
    assert desk.state.phase == "over"
    assert desk.state.winner == "a"
    assert desk.official["total"] == [54, 26]
    assert desk.official["games_won"] == [9, 1]
    assert desk.official["net"] == {"a": 28, "b": -28}
    assert desk.state.how_laws[-1] == "D83"


def test_d83_all_games_played_points_decide_not_games():
    desk = Desk("group", rules={"games": 3})
    desk.rounds("aall" + "aall" + "bbbb")  # 6-2, 6-2, 0-8
    assert desk.official["games_won"] == [2, 1]
    assert desk.official["total"] == [12, 12]
    assert desk.state.phase == "over"
    assert desk.state.winner is None
    assert desk.state.how == "draw"
    desk = Desk("group", rules={"games": 3})
    desk.rounds("aalb" + "aalb" + "bbbb")  # 5-3, 5-3, 0-8
    assert desk.state.winner == "b"


def test_tournament_scoring_a_championship_match_is_best_of_three():
    desk = Desk("semi_final")
    desk.rounds("aaa" + "bbb" + "aaa")
    assert desk.state.phase == "over"
    assert desk.state.winner == "a"
    assert desk.official["games_won"] == [2, 1]
    assert "Tournament Scoring" in desk.state.how_laws
    desk = Desk("quarter_final")
    desk.rounds("aaa" + "aaa")
    assert desk.state.phase == "over"
    assert len(desk.state.history) == 2


def test_tournament_scoring_a_fifth_round_decides_a_level_game():
    desk = Desk()
    desk.rounds("aabb")
    assert desk.state.phase == "ready"
    assert desk.state.board == 5
    assert desk.state.extra
    assert desk.ruling.laws == ("Scoring", "Tournament Scoring")
    desk.rounds("b")
    assert desk.state.history[0].winner == "b"
    assert desk.official["games"] == [[4, 6]]
    assert desk.state.history[0].boards[4].extra
    assert not desk.state.extra


def test_d82_a_level_fifth_round_is_followed_by_another():
    desk = Desk()
    desk.rounds("llll")
    desk.rounds("l")
    assert desk.state.phase == "ready"
    assert desk.state.board == 6
    assert desk.state.extra
    assert "D82" in desk.ruling.laws
    desk.rounds("l0a")
    assert desk.official["games"] == [[8, 6]]


def test_d81_a_decided_game_ends_early_where_the_rules_say_so():
    desk = Desk()
    desk.rounds("lbb")  # 1-5 with one round to come
    assert desk.official["games"] == [[1, 5]]
    assert "D81" in desk.ruling.laws
    desk = Desk(rules={"early_end": False})
    desk.rounds("lbb")
    assert desk.state.board == 4
    assert not desk.state.history


def test_d81_a_lead_that_can_be_caught_goes_on():
    desk = Desk()
    desk.rounds("aa")  # 4-0 with two rounds to come
    assert desk.state.board == 3
    desk.rounds("l")  # 5-1 with one to come
    assert desk.state.history[0].winner == "a"
    desk = Desk()
    desk.rounds("a0a")  # 4-0 with one to come
    assert desk.state.history[0].winner == "a"
    desk = Desk()
    desk.rounds("ll0")  # 2-2
    assert desk.state.board == 4


def test_starting_to_play_the_first_shot_alternates_by_round():
    desk = Desk()
    first = []
    for result in "abab":
        first.append(desk.state.breaker)
        desk.rounds(result)
    assert first == ["a", "b", "a", "b"]
    assert desk.state.breaker == "a"


def test_d84_the_other_side_shoots_first_in_the_next_game():
    desk = Desk()
    desk.rounds("aabba")  # five rounds: side a shot first in the last
    assert desk.state.game == 2
    assert desk.state.breaker == "b"
    desk.rounds("bbb")
    assert desk.state.game == 3
    assert desk.state.breaker == "a"


def test_d84_in_doubles_the_first_shot_goes_on_clockwise():
    desk = Desk("group", doubles=True)
    seats = []
    for result in "abab":
        seats.append(desk.state.seat)
        desk.rounds(result)
    assert seats == [0, 1, 2, 3]
    assert desk.state.seat == 1


def test_d84_toss_the_winner_takes_the_first_shot_or_gives_it():
    desk = Desk(first=None)
    assert desk.state.phase == "toss"
    message = desk.refused("toss", won="a", choice="break", breaks="b")
    assert message.startswith("impossible: toss_gives_first_shot breaks=b choice=break right=a won=a")
    ruling = desk.do("toss", won="a", choice="side", breaks="b")
    assert desk.state.breaker == "b"
    assert desk.state.phase == "ready"
    assert ruling.laws == ("D84",)
    assert desk.refused("toss", breaks="a").startswith("not_now: toss_made")


def test_tournament_scoring_discs_by_category():
    singles = {"adult": 8, "recreational": 8, "junior": 6, "intermediate": 6, "cue": 6}
    for category in singles:
        assert Desk(category=category).state.setup.rules["discs"] == singles[category]
    assert Desk().state.setup.rules["discs"] == 8


def test_d80_doubles_discs_are_each_players():
    doubles = {"adult": 12, "recreational": 12, "junior": 12, "intermediate": 12, "cue": 10}
    for category in doubles:
        assert Desk(doubles=True, category=category).state.setup.rules["discs"] == doubles[category]


def test_a_single_game_is_a_match():
    """A round robin's games: one by one, each with its own opponent."""
    desk = Desk("group", rules={"games": 1})
    ruling = desk.rounds("aabl") and desk.ruling
    assert desk.state.phase == "over"
    assert desk.state.winner == "a"
    assert text_of(ruling.clauses) == "Round 4 level; match to A 5-3"


def test_a_new_ruleset_may_let_a_level_final_stand():
    desk = Desk(rules={"draws": True, "games": 1})
    desk.rounds("aabb")
    assert desk.state.phase == "over"
    assert desk.state.how == "draw"


def test_d81_a_game_decided_early_says_which_round_is_not_played_and_takes_no_fourth():
    for early in (True, False):
        state, _ = match.apply(
            match.new(),
            {
                "kind": "match",
                "match": "C",
                "ruleset": "wcc",
                "stage": "final",
                "rules": {"early_end": early},
                "breaks": "a",
            },
        )
        for number in (1, 2, 3):
            state, ruling = match.apply(state, {"kind": "round", "winner": "a", "number": number})
        fourth = {"kind": "round", "winner": "b", "number": 4}
        if early:
            assert ("decided_early", 4) in ruling.clauses
            assert (state.game, state.board) == (2, 1)
            error = raises(GameError, match.apply, state, fourth)
            assert (error.code, error.reason) == ("impossible", "other_round")
            assert error.facts == {"number": 4, "due": 1, "game": 2}
        else:
            assert ("decided_early", 4) not in ruling.clauses
            state, _ = match.apply(state, fourth)
            assert (state.game, state.board, state.history[0].points) == (2, 1, {"a": 6, "b": 2})

"""The result of a round: "Scoring" of the rulebook, D88."""

from rounds_desk import Desk, ab, pair

from boardside.game import dicts
from boardside.table.ruling_words import text_of


def test_scoring_the_higher_total_gets_two_points():
    desk = Desk()
    ruling = desk.do("round", total=ab(75, 60), twenties=ab(2, 1))
    assert desk.points == (2, 0)
    assert desk.last.winner == "a"
    assert desk.last.source == "total"
    assert ruling.laws == ("Scoring",)
    assert text_of(ruling.clauses) == "Round 1 to A: 75-60, 20s 2-1"


def test_scoring_a_tie_gives_one_point_each():
    desk = Desk()
    ruling = desk.do("round", total=ab(40, 40), twenties=ab(0, 1))
    assert desk.points == (1, 1)
    assert desk.last.winner is None
    assert text_of(ruling.clauses) == "Round 1 level: 40-40, 20s 0-1"


def test_scoring_two_empty_boards_are_a_tie():
    desk = Desk()
    desk.do("round", total=ab(0, 0), twenties=ab(0, 0))
    assert desk.points == (1, 1)
    assert not desk.last.unshot


def test_scoring_zero_points_for_a_loss():
    desk = Desk()
    desk.do("round", total=ab(0, 5))
    assert desk.points == (0, 2)


def test_tournament_scoring_a_round_without_a_shot_gives_both_nothing():
    desk = Desk("group")
    ruling = desk.do("round", unshot=True)
    assert desk.points == (0, 0)
    assert desk.last.unshot
    assert desk.last.winner is None
    assert desk.state.board == 2
    assert ruling.laws == ("Tournament Scoring",)


def test_scoring_totals_are_multiples_of_five():
    message = Desk().refused("round", total=ab(72, 60))
    assert message == "impossible: total_not_of_discs side=a total=72"


def test_scoring_a_total_holds_its_20s():
    message = Desk().refused("round", total=ab(60, 35), twenties=ab(0, 2))
    assert message == "impossible: total_under_twenties low=40 side=b total=35 twenties=2"


def test_scoring_what_is_no_20_is_15_at_most():
    desk = Desk()
    message = desk.refused("round", total=ab(125, 0), twenties=ab(0, 0))
    assert message == "impossible: total_over_twenties discs=8 most=120 side=a total=125 twenties=0"
    assert "total_over_twenties discs=8 most=125" in desk.refused(
        "round", total=ab(130, 0), twenties=ab(1, 0)
    )
    desk.do("round", total=ab(125, 0), twenties=ab(1, 0))


def test_scoring_without_the_20s_a_disc_is_20_at_most():
    desk = Desk()
    assert "total_too_high discs=8 most=160 side=a" in desk.refused("round", total=ab(165, 0))
    desk.do("round", total=ab(160, 0))
    assert desk.points == (2, 0)


def test_scoring_no_more_20s_than_discs():
    message = Desk().refused("round", winner="a", twenties=ab(9, 0))
    assert message == "impossible: too_many_twenties discs=8 side=a twenties=9"
    Desk(doubles=True).do("round", winner="a", twenties=ab(12, 0))


def test_scoring_a_winner_that_the_totals_contradict():
    desk = Desk()
    refusal = desk.refused("round", total=ab(75, 60), winner="b")
    assert refusal == "impossible: winner_of_other_totals a=75 b=60 right=a winner=b"
    two = desk.refused("round", total=ab(60, 60), winner="b")
    assert two == "impossible: winner_of_level_totals a=60 b=60 winner=b"
    three = desk.refused("round", total=ab(75, 60), winner="level")
    assert three == "impossible: level_with_a_winner a=75 b=60 right=a winner=level"
    desk.do("round", total=ab(75, 60), winner="a")


def test_a_round_without_any_result_is_ambiguous():
    message = Desk().refused("round", twenties=ab(1, 2))
    assert message == "ambiguous: round_without_winner"


def test_errors_of_the_fields_are_told_apart():
    desk = Desk()
    assert desk.refused("round", total=75).startswith("malformed: not_by_side field=total")
    assert desk.refused("round", total={"a": 75}).startswith("malformed: not_by_side field=total")
    assert desk.refused("round", total=ab("75", 0)).startswith("malformed: not_whole field=total.a")
    assert desk.refused("round", total=ab(-5, 0)).startswith("impossible: out_of_range field=total.a")
    assert desk.refused("round", winner="c").startswith("unknown: not_a_choice")
    assert desk.refused("round", unshot=1).startswith("malformed: not_true_or_false field=unshot")


def test_an_unshot_round_has_no_result_beside():
    desk = Desk()
    for fields in ({"total": ab(5, 0)}, {"winner": "a"}, {"twenties": ab(0, 1)}):
        assert desk.refused("round", unshot=True, **fields) == "impossible: unshot_with_result"
    desk.do("round", unshot=True, twenties=ab(0, 0))


def test_d88_20s_missing_from_a_result_are_those_counted_in_play():
    desk = Desk()
    desk.do("play")
    desk.do("shot", twenty=True)
    desk.do("twenty", side="b")
    assert "total_under_twenties low=20" in desk.refused("round", total=ab(15, 40))
    desk.do("round", winner="b")
    assert pair(desk.last.twenties) == (1, 1)
    desk.do("play")
    desk.do("shot", twenty=True)
    desk.do("round", winner="b", twenties=ab(4, 0))  # told, they count
    assert pair(desk.state.twenties) == (5, 1)


def test_starting_to_play_20s_are_counted_per_round_game_and_match():
    desk = Desk("group", rules={"games": 2})
    desk.do("round", winner="a", twenties=ab(3, 1))
    desk.rounds("abl")
    desk.do("round", winner="b", twenties=ab(2, 5))
    assert pair(desk.state.twenties) == (5, 6)
    by_round = [pair(done.twenties) for game in desk.state.history for done in game.boards]
    assert by_round == [(3, 1), (0, 0), (0, 0), (0, 0)]
    assert desk.official["twenties"] == [5, 6]


def test_a_round_says_everything_it_knows():
    desk = Desk()
    desk.do("round", total=ab(75, 60), twenties=ab(2, 1))
    assert dicts.to_dict(desk.state)["boards"] == [
        {
            "number": 1,
            "game": 1,
            "first": "a",
            "total": ab(75, 60),
            "twenties": ab(2, 1),
            "points": ab(2, 0),
            "winner": "a",
            "unshot": False,
            "extra": False,
            "law": None,
            "source": "total",
            "after": ab(2, 0),
            "laws": ["Scoring"],
        }
    ]


def test_a_round_needs_no_play_and_is_not_taken_before_the_toss():
    desk = Desk(first=None)
    assert desk.refused("round", winner="a").endswith(" kind=round")
    desk.do("toss", breaks="b")
    desk.do("round", winner="a")
    assert desk.last.first == "b"


def test_carroms_events_are_refused_in_crokinole_and_the_other_way_round():
    desk = Desk()
    assert desk.refused("board", winner="a", left=3, queen="a").startswith("not_now: not_in_sport kind=board")
    assert desk.refused("replayed", law="137").startswith("not_now: not_in_sport kind=replayed")
    assert desk.refused("lost", side="a", law="143a").startswith("not_now: not_in_sport kind=lost")
    carrom = Desk(ruleset="icf")
    for kind, fields in (("round", {"winner": "a"}), ("shot", {}), ("twenty", {"side": "a"})):
        assert carrom.refused(kind, **fields).startswith("not_now: not_in_sport kind=" + kind)

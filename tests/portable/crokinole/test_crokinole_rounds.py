"""The result of a round: "Scoring" of the rulebook, D88."""

from rounds_desk import Desk, ab, pair

from boardside.game import match


def test_scoring_the_higher_total_gets_two_points():
    desk = Desk()
    ruling = desk.do("round", total=ab(75, 60), twenties=ab(2, 1))
    assert desk.points == (2, 0)
    assert desk.last.winner == "a"
    assert desk.last.source == "total"
    assert ruling.laws == ("Scoring",)
    assert ruling.text == "Round 1 to A: 75-60, 20s 2-1"


def test_scoring_a_tie_gives_one_point_each():
    desk = Desk()
    ruling = desk.do("round", total=ab(40, 40), twenties=ab(0, 1))
    assert desk.points == (1, 1)
    assert desk.last.winner is None
    assert ruling.text == "Round 1 level: 40-40, 20s 0-1"


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
    assert message == "impossible: total.a: 72 is not a multiple of 5; a disc is 20, 15, 10 or 5 (Scoring)"


def test_scoring_a_total_holds_its_20s():
    message = Desk().refused("round", total=ab(60, 35), twenties=ab(0, 2))
    assert message == "impossible: total.b: 35, but 2 20s alone are 40"


def test_scoring_what_is_no_20_is_15_at_most():
    desk = Desk()
    message = desk.refused("round", total=ab(125, 0), twenties=ab(0, 0))
    assert message == "impossible: total.a: 125, but 8 discs with 0 20s among them give 120 at most"
    assert "1 20s among them give 125" in desk.refused("round", total=ab(130, 0), twenties=ab(1, 0))
    desk.do("round", total=ab(125, 0), twenties=ab(1, 0))


def test_scoring_without_the_20s_a_disc_is_20_at_most():
    desk = Desk()
    assert "8 discs give 160 at most" in desk.refused("round", total=ab(165, 0))
    desk.do("round", total=ab(160, 0))
    assert desk.points == (2, 0)


def test_scoring_no_more_20s_than_discs():
    message = Desk().refused("round", winner="a", twenties=ab(9, 0))
    assert message == "impossible: twenties.a: 9, but a side has 8 discs in a round"
    Desk(doubles=True).do("round", winner="a", twenties=ab(12, 0))


def test_scoring_a_winner_that_the_totals_contradict():
    desk = Desk()
    one = desk.refused("round", total=ab(75, 60), winner="b")
    assert one == "impossible: winner: b, but 75-60 is a's round (Scoring)"
    two = desk.refused("round", total=ab(60, 60), winner="b")
    assert two == "impossible: winner: b, but the totals are level, 60-60: one point each (Scoring)"
    three = desk.refused("round", total=ab(75, 60), winner="level")
    assert three == "impossible: winner: level, but the totals are 75-60: a has won the round (Scoring)"
    desk.do("round", total=ab(75, 60), winner="a")


def test_a_round_that_tells_nothing_is_ambiguous():
    message = Desk().refused("round", twenties=ab(1, 2))
    assert message.startswith("ambiguous: round: no total and no winner; give total")


def test_errors_of_the_fields_are_told_apart():
    desk = Desk()
    assert desk.refused("round", total=75).startswith("malformed: total")
    assert desk.refused("round", total={"a": 75}).startswith("malformed: total")
    assert desk.refused("round", total=ab("75", 0)).startswith("malformed: total")
    assert desk.refused("round", total=ab(-5, 0)).startswith("impossible: total")
    assert desk.refused("round", winner="c").startswith("unknown: winner")
    assert desk.refused("round", unshot=1).startswith("malformed: unshot")


def test_an_unshot_round_has_no_result_beside():
    desk = Desk()
    for fields in ({"total": ab(5, 0)}, {"winner": "a"}, {"twenties": ab(0, 1)}):
        assert desk.refused("round", unshot=True, **fields).startswith("impossible: unshot")
    desk.do("round", unshot=True, twenties=ab(0, 0))


def test_d88_20s_that_are_not_told_are_those_counted_in_play():
    desk = Desk()
    desk.do("play")
    desk.do("shot", twenty=True)
    desk.do("twenty", side="b")
    assert "20s alone are 20" in desk.refused("round", total=ab(15, 40))
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
    assert match.to_dict(desk.state)["boards"] == [
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
    assert desk.refused("round", winner="a").startswith("not_now: round")
    desk.do("toss", breaks="b")
    desk.do("round", winner="a")
    assert desk.last.first == "b"


def test_carroms_events_are_refused_in_crokinole_and_the_other_way_round():
    desk = Desk()
    assert desk.refused("board", winner="a", left=3, queen="a").startswith("not_now: board")
    assert desk.refused("replayed", law="137").startswith("not_now: replayed")
    assert desk.refused("lost", side="a", law="143a").startswith("not_now: lost")
    carrom = Desk(ruleset="icf")
    for kind, fields in (("round", {"winner": "a"}), ("shot", {}), ("twenty", {"side": "a"})):
        assert carrom.refused(kind, **fields).startswith("not_now: " + kind)

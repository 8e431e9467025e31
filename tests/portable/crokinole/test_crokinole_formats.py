"""Formats beside the World Championship's, each counted by hand: the fields of a ruleset (D464)."""

from portable import raises
from rounds_desk import Desk, Rng, ab, pair

from boardside.game import match
from boardside.game.errors import GameError
from boardside.table.ruling_words import text_of

TO_100 = {"rounds": None, "to_points": 100, "scoring": "difference", "games": 1, "discs_singles": 12}
FIFTH_WIN = {"rounds": None, "to_points": 5, "scoring": "won", "games": 1, "all_games": False}


def totals(desk, *results):
    """Rounds by the totals of both sides; the last ruling."""
    for a, b in results:
        desk.do("round", total=ab(a, b))
    return desk.ruling


def test_d464_the_difference_to_100():
    desk = Desk(rules=TO_100)
    assert text_of(desk.ruling.clauses) == "Match begins: one game to 100 points, 12 discs a side"
    totals(desk, (95, 70), (60, 110), (40, 40), (0, 0))
    assert desk.points == (25, 50)
    assert pair(desk.last.points) == (0, 0)
    totals(desk, (120, 50))
    assert desk.points == (95, 50)
    desk.do("round", unshot=True)
    assert (desk.points, desk.state.board) == ((95, 50), 7)
    ruling = totals(desk, (105, 60))
    assert desk.state.phase == "over"
    assert (desk.state.winner, desk.official["games"]) == ("a", [[140, 50]])
    assert "D464" in ruling.laws
    assert text_of(ruling.clauses) == "Round 7 to A: 105-60; match to A 140-50"


def test_d464_a_difference_needs_both_totals():
    desk = Desk(rules=TO_100)
    assert desk.refused("round", winner="b") == "ambiguous: difference_needs_total winner=b"
    assert desk.refused("forfeit", side="a", what="round") == "ambiguous: difference_needs_total winner=b"
    desk.do("round", winner="level")
    assert desk.points == (0, 0)


def test_d464_best_of_nine_rounds_ends_at_the_fifth_win():
    desk = Desk(rules=dict(FIFTH_WIN, rounds=9))
    desk.rounds("abalbaba")
    assert (desk.points, desk.state.phase) == ((4, 3), "ready")
    desk.rounds("a")
    assert (desk.state.winner, desk.official["games"]) == ("a", [[5, 3]])
    desk = Desk(rules=dict(FIFTH_WIN, rounds=9))
    desk.rounds("aabaa")
    assert desk.state.phase == "ready"
    desk.rounds("a")
    assert (desk.state.winner, desk.official["games"]) == ("a", [[5, 1]])
    desk = Desk(rules=dict(FIFTH_WIN, rounds=9))
    desk.rounds("ababllll" + "b")  # three rounds to two after nine
    assert (desk.state.winner, desk.official["games"]) == ("b", [[2, 3]])


def test_d464_without_a_limit_level_rounds_give_nothing_and_five_wins_end_it():
    desk = Desk(rules=FIFTH_WIN)
    desk.rounds("llllll" + "abababab" + "l")
    assert (desk.points, desk.state.board, desk.state.extra) == ((4, 4), 16, False)
    desk.rounds("b")
    assert (desk.state.winner, desk.official["games"]) == ("b", [[4, 5]])


def test_d464_both_at_the_points_another_round_decides():
    desk = Desk(rules={"rounds": None, "to_points": 5})
    desk.rounds("aabb" + "l")
    assert (desk.points, desk.state.extra, desk.state.phase) == ((5, 5), True, "ready")
    desk.rounds("l")
    assert (desk.points, desk.state.extra) == ((6, 6), True)
    desk.rounds("b")
    assert desk.official["games"] == [[6, 8]]
    assert (desk.state.game, desk.state.extra) == (2, False)
    drawn = Desk("group", rules={"rounds": None, "to_points": 5, "games": 1})
    drawn.rounds("aabb" + "l")
    assert (drawn.state.phase, drawn.state.how) == ("over", "draw")


def test_d464_points_or_rounds_whichever_come_first():
    rules = {"rounds": 6, "to_points": 7, "games": 1, "early_end": False}
    desk = Desk(rules=rules)
    desk.rounds("aaab" + "a")
    assert desk.official["games"] == [[8, 2]]
    desk = Desk(rules=rules)
    desk.rounds("ablala")
    assert desk.official["games"] == [[8, 4]]
    desk = Desk(rules=rules)
    desk.rounds("ababll")
    assert (desk.points, desk.state.extra) == ((6, 6), True)


def test_d464_time_ends_a_game_without_a_limit_by_its_points():
    desk = Desk(rules=TO_100)
    totals(desk, (60, 40))
    ruling = desk.do("time")
    assert (desk.state.winner, desk.official["games"]) == ("a", [[20, 0]])
    assert "D85" in ruling.laws
    desk = Desk(rules=TO_100)
    desk.do("time")
    assert (desk.state.phase, desk.state.extra) == ("ready", True)
    totals(desk, (60, 45))
    assert desk.official["games"] == [[15, 0]]
    desk = Desk(rules=TO_100)
    desk.do("play")
    desk.do("time")
    totals(desk, (20, 45))
    assert desk.official["games"] == [[0, 25]]


def test_d464_a_game_given_up_is_given_at_its_points():
    desk = Desk(rules=TO_100)
    totals(desk, (80, 40))
    desk.do("concede", side="a", what="game")
    assert (desk.state.winner, desk.official["games"]) == ("b", [[40, 100]])
    desk = Desk(rules={"rounds": None, "to_points": 5})
    desk.rounds("aabb" + "l")
    desk.do("forfeit", side="b", what="match")
    assert desk.official["games"] == [[6, 5], [5, 0]]
    desk = Desk(rules={"scoring": "difference", "games": 1, "early_end": False})
    totals(desk, (80, 40))
    desk.do("concede", side="a", what="match")
    assert desk.official["games"] == [[40, 45]]
    desk = Desk(rules={"scoring": "won", "rounds": 9})
    desk.rounds("ab")
    desk.do("concede", side="a", what="game")
    assert desk.official["games"] == [[1, 9]]


def test_d464_an_early_end_knows_what_a_round_can_give():
    desk = Desk(rules={"scoring": "won", "rounds": 9, "games": 1})
    desk.rounds("aaaa")
    assert desk.state.phase == "ready"
    desk.rounds("a")
    assert (desk.state.phase, desk.points) == ("over", (5, 0))
    desk = Desk(rules={"scoring": "difference", "games": 1})
    totals(desk, (160, 0), (160, 0))
    assert desk.state.phase == "ready"  # 320 ahead, and two rounds can give as many
    totals(desk, (5, 0))
    assert desk.state.phase == "over"


def test_d464_the_referee_sets_points():
    desk = Desk(rules=TO_100)
    desk.do("override", set={"points_a": 45, "points_b": 20})
    assert (desk.points, desk.state.board) == ((45, 20), 1)
    totals(desk, (60, 5))
    assert desk.official["games"] == [[100, 20]]
    desk = Desk(rules=FIFTH_WIN)
    desk.do("override", set={"points_a": 2, "points_b": 1})
    assert desk.state.board == 4
    desk = Desk(rules={"rounds": None, "to_points": 5})
    assert desk.refused("override", set={"points_a": 3}) == "impossible: points_odd a=3 b=0"
    desk.rounds("aabb" + "l")
    desk.do("override", set={"points_a": 2, "points_b": 2})
    assert not desk.state.extra
    desk.rounds("a")
    assert (desk.points, desk.state.game) == ((4, 2), 1)


def test_d464_something_must_end_a_game():
    event = {"kind": "match", "match": "m", "ruleset": "wcc", "stage": "final", "rules": {"rounds": None}}
    error = raises(GameError, match.apply, match.new(), event)
    assert (error.code, error.reason) == ("impossible", "game_without_end")
    assert error.facts == {"field": "rules.to_points", "stage": "final"}
    event["rules"]["to_points"] = {"final": 9}
    match.apply(match.new(), event)


def firsts(order, results, **fields):
    """The seats that shoot first in these rounds and in the one after them."""
    desk = Desk(rules={"first_shot": order, "rounds": 9, "early_end": False}, **fields)
    seats = [desk.state.seat]
    for result in results:
        desk.rounds(result)
        seats.append(desk.state.seat)
    assert desk.state.breaker == "ab"[desk.state.seat & 1]
    return seats


def test_d465_who_shoots_first_in_the_next_round():
    assert firsts("alternate", "aabl0") == [0, 1, 0, 1, 0, 1]
    assert firsts("loser", "aabl0b") == [0, 1, 1, 0, 0, 0, 0]
    assert firsts("winner", "aabl0ab") == [0, 0, 0, 1, 1, 1, 0, 1]
    assert firsts("fixed", "aabl0") == [0, 0, 0, 0, 0, 0]
    assert firsts("fixed", "ab", first="b") == [1, 1, 1]


def test_d465_in_doubles_it_moves_on_one_seat_or_stays():
    assert firsts("alternate", "abab", doubles=True) == [0, 1, 2, 3, 0]
    assert firsts("loser", "aabab", doubles=True) == [0, 1, 1, 2, 3, 0]
    assert firsts("winner", "abba", doubles=True) == [0, 0, 1, 1, 2]
    assert firsts("fixed", "abab", doubles=True) == [0, 0, 0, 0, 0]


def test_d465_the_next_game_is_opened_by_the_other_side():
    for order in ("alternate", "loser", "winner", "fixed"):
        desk = Desk(rules={"first_shot": order})
        desk.rounds("aaa")
        assert (desk.state.game, desk.state.breaker) == (2, "b")


def test_d465_an_override_of_the_round_leaves_a_first_shot_that_does_not_alternate():
    for order, first in (("alternate", "b"), ("loser", "a"), ("winner", "a"), ("fixed", "a")):
        desk = Desk(rules={"first_shot": order})
        desk.do("override", set={"board": 2})
        assert desk.state.breaker == first


def test_d466_a_pair_of_rounds_decides_a_level_game():
    desk = Desk(rules={"decider": "pair", "games": 1})
    desk.rounds("aabb")
    assert text_of(desk.ruling.clauses) == "Round 4 to B; level, rounds 5 and 6 decide"
    assert desk.ruling.laws == ("Scoring", "Tournament Scoring", "D466")
    desk.rounds("a")
    assert (desk.state.phase, desk.points, desk.state.extra) == ("ready", (6, 4), True)
    desk.rounds("b")
    assert (desk.state.phase, desk.points, desk.state.extra) == ("ready", (6, 6), True)
    assert text_of(desk.ruling.clauses) == "Round 6 to B; level, rounds 7 and 8 decide"
    desk.rounds("lb")
    assert (desk.state.winner, desk.official["games"]) == ("b", [[7, 9]])
    assert [done.extra for done in desk.state.boards] == [False] * 4 + [True] * 4


def test_d466_a_pair_at_the_points_of_a_game_without_a_limit():
    desk = Desk(rules={"decider": "pair", "rounds": None, "to_points": 5, "games": 1})
    desk.rounds("aabb" + "l")
    assert (desk.points, desk.state.extra) == ((5, 5), True)
    desk.rounds("a")
    assert (desk.state.phase, desk.points) == ("ready", (7, 5))
    desk.rounds("l")
    assert (desk.state.winner, desk.official["games"]) == ("a", [[8, 6]])


def test_d466_time_in_a_pair_leaves_its_second_round_unshot():
    desk = Desk(rules={"decider": "pair", "games": 1})
    desk.rounds("aabb" + "b")
    desk.do("time")
    assert (desk.state.winner, desk.official["games"]) == ("b", [[4, 6]])
    assert desk.state.history[0].boards[5].unshot
    desk = Desk(rules={"decider": "pair", "games": 1})
    desk.rounds("aabb")
    desk.do("time")
    assert (desk.state.phase, desk.state.board) == ("ready", 5)


def test_d466_the_referee_goes_back_out_of_a_pair():
    desk = Desk(rules={"decider": "pair", "games": 1})
    desk.rounds("aabb" + "b")
    desk.do("override", set={"board": 4})
    assert (desk.state.extra, desk.state.board) == (False, 4)
    desk.rounds("a")
    assert (desk.state.phase, desk.points) == ("ready", (6, 6))


def test_d466_a_shoot_out_counts_only_20s():
    desk = Desk(rules={"decider": "shoot_out", "games": 1})
    desk.do("round", winner="a", twenties=ab(3, 1))
    desk.rounds("abb")
    assert text_of(desk.ruling.clauses) == "Round 4 to B; level, a shoot-out decides"
    message = desk.refused("round", total=ab(60, 55), twenties=ab(3, 2))
    assert message == "impossible: shoot_out_of_twenties a=3 b=2"
    assert desk.refused("round", total=ab(60, 40)).startswith("impossible: shoot_out_of_twenties")
    assert desk.refused("round").startswith("ambiguous: round_without_winner")
    desk.do("round", twenties=ab(4, 4))
    assert (desk.state.phase, desk.points, pair(desk.last.total)) == ("ready", (5, 5), (80, 80))
    desk.do("round", total=ab(40, 100), twenties=ab(2, 5))
    assert (desk.state.winner, desk.official["games"]) == ("b", [[5, 7]])
    assert desk.official["twenties"] == [9, 10]
    desk = Desk(rules={"decider": "shoot_out", "games": 1})
    desk.rounds("aabb" + "b")
    assert desk.state.winner == "b"


def test_d466_a_shoot_out_of_counted_shots():
    desk = Desk(rules={"decider": "shoot_out", "games": 1})
    desk.rounds("llll")
    desk.do("play")
    desk.do("shot", twenty=True)
    desk.do("shot")
    desk.do("shot", twenty=True)
    desk.do("shot", twenty=True)
    desk.do("round")
    assert (desk.state.winner, desk.official["games"]) == ("a", [[6, 4]])
    assert desk.official["twenties"] == [2, 1]


def test_d466_a_shoot_out_has_twelve_shots_of_a_side():
    for fields in ({}, {"doubles": True}, {"category": "cue", "doubles": True}):
        desk = Desk(rules={"decider": "shoot_out", "games": 1}, **fields)
        desk.rounds("lll")
        discs = desk.state.setup.rules["discs"]
        assert desk.refused("round", twenties=ab(discs + 1, 9), winner="a").startswith("impossible: too_many")
        desk.rounds("l")
        assert desk.refused("round", twenties=ab(discs + 9, 9)).startswith("impossible: too_many_twenties")
        desk.do("play")
        assert desk.state.situation.discs == max(discs, 12)
        for _ in range(12):
            desk.do("shot", twenty=True)
            desk.do("shot")
        desk.do("round", twenties=ab(12, 9))
        assert (desk.state.winner, desk.official["games"]) == ("a", [[6, 4]])


def given(rules, total, is_unshot):
    """What a round gives, of its totals."""
    a, b = total
    if is_unshot or (a == b and rules["scoring"] != "two"):
        return 0, 0
    if a == b:
        return 1, 1
    win = {"two": 2, "won": 1, "difference": abs(a - b)}[rules["scoring"]]
    return (win, 0) if a > b else (0, win)


def verdict(rules, rounds):
    """Who has won after these rounds ("a", "b", "draw"), and how many were played; (None, 0): it goes on."""
    a = b = extras = 0
    is_extra = False
    for number in range(1, len(rounds) + 1):
        a += rounds[number - 1][0]
        b += rounds[number - 1][1]
        extras += is_extra
        if is_extra and rules["decider"] == "pair" and extras % 2:
            continue
        to_come = 99 if rules["rounds"] is None else rules["rounds"] - number
        if is_extra or to_come <= 0 or max(a, b) >= (rules["to_points"] or 10000):
            if a != b:
                return "a" if a > b else "b", number
            if rules["draws"]:
                return "draw", number
            is_extra = True
            continue
        most = {"two": 2, "won": 1, "difference": 160}[rules["scoring"]]
        if rules["early_end"] and rules["rounds"] and abs(a - b) > most * to_come:
            return "a" if a > b else "b", number
    return None, 0


def first_of(rules, rounds):
    """The side that shoots first after these rounds, begun by a; singles."""
    first = "a"
    for a, b in rounds:
        order, had = rules["first_shot"], first
        if order == "alternate":
            first = "b" if had == "a" else "a"
        elif order != "fixed" and a != b:
            first = "a" if (a > b) == (order == "winner") else "b"
    return first


def test_random_games_of_all_formats_end_as_counted():
    ended = 0
    for seed in range(60):
        rng = Rng(seed)
        rules = {
            "games": 1,
            "rounds": rng.one_of((None, 1, 3, 4, 8)),
            "to_points": rng.one_of((1, 5, 9, 100)),
            "scoring": rng.one_of(("two", "won", "difference")),
            "first_shot": rng.one_of(("alternate", "loser", "winner", "fixed")),
            "decider": rng.one_of(("round", "pair", "shoot_out")),
            "draws": rng.below(3) == 0,
            "early_end": rng.below(2) == 0,
        }
        if rules["rounds"] is not None and rng.below(2):
            rules["to_points"] = None
        desk = Desk(rules=rules)
        rounds = []
        for _ in range(40):
            twenties = rng.one_of(((0, 0), (1, 0), (0, 1), (2, 2), (0, 3)))
            total = twenties[0] * 20, twenties[1] * 20
            is_unshot = rng.below(9) == 0
            assert desk.state.breaker == first_of(rules, rounds)
            if is_unshot:
                desk.do("round", unshot=True)
            else:
                desk.do("round", total=ab(total[0], total[1]), twenties=ab(twenties[0], twenties[1]))
            assert pair(desk.last.points) == given(rules, total, is_unshot)
            rounds.append(given(rules, total, is_unshot))
            won, number = verdict(rules, rounds)
            assert (desk.state.phase == "over") == (won is not None), (rules, rounds)
            if won is not None:
                assert number == len(rounds)
                assert (desk.state.winner or "draw") == won, (rules, rounds)
                ended += 1
                break
            assert desk.points == (sum(a for a, _ in rounds), sum(b for _, b in rounds))
    assert ended > 50

"""Games and matches by each rulebook, clause by clause (docs/organiser/rulesets.md; crokinole has tests of
its own)."""

from portable import raises

from boardside.game import match, rules
from boardside.game.errors import GameError
from boardside.game.terms import STAGES
from boardside.table.ruling_words import text_of

EARLY = ("group", "round", "pre_quarter_final")


def begin(ruleset, stage="group", **more):
    event = {"kind": "match", "match": "M", "ruleset": ruleset, "stage": stage, "breaks": "a"}
    event.update(more)
    return match.apply(match.new(), event)[0]


def boards(state, *results):
    """Enter boards: (winner, c/m left, who has the Queen), the change of sides made when it is owed."""
    for winner, left, queen in results:
        if state.change_due:
            state = match.apply(state, {"kind": "sides"})[0]
        event = {"kind": "board", "winner": winner, "left": left, "queen": queen}
        state = match.apply(state, event)[0]
    return state


def drawn_out(state, number):
    """`number` boards of one point, won by turns."""
    return boards(state, *[("ab"[at & 1], 1, "ba"[at & 1]) for at in range(number)])


def test_vkk_one_game_of_25_points():
    state = boards(begin("vkk"), ("a", 9, "a"), ("a", 9, "a"), ("a", 1, "b"))
    assert (state.phase, state.winner, match.official(state)["games"]) == ("over", "a", [[25, 0]])


def test_vkk_or_six_boards_at_every_stage():
    for stage in STAGES:
        state = boards(drawn_out(begin("vkk", stage), 5), ("a", 1, "b"))
        assert (state.phase, state.winner, state.points) == ("over", "a", {"a": 4, "b": 2}), stage


def test_vkk_level_after_six_boards_an_additional_one_with_a_toss():
    state = drawn_out(begin("vkk"), 6)
    assert (state.phase, state.extra) == ("toss", True)
    state = match.apply(state, {"kind": "toss", "breaks": "b"})[0]
    state = boards(state, ("b", 7, "b"))
    assert (state.winner, state.points) == ("b", {"a": 3, "b": 13})


def test_vkk_the_additional_board_is_left_out_of_net_points():
    state = match.apply(drawn_out(begin("vkk"), 6), {"kind": "toss", "breaks": "b"})[0]
    state = boards(state, ("b", 7, "b"))
    assert match.official(state)["net"] == {"a": 0, "b": 0}
    assert match.official(state)["games"] == [[3, 13]]
    state = match.apply(
        drawn_out(begin("icf", rules={"board_limit": 6, "games": 1}), 6), {"kind": "toss", "breaks": "b"}
    )[0]
    assert match.official(boards(state, ("b", 7, "b")))["net"] == {"a": -10, "b": 10}


def test_vkk_net_points_count_what_the_umpire_has_set():
    state = boards(begin("vkk"), ("a", 5, "a"))
    state = match.apply(state, {"kind": "override", "set": {"points_a": 8, "points_b": 20}})[0]
    state = boards(state, ("b", 5, "b"))
    assert match.official(state)["games"] == [[8, 25]]
    assert match.official(state)["net"] == {"a": -17, "b": 17}
    ended = match.apply(begin("vkk"), {"kind": "override", "set": {"points_a": 25, "points_b": 10}})[0]
    assert match.official(ended)["net"] == {"a": 15, "b": -15}
    level = drawn_out(match.apply(begin("vkk"), {"kind": "override", "set": {"points_b": 0}})[0], 6)
    state = match.apply(level, {"kind": "toss", "breaks": "b"})[0]
    assert match.official(boards(state, ("b", 7, "b")))["net"] == {"a": 0, "b": 0}


def test_d14_who_wins_the_toss_breaks_by_page_1_of_vkk_and_in_vaishali():
    event = {"kind": "toss", "won": "a", "choice": "side", "breaks": "b"}
    for ruleset, law in (("vkk", "P1"), ("vaishali", "V13")):
        start = begin(ruleset, breaks=None)
        assert raises(GameError, match.apply, start, event).reason == "only_break_by_toss"
        state, ruling = match.apply(start, {"kind": "toss", "won": "a", "breaks": "a"})
        assert (state.breaker, ruling.laws[0]) == ("a", law)
        by_39 = begin(ruleset, breaks=None, rules={"toss": "choice"})
        state, ruling = match.apply(by_39, event)
        assert (state.breaker, ruling.laws) == ("b", ("39a",))
    for ruleset, law in (("icf", "39a"), ("spandan", "R3")):
        state, ruling = match.apply(begin(ruleset, breaks=None), event)
        assert (state.breaker, ruling.laws) == ("b", (law,))


def test_a_rulebook_cites_its_own_clauses():
    begun = {ruleset: match.apply(match.new(), match_event(ruleset))[1].laws for ruleset in OWN_LAWS}
    assert begun == OWN_LAWS
    for ruleset, law in (("icf", "64a"), ("vkk", "64a"), ("spandan", "R8Ba"), ("vaishali", "V10")):
        state = match.apply(begin(ruleset), {"kind": "play", "strokes": True})[0]
        state = match.apply(state, {"kind": "stroke", "own": 1})[0]
        assert match.apply(state, {"kind": "foul", "side": "a"})[1].laws[0] == law
        assert match.breach(state)[1][-1] == law
    for stage, law in (("group", "R12b"), ("quarter_final", "R12a"), ("final", "R12c")):
        state = boards(begin("spandan", stage), ("a", 9, "a"), ("a", 9, "a"), ("a", 9, "a"))
        assert state.history[-1].laws == state.how_laws == (law,)


OWN_LAWS = {"icf": ("56a", "57"), "vkk": ("P2",), "spandan": ("R12b",), "vaishali": ("V12",)}


def match_event(ruleset):
    return {"kind": "match", "match": "m", "ruleset": ruleset, "stage": "group", "breaks": "a"}


def test_vaishali_cites_its_scoring_where_the_queen_counts_nothing():
    for ruleset, law, top in (("vaishali", "V9", 24), ("spandan", "R11d", 22), ("icf", "54", 22)):
        state = begin(ruleset, rules={"account": "open"})
        state = match.apply(state, {"kind": "override", "set": {"points_a": top}})[0]
        state, ruling = match.apply(state, {"kind": "board", "winner": "a", "left": 1, "queen": "a"})
        assert law in ruling.laws
        assert ("54" in ruling.laws) is (ruleset == "icf")


def test_a_board_entered_from_strokes_keeps_their_laws():
    for demand, laws in ((2, ("111b", "87b")), (0, ("111b",))):
        state = match.apply(begin("icf"), {"kind": "play", "strokes": True})[0]
        situation = {"kind": "situation", "seat": 0, "left": {"a": 3, "b": 1}, "queen": "board"}
        state = match.apply(state, situation)[0]
        state = match.apply(state, {"kind": "stroke", "opponent": 1, "striker": True, "improper": True})[0]
        result = match.proposal(state)
        result["demand"] = demand
        assert match.propose(state, result).laws == laws
        state, ruling = match.apply(state, result)
        assert ruling.laws == laws == state.boards[-1].laws


def test_net_points_count_the_official_score():
    state = boards(begin("vkk"), ("a", 9, "a"), ("a", 9, "a"), ("b", 4, "b"), ("a", 9, "a"))
    assert state.points == {"a": 33, "b": 7}
    assert match.official(state)["net"] == {"a": 18, "b": -18}


def test_vkk_has_the_icf_clocks_tries_and_trial_boards():
    vkk, icf = rules.resolve("vkk"), rules.resolve("icf")
    for name in ("clocks", "tries", "trial_boards", "points", "queen", "queen_until", "most", "strokes"):
        assert vkk[name] == icf[name], name


def test_spandan_three_boards_up_to_the_pre_quarter_final():
    for stage in EARLY:
        state = boards(begin("spandan", stage), ("a", 2, "b"), ("b", 1, "a"), ("a", 1, "b"))
        assert (state.phase, state.winner) == ("over", "a"), stage


def test_spandan_d456_two_boards_and_a_third_when_level_or_eight():
    two = begin("spandan", rules={"board_limit": {"group": 2}})
    assert boards(two, ("a", 2, "b"), ("b", 1, "a")).winner == "a"
    level = boards(two, ("a", 1, "b"), ("b", 1, "a"))
    assert (level.phase, level.extra) == ("toss", True)
    eight = drawn_out(begin("spandan", rules={"board_limit": {"group": 8}}), 7)
    assert (eight.phase, boards(eight, ("a", 1, "b")).winner) == ("ready", "a")


def test_spandan_d8_eight_boards_in_the_quarter_final():
    state = drawn_out(begin("spandan", "quarter_final"), 7)
    assert state.phase == "ready"
    assert boards(state, ("a", 1, "b")).winner == "a"


def test_spandan_d9_six_boards_from_the_semi_final():
    for stage in ("semi_final", "final"):
        state = drawn_out(begin("spandan", stage), 5)
        assert state.phase == "ready"
        assert boards(state, ("a", 1, "b")).winner == "a"


def test_spandan_level_at_the_last_board_an_extra_board_with_a_toss_for_the_break():
    state = boards(begin("spandan"), ("a", 2, "b"), ("b", 1, "a"), ("b", 1, "a"))
    assert (state.phase, state.extra) == ("toss", True)
    refused = {"kind": "toss", "breaks": "a", "won": "b", "choice": "side"}
    assert raises(GameError, match.apply, state, refused).code == "impossible"


def test_spandan_one_try_one_trial_board_and_the_federations_clocks():
    spandan = rules.resolve("spandan")
    assert (spandan["tries"], spandan["trial_boards"]) == (1, 1)
    assert spandan["clocks"] == rules.resolve("icf")["clocks"]  # D15
    assert rules.resolve("spandan", {"clocks": {"stroke": None}})["clocks"]["stroke"] is None
    state = match.apply(begin("spandan"), {"kind": "play", "strokes": True})[0]
    state, ruling = match.apply(state, {"kind": "stroke", "untouched": True})
    assert (ruling.laws, state.situation.turn, state.situation.white) == (("R5b",), "b", "a")


def test_vaishali_29_points_and_no_board_limit():
    for stage in STAGES:
        state = drawn_out(begin("vaishali", stage, rules={"account": "open"}), 20)
        assert state.phase == "ready"
    state = boards(begin("vaishali"), ("a", 9, "a"), ("a", 9, "a"))
    assert (state.phase, state.points["a"]) == ("ready", 28)
    assert boards(state, ("a", 1, "b")).winner == "a"


def test_vaishali_the_queen_is_worth_5_and_nothing_from_24():
    state = boards(begin("vaishali"), ("a", 9, "a"), ("a", 4, "a"))
    assert state.points["a"] == 23
    assert boards(state, ("a", 2, "a")).points["a"] == 30
    state = boards(begin("vaishali"), ("a", 9, "a"), ("a", 5, "a"))
    assert state.points["a"] == 24
    assert boards(state, ("a", 2, "a")).points["a"] == 26


def test_vaishali_at_most_14_points_from_a_board():
    state = begin("vaishali")
    assert boards(state, ("a", 9, "a")).points["a"] == 14
    error = raises(
        GameError,
        match.apply,
        state,
        {"kind": "board", "winner": "a", "left": 9, "queen": "a", "points": 15},
    )
    assert error.code == "impossible"


def test_vaishali_d10_points_count_from_the_first_covered_queen_on():
    state = boards(begin("vaishali"), ("a", 6, "b"))
    assert (state.points, state.boards[0].withheld, state.boards[0].laws[-1]) == ({"a": 0, "b": 0}, 6, "D10")
    state = boards(state, ("a", 3, "a"))
    assert (state.points["a"], state.boards[1].withheld) == (8, 0)
    state = boards(state, ("b", 4, "a"))
    assert state.points["b"] == 4, "b covered the Queen of board 1, though it lost that board"


def test_vaishali_d71_who_has_points_has_an_account():
    state = match.apply(begin("vaishali"), {"kind": "override", "set": {"points_a": 24, "points_b": 12}})[0]
    state = boards(state, ("b", 4, "a"))
    assert (state.points["b"], state.boards[0].withheld) == (16, 0)


def test_vaishali_d10_the_ruling_shows_what_was_not_credited():
    event = {"kind": "board", "winner": "a", "left": 6, "queen": "b"}
    state, ruling = match.apply(begin("vaishali"), event)
    assert text_of(ruling.clauses).startswith("Board 1 to A: 0, its account is not open (6)")
    assert (state.points["a"], "D10" in ruling.laws) == (0, True)


def test_vaishali_d10_the_umpire_may_give_the_points_all_the_same():
    event = {"kind": "board", "winner": "a", "left": 6, "queen": "b", "points": 6}
    state = match.apply(begin("vaishali"), event)[0]
    assert (state.points["a"], state.boards[0].override) == (6, True)


def test_vaishali_v9_a_board_ends_only_with_the_queen_covered_and_pieces_left():
    state = begin("vaishali")
    for fields, reason in (
        ({"queen": "board"}, "queen_left_on_board"),
        ({"left": 0}, "no_pieces_left"),
        ({"demand": 1}, "no_points_on_demand"),
    ):
        event = {"kind": "board", "winner": "a", "left": 3, "queen": "a"}
        event.update(fields)
        error = raises(GameError, match.apply, state, event)
        assert (error.code, error.reason) == ("impossible", reason), fields
        event["points"] = 5
        assert match.apply(state, event)[0].points["a"] == 5, "the umpire's own points"
    event = {"kind": "board", "winner": "a", "left": 3, "queen": "board", "law": "91"}
    assert match.apply(state, event)[0].boards[0].law == "91"


def test_one_game_knows_no_interval_and_no_change_of_sides():
    for ruleset in ("vkk", "spandan", "vaishali"):
        state = boards(begin(ruleset), ("a", 7, "a"), ("a", 1, "a"))
        assert (state.change_due, state.phase) == (False, "ready"), ruleset


def test_the_break_goes_round_four_seats_in_doubles_in_every_ruleset():
    for ruleset in ("icf", "vkk", "vaishali"):
        state = begin(ruleset, "final", doubles=True)
        seats = []
        for _ in range(5):
            seats.append(state.seat)
            state = boards(state, ("a", 1, "b"))
        assert seats == [0, 1, 2, 3, 0], ruleset

"""Strokes as events of a match: what they leave, what they propose, and how the board is entered."""

from matches import begin, board, kind, play, points, refused, rule
from portable import raises

from boardside.game import dicts, fold, match
from boardside.game.errors import GameError
from boardside.table.ruling_words import text_of


def stroked(**more):
    """A match in its first board, recorded stroke by stroke; a has broken."""
    return play([begin(**more), kind("play", strokes=True)])


def finishing():
    """a has one c/m left and the Queen, b four."""
    here = kind("situation", seat=0, left={"a": 1, "b": 4}, queen="a")
    return play([here], stroked())


def test_40_two_trial_boards_before_the_match():
    state = play([begin(), kind("trial"), kind("trial")])
    assert (state.trials, state.phase, points(state)) == (2, "ready", (0, 0))
    error = refused(state, kind("trial"))
    assert error.code == "impossible"
    assert (error.reason, error.facts) == ("trial_boards_played", {"most": 2})
    assert refused(play([begin(), board("a", 1)]), kind("trial")).code == "not_now"
    assert (
        refused(play([begin(), kind("play"), kind("replayed", law="140")]), kind("trial")).code == "not_now"
    )


def test_a_board_stroke_by_stroke():
    state, ruling = rule([kind("stroke", own=2)], stroked())
    assert ruling.laws == ("48",)
    assert text_of(ruling.clauses) == "A: 2 down; A goes on"
    assert (state.situation.down, state.situation.turn) == ((2, 0), "a")
    state, ruling = rule([kind("stroke", striker=True)], state)
    assert ruling.laws == ("72a",)
    assert ruling.facts["placing"] == [{"side": "a", "count": 1, "seat": 1}]
    assert (ruling.facts["clock"], ruling.facts["turn"], ruling.facts["dues"]) == ("placing", "b", 1)
    assert refused(state, kind("stroke")).code == "not_now"
    state = play([kind("place", how="done"), kind("stroke", own=1, queen=True)], state)
    assert (state.situation.down, state.situation.queen, state.situation.turn) == (
        (1, 1),
        "covering",
        "b",
    )  # 97b
    assert match.proposal(state) is None


def test_strokes_are_taken_only_while_they_are_recorded():
    for event in (
        kind("stroke", own=1),
        kind("foul", side="a"),
        kind("place", how="done"),
        kind("room", has=True),
        kind("pass"),
        kind("turn", seat=1),
        kind("leave"),
    ):
        error = refused(play([begin(), kind("play")]), event)
        assert error.code == "not_now"
        assert error.reason == "strokes_not_recorded"
        assert refused(play([begin()]), event).code == "not_now"
        assert refused(play([board("a", 3)], stroked()), event).code == "not_now"


def test_more_carrommen_than_there_are_is_impossible():
    error = refused(play([kind("stroke", own=8)], stroked()), kind("stroke", own=2))
    assert error.code == "impossible"
    assert (error.reason, error.facts["most"]) == ("more_than_on_board", 1)


def test_53_the_strokes_propose_the_board_that_is_entered():
    state = play([kind("stroke", own=1)], finishing())
    proposed = match.proposal(state)
    assert proposed == {"kind": "board", "winner": "a", "left": 4, "queen": "a", "demand": 0}
    state, ruling = rule([proposed], state)
    assert text_of(ruling.clauses) == "Board 1 to A: 4 + Queen 3 = 7"
    assert (state.boards[0].source, points(state), state.situation) == ("strokes", (7, 0), None)


def test_87b_points_on_demand_are_proposed_whole_and_may_be_taken_in_part():
    here = kind("situation", seat=0, left={"a": 3, "b": 1}, queen="b")
    state = play([here, kind("stroke", opponent=1, striker=True, improper=True)], stroked())
    proposed = match.proposal(state)
    assert (proposed["winner"], proposed["left"], proposed["demand"]) == ("b", 3, 2)
    for demand in (0, 1, 2):
        entered = play([kind("board", winner="b", left=3, queen="b", demand=demand)], state)
        assert (entered.boards[0].source, entered.points["b"]) == ("strokes", 6 + demand)


def test_d61_another_result_than_the_strokes_gave_is_a_correction():
    state = play([kind("stroke", own=1)], finishing())
    assert play([board("a", 5, "winner")], state).boards[0].source == "corrected"
    assert play([board("b", 2)], state).boards[0].source == "corrected"
    assert play([board("a", 4, "winner", points=9)], state).boards[0].source == "corrected"
    assert play([board("a", 4, "winner")], finishing()).boards[0].source == "result"
    assert play([begin(), board("a", 4)]).boards[0].source == "result"


def test_137_six_passes_propose_the_replay():
    state = play([kind("pass")] * 6, stroked())
    assert match.proposal(state) == {"kind": "replayed", "law": "137"}
    state = play([match.proposal(state)], state)
    assert (state.phase, state.board, state.breaker, state.situation) == ("ready", 1, "a", None)


def test_26_a_slam_is_proposed_with_the_board():
    state = play([kind("stroke", own=1), kind("stroke", own=1, queen=True), kind("stroke", own=7)], stroked())
    proposed = match.proposal(state)
    assert proposed["slam"] == "white"
    state, ruling = rule([proposed], state)
    assert "26a" in ruling.laws
    assert points(state) == (12, 0)


def test_54_who_is_high_is_known_from_the_score():
    state = play([begin(), board("a", 9, "winner"), board("a", 9), board("a", 1), kind("play", strokes=True)])
    assert points(state) == (22, 0)
    assert state.situation.high == (True, False)


def test_143c_an_override_in_mid_board_moves_who_is_high():
    state = play([kind("override", set={"points_a": 22})], stroked())
    assert state.situation.high == (True, False)
    assert play([kind("override", set={"breaks": "b"})], stroked()).situation is None


def test_leaving_and_coming_back_in_mid_board():
    state = play([kind("stroke", own=3), kind("leave")], stroked())
    assert (state.situation, state.phase) == (None, "board")
    here = kind("situation", seat=1, left={"a": 5, "b": 7}, queen="a", owes={"a": 0, "b": 1})
    state, ruling = rule([here], state)
    assert (state.situation.down, state.situation.turn, state.situation.queen) == ((4, 2), "b", "a")
    assert ruling.laws == ("143c",)
    state = play([kind("stroke", own=1)], state)
    assert state.situation.down == (4, 3)


def test_49b_28_in_doubles_the_turn_goes_round_from_the_seat_that_breaks():
    state = play([begin(doubles=True, breaks="b"), kind("play", strokes=True)])
    seats = []
    for _ in range(5):
        seats.append(state.situation.seat)
        state = play([kind("stroke")], state)
    assert seats == [1, 2, 3, 0, 1]


def test_51_91_a_board_lost_by_ruling_ends_the_strokes():
    state = play([kind("stroke", own=3), board("b", 6, "board", law="91")], stroked())
    assert (points(state), state.situation, state.boards[0].law) == ((0, 9), None, "91")


def test_46_50_63a_64a_time_over_names_the_breach():
    state = stroked()
    assert match.breach(state) == ("technical foul", ("46", "63a"))
    state = play([kind("stroke", own=1)], state)
    assert match.breach(state) == ("foul", ("50", "64a"))
    state = play([kind("stroke", striker=True)], state)
    assert match.breach(state) == ("right to place lapses", ("87a", "88a"))
    assert match.breach(play([begin(), kind("play")])) is None


def test_every_way_out_of_a_board_ends_its_strokes():
    for event in (
        board("a", 3),
        kind("replayed", law="142"),
        kind("concede", side="a", what="game"),
        kind("lost", side="a", law="143a"),
        kind("time"),
    ):
        assert play([event], play([kind("stroke", own=1)], stroked())).situation is None, event


def test_78a_79a_a_board_set_up_says_whether_what_is_owed_waits_for_room():
    here = kind("situation", seat=0, left={"a": 5, "b": 9}, queen="board", owes={"a": 1, "b": 1})
    state = stroked()
    waits, ruling = match.apply(state, here)
    assert (waits.situation.waiting, waits.situation.owes, waits.situation.placing) == ((1, 0), (0, 1), ())
    assert (ruling.clauses[1:], ruling.laws) == ((("waits_for_room", "a"),), ("143c",))
    here["room"] = False
    again, ruling = match.apply(state, here)
    assert (dicts.situation_dict(again.situation), ruling.laws) == (
        dicts.situation_dict(waits.situation),
        ("143c", "79a"),
    )
    here["room"] = True
    placed, ruling = match.apply(state, here)
    assert (placed.situation.waiting, placed.situation.owes) == ((0, 0), (0, 1))
    assert placed.situation.placing == (("a", 1, 1),)
    assert (ruling.clauses[1:], ruling.laws) == ((("has_room", "a"),), ("143c", "78a"))
    assert play([kind("place", how="done"), kind("stroke", own=1)], placed).situation.down == (4, 0)
    here["owes"] = {"a": 0, "b": 1}
    for room in (True, False):  # nothing of b is in the pockets: there is no question of room (72c)
        here["room"] = room
        assert match.apply(state, here)[1].laws == ("143c",)


def test_undo_of_strokes_gives_back_the_situation_exactly():
    events = [begin(), kind("play", strokes=True), kind("stroke", own=2), kind("stroke", striker=True)]
    events += [kind("place", how="forgone"), kind("stroke", own=1, opponent=1), kind("pass")]
    states = [dicts.to_dict(play(events[: number + 1])) for number in range(len(events))]
    undone = list(events)
    for number in range(len(events) - 2, -1, -1):
        undone.append(kind("undo"))
        folded = fold.fold(lambda: iter(undone))
        assert dicts.to_dict(folded.state) == states[number]
    assert folded.undoable is None


def test_a_state_given_out_never_changes():
    state = stroked()
    before = dicts.to_dict(state)
    play([kind("stroke", own=3), kind("stroke", striker=True), kind("place", how="done")], state)
    assert dicts.to_dict(state) == before


def test_a_crokinole_round_proposes_no_board_and_knows_no_breach():
    state = play([begin(ruleset="wcc"), kind("play"), kind("shot")])
    assert (match.proposal(state), match.breach(state)) == (None, None)


def test_137_no_result_is_taken_of_a_board_that_six_passes_have_cancelled():
    state = play([kind("pass")] * 6, stroked())
    for ask in (match.apply, match.propose):
        error = raises(GameError, ask, state, board("a", 5))
        assert (error.code, error.reason, error.facts["law"]) == ("not_now", "board_to_replay", "137")
    state = play([match.proposal(state)], state)
    assert (state.phase, state.board, state.breaker, points(state)) == ("ready", 1, "a", (0, 0))
    assert points(play([board("a", 5)], state)) == (5, 0)


def test_137_d454_passes_in_doubles_are_counted_by_side_or_by_player():
    for rules, passes in (({}, 6), ({"passes_doubles": 12}, 12)):
        state = play([begin(doubles=True, rules=rules), kind("play", strokes=True)])
        state = play([kind("pass")] * (passes - 1), state)
        assert match.proposal(state) is None
        assert match.proposal(play([kind("pass")], state)) == {"kind": "replayed", "law": "137"}
    singles = play([begin(rules={"passes_doubles": 12}), kind("play", strokes=True)] + [kind("pass")] * 6)
    assert match.proposal(singles)["law"] == "137"

"""A round in play: whose shot it is, the buzzer, the last shot; the rulebook on play, D85."""

from rounds_desk import Desk, pair

from boardside.game import dicts
from boardside.table.ruling_words import text_of


def in_play(**fields):
    desk = Desk(**fields)
    desk.do("play")
    return desk


def test_starting_to_play_one_disc_a_turn():
    desk = in_play()
    assert desk.state.situation.turn == "a"
    ruling = desk.do("shot")
    assert desk.state.situation.turn == "b"
    assert desk.state.situation.left("a") == 7
    assert text_of(ruling.clauses) == "A has shot; B to shoot, 8 left"
    desk.do("shot")
    assert desk.state.situation.turn == "a"


def test_playing_guidelines_play_goes_round_clockwise_in_doubles():
    desk = in_play(doubles=True, first="b")
    seats = [desk.state.situation.seat]
    for _ in range(4):
        desk.do("shot")
        seats.append(desk.state.situation.seat)
    assert seats == [1, 2, 3, 0, 1]


def test_starting_to_play_a_round_ends_when_all_discs_are_shot():
    desk = in_play(category="cue")
    assert not desk.shots(11).over
    assert desk.shots(1).over
    assert text_of(desk.ruling.clauses) == "B has shot; all discs are shot"
    message = desk.refused("shot")
    assert message == "not_now: all_discs_shot discs=6"


def test_starting_to_play_a_20_is_set_aside_and_counted():
    desk = in_play()
    desk.do("shot", twenty=True)
    desk.do("twenty", side="a")  # the same shot sank another of a's own
    desk.do("shot")
    desk.do("twenty", side="a", count=2)
    assert pair(desk.state.situation.twenties) == (4, 0)
    assert "twenties_over_discs count=5 discs=8 side=a" in desk.refused("twenty", side="a", count=5)
    assert desk.refused("twenty").startswith("malformed: missing field=side")


def test_a_shot_brings_no_more_20s_than_the_side_has_discs():
    desk = in_play()
    desk.do("twenty", side="a", count=8)
    before = desk.state
    assert desk.refused("shot", twenty=True).startswith("impossible: twenties_over_discs")
    assert desk.state is before
    desk.do("shot")
    desk.do("round", total={"a": 160, "b": 0})  # a result can still be entered


def test_d89_the_result_needs_no_shots():
    desk = in_play()
    desk.shots(3)
    desk.do("round", winner="b")
    assert desk.points == (0, 2)
    assert desk.state.situation is None


def test_shots_only_in_a_round():
    desk = Desk()
    for kind, fields in (("shot", {}), ("twenty", {"side": "a"}), ("last_shot", {"side": None})):
        assert desk.refused(kind, **fields) == "not_now: no_board_in_play kind=" + kind


def test_tournament_play_the_side_one_shot_behind_has_a_last_shot():
    desk = in_play()
    desk.shots(5)
    message = desk.refused("last_shot", side="a")
    assert message.startswith("impossible: last_shot_of_other a=")
    assert "behind=b side=a" in message
    ruling = desk.do("last_shot", side="b")
    assert desk.state.situation.turn == "b"
    assert ruling.laws == ("Tournament Play",)
    desk.do("shot", twenty=True)
    assert desk.state.situation.over
    assert pair(desk.state.situation.twenties) == (0, 1)
    assert desk.refused("shot").startswith("not_now: no_shot_left")


def test_tournament_play_level_in_shots_no_side_has_the_last_shot():
    desk = in_play()
    desk.shots(6)
    assert desk.refused("last_shot", side="a").startswith("impossible: last_shot_of_nobody")
    desk.do("last_shot", side=None)
    assert desk.state.situation.over
    assert desk.refused("last_shot", side=None) == "not_now: last_shot_told"


def test_tournament_play_without_counted_shots_the_referee_says():
    desk = in_play()
    desk.do("last_shot", side="a")
    assert desk.state.situation.turn == "a"
    desk = in_play()
    desk.do("last_shot", side=None)
    assert desk.state.situation.over


def test_tournament_play_a_last_shot_may_be_left():
    desk = in_play()
    desk.shots(5)
    desk.do("last_shot", side=None)
    assert desk.state.situation.over


def test_d85_time_between_rounds_leaves_the_others_unshot():
    desk = Desk("group")
    desk.rounds("ab")
    ruling = desk.do("time")
    assert desk.official["games"] == [[2, 2]]
    assert desk.state.history[0].how == "draw"
    assert [done.unshot for done in desk.state.history[0].boards] == [False, False, True, True]
    assert text_of(ruling.clauses) == "Time: game 1 level, 2-2"
    assert ruling.laws[:2] == ("Tournament Play", "D85")


def test_d85_time_in_a_round_makes_it_the_last():
    desk = Desk("group")
    desk.rounds("a")
    desk.do("play")
    desk.shots(3)
    desk.do("time")
    assert desk.state.phase == "board"
    assert desk.state.situation.ended
    assert desk.refused("shot").startswith("not_now: last_shot_not_told")
    assert desk.refused("time").startswith("not_now: time_called round=")
    desk.do("last_shot", side="a" if desk.state.situation.behind() == "a" else "b")
    desk.do("shot")
    desk.do("round", winner="b")
    assert desk.official["games"] == [[2, 2]]
    assert [done.source for done in desk.state.history[0].boards] == ["winner", "winner", "unshot", "unshot"]


def test_d85_level_at_time_a_championship_game_still_needs_a_winner():
    desk = Desk()
    desk.rounds("ab")
    desk.do("time")
    assert desk.state.phase == "ready"
    assert desk.state.board == 5
    assert desk.state.extra
    desk.do("round", winner="b")
    assert desk.state.history[0].winner == "b"


def test_d85_each_law_is_named_once():
    desk = Desk()
    desk.rounds("aaa" + "bbb" + "lll")
    desk.do("play")
    desk.do("time")
    desk.do("round", winner="level")
    desk.do("round", winner="a")
    assert desk.ruling.laws == ("Scoring", "Tournament Scoring")
    assert desk.state.phase == "over"
    desk = Desk("group", rules={"games": 1})
    desk.do("play")
    desk.do("time")
    assert desk.do("round", winner="a").laws == ("Scoring", "Tournament Play", "D85")


def test_d85_a_last_shot_alone_does_not_end_the_game():
    desk = Desk("group")
    desk.do("play")
    desk.do("last_shot", side=None)
    desk.do("round", winner="a")
    assert desk.state.board == 2
    assert not desk.state.history


def test_tournament_scoring_a_round_with_shots_is_not_unshot():
    desk = in_play()
    desk.shots(1)
    assert desk.refused("round", unshot=True).startswith("impossible: unshot_but_counted a=1 b=0")


def test_a_round_in_play_says_everything_it_knows():
    desk = in_play()
    desk.do("shot", twenty=True)
    shown = dicts.situation_dict(desk.state.situation)
    assert shown["turn"] == "b"
    assert shown["left"] == {"a": 7, "b": 8}
    assert shown["twenties"] == {"a": 1, "b": 0}

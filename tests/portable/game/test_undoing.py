"""Undo leaves an event out, across every boundary; an undo can itself be undone."""

from matches import begin, board, kind, play, won_game
from portable import raises

from boardside.game import dicts, fold, match
from boardside.game.errors import GameError
from boardside.table.ruling_words import text_of


def folded(events, keep_rulings=None):
    return fold.fold(lambda: iter(events), keep_rulings)


def result(events):
    return dicts.to_dict(folded(events).state)


def without(events, *numbers):
    """The state when the events of these numbers had never been."""
    kept = [event for number, event in enumerate(events, 1) if number not in numbers]
    return dicts.to_dict(play(kept))


def undo(seq=None):
    return kind("undo") if seq is None else kind("undo", of=seq)


WHOLE = (
    [begin(breaks=None), kind("toss", breaks="a"), kind("play")]
    + won_game("a")
    + [kind("sides")]
    + won_game("b")
    + [kind("sides")]
    + [board("a", 1), board("b", 1)] * 2
    + [kind("sides"), kind("override", set={"points_a": 20})]
    + [kind("play"), kind("replayed", law="140"), board("a", 9), kind("confirm")]
)


def test_undo_of_n_events_is_the_state_n_events_ago():
    """Back through confirmation, match end, board, override, sides, game end and toss."""
    for count in range(len(WHOLE)):
        assert result(WHOLE + [undo()] * count) == dicts.to_dict(play(WHOLE[: len(WHOLE) - count]))


def test_undo_below_the_first_event_is_refused():
    events = WHOLE + [undo()] * len(WHOLE)
    error = raises(GameError, folded, events)
    assert error.code == "not_now"
    assert error.reason == "nothing_to_undo"
    assert error.seq == len(events)


def test_undoable_is_what_undo_leaves_out():
    assert folded([]).undoable is None
    assert folded([begin()]).undoable is None
    assert folded([begin(), board("a", 1), kind("pause", clock="stroke", left=1)]).undoable == 2
    assert folded([begin(), board("a", 1), board("a", 1), undo()]).undoable == 2


def test_undo_steps_over_clocks_and_names():
    events = [
        begin(),
        board("a", 1),
        kind("pause", clock="break", left=5),
        kind("names", a=["Anita"]),
        undo(),
    ]
    state = folded(events).state
    assert state.points == {"a": 0, "b": 0}
    assert state.names["a"] == ["Anita"]


def test_undo_of_an_undo_restores_the_event():
    events = [begin(), board("a", 5), board("b", 3)]
    assert result(events + [undo(), undo(4)]) == without(events)
    assert result(events + [undo(), undo(4), undo(5)]) == without(events, 3)
    assert result(events + [undo(), undo(), undo(4)]) == without(events, 2)
    assert result(events + [undo(), undo(), undo(5), undo(4)]) == without(events)


def test_an_event_left_out_twice_over_holds_when_neither_undo_does():
    events = [begin(), board("a", 5), undo(2), undo(3), undo(2), undo(4)]
    assert result(events) == without(events[:2], 2)  # by 5, and by 3 again
    assert result(events + [undo(5)]) == without(events[:2], 2)
    assert result(events + [undo(5), undo(6)]) == without(events[:2])


def test_undo_of_an_earlier_event_leaves_just_that_one_out():
    events = [begin(), board("a", 5), board("b", 3), board("a", 1)]
    assert result(events + [undo(3)]) == without(events, 3)
    assert folded(events + [undo(3)]).undoable == 4


def test_an_event_is_left_out_once():
    events = [begin(), board("a", 5), undo(2), undo(2)]
    error = raises(GameError, folded, events)
    assert (error.code, error.seq) == ("not_now", 4)
    assert (error.reason, error.facts) == ("undone_already", {"of": 2})


def test_an_undo_that_is_impossible_is_refused_with_the_reason():
    for seq in (1, 3, 9):  # the match itself, a clock, an event that is not there
        error = raises(
            GameError, folded, [begin(), board("a", 5), kind("pause", clock="break", left=5), undo(seq)]
        )
        assert error.code == "impossible"
        assert (error.reason, error.facts["of"]) == ("cannot_be_undone", seq)
        assert error.seq == 4
    for seq in ("2", 0, True):
        assert raises(GameError, folded, [begin(), board("a", 5), undo(seq)]).code == "malformed"


def test_a_sealed_result_is_opened_first():
    events = [begin()] + won_game("a", 2) + [kind("confirm")]
    error = raises(GameError, folded, events + [undo(3)])
    assert error.code == "not_now"
    assert error.reason == "undo_confirmation_first"
    assert folded(events + [undo(), undo()]).state.phase == "change"
    assert folded(events + [undo(), undo(9)]).state.phase == "confirmed"


def test_undo_that_would_break_what_follows_is_refused():
    events = [begin()] + won_game("a", 2)
    events = events[:4] + [kind("play")] + events[4:] + [kind("confirm"), undo(9), undo(2)]
    raises_nothing = folded(events[:-1])
    assert raises_nothing.state.phase == "over"
    trial = raises(
        GameError,
        fold.after,
        lambda: iter([begin(breaks=None), kind("toss", breaks="a"), board("a", 1)]),
        undo(2),
    )
    assert trial.code == "not_now"
    assert trial.seq == 3


def test_after_tries_an_event_without_storing_it():
    events = [begin(), board("a", 5)]
    assert fold.after(lambda: iter(events), undo()).state.points["a"] == 0
    assert len(events) == 2
    assert raises(GameError, fold.after, lambda: iter(events), kind("undoo")).code == "unknown"


def test_apply_leaves_undo_to_the_fold():
    assert raises(GameError, match.apply, play([begin()]), undo()).code == "not_now"


def test_undo_does_not_reach_into_an_earlier_match():
    events = [begin(), board("a", 5), begin(match="M2"), undo()]
    assert raises(GameError, folded, events).code == "not_now"
    assert raises(GameError, folded, events[:3] + [undo(2)]).code == "impossible"


def test_rulings_carry_the_numbers_and_tell_the_undo():
    fold_ = folded([begin(), board("a", 5), board("b", 3), undo(), undo(4)])
    numbered = [(seq, text_of(ruling.clauses)) for seq, ruling in fold_.rulings]
    assert [seq for seq, _ in numbered] == [1, 2, 3, 5]
    assert numbered[-1] == (5, "Restored: board (event 3)")
    numbered = folded([begin(), board("a", 5), undo()]).rulings
    assert (numbered[-1][0], text_of(numbered[-1][1].clauses)) == (3, "Undone: board (event 2)")


def test_rulings_are_bounded_on_request():
    assert [seq for seq, _ in folded(WHOLE, 2).rulings] == [len(WHOLE) - 1, len(WHOLE)]
    assert folded(WHOLE, 0).rulings == []


def test_numbers_are_the_journals_own():
    events = [begin(seq=40), board("a", 5, seq=42), board("b", 3, seq=45), kind("undo", of=42, seq=50)]
    fold_ = folded(events)
    assert (fold_.last, fold_.undoable, fold_.state.points) == (50, 45, {"a": 0, "b": 3})


def test_numbers_must_rise():
    for seq in (40, 39, "41", True):
        assert raises(GameError, folded, [begin(seq=40), board("a", 5, seq=seq)]).code == "malformed"


def test_fold_names_the_event_at_fault():
    error = raises(GameError, folded, [begin(seq=7), board("a", 5, seq=8), board("a", 10, seq=11)])
    assert error.seq == 11
    assert error.code == "impossible"


def every_fold(events):
    """The folds of the events, whose numbers begin at 7; the last has one event more."""
    return (
        lambda: folded(events),
        lambda: fold.once(events, lambda seq: iter(events[seq - 7 :]), []),
        lambda: fold.fold_all(events),
        lambda: fold.after(lambda: iter(events), board("a", 5)),
    )


def test_an_event_without_a_kind_is_refused_by_every_fold():
    for odd in ({"seq": 8}, {"seq": 8, "kind": None}, {"seq": 8, "kind": ["board"]}):
        for folds in every_fold([begin(seq=7), odd]):
            error = raises(GameError, folds)
            assert (error.code, error.seq) == ("malformed", 8)


def test_fold_of_a_journal_is_its_last_match():
    events = [kind("boot", cause="power"), begin(), board("a", 5), begin(match="M2"), board("b", 4)]
    fold_ = folded(events)
    assert (fold_.state.setup.match, fold_.state.points) == ("M2", {"a": 0, "b": 4})
    assert [seq for seq, _ in fold_.rulings] == [4, 5]


def test_fold_all_gives_every_match():
    events = [kind("boot", cause="power"), begin(), board("a", 5), begin(match="M2"), board("b", 4), undo()]
    matches = fold.fold_all(iter(events))
    assert [match.state.setup.match for match in matches] == ["M1", "M2"]
    assert [match.state.points for match in matches] == [{"a": 5, "b": 0}, {"a": 0, "b": 0}]
    assert fold.fold_all([kind("boot", cause="power")]) == []
    assert raises(GameError, fold.fold_all, [board("a", 5), begin()]).code == "not_now"


def test_fold_all_numbers_events_that_have_none():
    events = [begin(seq=5), board("a", 5), board("b", 4), kind("undo", of=6)]
    (match,) = fold.fold_all(events)
    assert (match.last, match.undoable, match.state.points) == (8, 7, {"a": 0, "b": 4})


def test_table_wide_events_give_no_ruling():
    assert folded([kind("boot", cause="power"), kind("hall", do="end")]).rulings == []

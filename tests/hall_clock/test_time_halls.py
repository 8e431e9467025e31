"""The hall's clock: the result of each change, also in the database."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardside.game import events
from host_tools.store import Store, halls
from host_tools.store.halls import HallState, changed
from host_tools.store.reasons import HallRefused
from tests.refusals import refused

MINUTE = 60_000
AT = 1_700_000_000_000


def running(length: int = 45 * MINUTE, at: int = AT) -> HallState:
    return changed(None, "start", length, "anna", at)


def test_the_longest_clock_is_the_longest_that_an_event_can_start() -> None:
    assert halls.LENGTH_MAX_MS == events.LONGEST_MS


def test_a_started_clock_waits_for_its_moment_whole_and_then_runs_out() -> None:
    state = running()
    assert state == HallState("hall", "running", 45 * MINUTE, 45 * MINUTE, AT, 1, "anna")
    assert state.left_at(AT - 2000) == 45 * MINUTE
    assert state.left_at(AT + 1) == 45 * MINUTE - 1
    assert state.ends_at() == AT + 45 * MINUTE
    assert (state.state_at(AT + 45 * MINUTE - 1), state.left_at(AT + 45 * MINUTE - 1)) == ("running", 1)
    assert (state.state_at(AT + 45 * MINUTE), state.left_at(AT + 99 * MINUTE)) == ("ended", 0)


def test_a_pause_keeps_what_is_left_and_resume_goes_on_with_it() -> None:
    paused = changed(running(), "pause", None, None, AT + 5 * MINUTE)
    assert (paused.state, paused.left_ms, paused.number) == ("paused", 40 * MINUTE, 2)
    assert paused.left_at(AT + 500 * MINUTE) == 40 * MINUTE
    going = changed(paused, "resume", None, None, AT + 60 * MINUTE)
    assert (going.state, going.ends_at(), going.number) == ("running", AT + 100 * MINUTE, 3)


def test_pause_and_resume_may_say_what_is_left_and_more_than_the_length_lengthens() -> None:
    corrected = changed(running(), "resume", 50 * MINUTE, None, AT + MINUTE)
    assert (corrected.state, corrected.length_ms, corrected.left_ms) == ("running", 50 * MINUTE, 50 * MINUTE)
    held = changed(corrected, "pause", MINUTE, None, AT + 2 * MINUTE)
    assert (held.state, held.left_ms) == ("paused", MINUTE)
    assert changed(held, "pause", 2 * MINUTE, None, AT).left_ms == 2 * MINUTE


def test_end_ends_and_a_second_end_takes_the_clock_away() -> None:
    ended = changed(running(), "end", None, None, AT + MINUTE)
    assert (ended.state, ended.left_ms) == ("ended", 0)
    assert changed(ended, "end", None, None, AT + MINUTE).state == "off"
    by_itself = changed(running(MINUTE), "end", None, None, AT + MINUTE)
    assert by_itself.state == "off"


@pytest.mark.parametrize(
    ("old", "do", "ms", "reason"),
    [
        (None, "pause", None, "no_hall_clock"),
        (None, "end", None, "no_hall_clock"),
        (running(), "resume", None, "hall_runs_already"),
        (changed(running(), "pause", None, None, AT), "pause", None, "hall_paused_already"),
        (running(MINUTE), "pause", None, "hall_clock_ended"),
        (changed(running(), "end", None, None, AT), "resume", 1, "hall_clock_ended"),
        (None, "start", None, "hall_needs_length"),
        (None, "start", 0, "hall_length_range"),
        (None, "start", 86_400_001, "hall_length_range"),
        (None, "stop", None, "unknown_hall_order"),
    ],
)
def test_what_makes_no_sense_is_refused(old: HallState | None, do: str, ms: int, reason: str) -> None:
    with refused(reason):
        changed(old, do, ms, None, AT + 10 * MINUTE)


@given(
    st.lists(
        st.tuples(st.sampled_from(halls.DOS), st.none() | st.integers(1, 100_000), st.integers(0, 50_000)),
        max_size=20,
    )
)
def test_after_any_changes_the_time_left_is_within_the_length_and_the_number_rises(
    steps: list[tuple[str, int | None, int]],
) -> None:
    state, at = None, AT
    for do, ms, later in steps:
        at += later
        try:
            new = changed(state, do, ms, None, at)
        except HallRefused:
            continue
        assert new.number == (state.number if state else 0) + 1
        assert 0 <= new.left_at(at) <= new.length_ms
        assert new.state_at(at) == new.state
        if state and ms is None and do in ("pause", "resume"):
            assert new.left_at(at) == state.left_at(at)
        state = new


def test_the_database_keeps_the_clock_for_other_processes(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'hall.sqlite3'}"
    store = Store.open(url)
    assert store.hall.get() is None
    with pytest.raises(HallRefused):
        store.hall.change("pause", None, None, AT)
    assert store.hall.get() is None
    made = store.hall.change("start", MINUTE, "web", AT)
    other = Store.open(url)
    assert other.hall.get() == made
    assert other.hall.change("end", None, None, AT + 1) == store.hall.get()
    store.close()
    other.close()

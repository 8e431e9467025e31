"""The hall's clock: the result of each change, also in the database."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardside.game import events
from host_tools.store import Store, halls
from host_tools.store.halls import (
    HALL,
    Clocks,
    HallState,
    Layout,
    all_changed,
    changed,
    hall_name_trouble,
    one_changed,
)
from host_tools.store.reasons import HallRefused
from host_tools.tournament.acts.tournament import Close, NewTournament, Set
from host_tools.tournament.desk.desk import Desk
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


# Several halls: the hall of each table, a clock for each hall, and changes of all clocks together.

TWO = Layout({1: "North", 2: "North", 3: "South"})


@pytest.fixture
def two(store: Store) -> Store:
    """Tables 1 and 2 stand in North, 3 in South, 4 nowhere."""
    store.hall.stand([1, 2], "North")
    store.hall.stand([3], "South")
    return store


def clock(number: int = 1, left: int = 45 * MINUTE, state: str = "running", moment: int = AT) -> HallState:
    return HallState(HALL, state, 45 * MINUTE, left, moment, number)


# Where the tables stand


def test_a_collectors_word_holds_until_another_one_hears_the_table(store: Store) -> None:
    store.hall.stand([2, 10, 1], "North")
    store.hall.stand([10], "South")
    store.hall.stand([7], "Foyer")
    layout = store.hall.layout()
    assert [layout.hall_of(number) for number in (1, 2, 7, 10, 11)] == [
        "North",
        "North",
        "Foyer",
        "South",
        "",
    ]
    assert layout.names == ("North", "Foyer", "South"), "in the order of their tables"
    store.hall.stand([7], "")
    assert store.hall.layout().names == ("North", "South")


def test_a_tournament_that_is_open_says_otherwise(store: Store) -> None:
    store.hall.stand([1, 2], "Left wing")
    desk = Desk(store)
    older = desk.do(
        Set(hall="North", tables=[1, 5]), desk.do(NewTournament(key="spring", name="Spring"), None)
    )
    newer = desk.do(Set(hall="South", tables=[1]), desk.do(NewTournament(key="open", name="Open"), None))
    assert dict(store.hall.layout().said) == {1: "South", 5: "North"}
    assert store.hall.layout().hall_of(2) == "Left wing"
    desk.do(Close(), newer)
    assert store.hall.layout().hall_of(1) == "North"
    desk.do(Close(), older)
    assert [store.hall.layout().hall_of(number) for number in (1, 5)] == ["Left wing", ""]


@pytest.mark.parametrize("name", ["", " North", "North\n", "x" * 41, "hall", "Hall"])
def test_a_hall_name_that_cannot_be_is_refused_with_the_reason(name: str) -> None:
    assert hall_name_trouble(name)


@pytest.mark.parametrize("name", ["North", "Halle 2", "मुख्य सभागार", "x" * 40])
def test_a_hall_has_any_other_name(name: str) -> None:
    assert hall_name_trouble(name) is None


# Which clock is whose


def test_a_hall_without_its_own_clock_has_the_common_one() -> None:
    own = replace(clock(2), name="North")
    clocks = Clocks(clock(1), {"North": own}, TWO)
    assert [clocks.of_table(number) for number in (1, 2, 3, 4)] == [own, own, clocks.default, clocks.default]
    assert clocks.number == 2


@pytest.mark.parametrize(
    ("default", "own", "tables", "is_common"),
    [
        (clock(1), {}, (1, 4), True),
        (clock(1), {"North": clock(2)}, (), True),  # another number, another row, the same count
        (clock(1), {"North": clock(2, left=MINUTE)}, (), False),
        (clock(1), {"North": clock(2), "South": clock(3)}, (), True),
        (clock(1, state="off"), {"North": clock(2), "South": clock(3)}, (3,), True),
        (clock(1, state="off"), {"North": clock(2), "South": clock(3)}, (4,), False),  # 4 stands nowhere
        (None, {}, (4,), False),
    ],
)
def test_the_common_clock_is_known_only_while_all_halls_have_the_same(
    default: HallState | None, own: dict[str, HallState], tables: tuple[int, ...], is_common: bool
) -> None:
    assert (Clocks(default, own, TWO).common(tables) is not None) is is_common


# Changes


def test_without_halls_it_is_the_one_clock_that_it_was(store: Store) -> None:
    state = store.hall.change("start", MINUTE, None, AT)
    assert (state.name, state.number) == (HALL, 1)
    assert store.hall.clocks() == Clocks(state)
    with refused("no_halls"):
        store.hall.change("pause", None, None, AT, "North")


def test_a_hall_has_its_own_clock_from_its_first_change_on(two: Store) -> None:
    two.hall.change("start", 45 * MINUTE, None, AT)
    paused = two.hall.change("pause", None, "anna", AT + MINUTE, "North")
    assert (paused.name, paused.state, paused.left_ms) == ("North", "paused", 44 * MINUTE)
    south = two.hall.clocks().of_table(3)
    assert south is not None
    assert south.state_at(AT + MINUTE) == "running"
    assert two.hall.get("South") == south
    assert two.hall.get("North") == paused


def test_the_first_clock_of_one_hall_leaves_the_others_without(two: Store) -> None:
    two.hall.change("start", MINUTE, None, AT, "North")
    clocks = two.hall.clocks()
    assert clocks.default is not None
    assert clocks.default.state == "off"
    assert clocks.of_table(3) == clocks.default, "what a table is told that was carried there"
    with refused("no_hall_clock"):
        two.hall.change("pause", None, None, AT + 1, "South")


def test_a_change_of_all_is_one_in_each_where_it_makes_sense(two: Store) -> None:
    two.hall.change("start", 45 * MINUTE, None, AT, "North")
    two.hall.change("start", 30 * MINUTE, None, AT + MINUTE, "South")
    two.hall.change("pause", None, None, AT + 5 * MINUTE, "South")
    two.hall.change("pause", None, None, AT + 6 * MINUTE)  # South is paused already
    clocks = two.hall.clocks()
    assert {name: (state.state, state.left_ms) for name, state in clocks.own.items()} == {
        "North": ("paused", 39 * MINUTE),
        "South": ("paused", 26 * MINUTE),
    }
    with refused("hall_paused_already"):
        two.hall.change("pause", None, None, AT + 7 * MINUTE)
    two.hall.change("start", 10 * MINUTE, None, AT + 8 * MINUTE)
    common = two.hall.clocks().common([1, 2, 3, 4])
    assert common is not None
    assert common.ends_at() == AT + 18 * MINUTE


def test_the_end_of_all_takes_no_clock_off_while_another_one_counts(two: Store) -> None:
    for name, length in (("North", MINUTE), ("South", 10 * MINUTE)):
        two.hall.change("start", length, None, AT, name)
    two.hall.change("end", None, None, AT + 2 * MINUTE)  # North has run out by itself
    ended = {name: state.state_at(AT + 2 * MINUTE) for name, state in two.hall.clocks().own.items()}
    assert ended == {"North": "ended", "South": "ended"}
    two.hall.change("end", None, None, AT + 3 * MINUTE)
    assert {state.state for state in two.hall.clocks().own.values()} == {"off"}


def test_a_halls_name_may_be_typed_small(two: Store) -> None:
    assert two.hall.named("north") == "North"
    with refused("no_hall", hall="Nord"):
        two.hall.named("Nord")


def test_who_saw_another_clock_is_refused(two: Store) -> None:
    two.hall.change("start", MINUTE, None, AT)
    north = two.hall.change("pause", None, None, AT, "North")
    two.hall.change("pause", None, None, AT, "South", known=1)
    with refused("hall_changed"):
        two.hall.change("resume", None, None, AT, "North", known=1)
    with refused("hall_changed"):
        two.hall.change("end", None, None, AT, known=north.number)
    assert two.hall.change("end", None, None, AT, known=two.hall.clocks().number)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(halls.DOS),
            st.none() | st.integers(1, 100_000),
            st.sampled_from((None, "North", "South")),
            st.integers(0, 50_000),
        ),
        max_size=12,
    )
)
def test_each_change_of_any_clock_has_a_new_and_higher_number(
    steps: list[tuple[str, int | None, str | None, int]],
) -> None:
    clocks, at = Clocks(layout=TWO), AT
    for do, ms, name, later in steps:
        at += later
        try:
            rows = one_changed(clocks, name, do, ms, None, at) if name else (
                all_changed(clocks, do, ms, None, at)
            )  # fmt: skip
        except HallRefused:
            continue
        assert min(row.number for row in rows) == clocks.number + 1
        kept = {row.name: row for row in rows}
        default = kept.pop(HALL, clocks.default)
        clocks = Clocks(default, {**clocks.own, **kept}, TWO)
        numbers = [row.number for row in (*clocks.own.values(), clocks.default) if row is not None]
        assert len(set(numbers)) == len(numbers)

"""The small parts of the collector, each alone: hub, clock of ticks, view, fold."""

import asyncio
import json
import random
from typing import Any

from fake_table import MATCH, board
from hypothesis import given, settings
from hypothesis import strategies as st

from boardside.game import dicts
from boardside.game.errors import GameError
from boardside.game.fold import fold
from host_tools.collector import view
from host_tools.collector.clocks import WRAP, TickClock, monotonic_ms, wall_ms
from host_tools.collector.hub import Hub
from host_tools.collector.live import JournalState, LiveTable
from host_tools.collector.match_fold import RULINGS, MatchFold
from host_tools.laws import rulings
from host_tools.store.reasons import database_cause
from tests.sampling import examples

# Hub


async def test_a_reader_gets_what_changes_and_a_slow_one_the_newest_only() -> None:
    hub = Hub()
    hub.publish(table_view(2))
    with hub.subscribe() as slow, hub.subscribe() as quick:
        hub.publish(table_view(3, board=1))
        assert (await anext(quick))["data"]["board"] == 1
        for number in range(2, 1000):
            hub.publish(table_view(3, board=number))
        hub.publish(table_view(4))
        assert len(slow._waiting) == 2
        assert (await anext(slow))["data"]["board"] == 999
        assert (await anext(slow))["table"] == 4
        assert (await anext(quick))["data"]["board"] == 999
    assert hub._readers == set()
    assert [view["table"] for view in hub.snapshot()] == [2, 3, 4]


async def test_closing_a_subscription_ends_its_reader() -> None:
    hub = Hub()
    changes = hub.subscribe()

    async def read() -> int:
        return len([message async for message in changes])

    reading = asyncio.create_task(read())
    await asyncio.sleep(0)
    changes.close()
    assert await asyncio.wait_for(reading, 60) == 0


async def test_the_age_of_a_link_moves_in_the_snapshot_without_a_message() -> None:
    hub = Hub()
    old = table_view(2)
    hub.publish(old)
    with hub.subscribe() as changes:
        hub.heard(2, 77)
        hub.heard(9, 77)
        assert changes._waiting == {}
    assert hub.snapshot()[0]["link"]["heard_ms"] == 77
    assert old["link"]["heard_ms"] != 77, "a published view is never changed"


async def test_a_trouble_is_logged_once() -> None:
    hub = Hub()
    with hub.subscribe() as changes:
        full = database_cause("disk_full", where="hall.sqlite3")
        hub.trouble(full)
        assert (await anext(changes))["data"] == full.to_json()
        hub.trouble(database_cause("disk_full", where="hall.sqlite3"))
        assert changes._waiting == {}
        hub.trouble(None)
        assert (await anext(changes))["data"] is None


def table_view(number: int, **more: Any) -> dict[str, Any]:
    table = LiveTable(number)
    return {**view.build(table, monotonic_ms()), **more}


# Ticks


def test_round_trips_bound_each_other_and_a_clock_that_was_set_starts_again() -> None:
    clock = TickClock()
    assert clock.host_ms(5, 100) == 100
    assert clock.error_ms is None
    clock.observe(1000, 1100, 50)
    assert (clock.host_ms(50, 2000), clock.error_ms) == (1050, 50)
    clock.observe(2000, 2010, 1000)
    assert (clock.host_ms(1000, 9000), clock.error_ms) == (2005, 5)
    clock.observe(3000, 3100, 1999)  # as long as the first, but quick there: the bounds are 1001 and 1010
    assert (clock.host_ms(1999, 9000), clock.error_ms) == (1999 + 1005, 5)
    clock.observe(4000, 4100, 5000)
    assert (clock.host_ms(5000, 9000), clock.error_ms) == (4050, 50)


@given(
    offset=st.integers(0, 2**40),
    start=st.integers(0, 2**31),
    round_trips=st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200)), min_size=1, max_size=20),
    later=st.integers(-(2**28), 2**28),
)
def test_the_error_is_bounded_by_half_the_best_round_trip_across_the_wrap(
    offset: int, start: int, round_trips: list[tuple[int, int]], later: int
) -> None:
    """True table time is host time plus an offset, counted modulo 2^30."""
    clock = TickClock()
    now = start
    for request_ms, answer_ms in round_trips:
        clock.observe(now, now + request_ms + answer_ms, (now + request_ms + offset) % WRAP)
        now += 1000
    best = min(request_ms + answer_ms for request_ms, answer_ms in round_trips[-8:])
    moment = now + later
    host_ms = clock.host_ms((moment + offset) % WRAP, now + 2**30)
    assert abs(host_ms - moment) <= best // 2 + 1


def test_a_status_never_comes_from_the_future() -> None:
    clock = TickClock()
    clock.observe(1000, 1200, 0)
    assert clock.host_ms(150, 1210) == 1210


# View


def test_a_running_clock_is_shown_by_its_end() -> None:
    table = LiveTable(3)
    now = monotonic_ms()
    table.status = {"clock": {"name": "stroke", "state": "running", "left": 9000, "length": 15000}}
    table.status_at = now - 500
    built = view.build(table, now)
    assert abs(built["clock"]["end_ms"] - (wall_ms(now) + 8500)) <= 2
    table.status["clock"]["state"] = "paused"
    assert view.build(table, now)["clock"]["end_ms"] is None
    assert view.build(table, now)["clock"]["left"] == 9000
    table.status["clock"]["state"] = "off"
    assert view.build(table, now)["clock"] is None


@given(status=st.recursive(
    st.none() | st.integers() | st.text(max_size=5),
    lambda inner: st.dictionaries(st.sampled_from(["clock", "hall", "state", "left", "name", "seq"]), inner)
    | st.lists(inner, max_size=3),
    max_leaves=10,
))  # fmt: skip
def test_any_status_makes_a_view(status: Any) -> None:
    table = LiveTable(3)
    table.journal = JournalState("j", 0, 0)
    table.status = status if isinstance(status, dict) else {"clock": status}
    table.compare()
    json.dumps(view.build(table, monotonic_ms()))


def test_views_that_look_the_same_are_equal() -> None:
    def at(end_ms: int, heard_ms: int = 0, **more: Any) -> dict[str, Any]:
        clock = {"name": "stroke", "state": "running", "end_ms": end_ms, "left": end_ms % 7, "length": 15000}
        made = table_view(3, clock=clock, **more)
        made["link"]["heard_ms"] = heard_ms
        return made

    assert view.same(at(1000), at(1000, heard_ms=5))
    assert view.same(at(1000), at(1049))
    assert not view.same(at(1000), at(1051))
    assert not view.same(at(1000), at(1000, board=2))
    assert not view.same(at(1000), table_view(3))
    assert not view.same(None, at(1000))


def test_a_clock_that_runs_on_is_no_news_and_everything_else_is() -> None:
    def status(left: int = 9000, state: str = "running", **more: Any) -> dict[str, Any]:
        clock = {"name": "stroke", "state": state, "left": left, "length": 15_000}
        return {"seq": 4, "phase": "board", "clock": clock, "hall": {"state": "off", "left": 0}, **more}

    def is_news(new: dict[str, Any], later_ms: int, old: dict[str, Any] | None = None) -> bool:
        return view.tells_more(old or status(), 1000, new, 1000 + later_ms)

    assert view.tells_more(None, 0, status(), 1000)
    assert not is_news(status(), 0)
    assert not is_news(status(7000), 2000)
    assert not is_news(status(7049), 2000)
    assert not is_news(status(6951), 2000)
    assert is_news(status(7050), 2000)
    assert is_news(status(6950), 2000)
    assert is_news(status(), 2000), "it was set back to where it was"
    assert is_news(status(7000, "paused"), 2000)
    assert is_news(status(7000, "expired"), 2000)
    assert not is_news(status(7000, "paused"), 2000, status(7000, "paused"))
    assert is_news(status(6990, "paused"), 2000, status(7000, "paused"))
    assert is_news(status(7000, phase="over"), 2000)
    assert is_news(status(7000, seq=5), 2000)
    assert is_news(status(7000, battery=3), 2000)
    assert is_news({**status(7000), "clock": None}, 2000)
    assert is_news(status(7000), 2000, {**status(), "clock": None})
    assert is_news(status(7000, hall={"state": "paused", "left": 0}), 2000)
    wrong = {**status(), "clock": {"state": "running", "left": "?"}}
    assert is_news(wrong, 0, wrong), "what cannot be reckoned with is left to whoever draws it"


def test_many_changed_views_are_published_in_turns_and_one_table_at_most_every_50_ms(
    monkeypatch: Any,
) -> None:
    async def scenario() -> None:
        now = [1000]
        monkeypatch.setattr(view, "monotonic_ms", lambda: now[0])
        monkeypatch.setattr(view, "PUBLISH_S", 0.0)
        hub, tables = Hub(), {number: LiveTable(number) for number in range(1, 121)}
        publisher = view.Publisher(hub, tables, None)
        publisher.begin()
        counts = []
        for table in tables.values():
            publisher.changed(table)
        while len(hub.snapshot()) < len(tables):
            await asyncio.sleep(0)
            counts.append(len(hub.snapshot()))
        assert {50, 100, 120} <= set(counts) <= {0, 50, 100, 120}
        with hub.subscribe() as changes:
            for passed in (10, 39, 1):
                now[0] += passed
                tables[7].name = f"at {now[0]}"
                publisher.changed(tables[7])
                for _ in range(4):
                    await asyncio.sleep(0)
                assert bool(changes._waiting) == (now[0] == 1050)
            assert (await anext(changes))["data"]["name"] == "at 1050"
        publisher.end()

    asyncio.run(scenario())


# Fold


def numbered(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"seq": seq, **event} for seq, event in enumerate(events, 1)]


def folded(events: list[dict[str, Any]]) -> MatchFold:
    made = MatchFold()
    for event in events:
        made.add(event["seq"], event, json.dumps(event))
    return made


def random_play(seed: int, length: int) -> list[dict[str, Any]]:
    """Events that fit, with undos and redos among them."""
    dice = random.Random(seed)
    events = numbered([MATCH])
    while len(events) < length:
        choice = dice.random()
        seq = len(events) + 1
        if choice < 0.3:
            event: dict[str, Any] = {"kind": "undo"}
        elif choice < 0.35:
            event = {"kind": "undo", "of": dice.randrange(1, seq)}
        elif choice < 0.5:
            event = {"kind": dice.choice(["play", "sides", "confirm", "time"])}
        else:
            event = board(dice.choice("ab"), dice.randrange(10), dice.choice(["a", "b", "board"]))
        event["seq"] = seq
        try:
            fold([*events, event].__iter__)
        except GameError:
            continue
        events.append(event)
    return events


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), length=st.integers(1, 30))
def test_folding_step_by_step_is_folding_the_whole(seed: int, length: int) -> None:
    events = random_play(seed, length)
    whole = fold(lambda: iter(events))
    stepwise = folded(events)
    assert stepwise.problem is None
    assert dicts.to_dict(stepwise.state) == dicts.to_dict(whole.state)
    expected = [rulings.row(seq, ruling) for seq, ruling in whole.rulings]
    assert list(stepwise.rulings) == expected[-RULINGS:]


good_or_not = st.sampled_from(
    [MATCH, board(), board("b", 10), {"kind": "undo"}, {"kind": "undo", "of": 2}, {"kind": "?"}, {}]
)
nonsense = st.dictionaries(
    st.sampled_from(["kind", "winner", "left", "of", "a"]), st.integers() | st.none() | st.text()
)


@examples(200)
@given(st.lists(good_or_not | nonsense, max_size=12))
def test_random_events_never_raise_and_the_good_ones_count(events: list[dict[str, Any]]) -> None:
    made = folded(numbered([MATCH, *events, MATCH, board("a", 5), {"kind": "dance"}, board("a", 2)]))
    assert made.state.points == {"a": 13, "b": 0}
    assert made.problem is not None
    assert "dance" in str(made.problem)


def test_an_event_that_an_undo_makes_impossible_is_left_out_and_named() -> None:
    events = numbered([MATCH, board("a", 5), {"kind": "undo"}, {"kind": "undo"}, board("b", 2)])
    made = folded(events)
    assert "Event 4" in str(made.problem)
    assert made.state.points["b"] == 5


def test_before_the_first_match_there_is_nothing() -> None:
    made = folded(numbered([{"kind": "boot", "cause": "power"}, board()]))
    assert (made.match, made.count, made.problem, made.official()) == (None, 0, None, None)

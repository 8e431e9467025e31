"""A phone's connection to the panel of a table without hardware: the code, the numbers, and who presses."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from host_tools.simulator.table import SimTable
from host_tools.soft import LATE_MS, STILL_S, Fingers, Numbers, Panel
from host_tools.store.keys import new_code, spaced
from host_tools.web.http.throttle import FREE
from host_tools.web.pages import phones

CODE = "7913YME4YZ0N"


class Table(SimTable):
    """A table without its process; it notes the edges of its keys."""

    edges: list[tuple[str, str]]
    reads_after_s = 0.0
    serial_path = ""

    async def hold(self, key: str, *_: object) -> None:
        await asyncio.sleep(self.reads_after_s)
        self.edges.append((key, "down"))

    def key_up(self, key: str) -> None:
        self.edges.append((key, "up"))


@pytest.fixture(name="table")
def table_without_process(tmp_path: Path) -> Table:
    table = Table(5, tmp_path)
    table.edges = []
    return table


@pytest.fixture(name="panel")
def panel_of(table: Table) -> Panel:
    return Panel(table, CODE, new_code)


@pytest.fixture(name="client")
def client_of(panel: Panel) -> Iterator[TestClient]:
    app = FastAPI()
    app.state.still = None
    phones.install(app, {5: panel})
    with TestClient(app) as client:
        yield client


class Phone:
    """A phone's page, as far as its messages go."""

    def __init__(self, wires: WebSocketTestSession, **hello: Any) -> None:
        self.wires = wires
        wires.send_json({"do": "hello", "code": CODE, "phone": "a", "run": "a1", **hello})

    def until(self, kind: str) -> Any:
        """The next message of this kind."""
        while (message := self.wires.receive_json())["type"] != kind:
            pass
        return message

    def edge(self, do: str, n: int, key: str = "CLOCK", **more: Any) -> str:
        """Send an edge; the kind of the answer."""
        self.wires.send_json({"do": do, "n": n, "key": key, **more})
        while (message := self.wires.receive_json())["type"] not in ("ack", "refused") or message["n"] != n:
            pass
        return str(message["type"])

    def now(self) -> int:
        """The panel's clock."""
        self.wires.send_json({"do": "ping", "t": 1})
        return int(self.until("pong")["now"])

    def holds(self, who: str) -> None:
        """Wait until it is told that this one presses."""
        while self.until("holder")["who"] != who:
            pass


@contextlib.contextmanager
def phone(client: TestClient, **hello: Any) -> Iterator[Phone]:
    with client.websocket_connect("/tables/5/panel/wires") as wires:
        yield Phone(wires, **hello)


def settled(table: Table, count: int) -> list[tuple[str, str]]:
    """The edges, once there are so many."""
    ends = time.monotonic() + 20
    while len(table.edges) < count and time.monotonic() < ends:
        time.sleep(0.005)
    return table.edges


def test_a_press_counts_once_however_often_it_comes(client: TestClient, table: Table) -> None:
    with phone(client) as first:
        first.holds("you")
        assert [first.edge("down", 1), first.edge("down", 1), first.edge("up", 2, held=60)] == ["ack"] * 3
    with phone(client) as again:  # the same page after a break: it has not heard the answers
        assert [again.edge("down", 1), again.edge("up", 2, held=60), again.edge("down", 3)] == ["ack"] * 3
        assert again.edge("up", 4, held=60) == "ack"
    assert settled(table, 4) == [("CLOCK", "down"), ("CLOCK", "up")] * 2


def test_what_was_acknowledged_is_pressed_though_the_phone_goes_at_once(
    client: TestClient, table: Table
) -> None:
    table.reads_after_s = 0.2
    with phone(client) as own:
        own.holds("you")
        for n, (do, key) in enumerate([("down", "OK"), ("up", "OK"), ("down", "WHITE")], 1):
            assert own.edge(do, n, key, held=60) == "ack"
    edges = [("OK", "down"), ("OK", "up"), ("WHITE", "down"), ("WHITE", "up")]
    assert settled(table, 4) == edges


def test_an_old_press_is_refused_and_said(client: TestClient, table: Table) -> None:
    with phone(client) as own:
        own.holds("you")
        now = own.now()
        assert own.edge("down", 1, "FOUL", at=now - LATE_MS - 500) == "refused"
        assert own.edge("up", 2, "FOUL", at=now - LATE_MS - 400, held=100) == "ack"
        assert own.edge("down", 1, "FOUL", at=now) == "refused"  # it keeps its answer
        assert own.edge("down", 3, "WHITE", at=now - LATE_MS // 2) == "ack"
        # What releases a key is never too old.
        assert own.edge("up", 4, "WHITE", at=now - LATE_MS * 4, held=50) == "ack"
    assert settled(table, 2) == [("WHITE", "down"), ("WHITE", "up")]


def test_only_the_holder_presses_until_another_takes_over(client: TestClient, table: Table) -> None:
    with phone(client) as first, phone(client, phone="b", run="b1") as second:
        first.holds("you")
        second.holds("other")
        assert second.edge("down", 1, "OK") == "refused"
        second.wires.send_json({"do": "take"})
        second.holds("you")
        first.holds("other")
        assert (first.edge("down", 1), second.edge("down", 2, "OK")) == ("refused", "ack")
    with phone(client, holds=False) as first:  # it comes back, and does not take what it gave away
        first.holds("other")
    assert ("OK", "down") in settled(table, 2)
    assert ("CLOCK", "down") not in table.edges


def test_a_phone_that_only_watched_does_not_hold_a_panel_that_began_again(client: TestClient) -> None:
    with phone(client, phone="b", holds=False) as watcher:
        watcher.holds("other")
        with phone(client, holds=True) as own:
            own.holds("you")


@pytest.mark.parametrize("key", ["SERVICE", "NONE", 5, None])
def test_no_other_key_is_pressed(client: TestClient, table: Table, key: object) -> None:
    with phone(client) as own:
        own.wires.send_json({"do": "down", "n": 1, "key": key})
        own.wires.send_json([1])
        own.wires.send_text("no JSON")
        assert own.now() > 0
    assert table.edges == []


def test_who_does_not_know_the_code_sees_and_presses_nothing(client: TestClient, table: Table) -> None:
    for _ in range(FREE + 1):
        with phone(client, code="7913 YME4 YZ0X") as stranger:
            assert stranger.wires.receive_json() == {"type": "code"}
            with pytest.raises(WebSocketDisconnect):
                stranger.wires.receive_json()
    with phone(client) as own:  # the right code has to wait too: else guessing would cost nothing
        assert own.wires.receive_json()["type"] == "wait"
    assert table.edges == []


@pytest.mark.parametrize(
    "typed", [CODE, spaced(CODE), spaced(CODE).lower(), CODE.replace("0", "o").replace("1", "l")]
)
def test_the_code_as_people_type_it(client: TestClient, typed: str) -> None:
    with phone(client, code=typed) as own:
        own.holds("you")


@pytest.mark.parametrize(
    ("address", "headers"),
    [
        ("/tables/5/panel/wires", {"origin": "http://elsewhere.example"}),
        ("/tables/5/panel/wires", {"origin": "null"}),
        ("/tables/5/panel/wires", {"sec-fetch-site": "cross-site"}),
        ("/tables/6/panel/wires", {}),
    ],
)
def test_no_other_page_and_no_other_table(client: TestClient, address: str, headers: dict[str, str]) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(address, headers=headers):
        pass


def test_a_new_code_turns_every_phone_away(client: TestClient, panel: Panel, table: Table) -> None:
    with phone(client) as own:
        own.holds("you")
        own.edge("down", 1)
        assert client.portal is not None
        client.portal.call(panel.renew)
        own.until("renewed")
        own.wires.send_json({"do": "down", "n": 2, "key": "OK"})
        with pytest.raises(WebSocketDisconnect):
            own.wires.receive_json()
    with phone(client) as own:
        assert own.wires.receive_json() == {"type": "code"}
    with phone(client, code=panel.code) as own:
        own.holds("you")
    assert settled(table, 2) == [("CLOCK", "down"), ("CLOCK", "up")]


def test_the_page_of_a_table_is_there_and_has_no_code(client: TestClient) -> None:
    assert CODE not in client.get("/tables/5/panel").text
    assert client.get("/tables/5/panel").status_code == 200
    assert client.get("/tables/6/panel").status_code == 404


# The presses of a phone: each once, none late, in order, held as long as the finger held.

LONG_S = 0.7
"""A key that is closed so long counts as held (firmware: drivers/keys.py)."""
REST_S = 0.045
"""As `SimTable.hold` lets a key rest."""


class Keys:
    """What happened at a table's keys, on a clock that goes on only while somebody waits."""

    def __init__(self) -> None:
        self.now = 10.0
        self.edges: list[tuple[str, str, float]] = []
        self.read_s = 0.01  # the firmware's next look

    async def hold(self, key: str) -> None:
        last = max((at for name, _, at in self.edges if name == key), default=0.0)
        await self.sleep(max(self.read_s, last + REST_S - self.now))
        self.edges.append((key, "down", self.now))

    def key_up(self, key: str) -> None:
        self.edges.append((key, "up", self.now))

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        await asyncio.sleep(0)

    def held_s(self, key: str) -> list[float]:
        """How long each press of the key lasted."""
        times = [at for name, _, at in self.edges if name == key]
        return [up - down for down, up in zip(times[::2], times[1::2], strict=True)]


def played(*steps: tuple[float, Callable[[Fingers], None]], keys: Keys | None = None) -> Keys:
    """The edges after these steps, each so many seconds after the one before, looked at 20 times a second."""
    keys = keys or Keys()

    async def work() -> None:
        fingers = Fingers(keys, lambda: keys.now, keys.sleep)
        moving = asyncio.create_task(fingers.run())
        for wait_s, step in steps:
            ends = keys.now + wait_s
            while keys.now < ends:
                keys.now = min(keys.now + 0.05, ends)
                fingers.look()
                await asyncio.sleep(0)
            step(fingers)
            for _ in range(20):
                await asyncio.sleep(0)
        moving.cancel()
        await asyncio.gather(moving, return_exceptions=True)

    asyncio.run(work())
    return keys


def down(key: str) -> Callable[[Fingers], None]:
    return lambda fingers: fingers.down(key)


def still(key: str) -> Callable[[Fingers], None]:
    return lambda fingers: fingers.still(key)


def up(key: str, held_s: float) -> Callable[[Fingers], None]:
    return lambda fingers: fingers.up(key, held_s)


def test_a_number_is_taken_once_and_keeps_its_answer() -> None:
    numbers = Numbers()
    assert [numbers.judge("a", n, True) for n in (1, 2, 2, 1, 3)] == ["new", "new", "again", "again", "new"]
    assert [numbers.judge("a", 4, taken) for taken in (False, True, True)] == ["refused"] * 3
    assert numbers.judge("b", 1, True) == "new"  # another load of the page begins at 1
    assert LATE_MS <= 2000


def test_taps_that_come_in_a_bunch_are_as_many_presses() -> None:
    bunch = [(0.0, step) for _ in range(5) for step in (down("WHITE"), up("WHITE", 0.02))]
    keys = played(*bunch, (0.0, down("CLOCK")), (0.1, up("CLOCK", 0.1)))
    assert len(keys.held_s("WHITE")) == 5
    assert [name for name, edge, _ in keys.edges if edge == "down"] == ["WHITE"] * 5 + ["CLOCK"]
    assert max(keys.held_s("WHITE")) < LONG_S


@pytest.mark.parametrize("late_s", [0.0, 0.3, 0.65])
def test_a_held_press_stays_one_when_its_beginning_came_late(late_s: float) -> None:
    steps = [(0.1, still("FOUL"))] * int((0.8 - late_s) / 0.1)
    keys = played((0.0, down("FOUL")), *steps, (0.0, up("FOUL", 0.8)))
    assert keys.held_s("FOUL")[0] >= LONG_S


@pytest.mark.parametrize("end", [None, up("FOUL", 0.1)])
def test_a_tap_whose_end_is_lost_or_late_does_not_become_a_held_press(
    end: Callable[[Fingers], None] | None,
) -> None:
    steps = [(2.0, end)] if end else [(2.0, still("OK"))]
    keys = played((0.0, down("FOUL")), *steps)
    (held_s,) = keys.held_s("FOUL")
    assert held_s < LONG_S
    assert held_s <= STILL_S + 0.06


def test_two_keys_are_held_together() -> None:
    held = [(0.1, still("OK")), (0.0, still("UNDO"))] * 20
    keys = played(
        (0.0, down("OK")), (0.05, down("UNDO")), *held, (0.0, up("OK", 2.0)), (0.0, up("UNDO", 2.0))
    )
    assert min(*keys.held_s("OK"), *keys.held_s("UNDO")) > 1.9


def test_a_press_waits_for_a_busy_computer_and_does_not_become_a_held_one() -> None:
    keys = Keys()
    keys.read_s = 1.0
    steps = [(0.0, down("FOUL")), (0.05, up("FOUL", 0.05)), (0.0, down("CLOCK")), (0.05, up("CLOCK", 0.05))]
    played(*steps, keys=keys)
    assert [name for name, edge, _ in keys.edges if edge == "down"] == ["FOUL", "CLOCK"]
    assert max(*keys.held_s("FOUL"), *keys.held_s("CLOCK")) < LONG_S


async def test_what_was_pressed_before_the_phone_went_is_pressed() -> None:
    keys = Keys()
    keys.read_s = 1.0

    fingers = Fingers(keys, lambda: keys.now, keys.sleep)
    moving = asyncio.create_task(fingers.run())
    fingers.down("FOUL")
    await asyncio.sleep(0)
    fingers.lift()
    for _ in range(20):
        await asyncio.sleep(0)
    moving.cancel()
    await asyncio.gather(moving, return_exceptions=True)
    assert [edge for _, edge, _ in keys.edges] == ["down", "up"]


async def test_a_key_whose_phone_went_silent_before_it_was_read_does_not_stay_closed() -> None:
    keys = Keys()
    keys.read_s = STILL_S * 3

    async def sleep(seconds: float) -> None:
        keys.now += seconds
        fingers.look()
        await asyncio.sleep(0)

    fingers = Fingers(keys, lambda: keys.now, sleep)
    keys.sleep = sleep  # type: ignore[method-assign]
    moving = asyncio.create_task(fingers.run())
    fingers.down("FOUL")
    for _ in range(20):
        await asyncio.sleep(0)
    moving.cancel()
    await asyncio.gather(moving, return_exceptions=True)
    (_, first, down_at), (_, last, up_at) = keys.edges[-2:]
    assert (first, last) == ("down", "up")
    assert up_at - down_at < LONG_S


def test_no_key_stays_closed_when_the_phone_is_gone() -> None:
    keys = played((0.0, down("CLOCK")), (0.1, lambda fingers: None))
    assert [edge for _, edge, _ in keys.edges] == ["down", "up"]

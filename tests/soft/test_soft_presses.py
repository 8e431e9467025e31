"""The presses of a phone: each once, none late, in order, held as long as the finger held."""

import asyncio
from collections.abc import Callable

import pytest

from host_tools.soft import LATE_MS, STILL_S, Fingers, Numbers

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

"""Fingers on ten switches of any badness: what the keys report is what the fingers did, in their order.

The reference knows what the driver cannot: when a finger meant a press. Contacts are open or closed by the
millisecond; only every tenth is seen.
"""

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardside.drivers.keys import LONG, LONG_MS, PRESS, Keys, Registers
from boardside.drivers.mcp23017 import Mcp23017
from boardside.drivers.pcf8574 import Pcf8574
from boardside.drivers.tm1638 import Tm1638
from host_tools.simulator.chips import key_chips
from host_tools.simulator.chips.solder import I2c

COUNT = 10
GOOD_MS = 9
BAD_MS = 150
PERIOD = 1 << 30


def diff(later: int, earlier: int) -> int:
    return ((later - earlier + PERIOD // 2) % PERIOD) - PERIOD // 2


class Switches:
    """Ten contacts at a moment; each change of a finger is followed by chatter of `bounce_ms`."""

    def __init__(self, bounce_ms: list[int], seed: int) -> None:
        self.bounce_ms = bounce_ms
        self.levels = bytearray(b"\x01" * COUNT)
        self._finger = [1] * COUNT
        self._changed = [-1_000_000] * COUNT
        self._random = random.Random(seed)

    def move(self, key: int, level: int, now: int) -> None:
        self._finger[key] = level
        self._changed[key] = now
        self._set(key, now)

    def at(self, now: int) -> None:
        for key in range(COUNT):
            self._set(key, now)

    def _set(self, key: int, now: int) -> None:
        since = now - self._changed[key]
        # The first closed contact is the edge; then chatter, at random, until the contact rests.
        chatters = 0 < since < self.bounce_ms[key]
        self.levels[key] = self._random.getrandbits(1) if chatters else self._finger[key]

    def read(self, key: int) -> int:
        return self.levels[key]


class Master:
    """An I2C master on the models' bus."""

    def __init__(self, bus: I2c) -> None:
        self.bus = bus

    def writeto(self, address: int, data: bytes) -> None:
        self.bus.chips[address].write(data)

    def readfrom_into(self, address: int, data: bytearray) -> None:
        self.bus.chips[address].read(data)

    def readfrom_mem_into(self, address: int, register: int, data: bytearray) -> None:
        self.bus.chips[address].write(bytes([register]))
        self.bus.chips[address].read(data)


class Line:
    """A pin on a line of the TM1638."""

    def __init__(self, on_level: Callable[[int], None], pulls: Callable[[], int] = lambda: 1) -> None:
        self.on_level, self.pulls, self.level = on_level, pulls, 1

    def __call__(self, level: int | None = None) -> int | None:
        if level is None:
            return self.level & self.pulls()
        self.level = level
        self.on_level(level)
        return None


class Words:
    """The registers with key n at GPIO n."""

    second = 0

    def __init__(self, switches: Switches) -> None:
        self.switches = switches

    @property
    def first(self) -> int:
        return sum(self.switches.read(key) << key for key in range(COUNT))


def source(name: str, switches: Switches, notes: list[str]) -> object:
    """The panel `name` with these switches; `notes` takes what its chips complain of."""
    bus = I2c()
    if name == "gpio":
        return Registers(Words(switches), range(COUNT))
    if name == "mcp23017":
        bus.attach(0x20, key_chips.Mcp23017(switches.read, notes.append))
        return Mcp23017(Master(bus))
    if name == "pcf8574":
        bus.attach(0x20, key_chips.Pcf8574(0, 8, switches.read, notes.append))
        bus.attach(0x21, key_chips.Pcf8574(8, 2, switches.read, notes.append))
        return Pcf8574(Master(bus))
    chip = key_chips.Tm1638(switches.read, notes.append)
    return Tm1638(Line(chip.stb), Line(chip.clk), Line(chip.dio, chip.pulls))


PANELS = ("gpio", "mcp23017", "pcf8574", "tm1638")

# A finger's press: how long after the one before (of any key), how long it holds.
PRESSES = st.lists(
    st.tuples(st.integers(0, COUNT - 1), st.integers(0, 400), st.integers(25, 1200)), min_size=1, max_size=25
)


def script(presses: list[tuple[int, int, int]], gap_ms: int) -> list[tuple[int, int, int]]:
    """(ms, key, level) of every move; a key is let alone for `gap_ms` before it is pressed again."""
    free_at = [0] * COUNT
    moves = []
    now = 200
    for key, after, hold in presses:
        now = max(now + after, free_at[key])
        moves.append((now, key, 0))
        moves.append((now + hold, key, 1))
        free_at[key] = now + hold + gap_ms
    return sorted(moves)


def reported(
    name: str, switches: Switches, moves: list[tuple[int, int, int]], start: int
) -> list[tuple[int, int]]:
    """The events that the keys report while the fingers do their moves; the keys are scanned every 10 ms."""
    notes: list[str] = []
    now = [0]
    keys = Keys(source(name, switches, notes), diff, settle=lambda: switches.at(now[0] + 1))
    seen = []
    at = 0
    for ms in range(moves[-1][0] + 400):
        switches.at(ms)
        while at < len(moves) and moves[at][0] == ms:
            switches.move(moves[at][1], moves[at][2], ms)
            at += 1
        now[0] = ms
        if ms % 10 == 0:
            keys.scan((start + ms) % PERIOD)
            press = keys.get()
            while press:
                seen.append(press)
                press = keys.get()
    assert notes == []
    assert keys.dropped == 0
    return seen


def is_what_was_meant(moves: list[tuple[int, int, int]], seen: list[tuple[int, int]]) -> bool:
    """Whether the meant presses were reported in their order; two within 20 ms may have changed places."""
    waiting = [(ms, key) for ms, key, level in moves if level == 0]
    for key, kind in seen:
        if kind != PRESS:
            continue
        press = next((waiting_press for waiting_press in waiting if waiting_press[1] == key), None)
        if press is None or press[0] > waiting[0][0] + 20:
            return False
        waiting.remove(press)
    return not waiting


@pytest.mark.parametrize("name", PANELS)
@settings(max_examples=25)
@given(presses=PRESSES, seed=st.integers(0, 1 << 30), start=st.sampled_from((0, PERIOD - 1500)))
def test_good_switches_report_every_press_once_and_in_order(
    name: str, presses: list[tuple[int, int, int]], seed: int, start: int
) -> None:
    bounce = [seed >> key & 7 for key in range(COUNT)]
    moves = script(presses, 60)
    seen = reported(name, Switches(bounce, seed), moves, start)
    assert is_what_was_meant(moves, seen)
    longs = [hold for _, _, hold in presses]
    count = len([kind for _, kind in seen if kind == LONG])
    assert len([hold for hold in longs if hold >= LONG_MS + 30]) <= count
    assert count <= len([hold for hold in longs if hold >= LONG_MS - 30])


def known_bad(switches: Switches, keys: Keys) -> int:
    """Let every key chatter once where the driver can see it; the ms that took."""
    for ms in range(0, 600, 10):
        for key in range(COUNT):
            switches.levels[key] = 0 if ms in (100, 120, 130) else 1
        keys.scan(ms)
        while keys.get():
            pass
    return 600


@settings(max_examples=60)
@given(presses=PRESSES, seed=st.integers(0, 1 << 30))
def test_bad_switches_that_chatter_for_150_ms_report_every_press_once(
    presses: list[tuple[int, int, int]], seed: int
) -> None:
    switches = Switches([0] * COUNT, seed)
    now = [0]
    keys = Keys(
        source("gpio", switches, []), diff, settle=lambda: switches.at(now[0] + 1) if now[0] else None
    )
    begin = known_bad(switches, keys)
    assert all(keys.chatters(key) for key in range(COUNT))
    switches.bounce_ms = [BAD_MS] * COUNT
    moves = [(begin + ms, key, level) for ms, key, level in script(presses, BAD_MS + 120)]
    presses_seen = [0] * COUNT
    at = 0
    for ms in range(begin, moves[-1][0] + 400):
        switches.at(ms)
        while at < len(moves) and moves[at][0] == ms:
            switches.move(moves[at][1], moves[at][2], ms)
            at += 1
        now[0] = ms
        if ms % 10 == 0:
            keys.scan(ms)
            press = keys.get()
            while press:
                presses_seen[press[0]] += press[1] == PRESS
                press = keys.get()
    meant = [sum(1 for _, key, level in moves if key == number and level == 0) for number in range(COUNT)]
    extra = sum(presses_seen) - sum(meant)
    assert all(seen >= least for seen, least in zip(presses_seen, meant, strict=True)), (
        presses_seen,
        meant,
    )
    assert extra <= 1, (presses_seen, meant)  # by chance one in a thousand

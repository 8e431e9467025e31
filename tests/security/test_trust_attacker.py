"""An attacker who has recorded everything and sends it again, in any order, changed or mixed, is never
believed.
"""

import functools
from collections.abc import Callable

import pytest
from attacker import Believed, World, honest, line_of, parts_of, signed
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from boardside.link.frame import fields
from tests.sampling import examples

OLD, NEW, OTHER = b"old key " * 4, b"new key " * 4, b"of table 4 " * 3
NUMBERS = (0, 1, 2, 3, 50, 2**31, 2**53)


@pytest.fixture(scope="module", autouse=True)
def _recorded_anew() -> None:
    """The mutants are tried one after the other in a process: each records with its own fault."""
    recorded.cache_clear()


@functools.cache
def recorded() -> tuple[bytes, ...]:
    """All lines of: the table while it was open, under its old key, and under its new one; another table."""
    worlds = [
        World(1, b"", [b""]),
        World(2, OLD, [OLD]),
        World(3, NEW, [NEW, OLD]),
        World(4, OTHER, [OTHER], number=4),
    ]
    lines = [line for world in worlds for line in honest(world).recorded]
    return tuple(dict.fromkeys(lines))


class Attack:
    """The attacker's actions. The numbers choose among what there is."""

    def __init__(self, world: World) -> None:
        self.world = world

    def _line(self, choice: int) -> bytes:
        # Half the time one of the present session: those fit best.
        lines = self.world.recorded
        if choice % 2:
            return lines[-1 - (choice // 2) % min(len(lines), 60)]
        return lines[(choice // 2) % len(lines)]

    def _send(self, data: bytes, to: int) -> None:
        if to % 3 != 1:
            self.world.reach_table(data)
        if to % 3 != 0:
            self.world.reach_host(data)

    def again(self, a: int, b: int, c: int) -> None:
        """A line as it was, to whom it was meant for or back to its sender."""
        self._send(self._line(a), b)

    def stretch(self, a: int, b: int, c: int) -> None:
        """Many lines in the order in which they were sent."""
        lines = self.world.recorded
        start = a % len(lines)
        self._send(b"".join(lines[start : start + 1 + c % 30]), b)

    def backwards(self, a: int, b: int, c: int) -> None:
        lines = self.world.recorded[-(1 + c % 30) :]
        self._send(b"".join(reversed(lines)), b)

    def mixed(self, a: int, b: int, c: int) -> None:
        """One's body with another's code, the checksum put right."""
        self._send(line_of(parts_of(self._line(a))[0], parts_of(self._line(c))[1]), b)

    def renumbered(self, a: int, b: int, c: int) -> None:
        """A line with a number that would be new."""
        body, mac = parts_of(self._line(a))
        head, _, rest = body.partition(b",")
        _, comma, tail = rest.partition(b",")
        number = NUMBERS[c % len(NUMBERS)] if c % 2 else self.world.table_got + 1 + c % 5
        self._send(line_of(head + b",%d" % number + comma + tail, mac), b)

    def cut(self, a: int, b: int, c: int) -> None:
        """The beginning of one and the end of another."""
        line, other_line = self._line(a), self._line(a // 3 + c)
        self._send(line[: c % len(line)] + other_line[c % len(other_line) :], b)

    def touched(self, a: int, b: int, c: int) -> None:
        """One bit of the code or the body, the checksum put right."""
        body, mac = parts_of(self._line(a))
        if c % 2:
            at = c // 2 % 16
            mac = mac[:at] + b"%x" % (int(mac[at : at + 1], 16) ^ 1 << c % 4) + mac[at + 1 :]
        else:
            at = c // 2 % len(body)
            body = body[:at] + bytes([0x20 + (body[at] - 0x20 + 1 + c) % 0x5F]) + body[at + 1 :]
        self._send(line_of(body, mac), b)

    def unsigned(self, a: int, b: int, c: int) -> None:
        """A body as if it needed no code."""
        body, _ = parts_of(self._line(a))
        self._send(line_of(body, (b"0" * 16, b"f" * 16, b"", b"0" * 15)[c % 4]), b)

    def under_another_key(self, a: int, b: int, c: int) -> None:
        """With the right nonces of the present session, by somebody who has the other keys."""
        host_nonce, table_nonce = self._nonces()
        body, _ = parts_of(self._line(a))
        key = (OLD, OTHER, b"")[c % 3]
        self._send(signed(body, key, host_nonce, table_nonce, b"><"[c % 2 : c % 2 + 1]), b)

    def _nonces(self) -> tuple[str, str]:
        for line in reversed(self.world.recorded):
            values = fields(parts_of(line)[0])
            if values is not None and values[0] == "id":
                return values[10], values[9]
        return "0" * 16, "0" * 16

    def hold_back(self, a: int, b: int, c: int) -> None:
        """The bytes on the wire come later, in another order."""
        for wire in (self.world.to_table, self.world.to_host):
            if wire:
                at = a % len(wire)
                wire.insert(c % len(wire), wire.pop(at))

    def swallow(self, a: int, b: int, c: int) -> None:
        for wire in (self.world.to_table, self.world.to_host)[b % 2 :][:1]:
            if wire:
                wire.pop(a % len(wire))

    # What happens anyway

    def wait(self, a: int, b: int, c: int) -> None:
        self.world.speak((10, 100, 300, 1000, 2000, 9000)[a % 6])
        if b % 4:
            self.world.deliver()

    def play(self, a: int, b: int, c: int) -> None:
        self.world.play()

    def ask(self, a: int, b: int, c: int) -> None:
        self.world.ask()

    def reboot(self, a: int, b: int, c: int) -> None:
        if c % 4 == 0:
            self.world.power_on()
        elif c % 4 == 1:
            self.world.restart()


Step = Callable[[Attack, int, int, int], None]
STEPS: tuple[Step, ...] = (
    *(Attack.again, Attack.stretch, Attack.backwards, Attack.mixed, Attack.renumbered, Attack.cut),
    *(Attack.touched, Attack.unsigned, Attack.under_another_key, Attack.hold_back, Attack.swallow),
    *(Attack.wait, Attack.wait, Attack.wait, Attack.play, Attack.ask, Attack.reboot),
)

_number = st.integers(0, 1 << 16)
_steps = st.lists(st.tuples(st.sampled_from(STEPS), _number, _number, _number), min_size=5, max_size=60)


def attacked(seed: int, is_up: bool, steps: list[tuple[Step, int, int, int]]) -> World:
    """The table has its new key; the host takes the old one, too, as long as a change is under way."""
    world = World(seed, NEW, [NEW, OLD], list(recorded()))
    world.boot = 9
    for _ in range(8 if is_up else 0):
        world.speak(200)
        world.deliver()
    attack = Attack(world)
    for step, a, b, c in steps:
        step(attack, a, b, c)
        world.require_well()
    return world


@given(seed=st.integers(0, 1000), is_up=st.booleans(), steps=_steps)
@examples(100, suppress_health_check=list(HealthCheck))
def test_nothing_is_believed_that_is_not_fresh(
    seed: int, is_up: bool, steps: list[tuple[Step, int, int, int]]
) -> None:
    attacked(seed, is_up, steps).settle()


def test_every_recorded_line_alone_means_nothing_to_a_running_session() -> None:
    """All of them, each at both ends, as recorded: exhaustive where the other tests choose."""
    lines = recorded()
    world = World(5, NEW, [NEW, OLD])
    for _ in range(10):
        world.speak(200)
        world.deliver()
    assert world.table.up
    assert world.host.up
    ups, statuses, got = world.ups, world.statuses, world.table_got
    for line in lines:
        world.reach_table(line)
        world.reach_host(line)
    assert (world.ups, world.statuses, world.table_got) == (ups, statuses, got)
    assert world.table.up
    assert world.host.up
    world.settle()


def test_every_line_of_this_session_and_the_one_before_is_spent() -> None:
    """Played back to either end, so reflected too; across a restart of the table."""
    world = World(10, NEW, [NEW])
    for step in range(24):
        if step == 12:
            world.power_on()
        world.play()
        world.speak(300)
        world.deliver()
    assert world.ups == 2
    for line in list(world.recorded):
        world.reach_table(line)
        world.reach_host(line)
    assert world.ups == 2
    world.settle()


def test_an_old_session_played_back_whole_brings_no_session_about() -> None:
    """A stranger who answers with what a genuine end once said."""
    for at_table in (True, False):
        world = World(6, NEW, [NEW])
        for line in recorded():
            world.now += 20
            if at_table:
                world.reach_table(line)
                world.table.send(world.now, 4096)
                assert not world.table.up
            else:
                world.reach_host(line)
                world.host.send(world.now)
                assert not world.host.up
        assert (world.mets, world.ups, world.applied, world.statuses) == (0, 0, [], 0)


def test_the_record_has_all_it_should() -> None:
    """Else the attacker would have had nothing to attack with."""
    kinds = {line[3 : line.index(b'"', 3)] for line in recorded()}
    assert kinds >= {b"on", b"hi", b"id", b"go", b"st", b"ev", b"ok", b"po", b"ack", b"cm", b"pi"}
    assert len(recorded()) > 500


def test_no_nonce_is_used_twice_whatever_happens() -> None:
    world = World(8, NEW, [NEW])
    for step in range(600):
        world.speak(300)
        world.deliver()
        if step % 12 == 0:
            world.power_on()
        if step % 50 == 0:
            world.restart()
        world.require_well()
    assert world.ups > 30
    assert len(world.nonces) > 100


def test_the_watch_notices_a_line_that_was_never_made() -> None:
    world = World(9, NEW, [NEW])
    for _ in range(10):
        world.speak(200)
        world.deliver()
    assert world.host._agreed is not None
    signer = world.host._agreed.signer
    body = b'["pi",900,5]'
    with pytest.raises(Believed):
        world.reach_table(line_of(body, signer.mac(b">", body)))

"""Both ends against each other on bad lines: whatever happens, everything arrives once when the faults
stop.
"""

import random

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from rig import STEP_MS, Faults, Rig

from boardside.link.session import HEARTBEAT_MS
from host_tools.collector.incoming import EventIn, Met, StatusIn
from host_tools.collector.outgoing import PART_LINE_MAX, Delivery, fits, split
from host_tools.collector.session import HostSession
from tests.sampling import examples

NONE = Faults()
rates = st.sampled_from([0.0, 0.02, 0.1, 0.3])
faults = st.builds(
    Faults,
    lose=rates,
    repeat=rates,
    damage=rates,
    reorder=rates,
    commit_fails=st.sampled_from([0.0, 0.5, 0.95]),
    table_reboots=st.sampled_from([0.0, 0.0, 0.005]),
    host_restarts=st.sampled_from([0.0, 0.0, 0.005]),
)


@examples(60, suppress_health_check=[HealthCheck.too_slow])
@given(number=st.integers(0, 2**32), faults=faults)
def test_everything_arrives_once_when_the_faults_stop(number: int, faults: Faults) -> None:
    rig = Rig(number)
    rig.run(12_000, faults, events=60, commands=3)
    rig.run(30_000, NONE)
    assert rig.converged(), (rig.journal.last_seq, rig.disk.last, rig.table.acked)
    assert rig.outbox == []
    assert rig.host.up
    assert rig.table.up


def test_a_good_line_needs_one_exchange() -> None:
    rig = Rig(1)
    rig.journal.events = [{"seq": seq, "kind": "play"} for seq in range(1, 4)]
    for _ in range(200):
        rig.step(NONE)
    assert rig.converged()
    assert rig.disk.doubles == 0
    rig.restart()
    before = rig.now
    while not rig.host.up:
        rig.step(NONE)
    # hi, id, go, st; the line holds each back for a few steps at random.
    assert rig.now - before < 500


@pytest.mark.parametrize("number", range(5))
def test_a_day_away_is_caught_up(number: int) -> None:
    rig = Rig(number)
    rig.run(1000, NONE, events=3)
    rig.run(1000, Faults(lose=1.0), events=500)
    rig.run(60_000, NONE)
    assert rig.converged()
    assert rig.disk.doubles <= 10


def test_nothing_is_acknowledged_while_commits_fail_and_nothing_is_lost() -> None:
    rig = Rig(2)
    rig.run(20_000, Faults(commit_fails=1.0), events=100)
    assert rig.table.acked == 0
    assert rig.disk.events == {}
    assert len(rig.disk.queued) <= 8, "what waits for the database is bounded by the window"
    assert rig.host.up
    rig.run(15_000, NONE)
    assert rig.converged()


@pytest.mark.parametrize(
    ("key", "host_key", "reason"),
    [(b"right", b"wrong", "wrong_key"), (b"", b"known", "without_its_key"), (b"secret", b"", "unknown_key")],
)
def test_other_keys_meet_but_nothing_passes(key: bytes, host_key: bytes, reason: str) -> None:
    rig = Rig(3, key=key, host_key=host_key)
    rig.run(5000, NONE, events=5)
    assert rig.disk.queued == []
    assert not rig.host.up
    assert (rig.refused[0].trouble.reason, rig.refused[0].table) == (reason, 3)


@pytest.mark.parametrize("stall_ms", [80, 300])
def test_the_input_ring_never_overflows_while_the_table_stands_still(stall_ms: int) -> None:
    """259 bytes are dropped in silence by the chip; at most 200 may be under way while it erases flash."""
    rig = Rig(6)
    rig.outbox = ["c1"]
    for seq in range(1, 200):
        rig.journal.append(kind="play", number=seq)
    worst = ring = 0
    waiting = b""
    for step in range(1500):
        rig.now += STEP_MS
        stalled = step % 40 < stall_ms // STEP_MS
        out = b""
        if not stalled:
            rig.table.receive(waiting, rig.now)
            waiting = b""
            out = rig.table.send(rig.now, 100)
        for message in rig.host.receive(out, rig.now):
            rig.handle(message)
        rig.disk.commit(rig.journal)
        rig.host.committed(rig.disk.last)
        rig.deliver()
        waiting += rig.host.send(rig.now)
        ring = len(waiting)
        worst = max(worst, ring)
    assert rig.converged()
    assert rig.applied == ["c1"]
    assert 100 < worst <= 200


def test_a_command_that_was_done_before_the_reboot_is_not_sent_again() -> None:
    """The answer is lost, and the table forgets; but its journal has the event, and the host reads that
    first.
    """
    rig = Rig(12)
    rig.run(1000, NONE, events=1)
    rig.outbox = ["c1"]
    for _ in range(30):
        rig.play()
    while not rig.applied:
        rig.now += STEP_MS
        for message in rig.host.receive(b"", rig.now):
            rig.handle(message)
        rig.deliver()
        rig.table.receive(rig.host.send(rig.now), rig.now)
    rig.reboot()
    rig.run(20_000, NONE)
    assert rig.converged()
    assert rig.outbox == []
    assert rig.applied == ["c1"]


def met_and_up(rig: Rig) -> None:
    while not rig.host.up:
        rig.step(NONE)


def test_a_frame_of_the_table_that_comes_twice_counts_once() -> None:
    rig = Rig(13)
    met_and_up(rig)
    rig.run(500, NONE)
    rig.table.changed()
    rig.now += 200
    frame = rig.table.send(rig.now, 4000)
    assert [type(message) for message in rig.host.receive(frame, rig.now)] == [StatusIn]
    assert rig.host.receive(frame, rig.now) == []


def test_what_another_connection_got_is_not_missed_here() -> None:
    rig = Rig(14)
    rig.run(1000, NONE, events=3)
    for _ in range(5):
        rig.play()
    rig.host.committed(8)
    rig.table.receive(rig.host.send(rig.now), rig.now)
    rig.play()
    data = b"".join(iter(lambda: rig.table.send(rig.now, 4000), b""))
    messages = rig.host.receive(data, rig.now)
    assert [message.seq for message in messages if isinstance(message, EventIn)] == [9]


def test_the_host_shows_a_dead_line_as_down_and_finds_the_table_again() -> None:
    rig = Rig(7)
    rig.run(2000, NONE, events=2)
    rig.run(4 * HEARTBEAT_MS + 500, Faults(lose=1.0))
    assert not rig.host.up
    assert not rig.table.up
    rig.run(3000, NONE)
    assert rig.host.up
    assert rig.table.up


def test_a_reboot_is_noticed_by_the_first_thing_the_table_says() -> None:
    rig = Rig(8)
    rig.run(3000, NONE, events=2)
    rig.reboot()
    before = rig.now
    while not rig.table.up:
        rig.step(NONE)
    assert rig.now - before < 1500


def listen(pieces: list[bytes]) -> list[object]:
    """The messages that a host takes from a recorded exchange in `pieces`; it accepts every table at once."""
    host = HostSession("host", lambda table: [b"key"], None, random.Random(1).randbytes)
    messages: list[object] = []
    for piece in pieces:
        for message in host.receive(piece, 0):
            messages.append(message)
            if isinstance(message, Met):
                host.accept(message, 1)
    return messages


def test_however_a_recorded_exchange_is_cut_it_says_the_same() -> None:
    rig = Rig(9)
    rig.journal.events = [{"seq": seq, "kind": "play"} for seq in range(1, 4)]
    host = HostSession("host", lambda table: [b"key"], None, random.Random(1).randbytes)
    recorded = b""
    for now in range(0, 300, STEP_MS):
        rig.table.receive(host.send(now), now)
        data = rig.table.send(now, 1000)
        recorded += data
        for message in host.receive(data, now):
            if isinstance(message, Met):
                host.accept(message, 1)
    whole = listen(recorded.splitlines(keepends=True))
    assert sum(isinstance(message, EventIn) for message in whole) == 3
    assert listen([recorded[at : at + 1] for at in range(len(recorded))]) == whole
    # The host can go on only when it has accepted: the line with `id` comes first.
    known = recorded.index(b"\n", recorded.index(b'["id"')) + 1
    for cut in range(known, len(recorded)):
        assert listen([recorded[:known], recorded[known:cut], recorded[cut:]]) == whole


@examples(200)
@given(st.binary(max_size=600))
def test_random_bytes_never_raise_and_mean_nothing(data: bytes) -> None:
    rig = Rig(10)
    rig.run(500, NONE, events=1)
    acked, stored = rig.table.acked, rig.disk.last
    rig.table.receive(data + b"\n", rig.now)
    assert rig.host.receive(data + b"\n", rig.now) == []
    assert (rig.table.acked, rig.disk.last) == (acked, stored)
    rig.run(1500, NONE, events=1)
    assert rig.converged()


KINDS = ("hi", "id", "go", "ev", "st", "ok", "no", "rx", "po", "pi", "ack", "re", "cm", "on")
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@examples(300)
@given(kind=st.sampled_from(KINDS), rest=st.lists(json_values, max_size=10))
def test_well_signed_nonsense_never_raises(kind: str, rest: list[object]) -> None:
    """A peer with the right key may still be of another version, or broken."""
    from boardside.link.auth import NO_MAC, TO_HOST, TO_TABLE
    from boardside.link.frame import dumps, pack

    rig = Rig(11)
    rig.run(500, NONE, events=1)
    body = dumps([kind, *rest]).encode()
    assert rig.table._agreed is not None
    signer = rig.table._agreed.signer
    for mac in (NO_MAC, signer.mac(TO_HOST, body), signer.mac(TO_TABLE, body)):
        rig.table.receive(pack(body, mac), rig.now)
        for message in rig.host.receive(pack(body, mac), rig.now):
            repr(message)
    rig.table.send(rig.now, 4000)
    rig.host.send(rig.now)


@given(st.text(max_size=400))
def test_the_parts_of_a_command_fit_the_line_and_join_to_the_whole(text: str) -> None:
    import json

    from boardside.link.frame import dumps

    whole = dumps({"a": text})
    parts = split(whole)
    assert "".join(json.loads(part) for part in parts) == whole
    assert fits(whole) == (len(whole) <= 3072 and len(parts) <= 64)
    delivery = Delivery("c" * 16, whole)
    part = delivery.next_part(0)
    assert part is not None
    assert len(f'$["cm",9999999,{part}]*') + 16 + 8 + 1 <= PART_LINE_MAX

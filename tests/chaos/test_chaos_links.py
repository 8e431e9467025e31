"""The promises of the link, each with an attacker on the line who tries to break it."""

import pytest

from boardside.link.frame import pack, unpack
from boardside.link.session import SILENCE_MS
from host_tools.collector.incoming import EventIn, Met, Refused, StatusIn, Up
from host_tools.collector.live import JournalState, LiveTable
from host_tools.collector.outbox import DrawnNames, Outbox
from tests.chaos.pair import COMMAND, Pair


def test_a_replay_within_the_session_is_dropped_at_the_host() -> None:
    pair = Pair(events=3).run()
    for line in pair.of_kind("st", pair.heard_table) + pair.of_kind("ev", pair.heard_table):
        assert pair.to_host(line) == []


def test_a_replay_does_not_keep_a_dead_link_alive_at_the_table() -> None:
    pair = Pair().run(3000)
    old = pair.of_kind("pi", pair.heard_host)[-1]
    assert pair.table.up
    for _ in range(SILENCE_MS // 100 + 1):
        pair.now += 100
        pair.table.receive(old, pair.now)
        pair.table.send(pair.now)
    assert not pair.table.up


def test_a_silent_host_is_noticed_and_its_age_is_known() -> None:
    pair = Pair().run(3000)
    heard = pair.now - (pair.table.silent_ms(pair.now) or 0)
    for _ in range(SILENCE_MS // 100 + 20):
        pair.now += 100
        assert pair.table.silent_ms(pair.now) in (pair.now - heard, None)
        pair.table.send(pair.now)
    assert not pair.table.up
    assert pair.table.silent_ms(pair.now) is None


def test_a_silent_table_is_noticed_and_its_age_is_known() -> None:
    pair = Pair().run(3000)
    heard = pair.host.heard_at
    assert pair.now - heard <= 2500
    pair.now += SILENCE_MS
    pair.host.send(pair.now)
    assert not pair.host.up
    assert pair.host.heard_at == heard


def test_a_host_that_does_not_store_acknowledges_nothing() -> None:
    pair = Pair(events=5, keeps=False).run()
    assert pair.table.up
    assert pair.table.acked == 0
    assert Pair(events=5).run().table.acked == 5


def test_without_the_key_no_link_comes_up() -> None:
    for table_key, host_key in ((b"key", b"other"), (b"key", b""), (b"", b"key")):
        pair = Pair(table_key, host_key, events=3).run(5000)
        assert not pair.table.up
        assert not pair.host.up
        assert {type(message) for message in pair.messages} == {Refused}


def test_a_host_without_the_key_cannot_begin_a_session_at_the_table() -> None:
    pair = Pair()
    pair.table.receive(pack(b'["hi",1,"host","0000000000000000"]', b"0" * 16), pair.now)
    assert b'["id",' in pair.table.send(pair.now, 512)
    pair.table.receive(pack(b'["go",1,1,1]', b"1" * 16), pair.now)
    assert not pair.table.up


def test_nobody_can_forge_a_frame_by_keeping_half_of_its_code() -> None:
    pair = Pair(events=1).run()
    status = pair.of_kind("st", pair.heard_table)[-1]
    unpacked = unpack(status.rstrip(b"\n"))
    assert unpacked is not None
    body, mac = unpacked
    number = int(body.split(b",")[1])
    forged = body.replace(b'["st",%d,' % number, b'["st",%d,' % (number + 100))
    for at in range(16):
        other = mac[:at] + (b"0" if mac[at : at + 1] != b"0" else b"1") + mac[at + 1 :]
        assert pair.to_host(pack(body.replace(b"ready", b"reedy"), other)) == []
        assert pair.to_host(pack(forged, other)) == []
    assert pair.host._agreed is not None
    true = pair.host._agreed.signer.mac(b"<", forged)
    for at in range(16):
        other = true[:at] + (b"0" if true[at : at + 1] != b"0" else b"1") + true[at + 1 :]
        assert pair.to_host(pack(forged, other)) == [], "one wrong digit was taken"
    assert pair.to_host(pack(forged, true)) != []


def test_an_echo_of_its_own_frames_means_nothing_to_either_side() -> None:
    pair = Pair(events=1).run()
    refused = pair.table.refused
    own = pair.of_kind("st", pair.heard_table)
    assert own
    pair.table.receive(b"".join(own), pair.now)
    assert pair.table.refused - refused == len(own)
    host_heard = pair.host.heard_at
    pair.now += 1
    theirs = pair.of_kind("ack", pair.heard_host) + pair.of_kind("pi", pair.heard_host)
    assert theirs
    for line in theirs:
        body, _ = unpack(line.rstrip(b"\n")) or (b"", b"")
        assert pair.host._agreed is not None
        assert not pair.host._agreed.signer.fits(b"<", body, _)
        assert pair.to_host(line) == []
    assert pair.host.heard_at == host_heard


def test_frames_of_an_older_session_are_strangers_in_the_next() -> None:
    pair = Pair(events=3).run()
    pair.host.deliver("c1", COMMAND)
    pair.run()
    assert len(pair.applied) == 1
    older = list(pair.heard_host)
    pair.power_on()
    pair.table.receive(b"".join(older), pair.now)
    pair.table.send(pair.now, 512)
    pair.table.receive(b"".join(older), pair.now)
    assert not pair.table.up
    assert len(pair.applied) == 1


@pytest.mark.parametrize("end", ["table", "host"])
def test_a_damaged_line_is_dropped_wherever_it_was_hit(end: str) -> None:
    pair = Pair(events=2).run()
    line = (pair.heard_table if end == "table" else pair.heard_host)[-1].split(b"\n")[0]
    assert unpack(line) is not None
    for at in range(len(line)):
        for bit in range(8):
            hit = line[:at] + bytes([line[at] ^ 1 << bit]) + line[at + 1 :]
            assert unpack(hit) is None, (at, bit)


def test_a_table_that_was_away_shows_itself_before_its_backlog() -> None:
    pair = Pair(events=600)
    while not any(isinstance(message, Up) for message in pair.messages):
        pair.step()
    pair.run(200)
    received = [message for message in pair.messages if isinstance(message, StatusIn | EventIn)]
    assert isinstance(received[0], StatusIn)
    began = pair.now
    while pair.table.acked < 600:
        pair.step()
    assert pair.now - began < 10_000
    assert [m.seq for m in pair.messages if isinstance(m, EventIn)] == list(range(1, 601))
    statuses = [message for message in pair.messages if isinstance(message, StatusIn)]
    assert len(statuses) >= (pair.now - began) // 2500


class _Line:
    """A connection, as far as the outbox uses it."""

    transport, port = "tcp", "there"

    def __init__(self, pair: Pair) -> None:
        self.session = pair.host

    def flush(self, now: int) -> None:
        pass


def _outbox(pair: Pair, committed: int, expires_at: int | None = None) -> tuple[Outbox, list[str]]:
    settled: list[str] = []
    table = LiveTable(3, journal=JournalState("0badcafe", committed, committed))
    line = _Line(pair)
    table.connections.append(line)  # type: ignore[arg-type]
    table.speaker = line  # type: ignore[assignment]
    names = DrawnNames({})
    outbox = Outbox(None, {3: table}, lambda command, state, *_: settled.append(state), names)  # type: ignore[arg-type]
    row = {"id": "c1", "table": 3, "event": {"kind": "hall", "do": "end"}, "expires_at": expires_at}
    outbox.take([row])  # type: ignore[list-item]
    return outbox, settled


def test_an_expired_command_is_not_sent_any_more() -> None:
    pair = Pair().run()
    from host_tools.collector.clocks import wall_ms

    outbox, settled = _outbox(pair, 0, wall_ms(pair.now) + 100)
    outbox.deliver(pair.now)
    assert pair.host.busy
    outbox.deliver(pair.now + 200)
    assert settled == ["sent", "refused"]
    assert not pair.host.busy
    pair.run(5000)
    assert pair.applied == []


def test_no_command_goes_before_the_record_of_the_table_is_stored() -> None:
    pair = Pair(events=4).run()
    met = next(message for message in pair.messages if isinstance(message, Met))
    assert met.last_seq == 4
    behind, _ = _outbox(pair, 3)
    behind.deliver(pair.now)
    assert not pair.host.busy
    outbox, _ = _outbox(pair, 4)
    outbox.deliver(pair.now)
    assert pair.host.busy


def test_what_was_sent_behind_a_question_stays_under_way_until_it_is_read() -> None:
    pair = Pair(events=1)
    pair.host._flight._limit = 200
    pair.run(3000)
    session = pair.host
    assert session.up
    pair.now += 2000
    session.receive(pack(b'["on",1,3]', b"0" * 16) + b"\n", pair.now)
    session.deliver("c1", COMMAND)
    sent = session.send(pair.now)
    assert b'["hi"' in sent
    assert b'["pi"' in sent
    behind = session._flight.under_way - len(sent.split(b"\n")[0]) - 1
    assert behind > 0
    pair.table.receive(sent.split(b"\n")[0] + b"\n", pair.now)  # the rest is on its way
    answer = pair.table.send(pair.now, 4096)
    assert b'["id"' in answer
    pair.to_host(answer)
    assert session._flight.under_way == behind

"""The cost of connections without a key to the collector, and what is refused from a table with one."""

import json
import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_table import FakeTable
from hall import Hall, hall
from hypothesis import given
from hypothesis import strategies as st

from boardside.link.frame import LineReader, pack
from host_tools.collector import authentication, limits, session, tcp_server
from host_tools.collector.incoming import EventIn, FrameLines, Met, Refused, StatusIn, decoded
from host_tools.collector.session import HostSession
from host_tools.collector.trust import RejectionLog
from tests.chaos import hostile
from tests.chaos.pair import Pair
from tests.sampling import examples
from tests.waiting import until

KEYS = [bytes([number]) * 32 for number in range(9)]
#: Calls of functions, Python's and C's, for one line. A line of 8 KB that is looked into has thousands.
CALLS_MOST = 130


def asking() -> tuple[HostSession, str]:
    """A host that has asked, and the nonce with which it did."""
    host = HostSession("host", lambda _table: KEYS, None, os.urandom)
    asked = host.send(0)
    return host, asked.split(b'"')[5].decode()


def calls(work: Callable[[], object]) -> int:
    """The number of functions that `work` calls: the same on every machine."""
    count = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("name", hostile.lines("0" * 16))
def test_a_line_of_a_stranger_is_looked_at_for_a_few_calls(name: str) -> None:
    host, nonce = asking()
    line = hostile.lines(nonce)[name]
    assert calls(lambda: host.receive(line, 5)) <= CALLS_MOST


def test_nothing_of_a_stranger_is_read_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    host, nonce = asking()
    read: list[bytes] = []
    for module in (authentication, session):
        monkeypatch.setattr(module, "decoded", read.append)
    for line in hostile.lines(nonce).values():
        assert all(isinstance(message, Refused) for message in host.receive(line, 5))
    assert read == []


def test_keys_are_tried_on_what_answers_our_question_only_and_no_more_than_three(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    host, nonce = asking()
    tried: list[bytes] = []
    real = authentication.hmac_once

    def noted(key: bytes, message: bytes) -> bytes:
        tried.append(key)
        return real(key, message)

    monkeypatch.setattr(authentication, "hmac_once", noted)
    for name, line in hostile.lines(nonce).items():
        if name.endswith("under a wrong key"):
            continue
        host.receive(line, 5)
        assert tried == [], name
    host.receive(pack(hostile.identity(nonce), hostile.FORGED), 5)
    assert len(tried) == 2 * (limits.KEYS_TRIED_MOST + 1), "two for each key, and for none at all"


def test_what_is_too_long_for_an_id_or_an_on_is_none() -> None:
    spaces = b" " * limits.ID_BYTES_MOST
    assert authentication.introduction(hostile.identity("0" * 16), "0" * 16) is not None
    assert (
        authentication.introduction(hostile.identity("0" * 16)[:-1] + b"," + spaces + b"]", "0" * 16) is None
    )
    assert authentication.is_beacon(b'["on",1,7]')
    assert not authentication.is_beacon(b'["on",1,7' + spaces + b"]")


def test_an_id_as_long_as_a_table_can_make_it_is_read() -> None:
    pair = Pair(b"key")
    pair.table._identity.name = "\U0001f600" * 32
    pair.run(2000)
    assert pair.host.peer is not None
    assert pair.host.peer.name == "\U0001f600" * 32
    assert pair.host.up


def test_what_does_something_to_a_log_is_not_in_a_name() -> None:
    pair = Pair(b"key")
    pair.table._identity.name = "7\x1b[2J\nERROR: all is lost\u202e"
    pair.run(2000)
    assert pair.host.peer is not None
    assert pair.host.peer.name == "7\ufffd[2J\ufffdERROR: all is lost\ufffd"


@pytest.mark.parametrize("journal", ["", "a b", "../7", "x" * 33, "a\n", "é"])
def test_a_journal_by_a_name_that_is_none_is_not_met(journal: str) -> None:
    pair = Pair(b"key")
    pair.table._identity.journal = journal
    pair.run(2000)
    assert not any(isinstance(message, Met) for message in pair.messages)
    assert {message.trouble.reason for message in pair.messages if isinstance(message, Refused)} == {
        "unreadable"
    }


_json = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**40), 10**40) | st.floats() | st.text(),
    lambda inside: st.lists(inside) | st.dictionaries(st.text(), inside),
    max_leaves=20,
)


@given(
    kind=st.sampled_from(["id", "on", "ev", "st", "x"]),
    rest=st.lists(_json, max_size=12),
    depth=st.integers(0, 900),
)
@examples(200)
def test_whatever_a_stranger_says_comes_to_a_refusal_or_nothing(
    kind: str, rest: list[Any], depth: int
) -> None:
    host, nonce = asking()
    text = json.dumps([kind, 1, 7, *rest, nonce]).encode()
    for body in (text, text[:-1] + b"," + b"[" * depth + b"]" * depth + b"]"):
        for mac in (hostile.FORGED, b"0" * 16):
            assert all(isinstance(message, Refused) for message in host.receive(pack(body, mac), 5))
    assert not host.up


@given(
    pieces=st.lists(
        st.sampled_from([b"$[", b"x", b"\n", b"\r\n", b"$", b"[", b"ab$[cd", b"y" * 40]), max_size=40
    ),
    cuts=st.lists(st.integers(0, 200), max_size=6),
)
@examples(200)
def test_the_hosts_lines_are_those_of_the_tables_reader(pieces: list[bytes], cuts: list[int]) -> None:
    data = b"".join(pieces)
    slow, quick = LineReader(60), FrameLines(60)
    lines: list[bytes] = []
    expected: list[bytes] = []
    begin = 0
    for cut in [*sorted(cuts), len(data)]:
        piece, begin = data[begin:cut], max(begin, cut)
        lines += quick.feed(piece)
        expected += [line[line.find(b"$[") :] for line in slow.feed(piece) if b"$[" in line]
        assert len(quick._part) <= 60
    if not slow.too_long:
        assert lines == expected
    assert all(len(line) <= 60 for line in lines)


# A table with a key


@pytest.mark.parametrize("value", hostile.insiders(), ids=lambda value: f"{value[:6].decode()}-{len(value)}")
@pytest.mark.parametrize(
    "frame", [b'["ev",%d,1,0,{"seq":1,"kind":"play","x":%s}]', b'["st",%d,1,9,{"clock":%s}]']
)
def test_what_a_table_says_under_its_key_is_bounded_and_raises_nothing(frame: bytes, value: bytes) -> None:
    pair = Pair(b"key", events=0).run(500)
    agreed = pair.host._agreed
    assert agreed is not None
    body = frame % (agreed.got + 1, value)
    line = pack(body, agreed.signer.mac(b"<", body))
    if len(line) > limits.UNPROVEN_BYTES_MOST // 4:  # longer than a line may be
        return
    messages = pair.to_host(line)
    if messages and isinstance(messages[0], Refused):
        assert (messages[0].trouble.reason, messages[0].table, pair.host.unreadable) == ("unreadable", 3, 1)
    for message in messages:
        if isinstance(message, EventIn | StatusIn):
            taken = message.event if isinstance(message, EventIn) else message.status
            json.dumps(taken, allow_nan=False)
            assert _depth(taken) <= limits.FRAME_LISTS_MOST
    assert pair.run(500).host.up, "the link goes on"


def _depth(value: object) -> int:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_depth, inside), default=0)


def test_brackets_in_a_text_are_no_lists() -> None:
    body = json.dumps(["st", 1, 1, 0, {"name": '"[{\\' * 40}]).encode()
    assert decoded(body) == json.loads(body)


@pytest.mark.parametrize(
    "number", [b"1e400", b"NaN", b"Infinity", b"-Infinity", b"9" * 25, b"0." + b"1" * 30]
)
def test_a_number_that_is_none_makes_a_frame_unreadable(number: bytes) -> None:
    assert decoded(b'["st",1,%s]' % number) is None


async def test_as_deep_as_a_frame_may_be_the_whole_collector_takes_it(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        table = FakeTable(5)
        deep: Any = []
        for _ in range(limits.FRAME_LISTS_MOST - 5):
            deep = [deep]
        table.add(
            {
                "kind": "match",
                "match": "m",
                "ruleset": "icf",
                "stage": "group",
                "a": ["A"],
                "b": ["B"],
                "x": deep,
            }
        )
        table.add({"kind": "odd", "x": deep})
        table.status = lambda now: {"seq": 2, "clock": {"state": "running", "left": deep}}  # type: ignore[method-assign]
        here.call(table)
        await here.view(5, lambda view: view["seq"] == 2)
        json.dumps(here.hub.snapshot(), allow_nan=False)
        await until(lambda: [row["link"] for row in here.store.tables()] == ["up"])


async def test_an_event_that_is_too_deep_is_shown_and_not_acknowledged(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        table = FakeTable(5)
        deep: Any = []
        for _ in range(limits.FRAME_LISTS_MOST):
            deep = [deep]
        table.add({"kind": "odd", "x": deep})
        here.call(table)
        await here.view(5, lambda view: "what no table says" in (view["problem"] or ""))
        assert table.sessions[-1].acked == 0


# The log


def test_a_flood_is_one_line_and_then_one_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    rejections = RejectionLog()
    for number in range(50_000):
        rejections.add("wrong_key", f"tcp 192.0.2.{number % 200}", "Table 7 has another key.", number // 1000)
        rejections.tick(number // 1000)
    assert [record.getMessage() for record in caplog.records] == ["tcp 192.0.2.0: Table 7 has another key."]
    rejections.tick(limits.LOG_EVERY_MS)
    assert len(caplog.records) == 2
    line = caplog.records[1].getMessage()
    assert "49999 more in 60 s" in line
    assert line.endswith("192.0.2.8 and others.")
    rejections.tick(2 * limits.LOG_EVERY_MS)
    assert len(caplog.records) == 2, "nobody came"
    rejections.add("wrong_key", "tcp 192.0.2.1", "again", 2 * limits.LOG_EVERY_MS)
    assert len(caplog.records) == 3, "so it is news again"


# Callers


class Line:
    """A transport as asyncio gives it to a caller from `address`."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.is_cut = False

    def get_extra_info(self, _name: str) -> tuple[str, int]:
        return self.address, 1

    def abort(self) -> None:
        self.is_cut = True

    close = abort

    def is_closing(self) -> bool:
        return self.is_cut

    def get_write_buffer_size(self) -> int:
        return 0

    def write(self, data: bytes) -> None:
        pass


class Callers:
    """Connections to a collector, without a network."""

    def __init__(self, here: Hall) -> None:
        self.here = here
        self.doorstep = tcp_server.Doorstep()

    def call(self, address: str) -> tuple[tcp_server.TableProtocol, Line]:
        caller, line = tcp_server.TableProtocol(self.here.collector, self.doorstep, "tcp"), Line(address)
        caller.connection_made(line)  # type: ignore[arg-type]
        return caller, line


async def test_a_flood_of_callers_keeps_no_table_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    async with hall(tmp_path) as here:
        callers = Callers(here)
        _, table = callers.call("192.0.2.200")
        _, local = callers.call("127.0.0.1")
        flood = [callers.call(f"192.0.2.{number % 20}")[1] for number in range(3000)]
        _, mapped = callers.call("::ffff:192.0.2.201")
        assert not table.is_cut
        assert not local.is_cut
        assert not mapped.is_cut
        assert callers.doorstep.count <= limits.UNPROVEN_MOST
        assert sum(not line.is_cut for line in flood) <= limits.UNPROVEN_MOST
        assert (
            sum(not line.is_cut for line in flood if line.address == "192.0.2.3")
            <= limits.UNPROVEN_FROM_ONE_MOST
        )
        callers = Callers(here)
        alone = [callers.call("198.51.100.1")[1] for _ in range(100)]
        assert sum(not line.is_cut for line in alone) <= limits.UNPROVEN_FROM_ONE_MOST
        assert not alone[-1].is_cut, "the oldest goes"
    assert len(caplog.records) == 1, "a flood is one line"


async def test_who_has_proven_a_key_is_never_dropped_for_those_who_have_not(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        callers = Callers(here)
        caller, line = callers.call("192.0.2.1")
        assert caller._connection is not None
        caller._connection.is_up = True  # as `Connection.flush` finds it
        caller._connection.data = lambda data: None  # type: ignore[method-assign]
        caller.data_received(b"\n")
        assert callers.doorstep.count == 1, "it was up before it said anything"
        caller._connection.is_up = False

        def proves(_data: bytes) -> None:
            assert caller._connection is not None
            caller._connection.is_up = True

        caller._connection.data = proves  # type: ignore[method-assign]
        caller.data_received(b"\n")
        assert callers.doorstep.count == 0
        for _ in range(200):
            callers.call("192.0.2.1")
        assert not line.is_cut
        caller.data_received(b"x" * (limits.UNPROVEN_BYTES_MOST + 1))
        assert not line.is_cut


async def test_who_proves_nothing_says_32_kilobytes_at_most(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with hall(tmp_path) as here:
        callers = Callers(here)
        for _ in range(3):
            caller, line = callers.call("192.0.2.1")
            for _ in range(limits.UNPROVEN_BYTES_MOST // 100):
                caller.data_received(b"." * 100)
            assert not line.is_cut
            caller.data_received(b"." * 100)
            assert line.is_cut
            caller.connection_lost(None)
        assert callers.doorstep.count == 0
    assert [record.getMessage() for record in caplog.records if "proves no key" in record.getMessage()] == [
        "tcp 192.0.2.1: A caller that proves no key says more than 32768 bytes."
    ]

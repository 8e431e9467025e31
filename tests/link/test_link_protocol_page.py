"""docs/maintainer/protocol.md against the code, and against the standard library: its example is what both
ends really say.
"""

import hashlib
import hmac
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

from boardside.link import commands, events, frame, session, tcp
from boardside.link.commands import Commands
from boardside.link.session import Identity, TableSession
from host_tools.collector import outgoing
from host_tools.collector import session as host
from host_tools.collector.incoming import EventIn, Met
from host_tools.collector.session import HostSession
from tests.memory_journal import MemoryJournal

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "maintainer" / "protocol.md").read_text(
    encoding="utf-8"
)
KEY = b"boardside example key"
LINE = re.compile(r"^([TH]) (\d+) (\$(\[.*\])\*([0-9a-f]{16})([0-9a-f]{8}))$", re.MULTILINE)
EXAMPLE = [
    (sender, int(now), line, body, mac, crc) for sender, now, line, body, mac, crc in LINE.findall(PAGE)
]


def session_key() -> bytes:
    hi, id_ = (json.loads(body) for _, _, _, body, _, _ in EXAMPLE[1:3])
    return hmac.digest(KEY, f"boardside 1 {hi[3]} {id_[9]}".encode(), hashlib.sha256)


def test_the_example_is_there_and_shows_the_whole_exchange() -> None:
    block = PAGE.split("```")[1].strip().splitlines()
    assert len(block) == len(EXAMPLE)
    kinds = [json.loads(body)[0] for _, _, _, body, _, _ in EXAMPLE]
    assert {"on", "hi", "id", "go", "st", "ev", "ack", "pi", "po", "cm", "ok"} == set(kinds)
    assert f"`{session_key().hex()}`" in PAGE


@pytest.mark.parametrize(("sender", "now", "line", "body", "mac", "crc"), EXAMPLE)
def test_each_line_is_as_the_page_says(
    sender: str, now: int, line: str, body: str, mac: str, crc: str
) -> None:
    """Uses zlib and hmac, not the project's own code."""
    assert f"{zlib.crc32(line[1:-8].encode()):08x}" == crc
    if json.loads(body)[0] in ("on", "hi"):
        assert mac == "0" * 16
    else:
        direction = "<" if sender == "T" else ">"
        digest = hmac.digest(session_key(), (direction + body).encode(), hashlib.sha256)
        assert mac == digest[:8].hex()


def test_the_table_says_what_the_page_says() -> None:
    journal = MemoryJournal()
    bodies = [json.loads(body) for _, _, _, body, _, _ in EXAMPLE]
    journal.events = [body[4] for body in bodies if body[0] == "ev"][:2]

    def apply(event: dict[str, Any], now: int) -> tuple[Any, ...]:
        journal.events.append({**event, "seq": 3, "boot": 7, "at": now, "by": "host", "match": "M7"})
        table.event_stored(journal.events[-1])
        return True, "ok", "done", "done", {"kind": "names"}

    table = TableSession(
        Identity(3, "Table 3", "5f0c9a1e", 7, "0.1.0"),
        journal,
        lambda now: {"phase": "ready", "match": "M7", "seq": journal.last_seq},
        Commands(apply),
        KEY,
        lambda count: bytes(range(0x10, 0x10 + count)),
        lambda new, old: new - old,
    )
    sent = b""
    waiting: list[str] = []
    for sender, now, line, *_ in EXAMPLE:
        if sender == "H":
            waiting.append(line)
            continue
        if waiting:
            table.receive("".join(line + "\n" for line in waiting).encode(), now)
            waiting.clear()
        sent += table.send(now, 10_000)
    assert sent.decode() == "".join(line + "\n" for sender, _, line, *_ in EXAMPLE if sender == "T")


def test_the_host_says_what_the_page_says() -> None:
    end = HostSession("a1b2c3d4", lambda table: [KEY], 200, lambda count: bytes(range(0xF0, 0xF0 + count)))
    sent = b""
    for sender, now, line, *_ in EXAMPLE:
        if sender == "T":
            for message in end.receive(line.encode() + b"\n", now):
                if isinstance(message, Met):
                    end.accept(message, 1)
                elif isinstance(message, EventIn) and message.seq > 1:
                    end.committed(message.seq)
            continue
        if '"cm"' in line:
            end.deliver("9e107d9d", json.loads(line[1:-25])[5])
        sent += end.send(now)
    assert sent.decode() == "".join(line + "\n" for sender, _, line, *_ in EXAMPLE if sender == "H")


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("more than {} bytes under way", outgoing.SERIAL_IN_FLIGHT),
        ("longer than {} bytes (table)", frame.TABLE_LINE_MAX),
        ("or {} bytes (host)", frame.HOST_LINE_MAX),
        ("no valid frame for {} seconds", session.SILENCE_MS // 1000),
        ("not more often than every {} ms", host.AGAIN_MS),
        ("may be {} sequence numbers ahead", events.WINDOW),
        ("session, up to {}.", tcp.WINDOW_MOST),
        ("most {} characters", commands.COMMAND_MAX),
        ("into 1 to {} parts", commands.PARTS_MAX),
        ("answer for {:.1f} s it goes on", outgoing.RETRY_MS / 1000),
        ("Version {}.", session.PROTOCOL),
        ("start again at 2^{}", 30),
    ],
)
def test_the_numbers_on_the_page_are_those_in_the_code(words: str, value: float) -> None:
    assert words.format(value) in " ".join(PAGE.split())

"""Known faults, put into the real code for the length of a test: each must be noticed.

A mutant is a piece of one function's source and what stands in its place. Nothing in the product switches
them. `python -m tests.chaos.mutants` tries all of them (or those named) and fails if one survives.
"""

import importlib
import inspect
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.chaos.hall import Plan, play
from tests.chaos.ledger import Broken
from tests.chaos.virtual import patched

#: Small, dense halls: what one does not notice the next one will.
PLAN = Plan(tables=6, minutes=0.7, pace_s=0.7, every_s=0.7)
SEEDS = range(1, 9)
ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Mutant:
    """`where` is module:function or module:Class.method; in it `old` is replaced by `new`. `test`: the tests
    that notice it, when they are not the halls (a file, and names of tests as pytest's -k takes them).
    """

    name: str
    where: str
    old: str
    new: str
    test: tuple[str, str] | None = None


_SESSION = "tests/portable/link/test_link_session.py"
_EVENTS = "tests/portable/link/test_link_events.py"
_LINKS = "tests/chaos/test_chaos_links.py"
_AUDIT = "tests/audit/test_verify.py"
_HOST = "host_tools.collector.session:HostSession"
_TABLE = "boardside.link.session:TableSession"

MUTANTS = (
    # The seal of a result
    Mutant(
        "a seal over other events passes",
        "host_tools.collector.sealing:judge",
        'head != before.hex or confirm.get("events") != before.count',
        "False",
        (_AUDIT, "forger"),
    ),
    Mutant(
        "any signature is taken for the table's",
        "host_tools.collector.sealing:judge",
        "seal(key, before.hex, before.count) == made",
        "made",
        (_AUDIT, "forger"),
    ),
    Mutant(
        "what came before power-on is not sealed",
        "boardside.app.sealing:Sealing._sign",
        "while self.step():",
        "while False:",
        ("tests/portable/device/test_sealing.py", "power_on"),
    ),
    Mutant(
        "the chain forgets what stood before",
        "boardside.chain:Chain.add",
        "hashlib.sha256(self.head)",
        'hashlib.sha256(b"")',
        ("tests/portable/chain/test_chain.py", "any_change"),
    ),
    Mutant(
        "a break in the chain is passed over",
        "host_tools.verify.journal_check:JournalCheck._follow",
        'row["chain"] != self._local.hex',
        "False",
        (_AUDIT, "removed_event"),
    ),
    # The host and its database
    Mutant("acknowledged when received", f"{_HOST}._next", "str(self._committed)", "str(self.received)"),
    Mutant("acknowledged one too many", f"{_HOST}._next", "str(self._committed)", "str(self._committed + 1)"),
    Mutant("acknowledged one too few", f"{_HOST}._next", "str(self._committed)", "str(self._committed - 1)"),
    Mutant(
        "goes on behind what is not durable",
        "host_tools.collector.collector:Collector._accept",
        "self.journals[met.journal].committed",
        "self.journals[met.journal].received",
    ),
    Mutant(
        "a failed commit counts", "host_tools.store.writer:Writer.attempt", "return False", "conflicts = []"
    ),
    Mutant(
        "no deduplication",
        "host_tools.store.ingest:write_events",
        "_insert(connection, events).on_conflict_do_nothing()",
        "insert(events)",
    ),
    Mutant("a gap is taken", f"{_HOST}._on_event", "elif follows > self.received:", "elif False:"),
    Mutant(
        "old frames count at the host",
        f"{_HOST}._on_frame",
        "values[1] <= self._got",
        "False",
        (_LINKS, "replay"),
    ),
    Mutant("the flight limit is forgotten", f"{_HOST}._room", "> self._limit", "> 10 * self._limit"),
    Mutant(
        "nothing is sent again by itself",
        "boardside.link.events:EventStream.tick",
        "self.sent > self.acked",
        "False",
        test=(_EVENTS, ""),
    ),
    Mutant(
        "an expired command goes on",
        "host_tools.collector.outbox:Outbox.deliver",
        "self._abandon(command)",
        "pass",
        (_LINKS, "expired"),
    ),
    Mutant(
        "a refusal outlives its event",
        "host_tools.store.ingest:write_events",
        ", proven=True",
        "",
        ("tests/store/test_store.py", "expired"),
    ),
    Mutant(
        "an older fold is put back",
        "host_tools.store.ingest:upsert",
        "None if newer is None else table.c[newer] <= statement.excluded[newer]",
        "None",
        ("tests/store/test_store.py", "behind"),
    ),
    Mutant(
        "a command goes before the record is read",
        "host_tools.collector.outbox:Outbox.deliver",
        "table.journal.committed < peer.last_seq",
        "False",
        (_LINKS, "before"),
    ),
    # The table's end
    Mutant(
        "a command is done twice",
        "boardside.link.commands:Commands.answer",
        "answer[0] == command_id",
        "False",
    ),
    Mutant(
        "parts in any order",
        "boardside.link.commands:Parts.add",
        "command_id != self.id or part != self.have + 1",
        "command_id != self.id",
        ("tests/portable/link/test_link_commands.py", ""),
    ),
    Mutant(
        "a fresh event overtakes",
        "boardside.link.events:EventStream.stored",
        "and self.sent == self.last",
        "",
    ),
    Mutant(
        "no event is sent again",
        "boardside.link.events:EventStream.again",
        "self.sent = seq",
        "pass",
        (_EVENTS, ""),
    ),
    Mutant(
        "resent from the wrong place",
        "boardside.link.events:EventStream.again",
        "self.sent = seq",
        "self.sent = seq + 1",
        (_EVENTS, ""),
    ),
    Mutant(
        "the acknowledgement is lowered",
        "boardside.link.events:EventStream.ack",
        "seq <= self.acked or seq > self.last",
        "seq > self.last",
        (_EVENTS, ""),
    ),
    Mutant(
        "old frames count at the table",
        f"{_TABLE}._line",
        "values[1] > self._got",
        "True",
        (_LINKS, "replay"),
    ),
    Mutant(
        "silence is not noticed",
        f"{_TABLE}._next",
        ">= SILENCE_MS",
        ">= 1000 * SILENCE_MS",
        (_LINKS, "silent"),
    ),
    Mutant("whoever looks frees the journal", f"{_TABLE}.acked", "and self._keeps", "", (_LINKS, "looks")),
    Mutant(
        "up without proof",
        f"{_TABLE}._line",
        "self._pending[2].fits(TO_TABLE, body, mac)",
        "True",
        (_LINKS, "key"),
    ),
    # Who may speak
    Mutant(
        "the code is not checked",
        "boardside.link.auth:Signer.fits",
        "return difference == 0",
        "return True",
        (_LINKS, "key"),
    ),
    Mutant(
        "half of the code is checked",
        "boardside.link.auth:Signer.fits",
        "range(MAC_HEX)",
        "range(2)",
        (_LINKS, "forge"),
    ),
    Mutant(
        "directions are not told apart",
        "boardside.link.auth:Signer.mac",
        "direction + body",
        "body",
        (_LINKS, "echo"),
    ),
    Mutant(
        "a nonce is used again",
        "boardside.link.auth:nonce",
        "random(NONCE_BYTES)",
        "bytes(NONCE_BYTES)",
        (_LINKS, "older"),
    ),
    Mutant(
        "the checksum is not checked",
        "boardside.link.frame:unpack",
        'bytes(line[end:]) != b"%08x" % (crc32(covered) & 0xFFFFFFFF)',
        "False",
        (_LINKS, "damaged"),
    ),
    # Flash
    Mutant("flush forgotten", "boardside.journal.segments:Segments.write", "self._file.flush()", "pass"),
    Mutant(
        "a torn tail is taken",
        "boardside.journal.record:is_whole",
        "line[:8] == ",
        "True or line[:8] == ",
        ("tests/portable/journal/test_journal.py", ""),
    ),
)


@contextmanager
def mutated(mutant: Mutant) -> Iterator[None]:
    """The fault holds inside the block. AssertionError when the code it was made for has changed."""
    module_name, path = mutant.where.split(":")
    module = importlib.import_module(module_name)
    owner: Any = module
    *outer, name = path.split(".")
    for part in outer:
        owner = getattr(owner, part)
    original = inspect.getattr_static(owner, name)
    plain = original.fget if isinstance(original, property) else original
    source = textwrap.dedent(inspect.getsource(plain))
    assert source.count(mutant.old) == 1, f"{mutant.name}: {mutant.old!r} is not once in {mutant.where}"
    made: dict[str, Any] = {}
    # The function must see its module as it is at the time of the call.
    code = compile(source.replace(mutant.old, mutant.new), f"<mutant: {mutant.name}>", "exec")
    exec(code, module.__dict__, made)
    fault = made[name]
    changes = [(owner, name, fault)]
    if owner is module:  # others may have imported the function by its name
        for other in list(sys.modules.values()):
            for key, value in list(getattr(other, "__dict__", {}).items()):
                if value is original and other is not module and isinstance(other, type(sys)):
                    changes.append((other, key, fault))
    with patched(*changes):
        yield


def noticed(mutant: Mutant) -> str | None:
    """By what the mutant was noticed; None: it survived."""
    with mutated(mutant):
        if mutant.test is not None:
            path, names = mutant.test
            options = ["-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-x", str(ROOT / path)]
            failed = pytest.main([*options, "-k", names] if names else options)
            return f"{path} {names}" if failed == pytest.ExitCode.TESTS_FAILED else None
        for seed in SEEDS:
            try:
                play(seed, PLAN)
            except Broken as error:  # anything else is a fault of the mutant
                return f"seed {seed}: {str(error).splitlines()[0]}"
    return None


def main(names: list[str]) -> int:
    """Try the mutants whose names contain one of `names`, or all; 1 when one survives."""
    survivors = []
    for seed in SEEDS:
        play(seed, PLAN)  # without a fault nothing is noticed
    for mutant in MUTANTS:
        if names and not any(name in mutant.name for name in names):
            continue
        began = time.monotonic()
        by = noticed(mutant)
        if by is None:
            survivors.append(mutant.name)
        print(f"{mutant.name}: {by or 'SURVIVED'} ({time.monotonic() - began:.1f} s)", flush=True)
    print(f"{len(survivors)} survived" + "".join(f"\n  {name}" for name in survivors))
    return 1 if survivors else 0


if __name__ == "__main__":
    from tests.chaos import mutants  # the one that the tests import, too

    sys.exit(mutants.main(sys.argv[1:]))

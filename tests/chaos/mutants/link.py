"""Host and table on the line: what is acknowledged, sent again, done twice."""

from tests.chaos.mutating import Mutant

_EVENTS = "tests/portable/link/test_link_events.py"
_LINKS = "tests/chaos/test_chaos_links.py"
_HOST = "host_tools.collector.session:HostSession"
_TABLE = "boardside.link.session:TableSession"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "acknowledged when received",
        f"{_HOST}._within_session",
        "str(agreed.committed)",
        "str(self.received)",
        in_gate=True,
    ),
    Mutant(
        "acknowledged one too many",
        f"{_HOST}._within_session",
        "str(agreed.committed)",
        "str(agreed.committed + 1)",
        in_gate=True,
    ),
    Mutant(
        "acknowledged one too few",
        f"{_HOST}._within_session",
        "str(agreed.committed)",
        "str(agreed.committed - 1)",
    ),
    Mutant(
        "goes on behind what is not durable",
        "host_tools.collector.journals:first_wanted",
        "[journal.committed, met.last_seq]",
        "[journal.received, met.last_seq]",
        in_gate=True,
    ),
    Mutant(
        "a failed commit counts",
        "host_tools.store.writer:Writer.attempt",
        "return False",
        "held = []",
        in_gate=True,
    ),
    Mutant(
        "no deduplication",
        "host_tools.store.upserts:_insert_new_text",
        '_insert_new("sqlite", table, names)',
        '_insert("sqlite", table, names)',
        ("tests/store/test_store.py", "meanwhile"),
        in_gate=True,
    ),
    Mutant(
        "a gap is taken", f"{_HOST}._on_event", "elif follows > self.received:", "elif False:", in_gate=True
    ),
    Mutant(
        "old frames count at the host",
        f"{_HOST}._on_frame",
        "values[1] <= agreed.got",
        "False",
        (_LINKS, "replay"),
    ),
    Mutant(
        "the flight limit is forgotten",
        "host_tools.collector.outgoing:Flight.has_room",
        "<= self._limit",
        "<= 10 * self._limit",
    ),
    Mutant(
        "a late answer settles a later question",
        f"{_HOST}._on_id",
        "self._flight.settle(_HI, self._asked_before + 1)",
        "self._flight.settle(_HI, self._asked)",
        ("tests/link/test_link_host_states.py", "late"),
    ),
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
        "self._abandon(command, number)",
        "pass",
        (_LINKS, "expired"),
        in_gate=True,
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
        "host_tools.store.upserts:_upsert",
        "None if newer is None else table.c[newer] <= statement.excluded[newer]",
        "None",
        ("tests/store/test_store.py", "behind"),
        in_gate=True,
    ),
    Mutant(
        "a command goes before the record is read",
        "host_tools.collector.outbox:Outbox.deliver",
        "table.journal.committed < peer.last_seq",
        "False",
        (_LINKS, "before"),
        in_gate=True,
    ),
    # The table's end
    Mutant(
        "a command is done twice",
        "boardside.link.commands:Commands.answer",
        "answer[0] == command_id",
        "False",
        in_gate=True,
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
        in_gate=True,
    ),
    Mutant(
        "no event is sent again",
        "boardside.link.events:EventStream.again",
        "self.sent = seq",
        "pass",
        (_EVENTS, ""),
        in_gate=True,
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
        "values[1] > agreed.got",
        "True",
        (_LINKS, "replay"),
        in_gate=True,
    ),
    Mutant(
        "silence is not noticed",
        f"{_TABLE}._next",
        ">= SILENCE_MS",
        ">= 1000 * SILENCE_MS",
        (_LINKS, "silent"),
    ),
    Mutant(
        "whoever looks frees the journal",
        f"{_TABLE}.acked",
        "and self._agreed.keeps",
        "",
        (_LINKS, "does_not_store"),
        in_gate=True,
    ),
    Mutant(
        "up without proof",
        f"{_TABLE}._line",
        "question.signer.fits(TO_TABLE, body, mac)",
        "True",
        (_LINKS, "key"),
    ),
)

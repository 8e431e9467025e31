"""What is asked of a table whose journal is stopped, and what of it is handed on (collector/journals.py)."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from boardside.link.frame import dumps
from host_tools.collector.authentication import Candidate, HostSigner
from host_tools.collector.drawn_names import DrawnNames
from host_tools.collector.hub import Hub
from host_tools.collector.incoming import Answered, EventIn, Met
from host_tools.collector.journals import Acceptance, Loader, first_wanted
from host_tools.collector.live import Connection, JournalState, LiveTable
from host_tools.collector.outbox import Outbox
from host_tools.collector.outgoing import Agreed
from host_tools.collector.storing import Commits, event_record
from host_tools.collector.trust import Keyring
from host_tools.store.rows import STOPPED, HeldBack
from host_tools.store.stops import OPEN, TAKING, Stop

#: It has the events 3 to 9.
MET = Met(18, "Table 18", "0badcafe", 1, 3, 9, "0.1.0")


def journal(state: str | None = None, kept: int | None = None) -> JournalState:
    """Seven events are stored; the fifth differs."""
    made = JournalState("0badcafe", 7, 7)
    made.stop = None if state is None else Stop(1, made.id, 5, 18, state, 0)
    made.kept = None if kept is None else (kept, {"seq": kept, "kind": "play"})
    return made


@pytest.mark.parametrize(
    ("stored", "wanted"),
    [
        (journal(), 7),  # the last one that both have
        (journal(OPEN), 5),  # what stands before it is taken for acknowledged, and no more
        (journal(TAKING), 3),  # the whole record is compared
        (journal(kept=4), 4),  # a device with the other record shows at once
        (JournalState("0badcafe", 0, 0), 1),
        (JournalState("0badcafe", 20, 20), 9),
    ],
)
def test_no_more_is_taken_for_acknowledged_than_counts(stored: JournalState, wanted: int) -> None:
    assert first_wanted(stored, MET) == wanted


class Here:
    """The parts between a connection and the database."""

    id = "here"

    def __init__(self) -> None:
        self.shown: list[LiveTable] = []
        nobody: Any = None
        self.keyring = Keyring(nobody, {}, True)
        loader = Loader(nobody, self.keyring, {}, lambda _journal: None)
        self.acceptance = Acceptance(
            nobody, self.keyring, loader, {}, [], {}, self.shown.append, lambda _text: None
        )
        self.connection = Connection(self, "tcp", "here", lambda _data: None)  # type: ignore[arg-type]
        self.connection.table = LiveTable(18)

    def takes(self, stored: JournalState, seq: int, kind: str = "play") -> bool:
        event = {"seq": seq, "kind": kind}
        return self.acceptance.takes(self.connection, stored, EventIn(seq, event, dumps(event)))


def test_of_a_stopped_journal_nothing_is_handed_on_but_what_is_to_be_compared() -> None:
    here = Here()
    assert here.takes(journal(), 8)
    assert not here.takes(journal(OPEN), 5)
    assert not here.takes(journal(OPEN), 8)
    assert here.takes(journal(TAKING), 7)
    assert not here.takes(journal(TAKING), 8)


def test_a_device_with_the_record_that_was_not_taken_says_nothing_more() -> None:
    here = Here()
    stored = journal(kept=4)
    assert here.takes(stored, 4)
    assert here.takes(stored, 8)
    assert not here.takes(stored, 4, "board")
    assert here.shown, "the page says so"
    assert not here.takes(stored, 8)


@pytest.mark.parametrize("is_held", [True, False])
async def test_what_is_held_back_is_told_and_not_acknowledged(is_held: bool) -> None:
    stored, troubles = journal(), []
    stored.received = 8
    table = LiveTable(18, journal=stored)
    held = [HeldBack(stored.id, 8, 18, STOPPED)] if is_held else []
    commits = Commits(Hub(), {stored.id: stored}, {18: table}, lambda _table: None, troubles.extend)
    commits.begin()
    event = {"seq": 8, "kind": "play"}
    commits.committed([event_record(table, stored, EventIn(8, event, dumps(event)), 0)], held)
    await asyncio.sleep(0)
    assert stored.committed == (7 if is_held else 8)
    assert troubles == held


def test_what_was_written_while_the_journal_was_read_again_is_asked_for_again() -> None:
    """The state of before had handed on 8 and 9; the read saw 7, and the table's new session is at 7."""
    stored, line = journal(), Here().connection
    line.session._agreed = Agreed(Candidate(HostSigner(b""), "0" * 16, MET), 6)
    line.session.peer, line.session.received = MET, 6
    table = LiveTable(18, journal=stored)
    table.attach(line)
    commits = Commits(Hub(), {stored.id: stored}, {18: table}, lambda _table: None, lambda _held: None)
    commits._acknowledge({stored.id: (9, 18)})
    assert stored.committed == 7
    assert line.session.received == 7, "8 and 9 are still to come"
    stored.received = 9
    commits._acknowledge({stored.id: (9, 18)})
    assert stored.committed == line.session.received == 9


def test_a_journal_that_is_read_again_while_its_owner_is_judged_is_not_answered_from_before() -> None:
    here, asked = Here(), []
    states = iter([JournalState(MET.journal, 9, 9), JournalState(MET.journal, 4, 4)])
    acceptance: Any = here.acceptance

    async def current(name: str) -> JournalState:
        acceptance._journals[name] = state = next(states)
        return state

    async def verdict(*_owner: Any) -> SimpleNamespace:
        if not asked:
            acceptance._journals[MET.journal] = "another state"
            asked.append("once")
        return SimpleNamespace(history=(), refusal=None)

    acceptance._connections = [here.connection]
    acceptance._loader, acceptance._claims = (
        SimpleNamespace(current=current),
        SimpleNamespace(verdict=verdict),
    )
    here.connection.session._candidate = candidate = Candidate(HostSigner(b""), "0" * 16, MET)
    asyncio.run(acceptance.accept(here.connection, MET))
    assert candidate.from_seq == 4


def test_d348_an_answer_counts_from_the_table_that_was_asked() -> None:
    said: list[str] = []
    nobody: Any = None
    line, asked = Here().connection, LiveTable(5)
    asked.attach(line)
    line.session._agreed = Agreed(Candidate(HostSigner(b""), "0" * 16, MET), 0)
    line.session.deliver("hall-1a2b3c", "{}")  # of the hall's clock, which the outbox does not know
    outbox = Outbox(nobody, {5: asked}, lambda row, state, code, message: said.append(state), DrawnNames({}))
    row = {"id": "1a2b3c4d", "table": 5, "expires_at": None, "event": {"kind": "names"}}
    outbox.take([row])
    for command in (row["id"], "hall-1a2b3c"):
        for is_ok in (True, False):
            line.table = LiveTable(19)
            outbox.answered(line, Answered(command, is_ok, "ok", ""))
        outbox.done(command, 19)
    assert said == []
    assert line.session.busy, "it is sent on to table 5"
    line.table = asked
    outbox.answered(line, Answered(row["id"], True, "ok", ""))
    assert said == ["done"]

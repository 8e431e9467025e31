"""What is asked of a table whose journal is stopped, and what of it is handed on (collector/journals.py)."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardside.link.frame import dumps
from host_tools.collector.authentication import Candidate, HostSigner
from host_tools.collector.hub import Hub
from host_tools.collector.incoming import Answered, EventIn, Met
from host_tools.collector.journals import Acceptance, Loader, first_wanted
from host_tools.collector.live import Connection, JournalState, LiveTable
from host_tools.collector.outbox import DrawnNames, Outbox
from host_tools.collector.outgoing import Agreed
from host_tools.collector.storing import Commits, event_record
from host_tools.collector.trust import Keyring
from host_tools.store import Store, stops
from host_tools.store.ownership import (
    FOREIGN,
    JOURNALS_MOST,
    MOVED,
    OPEN,
    PROVEN,
    PROVISIONED,
    RENEWED,
    TOO_MANY,
    Claim,
    Tenure,
    UnknownJournal,
    is_owner,
    judged,
    key_id,
    known,
    sealing,
)
from host_tools.store.rows import STOPPED, HeldBack
from host_tools.store.stops import TAKING, Stop

#: It has the events 3 to 9.
MET = Met(18, "Table 18", "0badcafe", 1, 3, 9, "0.1.0")


def journal(state: str | None = None, kept: int | None = None) -> JournalState:
    """Seven events are stored; the fifth differs."""
    made = JournalState("0badcafe", 7, 7)
    made.stop = None if state is None else Stop(1, made.id, 5, 18, state, 0)
    made.kept = None if kept is None else (kept, {"seq": kept, "kind": "play"})
    return made


@pytest.mark.parametrize(
    ("stored", "first"),
    [
        (journal(), 7),  # the last one that both have
        (journal(stops.OPEN), 5),  # what stands before it is taken for acknowledged, and no more
        (journal(TAKING), 3),  # the whole record is compared
        (journal(kept=4), 4),  # a device with the other record shows at once
        (JournalState("0badcafe", 0, 0), 1),
        (JournalState("0badcafe", 20, 20), 9),
    ],
)
def test_no_more_is_taken_for_acknowledged_than_counts(stored: JournalState, first: int) -> None:
    assert first_wanted(stored, MET) == first


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
    assert not here.takes(journal(stops.OPEN), 5)
    assert not here.takes(journal(stops.OPEN), 8)
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
    states: list[str] = []
    nobody: Any = None
    line, asked = Here().connection, LiveTable(5)
    asked.attach(line)
    line.session._agreed = Agreed(Candidate(HostSigner(b""), "0" * 16, MET), 0)
    line.session.deliver("hall-1a2b3c", "{}")  # of the hall's clock, which the outbox does not know
    outbox = Outbox(
        nobody, {5: asked}, lambda row, state, code, message: states.append(state), DrawnNames({})
    )
    row = {"id": "1a2b3c4d", "table": 5, "expires_at": None, "event": {"kind": "names"}}
    outbox.take([row])
    for command in (row["id"], "hall-1a2b3c"):
        for is_ok in (True, False):
            line.table = LiveTable(19)
            outbox.answered(line, Answered(command, is_ok, "ok", ""))
        outbox.done(command, 19)
    assert states == []
    assert line.session.busy, "it is sent on to table 5"
    line.table = asked
    outbox.answered(line, Answered(row["id"], True, "ok", ""))
    assert states == ["done"]


# Which key a journal belongs to (store/ownership.py): rule by rule, and in the database.

OLD, NEW, OTHER = (key_id(bytes([number]) * 16) for number in (1, 2, 3))
IDS = (OPEN, OLD, NEW, OTHER)


def tenure(key: str = OLD, table: int = 18, stored: int = 0, held: int = 0) -> Tenure:
    return Tenure(table, key, 0, stored, held, PROVEN)


def claim(key: str = OLD, table: int = 18, siblings: tuple[str, ...] = (), held: int = 0) -> Claim:
    return Claim("0badcafe", table, key, held, frozenset(siblings))


# Who may speak


def test_the_first_to_prove_it_has_it() -> None:
    assert judged((), claim(), 0) == PROVEN
    assert judged((), claim(), JOURNALS_MOST - 1) == PROVEN
    assert judged((), claim(), JOURNALS_MOST) == TOO_MANY
    assert judged((), claim(OPEN), JOURNALS_MOST) == PROVEN, "tables without a key are not told apart"


def test_the_owner_is_the_same_key_under_the_same_number() -> None:
    assert is_owner([tenure()], claim())
    assert not is_owner([tenure()], claim(table=19))
    assert not is_owner([tenure(OLD), tenure(NEW)], claim(OLD))
    assert not is_owner([], claim())
    assert is_owner([tenure(OPEN)], claim(OPEN, table=5))
    assert judged([tenure()], claim(table=19), 1) == MOVED


@pytest.mark.parametrize(
    ("owner", "wants", "begun", "verdict"),
    [
        (tenure(OLD), claim(NEW, siblings=(OLD, NEW)), 0, RENEWED),
        (tenure(OPEN), claim(NEW, siblings=(NEW,)), 0, RENEWED),
        (tenure(OLD), claim(NEW, siblings=(OLD, NEW)), 1, FOREIGN),  # it is in use by another device
        (tenure(OLD), claim(NEW, siblings=(NEW,)), 0, FOREIGN),  # the old one was never this number's
        (tenure(OLD), claim(NEW, table=19, siblings=(OLD, NEW)), 0, FOREIGN),
        (tenure(OLD), claim(OPEN, siblings=(OLD,)), 0, FOREIGN),
        (tenure(OPEN, table=4), claim(NEW, siblings=(NEW,)), 0, FOREIGN),
    ],
)
def test_only_an_unused_key_of_the_same_table_goes_on(
    owner: Tenure, wants: Claim, begun: int, verdict: str
) -> None:
    assert judged([owner], wants, begun) == verdict


@given(
    st.lists(st.builds(tenure, st.sampled_from(IDS), st.sampled_from((18, 19))), min_size=1, max_size=4),
    st.sampled_from((OPEN, OLD, NEW)),
    st.integers(0, 70),
)
def test_a_key_of_another_table_gets_nothing_that_has_an_owner(
    history: list[Tenure], key: str, begun: int
) -> None:
    """Whatever it has, table 7 does not go on with a journal that its key does not own."""
    wants = claim(key, table=7, siblings=(OLD, NEW))
    if history[-1].key_id != key:
        assert judged(history, wants, begun) == FOREIGN


# Who sealed it


def test_a_seal_is_by_the_key_of_its_time() -> None:
    """20 were stored when the new key came, and the table had 25."""
    history = [tenure(OLD, held=3), tenure(NEW, stored=20, held=25)]
    assert sealing(history, 3) == ({OLD}, True), "before it came for the first time it may have had none"
    assert sealing(history, 4) == ({OLD}, False)
    assert sealing(history, 20) == ({OLD}, False)
    assert sealing(history, 21) == ({OLD, NEW}, False)
    assert sealing(history, 25) == ({OLD, NEW}, False)
    assert sealing(history, 26) == ({NEW}, False)


def test_a_table_that_was_given_its_first_key_may_have_sealed_without() -> None:
    history = [tenure(OPEN), tenure(NEW, stored=5, held=8)]
    assert sealing(history, 5) == (set(), True)
    assert sealing(history, 8) == ({NEW}, True)
    assert sealing(history, 9) == ({NEW}, False)


@given(st.data())
def test_somebody_can_have_sealed_every_event_and_nobody_out_of_his_time(data: st.DataObject) -> None:
    marks = sorted(data.draw(st.lists(st.integers(0, 50), min_size=6, max_size=6)))
    history = [tenure(OLD, held=marks[0]), tenure(NEW, 18, *marks[1:3]), tenure(OTHER, 18, *marks[3:5])]
    seq = data.draw(st.integers(1, 60))
    keys, _ = sealing(history, seq)
    assert keys
    for at, owned in enumerate(history):
        after = history[at + 1].held if at + 1 < len(history) else 100
        is_in_time = (at == 0 or seq > owned.stored) and seq <= after
        assert (owned.key_id in keys) == is_in_time


def test_known_keys_are_found_by_their_ids_alone() -> None:
    keys = [bytes([number]) * 16 for number in (1, 2, 3)]
    assert known([b"", *keys], {OLD, OTHER, OPEN}) == [keys[0], keys[2]]
    assert len({key_id(key) for key in keys} | {OPEN}) == 4
    assert key_id(b"") == OPEN


# In the database


def verdict(store: Store, wants: Claim) -> str | None:
    return store.owners.claim([wants])[0].refusal


def test_journals_that_a_key_has_begun_are_counted(store: Store) -> None:
    made = [Claim(f"made{number}", 19, NEW, 0) for number in range(JOURNALS_MOST + 2)]
    refusals = [each.refusal for each in store.owners.claim(made)]
    assert refusals == [None] * JOURNALS_MOST + [TOO_MANY] * 2
    assert verdict(store, made[0]) is None
    assert verdict(store, Claim("another", 18, OLD, 0)) is None


def test_at_its_cable_a_table_carries_on_what_its_old_key_owned(store: Store) -> None:
    assert verdict(store, claim(OLD)) is None
    assert store.owners.provisioned(claim(NEW, table=7)).refusal == FOREIGN
    assert store.owners.provisioned(claim(NEW, table=7, siblings=(OLD,))).refusal == FOREIGN
    carried = store.owners.provisioned(claim(NEW, table=7), had=[OLD])
    assert (carried.refusal, carried.history[-1].how) == (None, PROVISIONED)
    assert verdict(store, claim(OLD)) == FOREIGN


def test_a_journal_of_nobody_cannot_be_given(store: Store) -> None:
    with pytest.raises(UnknownJournal):
        store.owners.give("0badcafe", 7, NEW, "anna", "a spare device")

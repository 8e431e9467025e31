"""Faults about which key a journal belongs to, what stops a journal, and which table answers an order."""

from tests.chaos.mutating import Mutant

_RULES = "tests/security/test_trust_ownership.py"
_ACCEPTING = "tests/security/test_trust_accepting.py"
_RUNNING = "tests/security/test_trust_journals.py"
_INSIDER = "tests/security/test_trust_insider.py"
_STORE = "tests/store/test_store.py"
_VERIFY = "tests/audit/test_verify.py"
_OWNERSHIP = "host_tools.store.ownership"
_TURN = "host_tools.store.ingest:_Turn"
_WORK = "host_tools.collector.journals:Acceptance"

MUTANTS: tuple[Mutant, ...] = (
    # Whose it is
    Mutant(
        "another key is taken for the owner's",
        f"{_OWNERSHIP}:is_owner",
        "not history or history[-1].key_id != claim.key_id",
        "not history",
        (_RULES, "the_owner_is"),
    ),
    Mutant(
        "any table goes on with a journal",
        f"{_OWNERSHIP}:judged",
        "RENEWED if is_fresh and is_of_table else FOREIGN",
        "RENEWED",
        (_INSIDER, "no_trace_outside and 1-hall"),
    ),
    Mutant(
        "a key that is in use goes on with another journal",
        f"{_OWNERSHIP}:judged",
        " and begun == 0",
        "",
        (_RULES, "only_an_unused"),
    ),
    Mutant(
        "a new key goes on with another table's journal",
        f"{_OWNERSHIP}:judged",
        "owner.table == claim.table and",
        "",
        (_RULES, "only_an_unused"),
    ),
    Mutant(
        "a new key goes on after a key that was never its table's",
        f"{_OWNERSHIP}:judged",
        " and owner.key_id in {OPEN, UNSEEN, *claim.siblings}",
        "",
        (_RULES, "only_an_unused"),
    ),
    Mutant(
        "a key begins as many journals as it likes",
        f"{_OWNERSHIP}:judged",
        "begun >= JOURNALS_MOST",
        "False",
        (_RULES, "the_first"),
    ),
    Mutant(
        "the journals that a key has begun are not counted",
        "host_tools.store.owners:Owners._claim",
        "int(connection.execute(count).scalar() or 0)",
        "0",
        (_RULES, "are_counted"),
    ),
    Mutant(
        "a cable carries on what another key owned",
        "host_tools.store.owners:Owners.provisioned",
        "owner.key_id in set(had)",
        "True",
        (_RULES, "at_its_cable"),
    ),
    Mutant(
        "whoever was refused is let in",
        f"{_WORK}.accept",
        "verdict.refusal is not None",
        "False",
        (_INSIDER, "no_trace_outside and 1-hall"),
    ),
    Mutant(
        "whoever asks for a journal stops its page",
        "host_tools.collector.collector:Collector._replaced",
        "table.journal = journal",
        "pass",
        (_RUNNING, "page_alive"),
    ),
    Mutant(
        "a table that roams is shown by a state that takes no more events",
        "host_tools.collector.journals:Loader._take",
        "self._replaced(loaded)",
        "pass",
        ("tests/collector/test_elsewhere.py", "newest_state_of_its_journal"),
    ),
    Mutant(
        "invented journals pile up",
        f"{_WORK}._refuse",
        "del self._journals[met.journal]",
        "pass",
        (_RUNNING, "journal_after_journal"),
    ),
    Mutant(
        "whoever has lost a journal goes on with it",
        f"{_WORK}._follow",
        "others |= self._of_others(journal)",
        "pass",
        (_RUNNING, "has_lost"),
    ),
    Mutant(
        "whoever is given a journal is not asked again",
        f"{_WORK}._follow",
        "others | self._were_refused(histories)",
        "others",
        (_RUNNING, "is_given"),
    ),
    # Seals
    Mutant(
        "an old key seals what came later",
        f"{_OWNERSHIP}:sealing",
        "seq <= history[at + 1].held",
        "True",
        (_RULES, "of_its_time"),
    ),
    Mutant(
        "an old key seals one too few",
        f"{_OWNERSHIP}:sealing",
        "seq <= history[at + 1].held",
        "seq < history[at + 1].held",
        (_RULES, "of_its_time"),
    ),
    Mutant(
        "a new key seals one too many",
        f"{_OWNERSHIP}:sealing",
        "seq > tenure.stored",
        "seq >= tenure.stored",
        (_RULES, "of_its_time"),
    ),
    Mutant(
        "every table may confirm without a seal",
        f"{_OWNERSHIP}:sealing",
        "may_be_open |= tenure.key_id == OPEN or (at == 0 and seq <= tenure.held)",
        "may_be_open = True",
        (_VERIFY, "does_not_confirm_without"),
    ),
    Mutant(
        "verify takes any key that is known",
        "host_tools.collector.sealing:Signers.for_event",
        "known(self.keys, wanted), may_be_open",
        "self.keys, may_be_open",
        (_VERIFY, "another_table_s_key"),
    ),
    Mutant(
        "verify lets another table's seal pass",
        "host_tools.verify.journal_check:JournalCheck._confirmed",
        "seal == FOREIGN",
        "False",
        (_VERIFY, "another_table_s_key"),
    ),
    Mutant(
        "verify does not name another table's events",
        "host_tools.verify.journal_check:JournalCheck._came_from",
        "tables and table not in tables and table != self._table",
        "False",
        (_VERIFY, "event_of_another_table"),
    ),
    Mutant(
        "the true record is called the copy",
        "host_tools.verify.command:_find_copies",
        "stored.get((match.journal, match.first_seq), 0)",
        "0",
        (_VERIFY, "no_copy"),
    ),
    # Two different events under one number
    Mutant(
        "a second event under a number is passed over",
        f"{_TURN}.compared",
        "not _same(stored.body, record.body)",
        "False",
        (_STORE, "is_a_conflict"),
    ),
    Mutant(
        "a stop does not stand",
        f"{_TURN}.__init__",
        "stops.standing(connection)",
        "{}",
        (_STORE, "is_a_conflict"),
    ),
    Mutant(
        "what stands behind a difference stays",
        f"{_TURN}.insert",
        "self._connection.execute(delete(events).where(made, events.c.id > newest))",
        "pass",
        (_STORE, "nothing_behind"),
    ),
    Mutant(
        "what was stored before a difference was sent goes with it",
        f"{_TURN}.insert",
        "delete(events).where(made, events.c.id > newest)",
        "delete(events).where(made)",
        (_STORE, "nothing_behind"),
    ),
    Mutant(
        "new events go in while a record is compared",
        f"{_TURN}._is_held",
        "stop is not None and record.journal not in self.held",
        "stop is not None and stop.state == stops.OPEN and record.journal not in self.held",
        (_STORE, "own_record"),
    ),
    Mutant(
        "what was on its way behind a difference is stored before it",
        "host_tools.store.stops:awaited",
        "journal_stops.c.seq < before",
        "journal_stops.c.seq > before",
        (_STORE, "before_it"),
    ),
    Mutant(
        "the results of what was set aside stay",
        "host_tools.store.stops:set_aside",
        "connection.execute(update(matches).where(begun_later).values(**nothing))",
        "pass",
        (_STORE, "go_with_it"),
    ),
    Mutant(
        "a match looks newer than what is left of it",
        "host_tools.store.stops:set_aside",
        "last_seq=seq - 1, confirmed=False",
        "confirmed=False",
        (_STORE, "go_with_it"),
    ),
    Mutant(
        "acknowledged although it was held back",
        "host_tools.collector.storing:Commits.committed",
        "newest.pop(held_journal.journal, None)",
        "pass",
        (_ACCEPTING, "held_back"),
    ),
    Mutant(
        "what is held back is not told",
        "host_tools.collector.storing:Commits.committed",
        "if held:",
        "if False:",
        (_ACCEPTING, "held_back"),
    ),
    Mutant(
        "asked for what comes behind a stop",
        "host_tools.collector.journals:first_wanted",
        "newest.append(journal.stop.seq)",
        "pass",
        (_ACCEPTING, "no_more_is_taken"),
    ),
    Mutant(
        "asked for what comes behind a decision",
        "host_tools.collector.journals:first_wanted",
        "newest.append(journal.kept[0])",
        "pass",
        (_ACCEPTING, "no_more_is_taken"),
    ),
    Mutant(
        "only the end of a record is compared",
        "host_tools.collector.journals:first_wanted",
        "max(1, met.first_seq)",
        "max(1, met.last_seq)",
        (_ACCEPTING, "no_more_is_taken"),
    ),
    Mutant(
        "a stopped journal goes on",
        f"{_WORK}.takes",
        "journal.stop is None",
        "True",
        (_ACCEPTING, "stopped_journal"),
    ),
    Mutant(
        "new events are handed on while a record is compared",
        f"{_WORK}.takes",
        " and message.seq <= journal.received",
        "",
        (_ACCEPTING, "stopped_journal"),
    ),
    Mutant(
        "the record that was not taken goes on",
        f"{_WORK}.takes",
        "connection.is_off_record = True",
        "pass",
        (_ACCEPTING, "not_taken"),
    ),
    # Orders
    Mutant(
        "another table settles an order",
        "host_tools.collector.outbox:Outbox._of_table",
        "_name(row) == (command, number)",
        'row["id"] == command',
        (_ACCEPTING, "was_asked"),
    ),
    Mutant(
        "another table's event calls an order back",
        "host_tools.collector.outbox:Outbox._abandon",
        "if (table := self._tables.get(number)) is not None:",
        "for table in self._tables.values():",
        (_ACCEPTING, "was_asked"),
    ),
    Mutant(
        "another table's answer is stored",
        "host_tools.store.ingest:answer",
        "commands.c.table_no == record.table_no,",
        "",
        (_STORE, "given_a_command"),
    ),
    Mutant(
        "another table refuses the hall's clock",
        "host_tools.collector.hall_clock:HallClock.answered",
        "table is not None and table.number == number",
        "True",
        ("tests/hall_clock/test_timing_wanted.py", "not_taken_for_answers"),
    ),
)

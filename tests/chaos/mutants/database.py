"""The database: what is asked of it, who writes when, how it is upgraded; the rows of matches (D127)."""

from tests.chaos.mutating import Mutant

_TAKEOVER = "tests/collector/test_takeover.py"
_SQLITE = "tests/store/test_store_sqlite.py"
_ROWS = "tests/collector/test_match_rows.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "what another collector stored is not looked at",
        "host_tools.collector.loading:outdated",
        "durable[one] <= stored <= known[one].received",
        "durable[one] <= stored",
        (_TAKEOVER, "elsewhere"),
    ),
    Mutant(
        "a database that was put back is not noticed",
        "host_tools.collector.loading:outdated",
        "durable[one] <= stored <= known[one].received",
        "stored <= known[one].received",
        (_TAKEOVER, "backup"),
    ),
    Mutant(
        "links that went are not told",
        "host_tools.collector.linkbook:LinkBook.changes",
        "if key not in links",
        "if not links and False",
        (_TAKEOVER, "once_a_minute"),
    ),
    Mutant(
        "a killed collector is taken for one at work",
        "host_tools.collector.neighbours:at_work",
        "not _is_dead(row)",
        "True",
        (_TAKEOVER, "names_those"),
    ),
    Mutant(
        "a dead collector keeps its links",
        "host_tools.store.links:Links._open",
        ", collectors.c.seen_at > self._clock() - GONE_MS",
        "",
        ("tests/store/test_store_links.py", "died"),
    ),
    Mutant(
        "nobody counts how many events were new",
        "host_tools.store.ingest:write_events",
        "insert_new(connection, events, rows) != len(rows)",
        "insert_new(connection, events, rows) < 0",
        ("tests/store/test_store.py", "another_event"),
    ),
    Mutant(
        "others may read the keys",
        "host_tools.store.database:make_private",
        "0o600",
        "0o644",
        (_SQLITE, "owner_can"),
    ),
    Mutant(
        "an older file is upgraded without a copy",
        "host_tools.store.preparing:_upgrade",
        "_back_up(path, version)",
        "pass",
        (_SQLITE, "copy_beside"),
    ),
    Mutant(
        "an older collector is upgraded under its feet",
        "host_tools.store.preparing:_upgrade",
        "seen is not None",
        "False",
        ("tests/store/test_store_migrations.py", "not_disturbed"),
    ),
    Mutant(
        "looking upgrades",
        "host_tools.store.preparing:prepare",
        "if not create:",
        "if False:",
        ("tests/store/test_store_migrations.py", "who_upgrades"),
    ),
    Mutant(
        "the password stands in the message",
        "host_tools.store.troubles:hidden",
        r"\1:***@",
        r"\g<0>",
        ("tests/postgres/test_postgres_trouble.py", "give_the_password"),
    ),
    Mutant(
        "a database that hangs is not noticed",
        "host_tools.collector.commits:Commits.watch",
        "stuck_s > STUCK_S",
        "False",
        ("tests/collector/test_collector_trouble.py", "hangs"),
    ),
    Mutant(
        "collectors do not write in turn",
        "host_tools.store.database:_on_postgresql_begin",
        "if writes:",
        "if False:",
        ("tests/postgres/test_postgres_order.py", "turn_and_no_longer"),
    ),
    Mutant(
        "the writer goes on behind what it gave up at the end",
        "host_tools.store.writer:Writer._run",
        "if not self._write(batch):",
        "if not self._write(batch) and False:",
        ("tests/store/test_store_writer.py", "leaves_no_gap"),
    ),
    Mutant(
        "tables are asked before the keys have been read",
        "host_tools.collector.connection:Connection.flush",
        "if not self._collector.keyring.is_loaded:",
        "if False:",
        ("tests/trust/test_trust_keyring.py", "nobody_is_believed"),
    ),
    Mutant(
        "a row from the future stays",
        "host_tools.store.ingest:_give_way",
        "heard_at = 0",
        "heard_at = heard_at",
        ("tests/store/test_store.py", "row_is_that"),
    ),
    Mutant(
        "a collector believes only clocks like its own",
        "host_tools.collector.elsewhere:Pulses.age",
        "None if changed_at is None else now - changed_at",
        "None",
        ("tests/collector/test_elsewhere.py", "stands_still"),
    ),
    # The rows of matches (D127), and the host's quick twins
    Mutant(
        "a match's last word is forgotten when the next begins",
        "host_tools.collector.match_rows:MatchRows.ending",
        "self._waiting.pop(journal.id, None)",
        "None",
        (_ROWS, "last_word"),
    ),
    Mutant(
        "a row that a crash left behind stays so",
        "host_tools.collector.loading:state_of",
        "bool(journal.fold.first_seq)",
        "False",
        (_ROWS, "crash"),
    ),
    Mutant(
        "the quick chain escapes in its own way",
        "host_tools.collector.sealing:HostChain.text",
        r'"\\" in text or "\x7f" in text',
        "False",
        ("tests/collector/test_quick_twins.py", "chains"),
    ),
    Mutant(
        "a fold at once goes on with a state that was used up",
        "host_tools.collector.folding:MatchFold.of",
        "if not made._left_out:",
        "if True:",
        ("tests/collector/test_folding_at_once.py", "nothing_behind"),
    ),
)

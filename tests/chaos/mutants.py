"""Known faults, put into the real code for the length of a test: each must be noticed.

A mutant is a piece of one function's source and what stands in its place. Nothing in the product switches
them. `python -m tests.chaos.mutants` tries all of them (or those named) and fails if one survives.
"""

import argparse
import sys
from pathlib import Path

from tests.chaos.mutating import Mutant, run

_SESSION = "tests/portable/link/test_link_session.py"
_EVENTS = "tests/portable/link/test_link_events.py"
_LINKS = "tests/chaos/test_chaos_links.py"
_AUDIT = "tests/audit/test_verify.py"
_TRUST = "tests/trust/test_trust"
_NAMES = "tests/portable/link/test_link_names.py"
_FINDING = "tests/portable/link/test_link_finding.py"
_CALLING = "tests/finding/test_tcp_finding.py"
_WIFI = "tests/portable/device/test_wifi.py"
_HOST = "host_tools.collector.session:HostSession"
_TABLE = "boardside.link.session:TableSession"
_HALL = "boardside.table.hall:Hall"
_AT_TABLE = "tests/portable/table/test_table_hall.py"
_CLOCK = "tests/timing/test_timing_clock.py"
_WANTED = "tests/timing/test_timing_wanted.py"
_TAKEOVER = "tests/collector/test_takeover.py"
_SQLITE = "tests/store/test_store_sqlite.py"
_ADMINS = "tests/web/test_web_admins.py"
_ROWS = "tests/collector/test_match_rows.py"
_GUARD = "tests/web/test_web_admin_guard.py"

MUTANTS: tuple[Mutant, ...] = (
    # The admin pages
    Mutant(
        "a form without its token is taken",
        "host_tools.web.admin.forms:check_token",
        "not wanted or not secrets.compare_digest(given.encode(), wanted.encode())",
        "False",
        (_GUARD, "right_token"),
    ),
    Mutant(
        "a form of another site is taken",
        "host_tools.web.admin.forms:check_origin",
        'site not in (None, "same-origin")',
        "False",
        (_GUARD, "another_site"),
    ),
    Mutant(
        "a login never ends",
        "host_tools.store.admins:Admins.login_of",
        "now >= row.expires_at or now >= row.seen_at + IDLE_MS",
        "False",
        (_ADMINS, "idles_out"),
    ),
    Mutant(
        "a new password leaves the logins",
        "host_tools.store.admins:Admins.set_password",
        "connection.execute(delete(logins).where(logins.c.admin == name))",
        "pass",
        (_ADMINS, "logging_out_ends"),
    ),
    Mutant(
        "the browser's token stands in the database",
        "host_tools.store.admins:_digest",
        "hashlib.sha256(token.encode()).hexdigest()",
        "token",
        (_ADMINS, "neither_password"),
    ),
    Mutant(
        "many guesses at once count as none",
        "host_tools.web.admin.throttle:Throttle.begin",
        "address.wrong += 1",
        "pass",
        (_GUARD, "many_at_once"),
    ),
    Mutant(
        "a button of an older page acts",
        "host_tools.web.admin.hall:_change",
        '!= fields.get("number")',
        "== None",
        ("tests/web/test_web_admin_pages.py", "older_page"),
    ),
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
        "min(journal.committed, met.last_seq)",
        "min(journal.received, met.last_seq)",
    ),
    Mutant(
        "a failed commit counts", "host_tools.store.writer:Writer.attempt", "return False", "conflicts = []"
    ),
    Mutant(
        "no deduplication",
        "host_tools.store.upserts:_insert_new",
        "_insert(dialect, table, names).on_conflict_do_nothing()",
        "_insert(dialect, table, names)",
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
        "host_tools.store.upserts:_upsert",
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
    # Keys, and who is believed
    Mutant(
        "the session forgets the table's nonce",
        "boardside.link.auth:session_signer",
        "(host_nonce, table_nonce)",
        "(host_nonce, host_nonce)",
        (f"{_TRUST}_attacker.py", "no_session_about"),
    ),
    Mutant(
        "the host asks every table with one nonce",
        f"{_HOST}._promote",
        "self._nonce = nonce(self._random)",
        "pass",
        (f"{_TRUST}_attacker.py", "no_nonce"),
    ),
    Mutant(
        "the table answers every question with one nonce",
        f"{_TABLE}._on_hi",
        "nonce(self._random)",
        'self._identity.journal[:8].ljust(16, "0")',
        (f"{_TRUST}_attacker.py", "no_nonce"),
    ),
    Mutant(
        "numbers go back at the table",
        f"{_TABLE}._line",
        "values[1] > self._got",
        "values[1] >= 0",
        (f"{_TRUST}_attacker.py", "is_spent"),
    ),
    Mutant(
        "numbers go back at the host",
        f"{_HOST}._on_frame",
        "values[1] <= self._got",
        "values[1] <= 0",
        (f"{_TRUST}_attacker.py", "is_spent"),
    ),
    Mutant(
        "a reflected frame fits",
        "boardside.link.auth:Signer.fits",
        "self.mac(direction, body)",
        "self.mac(TO_TABLE if mac == self.mac(TO_TABLE, body) else TO_HOST, body)",
        (f"{_TRUST}_attacker.py", "is_spent"),
    ),
    Mutant(
        "any key fits",
        f"{_HOST}._key_of",
        "if signer.fits(TO_HOST, body, mac):",
        "if True:",
        (_LINKS, "key"),
    ),
    Mutant(
        "a frame of the old session reaches the next",
        f"{_HOST}._promote",
        "self._signer = candidate.signer",
        "self._signer = self._signer or candidate.signer",
        (f"{_TRUST}_attacker.py", "is_spent"),
    ),
    Mutant(
        "a revoked key ends no session",
        "host_tools.collector.keyring:Keyring._poll",
        "self._changed()",
        "pass",
        (f"{_TRUST}_keyring.py", "revoking"),
    ),
    Mutant(
        "a revoked key comes back by a file",
        "host_tools.collector.keyring:Keyring.usable",
        "not self._was_given_up(table, own)",
        "True",
        (f"{_TRUST}_keyring.py", "by_the_file"),
    ),
    Mutant(
        "an open table passes for a keyed one",
        "host_tools.collector.keyring:Keyring.usable",
        "if not found and self._opens(table)",
        "if self._opens(table)",
        (f"{_TRUST}_keyring.py", "in_place_of"),
    ),
    Mutant(
        "an open table passes for a revoked one",
        "host_tools.collector.keyring:Keyring._opens",
        "if table in self._book.revoked:",
        "if False:",
        (f"{_TRUST}_keyring.py", "in_place_of"),
    ),
    Mutant(
        "open tables are welcome beside keyed ones",
        "host_tools.collector.keyring:Keyring._opens",
        "self._takes_open or not self._book.any",
        "True",
        (f"{_TRUST}_keyring.py", "until_the_database"),
    ),
    Mutant(
        "a newer key retires nothing",
        "host_tools.store.keys:Keys.used",
        "_set(connection, older, state=REPLACED, ended_at=now)",
        "pass",
        (f"{_TRUST}_keys.py", "a_change_goes"),
    ),
    Mutant(
        "a revoked key can be given again",
        "host_tools.store.keys:Keys.add",
        "if row.state not in USABLE:",
        "if False:",
        (f"{_TRUST}_keys.py", "given_up"),
    ),
    Mutant(
        "an import brings a revoked key back",
        "host_tools.store.keys:Keys.merge",
        "_STATES.index(row.state) > _STATES.index(known.state)",
        "row.state != known.state",
        (f"{_TRUST}_keys.py", "merged"),
    ),
    Mutant(
        "keys lie open in a file",
        "host_tools.store.key_file:write",
        "0o600",
        "0o644",
        (f"{_TRUST}_command.py", "owner"),
    ),
    Mutant(
        "provision gives the table a key that the database does not have",
        "host_tools.device.provision:_carry_out",
        'store.keys.add(plan.table, plan.choice.key.hex(), "provision")',
        "pass",
        (f"{_TRUST}_provision.py", "first_key"),
    ),
    Mutant(
        "provision loses what it does not know",
        "host_tools.device.settings:merged",
        "copy.deepcopy(old)",
        "{name: old[name] for name in ('table', 'name', 'wifi', 'host') if name in old}",
        (f"{_TRUST}_settings.py", "not_named"),
    ),
    Mutant(
        "a key that was under way is given up",
        "host_tools.device.settings:choose_key",
        "newest.state == NEW and newest.key != old",
        "False",
        (f"{_TRUST}_settings.py", "which_key"),
    ),
    Mutant(
        "a link that hangs is called a double",
        "host_tools.collector.doubles:Doubles.look",
        ">= LASTS_MS",
        ">= 0",
        (f"{_TRUST}_doubles.py", "left_behind"),
    ),
    Mutant(
        "two devices at two collectors go unnoticed",
        "host_tools.collector.doubles:Doubles._found",
        "if link.journal != table.journal.id:",
        "if False:",
        (f"{_TRUST}_doubles.py", "worse"),
    ),
    Mutant(
        "a stranger gives the host its name",
        f"{_TABLE}._on_go",
        "self.host = host",
        'self.host = "stranger"',
        ("tests/portable/link/test_link_hosts.py", ""),
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
    # The hall's clock, and what time it is
    Mutant(
        "a change is done when it comes",
        f"{_HALL}._schedule",
        "self._waits = ago < 0",
        "self._waits = False",
        (_AT_TABLE, "at_its_moment"),
    ),
    Mutant(
        "a late start sounds",
        f"{_HALL}._do",
        'what == "start" and ago <= LATE_MS',
        'what == "start"',
        (_AT_TABLE, "late_joins"),
    ),
    Mutant(
        "who comes late has the whole time",
        f"{_HALL}._do",
        "left - ago)",
        "left)",
        (_AT_TABLE, "late_joins"),
    ),
    Mutant(
        "a moment is not placed anew",
        f"{_HALL}.set_host_time",
        "self._waits or self._recovered",
        "self._recovered",
        (_AT_TABLE, "waits_is_placed"),
    ),
    Mutant(
        "the end is not placed anew",
        f"{_HALL}.set_host_time",
        "clock.move(",
        "max(",
        (_AT_TABLE, "each_word"),
    ),
    Mutant(
        "the end is not stored", f"{_HALL}.tick", "elif self._owes_end", "elif False", (_AT_TABLE, "start_is")
    ),
    Mutant(
        "the display goes up",
        "boardside.table.clocks:SteadyClock.left",
        "left > self._least",
        "False",
        (_AT_TABLE, "each_word"),
    ),
    Mutant(
        "the buzzer is forgotten in a power cut",
        "boardside.table.table:Table.boot",
        "conduct.ask_again(self, now)",
        "pass",
        (_AT_TABLE, "crokinole_asks_again"),
    ),
    Mutant(
        "a buzzer of an earlier round asks again",
        "boardside.table.crokinole.conduct:_is_open",
        "seq > table.record.played",
        "seq > 0",
        (_AT_TABLE, "does_not_ask"),
    ),
    Mutant(
        "a time that cannot be is believed", f"{_TABLE}._on_time", "could_be and ", "", (_CLOCK, "cannot_be")
    ),
    Mutant(
        "drift is not reckoned with",
        "host_tools.collector.ticks:TickClock._estimate",
        "(now_ms - at) // DRIFT_MS_PER_MS",
        "0",
        (_CLOCK, "older_it_is"),
    ),
    Mutant(
        "the first round trip counts for ever",
        "host_tools.collector.ticks:TickClock._estimate",
        "in reversed(",
        "in (lambda samples: list(samples)[:1])(",
        (_CLOCK, "quick_way"),
    ),
    Mutant(
        "time is told once",
        "host_tools.collector.ticks:TickClock.observe",
        "received_ms - self._told[1] >= TELL_AGAIN_MS",
        "False",
        (_CLOCK, "told_at_first"),
    ),
    Mutant(
        "a number is enough",
        "host_tools.collector.hall_clock:has",
        ' and shown.get("moment") == wanted.moment',
        "",
        (_WANTED, "lacks"),
    ),
    Mutant(
        "the hall's clock is sent at every look",
        "host_tools.collector.hall_clock:HallClock._send",
        "now < self._not_before.get(table.number, now)",
        "False",
        (_WANTED, "sent_once"),
    ),
    Mutant(
        "an older wish goes on",
        "host_tools.collector.hall_clock:HallClock.take",
        "connection.session.abandon(command)",
        "pass",
        (_WANTED, "newer"),
    ),
    Mutant(
        "a new collector takes the wall clock's time",
        "host_tools.collector.hall_clock:HallClock.begin",
        "base + kept",
        "base",
        (_WANTED, "goes_on"),
    ),
    # Finding the host
    Mutant(
        "an answer with a wrong number is believed",
        "boardside.link.names:answer",
        " or _short(message, 0) != number",
        "",
        (_NAMES, "no_answer"),
    ),
    Mutant(
        "the answer to another question is believed",
        "boardside.link.names:_questions",
        "asked != wanted or ",
        "",
        (_NAMES, "no_answer"),
    ),
    Mutant(
        "another name's address is taken",
        "boardside.link.names:answer",
        "owner == wanted and ",
        "",
        (_NAMES, "another_name"),
    ),
    Mutant(
        "names may lie in the header",
        "boardside.link.names:_name",
        "_HEADER <= target < floor",
        "target < floor",
        (_NAMES, "circles"),
    ),
    Mutant(
        "anybody answers for the name server",
        "boardside.link.finding:Finder.receive",
        "(address, port) == (self._server, DNS_PORT)",
        "port == DNS_PORT",
        (_FINDING, "wrong_place"),
    ),
    Mutant(
        "a flood of false hosts keeps the right one out",
        "boardside.link.finding:Finder._hint",
        "self._candidates[index] is not self._proven",
        "False",
        (_FINDING, "flood"),
    ),
    Mutant(
        "the proven host goes under in a flood",
        "boardside.link.finding:Finder._hint",
        "self._candidates[index] is not self._proven",
        "True",
        (_FINDING, "flood"),
    ),
    Mutant(
        "the proven host is called like any other",
        "boardside.link.finding:Finder._rank",
        "(1 if one is self._proven else 0)",
        "0",
        (_FINDING, "proven_last"),
    ),
    Mutant(
        "an unproven host is kept for ever",
        "boardside.link.tcp:TcpLink._talk",
        "self._diff(now, began) >= PROVE_MS",
        "False",
        (_CALLING, "ten_seconds"),
    ),
    Mutant(
        "an unproven host that talks is kept for ever",
        "boardside.link.tcp:TcpLink._talk",
        "        now = self._ticks_ms()\n",
        "        now = self._ticks_ms()\n"
        "        out = session.send(now, WRITE_MOST)\n"
        "        if out:\n"
        "            writer.write(out)\n"
        "            await asyncio.wait_for(writer.drain(), CALL_S)\n"
        "            continue\n",
        (_CALLING, "ten_seconds"),
    ),
    Mutant(
        "the search goes on behind a proven host",
        "boardside.link.tcp:TcpLink._is_proven",
        "self._end_search()",
        "pass",
        (_CALLING, "nobody_searches"),
    ),
    Mutant(
        "a network that comes and goes counts as there",
        "boardside.app.wifi:Wifi._is_there",
        "self._enter(SETTLING, now)",
        "self._enter(JOINED, now)",
        (_WIFI, "every_look"),
    ),
    Mutant(
        "the radio is never restarted",
        "boardside.app.wifi:Wifi._in_vain",
        "self._failures >= FAILURES_MOST",
        "False",
        (_WIFI, "third"),
    ),
    Mutant(
        "rests do not grow",
        "boardside.app.wifi:Wifi._step",
        "min(2 * self._rest_ms, REST_MOST_MS)",
        "self._rest_ms",
        (_WIFI, "rests_grow"),
    ),
    # The database: what is asked of it, who writes when, and how it is upgraded
    Mutant(
        "what another collector stored is not looked at",
        "host_tools.collector.loading:current",
        "durable <= stored <= known.received",
        "durable <= stored",
        (_TAKEOVER, "elsewhere"),
    ),
    Mutant(
        "a database that was put back is not noticed",
        "host_tools.collector.loading:current",
        "durable <= stored <= known.received",
        "stored <= known.received",
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
        "host_tools.collector.collector:Collector._watch_writer",
        "self._writer.stuck_s > STUCK_S",
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
        "host_tools.collector.loading:load",
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
)
# The server's turn can be tried only where there is one (.ci/run installs it).
if not any(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
    MUTANTS = tuple(mutant for mutant in MUTANTS if mutant.name != "collectors do not write in turn")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.mutants", description=__doc__)
    parser.add_argument("names", nargs="*", help="parts of names; without any: all mutants")
    parser.add_argument("--learn", action="store_true", help="write down which hall notices which mutant")
    options = parser.parse_args()
    chosen = [
        mutant
        for mutant in MUTANTS
        if not options.names or any(name in mutant.name for name in options.names)
    ]
    return run(chosen, options.learn)


if __name__ == "__main__":
    sys.exit(main())

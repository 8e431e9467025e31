"""The database: each event once, conflicts kept, answers to commands, what other processes see.

Runs on SQLite here and on PostgreSQL in tests/postgres.
"""

import pytest
from freezegun.api import FrozenDateTimeFactory
from store_records import event, match

from host_tools.store import Store, ingest, upserts
from host_tools.store.database import now_ms, writing
from host_tools.store.journals import StoredJournal
from host_tools.store.rows import (
    STOPPED,
    TAKEN,
    AnswerRecord,
    CollectorRecord,
    HeldBack,
    MatchRecord,
    TableRecord,
)
from host_tools.store.schema import events
from host_tools.store.stops import aside

TABLE = {
    "name": "Table 3", "journal": "j1", "boot": 2, "firmware": "0.1", "keyed": True, "transport": "tcp",
    "port": "10.0.0.3:5", "link": "up", "heard_at": 5, "status": '{"seq":4}', "problem": None,
}  # fmt: skip


def test_events_are_kept_word_for_word_and_in_order(store: Store) -> None:
    body = '{"seq": 1,  "kind":"names","a":["Zo\\u00eb"]}'
    assert store.write([event(1, body), event(2)]) == []
    assert store.last_seq("j1") == 2
    assert [row["seq"] for row in store.events()] == [1, 2]
    assert store.events()[0]["event"]["a"] == ["Zoë"]
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("select body from events where seq = 1").scalar() == body


def test_the_same_event_again_changes_nothing_however_it_comes(store: Store) -> None:
    store.write([event(1), event(2), event(3)])
    assert store.write([event(2), event(3), event(4)]) == []
    assert store.write([event(4, repeated=True)]) == []
    # MicroPython gives the fields of one and the same event in any order.
    assert store.write([event(2, '{"kind": "play", "seq": 2}', repeated=True)]) == []
    assert [row["seq"] for row in store.events()] == [1, 2, 3, 4]
    assert store.conflicts() == []


def test_it_is_counted_how_many_events_were_new(store: Store) -> None:
    """Whoever counts wrong compares each event with the database, one by one."""
    rows = [ingest._row(event(seq)) for seq in range(1, 301)]
    with writing(store.engine) as connection:
        assert upserts.insert_new(connection, events, rows[:200]) == 200
        assert upserts.insert_new(connection, events, rows[150:]) == 100
        assert upserts.insert_new(connection, events, rows) == 0
    assert [row["seq"] for row in store.events(limit=1000)] == list(range(1, 301))


def test_an_event_twice_in_one_transaction_is_kept_once(store: Store) -> None:
    assert store.write([event(1), event(1), event(2)]) == []
    assert [row["seq"] for row in store.events()] == [1, 2]


def test_journals_do_not_touch_each_other(store: Store) -> None:
    store.write([event(1), event(1, journal="j2"), event(2, journal="j2")])
    assert (store.last_seq("j1"), store.last_seq("j2"), store.last_seq("j3")) == (1, 2, 0)


@pytest.mark.parametrize("repeated", [True, False])
def test_another_event_under_the_same_number_is_a_conflict_and_both_are_kept(
    store: Store, repeated: bool
) -> None:
    store.write([event(1), event(2)])
    other = '{"seq":2,"kind":"confirm"}'
    held = [HeldBack("j1", 2, 3, STOPPED)]
    later = [event(2, other, repeated=repeated), event(3), event(1, journal="j2")]
    assert store.write(later) == held
    assert store.write([event(2, other, repeated=repeated)]) == held
    assert [row["body"] for row in store.conflicts("j1")] == [other], "the same conflict is kept once"
    stored = [(row["journal"], row["seq"], row["event"]["kind"]) for row in store.events()]
    assert stored == [("j1", 1, "play"), ("j1", 2, "play"), ("j2", 1, "play")], "nothing behind it is stored"
    (stop,) = store.stops.rows()
    assert (stop.journal, stop.seq, stop.table, stop.state) == ("j1", 2, 3, "open")
    assert store.write([event(3)]) == held, "until somebody decides"
    store.stops.keep("j1", "anna", "the flash was put back")
    assert store.write([event(3)]) == []
    assert store.last_seq("j1") == 3


def test_what_another_collector_stored_meanwhile_is_compared_and_nothing_behind_a_difference_stays(
    store: Store,
) -> None:
    """Neither collector knows that the other one has the table: no event is marked as repeated."""
    store.write([event(1), event(2), event(3)])
    other = '{"seq":3,"kind":"confirm"}'
    store.write([event(4)])
    assert store.write([event(2), event(3, other), event(4), event(5)]) == [HeldBack("j1", 3, 3, STOPPED)]
    assert [row["seq"] for row in store.events()] == [1, 2, 3, 4], "what was stored before stays"


def test_the_table_s_own_record_replaces_what_is_stored_from_the_first_difference_on(store: Store) -> None:
    store.write([event(seq) for seq in range(1, 6)])
    rows = store.events()
    other = {seq: f'{{"seq":{seq},"kind":"board"}}' for seq in (3, 4)}
    store.write([event(4, other[4], repeated=True)])
    assert store.stops.take("j1", "anna", "the laptop had an older backup").state == "taking"
    assert store.write([event(6)]) == [HeldBack("j1", 4, 3, STOPPED)], "only what is compared"
    sent = [event(1, repeated=True), event(2, repeated=True), event(3, other[3], repeated=True)]
    assert store.write([*sent, event(4, other[4], repeated=True)]) == [HeldBack("j1", 3, 3, TAKEN)]
    (stop,) = store.stops.rows()
    assert (stop.state, stop.seq) == ("taken", 3)
    assert store.last_seq("j1") == 2
    assert store.write([event(3, other[3]), event(4, other[4])]) == []
    now = store.events()
    assert [(row["journal"], row["seq"]) for row in now[:5]] == [
        ("j1", 1), ("j1", 2), (aside(stop.id), 3), (aside(stop.id), 4), (aside(stop.id), 5),
    ]  # fmt: skip
    assert [row["id"] for row in now[:5]] == [row["id"] for row in rows]
    assert min(row["id"] for row in now[5:]) > rows[-1]["id"], "whoever asks for what is new misses nothing"


def test_nothing_behind_the_first_difference_is_stored_before_it(store: Store) -> None:
    """The table sends all of its record at once: an event may be on its way to the next transaction when the
    one that differs is found. Stored and acknowledged, it would let the table forget the one before it.
    """
    store.write([event(1), event(2), event(3)])
    other = '{"seq":2,"kind":"board"}'
    store.write([event(2, other, repeated=True)])
    store.stops.take("j1", "anna", "the card says so")
    sent = [event(1, repeated=True), event(2, other, repeated=True)]
    assert store.write(sent) == [HeldBack("j1", 2, 3, TAKEN)]
    assert store.write([event(3, repeated=True)]) == [HeldBack("j1", 2, 3, TAKEN)]
    assert store.last_seq("j1") == 1
    assert store.write([event(2, other, repeated=True), event(3, repeated=True)]) == []
    assert [row["seq"] for row in store.events() if row["journal"] == "j1"] == [1, 2, 3]


def test_the_results_of_what_is_set_aside_go_with_it(store: Store) -> None:
    """The match that goes on is written anew; the one that began behind the difference counts no more."""
    store.write([event(seq) for seq in range(1, 10)])
    ended = {"confirmed": True, "winner": "a", "official": "{}", "match": "M1"}
    store.write([match(1, last_seq=6, **ended), match(7, last_seq=9, **{**ended, "match": "M2"})])
    other = '{"seq":5,"kind":"board"}'
    store.write([event(5, other, repeated=True)])
    store.stops.take("j1", "anna", "the card says so")
    store.write([event(seq, repeated=True) for seq in range(1, 5)] + [event(5, other, repeated=True)])
    (stop,) = store.stops.rows()
    rows = [
        (row["journal"], row["match"], row["last_seq"], row["confirmed"], row["winner"])
        for row in store.matches()
    ]
    assert rows == [("j1", "M1", 4, False, "a"), (aside(stop.id), None, 9, False, None)]


def test_when_the_table_holds_what_is_stored_there_is_nothing_to_take(store: Store) -> None:
    store.write([event(1), event(2)])
    store.write([event(2, '{"seq":2,"kind":"board"}', repeated=True)])
    store.stops.take("j1", "anna", "?")
    assert store.write([event(1, repeated=True), event(2, repeated=True), event(3)]) == []
    assert [stop.state for stop in store.stops.rows()] == ["kept"]
    assert store.last_seq("j1") == 3


def test_only_the_table_that_was_given_a_command_can_answer_it(store: Store) -> None:
    command = store.queue_command(3, {"kind": "names"})
    store.write([AnswerRecord(command, "done", "ok", None, 5, 4)])
    store.write([event(1, journal="j4", table_no=4, command=command)])
    assert [row["state"] for row in store.open_commands()] == ["pending"]


def test_pages_of_events_and_matches_do_not_overlap(store: Store) -> None:
    store.write([event(seq) for seq in range(1, 8)] + [event(1, journal="j2", table_no=4)])
    first = store.events(limit=5)
    assert [row["seq"] for row in first] == [1, 2, 3, 4, 5]
    assert [row["seq"] for row in store.events(after=first[-1]["id"])] == [6, 7, 1]
    assert [row["table"] for row in store.events(table=4)] == [4]
    store.write([match(1), match(9)])
    assert [row["first_seq"] for row in store.matches(limit=1)] == [1]
    assert [row["first_seq"] for row in store.matches(after=1)] == [9]
    assert store.matches(table=5) == []
    current = store.current_match("j1")
    assert current is not None
    assert current["first_seq"] == 9


def test_a_match_is_replaced_by_its_newer_fold_and_keeps_its_beginning(store: Store) -> None:
    store.write([match(phase="ready", started_at=10, updated_at=10)])
    store.write(
        [
            match(phase="board", started_at=20, updated_at=20),
            match(phase="over", started_at=30, updated_at=30),
        ]
    )
    (row,) = store.matches()
    assert (row["phase"], row["started_at"], row["updated_at"]) == ("over", 10, 30)
    assert row["names"] == {"a": ["Asha"], "b": []}
    assert row["official"] == {"points": [8, 0]}


def test_the_events_of_the_last_match_come_back(store: Store) -> None:
    kinds = ["boot", "match", "play", "match", "board", "hall"]
    store.write([event(seq, f'{{"seq":{seq}}}', kind=kind) for seq, kind in enumerate(kinds, 1)])
    stored = store.journals.read(["j1", "j9"])
    assert stored["j1"].events == ((4, '{"seq":4}'), (5, '{"seq":5}'), (6, '{"seq":6}'))
    assert stored["j1"].last_seq == 6
    assert stored["j9"] == StoredJournal(), "nobody has heard of it"


def test_without_a_match_all_events_come_back(store: Store) -> None:
    store.write([event(seq, f'{{"seq":{seq}}}', kind=kind) for seq, kind in ((1, "boot"), (2, "hall"))])
    assert store.journals.read(["j1"])["j1"].events == ((1, '{"seq":1}'), (2, '{"seq":2}'))


def test_of_many_journals_each_one_s_end_row_and_first_conflict_come_back(store: Store) -> None:
    store.write([event(seq, journal=journal) for journal in ("j1", "j2") for seq in (1, 2)])
    store.write([match(1, last_seq=1), match(2, last_seq=2)])
    for body in ('{"seq":2,"kind":"one"}', '{"seq":2,"kind":"two"}'):
        store.write([event(2, body, journal="j2")])
    assert store.journals.last_seqs(["j1", "j2", "j3"]) == {"j1": 2, "j2": 2, "j3": 0}
    stored = store.journals.read(["j1", "j2"])
    assert (stored["j1"].folded, stored["j1"].stop) == (2, None)
    assert stored["j2"].folded is None
    assert stored["j2"].stop == store.stops.rows()[0]


def test_a_table_s_row_is_that_of_whoever_heard_it_last(store: Store) -> None:
    def heard(at: int, link: str, now: int) -> None:
        store.write([TableRecord(3, {**TABLE, "heard_at": at, "link": link}, at_ms=now)])

    def link() -> str:
        (row,) = store.tables()
        return str(row["link"])

    hour = 3_600_000
    heard(hour, "up", hour)
    heard(hour - 5000, "down", hour)
    assert link() == "up", "another collector heard it later"
    heard(hour + 9000, "up", hour + 9000)
    heard(hour, "down", hour)
    assert link() == "up", "the clocks of two computers differ a little"
    heard(hour + 1000, "up", hour + 1000)
    heard(1000, "stale", 2000)
    assert link() == "stale", "the clock was put back by an hour: nobody can have heard it later than now"
    heard(500, "down", 2500)
    assert link() == "stale"


def test_a_command_goes_from_pending_to_its_answer_and_stays_there(store: Store) -> None:
    command = store.queue_command(3, {"kind": "names", "a": ["Zoë"]})
    (row,) = store.open_commands()
    assert (row["id"], row["table"], row["state"]) == (command, 3, "pending")
    assert row["event"] == {"kind": "names", "a": ["Zoë"]}
    store.write([AnswerRecord(command, "sent", None, None, 5, 3)])
    assert [row["state"] for row in store.open_commands()] == ["sent"]
    store.write([AnswerRecord(command, "refused", "not_now", "a match is on", 6, 3)])
    done = AnswerRecord(command, "done", None, None, 7, 3)
    store.write([done, AnswerRecord(command, "sent", None, None, 8, 3)])
    assert store.open_commands() == []
    answered = store.command(command)
    assert answered is not None
    assert (answered["state"], answered["code"], answered["answered_at"]) == ("refused", "not_now", 6)
    assert store.command("nothing") is None


def test_an_answer_is_stored_as_a_reason_with_facts_and_the_tables_line(store: Store) -> None:
    facts = {"match": "m7", "names": ["Zoë"]}
    command = store.queue_command(3, {"kind": "names"})
    store.write([AnswerRecord(command, "refused", "not_now", "its line", 6, 3, "update_in_match", facts)])
    row = store.command(command)
    assert row is not None
    assert (row["message"], row["reason"], row["facts"]) == ("its line", "update_in_match", facts)
    answer = store.batches.answers([command])[command]
    assert answer == ("refused", "not_now", "its line", "update_in_match", facts)


@pytest.mark.parametrize("damaged", ["[1]", "{", "", "null"])
def test_damaged_facts_are_none(store: Store, damaged: str) -> None:
    command = store.queue_command(3, {"kind": "names"})
    store.write([AnswerRecord(command, "refused", "not_now", "its line", 6, 3, "begin_first", {})])
    with writing(store.engine) as connection:
        connection.exec_driver_sql(f"update commands set facts = '{damaged}'")
    row = store.command(command)
    assert row is not None
    assert (row["reason"], row["facts"]) == ("begin_first", {})


def test_the_event_of_a_command_settles_it_in_the_same_transaction(store: Store) -> None:
    command = store.queue_command(3, {"kind": "names"})
    store.write([event(1, command=command)])
    row = store.command(command)
    assert row is not None
    assert row["state"] == "done"


def test_tables_and_collectors_are_seen_by_other_processes(
    store: Store, url: str, stopped_clock: FrozenDateTimeFactory
) -> None:
    life = {"pid": 1, "host": "laptop", "started_at": 1, "seen_at": now_ms()}
    store.write(
        [TableRecord(3, {**TABLE}), TableRecord(3, {**TABLE, "boot": 3}), CollectorRecord("c1", life)]
    )
    store.queue_command(3, {"kind": "names"})
    other = Store.open(url, create=False)
    (table,) = other.tables()
    assert (table["boot"], table["status"], table["pending"]) == (3, {"seq": 4}, 1)
    assert [row["id"] for row in other.collectors()] == ["c1"]
    stopped_clock.tick(60)
    assert other.collectors() == []
    other.close()


def test_nothing_of_a_transaction_that_failed_is_there(store: Store) -> None:
    bad = MatchRecord("j1", 1, {"last_seq": object()})
    with pytest.raises(Exception, match=r".+"):
        store.write([event(1), bad])
    assert store.last_seq("j1") == 0


def test_an_event_proves_that_its_command_was_done_even_when_it_had_expired(store: Store) -> None:
    command = store.queue_command(3, {"kind": "hall", "do": "start", "ms": 1000}, now_ms())
    store.write([AnswerRecord(command, "refused", "expired", "too late", 5, 3)])
    store.write([event(1, command=command)])
    row = store.command(command)
    assert row is not None
    assert (row["state"], row["code"]) == ("done", None)
    store.write([AnswerRecord(command, "refused", "expired", "too late", 6, 3)])
    row = store.command(command)
    assert row is not None
    assert row["state"] == "done"


def test_a_collector_that_is_behind_does_not_put_back_a_match(store: Store) -> None:
    store.write([match(last_seq=9, phase="over")])
    store.write([match(last_seq=5, phase="ready")])
    row = store.current_match("j1")
    assert row is not None
    assert (row["last_seq"], row["phase"]) == (9, "over")
    store.write([match(last_seq=9, phase="confirmed")])
    row = store.current_match("j1")
    assert row is not None
    assert row["phase"] == "confirmed"


def test_text_that_no_database_takes_is_made_fit(store: Store) -> None:
    """A match's id with a zero byte and half a character: the event itself is kept word for word."""
    body = '{"seq":1,"kind":"match","match":"a\\u0000b\\ud800"}'
    store.write([event(1, body, match="a\0b\ud800", kind="match"), match(stage="x" * 50, title="Zo\ud800ë")])
    (row,) = store.events()
    assert row["match"] == "a?b?"
    assert row["event"]["match"] == "a\0b\ud800"
    (stored,) = store.matches()
    assert (stored["stage"], stored["title"]) == ("x" * 40, "Zo?ë")

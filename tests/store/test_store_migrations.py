"""A database of version 1 becomes one like a new one, with all that was in it; nothing is half done.

Runs on SQLite here and on PostgreSQL in tests/postgres.
"""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
import version1
import version2
import version3
import version4
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, insert, inspect, text
from store_records import event

from host_tools.store import Store, StoreError, migrations, note_facts
from host_tools.store.database import open_engine, writing
from host_tools.store.ownership import UNSEEN, Claim, key_id, sealing
from host_tools.store.schema import SCHEMA_VERSION, collectors, meta
from host_tools.store.tournament_schema import metadata
from host_tools.store.wall_clock import now_ms
from host_tools.tournament.desk import Desk, NewEntry, Person
from host_tools.words import answers
from host_tools.words import desk as desk_words
from tests.refusals import fails

K1, K2 = bytes([1]) * 32, bytes([2]) * 32


@pytest.fixture
def old(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Makes a database of version 1 at `url`; gives its contents."""
    return version1.make(url)


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    opened = open_engine(url)
    yield opened
    opened.dispose()


def differences(engine: Engine) -> list[object]:
    """The changes by which alembic would make this database as schema.py has it."""
    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        return list(compare_metadata(context, metadata))


def shape(engine: Engine) -> dict[str, object]:
    """Each table with its columns, keys and indexes, as the database tells them."""
    seen = inspect(engine)
    return {
        table: (
            {column["name"]: (str(column["type"]), column["nullable"]) for column in seen.get_columns(table)},
            seen.get_pk_constraint(table)["constrained_columns"],
            sorted(map(str, (unique["column_names"] for unique in seen.get_unique_constraints(table)))),
            sorted((str(index["name"]), str(index["column_names"])) for index in seen.get_indexes(table)),
        )
        for table in seen.get_table_names()
    }


def version(engine: Engine) -> str:
    with engine.connect() as connection:
        return str(connection.execute(text("select value from meta where key = 'schema'")).scalar())


def test_the_versions_lead_to_this_one() -> None:
    assert list(migrations.STEPS) == list(range(1, SCHEMA_VERSION + 1))


def test_a_new_database_is_as_the_schema_says(store: Store) -> None:
    assert differences(store.engine) == []


def test_the_comparison_sees_a_difference(store: Store) -> None:
    with writing(store.engine) as connection:
        connection.exec_driver_sql("alter table events drop column chain")
    assert len(differences(store.engine)) == 1


def test_the_first_version_is_the_one_that_was_released(
    old: object, engine: Engine, tmp_path_factory: pytest.TempPathFactory
) -> None:
    released = shape(engine)
    with writing(engine) as connection:
        for table in released:
            connection.exec_driver_sql(f'drop table "{table}"')
        migrations.upgrade(connection, 0, 1)
    assert shape(engine) == released


def test_every_step_from_nothing_makes_a_new_database(engine: Engine) -> None:
    with writing(engine) as connection:
        migrations.upgrade(connection, 0, SCHEMA_VERSION)
    assert differences(engine) == []


def test_an_old_database_is_upgraded_with_all_that_is_in_it(
    url: str, old: dict[str, list[tuple[object, ...]]]
) -> None:
    store = Store.open(url)
    assert version(store.engine) == str(SCHEMA_VERSION)
    assert differences(store.engine) == []
    assert version1.rows(store.engine) == old
    # It goes on where it was: numbers rise, and what is known stays known.
    body = str(old["events"][0][6])
    known = event(1, body, journal="9f3a01c27be4d655", kind="boot")
    assert store.write([known, event(8, journal="9f3a01c27be4d655")]) == []
    assert [row["id"] for row in store.events()][:-1] == [row[0] for row in old["events"]]
    assert store.events()[-1]["id"] > len(old["events"])
    assert store.last_seq("9f3a01c27be4d655") == 8
    assert [row["match"] for row in store.matches()] == ["m2", "m1"]
    assert [row["table"] for row in store.open_commands()] == [9]
    store.close()
    Store.open(url).close()


def test_looking_says_who_upgrades(
    url: str, old: dict[str, list[tuple[object, ...]]], engine: Engine
) -> None:
    with fails(StoreError, match="boardside collect"):
        Store.open(url, create=False)
    assert version(engine) == "1"
    assert version1.rows(engine) == old


@pytest.mark.parametrize("create", [True, False])
def test_a_newer_database_is_refused(url: str, create: bool) -> None:
    store = Store.open(url)
    with writing(store.engine) as connection:
        connection.execute(meta.update().where(meta.c.key == "schema").values(value="99"))
    store.close()
    with fails(StoreError, match=r"newer Boardside .*99"):
        Store.open(url, create)


def test_an_upgrade_that_fails_leaves_the_old_database(
    url: str,
    old: dict[str, list[tuple[object, ...]]],
    engine: Engine,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def breaks(op: object) -> None:
        migrations.v2.upgrade(op)  # type: ignore[arg-type]
        raise RuntimeError("power cut")

    monkeypatch.setitem(migrations.STEPS, 2, breaks)
    before = shape(engine)
    with pytest.raises(RuntimeError):
        Store.open(url)
    assert (version(engine), shape(engine), version1.rows(engine)) == ("1", before, old)
    monkeypatch.undo()
    store = Store.open(url)
    assert differences(store.engine) == []
    assert version1.rows(store.engine) == old
    store.close()


def test_a_collector_of_the_old_version_at_work_is_not_disturbed(
    url: str, old: object, engine: Engine
) -> None:
    with engine.begin() as connection:
        row = {"id": "c1", "pid": 4711, "host": "desk", "started_at": 1, "seen_at": now_ms()}
        connection.execute(insert(collectors).values(**row))
    with fails(StoreError, match="4711 on desk"):
        Store.open(url)
    assert version(engine) == "1"


def test_of_two_that_open_it_at_once_one_upgrades(url: str, old: dict[str, list[tuple[object, ...]]]) -> None:
    opened: list[Store] = []
    threads = [threading.Thread(target=lambda: opened.append(Store.open(url))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 4
    assert differences(opened[0].engine) == []
    assert version1.rows(opened[0].engine) == old
    for store in opened:
        store.close()


def test_a_database_of_version_2_gets_a_place_for_tournaments(url: str) -> None:
    before = version2.make(url)
    store = Store.open(url)
    assert version(store.engine) == str(SCHEMA_VERSION)
    assert differences(store.engine) == []
    assert version2.rows(store.engine) == before
    assert store.matches()[0]["seal"] == "sealed"
    assert store.admins.names() == ["anna"]
    desk = Desk(store)
    made = desk.new_tournament("open", "Open")
    event = desk.add_competition(made, "ms", "Singles")
    desk.add_entries(event, [NewEntry((Person("Asha"),)), NewEntry((Person("Bela"),))])
    assert [fixture.state for fixture in desk.draw(event).fixtures] == ["ready"]
    store.close()


def test_the_second_version_is_the_one_that_was_released(engine: Engine, url: str) -> None:
    version2.make(url)
    released = shape(engine)
    with writing(engine) as connection:
        for table in released:
            connection.exec_driver_sql(f'drop table "{table}"')
        migrations.upgrade(connection, 0, 2)
    assert shape(engine) == released


def test_the_third_version_is_the_one_that_was_released(engine: Engine, url: str) -> None:
    version3.make(url)
    released = shape(engine)
    with writing(engine) as connection:
        for table in reversed(metadata.sorted_tables):
            if table.name in released:
                connection.exec_driver_sql(f'drop table "{table.name}"')
        migrations.upgrade(connection, 0, 3)
    assert shape(engine) == released


def test_the_fourth_version_is_the_one_that_was_in_use(engine: Engine, url: str) -> None:
    version4.make(url)
    in_use = shape(engine)
    with writing(engine) as connection:
        for table in reversed(metadata.sorted_tables):
            if table.name in in_use:
                connection.exec_driver_sql(f'drop table "{table.name}"')
        migrations.upgrade(connection, 0, 4)
    assert shape(engine) == in_use


def test_an_answer_of_version_4_says_the_same_as_before(url: str) -> None:
    before = version4.make(url)
    store = Store.open(url)
    assert version(store.engine) == str(SCHEMA_VERSION)
    assert differences(store.engine) == []
    assert version4.rows(store.engine) == before
    commands = [store.command(f"a1b2c3d4e50{number}") for number in (1, 2, 3, 4)]
    assert [answers.of_row(row) for row in commands if row is not None] == [
        "match m3 is in play",
        "the table is at its menu",
        answers.WORDS["expired"],
        "match m3 is in play at this table",
    ]
    store.close()


def test_results_of_version_3_stand_and_the_doubtful_one_is_named(url: str) -> None:
    before = version3.make(url)
    store = Store.open(url)
    assert version(store.engine) == str(SCHEMA_VERSION)
    assert differences(store.engine) == []
    assert version3.rows(store.engine) == before
    with store.engine.connect() as connection:
        rows = connection.execute(text("select fixture, table_no, reason, detail, state from reports")).all()
    assert [tuple(row) for row in rows] == [
        ("rehearsal-xd-1-1-1", 2, "before", '{"rule":"other_table"}', "open")
    ]
    store.close()


def answered(message: str) -> dict[str, Any]:
    """The answer of a table of which only a sentence is known."""
    return {"code": None, "message": message, "reason": None, "facts": {}}


#: Notes as version 0.1 wrote them, and what they say.
NOTES_OF_BEFORE: dict[str, tuple[str, dict[str, Any]]] = {
    "Table 5 refuses it: no. Recall it, or call it to another table.": (
        "refused",
        {"table": 5, "answer": answered("no")},
    ),
    "The table reports another result: 25-3 (table 2).": ("other_result", {"score": "25-3", "table": 2}),
    "It was called with Asha; by the results before it: Dev.": (
        "called_with",
        {"called": "Asha", "instead": "Dev"},
    ),
    "withdrawn": ("withdrawn", {}),
    "It was called with Asha / Bo; by the results before it: nobody yet.": (
        "called_with",
        {"called": "Asha / Bo", "instead": None},
    ),
    "Table 12 refuses it: no reason given. Recall it, or call it to another table.": (
        "refused",
        {"table": 12, "answer": answered("")},
    ),
    "Two matches with this id, at table 1 (25-10, 3-8) and table 4 (begun): say with `boardside result` "
    "which one counts.": (
        "two_results",
        {"reports": [{"table": 1, "score": "25-10, 3-8"}, {"table": 4, "score": ""}]},
    ),
    "The seal of this result (table 2, 25-10, 25-8) does not fit its events: `boardside verify` says where. "
    "Enter what counts with `boardside result`.": ("broken_seal", {"table": 2, "score": "25-10, 25-8"}),
}


@pytest.mark.parametrize("note", NOTES_OF_BEFORE)
def test_a_note_of_before_is_understood_and_says_the_same(note: str) -> None:
    """Its words today are those that it had; a row of schema 4 that still has them is read, too."""
    code, facts = note_facts.of_before(note)
    assert (code, facts) == NOTES_OF_BEFORE[note]
    assert desk_words.note(code, facts) == note  # type: ignore[arg-type]
    assert note_facts.read(note) == facts
    assert note_facts.read(note_facts.written(code, facts)) == facts


def test_a_refusal_that_was_noted_as_a_sentence_is_read_as_an_answer() -> None:
    facts = note_facts.read('{"table":5,"why":"match x is in play"}')
    assert facts == {"table": 5, "answer": answered("match x is in play")}
    assert desk_words.note("refused", facts).startswith("Table 5 refuses it: match x is in play. Recall it")


def test_the_notes_of_version_3_get_their_codes(engine: Engine, url: str) -> None:
    version3.make(url)
    ids = [f"rehearsal-{match}" for match in ("ev-1-1-1", "ev-1-1-2", "ev-1-2-1", "ev-1-2-2", "xd-1-1-1")]
    noted = dict(zip(ids, [*[*NOTES_OF_BEFORE][:4], [*NOTES_OF_BEFORE][-1]], strict=True))
    with writing(engine) as connection:
        for fixture, note in noted.items():
            values = {"note": note, "id": fixture}
            connection.execute(text("update fixtures set note = :note where id = :id"), values)
    store = Store.open(url)
    with store.engine.connect() as connection:
        rows = connection.execute(text("select id, note, note_code from fixtures")).all()
    notes = {row.id: (row.note_code, note_facts.read(row.note)) for row in rows}
    assert notes == {fixture: NOTES_OF_BEFORE[note] for fixture, note in noted.items()}
    assert all(row.note.startswith("{") for row in rows)
    store.close()


#: A change of the rehearsed result that came from table 2, and the rule by which it would not count.
DOUBTS = {
    "called to another table": ("update commands set table_no = 5", "other_table"),
    "of another call": ("update fixtures set command = 'other'", "other_call"),
    "never called": ("update fixtures set command = null", "not_called"),
    "other names": ("""update matches set names = '{"a":["M"],"b":["N"]}'""", "other_names"),
}


@pytest.mark.parametrize("doubt", DOUBTS)
def test_each_rule_names_what_would_not_count_any_more(doubt: str, engine: Engine, url: str) -> None:
    fixture = "rehearsal-ev-1-1-2"
    changed, rule = DOUBTS[doubt]
    version3.make(url)
    with writing(engine) as connection:
        connection.execute(text(changed))
    store = Store.open(url)
    with store.engine.connect() as connection:
        query = text("select detail from reports where fixture = :id")
        assert connection.execute(query, {"id": fixture}).scalar() == f'{{"rule":"{rule}"}}'
    store.close()


def test_names_that_the_desk_sent_later_are_no_doubt(engine: Engine, url: str) -> None:
    version3.make(url)
    names = '{"kind":"names","a":["Chitra Iyer"],"b":["Bela Fernandez"]}'
    with writing(engine) as connection:
        connection.execute(
            text(
                "insert into commands (id, table_no, body, state, created_at)"
                " select 'later', 2, :body, 'done', max(created_at) from commands"
            ),
            {"body": names},
        )
        there = {"names": '{"a": ["Chitra Iyer"], "b": ["Bela Fernandez"]}'}
        connection.execute(
            text("update matches set names = :names where match = 'rehearsal-ev-1-1-2'"), there
        )
    store = Store.open(url)
    with store.engine.connect() as connection:
        assert connection.execute(text("select count(*) from reports")).scalar() == 1
    store.close()


def _bound(engine: Engine) -> dict[str, list[tuple[int, str, int, int]]]:
    """For each journal: table, key (an id of `ownership`, shortened), newest event stored and held."""
    with engine.connect() as connection:
        query = "select journal, table_no, key_id, stored, held from journal_owners order by journal, number"
        tenures: dict[str, list[tuple[int, str, int, int]]] = {}
        for row in connection.execute(text(query)):
            tenures.setdefault(row.journal, []).append((row.table_no, row.key_id, row.stored, row.held))
    return tenures


#: What a database of version 3 tells of a journal: (table, number, UTC ms of arrival) of its events, (table,
#: key, first used, ended) of keys, (table, last heard) of devices; and what it is bound to.
HISTORIES: dict[str, Any] = {
    "one key": ([(3, 1, 100), (3, 2, 200)], [(3, K1, 90, None)], {3: 200}, [(3, key_id(K1), 0, 0)]),
    "played before it had a key": (
        [(3, 1, 100), (3, 2, 200)], [(3, K1, 150, None)], {3: 200}, [(3, "", 0, 0), (3, key_id(K1), 1, 2)],
    ),
    "a new key": (
        [(3, 1, 100), (3, 2, 200), (3, 3, 300)], [(3, K1, 90, 250), (3, K2, 250, None)], {3: 300},
        [(3, key_id(K1), 0, 0), (3, key_id(K2), 2, 3)],
    ),
    "a new number": (
        [(3, 1, 100), (5, 2, 300)], [(3, K1, 90, None), (5, K2, 250, None)], {3: 120, 5: 300},
        [(3, key_id(K1), 0, 0), (5, key_id(K2), 1, 2)],
    ),
    "another table wrote into it": (
        [(3, 1, 100), (5, 2, 200), (5, 3, 210)], [(3, K1, 90, None), (5, K2, 80, None)], {3: 400, 5: 210},
        [(3, key_id(K1), 0, 0)],
    ),
    "no key at all": ([(99, 1, 100)], [], {99: 100}, [(99, "", 0, 0)]),
}  # fmt: skip


@pytest.mark.parametrize("history", HISTORIES)
def test_a_journal_of_version_3_is_bound_to_the_keys_that_were_in_use(
    history: str, engine: Engine, url: str
) -> None:
    came, used, heard, bound = HISTORIES[history]
    version3.make(url)
    with writing(engine) as connection:
        for table_no, seq, at in came:
            connection.execute(
                text(
                    "insert into events (journal, seq, table_no, kind, body, received_at)"
                    " values ('tested', :seq, :table_no, 'play', '{}', :at)"
                ),
                {"table_no": table_no, "seq": seq, "at": at},
            )
        connection.execute(text("delete from keys"))
        for table_no, key, used_at, ended_at in used:
            connection.execute(
                text(
                    "insert into keys (table_no, key, state, made_at, used_at, ended_at)"
                    " values (:table_no, :key, 'current', 1, :used_at, :ended_at)"
                ),
                {"table_no": table_no, "key": key.hex(), "used_at": used_at, "ended_at": ended_at},
            )
        for table_no, last_at in heard.items():
            connection.execute(
                text(
                    "insert into devices (table_no, journal, first_at, last_at)"
                    " values (:table_no, 'tested', 1, :last_at)"
                ),
                {"table_no": table_no, "last_at": last_at},
            )
    Store.open(url).close()
    assert _bound(engine)["tested"] == bound


def test_a_key_that_version_3_did_not_write_down_is_the_first_unused_one_of_its_table(url: str) -> None:
    """`collect --keys`: the key is in a file."""
    version3.make(url)
    engine = open_engine(url)
    with writing(engine) as connection:
        connection.execute(text("delete from keys"))
        connection.execute(text("update tables set keyed = :yes"), {"yes": True})
        row = connection.execute(text("select journal, table_no from events order by id limit 1")).one()
    engine.dispose()
    store = Store.open(url)
    (before,) = store.owners.histories([row.journal])[row.journal]
    assert before.key_id == UNSEEN
    claim = Claim(row.journal, row.table_no, key_id(K1), 500)
    wrong = Claim(row.journal, row.table_no + 1, key_id(K2), 500)
    assert [verdict.refusal for verdict in store.owners.claim([wrong, claim])] == ["foreign", None]
    history = store.owners.histories([row.journal])[row.journal]
    assert sealing(history, 1) == ({key_id(K1)}, False), "it is taken for the key that sealed what is there"
    store.close()


def test_second_events_that_version_3_kept_are_named_and_stop_nothing(url: str) -> None:
    version3.make(url)
    engine = open_engine(url)
    with writing(engine) as connection:
        row = connection.execute(text("select journal, seq, table_no from events order by id limit 1")).one()
        connection.execute(
            text(
                "insert into conflicts (journal, seq, table_no, body, received_at)"
                " values (:journal, :seq, :table_no, '{}', 5)"
            ),
            row._asdict(),
        )
    engine.dispose()
    store = Store.open(url)
    (stop,) = store.stops.rows()
    assert (stop.journal, stop.seq, stop.state, stop.stands) == (row.journal, row.seq, "before", False)
    assert store.stops.keep(row.journal, "anna", "looked at").state == "kept"
    store.close()

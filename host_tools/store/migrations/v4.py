"""Version 4: reports of tables that do not count automatically, the code of a fixture's note, and the keys
that a journal belongs to (`v4_journals`).

A table's result stays, even if this version would have asked the organiser first: then a report names it
(reason `before`; docs/organiser/tournament.md).
"""

import json
from typing import Any

from alembic.operations import Operations
from sqlalchemy import BigInteger, Column, Connection, Integer, String, Text, UniqueConstraint, text

from host_tools.store import note_facts
from host_tools.store.migrations import v4_journals

_SERIAL = BigInteger().with_variant(Integer, "sqlite")


def upgrade(op: Operations) -> None:
    """From version 3."""
    op.add_column("fixtures", Column("note_code", String(20)))
    op.create_table(
        "reports",
        Column("id", _SERIAL, primary_key=True, autoincrement=True),
        Column("fixture", String(64), nullable=False),
        Column("journal", String(16), nullable=False),
        Column("first_seq", Integer, nullable=False),
        Column("table_no", Integer, nullable=False),
        Column("reason", String(20), nullable=False),
        Column("detail", Text, nullable=False),
        Column("result", Text),
        Column("state", String(10), nullable=False),
        Column("since", BigInteger, nullable=False),
        Column("who", Text),
        Column("why", Text),
        Column("decided_at", BigInteger),
        UniqueConstraint("journal", "first_seq"),
    )
    op.create_index("reports_of_fixture", "reports", ["fixture"])
    op.create_index("reports_by_state", "reports", ["state"])
    connection = op.get_bind()
    _translate_notes(connection)
    _name_doubtful_results(connection)
    v4_journals.upgrade(op)


def _translate_notes(connection: Connection) -> None:
    """Convert notes that are sentences to codes with facts."""
    update = text("update fixtures set note = :note, note_code = :code where id = :id")
    for row in connection.execute(text("select id, note from fixtures where note <> ''")).all():
        code, facts = note_facts.of_before(row.note)
        values = {"id": row.id, "code": code, "note": note_facts.written(code, facts)}
        connection.execute(update, values)


def _name_doubtful_results(connection: Connection) -> None:
    """Store a report for each result that did not come from the table to which its match was called."""
    decided = text(
        "select fixtures.id, fixtures.table_no as called, fixtures.command, fixtures.result, matches.journal,"
        " matches.first_seq, matches.table_no, matches.names, matches.updated_at, events.body"
        " from fixtures join competitions on competitions.id = fixtures.competition_id"
        " join tournaments on tournaments.id = competitions.tournament_id"
        " join matches on matches.journal = fixtures.journal and matches.first_seq = fixtures.first_seq"
        " join events on events.journal = matches.journal and events.seq = matches.first_seq"
        " where fixtures.state = 'done' and tournaments.state = 'open' order by fixtures.id"
    )
    insert = text(
        "insert into reports (fixture, journal, first_seq, table_no, reason, detail, result, state, since)"
        " values (:fixture, :journal, :first_seq, :table_no, 'before', :detail, :result, 'open', :since)"
    )
    for row in connection.execute(decided).all():
        rule = _doubt(connection, row)
        if rule:
            values = {
                "fixture": row.id, "journal": row.journal, "first_seq": row.first_seq,
                "table_no": row.table_no, "result": row.result, "since": row.updated_at,
                "detail": json.dumps({"rule": rule}, separators=(",", ":")),
            }  # fmt: skip
            connection.execute(insert, values)


def _doubt(connection: Connection, row: Any) -> str:
    """Why a result would not count automatically today; "" when it would."""
    began = json.loads(row.body)
    if "erased" in began:
        return ""  # there is nothing to compare with
    if row.command is None:
        return "not_called"
    # Version 3 moved a fixture to the table that reported it. Its command says where it was called.
    find = text("select table_no, body, created_at from commands where id = :id")
    call = connection.execute(find, {"id": row.command}).first()
    if call is None:
        return "" if began.get("cmd") == row.command else "other_call"
    if call.table_no != row.table_no:
        return "other_table"
    if began.get("cmd") != row.command:
        return "other_call"
    return "" if json.loads(row.names) in _names_sent(connection, call) else "other_names"


def _names_sent(connection: Connection, call: Any) -> list[dict[str, object]]:
    """Both sides' names, as the desk sent them to the table with the call and later."""
    later = text(
        "select body from commands where table_no = :table_no and created_at >= :since and body like :names"
    )
    values = {"table_no": call.table_no, "since": call.created_at, "names": '%"kind":"names"%'}
    bodies = [call.body, *(command.body for command in connection.execute(later, values))]
    return [{side: json.loads(body).get(side) for side in ("a", "b")} for body in bodies]

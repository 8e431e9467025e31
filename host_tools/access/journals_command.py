"""`boardside journals`: the key that each journal belongs to, and decisions about records that contradict."""

import json
from datetime import datetime
from enum import StrEnum
from typing import Annotated

import typer

from host_tools.console import text_tables
from host_tools.console.shared_options import DEFAULT_DATABASE, Database, Reason
from host_tools.console.text_tables import Column
from host_tools.store import Store
from host_tools.store.command_line import COMMAND_LINE, fail, opened, out
from host_tools.store.journals import JournalRow
from host_tools.store.keys import USABLE, fingerprint
from host_tools.store.ownership import OPEN, UnknownJournal, key_id
from host_tools.store.stops import KEPT, TAKING, Stop
from host_tools.store.stops import OPEN as UNDECIDED

STOP_STATES = {
    UNDECIDED: "STOPPED: decide",
    TAKING: "waits for the table's record",
    KEPT: "what is stored was kept",
    "taken": "the table's record was taken",
}

COLUMNS = (
    Column("table", right=True),
    Column("journal", whole=True),
    Column("key", whole=True),
    Column("events", right=True),
    Column("last event", whole=True),
    Column("state"),
)


class Verb(StrEnum):
    """What is done with journals."""

    list = "list"
    show = "show"
    keep = "keep"
    take = "take"
    give = "give"


def journals_command(
    do: Annotated[Verb, typer.Argument()] = Verb.list,
    journal: Annotated[str | None, typer.Argument(help="Its id, as the list shows it.")] = None,
    table: Annotated[
        int | None, typer.Argument(help="give: the table that gets it.", min=1, max=9999)
    ] = None,
    is_stopped: Annotated[
        bool, typer.Option("--stopped", help="list: only those that wait for your decision.")
    ] = False,
    reason: Reason = "",
    db: Database = DEFAULT_DATABASE,
) -> None:
    """The tables' journals: list them with their keys, or show one with the keys it has belonged to and where
    two different events came under one number.

    Then decide: keep what is stored (nothing more is taken from a device with the other record), or take
    the table's own record from the first event that differs (what is stored is set aside). give: the journal
    belongs to a table's present key, after the device got another number or key.
    """
    if do is Verb.list:
        _list(is_stopped, db)
    elif journal is None:
        raise typer.BadParameter(f"Name the journal: boardside journals {do} JOURNAL.")
    elif do is Verb.show:
        _show(journal, db)
    elif do is Verb.give and table is None:
        raise typer.BadParameter(f"Name the table: boardside journals give {journal} TABLE.")
    else:
        reason = reason or typer.prompt("Why (for the record)")
        if table is not None:
            _give(journal, table, reason, db)
        elif do is Verb.keep:
            _keep(journal, reason, db)
        else:
            _take(journal, reason, db)


def _list(is_stopped: bool, db: str) -> None:
    with opened(db) as store:
        rows, names = store.journals.overview(), _key_names(store)
    listed = [row for row in rows if not is_stopped or any(stop.stands for stop in row.stops)]
    if not listed:
        out.print("No journal is stopped." if is_stopped else "No table has been heard yet.")
        return
    text_tables.show(out, "", COLUMNS, [_cells(row, names) for row in listed])


def _cells(row: JournalRow, names: dict[str, str]) -> tuple[str, ...]:
    owner = row.owners[-1] if row.owners else None
    state = next((STOP_STATES[stop.state] for stop in reversed(row.stops)), "")
    return (
        str(owner.table) if owner else "",
        row.journal,
        names.get(owner.key_id, "not known here") if owner else "",
        str(row.events),
        _when(row.received_at),
        state,
    )


def _show(journal: str, db: str) -> None:
    with opened(db) as store:
        rows, names = store.journals.overview(journal), _key_names(store)
        if not rows:
            raise fail(f"No table has spoken for a journal {journal}: `boardside journals list` shows them.")
        twins = [(stop, store.journals.twins(stop)) for stop in rows[0].stops]
    row = rows[0]
    _say(f"Journal {row.journal}: {row.events} events are stored, the newest is number {row.last_seq}.")
    for tenure in row.owners:
        name = names.get(tenure.key_id, "a key that is not known here")
        _say(f"  since {_when(tenure.since)}: table {tenure.table}, {name} ({tenure.how})")
    for stop, events in twins:
        _show_stop(stop, events)


def _show_stop(stop: Stop, events: list[tuple[str, int, str]]) -> None:
    _say("")
    _say(f"Two different events {stop.seq} ({_when(stop.at)}): {STOP_STATES[stop.state]}.")
    for which, at, body in events:
        event = json.loads(body)
        text = ", ".join(f"{name} {_value(event[name])}" for name in sorted(event) if name != "seq")
        _say(f"  {which:6}  {_when(at)}  {text}")
    if stop.decided_by is not None:
        _say(f"  decided {_when(stop.decided_at or 0)} by {stop.decided_by}: {stop.why}")
    if stop.stands:
        _say(f"  boardside journals keep {stop.journal}    what is stored counts")
        _say(f"  boardside journals take {stop.journal}    the table's own record counts, where it differs")


def _value(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _keep(journal: str, why: str, db: str) -> None:
    with opened(db) as store:
        store.stops.keep(journal, COMMAND_LINE, why)
    _say(
        f"What is stored of journal {journal} counts. A device that holds it goes on; one that holds the "
        "other record needs a new journal: `boardside provision --new-journal` at its cable."
    )


def _take(journal: str, why: str, db: str) -> None:
    with opened(db) as store:
        store.stops.take(journal, COMMAND_LINE, why)
    _say(
        "The table's own record counts as soon as it has sent it again; what was stored from the first "
        "difference on is set aside. Look at the results of its matches then: correct by hand what was set "
        "aside and the table does not report again."
    )


def _give(journal: str, table: int, why: str, db: str) -> None:
    with opened(db) as store:
        usable = [row.key for row in store.keys.rows(table) if row.state in USABLE]
        if not usable and store.keys.any():
            raise fail(f"Table {table} has no key that counts: `boardside provision --table {table}` first.")
        try:
            store.owners.give(journal, table, key_id(usable[0]) if usable else OPEN, COMMAND_LINE, why)
        except UnknownJournal:
            raise fail(f"No table has spoken for a journal {journal}.") from None
    _say(f"Journal {journal} belongs to table {table} now; the table it belonged to is refused in it.")


def _key_names(store: Store) -> dict[str, str]:
    names = {key_id(row.key): f"key {fingerprint(row.key)}" for row in store.keys.rows()}
    return names | {OPEN: "no key"}


def _when(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000).strftime("%d %b %H:%M:%S") if at_ms else ""


def _say(text: str) -> None:
    out.print(text, markup=False, soft_wrap=True)

"""`boardside password`, `token`, `keys` and `journals`: who may act on the admin pages and by the JSON
API, and which tables and records are believed. No key is ever printed.
"""

import json
import sys
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from host_tools.console import text_tables
from host_tools.console.shared_options import DEFAULT_DATABASE, Database, Reason
from host_tools.console.text_tables import Column
from host_tools.store import Store
from host_tools.store.admins import ORGANISER, check_new
from host_tools.store.command_line import COMMAND_LINE, err, fail, key_rows, opened, out
from host_tools.store.journals import JournalRow
from host_tools.store.keys import TABLE_MOST, USABLE, KeyRow, fingerprint, write_key_file
from host_tools.store.ownership import OPEN, UnknownJournal, key_id
from host_tools.store.reasons import PasswordRefused
from host_tools.store.stops import KEPT, TAKING, Stop
from host_tools.store.stops import OPEN as UNDECIDED


def password_command(
    name: Annotated[str, typer.Argument(help="The person who logs in with it.")] = ORGANISER,
    remove: Annotated[bool, typer.Option("--remove", help="Remove the password.")] = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Set the password of the admin pages: typed twice, or one line of standard input."""
    with opened(db, create=not remove) as store:
        if remove:
            _remove_password(store, name)
        else:
            _set_password(store, name)


def _set_password(store: Store, name: str) -> None:
    password = _new_password(name)
    existed = name in store.admins.names()
    store.admins.set_password(name, password)
    store.admins.act(COMMAND_LINE, "password set", {"name": name})
    end = " All logins under that name have ended." if existed else ""
    out.print(f"{name} can log in at /admin of the pages.{end}", markup=False, soft_wrap=True)


def _remove_password(store: Store, name: str) -> None:
    if not store.admins.remove(name):
        known = ", ".join(store.admins.names()) or "nobody"
        raise fail(f"{name} has no password here; {known} has.")
    store.admins.act(COMMAND_LINE, "password removed", {"name": name})
    left = "" if store.admins.any() else " Nobody can log in any more; there are no admin pages."
    out.print(f"{name} cannot log in any more.{left}", markup=False, soft_wrap=True)


def _new_password(name: str) -> str:
    """The new password: typed twice at a terminal, else the first line of standard input."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    first: str = typer.prompt(f"New password of {name}", hide_input=True)
    check_new(name, first)
    if typer.prompt("The same again", hide_input=True) != first:
        raise PasswordRefused("passwords_differ")
    return first


# Tokens


class TokenVerb(StrEnum):
    """What is done with tokens."""

    list = "list"
    add = "add"
    remove = "remove"


def token_command(
    do: Annotated[
        TokenVerb, typer.Argument(help="add prints the token once; a removed one stops working.")
    ] = (TokenVerb.list),
    name: Annotated[str | None, typer.Argument(help="The token's name, for the record of acts.")] = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """List, add and remove the tokens with which scripts act on the JSON API."""
    if do is TokenVerb.list:
        _list_tokens(db)
    elif name is None:
        raise typer.BadParameter(f"Name the token: boardside token {do} NAME.")
    elif do is TokenVerb.add:
        _add_token(name, db)
    else:
        _remove_token(name, db)


def _add_token(name: str, db: str) -> None:
    with opened(db, create=True) as store:
        token = store.tokens.make(name)
        store.admins.act(COMMAND_LINE, "token made", {"name": name})
    print(token)
    err.print(
        f"It acts as {name!r}, and is not shown again. "
        "Send it as `Authorization: Bearer …` (docs/scripts/api.md).",
        markup=False,
        soft_wrap=True,
    )


def _list_tokens(db: str) -> None:
    with opened(db) as store:
        rows = store.tokens.rows()
    if not rows:
        out.print("No script has a token.")
        return
    cells = [
        (row.name, _moment(row.made_at), "never" if row.used_at is None else _moment(row.used_at))
        for row in rows
    ]
    columns = (Column("token"), Column("made", whole=True), Column("last used", whole=True))
    text_tables.show(out, "", columns, cells)


def _remove_token(name: str, db: str) -> None:
    with opened(db) as store:
        if not store.tokens.remove(name):
            known = ", ".join(row.name for row in store.tokens.rows()) or "none"
            raise fail(f"There is no token {name!r}; there are: {known}.")
        store.admins.act(COMMAND_LINE, "token removed", {"name": name})
    out.print(f"{name} acts no more.", markup=False)


def _moment(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M")


# Keys of tables


_KEY_COLUMNS = (
    Column("table", right=True),
    *(Column(head, whole=True) for head in ("key", "state", "given", "first used", "ended")),
    Column("by"),
)


class KeyVerb(StrEnum):
    """What is done with keys."""

    list = "list"
    revoke = "revoke"
    export = "export"
    take = "import"


def keys_command(
    do: Annotated[KeyVerb, typer.Argument()] = KeyVerb.list,
    what: Annotated[
        str | None,
        typer.Argument(metavar="[TABLE|FILE]", help="list, revoke: a table's number; else the file."),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="list: also keys that were replaced.")] = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """The tables' keys, by fingerprint: list them, revoke a table's when table or key was lost, or take them
    to a second laptop by a file that only you can read. Who has that file can send results as these tables.
    """
    if do is KeyVerb.list:
        _list_keys(None if what is None else _table_number(what), every, db)
    elif what is None:
        raise typer.BadParameter(f"boardside keys {do} {'TABLE' if do is KeyVerb.revoke else 'FILE'}")
    elif do is KeyVerb.revoke:
        _revoke_keys(_table_number(what), db)
    elif do is KeyVerb.export:
        _export_keys(Path(what), db)
    else:
        _import_keys(Path(what), db)


def _table_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= TABLE_MOST):
        raise typer.BadParameter(f"{text!r} is no number of a table, 1 to {TABLE_MOST}.")
    return int(text)


def _list_keys(table: int | None, every: bool, db: str) -> None:
    with opened(db) as store:
        rows = store.keys.rows(table)
    usable = {row.table for row in rows if row.state in USABLE}
    listed = [row for row in rows if every or row.state != "replaced"]
    if not listed:
        out.print("No keys." if table is None else f"Table {table} has no key.")
        return
    text_tables.show(out, "", _KEY_COLUMNS, map(_key_cells, listed))
    for number in sorted({row.table for row in rows} - usable):
        states = {row.state for row in rows if row.table == number}
        if "revoked" in states:
            out.print(f"Table {number} is refused until `boardside provision` gives it a new key.")


def _key_cells(row: KeyRow) -> tuple[str, ...]:
    times = (row.made_at, row.used_at, row.ended_at)
    return (str(row.table), fingerprint(row.key), row.state, *map(_when, times), (row.note or "")[:40])


def _revoke_keys(table: int, db: str) -> None:
    """Collectors refuse the table with its keys, and without one."""
    with opened(db) as store:
        count = store.keys.revoke(table)
        if count:
            store.admins.act(COMMAND_LINE, "key revoked", {"table": table})
    if not count:
        raise fail(f"Table {table} has no key that counts: there is nothing to revoke.")
    out.print(
        f"Table {table} is refused from now on; a running link to it ends within a second. "
        "`boardside provision` gives it a new key."
    )


def _export_keys(file: Path, db: str) -> None:
    with opened(db) as store:
        try:
            count = write_key_file(file, store.keys.rows())
        except OSError as error:
            raise fail(f"{file} cannot be written: {error.strerror}.") from error
    out.print(
        f"{_count_of_keys(count)} in {file}. Anybody who reads it can send results as these tables.",
        markup=False,
        soft_wrap=True,
    )


def _import_keys(file: Path, db: str) -> None:
    """A key that was revoked on either side stays revoked."""
    rows = key_rows(file)
    with opened(db, create=True) as store:
        count = store.keys.merge(rows)
        if count:
            store.admins.act(COMMAND_LINE, "keys imported", {"count": count})
    out.print(f"{_count_of_keys(len(rows))} read, {count} changed something.", markup=False)


def _count_of_keys(count: int) -> str:
    return f"{count} key{'' if count == 1 else 's'}"


def _when(at: int | None) -> str:
    return datetime.fromtimestamp(at / 1000).strftime("%d %b %H:%M") if at is not None else "-"


# Journals


STOP_STATES = {
    UNDECIDED: "STOPPED: decide",
    TAKING: "waits for the table's record",
    KEPT: "what is stored was kept",
    "taken": "the table's record was taken",
}

_JOURNAL_COLUMNS = (
    Column("table", right=True),
    Column("journal", whole=True),
    Column("key", whole=True),
    Column("events", right=True),
    Column("last event", whole=True),
    Column("state"),
)


class JournalVerb(StrEnum):
    """What is done with journals."""

    list = "list"
    show = "show"
    keep = "keep"
    take = "take"
    give = "give"


def journals_command(
    do: Annotated[JournalVerb, typer.Argument()] = JournalVerb.list,
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
    if do is JournalVerb.list:
        _list_journals(is_stopped, db)
    elif journal is None:
        raise typer.BadParameter(f"Name the journal: boardside journals {do} JOURNAL.")
    elif do is JournalVerb.show:
        _show(journal, db)
    elif do is JournalVerb.give and table is None:
        raise typer.BadParameter(f"Name the table: boardside journals give {journal} TABLE.")
    else:
        reason = reason or typer.prompt("Why (for the record)")
        if table is not None:
            _give(journal, table, reason, db)
        elif do is JournalVerb.keep:
            _keep(journal, reason, db)
        else:
            _take(journal, reason, db)


def _list_journals(is_stopped: bool, db: str) -> None:
    with opened(db) as store:
        rows, names = store.journals.overview(), _key_names(store)
    listed = [row for row in rows if not is_stopped or any(stop.stands for stop in row.stops)]
    if not listed:
        out.print("No journal is stopped." if is_stopped else "No table has been heard yet.")
        return
    text_tables.show(out, "", _JOURNAL_COLUMNS, [_journal_cells(row, names) for row in listed])


def _journal_cells(row: JournalRow, names: dict[str, str]) -> tuple[str, ...]:
    owner = row.owners[-1] if row.owners else None
    state = next((STOP_STATES[stop.state] for stop in reversed(row.stops)), "")
    return (
        str(owner.table) if owner else "",
        row.journal,
        names.get(owner.key_id, "not known here") if owner else "",
        str(row.events),
        _second_of(row.received_at),
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
        _say(f"  since {_second_of(tenure.since)}: table {tenure.table}, {name} ({tenure.how})")
    for stop, events in twins:
        _show_stop(stop, events)


def _show_stop(stop: Stop, events: list[tuple[str, int, str]]) -> None:
    _say("")
    _say(f"Two different events {stop.seq} ({_second_of(stop.at)}): {STOP_STATES[stop.state]}.")
    for which, at, body in events:
        event = json.loads(body)
        text = ", ".join(f"{name} {_value(event[name])}" for name in sorted(event) if name != "seq")
        _say(f"  {which:6}  {_second_of(at)}  {text}")
    if stop.decided_by is not None:
        _say(f"  decided {_second_of(stop.decided_at or 0)} by {stop.decided_by}: {stop.why}")
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


def _second_of(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000).strftime("%d %b %H:%M:%S") if at_ms else ""


def _say(text: str) -> None:
    out.print(text, markup=False, soft_wrap=True)

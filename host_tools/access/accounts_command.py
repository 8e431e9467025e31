"""`boardside password` and `boardside token`: who may act on the admin pages, and scripts on the JSON API."""

import sys
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated

import typer

from host_tools.console import text_tables
from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.console.text_tables import Column
from host_tools.store import Store
from host_tools.store.admins import ORGANISER, check_new
from host_tools.store.command_line import COMMAND_LINE, err, fail, opened, out
from host_tools.store.reasons import PasswordRefused


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
            _set(store, name)


def _set(store: Store, name: str) -> None:
    password = _ask(name)
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


def _ask(name: str) -> str:
    """The new password: typed twice at a terminal, else the first line of standard input."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    first: str = typer.prompt(f"New password of {name}", hide_input=True)
    check_new(name, first)
    if typer.prompt("The same again", hide_input=True) != first:
        raise PasswordRefused("passwords_differ")
    return first


# Tokens


class Verb(StrEnum):
    """What is done with tokens."""

    list = "list"
    add = "add"
    remove = "remove"


def token_command(
    do: Annotated[Verb, typer.Argument(help="add prints the token once; a removed one stops working.")] = (
        Verb.list
    ),
    name: Annotated[str | None, typer.Argument(help="The token's name, for the record of acts.")] = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """List, add and remove the tokens with which scripts act on the JSON API."""
    if do is Verb.list:
        _list(db)
    elif name is None:
        raise typer.BadParameter(f"Name the token: boardside token {do} NAME.")
    elif do is Verb.add:
        _add(name, db)
    else:
        _remove(name, db)


def _add(name: str, db: str) -> None:
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


def _list(db: str) -> None:
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


def _remove(name: str, db: str) -> None:
    with opened(db) as store:
        if not store.tokens.remove(name):
            known = ", ".join(row.name for row in store.tokens.rows()) or "none"
            raise fail(f"There is no token {name!r}; there are: {known}.")
        store.admins.act(COMMAND_LINE, "token removed", {"name": name})
    out.print(f"{name} acts no more.", markup=False)


def _moment(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M")

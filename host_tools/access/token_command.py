"""`boardside token`: adds, lists and removes the tokens with which scripts act on the JSON API."""

from datetime import UTC, datetime
from typing import Annotated

import typer

from host_tools.console import terminal, text_tables
from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.console.text_tables import Column
from host_tools.store import Store, StoreError
from host_tools.store.reasons import TokenRefused

#: The actor in the acts when a command did it.
COMMAND_LINE = "command line"

Name = Annotated[str, typer.Argument(help="The token's name, for the record of acts.")]

app = typer.Typer(help="Tokens with which scripts act on the JSON API.", no_args_is_help=True)
out = terminal.console()
err = terminal.console(stderr=True)


@app.command()
def add(name: Name, db: Database = DEFAULT_DATABASE) -> None:
    """Make a token, and print it once, on standard output."""
    store = _open(db)
    try:
        token = store.tokens.make(name)
        store.admins.act(COMMAND_LINE, "token made", {"name": name})
    except TokenRefused as error:
        raise _fail(str(error)) from error
    except StoreError as error:
        raise _fail(str(error)) from error
    finally:
        store.close()
    print(token)
    err.print(
        f"It acts as {name!r}, and is not shown again. "
        "Send it as `Authorization: Bearer …` (docs/scripts/api.md).",
        markup=False,
        soft_wrap=True,
    )


@app.command("list")
def show(db: Database = DEFAULT_DATABASE) -> None:
    """List the tokens by name, and when each was last used."""
    store = _open(db, create=False)
    try:
        rows = store.tokens.rows()
    except StoreError as error:
        raise _fail(str(error)) from error
    finally:
        store.close()
    if not rows:
        out.print("No script has a token.")
        return
    cells = [
        (row.name, _moment(row.made_at), "never" if row.used_at is None else _moment(row.used_at))
        for row in rows
    ]
    columns = (Column("token"), Column("made", whole=True), Column("last used", whole=True))
    text_tables.show(out, "", columns, cells)


@app.command()
def remove(name: Name, db: Database = DEFAULT_DATABASE) -> None:
    """Remove a token; it stops working at once."""
    store = _open(db, create=False)
    try:
        if not store.tokens.remove(name):
            known = ", ".join(row.name for row in store.tokens.rows()) or "none"
            raise _fail(f"There is no token {name!r}; there are: {known}.")
        store.admins.act(COMMAND_LINE, "token removed", {"name": name})
    except StoreError as error:
        raise _fail(str(error)) from error
    finally:
        store.close()
    out.print(f"{name} acts no more.", markup=False)


def _open(db: str, create: bool = True) -> Store:
    try:
        return Store.open(db, create)
    except StoreError as error:
        raise _fail(str(error)) from error


def _moment(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M")


def _fail(message: str) -> typer.Exit:
    err.print(message, style="red", markup=False, soft_wrap=True)
    return typer.Exit(2)

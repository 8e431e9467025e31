"""`boardside password`: sets the password of the admin pages."""

import sys
from typing import Annotated

import typer

from host_tools.console import terminal
from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.store import Store, StoreError
from host_tools.store.admins import ORGANISER, check_new
from host_tools.store.reasons import PasswordRefused

#: The actor in the acts when a command did it.
COMMAND_LINE = "command line"

out = terminal.console()
err = terminal.console(stderr=True)


def password_command(
    name: Annotated[str, typer.Option("--name", help="The person who logs in with it.")] = ORGANISER,
    remove: Annotated[bool, typer.Option("--remove", help="Remove the password.")] = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Set the password of the admin pages: typed twice, or one line of standard input."""
    try:
        store = Store.open(db, create=not remove)
    except StoreError as error:
        raise _fail(str(error)) from error
    try:
        if remove:
            _remove(store, name)
        else:
            _set(store, name)
    except PasswordRefused as error:
        raise _fail(str(error)) from error
    except StoreError as error:
        raise _fail(str(error)) from error
    finally:
        store.close()


def _set(store: Store, name: str) -> None:
    password = _ask(name)
    existed = name in store.admins.names()
    store.admins.set_password(name, password)
    store.admins.act(COMMAND_LINE, "password set", {"name": name})
    end = " All logins under that name have ended." if existed else ""
    out.print(f"{name} can log in at /admin of the pages.{end}", markup=False, soft_wrap=True)


def _remove(store: Store, name: str) -> None:
    if not store.admins.remove(name):
        known = ", ".join(store.admins.names()) or "nobody"
        raise _fail(f"{name} has no password here; {known} has.")
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


def _fail(message: str) -> typer.Exit:
    err.print(message, style="red", markup=False, soft_wrap=True)
    return typer.Exit(2)

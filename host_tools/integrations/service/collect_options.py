"""The options of `boardside collect` for the service: checked as `collect` checks them, with whole paths,
and without secrets.
"""

import functools
import inspect
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import typer
import typer.main

from host_tools import folders
from host_tools.collector.collect_command import collect
from host_tools.console import shared_options
from host_tools.store.troubles import hidden

_SQLITE = "sqlite:///"
#: Options whose value may hold a password; it then goes to `collect` by this variable.
VARIABLES = {"db": "BOARDSIDE_DB", "mqtt": "BOARDSIDE_MQTT"}


#: Each option of `collect` by its name in the code, of the type that `collect` declares.
_Values: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """`arguments`: for collect's command line, without a password; `secrets`: its variables that have one."""

    arguments: tuple[str, ...]
    secrets: Mapping[str, str] = field(default_factory=dict)
    db: str = ""
    serial: tuple[str, ...] = ()
    ports: tuple[int, ...] = ()

    @property
    def db_file(self) -> Path | None:
        """The database's file; None for one on a server."""
        return Path(self.db.removeprefix(_SQLITE)) if self.db.startswith(_SQLITE) else None

    @property
    def shown_db(self) -> str:
        """The database's address without its password."""
        return hidden(self.db)


def asked(words: Sequence[str], folder: Path) -> Asked:
    """The options in `words`. The database is a file in `folder`, unless they name another.

    Ends the program with the message of `collect` and status 2 if it would refuse them.
    """
    own = [] if os.environ.get(VARIABLES["db"]) else ["--db", f"{_SQLITE}{folder / folders.DATABASE_FILE}"]
    values = _parsed([*own, *words])  # of an option that is given twice the last counts
    if values["db"].startswith(_SQLITE):
        values["db"] = f"{_SQLITE}{Path(values['db'].removeprefix(_SQLITE)).absolute()}"
    values["wait"] = True
    secrets = {
        variable: values[name]
        for name, variable in VARIABLES.items()
        if values[name] is not None and hidden(values[name]) != values[name]
    }
    options = {name: value for name, value in values.items() if VARIABLES.get(name) not in secrets}
    arguments = tuple(word for name, value in options.items() for word in _words(name, value))
    ports = tuple(values[name] for name in ("tcp", "web"))
    return Asked(arguments, secrets, values["db"], tuple(values["serial"] or ()), ports)


def _parsed(words: Sequence[str]) -> _Values:
    values: _Values = {}

    @functools.wraps(collect)
    def noted(**given: Any) -> None:
        values.update((name, given[name]) for name in _options())

    try:
        _app(noted)(list(words), prog_name="boardside collect")
    except SystemExit as end:
        if end.code or not values:  # refused; or only --help was asked for
            raise
    return values


def _app(function: Callable[..., None]) -> typer.Typer:
    app = typer.Typer(pretty_exceptions_enable=False, add_completion=False)
    app.command(cls=shared_options.PlainCommand)(function)
    return app


@functools.cache
def _options() -> dict[str, tuple[Sequence[str], Any]]:
    """For each option how it is written (with its opposite, if it has one), and its default."""
    parameters = inspect.signature(collect).parameters
    return {
        option.name: ((option.opts[0], *option.secondary_opts), parameters[option.name].default)
        for option in typer.main.get_command(_app(collect)).params
        if option.name in parameters
    }


def _words(name: str, value: Any) -> list[str]:
    """An option as words of a command line; none when it has its default."""
    written, default = _options()[name]
    if value == default or value is None:
        return []
    if isinstance(value, bool):
        return [written[0] if value else written[1]]
    if isinstance(value, list):
        return [word for item in value for word in (written[0], str(item))]
    return [written[0], str(value.absolute() if isinstance(value, Path) else value)]


def program() -> Path:
    """The command `boardside` of this installation."""
    return Path(sys.executable).with_name("boardside")

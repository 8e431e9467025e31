"""What a service stands on: the paths of its files, the files, other programs, why it cannot be done; and the
options of `boardside collect` for it: checked as `collect` checks them, with whole paths, without secrets.
"""

import functools
import inspect
import os
import re
import shlex
import subprocess
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
from host_tools.folders import HOME_VARIABLE
from host_tools.outside.files import replacing
from host_tools.reasons import CodedError, Reasons
from host_tools.store.troubles import hidden

REASONS = Reasons(
    {
        # The system.
        "one_user_on_mac": "On macOS there is only a service of your own user: leave --system out.",
        "no_service_manager": "Services are made for systemd (Linux) and launchd (macOS) only.",
        "systemd_missing": (
            "systemd does not run here (a container?): start `boardside collect --wait` by what does. "
            "--dry-run shows the unit."
        ),
        "root_needed": "A service of the system is made by root: put sudo before it, or leave --system out.",
        "systemd_silent": (
            "Your systemd does not answer: log in as this user (not by su or sudo), or, as root: `loginctl "
            "enable-linger {user}`, then log in again."
        ),
        # A service that is there already, or another's.
        "overwrite_needs_yes": (
            "{path} was not made by this command: look at it, then give --yes to overwrite it."
        ),
        "nothing_changed": "Nothing was changed.",
        "made_by_others": "{path} was not made by `boardside service install`: it stays.",
        "list_damaged": "The service's property list is damaged ({why}): remove it.",
        # The account.
        "installation_closed": (
            "The service runs as the user {account}, who cannot read {path}. Put Boardside where everybody "
            "can read it (/opt/boardside, `make setup` there), or install a service of your own user, "
            "without --system."
        ),
        # Files and programs.
        "not_readable": "{path} cannot be read: {why}.",
        "not_writable": "{path} cannot be written: {why}.",
        "not_removable": "{path} cannot be removed: {why}.",
        "program_not_run": "{program} could not be run: {why}.",
        "program_too_slow": "`{command}` did not end within {seconds} seconds.",
        "program_failed": "`{command}` failed: {said}",
    }
)


class ServiceError(CodedError):
    """The service cannot be installed, removed or looked at, for this reason."""

    table = REASONS


NAME = "boardside"
#: The user of the system's service.
ACCOUNT = "boardside"


@dataclass(frozen=True, slots=True)
class Places:
    """`definition`: the unit, or launchd's property list; `environment`: variables with secrets; `state`: the
    folder of the database.
    """

    is_system: bool
    definition: Path
    environment: Path
    state: Path


def of_system(root: Path = Path("/")) -> Places:
    """For systemd and all users. root: for tests."""
    return Places(
        True,
        root / "etc/systemd/system" / f"{NAME}.service",
        root / "etc" / NAME / "collect.env",
        root / "var/lib" / NAME,
    )


def of_user(home: Path, environment: Mapping[str, str] = os.environ) -> Places:
    """For systemd and this user."""
    config = Path(environment.get("XDG_CONFIG_HOME") or home / ".config")
    data = Path(environment.get("XDG_DATA_HOME") or home / ".local/share") / NAME
    named = environment.get(HOME_VARIABLE)
    state = Path(named).absolute() if named else data  # the folder of other commands, too: folders.data()
    return Places(False, config / "systemd/user" / f"{NAME}.service", config / NAME / "collect.env", state)


def of_mac(home: Path) -> Places:
    """For launchd and this user; the property list also has the variables."""
    library = home / "Library"
    definition = library / "LaunchAgents" / "org.boardside.collect.plist"
    return Places(False, definition, definition, library / "Application Support" / "Boardside")


#: Longer than a collector needs to store what is left and to end.
LIMIT_S = 120


@dataclass(frozen=True, slots=True)
class Done:
    """A program's exit status and output, errors last."""

    status: int
    said: str


#: Runs a program to its end. Raises ServiceError when it cannot be run.
Run = Callable[[Sequence[str]], Done]


def run(command: Sequence[str]) -> Done:
    """`Run`, with the programs of this computer."""
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=LIMIT_S)
    except OSError as error:
        raise ServiceError("program_not_run", program=command[0], why=str(error.strerror)) from error
    except subprocess.TimeoutExpired as error:
        raise ServiceError("program_too_slow", command=" ".join(command), seconds=LIMIT_S) from error
    return Done(done.returncode, done.stdout + done.stderr)


def must(run: Run, *command: str) -> str:
    """The program's output. Raises ServiceError when it fails."""
    done = run(command)
    if done.status:
        output = done.said.strip() or f"status {done.status}"
        raise ServiceError("program_failed", command=" ".join(command), said=output)
    return done.said


#: The first line of each file that `boardside service install` makes.
MADE = "# Made by `boardside service install`, which overwrites it"
_OURS = re.compile(r"\s*BOARDSIDE_\w+=")
_HEADER = f"{MADE} with BOARDSIDE_… only; other variables stay (PGPASSWORD=…). Nobody else can read it.\n"


def read_file(path: Path) -> str:
    """The text of the file; "" when there is none. Raises ServiceError."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise ServiceError("not_readable", path=str(path), why=str(error)) from error


def is_ours(text: str) -> bool:
    """Whether `boardside service install` made the file, by a comment in its first lines."""
    return any(MADE in line for line in text.splitlines()[:4])


def write_file(path: Path, content: str, *, is_private: bool = False) -> bool:
    """Write the file and the folders above it; False if it has this content. Raises ServiceError."""
    if path.exists() and read_file(path) == content and not (is_private and path.stat().st_mode & 0o077):
        return False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path, is_private=is_private) as part:
            part.write_text(content, encoding="utf-8")
    except OSError as error:
        raise ServiceError("not_writable", path=str(path), why=str(error.strerror or error)) from error
    return True


def remove_file(path: Path) -> bool:
    """Remove the file; False when there was none. Raises ServiceError."""
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise ServiceError("not_removable", path=str(path), why=str(error.strerror or error)) from error
    return True


def variables(before: str, ours: Mapping[str, str]) -> str:
    """A file of variables: `ours`, named BOARDSIDE_…, and the other variables of `before`."""
    kept = [line for line in before.splitlines() if MADE not in line and not _OURS.match(line)]
    lines = [f"{name}={_quoted(value)}" for name, value in sorted(ours.items())]
    return _HEADER + "".join(f"{line}\n" for line in [*lines, *kept])


def variables_in(text: str) -> dict[str, str]:
    """The variables named BOARDSIDE_… in such a file."""
    words = (shlex.split(line) for line in text.splitlines() if _OURS.match(line))
    return dict(word[0].split("=", 1) for word in words if word)


def _quoted(value: str) -> str:
    """Quoted for systemd (systemd.exec(5), "EnvironmentFile=") and for a shell."""
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


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


def as_options(secrets: Mapping[str, str]) -> list[str]:
    """The variables that hold secrets, as options of `collect`."""
    given = [(f"--{name}", secrets[variable]) for name, variable in VARIABLES.items() if variable in secrets]
    return [word for option in given for word in option]


def program() -> Path:
    """The command `boardside` of this installation."""
    return Path(sys.executable).with_name("boardside")

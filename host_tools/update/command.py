"""`boardside update`: new firmware for tables, by cable or through the running collector.

Exit status 0: every table has it. 1: not every one. 2: it cannot be done as asked; nothing was changed.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn

from boardside.version import FIRMWARE
from host_tools.collector.status_report import GONE_MS
from host_tools.console import terminal
from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.device import bundle as bundles
from host_tools.device.build import BUILD, build
from host_tools.device.tools import DeviceError, check_port
from host_tools.folders import database_url
from host_tools.store import Store, StoreError
from host_tools.store.keys import table_numbers

from . import carriers
from .carriers import Cable
from .talk import BEGIN, CHECK, DONE, PROOF, SEND, SWITCH, Talk

AT_ONCE = 8
_DOING = {
    BEGIN: "asking",
    SEND: "sending",
    CHECK: "reading it back",
    SWITCH: "switching",
    PROOF: "restarted, proving itself",
}

out = terminal.console()
err = terminal.console(stderr=True)


class BadTables(DeviceError):  # noqa: N818
    """The text for the tables names none."""


def update_command(
    bundle: Annotated[
        Path | None,
        typer.Argument(help="The release (`dev build --release`); default: built from the sources."),
    ] = None,
    tables: Annotated[
        str, typer.Option("--tables", "--table", help="These tables, such as 3 or 1-12,15.")
    ] = "",
    all_tables: Annotated[bool, typer.Option("--all", help="Every table that is connected.")] = False,
    port: Annotated[
        str, typer.Option("--port", help="One table at this serial port, without a collector.")
    ] = "",
    back: Annotated[
        bool, typer.Option("--back", help="Go back to the firmware that the tables had before.")
    ] = False,
    wait: Annotated[bool, typer.Option("--wait", help="Wait for tables in play or out of reach.")] = False,
    release_key: Annotated[
        Path | None,
        typer.Option("--release-key", help="Send only a release that this key (.pub) has signed."),
    ] = None,
    keygen: Annotated[
        Path | None, typer.Option("--keygen", help="Make a release key: this file, and its .pub next to it.")
    ] = None,
    at_once: Annotated[int, typer.Option("--at-once", help="How many tables at a time.", min=1)] = AT_ONCE,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Put another firmware on tables: never during a match, verified before it runs, undone by itself if it
    fails.
    """
    try:
        if keygen is not None:
            out.print(
                f"Release key in {keygen}, for you alone; its public part: {bundles.make_release_key(keygen)}"
            )
            return
        if sum((bool(tables), all_tables, bool(port))) != 1:
            raise BadTables("Say which tables: one of --tables 1-12, --all, --port PORT.")
        release = None if back else release_of(bundle, release_key)
        numbers = parse_tables(tables) if tables else []
        if port:
            check_port(port)
        store = _keys_if_any(db) if port and db == database_url() else Store.open(db, create=False)
    except (DeviceError, StoreError) as error:
        raise _fail(str(error), 2) from error
    try:
        if port:
            talks = _by_cable(store, port, Talk(release, wait))
        else:
            assert store is not None
            talks = {number: Talk(release, wait) for number in numbers or connected(store)}
            _by_collector(store, talks, at_once)
    except (DeviceError, StoreError) as error:
        raise _fail(str(error), 2 if isinstance(error, BadTables) else 1) from error
    finally:
        if store is not None:
            store.close()
    if not _report(talks):
        raise typer.Exit(1)


def parse_tables(text: str) -> list[int]:
    """The numbers in "1-12,15". BadTables when there are none."""
    try:
        return table_numbers(text)
    except ValueError as error:
        part = str(error) or "nothing"
        raise BadTables(
            f"--tables: {part!r} is no number and no range of tables (1-12, up to 9999)."
        ) from error


def release_of(folder: Path | None = None, release_key: Path | None = None) -> bundles.Bundle:
    """The release in this folder, signed by this key if there is one; without a folder what is built now.
    DeviceError: what is wrong.
    """
    if folder is None:
        if release_key is not None:
            raise bundles.BadBundle(
                "--release-key needs a release in a folder: what is built now bears none."
            )
        build()
        return bundles.make(BUILD, FIRMWARE)
    release = bundles.read(folder)
    if release_key is not None:
        bundles.check_signature(folder, release_key)
    return release


def _keys_if_any(db: str) -> Store | None:
    """At a cable the database is used only for the table's key."""
    try:
        return Store.open(db, create=False)
    except StoreError:
        return None


def connected(store: Store) -> list[int]:
    """The boards that are connected to a collector. BadTables when there is none. Tables without hardware run
    the firmware of their collector.
    """
    now = store.hall.now()
    boards = [row for row in store.tables() if row["transport"] != "soft"]
    numbers = [row["table_no"] for row in boards if now - row["heard_at"] < GONE_MS]
    if not numbers:
        raise BadTables("No table is connected to a collector on this database.")
    return numbers


def _by_cable(store: Store | None, port: str, talk: Talk) -> dict[int, Talk]:
    keys = store.keys.all_usable() if store is not None else {}
    cable = Cable(port, lambda table: keys.get(table, [b""]), talk)
    with _Display({0: talk}) as display:
        cable.run(lambda: display.show({cable.table: talk}))
    return {cable.table: talk}


def _by_collector(store: Store, talks: Mapping[int, Talk], at_once: int) -> None:
    if not store.collectors():
        raise BadTables("No collector runs on this database: start `boardside collect`, or use --port.")
    store.admins.act("command line", "update", {"tables": sorted(talks)})
    with _Display(talks) as display:
        carriers.update(store, talks, at_once, lambda: display.show(talks))


class _Display:
    """A line for each table, redrawn as the update proceeds."""

    def __init__(self, talks: Mapping[int, Talk]) -> None:
        self._progress = Progress(
            TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[doing]}"), console=err
        )
        self._lines = [self._progress.add_task("Table", total=100, doing="waits its turn") for _ in talks]

    def __enter__(self) -> "_Display":
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def show(self, talks: Mapping[int, Talk]) -> None:
        """Update the lines from the talks."""
        for line, (table, talk) in zip(self._lines, sorted(talks.items()), strict=True):
            share, doing = progress_of(talk)
            self._progress.update(line, description=f"Table {table}", completed=share, doing=doing)


def progress_of(talk: Talk) -> tuple[float, str]:
    """How far an update is, in percent, and what is under way."""
    share = 100.0 if talk.stage == DONE else 90.0 * talk.sent / max(1, talk.size)
    return share, _DOING.get(talk.stage, talk.stage) + (f": {talk.why}" if talk.why else "")


def _report(talks: Mapping[int, Talk]) -> bool:
    """Print the outcome of each table; return whether all have the firmware."""
    done = [table for table, talk in sorted(talks.items()) if talk.stage == DONE]
    for table, talk in sorted(talks.items()):
        if talk.stage != DONE:
            err.print(f"Table {table}: {talk.why}", style="red", markup=False, soft_wrap=True)
    versions = sorted({talks[table].version for table in done} - {""})
    if done:
        version_text = f" with firmware {', '.join(versions)}" if versions else ""
        out.print(f"{len(done)} of {len(talks)} tables run{version_text}.", markup=False)
    return len(done) == len(talks)


def _fail(message: str, status: int) -> typer.Exit:
    err.print(message, style="red", markup=False, soft_wrap=True)
    return typer.Exit(status)

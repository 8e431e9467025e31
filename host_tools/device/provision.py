"""`boardside provision`: set a table's identity, its way to the host, and its key; by cable.

The order makes it safe at any moment: the key goes first into the database (older ones stay valid), then into
the table; then a session on the same cable proves it, which retires the older ones. If the cable is pulled in
between, both keys are valid, and the next `provision` completes the change.
"""

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated

import typer

from boardside.config import Config
from host_tools.collector.incoming import Met
from host_tools.collector.pull import read_table
from host_tools.collector.reasons import CannotPull
from host_tools.console.shared_options import DEFAULT_DATABASE, Database, DryRun
from host_tools.device import prompt
from host_tools.device.settings import (
    BadSettings,
    ConfigFields,
    KeyChoice,
    Wishes,
    changes,
    choose_key,
    decoded,
    key_in,
    merged,
)
from host_tools.device.tools import BeginChange, DeviceError, Say, check_port
from host_tools.store import Store, StoreError
from host_tools.store.keys import KEY_BYTES_MOST, fingerprint, read_key
from host_tools.store.ownership import Claim, key_id
from host_tools.store.reasons import KeyRefused

#: Power-on takes 2 s, the first question and its answer up to 2 more.
PROVE_S = 20.0
#: Beyond every event: the session is to send no events.
_NO_EVENTS = 1 << 40


@dataclass(frozen=True, slots=True)
class KeyWish:
    """At most one of: this key, a new one in any case, no key."""

    key: bytes | None = None
    is_new: bool = False
    is_none: bool = False


@dataclass(slots=True)
class Plan:
    """The planned change of a table: complete before anything is changed."""

    table: int
    old: ConfigFields
    new: ConfigFields
    choice: KeyChoice | None  # None: without a key
    aside: bytes | None  # an unreadable config.json, kept beside the new one
    new_journal: bool = False
    actor: str = "command line"


def provision_command(
    port: Annotated[str, typer.Option("--port", help="The table's serial port, such as /dev/ttyUSB0.")] = "",
    table: Annotated[int | None, typer.Option("--table", help="The table's number, 1 to 999.")] = None,
    name: Annotated[str | None, typer.Option("--name", help="The table's name.")] = None,
    wifi_ssid: Annotated[
        str | None, typer.Option("--wifi-ssid", help='The Wi-Fi network\'s name; "": cable only.')
    ] = None,
    wifi_password: Annotated[
        str | None,
        typer.Option(
            "--wifi-password",
            envvar="BOARDSIDE_WIFI_PASSWORD",
            help="Its password. Others on this computer can see a command line: prefer the variable.",
        ),
    ] = None,
    host_address: Annotated[
        str | None, typer.Option("--host-address", help="The collector: an address, a name, or auto.")
    ] = None,
    host_port: Annotated[int | None, typer.Option("--host-port", help="Its port; 7580 if not given.")] = None,
    new_key: Annotated[
        bool, typer.Option("--new-key", help="Make a new key, also if the table has one.")
    ] = False,
    no_key: Annotated[
        bool, typer.Option("--no-key", help="No key: anybody in the network can send results as this table.")
    ] = False,
    key: Annotated[
        str | None,
        typer.Option("--key", envvar="BOARDSIDE_KEY", help="This key, 32 to 64 hex digits."),
    ] = None,
    new_journal: Annotated[
        bool,
        typer.Option(
            "--new-journal",
            help="Begin a new journal; events in the old one that no collector has are lost.",
        ),
    ] = False,
    repair: Annotated[
        bool, typer.Option("--repair", help="Replace a config.json that cannot be read, without asking.")
    ] = False,
    dry_run: DryRun = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Give a table its number, its network and its key, by its cable. The table restarts."""
    wishes = Wishes(table, name, wifi_ssid, wifi_password, host_address, host_port)
    try:
        wish = _key_wish(key, new_key, no_key)
        check_port(port)
        store = Store.open(db)
    except KeyRefused as error:
        raise _fail(f"--key: {error!s}", 2) from error
    except BadSettings as error:
        raise _fail(str(error), 2) from error
    except (DeviceError, StoreError) as error:
        raise _fail(str(error), 2) from error
    try:
        provision(port, store, wishes, wish, _may_repair(repair), typer.echo, dry_run, new_journal)
    except KeyRefused as error:
        raise _fail(str(error), 2) from error
    except BadSettings as error:
        raise _fail(str(error), 2) from error
    except (DeviceError, StoreError) as error:
        raise _fail(str(error), 1) from error
    finally:
        store.close()


def provision(
    port: str,
    store: Store,
    wishes: Wishes,
    wish: KeyWish,
    may_repair: Callable[[str], bool],
    say: Say,
    dry_run: bool = False,
    new_journal: bool = False,
    actor: str = "command line",
    begin_change: BeginChange = lambda: None,
) -> None:
    """Provision one table. `may_repair(why)`: whether an unreadable config.json may be replaced. `actor`: who
    is in the record. `begin_change` is called when all is known and nothing is changed yet.

    Raises BadSettings or KeyRefused (nothing was changed), DeviceError or StoreError; the message says what
    was done so far. The table is restarted in any case, if it can be reached.
    """
    stopped = True  # Ctrl-C ended the table's program
    try:
        plan = _plan(port, store, wishes, wish, may_repair)
        plan.new_journal, plan.actor = new_journal, actor
        _show(plan, say)
        if dry_run:
            say("Nothing was changed.")
            return
        begin_change()
        _carry_out(port, store, plan, say)
        stopped = False
    except prompt.NoAnswer:
        stopped = False
        raise
    finally:
        if stopped:
            with suppress(DeviceError):
                prompt.restart(port)
    _prove(port, store, plan, say)


def _plan(port: str, store: Store, wishes: Wishes, wish: KeyWish, may_repair: Callable[[str], bool]) -> Plan:
    state = prompt.read(port)
    aside = None
    old = decoded(state.config)
    if old is None:
        if not may_repair(f"config.json on the table at {port} cannot be read: it is no JSON object."):
            raise DeviceError(
                "config.json was left as it is: correct it (mpremote), or let --repair replace it; it is "
                "kept as config.json.bad then."
            )
        aside, old = state.config, {}
    new = merged(old, wishes)
    number = Config(new).table
    if wish.is_none:
        new.pop("key", None)
        return Plan(number, old, new, None, aside)
    has = key_in(old) if old.get("table") == number else b""
    choice = choose_key(has, store.keys.of_table(number), os.urandom(KEY_BYTES_MOST), wish.key, wish.is_new)
    new["key"] = choice.key.hex()
    return Plan(number, old, new, choice, aside)


def _show(plan: Plan, say: Say) -> None:
    differences = changes(plan.old, plan.new)
    say(f"Table {plan.table}:" + ("" if differences else " its settings stay as they are."))
    for field, before, after in differences:
        say(f"  {field}: {before} -> {after}")
    if plan.choice is not None:
        say(f"  its key: {fingerprint(plan.choice.key)}, {plan.choice.why}")
    if plan.new_journal:
        say("  its journal: a new one; what no collector has of the old one is lost")


def _carry_out(port: str, store: Store, plan: Plan, say: Say) -> None:
    if plan.choice is not None:
        is_first = not store.keys.any()
        store.keys.add(plan.table, plan.choice.key.hex(), "provision")
        if plan.choice.is_made:
            store.admins.act(plan.actor, "key given", _detail(plan))
        if is_first:
            say("From now on a collector on this database takes no table without a key (or collect --open).")
    if plan.new_journal:
        prompt.new_journal(port)
    if plan.old == plan.new and plan.aside is None:
        prompt.restart(port)
        return
    text = json.dumps(plan.new, indent=1).encode("ascii") + b"\n"
    try:
        prompt.write(port, text, plan.aside)
        prompt.restart(port)
    except DeviceError as error:
        raise DeviceError(_half_done(plan, str(error))) from error


def _half_done(plan: Plan, why: str) -> str:
    if plan.choice is None or plan.choice.key == key_in(plan.old):
        return why
    return (
        f"{why} The database has the table's key {fingerprint(plan.choice.key)}, the table perhaps not: it "
        "is believed with it and with the one it had. Run the same command again to end the change."
    )


def _prove(port: str, store: Store, plan: Plan, say: Say) -> None:
    """Hold a session on the cable, with the table's new key and no other."""
    key = plan.choice.key if plan.choice is not None else b""
    try:
        met, _ = read_table(port, _NO_EVENTS, lambda table: [key] if table == plan.table else [], PROVE_S)
    except CannotPull as error:
        raise DeviceError(
            f"The settings are written, but the table has not proven them: {error} Run the same command "
            "again when it runs."
        ) from error
    _hand_over(store, plan, met, say)
    if plan.choice is not None:
        store.keys.used(met.table, key)
        say(f"Table {met.table} runs (firmware {met.firmware}) and has proven its key.")
        return
    if store.keys.drop(met.table):
        store.admins.act(plan.actor, "key given up", _detail(plan))
    say(f"Table {met.table} runs (firmware {met.firmware}) without a key: anybody can speak for it.")


def _hand_over(store: Store, plan: Plan, met: Met, say: Say) -> None:
    """Let the device's journal continue under the key just proven, if the journal belongs to the device: it
    held the journal's key until now, or has the same number.
    """
    key = plan.choice.key if plan.choice is not None else b""
    siblings = frozenset(key_id(row.key) for row in store.keys.of_table(met.table))
    claim = Claim(met.journal, met.table, key_id(key), met.last_seq, siblings)
    verdict = store.owners.provisioned(claim, [key_id(key_in(plan.old))])
    if verdict.refusal is not None:
        owner = verdict.history[-1].table
        say(
            f"Its journal {met.journal} belongs to table {owner}, and the device did not have that table's "
            f"key. If it is the same device: `boardside journals give {met.journal} {met.table}`; "
            "else begin a new journal: `boardside provision --new-journal`."
        )


def _detail(plan: Plan) -> dict[str, object]:
    key = plan.choice.key if plan.choice is not None else b""
    return {"table": plan.table} | ({"key": fingerprint(key)} if key else {})


def _key_wish(key: str | None, is_new: bool, is_none: bool) -> KeyWish:
    if sum((key is not None, is_new, is_none)) > 1:
        raise BadSettings("--key, --new-key and --no-key exclude each other: give one of them.")
    return KeyWish(read_key(key) if key is not None else None, is_new, is_none)


def _may_repair(always: bool) -> Callable[[str], bool]:
    def asked(why: str) -> bool:
        if always:
            typer.echo(why)
            return True
        if not sys.stdin.isatty():
            typer.echo(why, err=True)
            return False
        return typer.confirm(f"{why} Replace it? What it holds is kept as config.json.bad.")

    return asked


def _fail(message: str, status: int) -> typer.Exit:
    typer.echo(message, err=True)
    return typer.Exit(status)


__all__ = ["KeyWish", "provision", "provision_command"]

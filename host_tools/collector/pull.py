"""`boardside pull`: reads one table's whole journal once, and takes nothing away from a collector.

The host only reads (`go` says so): its acknowledgements promise no storage, and a collector gets all events
later.
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal, cast

import serial
import typer

from host_tools import folders
from host_tools.collector.clocks import monotonic_ms
from host_tools.collector.incoming import EventIn, Met, Refused
from host_tools.collector.match_fold import MatchFold
from host_tools.collector.outgoing import SERIAL_IN_FLIGHT
from host_tools.collector.reasons import CannotPull, CannotStart
from host_tools.collector.serial_line import explain, open_port
from host_tools.collector.session import HostSession, KeyFor
from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.live_values import OfficialResult
from host_tools.store.command_line import Keys, err, fail, opened, read_keys
from host_tools.store.keys import KeyBook
from host_tools.store.rows import MatchTitle


class PulledMatch(MatchTitle):
    """A match that a table has in its journal."""

    version: Literal[1]
    table: int
    journal: str
    first_seq: int  # of its `match` event
    last_seq: int
    result: OfficialResult | None
    problem: str | None  # why an event was left out


def read_table(path: str, after: int, key_for: KeyFor, timeout_s: float) -> tuple[Met, list[EventIn]]:
    """The events after number `after` of the table at the port `path`, and who it is.

    Raises CannotPull when the port is missing, in use or silent for `timeout_s`.
    """
    try:
        port = open_port(path)
    except (OSError, ValueError, CannotStart) as error:
        why = explain(path, error)
        raise CannotPull(why.reason, **why.facts) from error
    try:
        return _pull(port, path, after, key_for, timeout_s)
    except (OSError, TypeError) as error:
        raise CannotPull("serial_lost", path=path, why=str(error)) from error
    finally:
        port.close()


def _pull(
    port: serial.Serial, path: str, after: int, key_for: KeyFor, timeout_s: float
) -> tuple[Met, list[EventIn]]:
    session = HostSession("pull", key_for, SERIAL_IN_FLIGHT)
    met: Met | None = None
    events: list[EventIn] = []
    heard = time.monotonic()
    while time.monotonic() - heard < timeout_s:
        out = session.send(monotonic_ms())
        if out:
            port.write(out)
        data = port.read(1)
        data += port.read(port.in_waiting)
        for message in session.receive(data, monotonic_ms()):
            if isinstance(message, Refused):
                raise CannotPull("turned_away", trouble=message.trouble.named())
            if isinstance(message, Met):
                met, events, heard = message, [], time.monotonic()
                session.accept(met, min(after, met.last_seq) + 1, keeps=False)
            elif isinstance(message, EventIn):
                events.append(message)
                session.committed(message.seq)
                heard = time.monotonic()
        if met is not None and session.up and max(session.received, after) >= met.last_seq:
            port.write(session.send(monotonic_ms()))
            return met, events
    if met is None:
        raise CannotPull("nobody_answers", path=path, seconds=f"{timeout_s:g}")
    raise CannotPull("stopped_at", table=met.table, path=path, seq=session.received, last=met.last_seq)


def matches(met: Met, events: list[EventIn]) -> Iterator[PulledMatch]:
    """One JSON-ready result for each match among the events, in order."""
    fold = MatchFold()
    for event in events:
        if event.event.get("kind") == "match" and fold.count:
            yield _result(met, fold)
        fold.add(event.seq, event.event, event.text)
    if fold.count:
        yield _result(met, fold)


def _result(met: Met, fold: MatchFold) -> PulledMatch:
    state = fold.state
    pulled = {
        "version": 1,
        "table": met.table,
        "journal": met.journal,
        "first_seq": fold.first_seq,
        "last_seq": fold.last_seq,
        "match": state.setup.match,
        "title": state.title,
        "stage": state.setup.stage,
        "ruleset": state.setup.tournament["ruleset"],
        "doubles": state.setup.doubles,
        "names": state.names,
        "phase": state.phase,
        "result": fold.official(),
        "confirmed": state.confirmed,
        "problem": None if fold.problem is None else str(fold.problem),
    }
    return cast("PulledMatch", pulled)  # the rules' own dicts


def line(value: PulledMatch) -> str:
    """One JSON line."""
    return json.dumps(value, ensure_ascii=False)


def pull_command(
    port: Annotated[str, typer.Option("--port", help="The table's serial port.")],
    events: Annotated[bool, typer.Option("--events", help="Print the events, not the results.")] = False,
    after: Annotated[int, typer.Option("--after", help="Only events after number SEQ.", min=0)] = 0,
    timeout: Annotated[
        float, typer.Option("--timeout", help="End after this many seconds of silence.", min=0.5)
    ] = 10.0,
    keys: Keys = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Read one table's matches once, as JSON lines; a collector still gets everything later."""
    known = {table: [key] for table, key in read_keys(keys).items()}
    book = _keys_in(db)
    for part in (book.usable, book.replaced, book.revoked):
        for table, found_keys in part.items():
            known.setdefault(table, []).extend(found_keys)

    def keys_of(table: int) -> list[bytes]:
        return known.get(table, [b""])

    try:
        met, table_events = read_table(port, after if events else 0, keys_of, timeout)
    except CannotPull as error:
        raise fail(str(error)) from error
    if met.key in (*book.replaced.get(met.table, ()), *book.revoked.get(met.table, ())):
        err.print(
            f"Table {met.table} used a key that is no longer valid: anybody who has it could have written "
            "this.",
            style="yellow",
            soft_wrap=True,
        )
    if events:
        for event in table_events:
            typer.echo(event.text)
        return
    for match in matches(met, table_events):
        if match["last_seq"] > after:
            typer.echo(line(match))


def _keys_in(db: str) -> KeyBook:
    """The keys of a database, old ones too; the user's default database may be missing."""
    if db == folders.database_url() and not Path(db.removeprefix("sqlite:///")).exists():
        return KeyBook({}, {}, {})
    with opened(db) as store:
        return store.keys.book()

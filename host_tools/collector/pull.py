"""`boardside pull`: everything one table has in its journal, once, without taking it over.

The host only looks (`go` says so): its acknowledgements promise nothing, and a collector gets all of it
later.
"""

import json
import time
from collections.abc import Iterator
from typing import Any

import serial

from host_tools.collector.flight import SERIAL_IN_FLIGHT
from host_tools.collector.folding import MatchFold
from host_tools.collector.live import monotonic_ms
from host_tools.collector.messages import EventIn, Met, Refused
from host_tools.collector.serial_line import explain, open_port
from host_tools.collector.session import HostSession, KeyFor


class CannotPull(Exception):  # noqa: N818
    """The table's events could not be had; the message says why and what to do."""


def pull(path: str, after: int, key_for: KeyFor, timeout_s: float) -> tuple[Met, list[EventIn]]:
    """The events after number `after` of the table at the port `path`, and who it is.

    Raises CannotPull when the port is missing, in use or silent for `timeout_s`.
    """
    try:
        port = open_port(path)
    except (OSError, ValueError) as error:
        raise CannotPull(explain(path, error)) from error
    try:
        return _pull(port, path, after, key_for, timeout_s)
    except (OSError, TypeError) as error:
        raise CannotPull(f"{path} was lost while reading: {error}") from error
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
                raise CannotPull(message.message)
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
        raise CannotPull(
            f"No table answered on {path} within {timeout_s:g} s: is it on, and does it run Boardside?"
        )
    raise CannotPull(
        f"Table {met.table} on {path} stopped at event {session.received} of {met.last_seq}: try again."
    )


def matches(met: Met, events: list[EventIn]) -> Iterator[dict[str, Any]]:
    """One JSON-ready result for each match among the events, in order."""
    fold = MatchFold()
    for event in events:
        if event.event.get("kind") == "match" and fold.count:
            yield _result(met, fold)
        fold.add(event.seq, event.event, event.text)
    if fold.count:
        yield _result(met, fold)


def _result(met: Met, fold: MatchFold) -> dict[str, Any]:
    state = fold.state
    return {
        "version": 1,
        "table": met.table,
        "journal": met.journal,
        "first_seq": fold.first_seq,
        "last_seq": fold.last_seq,
        "match": state.match,
        "title": state.title,
        "stage": state.stage,
        "ruleset": state.ruleset,
        "doubles": state.doubles,
        "names": state.names,
        "phase": state.phase,
        "result": fold.official(),
        "confirmed": state.confirmed,
        "problem": fold.problem,
    }


def line(value: dict[str, Any]) -> str:
    """One JSON line."""
    return json.dumps(value, ensure_ascii=False)

"""`boardside hall`: say what is wanted of the halls' clocks, and see to it that the tables have it."""

import time
from typing import Annotated

import typer

from host_tools.collector import assigning
from host_tools.collector.commands import Database, err, fail, out
from host_tools.collector.hall_wanted import is_lacking
from host_tools.orders import BadRequest, clock_ms
from host_tools.store import DEFAULT_URL, Store, StoreError
from host_tools.store.halls import LEAD_MS, Clocks, HallRefused

POLL_S = 0.1


def hall(
    do: Annotated[str, typer.Argument(metavar="start|pause|resume|end")],
    length: Annotated[
        str | None, typer.Argument(help="MM:SS or H:MM:SS: for start its length, else what is left.")
    ] = None,
    name: Annotated[
        str | None, typer.Option("--hall", help="Only in this hall; without it in all of them.")
    ] = None,
    lead: Annotated[
        float,
        typer.Option("--lead", help="Seconds until all tables do it together.", min=0, max=3600),
    ] = LEAD_MS / 1000,
    wait: Annotated[float, typer.Option("--wait", help="Seconds to wait for the tables.", min=0)] = 5.0,
    db: Database = DEFAULT_URL,
) -> None:
    """The hall's clock, at all tables together. Exit status 1: some table does not have it yet."""
    store = None
    try:
        ms = clock_ms(length) if length is not None else None
        store = Store.open(db, create=False)
        name = None if name is None else store.hall.named(name)
        store.hall.change(do, ms, "command line", store.hall.now() + round(lead * 1000), name)
        detail = {**({} if ms is None else {"ms": ms}), **({} if name is None else {"hall": name})}
        store.admins.act("command line", f"hall {do}", detail or None)
        there = bool(store.collectors())
        tables, missing = _wait(store, store.hall.clocks(), name, wait) if there else ([], [])
    except (BadRequest, HallRefused, StoreError) as error:
        raise fail(str(error)) from error
    finally:
        if store is not None:
            store.close()
    what = f"Hall clock, {do}" if name is None else f"Hall clock of {name}, {do}"
    if not there:
        raise fail(f"{what}: noted. No collector runs on this database: no table has it.", 1)
    if not tables:
        where = "" if name is None else f" in {name}"
        raise fail(f"{what}: noted. No table is connected{where}; each gets it when it is.", 1)
    out.print(f"{what}: {len(tables) - len(missing)} of {len(tables)} tables.", markup=False)
    for number in missing:
        err.print(f"  table {number}: not yet; it gets it as soon as it can be reached", markup=False)
    if missing:
        raise typer.Exit(1)


def _wait(store: Store, clocks: Clocks, hall: str | None, seconds: float) -> tuple[list[int], list[int]]:
    """The tables (of this hall) that are connected, and which of them still lack the clock of their hall when
    `seconds` are over.
    """
    until = time.monotonic() + seconds
    while True:
        present = set(assigning.present(store))
        at, layout = store.hall.now(), clocks.layout
        rows = [
            row
            for row in store.tables()
            if row["table_no"] in present and hall in (None, layout.of(row["table_no"]))
        ]
        missing = [row["table_no"] for row in rows if is_lacking(clocks, row["table_no"], row["status"], at)]
        if (rows and not missing) or time.monotonic() >= until:
            return [row["table_no"] for row in rows], missing
        time.sleep(POLL_S)

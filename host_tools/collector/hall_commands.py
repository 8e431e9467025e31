"""`boardside status`, `assign` and `hall`: commands about the hall, with or without a running collector."""

import json
import time
from typing import Annotated

import typer

from host_tools.collector import status_report
from host_tools.collector.hall_clock import is_lacking
from host_tools.console.shared_options import DEFAULT_DATABASE, AsJson, Database
from host_tools.glyphs import lines as seen_remarks
from host_tools.laws import refusals
from host_tools.orders import clock_ms, match_event, with_saved
from host_tools.store import Store
from host_tools.store.command_line import err, errors_reported, fail, opened, out
from host_tools.store.halls import LEAD_MS, Clocks
from host_tools.store.rows import CommandRow

POLL_S = 0.1
#: A table that a running collector has heard within this time counts as present.
PRESENT_MS = 10_000


def connected_tables(store: Store) -> list[int]:
    """The numbers of the tables that a running collector has heard within the last 10 seconds."""
    return [
        table["table_no"]
        for table in store.tables()
        if table["link"] != "down" and table["heard_at"] > store.hall.now() - PRESENT_MS
    ]


def wait_for_answers(store: Store, commands: list[str], seconds: float) -> list[CommandRow]:
    """The commands when all are answered, or after `seconds`."""
    until = time.monotonic() + seconds
    while True:
        rows = [row for command in commands if (row := store.command(command)) is not None]
        if all(row["state"] in ("done", "refused") for row in rows) or time.monotonic() >= until:
            return rows
        time.sleep(POLL_S)


def status(
    db: Database = DEFAULT_DATABASE,
    as_json: AsJson = False,
    only: Annotated[str | None, typer.Option("--hall", help="Only this hall, if there are several.")] = None,
) -> None:
    """Show all tables: the age of each link, the match, the orders that are not delivered."""
    with opened(db) as store:
        hall = status_report.gather(store, None if only is None else store.hall.named(only))
    if as_json:
        typer.echo(json.dumps(hall, ensure_ascii=False))
    else:
        status_report.draw(hall, out)
        for line in status_report.remarks(hall):
            out.print(line, markup=False)


def assign(
    table: Annotated[int, typer.Option("--table", help="The table's number.", min=1, max=9999)],
    a: Annotated[str, typer.Option("--a", help="Player on side A.")],
    b: Annotated[str, typer.Option("--b", help="Player on side B.")],
    a2: Annotated[str | None, typer.Option("--a2", help="A's partner, in doubles.")] = None,
    b2: Annotated[str | None, typer.Option("--b2", help="B's partner, in doubles.")] = None,
    stage: Annotated[str, typer.Option("--stage", help="group, round, quarter_final, ...")] = "round",
    ruleset: Annotated[
        str | None,
        typer.Option("--ruleset", help="icf, vkk, spandan, vaishali, wcc (crokinole), or a saved one's key."),
    ] = None,
    breaks: Annotated[
        str | None, typer.Option("--breaks", help="Who breaks, a or b, if the toss was made.")
    ] = None,
    rules: Annotated[
        str | None, typer.Option("--rules", help="Your own rules: a file, or changes as a JSON object.")
    ] = None,
    category: Annotated[
        str | None, typer.Option("--category", help="Crokinole: adult, junior, cue ...: how many discs.")
    ] = None,
    tie: Annotated[
        str | None, typer.Option("--tie", help="The tie of teams that the match is part of.")
    ] = None,
    team_a: Annotated[str | None, typer.Option("--team-a", help="The team that A plays for.")] = None,
    team_b: Annotated[str | None, typer.Option("--team-b", help="The team that B plays for.")] = None,
    latin: Annotated[
        list[str] | None,
        typer.Option("--latin", help="NAME=SPELLING: a name in Latin letters, for displays."),
    ] = None,
    title: Annotated[str | None, typer.Option("--title", help='For instance "Round 1, table 3".')] = None,
    presses: Annotated[
        int | None,
        typer.Option("--presses", help="Of CLOCK a stroke: 1 or 2; 0: results only.", min=0, max=2),
    ] = None,
    replaces: Annotated[
        str | None,
        typer.Option("--replaces", help="The match that waits there for its toss, if it gives way."),
    ] = None,
    match_id: Annotated[str | None, typer.Option("--id", help="The match's id in your own system.")] = None,
    wait: Annotated[float, typer.Option("--wait", help="Seconds to wait for the answer.", min=0)] = 5.0,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Give a table its next match. Exit status 1: the table refuses; 3: it has not answered yet."""
    names = {"a": [a] + ([a2] if a2 else []), "b": [b] + ([b2] if b2 else [])}
    with errors_reported():
        ruleset, rules = with_saved(ruleset, rules, lambda key: _saved(db, key))
        event = match_event(
            names=names,
            stage=stage,
            ruleset=ruleset,
            rules=rules,
            tie=tie,
            teams={"a": team_a, "b": team_b},
            match=match_id,
            replaces=replaces,
            breaks=breaks,
            title=title,
            category=category,
            latin={name.strip(): text for name, _, text in (pair.partition("=") for pair in latin or ())},
            presses=presses,
        )
    with opened(db) as store:
        command = store.queue_command(table, event)
        for remark in seen_remarks.about(event, table, store.table_status(table)):
            out.print(str(remark), markup=False)
        if not store.collectors():
            out.print(f"Match {event['match']} waits for table {table}: no collector runs on this database.")
            return
        row = wait_for_answers(store, [command], wait)[0]
    why = refusals.of_row(row)
    if row["state"] == "done":
        out.print(f"Table {table} has match {event['match']}.", markup=False)
    elif row["state"] == "refused":
        raise fail(f"Table {table} refuses: {why}", 1)
    else:
        reason = f" ({why})" if why else ""
        raise fail(f"Table {table} has not answered yet{reason}; the match waits for it.", 3)


def _saved(db: str, key: str) -> str | None:
    """The text of the ruleset that is saved under this key; None: there is none."""
    with opened(db) as store:
        row = store.rulesets.get(key)
    return None if row is None else row.text


def hall(
    do: Annotated[str, typer.Argument(metavar="start|pause|resume|end")],
    length: Annotated[
        str | None, typer.Argument(help="MM:SS or H:MM:SS: with start the length, with resume the time left.")
    ] = None,
    name: Annotated[
        str | None, typer.Option("--hall", help="Only in this hall; default: in all halls.")
    ] = None,
    lead: Annotated[
        float,
        typer.Option("--lead", help="Seconds until all tables make the change together.", min=0, max=3600),
    ] = LEAD_MS / 1000,
    wait: Annotated[float, typer.Option("--wait", help="Seconds to wait for the tables.", min=0)] = 5.0,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Change the hall's clock at all tables together. Exit status 1: a table does not have it yet."""
    with errors_reported():
        ms = None if length is None else clock_ms(length)
    with opened(db) as store:
        name = None if name is None else store.hall.named(name)
        store.hall.change(do, ms, "command line", store.hall.now() + round(lead * 1000), name)
        detail = {**({} if ms is None else {"ms": ms}), **({} if name is None else {"hall": name})}
        store.admins.act("command line", f"hall {do}", detail or None)
        has_collector = bool(store.collectors())
        tables, missing = (
            _wait_for_tables(store, store.hall.clocks(), name, wait) if has_collector else ([], [])
        )
    change = f"Hall clock, {do}" if name is None else f"Hall clock of {name}, {do}"
    if not has_collector:
        raise fail(f"{change}: noted. No collector runs on this database: no table has it.", 1)
    if not tables:
        where = "" if name is None else f" in {name}"
        raise fail(f"{change}: noted. No table is connected{where}; each gets it when it is.", 1)
    out.print(f"{change}: {len(tables) - len(missing)} of {len(tables)} tables.", markup=False)
    for number in missing:
        err.print(f"  table {number}: not yet; it gets it as soon as it can be reached", markup=False)
    if missing:
        raise typer.Exit(1)


def _wait_for_tables(
    store: Store, clocks: Clocks, hall: str | None, seconds: float
) -> tuple[list[int], list[int]]:
    """The tables (of this hall) that are connected, and which of them still lack the clock of their hall when
    `seconds` are over.
    """
    until = time.monotonic() + seconds
    while True:
        present = set(connected_tables(store))
        at, layout = store.hall.now(), clocks.layout
        rows = [
            row
            for row in store.tables()
            if row["table_no"] in present and hall in (None, layout.hall_of(row["table_no"]))
        ]
        missing = [row["table_no"] for row in rows if is_lacking(clocks, row["table_no"], row["status"], at)]
        if (rows and not missing) or time.monotonic() >= until:
            return [row["table_no"] for row in rows], missing
        time.sleep(POLL_S)

"""`boardside verify`: exit status 0: the record is whole; 1: it is broken; 2: it cannot be read."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools.collector.match_fold import BROKEN, FOREIGN, Signers
from host_tools.console import terminal
from host_tools.console.shared_options import DEFAULT_DATABASE, AsJson, Database
from host_tools.outside import json_text
from host_tools.reasons import CodedError, Reasons
from host_tools.store import Store, StoreError, stops
from host_tools.store.keys import read_key_file
from host_tools.store.reasons import KeyRefused
from host_tools.verify.journal_check import JournalCheck, follow_carried
from host_tools.verify.report import Finding, MatchReport, Report

REASONS = Reasons(
    {
        "no_such_match": "The database holds nothing of match {match}.",
        "no_such_table": "The database holds nothing of table {table}.",
        "no_event": "It holds no event.",
        "file_unreadable": "{file} cannot be read: {why}.",
        "file_not_utf8": "{file} is no text file in UTF-8 ({why}).",
        "no_event_in_line": "Line {line} is no event with `seq` and `kind` ({why}).",
        "no_match_event": "There is no match in it: a match begins with an event of kind `match`.",
    }
)


class CannotVerify(CodedError):  # noqa: N818
    """There is nothing to check, for this reason."""

    table = REASONS


def verify_database(store: Store, table: int | None = None, match: str | None = None) -> Report:
    """Check the whole database, or the journals that hold events of a table or a match.

    Raises StoreError, and CannotVerify when there is nothing to check.
    """
    report = Report()
    stored: dict[tuple[str, int], int] = {}
    carried: list[tuple[str, Mapping[str, Any]]] = []
    with store.audit.view() as view:
        journals = [journal for journal in view.journals(table, match) if not stops.is_aside(journal)]
        keys = [row.key for row in store.keys.rows()]
        for journal in journals:
            signers = Signers(view.owners(journal), keys)
            check = JournalCheck(journal, signers, report, is_part=view.is_part())
            for row in view.events(journal):
                check.take(row)
                if '"carried"' in row["body"]:
                    carried.append((journal, row))
            check.end(view.matches(journal), view.stops(journal))
            stored |= {(journal, first_seq): row for first_seq, row in check.confirmed.items()}
        follow_carried(view, carried, report)
    if not journals:
        if match is not None:
            raise CannotVerify("no_such_match", match=match)
        raise CannotVerify("no_event") if table is None else CannotVerify("no_such_table", table=table)
    _find_copies(report, stored)
    report.matches.sort(key=lambda checked: (checked.table or 0, checked.journal, checked.first_seq))
    if match is not None:
        report.matches = [checked for checked in report.matches if checked.match == match]
        report.findings = [finding for finding in report.findings if finding.match in (match, None)]
    return report


def _find_copies(report: Report, stored: Mapping[tuple[str, int], int]) -> None:
    """The same sealed match is in two journals: copied rows would count twice. `stored`: the rows of the
    confirmations, by journal and first event of the match.

    The original is the one that was stored first: a person who copies it can seal the copy with
    another key, but must have read it before. A match whose seal cannot be its table's is never the original.
    """
    seen: dict[str, MatchReport] = {}

    def order(match: MatchReport) -> tuple[bool, int]:
        return match.seal in (FOREIGN, BROKEN), stored.get((match.journal, match.first_seq), 0)

    for match in sorted(report.matches, key=order):
        if not match.chain:
            continue
        other = seen.setdefault(match.chain, match)
        if other is not match:
            text = (
                f"the same record is also under journal {other.journal} (table {other.table}): one is a copy"
            )
            match.is_whole = False
            where = (match.journal, match.table, match.match, match.first_seq)
            report.findings.append(Finding(True, *where, text))


def verify_file(lines: Iterable[str], keys: Sequence[bytes]) -> Report:
    """Check events as `boardside pull --events` and the JSON API give them, one JSON object a line.

    Raises CannotVerify with the number of a line that is no event.
    """
    report = Report()
    check = JournalCheck("", Signers((), keys), report)
    for number, line in enumerate(lines, start=1):
        try:
            has_event, event = json_text.line(line)
            if not has_event:
                continue
            row = {"seq": int(event["seq"]), "kind": str(event["kind"])[:20], "match": event.get("match")}
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise CannotVerify("no_event_in_line", line=number, why=str(error)) from error
        check.take({**row, "table_no": None, "body": line.removeprefix("\ufeff").strip(), "chain": None})
    check.end(None, [])
    if not report.matches:
        raise CannotVerify("no_match_event")
    return report


def verify_command(
    file: Annotated[
        Path | None, typer.Argument(help="A file of events instead of the database, one JSON object a line.")
    ] = None,
    match: Annotated[str | None, typer.Option("--match", help="Only this match, by its id.")] = None,
    table: Annotated[int | None, typer.Option("--table", help="Only this table.", min=1, max=9999)] = None,
    keys: Annotated[
        Path | None,
        typer.Option(
            "--keys", help="For a file of events: the keys, as `boardside keys export` writes them."
        ),
    ] = None,
    as_json: AsJson = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Check the record: chains, seals, and the stored results against the events. Exit status 1: broken."""
    try:
        report = _file(file, keys) if file is not None else _database(db, table, match)
    except KeyRefused as error:
        terminal.complain(str(error))
        raise typer.Exit(2) from error
    except (CannotVerify, StoreError) as error:
        terminal.complain(str(error))
        raise typer.Exit(2) from error
    if as_json:
        typer.echo(json.dumps(report.to_dict(), ensure_ascii=False))
    else:
        for line in _lines(report):
            typer.echo(line)
    if not report.is_whole:
        raise typer.Exit(1)


def _database(url: str, table: int | None, match: str | None) -> Report:
    store = Store.open(url, create=False)
    try:
        return verify_database(store, table, match)
    finally:
        store.close()


def _file(path: Path, keys: Path | None) -> Report:
    known: list[bytes] = []
    try:
        if keys is not None:
            known = [row.key for row in read_key_file(keys, 0)]
    except OSError as error:
        raise CannotVerify("file_unreadable", file=str(keys), why=error.strerror) from error
    try:
        with path.open(encoding="utf-8") as lines:
            return verify_file(json_text.lines(lines), known)
    except OSError as error:
        raise CannotVerify("file_unreadable", file=str(path), why=error.strerror) from error
    except UnicodeDecodeError as error:
        raise CannotVerify("file_not_utf8", file=str(path), why=error.reason) from error


def _lines(report: Report) -> Iterable[str]:
    for match in report.matches:
        yield match.line()
    for finding in report.findings:
        yield finding.line()
    broken = sum(finding.is_broken for finding in report.findings)
    count = f"{len(report.matches)} match{'es' if len(report.matches) != 1 else ''}"
    yield f"{count}: all is as it was sent and sealed." if not broken else f"{count}: {broken} broken places."

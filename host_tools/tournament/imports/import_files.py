"""Files of a tournament, CSV or JSON, as rows: one reader for both (docs/scripts/import.md).

A CSV file has rows of one kind, which its header tells. A JSON file has lists of rows by their kind, as
`boardside export` writes them. Each row keeps where it begins, so that a fault is found in an editor.
"""

import csv
import functools
import io
import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, get_args

from host_tools.outside import json_text
from host_tools.reasons import Cause, to_json
from host_tools.tournament.entries import entry_list
from host_tools.tournament.imports import import_trf
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.reasons import cause

Sheet = Literal[
    "tournaments",
    "programme",
    "stages",
    "players",
    "entries",
    "matches",
    "boards",
    "corrections",
    "decisions",
    "standings",
    "events",
]
SHEETS: tuple[Sheet, ...] = get_args(Sheet)
#: Problems that are told at once.
PROBLEMS_MOST = 50
#: Rows of all files together.
ROWS_MOST = 100_000
_INT_MOST = 2**31 - 1

#: The columns that are no text, by their kind; those of the same name have the same kind in every sheet.
_WHOLE = """stage group round number entry entry_a entry_b table seeding changes game board games_won_a
games_won_b points_a points_b net_a twenties_a twenties_b total_a total_b points first_seq left demand
computed withheld discs_a discs_b"""
WHOLE = frozenset(_WHOLE.split())
JSON = frozenset(("settings", "rules", "line_up", "note_facts", "facts", "before", "after"))
TIMES = frozenset(("made_at", "at", "decided_at"))
#: Columns that people call otherwise.
_SAME = {
    "side a": "a",
    "side b": "b",
    "score": "games",
    "result": "games",
    "no": "number",
    "table_no": "table",
}
#: The header of a CSV file tells its kind: the first row of this table whose columns it has.
_TOLD_BY: tuple[tuple[Sheet, tuple[str, ...]], ...] = (
    ("events", ("seq", "event", "chain")),
    ("corrections", ("match", "before", "after")),
    ("decisions", ("order", "kind")),
    ("standings", ("place", "played")),
    ("stages", ("stage", "kind")),
    ("matches", ("a", "b")),
    ("boards", ("game", "board")),
    ("boards", ("board", "match")),
    ("matches", ("match",)),
    ("programme", ("event", "kind", "name")),
    ("tournaments", ("tournament", "name", "ruleset")),
    ("players", ("number", "name")),
    ("entries", ("name",)),
    ("entries", ("team",)),
)
_FORMULA = re.compile(r"'(?=[=+\-@\t\r])")


@dataclass(frozen=True, slots=True)
class FileProblem:
    """A fault in a file. line: from 1; 0: in the file as a whole. column: "" for the line."""

    file: str
    line: int
    column: str
    why: Cause

    def cause(self) -> Cause:
        """As a reason."""
        facts = {"file": self.file, "line": self.line, "column": self.column}
        return cause("in_file", **facts, why=self.why.to_json())


@dataclass(slots=True)
class Problems:
    """What is wrong, up to a bound; `refuse` raises DeskError with all of it."""

    noted: list[FileProblem] = field(default_factory=list)

    def add(self, file: str, line: int, column: str, why: Cause) -> None:
        """Note a fault."""
        self.noted.append(FileProblem(file, line, column, why))

    def refuse(self) -> None:
        """Raise DeskError if there is any."""
        if self.noted:
            first = self.noted[:PROBLEMS_MOST]
            raise DeskError(
                "import_refused",
                problems=to_json(problem.cause() for problem in first),
                more=len(self.noted) - len(first),
            )


@dataclass(frozen=True, slots=True)
class FileRow:
    """A row of a file: what its cells have, by column; a cell that is empty or missing is None."""

    file: str
    line: int
    cells: Mapping[str, Any]

    def get(self, column: str) -> Any:
        """The value of a column, None when there is none."""
        return self.cells.get(column)

    def text(self, column: str) -> str:
        """The text of a column, "" when there is none."""
        value = self.cells.get(column)
        return "" if value is None else str(value)

    def has(self, *columns: str) -> bool:
        """Whether any of these columns has a value."""
        return any(self.cells.get(column) is not None for column in columns)


class RowError(Exception):
    """What is wrong with a row, in this column; "": with all of it. row: None where the caller knows it."""

    def __init__(self, column: str, why: Cause, row: FileRow | None = None) -> None:
        super().__init__(column, why)
        self.column = column
        self.cause = why
        self.row = row


Rows = dict[Sheet, list[FileRow]]


@dataclass(frozen=True, slots=True)
class ImportFile:
    """A file as it was given: its name, and its bytes."""

    name: str
    data: bytes


def read(files: Sequence[ImportFile]) -> Rows:
    """The rows of all files together, in their order. Raises DeskError with every fault of their form."""
    rows: Rows = {sheet: [] for sheet in SHEETS}
    problems = Problems()
    for file in files:
        try:
            text = unicodedata.normalize("NFC", entry_list.decode(file.data))
        except entry_list.EntryListError as error:
            for problem in error.problems:
                problems.add(file.name, problem.line, problem.column, problem.why)
            continue
        for sheet, row in _reader(text)(file.name, text, problems):
            rows[sheet].append(row)
    count = sum(map(len, rows.values()))
    if not count and not problems.noted:
        problems.add(files[0].name if files else "-", 0, "", cause("import_empty"))
    if count > ROWS_MOST:
        problems.add(files[0].name, 0, "", cause("import_too_long", most=ROWS_MOST, count=count))
    problems.refuse()
    return rows


def _reader(text: str) -> Callable[[str, str, Problems], Iterator[tuple[Sheet, FileRow]]]:
    if text.lstrip()[:1] in ("{", "["):
        return _of_json
    return _of_trf if import_trf.is_trf(text) else _of_csv


def _of_trf(file: str, text: str, problems: Problems) -> Iterator[tuple[Sheet, FileRow]]:
    for sheet, line, cells in import_trf.rows(text, functools.partial(problems.add, file)):
        yield sheet, FileRow(file, line, cells)


# CSV


def _of_csv(file: str, text: str, problems: Problems) -> Iterator[tuple[Sheet, FileRow]]:
    faults: list[entry_list.Problem] = []
    records = entry_list.records(text, faults)
    line, header = next(records, (1, []))
    columns = [_column(cell) for cell in header]
    sheet = next((sheet for sheet, header_has in _TOLD_BY if set(header_has) <= set(columns)), None)
    if header and sheet is None:
        problems.add(file, line, "", cause("import_header", columns=header))
        return
    for column in {column for column in columns if column and columns.count(column) > 1}:
        problems.add(file, line, column, cause("column_twice"))
    for line, record in records:
        if any(record[len(columns) :]):
            count = cause("too_many_cells", count=len(record), columns=len(columns))
            problems.add(file, line, "", count)
        cells = {
            column: _from_text(file, line, column, cell, problems)
            for column, cell in zip(columns, record, strict=False)
            if column and cell
        }
        assert sheet is not None
        yield sheet, FileRow(file, line, cells)
    for fault in faults:
        problems.add(file, fault.line, fault.column, fault.why)


def _column(cell: str) -> str:
    name = re.sub(r"[\s_-]+", " ", cell.casefold()).strip()
    name = _SAME.get(name, name)
    return name.replace(" ", "_")


def _from_text(file: str, line: int, column: str, cell: str, problems: Problems) -> Any:
    text = _FORMULA.sub("", cell, count=1) if cell.startswith("'") else cell
    if column in WHOLE:
        if re.fullmatch(r"-?[0-9]{1,9}", text):
            return int(text)
        problems.add(file, line, column, cause("cell_no_number", text=text))
        return None
    if column in JSON:
        try:
            return _checked(file, line, column, json_text.value(text), problems)
        except ValueError:
            problems.add(file, line, column, cause("cell_no_json", text=text[:40]))
            return None
    return _checked(file, line, column, text, problems)


def _checked(file: str, line: int, column: str, value: Any, problems: Problems) -> Any:
    """The value of a cell, if it is of the column's kind; times as UTC ms."""
    if column in JSON:
        if isinstance(value, dict | list):
            return value
        problems.add(file, line, column, cause("cell_no_json", text=str(value)[:40]))
        return None
    if column in WHOLE:
        if type(value) is int and abs(value) <= _INT_MOST:
            return value
        problems.add(file, line, column, cause("cell_no_number", text=str(value)[:40]))
        return None
    if column in TIMES:
        try:
            return round(datetime.fromisoformat(str(value)).timestamp() * 1000)
        except (ValueError, OverflowError):
            problems.add(file, line, column, cause("cell_no_time", text=str(value)[:40]))
            return None
    text = str(value)
    if any(unicodedata.category(letter) in ("Cc", "Co", "Cs") for letter in text):
        problems.add(file, line, column, cause("cell_unprintable", text=text[:40]))
        return None
    return value if isinstance(value, bool) else text


# JSON


def _of_json(file: str, text: str, problems: Problems) -> Iterator[tuple[Sheet, FileRow]]:
    try:
        if json_text.is_deep(text):
            raise RecursionError
        yield from _lists(file, text, problems)
    except json.JSONDecodeError as error:
        problems.add(file, error.lineno, "", cause("import_no_json", column=error.colno, why=error.msg))
    except RecursionError:
        problems.add(file, 1, "", cause("import_no_json", column=1, why="too deep"))


def _lists(file: str, text: str, problems: Problems) -> Iterator[tuple[Sheet, FileRow]]:
    """The rows of the object's lists, each with the line on which it begins."""
    scan = _Scan(text)
    scan.expect("{")
    for _ in scan.items("}"):
        name_line = scan.line
        name = scan.value()
        scan.expect(":")
        if name in SHEETS and scan.peek() == "[":
            scan.expect("[")
            for _ in scan.items("]"):
                line, row = scan.line, scan.value()
                if isinstance(row, dict):
                    yield name, FileRow(file, line, _cells(file, line, row, problems))
                else:
                    problems.add(file, line, name, cause("import_no_object", sheet=name))
            continue
        value = scan.value()
        if name in SHEETS:
            problems.add(file, name_line, name, cause("import_no_list", sheet=name))
        elif (name, value) == ("version", 1) or name not in ("format", "version"):
            continue
        elif (name, value) != ("format", "boardside export"):
            problems.add(
                file, name_line, name, cause("import_other_format", name=name, value=str(value)[:40])
            )
    scan.expect("")


def _cells(file: str, line: int, row: Mapping[str, Any], problems: Problems) -> dict[str, Any]:
    cells = {}
    for key, value in row.items():
        column = _column(key)
        if value is None or value == "":
            continue
        if column == "games" and isinstance(value, list):
            value = " ".join(f"{a}-{b}" for a, b in value) if _are_pairs(value) else str(value)
        cells[column] = _checked(file, line, column, value, problems)
    return cells


def _are_pairs(value: list[Any]) -> bool:
    return all(isinstance(pair, list) and len(pair) == 2 for pair in value)


class _Scan:
    """Goes through JSON text value by value, and knows the line. Raises json.JSONDecodeError."""

    _SPACE = re.compile(r"[ \t\r\n]*")

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._counted = (0, 1)
        self._decode = json_text.raw_decode(text)

    def _skip(self) -> None:
        space = self._SPACE.match(self._text, self._at)
        self._at = space.end() if space else self._at

    @property
    def line(self) -> int:
        """The line of what comes next."""
        self._skip()
        before, line = self._counted
        self._counted = self._at, line + self._text.count("\n", before, self._at)
        return self._counted[1]

    def peek(self) -> str:
        """The next character, "" at the end."""
        self._skip()
        return self._text[self._at : self._at + 1]

    def expect(self, sign: str) -> None:
        """Go past a sign; "" is the end."""
        if self.peek() != sign:
            raise json.JSONDecodeError(f"{sign or 'the end'} expected", self._text, self._at)
        self._at += len(sign)

    def items(self, end: str) -> Iterator[None]:
        """One turn for each item up to the sign that ends them; the caller goes past the item."""
        if self.peek() == end:
            self.expect(end)
            return
        while True:
            self._skip()
            yield
            if self.peek() == end:
                self.expect(end)
                return
            self.expect(",")

    def value(self) -> Any:
        """The next value."""
        self._skip()
        value, self._at = self._decode(self._at)
        return value


def as_list(rows: Sequence[FileRow], dropped: Sequence[str] = ()) -> str:
    """Rows as the text of an entry list (entry_list.py), line n + 2 being row n."""
    columns = dict.fromkeys(column for row in rows for column in row.cells if column not in dropped)
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow([column.replace("_", " ") for column in columns])
    for row in rows:
        writer.writerow([row.text(column) for column in columns])
    return out.getvalue()

"""Sheets as files: CSV, JSON, XLSX. The same sheets and the same moment give the same bytes."""

import csv
import io
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import xlsxwriter

from host_tools.exports.sheets import VERSION, Column, Sheet

#: A spreadsheet runs a text that begins with one of these as a formula (CWE-1236).
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
#: The most characters of a cell in a spreadsheet.
_CELL_MOST = 32_767


def as_csv(sheet: Sheet, *, bom: bool = False) -> bytes:
    """One sheet (RFC 4180, UTF-8, CRLF). A text that a spreadsheet would run as a formula gets an apostrophe
    before it; numbers are left as they are. bom: for Excel, which otherwise reads UTF-8 as another encoding.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow([column.key for column in sheet.columns])
    for row in sheet.rows:
        writer.writerow([_csv_cell(column, row.get(column.key)) for column in sheet.columns])
    return out.getvalue().encode("utf-8-sig" if bom else "utf-8")


def _csv_cell(column: Column, value: Any) -> str:
    if value is None:
        return ""
    if column.kind == "yes":
        return "true" if value else "false"
    if column.kind == "whole":
        return str(value)
    text = _text(column, value)
    return f"'{text}" if text.startswith(_FORMULA) else text


def _text(column: Column, value: Any) -> str:
    if column.kind == "time":
        return moment(value)
    if column.kind == "json":
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return str(value)


def moment(ms: int) -> str:
    """UTC ms as RFC 3339: 2026-03-12T12:00:00.000Z."""
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def as_json(sheets: Sequence[Sheet], made_at: datetime) -> bytes:
    """All sheets in one object (docs/scripts/export-1.schema.json)."""
    document: dict[str, Any] = {
        "format": "boardside export",
        "version": VERSION,
        "made_at": made_at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
    }
    for sheet in sheets:
        document[sheet.name] = [
            {column.key: _json_value(column, row.get(column.key)) for column in sheet.columns}
            for row in sheet.rows
        ]
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def _json_value(column: Column, value: Any) -> Any:
    if value is None:
        return None
    return moment(value) if column.kind == "time" else value


def as_xlsx(sheets: Sequence[Sheet], made_at: datetime) -> bytes:
    """A workbook with one sheet each: its head frozen and filtered, numbers and times (UTC) as such, every
    text as a text, whatever it begins with.
    """
    out = io.BytesIO()
    book = xlsxwriter.Workbook(
        out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    )
    book.set_properties(
        {"title": "Boardside export", "created": made_at.astimezone(UTC).replace(tzinfo=None)}
    )
    head = book.add_format({"bold": True, "bottom": 1, "bg_color": "#EEF0F1"})
    whole = book.add_format({"num_format": "0"})
    time = book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
    for sheet in sheets:
        page = book.add_worksheet(sheet.name.capitalize())
        widths = [len(column.key) for column in sheet.columns]
        last = 0
        for last, row in enumerate(sheet.rows, 1):
            for at, column in enumerate(sheet.columns):
                value: Any = row.get(column.key)
                if value is None:
                    continue
                if column.kind == "whole":
                    page.write_number(last, at, value, whole)
                elif column.kind == "yes":
                    page.write_boolean(last, at, bool(value))
                elif column.kind == "time":
                    page.write_datetime(
                        last, at, datetime.fromtimestamp(value // 1000, UTC).replace(tzinfo=None), time
                    )
                else:
                    page.write_string(last, at, _text(column, value)[:_CELL_MOST])
                widths[at] = max(widths[at], 19 if column.kind == "time" else min(40, len(str(value))))
        for at, column in enumerate(sheet.columns):
            page.write_string(0, at, column.key, head)
            page.set_column(at, at, widths[at] + 2)
        page.freeze_panes(1, 0)
        page.autofilter(0, 0, max(1, last), len(sheet.columns) - 1)
    book.close()
    return out.getvalue()

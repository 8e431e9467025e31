"""Keys in a file: what `boardside keys export` writes, `import` and `collect --keys` read.

    {"version": 1, "keys": [{"table": 3, "key": "hex", "state": "current", "note": null,
                             "made_at": ms, "used_at": ms, "ended_at": null}, ...]}

or, written by hand, {"3": "hex", ...}. Anyone who has the file can send results as these tables, so only
the file's owner can read it (0600).
"""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from host_tools.outside import json_text
from host_tools.outside.files import replacing
from host_tools.store.keys import (
    CURRENT,
    NEW,
    REPLACED,
    REVOKED,
    TABLE_MOST,
    USABLE,
    KeyRow,
    read_key,
)
from host_tools.store.reasons import KeyRefused

VERSION = 1
_STATES = (NEW, CURRENT, REPLACED, REVOKED)
_TIMES = ("made_at", "used_at", "ended_at")


def write(path: Path, rows: Iterable[KeyRow]) -> int:
    """Write the keys to a file that only its owner can read; returns the number of keys. An existing file is
    replaced as a whole or not at all. Raises OSError.
    """
    entries = [
        {
            "table": row.table,
            "key": row.key.hex(),
            "state": row.state,
            "soft": row.soft,
            "note": row.note,
            "made_at": row.made_at,
            "used_at": row.used_at,
            "ended_at": row.ended_at,
        }
        for row in rows
    ]
    with replacing(path, is_private=True) as part, part.open("w", encoding="utf-8") as file:
        json.dump({"version": VERSION, "keys": entries}, file, indent=1)
        file.write("\n")
    return len(entries)


def read(path: Path, now: int) -> list[KeyRow]:
    """The keys in a file. Keys in the short form have the state new and were made `now`. Raises OSError, and
    KeyRefused when it is not a file of keys.
    """
    try:
        content: Any = json_text.value(path.read_bytes())
    except ValueError as error:
        raise KeyRefused("file_no_json", file=str(path), why=str(error)) from None
    if not isinstance(content, dict):
        raise KeyRefused("file_no_object", file=str(path))
    if "keys" not in content:
        return [_entry(path, {"table": name, "key": key}, now) for name, key in content.items()]
    if content.get("version") != VERSION or not isinstance(content["keys"], list):
        raise KeyRefused("file_of_other_version", file=str(path))
    return [_entry(path, entry, now) for entry in content["keys"]]


def newest(rows: Iterable[KeyRow]) -> dict[int, bytes]:
    """The newest usable key of each table in these rows."""
    ordered = sorted((row for row in rows if row.state in USABLE), key=lambda row: (row.made_at, row.id))
    return {row.table: row.key for row in ordered}


def is_private(path: Path) -> bool:
    """Whether only the file's owner can read it; always true on systems without POSIX permissions."""
    return os.name != "posix" or not path.stat().st_mode & 0o077


def _entry(path: Path, entry: Any, now: int) -> KeyRow:
    """The key in one entry. Raises KeyRefused for an invalid entry; the message does not contain the key."""
    if not isinstance(entry, dict):
        raise KeyRefused("entry_no_object", file=str(path))
    try:
        table = int(entry.get("table", 0))
    except (TypeError, ValueError):
        table = 0
    if not 1 <= table <= TABLE_MOST:
        number = str(entry.get("table"))[:20]
        raise KeyRefused("entry_no_table", file=str(path), number=number, most=TABLE_MOST)
    try:
        key = read_key(entry.get("key", ""))
    except KeyRefused as error:
        raise KeyRefused("entry_no_key", file=str(path), table=table, why=error.to_json()) from None
    state, note, soft = entry.get("state", NEW), entry.get("note"), entry.get("soft", False)
    times = [entry.get(name, now if name == "made_at" else None) for name in _TIMES]
    if (
        state not in _STATES
        or not isinstance(note, str | None)
        or not isinstance(soft, bool)
        or isinstance(times[0], bool | None)
        or not all(isinstance(at, int | None) for at in times)
    ):
        raise KeyRefused("entry_unreadable", file=str(path), table=table)
    return KeyRow(0, table, key, state, note, times[0], times[1], times[2], soft)

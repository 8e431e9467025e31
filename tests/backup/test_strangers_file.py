"""A file from a stranger has no rights: what an archive or a backup may bring, and which values."""

import json
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from kept import hall
from typer.testing import CliRunner

from host_tools import cli
from host_tools.backup import backups, contents, portable
from host_tools.backup.reasons import CareError
from host_tools.store import Store
from host_tools.store.tournament_schema import metadata

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)
Row = dict[str, Any]

#: A row of each table of the house that would let a stranger in.
PLANTED: dict[str, Row] = {
    "tokens": {"name": "s", "token": "0" * 64, "made_at": 1, "used_at": None},
    "admins": {"name": "s", "password": "x", "changed_at": 1},
    "logins": {
        "token": "0" * 64,
        "admin": "s",
        "csrf": "c",
        "made_at": 1,
        "seen_at": 1,
        "expires_at": 2**40,
    },
    "keys": {"id": 1, "table_no": 3, "key": "00" * 32, "state": "current", "note": None, "made_at": 1},
    "commands": {"id": "c", "table_no": 3, "body": "{}", "state": "pending", "created_at": 1},
    "acts": {"id": 1, "at": 1, "who": "s", "what": "x", "detail": "{}"},
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = hall(tmp_path)
    yield made
    made.close()


@pytest.fixture
def file(store: Store, tmp_path: Path) -> Path:
    target = tmp_path / "open-2026.boardside"
    portable.archive(store, "open-2026", target, NOON)
    return target


def forged(file: Path, change: Callable[[dict[str, list[Row]]], None], kind: str = "tournament") -> Path:
    """The archive with changed rows, as somebody makes it who knows the format."""
    with zipfile.ZipFile(file) as old:
        manifest = json.loads(old.read(portable.MANIFEST))
        tables = {
            name: [json.loads(line) for line in old.read(f"{name}.jsonl").splitlines()]
            for name in manifest["tables"]
        }
    change(tables)
    target = file.with_name("forged.boardside")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        manifest["kind"], manifest["tables"] = kind, {}
        for name, rows in tables.items():
            lines = "".join(row if isinstance(row, str) else json.dumps(row) + "\n" for row in rows)
            manifest["tables"][name] = {"rows": len(rows), "sha256": sha256(lines.encode()).hexdigest()}
            new.writestr(f"{name}.jsonl", lines)
        new.writestr(portable.MANIFEST, json.dumps(manifest))
    return target


def reason_of(file: Path, kind: contents.FileKind, target: Path) -> str:
    """Why it is refused; nothing is made."""
    before = sorted(file.parent.iterdir())
    with pytest.raises(CareError) as caught:
        backups.restore(file, f"sqlite:///{target}", kind)
    assert sorted(file.parent.iterdir()) == before
    return caught.value.reason


def test_each_table_of_the_schema_is_of_one_class() -> None:
    classes = [contents.OF_TOURNAMENT, contents.OF_HOUSE, contents.PASSING]
    named = [table.name for tables in classes for table in tables]
    assert sorted(named) == sorted(metadata.tables)
    assert set(contents.ACCOUNTS) <= set(contents.OF_HOUSE)


@pytest.mark.parametrize("table", [table.name for table in (*contents.OF_HOUSE, *contents.PASSING)])
def test_a_tournament_brings_no_table_of_the_house(file: Path, tmp_path: Path, table: str) -> None:
    rows = [PLANTED.get(table, {})]
    stranger = forged(file, lambda tables: tables.update({table: rows}))
    assert reason_of(stranger, "tournament", tmp_path / "new.sqlite3") == "table_not_brought"


def test_a_backup_is_no_tournament_and_a_tournament_no_backup(
    store: Store, file: Path, tmp_path: Path
) -> None:
    target, copy = tmp_path / "new.sqlite3", tmp_path / "copy.sqlite3"
    backups.back_up(store, copy, NOON)
    claimed = forged(file, lambda tables: tables.update(tokens=[PLANTED["tokens"]]), kind="backup")
    assert reason_of(claimed, "tournament", target) == "is_backup"
    assert reason_of(copy, "tournament", target) == "is_backup"
    assert reason_of(file, "backup", target) == "is_tournament"


def test_a_database_brings_rows_only(store: Store, tmp_path: Path) -> None:
    copy, target = tmp_path / "copy.sqlite3", tmp_path / "new.sqlite3"
    backups.back_up(store, copy, NOON)
    with closing(sqlite3.connect(copy)) as stranger:
        stranger.executescript(
            """CREATE TABLE more (x);
            CREATE VIEW seen AS SELECT * FROM keys;
            CREATE INDEX own ON players (name);
            CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM matches; END;
            ALTER TABLE players ADD COLUMN more TEXT DEFAULT 'x';"""
        )
    backups.restore(copy, f"sqlite:///{target}", "backup")
    with closing(sqlite3.connect(target)) as made, closing(sqlite3.connect(tmp_path / "hall.sqlite3")) as own:
        schema = "SELECT type, name, sql FROM sqlite_master ORDER BY name, type"
        assert made.execute(schema).fetchall() == own.execute(schema).fetchall()


@pytest.mark.parametrize(
    "script",
    [
        "DROP TABLE tokens; CREATE VIEW tokens AS SELECT 'x' name, 'y' token, 1 made_at, 1 used_at;",
        "DROP TABLE tokens; CREATE TABLE tokens (name, token AS (name), made_at, used_at);",
        "DROP TABLE tokens; CREATE VIRTUAL TABLE tokens USING fts5 (name, token, made_at, used_at);",
        "DROP TABLE tokens;",
    ],
)
def test_a_table_of_another_kind_is_refused(store: Store, tmp_path: Path, script: str) -> None:
    copy = tmp_path / "copy.sqlite3"
    backups.back_up(store, copy, NOON)
    with closing(sqlite3.connect(copy)) as stranger:
        stranger.executescript(script)
    assert reason_of(copy, "backup", tmp_path / "new.sqlite3") == "no_backup"


def test_both_commands_say_what_came(store: Store, file: Path, tmp_path: Path) -> None:
    store.tokens.make("desk")
    copy = tmp_path / "copy.sqlite3"
    backups.back_up(store, copy, NOON)
    database = ["--db", f"sqlite:///{tmp_path / 'again.sqlite3'}"]
    restored = CliRunner().invoke(cli.build("restore"), ["restore", str(copy), *database])
    assert "1 tokens" in restored.stdout
    assert "1 keys" in restored.stdout
    opened = CliRunner().invoke(cli.build("restore"), ["restore", str(file), "--archive"])
    assert "8 players" in opened.stdout
    assert "keys" not in opened.stdout


def set_in(table: str, **values: Any) -> Callable[[dict[str, list[Row]]], None]:
    def change(tables: dict[str, list[Row]]) -> None:
        tables[table][-1] |= values

    return change


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


@pytest.mark.parametrize(
    "change",
    [
        set_in("tournaments", key="../../elsewhere"),
        set_in("tournaments", key="/tmp/elsewhere"),
        set_in("tournaments", key="a#b"),
        set_in("tournaments", name="Open\x1b[2J"),
        set_in("tournaments", days="two\nlines"),
        set_in("tournaments", ruleset="nobodys"),
        set_in("tournaments", state="ajar"),
        set_in("tournaments", settings="no JSON"),
        set_in("tournaments", settings="[]"),
        set_in("tournaments", settings='{"halls": {"A": ["1"]}}'),
        set_in("tournaments", settings='{"halls": {"A\\n": [1]}}'),
        set_in("tournaments", settings='{"event_reserves": 5}'),
        set_in("tournaments", settings='{"here": {"1": "now"}}'),
        set_in("tournaments", settings='{"here": {"one": 1}}'),
        set_in("tournaments", settings='{"apart": ["1 2"]}'),
        set_in("tournaments", settings='{"rest_minutes": NaN}'),
        set_in("tournaments", settings=nested(2000)),
        set_in("tournaments", made_at=2**63),
        set_in("tournaments", made_at="1"),
        set_in("players", name="A\x85sha"),
        set_in("players", club="x" * 500),
        set_in("players", number=0),
        set_in("players", tournament_id=99),
        set_in("competitions", key="../x"),
        set_in("competitions", format="[]"),
        set_in("competitions", format='[{"kind": "dice", "name": "", "settings": {}}]'),
        set_in("competitions", rules='{"winning_points": -1}'),
        set_in("competitions", ruleset="nobodys"),
        set_in("stages", kind="dice"),
        set_in("stages", settings='{"swaps": 5}'),
        set_in("fixtures", id="../../x"),
        set_in("fixtures", id="a/b"),
        set_in("fixtures", id="+"),
        set_in("fixtures", state="gone"),
        set_in("fixtures", round=2**31 - 1),
        set_in("fixtures", round=0),
        set_in("fixtures", result='{"winner": "c"}'),
        set_in("fixtures", source_a="place:x"),
        set_in("fixtures", note="{"),
        set_in("events", body="no JSON"),
        set_in("events", body='{"seq": 99999}'),
        set_in("events", body=nested(2000)),
        set_in("matches", names='["a"]'),
        set_in("matches", official="[]"),
        set_in("matches", match="a\x1b[2J"),
        set_in("matches", journal="a\x9b"),
        set_in("events", match="a\nb"),
        set_in("stages", draw_seed="\x1b]0;x\x07"),
        set_in("meta", key="generation"),
        lambda tables: tables["tournaments"].append({**tables["tournaments"][0], "id": 9, "key": "two"}),
        lambda tables: tables["tournaments"].clear(),
        lambda tables: tables["players"].append('{"id": ' + "9" * 5000 + "}\n"),
        lambda tables: tables["players"].append(nested(2000) + "\n"),
        lambda tables: tables["players"].append("[1]\n"),
        lambda tables: tables["players"].append("no JSON\n"),
    ],
)
def test_a_value_is_checked_where_it_is_read(
    file: Path, tmp_path: Path, change: Callable[[dict[str, list[Row]]], None]
) -> None:
    assert reason_of(forged(file, change), "tournament", tmp_path / "new.sqlite3")


def test_the_forger_makes_archives_that_open(file: Path, tmp_path: Path) -> None:
    """Or the tests above would refuse something else."""
    backups.restore(forged(file, lambda tables: None), f"sqlite:///{tmp_path / 'new.sqlite3'}", "tournament")


def test_a_long_line_in_a_small_archive_is_refused(file: Path, tmp_path: Path) -> None:
    stranger = forged(file, lambda tables: tables["players"].append(" " * 17 * 2**20 + "\n"))
    assert stranger.stat().st_size < 200_000
    assert reason_of(stranger, "tournament", tmp_path / "new.sqlite3") == "too_large_for_archive"


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [("keys", "key", "xyz"), ("keys", "state", "x"), ("journal_stops", "state", "x"), ("hall", "state", "")],
)
def test_a_backup_brings_words_of_the_closed_lists_only(
    store: Store, tmp_path: Path, table: str, column: str, value: str
) -> None:
    copy = tmp_path / "copy.sqlite3"
    backups.back_up(store, copy, NOON)
    with closing(sqlite3.connect(copy)) as stranger, stranger:
        stranger.execute("INSERT INTO journal_stops VALUES (1, 'zz', 1, 3, 'open', 1, NULL, NULL, NULL)")
        stranger.execute("INSERT INTO hall VALUES ('', 'off', 1, 1, 1, 1, NULL)")
        stranger.execute(f"UPDATE {table} SET {column} = ?", (value,))
    assert reason_of(copy, "backup", tmp_path / "new.sqlite3") == "rows_do_not_fit"

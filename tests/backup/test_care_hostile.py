"""Backups and archives under bad luck: torn copies, a full disk, a database in use, the wrong name. Each ends
with a line that says what to do, and changes nothing that was there.
"""

import os
import resource
import shutil
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from kept import hall
from typer.testing import CliRunner

from host_tools import cli
from host_tools.store import Store


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current one, with hall.sqlite3 and a backup and an archive of it."""
    monkeypatch.chdir(tmp_path)
    hall(tmp_path).close()
    ran("backup", "copy.sqlite3", "--db", "sqlite:///hall.sqlite3")
    ran("backup", "open.boardside", "-t", "open-2026", "--db", "sqlite:///hall.sqlite3")
    return tmp_path


def ran(*command: str) -> str:
    result = CliRunner().invoke(cli.build(command[0]), list(command))
    assert result.exit_code == 0, result.output
    return result.output


def refused(*command: str) -> str:
    """The command's answer, one line with status 2. Nothing in the folder has changed."""
    before = there()
    result = CliRunner().invoke(cli.build(command[0]), list(command))
    assert result.exit_code == 2, f"{result.output} {result.exception!r}"
    assert result.output.count("\n") == 1
    assert there() == before
    return result.output


def there() -> dict[str, object]:
    """All files with what is in them; a database may be written otherwise, but holds the same."""
    content: dict[str, object] = {}
    for file in sorted(Path().iterdir()):
        if file.name == "hall.sqlite3":
            with closing(sqlite3.connect(file)) as connection:
                content[file.name] = list(connection.iterdump())
        elif not file.name.startswith("hall.sqlite3"):
            content[file.name] = file.stat().st_mtime_ns
    return content


@contextmanager
def full_disk(most: int) -> Iterator[None]:
    """No file grows beyond so many bytes: what a full disk looks like to SQLite and to a zip."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


@pytest.mark.parametrize("kept", [0, 16, 5000, 0.5, -4096])
@pytest.mark.parametrize("name", ["copy.sqlite3", "open.boardside"])
def test_a_torn_copy_changes_nothing(folder: Path, name: str, kept: float) -> None:
    whole = Path(name).read_bytes()
    size = int(len(whole) * kept) if isinstance(kept, float) else kept
    Path("torn").write_bytes(whole[:size])
    message = refused("restore", "torn", "--db", "sqlite:///new.sqlite3")
    assert message.startswith("torn is ")
    assert "damaged" in message or "take another copy" in message.lower()


def test_a_full_disk_is_said_and_nothing_is_left(folder: Path) -> None:
    database = ("--db", "sqlite:///hall.sqlite3")
    with full_disk(50_000):
        assert "Is it full" in refused("backup", "more.sqlite3", *database)
        assert "Is it full" in refused("restore", "copy.sqlite3", "--db", "sqlite:///new.sqlite3")
        assert "Is it full" in refused(
            "restore", "open.boardside", "--archive", "--db", "sqlite:///new.sqlite3"
        )
        assert "Is it full" in refused("restore", "copy.sqlite3", *database, "--force")
    ran("restore", "copy.sqlite3", "--db", "sqlite:///new.sqlite3")


def test_what_a_later_version_wrote_is_named(folder: Path) -> None:
    with sqlite3.connect("copy.sqlite3") as connection:
        connection.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    message = refused("restore", "copy.sqlite3", "--db", "sqlite:///new.sqlite3")
    assert message.startswith("copy.sqlite3 was written by a newer Boardside (schema 99")
    assert "staged" not in message


def test_the_database_is_no_place_for_a_copy_of_it(folder: Path) -> None:
    database = ("--db", "sqlite:///hall.sqlite3")
    os.symlink("hall.sqlite3", "linked")
    for name in ("hall.sqlite3", "./hall.sqlite3", "linked"):
        assert "is the database itself" in refused("backup", name, "--force", *database)
        assert "is the database itself" in refused("backup", name, "-t", "open-2026", "--force", *database)
        assert "is the database itself" in refused("restore", name, "--force", *database)
    for command in (("backup", "."), ("backup", ".", "-t", "open-2026"), ("restore", ".", "--archive")):
        given = () if command[0] == "open" else database
        assert "is a folder" in refused(*command, *given)


def test_nothing_is_restored_under_a_program_that_hangs(folder: Path) -> None:
    """A collector that was suspended with the laptop has not been seen for long, but goes on one day."""
    hanging = Store.open("sqlite:///hall.sqlite3", create=False)
    assert hanging.last_event()  # it holds a connection
    command = ("restore", "copy.sqlite3", "--force", "--db", "sqlite:///hall.sqlite3")
    assert "Another program has hall.sqlite3 open" in refused(*command)
    hanging.hall.set_shift(5)
    hanging.close()
    ran(*command)


@pytest.mark.skipif(os.geteuid() != 0, reason="gives up root's rights for the while")
def test_without_the_rights(folder: Path) -> None:
    shutil.copy("copy.sqlite3", "secret.sqlite3")
    for file in Path().iterdir():
        file.chmod(0o600)
    for path in (folder, *folder.parents):
        if path.stat().st_uid == 0:
            path.chmod(path.stat().st_mode | 0o055)  # to come in, not to write
    before = there()
    os.seteuid(65534)
    try:
        restore = ["restore", "secret.sqlite3", "--db", "sqlite:///new.sqlite3"]
        backup = ["backup", "more.sqlite3", "--db", "sqlite:///hall.sqlite3"]
        unread, unwritten = (
            CliRunner().invoke(cli.build(command[0]), command) for command in (restore, backup)
        )
    finally:
        os.seteuid(0)
    assert (unread.exit_code, unwritten.exit_code) == (2, 2)
    assert unread.output.endswith("Permission denied.\n")
    assert there() == before

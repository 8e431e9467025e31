"""`boardside restore --rescue` (host_tools/backup/rescuing.py): readable data are kept, unreadable data
are named, and the tables are asked for them.
"""

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from kept import hall
from typer.testing import CliRunner, Result

from host_tools import cli
from host_tools.backup import rescuing
from host_tools.backup.reasons import CareError
from host_tools.store import Store
from host_tools.store.rows import EventRecord

PAGE = 4096


def event(seq: int, journal: str = "long") -> EventRecord:
    body = f'{{"seq":{seq},"kind":"play","x":"{"x" * 400}"}}'
    return EventRecord(journal, seq, 3, None, "play", body, 1000 + seq)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A hall in which a journal stands on many pages."""
    made = hall(tmp_path)
    made.write([event(seq) for seq in range(1, 301)])
    yield made
    made.close()


def ended(store: Store) -> Path:
    """Its file, which nobody has open any more."""
    path = Path(store.engine.url.database or "")
    store.close()
    return path


def pages_of(path: Path, name: str) -> list[int]:
    """The pages on which rows of this table or index stand, by their order in it."""
    with closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    content = path.read_bytes()

    def walk(number: int) -> list[int]:
        page = content[(number - 1) * PAGE : number * PAGE]
        if page[0] not in (2, 5):  # an interior page of an index, of a table
            return [number]
        cells = int.from_bytes(page[3:5], "big")
        pointers = [int.from_bytes(page[12 + 2 * n : 14 + 2 * n], "big") for n in range(cells)]
        children = [int.from_bytes(page[at : at + 4], "big") for at in pointers]
        return [leaf for child in (*children, int.from_bytes(page[8:12], "big")) for leaf in walk(child)]

    return walk(int(root))


def overwrite(path: Path, page: int) -> None:
    with path.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(b"\x99" * PAGE)


def seqs(path: Path, journal: str = "long") -> list[int]:
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT seq FROM events WHERE journal = ? ORDER BY seq"
        return [row[0] for row in connection.execute(query, (journal,))]


def test_of_a_whole_database_everything_is_taken_over(store: Store, tmp_path: Path) -> None:
    path, new = ended(store), tmp_path / "new.sqlite3"
    before = path.read_bytes()
    rescued = rescuing.rescue(path, new)
    assert rescued.is_all
    assert path.read_bytes() == before
    assert new.stat().st_mode & 0o777 == 0o600

    def rows(file: Path) -> dict[str, list[list[tuple[str, object]]]]:
        with closing(sqlite3.connect(file)) as connection:
            connection.row_factory = sqlite3.Row
            names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            return {
                name: sorted(
                    (sorted(dict(row).items()) for row in connection.execute(f'SELECT * FROM "{name}"')),
                    key=repr,
                )
                for (name,) in names
                if name not in ("collectors", "links")
            }

    assert rows(new) == rows(path)


def test_a_lost_page_costs_the_rows_on_it_which_are_named(store: Store, tmp_path: Path) -> None:
    path, new = ended(store), tmp_path / "new.sqlite3"
    pages = pages_of(path, "events")
    for page in (pages[5], pages[-4]):
        overwrite(path, page)
    rescued = rescuing.rescue(path, new)
    missing = rescued.missing["long"]
    assert 5 < len(missing) < 40
    assert seqs(new) == sorted(set(range(1, 301)) - set(missing))
    (line,) = rescued.lines()
    assert line.startswith("events of table 3 (journal long): ")
    assert line.count("-") == 2
    store = Store.open(f"sqlite:///{new}", create=False)
    assert store.journals.last_seqs(["long"])["long"] == missing[0] - 1, "the table is asked from there on"
    assert store.journals.read(["long"])["long"].last_seq == missing[0] - 1
    store.close()


def test_a_table_that_was_asked_counts_as_it_stands(store: Store, tmp_path: Path) -> None:
    path, new = ended(store), tmp_path / "new.sqlite3"
    overwrite(path, pages_of(path, "events")[5])
    missing = rescuing.rescue(path, new).missing["long"]
    store = Store.open(f"sqlite:///{new}")

    def last() -> int:
        return store.journals.last_seqs(["long"])["long"]

    store.write([event(missing[0])])
    assert last() == missing[0] - 1, "it has sent a part"
    store.write([event(seq) for seq in range(missing[0], 301)])
    assert last() == 300
    store.close()


def test_a_table_that_has_it_no_more_is_asked_once(store: Store, tmp_path: Path) -> None:
    path, new = ended(store), tmp_path / "new.sqlite3"
    overwrite(path, pages_of(path, "events")[5])
    rescuing.rescue(path, new)
    store = Store.open(f"sqlite:///{new}")
    store.write([event(299), event(300), event(301)])
    assert store.journals.last_seqs(["long"])["long"] == 301
    store.close()


@pytest.mark.parametrize("index", ["sqlite_autoindex_events_1", "events_of_table"])
def test_a_lost_index_costs_nothing(store: Store, tmp_path: Path, index: str) -> None:
    path, new = ended(store), tmp_path / "new.sqlite3"
    for page in pages_of(path, index):
        overwrite(path, page)
    rescuing.rescue(path, new)
    assert seqs(new) == list(range(1, 301))


def test_with_table_and_index_lost_the_numbers_show_the_gap(store: Store, tmp_path: Path) -> None:
    path, new = ended(store), tmp_path / "new.sqlite3"
    overwrite(path, pages_of(path, "events")[5])
    for page in pages_of(path, "sqlite_autoindex_events_1"):
        overwrite(path, page)
    missing = rescuing.rescue(path, new).missing["long"]
    assert missing == sorted(set(range(1, 301)) - set(seqs(new)))


@pytest.mark.parametrize("other", [b'{"seq":77,"kin\xff"', b'["seq":77,"kind"', b'{"seq":78,"kind"'])
def test_bytes_that_are_no_event_are_not_taken_for_one(store: Store, tmp_path: Path, other: bytes) -> None:
    """A page that SQLite can read holds other letters: some flipped bits."""
    path, new = ended(store), tmp_path / "new.sqlite3"
    content = path.read_bytes()
    path.write_bytes(content.replace(b'{"seq":77,"kind"', other, 1))
    rescued = rescuing.rescue(path, new)
    assert rescued.missing["long"] == [77]


def test_rows_of_which_nothing_is_left_are_named_too(store: Store, tmp_path: Path) -> None:
    path, new = ended(store), tmp_path / "new.sqlite3"
    overwrite(path, pages_of(path, "decisions")[0])
    rescued = rescuing.rescue(path, new)
    assert not rescued.is_all
    assert list(rescued.lines()) == ["decisions: rows, nobody knows how many, cannot be read."]


def test_what_stands_in_the_log_only_is_taken_over(store: Store, tmp_path: Path) -> None:
    """A collector that was killed left it there."""
    path, new = Path(store.engine.url.database or ""), tmp_path / "new.sqlite3"
    store.write([event(301)])
    killed = tmp_path / "killed.sqlite3"
    for end in ("", "-wal"):
        Path(f"{killed}{end}").write_bytes(Path(f"{path}{end}").read_bytes())
    rescuing.rescue(killed, new)
    assert seqs(new)[-1] == 301


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda path: path.write_bytes(b"Dear diary"), "no SQLite database"),
        (lambda path: path.write_bytes(b""), "empty"),
        (lambda path: path.unlink(), "cannot be read"),
        (lambda path: path.write_bytes(path.read_bytes()[:100]), "list of the tables"),
    ],
)
def test_what_cannot_be_rescued_is_said(
    store: Store, tmp_path: Path, damage: Callable[[Path], None], words: str
) -> None:
    path, new = ended(store), tmp_path / "new.sqlite3"
    damage(path)
    with pytest.raises(CareError, match=words):
        rescuing.rescue(path, new)
    assert not new.exists()
    assert not list(tmp_path.glob(".boardside-*"))


def test_nothing_is_overwritten(store: Store, tmp_path: Path) -> None:
    path, new = ended(store), tmp_path / "new.sqlite3"
    new.write_text("precious")
    with pytest.raises(CareError, match="exists"):
        rescuing.rescue(path, new)
    assert new.read_text() == "precious"


def test_nothing_is_rescued_under_a_program_that_has_it_open(store: Store, tmp_path: Path) -> None:
    path = ended(store)
    code = (
        "import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.execute('select 1 from meta').fetchone(); "
    )
    code += "print('open', flush=True); sys.stdin.read()"
    other = subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert other.stdout is not None
    assert other.stdout.readline() == b"open\n"
    with pytest.raises(CareError, match="end it first"):
        rescuing.rescue(path, tmp_path / "new.sqlite3")
    other.communicate()


def rescued(damaged: Path, new: Path) -> Result:
    arguments = ["restore", str(damaged), "--rescue", "--db", f"sqlite:///{new}"]
    return CliRunner().invoke(cli.build("restore"), arguments)


def test_the_command_says_what_is_missing_and_what_to_do(store: Store, tmp_path: Path) -> None:
    path, new = ended(store), tmp_path / "new.sqlite3"
    overwrite(path, pages_of(path, "events")[5])
    result = rescued(path, new)
    assert result.exit_code == 1
    assert "journal long" in result.stdout
    assert "boardside collect" in result.stdout
    again = rescued(new, tmp_path / "second.sqlite3")
    assert again.exit_code == 1, "what is missing is missing still"
    assert rescued(path, new).exit_code == 2

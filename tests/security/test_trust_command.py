"""`boardside keys`: list, revoke, export, import; no key is ever printed."""

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from store_records import event
from typer.testing import CliRunner

from host_tools.cli import build
from host_tools.store import Store
from host_tools.store.keys import fingerprint, newest_keys, read_key_file, write_key_file
from host_tools.store.ownership import Claim, key_id
from host_tools.store.reasons import KeyRefused

K1, K2 = bytes([0xA1]) * 32, bytes([0xB2]) * 16


class Desk:
    """A database, and the command."""

    def __init__(self, folder: Path, name: str = "hall") -> None:
        self.url = f"sqlite:///{folder / name}.sqlite3"
        self.store = Store.open(self.url)

    def keys(self, *words: object) -> Result:
        done = CliRunner().invoke(build("keys"), ["keys", *map(str, words), "--db", self.url])
        assert "Traceback" not in done.output
        for key in (K1, K2):
            assert key.hex() not in done.output
        return done


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = Desk(tmp_path)
    made.store.keys.add(3, K1.hex(), "provision")
    made.store.keys.used(3, K1)
    made.store.keys.add(12, K2.hex())
    return made


def test_list_shows_fingerprints_and_states(desk: Desk) -> None:
    done = desk.keys("list")
    assert done.exit_code == 0
    assert fingerprint(K1) in done.output
    assert fingerprint(K2) in done.output
    assert "current" in done.output
    only = desk.keys("list", 12)
    assert fingerprint(K1) not in only.output
    assert "no key" in desk.keys("list", 5).output


def test_revoke_is_said_and_put_on_record(desk: Desk) -> None:
    done = desk.keys("revoke", 3)
    assert done.exit_code == 0
    assert "refused from now on" in done.output
    assert desk.store.keys.revoked_tables() == {3}
    acts = desk.store.admins.acts()
    assert (acts[0]["what"], acts[0]["detail"]) == ("key revoked", {"table": 3})
    assert "boardside provision" in desk.keys("list").output
    again = desk.keys("revoke", 3)
    assert again.exit_code == 2
    assert "nothing to revoke" in again.output


def test_export_is_for_its_owner_alone_and_import_brings_all_of_it(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    desk.store.keys.revoke(12)
    assert desk.keys("export", file).exit_code == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    other = Desk(tmp_path, "other")
    done = other.keys("import", file)
    assert done.exit_code == 0, done.output
    assert [(row.table, row.key, row.state) for row in other.store.keys.rows()] == [
        (3, K1, "current"),
        (12, K2, "revoked"),
    ]
    assert "0 changed" in other.keys("import", file).output


def test_an_export_in_the_place_of_a_file_that_others_can_read_is_private(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    file.write_text("old")
    file.chmod(0o644)
    assert desk.keys("export", file).exit_code == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(tmp_path.glob(".keys*")) == []


def test_an_import_from_a_file_that_others_can_read_is_warned_of(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    file.write_text(json.dumps({"7": K2.hex()}))
    file.chmod(0o644)
    done = desk.keys("import", file)
    assert done.exit_code == 0
    assert "chmod 600" in done.output
    assert desk.store.keys.usable(7) == [K2]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "5",
        '{"3": "short"}',
        '{"0": "%s"}',
        '{"x": "%s"}',
        '{"version": 9, "keys": []}',
        '{"version": 1, "keys": {}}',
        '{"version": 1, "keys": [5]}',
        '{"version": 1, "keys": [{"table": 3}]}',
        '{"version": 1, "keys": [{"table": 3, "key": "%s", "state": "odd"}]}',
        '{"version": 1, "keys": [{"table": 3, "key": "%s", "made_at": "x"}]}',
        '{"version": 1, "keys": [{"table": 3, "key": "%s", "made_at": null}]}',
        "[" * 100_000,
    ],
)
def test_what_is_no_file_of_keys_changes_nothing(desk: Desk, tmp_path: Path, content: str) -> None:
    file = tmp_path / "keys.json"
    file.write_text(content.replace("%s", K1.hex()))
    before = desk.store.keys.rows()
    done = desk.keys("import", file)
    assert done.exit_code == 2
    assert "holds no keys" in done.output
    assert desk.store.keys.rows() == before


def test_files_that_are_not_there_are_said(desk: Desk, tmp_path: Path) -> None:
    assert "cannot be read" in desk.keys("import", tmp_path / "none").output
    assert "cannot be written" in desk.keys("export", tmp_path / "no" / "such").output


def test_keys_of_no_database_are_said(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'none.sqlite3'}"
    done = CliRunner().invoke(build("keys"), ["keys", "list", "--db", url])
    assert done.exit_code == 2
    assert "There is no database" in done.output


def test_the_newest_usable_key_of_a_file_is_the_one_that_counts(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    desk.store.keys.add(3, K2.hex())
    desk.store.keys.revoke(12)
    write_key_file(file, desk.store.keys.rows())
    assert newest_keys(read_key_file(file, 0)) == {3: K2}


def test_a_refusal_repeats_no_key(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    secret: Any = K1.hex() + "zz"
    file.write_text(json.dumps({"3": secret}))
    with pytest.raises(KeyRefused) as caught:
        read_key_file(file, 0)
    assert K1.hex()[:8] not in str(caught.value) + str(caught.value)


# `boardside journals`: what an organiser sees of the journals, and decides.

K3, K7 = bytes([3]) * 32, bytes([7]) * 32


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database in which table 3's journal is stopped at event 2, and table 7's is not."""
    url = f"sqlite:///{tmp_path / 'hall.sqlite3'}"
    store = Store.open(url)
    for number, key in ((3, K3), (7, K7)):
        store.keys.add(number, key.hex())
        store.owners.claim([Claim(f"journal{number}", number, key_id(key), 0)])
    store.write([event(1, journal="journal3"), event(2, journal="journal3")])
    store.write([event(1, journal="journal7", table_no=7)])
    other = json.dumps({"seq": 2, "kind": "board", "winner": "b"})
    store.write([event(2, other, journal="journal3", repeated=True)])
    store.close()
    return url


def run(url: str, *words: str) -> Result:
    done = CliRunner().invoke(build("journals"), ["journals", *words, "--db", url])
    assert "Traceback" not in done.output
    return done


def acts(url: str) -> list[tuple[str, str]]:
    store = Store.open(url)
    try:
        return [(act["what"], act["detail"]["why"]) for act in store.admins.acts()]
    finally:
        store.close()


def test_the_list_names_owners_and_what_waits(url: str) -> None:
    done = run(url, "list")
    assert done.exit_code == 0, done.output
    assert "journal3" in done.output
    assert "journal7" in done.output
    assert "STOPPED" in done.output
    stopped = run(url, "list", "--stopped").output
    assert "journal3" in stopped
    assert "journal7" not in stopped


def test_both_events_are_shown_and_what_can_be_done(url: str) -> None:
    output = run(url, "show", "journal3").output
    assert "table 3, key" in output
    assert "Two different events 2" in output
    assert "kind play" in output
    assert "kind board, winner b" in output
    assert "boardside journals keep journal3" in output
    assert "boardside journals take journal3" in output


def test_keeping_and_taking_stand_in_the_record(url: str) -> None:
    assert run(url, "keep", "journal3", "--reason", "the flash was put back").exit_code == 0
    assert run(url, "list", "--stopped").output.strip() == "No journal is stopped."
    assert run(url, "take", "journal3", "--reason", "the umpire's card").exit_code == 0
    assert acts(url) == [("journal taken", "the umpire's card"), ("journal kept", "the flash was put back")]


def test_a_journal_is_given_to_another_table(url: str) -> None:
    assert run(url, "give", "journal3", "7", "--reason", "it has another number").exit_code == 0
    assert "table 7, key" in run(url, "show", "journal3").output
    assert acts(url) == [("journal given", "it has another number")]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["show", "nothing"], "No table has spoken"),
        (["keep", "journal7", "--reason", "?"], "not stopped"),
        (["take", "journal7", "--reason", "?"], "not stopped"),
        (["give", "nothing", "7", "--reason", "?"], "No table has spoken"),
        (["give", "journal3", "8", "--reason", "?"], "has no key that counts"),
    ],
)
def test_what_cannot_be_done_is_said(url: str, words: list[str], says: str) -> None:
    done = run(url, *words)
    assert done.exit_code == 2
    assert says in done.output
    assert acts(url) == []

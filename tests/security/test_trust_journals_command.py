"""`boardside journals`: what an organiser sees of the journals, and decides."""

import json
from pathlib import Path

import pytest
from click.testing import Result
from store_records import event
from typer.testing import CliRunner

from host_tools.cli import build
from host_tools.store import Store
from host_tools.store.ownership import Claim, key_id

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
    shown = run(url, "show", "journal3").output
    assert "table 3, key" in shown
    assert "Two different events 2" in shown
    assert "kind play" in shown
    assert "kind board, winner b" in shown
    assert "boardside journals keep journal3" in shown
    assert "boardside journals take journal3" in shown


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

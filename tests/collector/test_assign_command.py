"""`boardside assign`: what it prints, what it puts into the outbox, and what it refuses at once."""

from pathlib import Path
from typing import Any

import pytest
from collector_commands import assign, collector

from host_tools import orders
from host_tools.store import Store
from host_tools.store.database import now_ms
from host_tools.store.rows import AnswerRecord


def test_assign_puts_the_match_into_the_outbox(store: Store, url: str) -> None:
    done = assign(
        url, "--a2", "Anu", "--b2", "Bina", "--stage", "final", "--breaks", "b", "--rules", '{"points": 23}',
        "--title", "Final", "--id", "F1",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert "no collector runs" in done.output
    (row,) = store.open_commands()
    assert row["table"] == 3
    assert row["event"] == {
        "kind": "match", "match": "F1", "ruleset": "icf", "stage": "final", "doubles": True,
        "a": ["Asha", "Anu"], "b": ["Bela", "Bina"], "breaks": "b", "rules": {"points": 23}, "title": "Final",
    }  # fmt: skip


def test_assign_takes_own_rules_from_a_file(store: Store, url: str, tmp_path: Path) -> None:
    path = tmp_path / "club.json"
    path.write_text('{"base": "vkk", "name": "Club nights", "points": 23}', encoding="utf-8")
    assert assign(url, "--rules", path).exit_code == 0
    (row,) = store.open_commands()
    assert row["event"]["ruleset"] == "vkk"
    assert row["event"]["rules"] == {"points": 23}
    assert row["event"]["variant"] == "Club nights"
    assert assign(url, "--rules", path, "--ruleset", "icf").exit_code == 2


def test_assign_crokinole_and_a_tie_of_teams(store: Store, url: str) -> None:
    assert assign(url, "--ruleset", "wcc", "--category", "cue").exit_code == 0
    teams = ("--tie", "QF1", "--team-a", "CSE", "--team-b", "Civil")
    assert assign(url, "--ruleset", "vaishali", *teams).exit_code == 0
    crokinole, tie = [row["event"] for row in store.open_commands()]
    assert (crokinole["ruleset"], crokinole["category"]) == ("wcc", "cue")
    assert (tie["tie"], tie["teams"]) == ("QF1", {"a": "CSE", "b": "Civil"})


@pytest.mark.parametrize("presses", [0, 1, 2])
def test_assign_says_how_clock_is_pressed(store: Store, url: str, presses: int) -> None:
    assert assign(url, "--presses", presses).exit_code == 0
    (row,) = store.open_commands()
    assert row["event"]["presses"] == presses
    assert assign(url, "--presses", 3).exit_code == 2


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--stage", "finale"], "finale"),
        (["--ruleset", "chess"], "chess"),
        (["--breaks", "c"], "breaks"),
        (["--rules", "{points: 23}"], "no JSON"),
        (["--rules", '{"pints": 23}'], "pints"),
        (["--rules", "[1]"], "rules"),
        (["--a2", "Anu"], "--b2"),
        (["--a2", " ", "--b2", "x"], "empty"),
        (["--title", "x" * 200], "title"),
        (["--category", "seniors"], "adult"),
        (["--rules", "none.json"], "cannot be read"),
        (["--tie", "QF1", "--team-a", "CSE"], "--team-b"),
    ],
)
def test_a_match_that_no_table_would_take_is_refused_at_once(
    store: Store, url: str, more: list[str], words: str
) -> None:
    done = assign(url, *more)
    assert done.exit_code == 2
    assert words in done.output
    assert "Traceback" not in done.output
    assert store.open_commands() == []


def test_assign_without_a_database_says_so(tmp_path: Path) -> None:
    done = assign(f"sqlite:///{tmp_path / 'none.sqlite3'}")
    assert done.exit_code == 2
    assert "boardside collect" in done.output


def test_assign_says_that_the_table_has_not_answered(store: Store, url: str) -> None:
    store.write([collector(now_ms())])
    done = assign(url, "--wait", 0)
    assert done.exit_code == 3
    assert "not answered" in done.output
    assert len(store.open_commands()) == 1


@pytest.mark.parametrize(("state", "status"), [("done", 0), ("refused", 1)])
def test_assign_prints_the_answer(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch, state: str, status: int
) -> None:
    store.write([collector(now_ms())])
    real = Store.queue_command

    def queue_and_answer(self: Store, table: int, event: dict[str, Any], expires: int | None = None) -> str:
        command = real(self, table, event, expires)
        store.write([AnswerRecord(command, state, "not_now", "match m0 is in play", 1, 3)])
        return command

    monkeypatch.setattr(Store, "queue_command", queue_and_answer)
    done = assign(url)
    assert done.exit_code == status
    assert ("has match" if state == "done" else "match m0 is in play") in done.output


def test_a_name_that_forges_a_line_is_refused() -> None:
    for name in ("Asha\nBen", "Asha\x1b[2J", "Asha\ud800"):
        with pytest.raises(orders.BadRequest) as refused:
            orders.match_event(names={"a": [name], "b": ["Ben"]}, stage="group")
        assert refused.value.facts["why"]["reason"] == "control_character"

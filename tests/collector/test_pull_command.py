"""`boardside pull`: one table's results at its cable, and what is said where there is none."""

import asyncio
import json
import os
from contextlib import closing
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from collector_commands import invoke
from fake_table import MATCH, FakeTable, board
from hall import Cable
from typer.testing import Result

from host_tools.collector import pull
from host_tools.collector.incoming import EventIn, Met
from host_tools.folders import database_url
from host_tools.store import Store

SCRIPTS = Path(__file__).parents[2] / "docs" / "scripts"
SCHEMA = json.loads((SCRIPTS / "pull-1.schema.json").read_text(encoding="utf-8"))
PAGE = (SCRIPTS / "pull.md").read_text(encoding="utf-8")


def pull_from(table: FakeTable, folder: Path, *arguments: object) -> Result:
    """Run `pull` against a table on a pseudo-terminal."""

    async def all_of_it() -> Result:
        cable = Cable(table, folder / "ttyTable")
        cable.plug_in()
        try:
            return await asyncio.to_thread(invoke, "pull", "--port", cable.path, "--timeout", 60, *arguments)
        finally:
            cable.pull_out()

    return asyncio.run(all_of_it())


def played() -> FakeTable:
    table = FakeTable(3)
    table.add({"kind": "boot", "cause": "power"})
    for match in ("m1", "m2"):
        table.add({**MATCH, "match": match})
        for _ in range(6):
            table.add(board("a", 2))
    return table


def keeps_schema(line: dict[str, Any]) -> None:
    """A line is as docs/scripts/pull-1.schema.json says, and has no field that is not written there."""
    jsonschema.Draft202012Validator(SCHEMA).validate(line)
    assert line.keys() == SCHEMA["properties"].keys()
    assert (line["result"] or {}).keys() <= SCHEMA["properties"]["result"]["properties"].keys()
    assert all(f"`{name}`" in PAGE for name in (*line, *(line["result"] or {})))


def lines_of(*events: dict[str, Any]) -> list[dict[str, Any]]:
    """The lines of a table that has these events."""
    table = FakeTable(3)
    for event in events:
        table.add(event)
    met = Met(3, "", "journal3", 1, 1, len(events), "0")
    kept = [EventIn(event["seq"], event, json.dumps(event)) for event in table.journal.events]
    return [json.loads(pull.line(match)) for match in pull.matches(met, kept)]


def test_the_lines_of_every_stage_of_a_match_keep_the_schema() -> None:
    six = [board("a", 2)] * 6
    crokinole = {**MATCH, "ruleset": "wcc", "stage": "final"}
    shot = {"kind": "round", "total": {"a": 85, "b": 60}, "twenties": {"a": 2, "b": 1}}
    pair = {**MATCH, "doubles": True, "a": ["Asha", "Anu"], "b": ["Bela", ""], "title": "Doubles"}
    toss = {name: value for name, value in MATCH.items() if name != "breaks"}
    confirm = {"kind": "confirm"}
    matches: list[tuple[list[dict[str, Any]], str]] = [
        ([toss], "toss"),
        ([MATCH], "ready"),
        ([pair, board("b", 3)], "ready"),
        ([MATCH, *six], "change"),
        ([MATCH, {"kind": "concede", "side": "b", "what": "match"}], "over"),
        ([MATCH, {"kind": "concede", "side": "b", "what": "match"}, confirm], "confirmed"),
        ([crokinole, shot, shot], "ready"),
        ([MATCH, {"kind": "ended", "winner": "a"}], "over"),
    ]
    for events, phase in matches:
        [line] = lines_of(*events)
        keeps_schema(line)
        assert line["phase"] == phase, events


def test_pull_prints_one_line_for_each_match_and_takes_nothing_over(tmp_path: Path) -> None:
    table = played()
    done = pull_from(table, tmp_path)
    assert done.exit_code == 0, done.output
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    keeps_schema(first)
    keeps_schema(second)
    assert (first["match"], second["match"]) == ("m1", "m2")
    assert first["result"]["games"] == [[25, 0]]
    assert (first["table"], first["journal"], first["first_seq"], first["last_seq"]) == (3, "journal3", 2, 8)
    assert first["problem"] is None
    assert [session.acked for session in table.sessions] == [0]
    again = pull_from(table, tmp_path, "--after", 8)
    assert [json.loads(line)["match"] for line in again.stdout.splitlines()] == ["m2"]


def test_pull_prints_the_events_as_they_are(tmp_path: Path) -> None:
    table = played()
    done = pull_from(table, tmp_path, "--events")
    assert [json.loads(line) for line in done.stdout.splitlines()] == table.journal.events
    done = pull_from(table, tmp_path, "--events", "--after", 13)
    assert [json.loads(line)["seq"] for line in done.stdout.splitlines()] == [14, 15]
    done = pull_from(table, tmp_path, "--events", "--after", 15)
    assert (done.exit_code, done.stdout) == (0, "")
    done = pull_from(table, tmp_path, "--events", "--after", 99)
    assert (done.exit_code, done.stdout) == (0, "")


def test_pull_from_a_table_with_nothing_prints_nothing(tmp_path: Path) -> None:
    done = pull_from(FakeTable(3), tmp_path)
    assert (done.exit_code, done.stdout) == (0, "")


def test_pull_needs_the_key(tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps({"3": b"secret for table".hex()}))
    table = FakeTable(3, key=b"secret for table")
    table.add(MATCH)
    done = pull_from(table, tmp_path)
    assert done.exit_code == 2
    assert "--keys" in done.output
    done = pull_from(table, tmp_path, "--keys", keys)
    assert json.loads(done.stdout)["match"] == "m1"


def test_pull_takes_the_keys_of_the_users_own_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also a revoked key, with a warning: nothing else can read what a lost table still holds."""
    monkeypatch.setenv("BOARDSIDE_HOME", str(tmp_path))
    table = FakeTable(3, key=b"secret for table")
    table.add(MATCH)
    with closing(Store.open(database_url())) as store:
        store.keys.add(3, table.key.hex())
        done = pull_from(table, tmp_path)
        assert (json.loads(done.stdout)["match"], done.stderr) == ("m1", "")
        store.keys.revoke(3)
    done = pull_from(table, tmp_path)
    assert json.loads(done.stdout)["match"] == "m1"
    assert "a key that is no longer valid" in done.stderr


def test_pull_from_a_port_that_is_not_there(tmp_path: Path) -> None:
    done = invoke("pull", "--port", tmp_path / "ttyNone")
    assert done.exit_code == 2
    assert "There is no port" in done.output
    assert "Traceback" not in done.output


def test_pull_from_something_that_is_no_port(tmp_path: Path) -> None:
    done = invoke("pull", "--port", tmp_path)
    assert done.exit_code == 2
    assert "Traceback" not in done.output


def test_pull_from_a_silent_port(tmp_path: Path) -> None:
    master, slave = os.openpty()
    done = invoke("pull", "--port", os.ttyname(slave), "--timeout", "0.5")
    os.close(master)
    os.close(slave)
    assert done.exit_code == 2
    assert "No table answered" in done.output


def test_pull_from_a_port_that_is_in_use(tmp_path: Path) -> None:
    from host_tools.collector.serial_line import open_port

    master, slave = os.openpty()
    held = open_port(os.ttyname(slave))
    done = invoke("pull", "--port", os.ttyname(slave))
    held.close()
    os.close(master)
    os.close(slave)
    assert done.exit_code == 2
    assert "in use" in done.output


@pytest.mark.parametrize("content", ["[]", '{"three": "aa"}', '{"3": "xyz"}', '{"3": 5}', "no json"])
def test_a_key_file_that_is_wrong_is_reported(tmp_path: Path, content: str) -> None:
    path = tmp_path / "keys.json"
    path.write_text(content)
    done = invoke("pull", "--port", "x", "--keys", path)
    assert done.exit_code == 2
    assert "holds no keys" in done.output
    assert "Traceback" not in done.output
    missing = invoke("pull", "--port", "x", "--keys", tmp_path / "none.json")
    assert missing.exit_code == 2
    assert "cannot be read" in missing.output

"""Crokinole Match Notation (integrations/cmn/writing.py): as its text demands it, and read back."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from carded import Recorded, best_of_three, crokinole, opened
from typer.testing import CliRunner

from host_tools import cli
from host_tools.exports.output import Choice
from host_tools.integrations.cmn.reasons import CmnError
from host_tools.integrations.cmn.writing import as_cmn as cmn_file
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import ClearResult, EnterResult
from host_tools.tournament.acts.rulings import DecideReport
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.model.model import StagePlan
from tests.refusals import refused

SCHEMA = json.loads((Path(__file__).parent / "cmn.schema.json").read_text(encoding="utf-8"))
NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)


def one_game(table: Recorded, match: str) -> None:
    """A game of four rounds that is the whole match."""
    rules = {"games": 1, "draws": True}
    names = {"a": ["Beierling"], "b": ["Conrad"]}
    table.add("match", match, ruleset="wcc", stage="group", rules=rules, breaks="a", **names)
    for a, b in ((85, 60), (40, 45), (85, 60)):
        table.add("round", match, total={"a": a, "b": b}, twenties={"a": 2, "b": 1})
    table.add("round", match, winner="level", twenties={"a": 0, "b": 3})
    table.add("confirm", match)


def doubles(table: Recorded, match: str) -> None:
    """Two pairs; rounds of which only the winner was told, one unshot, one in which 20s were."""
    names = {"a": ["Beierling", "Conrad"], "b": ["Slater", ""]}
    table.add(
        "match", match, ruleset="wcc", stage="group", doubles=True, breaks="b", rules={"games": 1}, **names
    )
    table.add("round", match, winner="a")
    table.add("round", match, winner="b", twenties={"a": 0, "b": 2})
    table.add("round", match, unshot=True)
    table.add("round", match, winner="a")
    table.add("confirm", match)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    made = opened(tmp_path_factory.mktemp("cmn"))
    desk = Desk(made)
    tournament = desk.do(
        NewTournament(key="wcc-26", name="World Championship", ruleset="wcc", place="Tavistock"), None
    )
    singles = desk.do(
        AddEvent(key="s", name="Singles", ruleset="wcc", stages=[StagePlan("knockout")]), tournament
    ).event
    people = (Person("Beierling", licence="CRK-00142"), Person("Conrad", licence="x"))
    desk.add_entries(singles, [NewEntry((person,), seeding=rank) for rank, person in enumerate(people, 1)])
    final = desk.do(Draw(seed="S"), singles).fixtures[0]
    first, second, third = Recorded(3), Recorded(5, "0badcafd"), Recorded(6, "0badcafe")
    best_of_three(first)  # carrom: not for CMN
    one_game(second, final.id)
    doubles(second, "D1")
    crokinole(third, "open")  # not confirmed
    for table in (first, second, third):
        table.store_all(made)
    yield made
    made.close()


def test_rounds_that_do_not_make_the_result_that_stands_are_no_proof_of_it(tmp_path: Path) -> None:
    made = opened(tmp_path)
    desk = Desk(made)
    singles = desk.do(
        AddEvent(key="s", name="Singles", stages=[StagePlan("knockout")]),
        desk.do(NewTournament(key="wcc-26", name="World Championship", ruleset="wcc"), None),
    ).event
    desk.add_entries(singles, [NewEntry((Person(name),)) for name in ("Beierling", "Conrad")])
    final = desk.do(Draw(seed="S"), singles).fixtures[0]
    table = Recorded(5)
    one_game(table, final.id)
    table.store_all(made)
    desk.settle()
    [report] = desk.reports()
    with refused("nothing_to_write", CmnError):  # nobody called it: the organiser has to decide
        written(made, Choice(match=final.id))
    desk.do(DecideReport(decision="take", reason="it was played there"), report)
    assert json.loads(written(made, Choice(match=final.id)))["match"]["winner"] == 0
    desk.do(EnterResult(games=["3-5"], winner="b", reason="swapped"), desk.fixture(final.id))
    with refused("nothing_to_write", CmnError):
        written(made, Choice(match=final.id))
    desk.do(ClearResult(reason="the other match"), desk.fixture(final.id))
    with refused("nothing_to_write", CmnError):
        written(made, Choice(match=final.id))
    made.close()


@cache
def _notation() -> jsonschema.Draft202012Validator:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    return jsonschema.Draft202012Validator(SCHEMA)


def written(store: Store, choice: Choice) -> bytes:
    """The file, as `boardside export` makes it."""
    with reading(store.engine) as connection:
        return cmn_file(connection, choice)


def as_cmn(store: Store, **choice: Any) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(written(store, Choice(**choice)))
    _notation().validate(document)
    return document


def points(match: dict[str, Any]) -> tuple[int, int]:
    """Read back: two points for a game won, one each for a level one."""
    won = [game["winner"] for game in match["games"]]
    level = won.count(None)
    return 2 * won.count(0) + level, 2 * won.count(1) + level


def test_a_batch_has_every_confirmed_crokinole_match(store: Store) -> None:
    document = as_cmn(store)
    assert document["batch"] is True
    assert [record["match"]["format"] for record in document["matches"]] == ["singles", "doubles"]
    assert document["source"]["app"] == "boardside"
    assert len({record["id"] for record in document["matches"]}) == 2
    assert as_cmn(store) == document  # the same ids again


def test_a_match_read_back_has_the_points_and_twenties_of_the_table(store: Store) -> None:
    (record,) = as_cmn(store, event="s")["matches"]
    match = record["match"]
    official = next(row for row in store.matches() if row["match"] == record["boardside"]["match"])[
        "official"
    ]
    assert list(points(match)) == official["points"] == [5, 3]
    twenties = [sum(game["twenties"][side] for game in match["games"]) for side in (0, 1)]
    assert twenties == official["twenties"] == [6, 6]
    assert match["games"][0] == {"winner": 0, "hammer": 0, "scores": [85, 60], "twenties": [2, 1]}
    assert match["games"][3]["winner"] is None
    assert "scores" not in match["games"][3]
    assert match["winner"] == 0
    assert match["gameFormat"] == {"type": "fixed", "count": 4}
    assert match["teams"][0]["players"] == [{"name": "Beierling", "cid": "CRK-00142"}]
    assert match["teams"][1]["players"] == [{"name": "Conrad"}]
    assert record["event"] == {
        "name": "World Championship - Singles",
        "type": "tournament",
        "round": 1,
        "venue": "Tavistock",
    }


def test_what_was_not_told_is_left_out(store: Store) -> None:
    document = as_cmn(store, match="D1")
    assert document["match"]["games"] == [
        {"winner": 0, "hammer": 1},
        {"winner": 1, "hammer": 0, "twenties": [0, 2]},
        {"winner": 0, "hammer": 0},
    ]
    assert [player["name"] for player in document["match"]["teams"][1]["players"]] == ["Slater", "Player B"]
    assert "event" not in document


def test_a_match_without_a_confirmed_result_is_none(store: Store) -> None:
    with pytest.raises(CmnError) as caught:
        as_cmn(store, match="open")
    assert "CMN has no others" in str(caught.value)


def test_the_command_writes_it(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "day.cmn"
    ran = CliRunner().invoke(cli.build("export"), ["export", str(file), "--db", str(store.engine.url)])
    assert ran.exit_code == 0, ran.output
    assert json.loads(file.read_text())["cmn"] == "1.0"
    arguments = ["export", "-", "-f", "cmn", "--what", "boards", "--db", str(store.engine.url)]
    refused = CliRunner().invoke(cli.build("export"), arguments)
    assert refused.exit_code == 2
    assert "leave --what out" in refused.output

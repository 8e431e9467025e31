"""Results of a CMN file into the draw: which match it is, what its games come to, and all or nothing."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from host_tools import cli
from host_tools.integrations.cmn.reading import parse
from host_tools.integrations.cmn.taking import Taken, take, turned
from host_tools.store import Store
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import EnterResult
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.model import remarks
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Fixture, StagePlan
from host_tools.tournament.standings import results
from tests.refusals import refused

AT = 1_773_316_800_000
NAMES = ("Asha", "Bela", "Chitra", "Dev")


class Day:
    """Four in a knockout of crokinole; a match is four rounds."""

    def __init__(self, store: Store, **about: Any) -> None:
        self.store = store
        self.desk = Desk(store, lambda: AT)
        self.tournament = self.desk.do(
            NewTournament(key="wcc-26", name="World Championship", ruleset="wcc"), None
        )
        self.event = self._added(**about)
        self.fixtures = self.desk.do(Draw(seed="U"), self.event).fixtures

    def _added(self, plan: str = "knockout", rules: dict[str, Any] | None = None) -> Competition:
        made = self.desk.do(
            AddEvent(key="s", name="Singles", rules=rules or {"games": 1}, stages=[StagePlan(plan)]),
            self.tournament,
        ).event
        people = [Person(name, licence=f"CRK-{rank}") for rank, name in enumerate(NAMES, 1)]
        self.desk.add_entries(
            made, [NewEntry((person,), seeding=rank) for rank, person in enumerate(people, 1)]
        )
        return made

    def take(self, *matches: dict[str, Any], **where: Any) -> list[Taken]:
        return take(self.store, parse(batch(*matches)), "day.cmn", AT, **where)

    def state(self) -> list[Fixture]:
        return self.desk.fixtures(self.event)

    def result(self, match: str) -> str:
        return results.shown(self.desk.fixture(match).result)


@pytest.fixture
def day(store: Store) -> Day:
    return Day(store)


def played(name: str, a: str, b: str, won: str = "aaba", **more: Any) -> dict[str, Any]:
    """A match of CMN; `won` by game: a, b, or - for a level one."""
    games = [{"winner": {"a": 0, "b": 1}.get(side), "twenties": [2, 1]} for side in won]
    count = won.count("a") - won.count("b")
    match = {
        "date": more.pop("date", "2026-03-12T10:00:00Z"),
        "format": "singles",
        "teams": [{"players": [{"name": a}]}, {"players": [{"name": b}]}],
        "games": games,
        "winner": None if count == 0 else int(count < 0),
    }
    return {"id": name, "match": match, **more}


def batch(*matches: dict[str, Any]) -> bytes:
    return json.dumps({"cmn": "1.0", "batch": True, "matches": matches}).encode()


def test_a_whole_knockout_in_one_file_and_once_more(day: Day) -> None:
    """The final stands first in the file, and the second team is side a of the draw there."""
    final = played("f", "Bela", "Asha", "abb-", date="2026-03-12T12:00:00Z")
    semis = played("1", "Asha", "Dev"), played("2", "chitra", "BELA", "baab", date="2026-03-12T10:30:00Z")
    with refused("cmn_incomplete", count=4, event="Singles"):
        day.take(final, *semis)  # level in a knockout: an extra round is to come
    assert [fixture.state for fixture in day.state()][:2] == ["ready", "ready"]
    semis = semis[0], played("2", "chitra", "BELA", "babb", date="2026-03-12T10:30:00Z")
    taken = day.take(final, *semis)
    assert [(result.match.id, result.score, result.is_new) for result in taken] == [
        ("1", "6-2; 20s 8-4", True),
        ("2", "2-6; 20s 8-4", True),  # Chitra is side a here
        ("f", "5-3; 20s 4-8", True),
    ]
    done = day.desk.fixture(taken[2].fixture)
    assert done.result is not None
    assert (done.result.how, done.by_hand, done.result.twenties) == ("entered", "entered", (4, 8))
    titles = {entry.id: entry.title for entry in day.desk.entries(day.event)}
    assert titles[done.a or 0] == "Asha"
    corrections = day.desk.corrections(day.event)
    assert {(correction.code, correction.reason) for correction in corrections} == {("cmn", "")}
    assert [remarks.correction(correction) for correction in corrections] == [
        "CMN 1, played 2026-03-12T10:00:00Z, from day.cmn",
        "CMN 2, played 2026-03-12T10:30:00Z, from day.cmn",
        "CMN f, played 2026-03-12T12:00:00Z, from day.cmn",
    ]
    before = day.state()
    again = day.take(final, *semis)
    assert [result.is_new for result in again] == [False, False, False]
    assert (day.state(), len(day.desk.corrections(day.event))) == (before, 3)


@pytest.mark.parametrize(
    "typed",
    [
        '{"code":"cmn"',
        '{"code":"cmn"}',
        '{"code":"cmn","facts":[]}',
        '{"code":"as_played","facts":{"x":"1"}}',
    ],
)
def test_a_reason_that_begins_like_a_code_is_a_persons(day: Day, typed: str) -> None:
    day.desk.do(EnterResult(games=["6-2"], twenties="8-4", reason=typed), day.fixtures[0])
    [correction] = day.desk.corrections(day.event)
    assert (correction.code, correction.reason, remarks.correction(correction)) == (None, typed, typed)


def test_one_match_that_cannot_be_taken_stops_them_all(day: Day) -> None:
    before = day.state()
    with pytest.raises(DeskError) as caught:
        day.take(
            played("1", "Asha", "Dev"),
            played("2", "Asha", "Zoe"),
            played("3", "Bela", "Chitra", "aab"),
            played("4", "Chitra", "Bela", "bbbbb"),
        )
    assert str(caught.value).split("\n") == [
        "2: there is no match Asha - Zoe in s (yet). Are the names the same as in `boardside entries`?",
        f"3 (match {before[1].id}): its 3 games make no whole match of Singles. Was it broken off? Then "
        "enter it with `boardside result`, and say who has it.",
        f"4 (match {before[1].id}): by the rules of Singles it was over after 3 of its 5 games. Enter what "
        "counts with `boardside result`.",
        "Nothing was taken.",
    ]
    assert day.state() == before
    assert day.desk.corrections(day.event) == []


def test_ids_of_the_alliance_count_before_names(day: Day) -> None:
    record = played("1", "A. S. Ha", "Dev")
    record["match"]["teams"][0]["players"][0]["cid"] = "CRK-1"
    assert day.take(record)[0].is_new
    two = played("2", "Bela", "Chitra")
    two["match"]["teams"][0]["players"][0]["cid"] = "CRK-99"  # a namesake
    with refused("cmn_unknown", players="Bela - Chitra"):
        day.take(two)


def test_games_are_divided_by_the_rules_of_the_match(store: Store) -> None:
    day = Day(store, rules={"games": 3})
    with refused("cmn_incomplete", count=4):
        day.take(played("1", "Asha", "Dev"))
    assert day.take(played("1", "Asha", "Dev", "aabaaaba"))[0].score == "6-2, 6-2; 20s 16-8"


def test_a_winner_that_the_rules_do_not_give_is_refused(day: Day) -> None:
    record = played("1", "Asha", "Dev")
    record["match"]["winner"] = 1
    with refused("cmn_other_winner"):
        day.take(record)


def test_the_same_id_with_another_result_is_said(day: Day) -> None:
    day.take(played("1", "Asha", "Dev"))
    before = day.state()
    with refused("cmn_taken_before", cmn="1", players="Asha - Dev"):
        day.take(played("1", "Asha", "Dev", "bbab"))
    assert day.state() == before


def test_a_correction_by_hand_stands_against_the_same_file(day: Day) -> None:
    name = day.take(played("1", "Asha", "Dev"))[0].fixture
    day.desk.do(EnterResult(games=["5-3"], reason="read wrongly"), day.desk.fixture(name))
    assert [result.score for result in day.take(played("1", "Asha", "Dev"))] == ["5-3"]
    assert day.result(name) == "5-3"


def test_a_result_that_came_another_way_is_the_same_or_another(day: Day) -> None:
    fixture = next(each for each in day.state() if each.state == "ready")
    titles = {entry.id: entry.title for entry in day.desk.entries(day.event)}
    a, b = titles[fixture.a or 0], titles[fixture.b or 0]
    day.desk.do(EnterResult(games=["6-2"], twenties="8-4", reason="from paper"), fixture)
    assert [each.is_new for each in day.take(played("1", a, b))] == [False]
    with refused("cmn_no_place"):
        day.take(played("1", a, b, "bbbb"))


def test_who_meets_twice_is_told_apart_by_round_or_our_id(store: Store) -> None:
    day = Day(store, plan="round_robin")
    twice = day.desk.do(
        AddEvent(key="d", name="Again", rules={"games": 1}, stages=[StagePlan("round_robin")]), day.tournament
    ).event
    day.desk.add_entries(twice, [NewEntry((Person(name),)) for name in NAMES])
    day.desk.do(Draw(seed="S"), twice)
    with refused("cmn_which_match"):
        day.take(played("1", "Asha", "Dev"))
    assert day.take(played("1", "Asha", "Dev"), event="d")[0].fixture.startswith("wcc-26-d-")
    ready = [fixture for fixture in day.desk.fixtures(twice) if fixture.state == "ready"]
    titles = {entry.id: entry.title for entry in day.desk.entries(twice)}
    a, b = titles[ready[-1].a or 0], titles[ready[-1].b or 0]
    ours = {"match": ready[-1].id, "table": 3}
    assert day.take(played("2", a, b, "--ab", boardside=ours))[0].fixture == ready[-1].id
    assert day.result(ready[-1].id) == "4-4; 20s 8-4"


def test_a_match_at_a_table_is_the_tables(day: Day) -> None:
    fixture = next(each for each in day.state() if each.state == "ready")
    day.store.queue_command(3, {"kind": "hall"})
    with day.store.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE fixtures SET state='playing', table_no=3 WHERE id='{fixture.id}'")
    titles = {entry.id: entry.title for entry in day.desk.entries(day.event)}
    with refused("cmn_at_table", table=3):
        day.take(played("1", titles[fixture.a or 0], titles[fixture.b or 0]))


def test_carrom_has_nothing_to_take(store: Store) -> None:
    desk = Desk(store, lambda: AT)
    tournament = desk.do(NewTournament(key="icf-26", name="Open", ruleset="icf"), None)
    desk.do(AddEvent(key="ms", name="Men", stages=[StagePlan("knockout")]), tournament)
    with refused("cmn_no_event", tournament="Open"):
        take(store, [], "day.cmn", AT)
    with refused("cmn_other_event", event="Men"):
        take(store, [], "day.cmn", AT, event="ms")


def test_a_match_turned_round_twice_is_itself() -> None:
    (match,) = parse(batch(played("1", "Asha", "Dev", "ab-a")))
    assert turned(match).winner == 1
    assert turned(turned(match)) == match


def test_the_command_takes_and_says_so(day: Day, tmp_path: Path) -> None:
    file = tmp_path / "day.cmn"
    file.write_bytes(batch(played("1", "Asha", "Dev")))
    app, db = cli.build("cmn"), ["--db", str(day.store.engine.url)]
    name = next(fixture.id for fixture in day.state() if fixture.state == "ready")
    ran = CliRunner().invoke(app, ["cmn", str(file), "--take", *db])
    assert ran.exit_code == 0, ran.output
    assert ran.output == f"{name}  Asha - Dev  6-2; 20s 8-4\n1 result entered, 0 there before.\n"
    ran = CliRunner().invoke(app, ["cmn", str(file), "--take", *db])
    assert ran.output.endswith("6-2; 20s 8-4  (was there)\n0 results entered, 1 there before.\n")
    ran = CliRunner().invoke(app, ["cmn", str(file), "--take", "--event", "x", *db])
    assert (ran.exit_code, "has no event 'x'" in ran.output) == (2, True)
    ran = CliRunner().invoke(app, ["cmn", str(file), "--take", "--events", "1", *db])
    assert (ran.exit_code, "Either --take or --events" in ran.output) == (2, True)

"""A player who was renamed in SoL is the same player here; two people with one name are two players."""

import json
from pathlib import Path
from typing import Any

import pytest
from desk_hall import Hall, desk_of
from sol_exports import GUID, match, shared, tourney
from typer.testing import CliRunner

from host_tools.cli import build
from host_tools.integrations.sol import importing, reading
from host_tools.integrations.sol.board_page import Answer, Seen
from host_tools.integrations.sol.sender import Sender
from host_tools.store import Store
from host_tools.store.schema import commands
from host_tools.tournament.acts.matches import Call
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.entries.external import Taken
from host_tools.tournament.model.people import Person
from tests.refusals import refused
from tests.sol.sol_refused import spoken, whys

ROUND = [match(1, 1, 2), match(2, 3, 4), match(3, 5, None, score=(25, 0))]
ASHA = f"{1:032x}"


def exported(*changes: dict[str, Any]) -> reading.SolRound:
    """The first round, with other words for the first players."""
    first = shared()
    for player, changed in zip(first["players"], changes, strict=False):
        player |= changed
    return reading.parse(json.dumps([first, tourney(1, ROUND)]).encode())


class Day:
    """A hall into which the round is imported, again and again."""

    def __init__(self, store: Store) -> None:
        self.hall = Hall(store)
        self.desk = desk_of(self.hall)
        self.tournament = self.desk.do(NewTournament(key="open", name="Open"), None)

    def take(self, *changes: dict[str, Any]) -> Taken:
        sol_round = exported(*changes)
        self.event = importing.event_for(self.desk, self.tournament, "sol", sol_round)
        return importing.take(self.desk, self.event, sol_round)

    def names(self) -> list[tuple[int, str]]:
        return [(player.number, player.name) for player in self.desk.players(self.tournament)]


@pytest.fixture
def day(store: Store) -> Day:
    made = Day(store)
    made.take()
    return made


def test_the_same_player_takes_the_new_name(day: Day) -> None:
    fixtures, players = day.desk.fixtures(day.event), day.desk.players(day.tournament)
    taken = day.take({"lastname": "Rao-Sen", "nationality": "ita"})
    assert [(change.number, change.before, change.now, change.tables) for change in taken.renamed] == [
        (1, "Asha Rao", "Asha Rao-Sen", ())
    ]
    assert (taken.fixtures, taken.entered, taken.replaced) == ((), (), ())
    assert day.desk.fixtures(day.event) == fixtures
    now = day.desk.players(day.tournament)
    assert [player.id for player in now] == [player.id for player in players]
    assert (now[0].name, now[0].country, now[0].licence) == ("Asha Rao-Sen", "ita", ASHA)
    assert now[1:] == players[1:]
    assert day.desk.entries(day.event)[0].title == "Asha Rao-Sen"
    assert day.take({"lastname": "Rao-Sen"}).renamed == ()  # once more: nothing to say
    noted = [act for act in day.hall.store.admins.acts() if act["what"] == "player renamed"]
    assert [(act["who"], act["detail"]["before"]) for act in noted] == [("SoL", "Asha Rao")]


def test_a_table_in_play_shows_the_new_name_and_the_card_gets_through(day: Day) -> None:
    importing.call(day.desk, day.event, exported())
    day.hall.take()
    day.hall.begin(1)
    day.hall.enter(1, {"kind": "board", "winner": "a", "left": 5, "queen": "a", "demand": 0})
    day.desk.settle()
    addresses = {1: "http://sol/lit/match/1-1.x"}
    seen = Seen(GUID, ("Rao-Sen Asha", "Nair Bela"), 1)
    sender = Sender(day.hall.store, addresses, day.hall.clock, lambda *_: Answer("taken"), lambda _: seen)
    assert sender.step() == []
    assert whys(sender.problems) == ["sol_other_players_card"]
    assert day.take({"lastname": "Rao-Sen"}).renamed[0].tables == (1,)
    day.hall.take()
    assert day.hall.states[1].names == {"a": ["Asha Rao-Sen"], "b": ["Bela Nair"]}
    day.desk.settle()
    day.hall.at += 15_000
    assert spoken(sender.step()) == ["SoL, board 1, round 1 (sol-01234567-1-1): 1 board"]
    assert sender.problems == []


def test_a_table_that_plays_already_has_a_minute_one_that_was_not_heard_gets_both(day: Day) -> None:
    """Later it may be in another match, which must not get these names."""
    importing.call(day.desk, day.event, exported())
    day.take({"lastname": "Rao-Sen"})
    assert until(day) == [None]  # behind the call, which waits too
    day.hall.take()
    day.take({"lastname": "Rao"})
    assert until(day) == [None, day.hall.at + 60_000]


def until(day: Day) -> list[int | None]:
    with day.hall.store.engine.connect() as connection:
        rows = connection.execute(commands.select().order_by(commands.c.created_at)).all()
    return [row.expires_at for row in rows if json.loads(row.body)["kind"] == "names"]


def test_two_people_of_one_name_stay_two(day: Day) -> None:
    taken = day.take({}, {"firstname": "Asha", "lastname": "Rao"})
    assert [change.now for change in taken.renamed] == ["Asha Rao"]
    assert taken.replaced == ()
    assert day.names()[:2] == [(1, "Asha Rao"), (2, "Asha Rao")]
    fixture = day.desk.fixture("sol-01234567-1-1")
    assert fixture.a != fixture.b


def test_who_was_typed_in_by_name_is_one_of_two_namesakes(store: Store) -> None:
    """Without a licence she would be both of them, and play against herself."""
    made = Day(store)
    sol_round = exported({}, {"firstname": "Asha", "lastname": "Rao"})
    event = importing.event_for(made.desk, made.tournament, "sol", sol_round)
    made.desk.add_entry(event, [Person("Asha Rao")])
    importing.take(made.desk, event, sol_round)
    players = made.desk.players(made.tournament)
    assert [(player.name, player.licence) for player in players[:2]] == [
        ("Asha Rao", ASHA),
        ("Asha Rao", f"{2:032x}"),
    ]
    assert len(players) == 5
    fixture = made.desk.fixture("sol-01234567-1-1")
    assert fixture.a != fixture.b


def test_who_was_two_in_sol_and_is_one_now_stays_the_same_here(day: Day) -> None:
    merged = {"guid": "e" * 32, "merged": [[ASHA, "Rao", "Asha", ""]], "lastname": "Rao-Sen"}
    taken = day.take(merged)
    assert [change.now for change in taken.renamed] == ["Asha Rao-Sen"]
    assert (taken.fixtures, taken.replaced) == ((), ())
    assert day.desk.players(day.tournament)[0].licence == "e" * 32
    assert len(day.names()) == 5


def test_a_player_whose_data_were_deleted_stays_without_a_name(day: Day) -> None:
    """Whom SoL still has is somebody new: delete there first."""
    with day.hall.store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE players SET name='', licence='' WHERE number=1")
    taken = day.take({"lastname": "Rao-Sen"})
    assert taken.renamed == ()
    assert (day.names()[0], day.names()[-1]) == ((1, ""), (6, "Asha Rao-Sen"))


def test_a_name_that_is_none_takes_nothing(day: Day) -> None:
    before = day.names()
    with refused("name_too_long", most=80):
        day.take({"lastname": "Sen"}, {"lastname": "x" * 90})
    assert day.names() == before


def test_the_command_says_who_is_called_otherwise(day: Day, tmp_path: Path) -> None:
    first = shared()
    first["players"][0]["lastname"] = "Rao-Sen"
    file = tmp_path / "open.sol"
    file.write_text(json.dumps([first, tourney(1, ROUND)]))
    db = f"sqlite:///{day.hall.store.engine.url.database}"
    day.desk.do(Call(table=3), day.desk.fixture("sol-01234567-1-1"))
    done = CliRunner().invoke(build("sol"), ["sol", str(file), "--no-call", "--db", db])
    assert done.exit_code == 0, done.output
    assert "  Asha Rao is Asha Rao-Sen now: table 3 is told\n" in done.output

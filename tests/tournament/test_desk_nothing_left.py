"""A refused call leaves nothing behind; and who is meant is asked with what tells people apart.

Runs on SQLite here and on PostgreSQL in tests/postgres.
"""

import pytest
from desk_hall import Hall

from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import Call, LineUp
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, Person
from host_tools.tournament.model.model import Fixture, StagePlan
from tests.refusals import refused


@pytest.fixture
def tie(desk: Desk) -> list[Fixture]:
    """A tie of two teams, each with two players called Ann."""
    owner = desk.do(NewTournament(key="open", name="Open 2026"), None)
    event = desk.do(
        AddEvent(key="te", name="Teams", kind="team", stages=[StagePlan("knockout")]), owner
    ).event
    for team in "ABCDEFGH":
        people = [Person(f"{team}{number}") for number in range(1, 4)]
        people += [Person("Ann", "North", licence=f"{team}-7"), Person("Ann", "South", licence=f"{team}-8")]
        desk.add_entry(event, people, f"Team {team}")
    desk.do(Draw(), event)
    return [fixture for fixture in desk.fixtures(event) if fixture.tie == "open-te-1-1-1"]


def test_a_refused_call_leaves_nothing(desk: Desk, hall: Hall, tie: list[Fixture]) -> None:
    first, second = tie[:2]
    desk.do(Call(table=1), first)
    with refused("table_not_free", table=1):
        desk.do(Call(table=1), second)
    assert (desk.fixture(second.id).state, len(desk.store.open_commands())) == ("ready", 1)
    acts = [row["detail"]["match"] for row in desk.store.admins.acts() if row["what"] == "match call"]
    assert acts == [first.id]


def test_players_who_play_in_their_tie_already_are_not_named_twice(
    desk: Desk, hall: Hall, tie: list[Fixture]
) -> None:
    first, second = tie[:2]
    team = next(entry for entry in desk.entries(desk.event_of(first)) if entry.id == first.a)
    desk.do(Call(table=1), first)
    with refused("plays_in_tie"):
        desk.do(LineUp(side="a", players=[player.name for player in team.players[:2]]), second)
    assert desk.fixture(second.id).line_up is None


def test_two_players_of_a_team_with_one_name_are_told_apart(
    desk: Desk, hall: Hall, tie: list[Fixture]
) -> None:
    fixture = tie[0]
    team = next(entry for entry in desk.entries(desk.event_of(fixture)) if entry.id == fixture.a)
    north, south = team.players[3:]
    with refused("which_player", player="ann") as caught:
        desk.do(LineUp(side="a", players=["ann", team.players[0].name]), fixture)
    message = caught.value.say("page")
    assert f"no. {north.number} Ann (North, licence {north.licence})" in message
    assert f"no. {south.number} Ann (South, licence {south.licence})" in message
    desk.do(LineUp(side="a", players=[str(south.number), team.players[0].name]), fixture)
    assert desk.fixture(fixture.id).line_up == {"a": [south.id, team.players[0].id]}


def test_two_entries_with_one_name_are_told_apart(desk: Desk) -> None:
    owner = desk.do(NewTournament(key="open", name="Open 2026"), None)
    event = desk.do(AddEvent(key="ms", name="Singles"), owner).event
    desk.add_entry(event, [Person("Ann", "North")])
    other = desk.add_entry(event, [Person("Ann", "South", licence="S 8")])
    with refused("which_entry", entry="Ann", entries=["Ann", "Ann"]) as caught:
        desk.entry(event, "Ann")
    assert str(caught.value) == (
        "Which 'Ann'? In Singles there are no. 1 Ann (North) and no. 2 Ann (South, licence S 8)."
        " Say the number."
    )
    assert desk.entry(event, "2") == other

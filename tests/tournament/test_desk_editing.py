"""Entries, players, events and stages are edited and deleted, as long as nothing decided depends on them.

Runs on SQLite here and on PostgreSQL in tests/postgres.
"""

import json
from typing import Any

from desk_hall import GROUPS, Hall, event_with, play

from host_tools.tournament.acts.draws import Draw, Undraw
from host_tools.tournament.acts.entries import Delete, Edit
from host_tools.tournament.acts.events import AddEvent, DeleteEvent, SetEvent
from host_tools.tournament.acts.matches import Call, Recall
from host_tools.tournament.acts.tournament import NewTournament, Set
from host_tools.tournament.desk.desk import Desk, Person
from host_tools.tournament.model.model import StagePlan
from tests.refusals import refused


def acts(desk: Desk, act: str) -> list[tuple[str, Any]]:
    """Who did it, and its facts without what taking it back needs."""
    return [
        (row["who"], {name: fact for name, fact in row["detail"].items() if name != "undo"})
        for row in desk.store.admins.acts()
        if row["what"] == act
    ]


def test_a_corrected_name_goes_to_the_table_that_shows_it_and_to_every_event(desk: Desk, hall: Hall) -> None:
    event, other = event_with(desk, 4), event_with(desk, 4, key="xd")
    first = desk.do(Draw(), event).fixtures[0]
    desk.do(Call(table=2), first)
    hall.take()
    entry = desk.entry(event, first.a or 0)
    [player] = entry.players
    edited = desk.do(
        Edit(player=str(player.number), name=" Asha Rao ", licence="17", reason="typo"), entry, actor="anna"
    )
    assert (edited.entry.title, edited.tables) == ("Asha Rao", (2,))
    assert desk.entry(other, "Asha Rao").players[0].licence == "17"
    hall.take()
    assert hall.states[2].names["a"] == ["Asha Rao"]
    [(actor, detail)] = acts(desk, "entry edit")
    assert actor == "anna"
    assert (detail["player"], detail["name"]) == (str(player.number), " Asha Rao ")
    assert (detail["entry"], detail["reason"]) == (entry.title, "typo")


def test_two_players_do_not_become_one(desk: Desk) -> None:
    event = event_with(desk, 2)
    asha = desk.entry(event, "Asha")
    with refused("player_known", player="Bela", number=2):
        desk.do(Edit(player="1", name="Bela"), asha)
    with refused("not_in_team", player="2"):
        desk.do(Edit(player="2", name="X"), asha)
    with refused("name_empty"):
        desk.do(Edit(player="1", name=" "), asha)
    desk.do(Edit(player="2", club="North"), desk.entry(event, "Bela"))
    with refused("player_known"):
        desk.do(Edit(player="1", name="Bela"), asha)
    desk.do(Edit(player="1", name="Bela", club="South"), asha)
    assert [entry.title for entry in desk.entries(event)] == ["Bela", "Bela"]


def test_a_seeding_and_a_club_stay_once_the_draw_depends_on_them(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 8)
    asha, bela = desk.entry(event, "Asha"), desk.entry(event, "Bela")
    assert desk.do(Edit(seeding=1), asha).entry.seeding == 1
    drawn = desk.do(Draw(seed="ABCD"), event).fixtures
    with refused("drawn_with_value", entry="Asha", key="ms"):
        desk.do(Edit(seeding=None), asha)
    assert desk.entry(event, "Asha").seeding == 1
    # A club that nobody else has keeps nobody apart.
    desk.do(Edit(player="2", club="North"), bela)
    opponent = next(
        fixture.b if fixture.a == bela.id else fixture.a
        for fixture in drawn
        if bela.id in (fixture.a, fixture.b)
    )
    other = desk.entry(event, opponent or 0)
    with refused("drawn_with_value", entry=other.title):
        desk.do(Edit(player=str(other.players[0].number), club="North"), other)
    play(desk, hall, drawn[0], 1)
    with refused("begun_with_value", entry="Asha"):
        desk.do(Edit(seeding=None), asha)
    assert desk.do(Edit(seeding=2), asha).entry.seeding == 2  # the same draw
    assert list(desk.fixtures(event))[1:4] == list(drawn[1:4])


def test_a_team_is_named_and_a_player_is_not(desk: Desk) -> None:
    owner = desk.do(NewTournament(key="open", name="Open"), None)
    event = desk.do(AddEvent(key="te", name="Teams", kind="team"), owner).event
    civil = desk.add_entry(event, [Person("A"), Person("B")], "Civil")
    desk.add_entry(event, [Person("C"), Person("D")], "Rail")
    with refused("team_entered", team="rail"):
        desk.do(Edit(team="rail"), civil)
    assert desk.do(Edit(team="Civil I", player="1", name="Al"), civil).entry.title == "Civil I"
    singles = event_with(desk, 2)
    with refused("no_team_to_name"):
        desk.do(Edit(team="X"), desk.entries(singles)[0])


def test_an_entry_is_deleted_until_it_is_in_a_draw(desk: Desk) -> None:
    event, other = event_with(desk, 4), event_with(desk, 3, key="xd")
    for name in ("Asha", "Dev"):
        desk.do(Delete(reason="entered twice"), desk.entry(event, name), actor="anna")
    assert [player.name for player in desk.players(desk.tournament())] == ["Asha", "Bela", "Chitra"]
    assert acts(desk, "entry delete")[0] == (
        "anna",
        {"event": "ms", "entry": "Dev", "reason": "entered twice"},
    )
    [match] = desk.do(Draw(), event).fixtures
    with refused("entry_in_draw", entry="Bela", matches=[match.id]):
        desk.do(Delete(), desk.entry(event, "Bela"))
    desk.do(Undraw(), event)
    desk.do(Delete(), desk.entry(event, "Bela"))
    assert len(desk.entries(other)) == 3


def test_an_event_is_renamed_at_any_time_and_played_by_other_rules_before_its_draw(
    desk: Desk, hall: Hall
) -> None:
    event = event_with(desk, 4)
    desk.do(SetEvent(ruleset="vkk", stages=list(GROUPS), kind="singles"), event)
    assert [stage.kind for stage in desk.stages(event)] == ["groups", "knockout"]
    with refused("event_has_entries", count=4):
        desk.do(SetEvent(kind="doubles"), event)
    first = desk.do(Draw(), desk.competition(desk.tournament())).fixtures[0]
    with refused("drawn_by_rules", key="ms"):
        desk.do(SetEvent(rules={"points": 20}), event)
    desk.do(Call(table=1), first)
    hall.take()
    with refused("begun_by_rules", matches=[first.id]):
        desk.do(SetEvent(category="junior"), event)
    desk.do(SetEvent(name="Women's Singles"), event, actor="anna")
    hall.take()
    assert hall.states[1].title.startswith("Women's Singles")
    assert acts(desk, "event set")[0] == ("anna", {"event": "ms", "name": "Women's Singles"})
    with refused("bad_event_name"):
        desk.do(SetEvent(name=""), event)


def test_a_later_stage_is_changed_until_one_of_its_matches_is_called(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 6, *GROUPS)
    first = desk.do(Draw(seed="ABCD"), event).fixtures[0]
    play(desk, hall, first, 1)
    stages = [StagePlan("groups", settings={"size": 3, "advance": 1}), StagePlan("knockout")]
    desk.do(SetEvent(stages=stages), event)
    later = [fixture for fixture in desk.fixtures(event) if fixture.stage == 2]
    assert [(str(each.source_a), str(each.source_b)) for each in later] == [("place:1:1:1", "place:1:2:1")]
    assert desk.fixture(first.id).state == "done"
    with refused("stage_begun", matches=[first.id]):
        desk.do(SetEvent(stages=[StagePlan("round_robin")]), event)
    for fixture in desk.fixtures(event):
        if desk.fixture(fixture.id).state == "ready":
            play(desk, hall, fixture, 1)
    assert desk.stages(event)[1].state == "done"
    with refused("stage_begun", matches=[later[0].id]):
        desk.do(SetEvent(stages=stages[:1]), event)


def test_a_stage_is_added_and_taken_away_while_the_one_before_is_played(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 3, StagePlan("round_robin"))
    [early, *rest] = desk.do(Draw(), event).fixtures
    with refused("stage_drawn", key="ms"):
        desk.do(SetEvent(stages=[StagePlan("knockout")]), event)
    play(desk, hall, early, 1)
    desk.do(
        SetEvent(stages=[StagePlan("round_robin", settings={"advance": 2}), StagePlan("knockout")]), event
    )
    assert [(fixture.stage, fixture.state) for fixture in desk.fixtures(event)][-1] == (2, "waiting")
    desk.do(SetEvent(stages=[StagePlan("round_robin")]), event)
    for fixture in rest:
        play(desk, hall, fixture, 1)
    assert desk.competition(desk.tournament()).state == "done"
    desk.do(
        SetEvent(stages=[StagePlan("round_robin", settings={"advance": 2}), StagePlan("knockout")]), event
    )
    assert [fixture.state for fixture in desk.fixtures(event)][-1] == "ready"
    assert desk.competition(desk.tournament()).state == "drawn"


def test_an_event_is_deleted_until_one_of_its_matches_is_called(desk: Desk, hall: Hall) -> None:
    event, other = event_with(desk, 4), event_with(desk, 3, key="xd")
    desk.do(SetEvent(withdrawals="all"), event)
    first = desk.do(Draw(), event).fixtures[0]
    desk.do(Call(table=1), first)
    with refused("event_has_begun", matches=[first.id]):
        desk.do(DeleteEvent(), event)
    desk.do(Recall(), desk.fixture(first.id))
    desk.do(DeleteEvent(reason="nobody came"), other, actor="anna")
    assert [each.key for each in desk.competitions(desk.tournament())] == ["ms"]
    third = event_with(desk, 3, key="xd")
    desk.do(SetEvent(withdrawals="all"), third)
    desk.do(Draw(), third)
    desk.do(DeleteEvent(), third)
    assert desk.tournament().settings["event_withdrawals"] == {"ms": "all"}
    assert len(desk.players(desk.tournament())) == 4
    desk.do(DeleteEvent(), event)
    assert desk.players(desk.tournament()) == []
    again = desk.do(Draw(), event_with(desk, 4)).fixtures[0]
    assert again.id != first.id  # the table may play the other one


def test_a_tournament_gets_another_name_place_and_days(desk: Desk) -> None:
    made = desk.do(NewTournament(key="open", name="Opne 2026", place="Chennai"), None)
    edited = desk.do(Set(name="Open 2026", days="1 May", reason="typo"), made, actor="anna")
    assert (edited.key, edited.name, edited.place, edited.days) == ("open", "Open 2026", "Chennai", "1 May")
    [(actor, detail)] = acts(desk, "tournament set")
    assert actor == "anna"
    assert json.dumps(detail) == json.dumps(
        {"tournament": "open", "name": "Open 2026", "days": "1 May", "reason": "typo"}
    )
    with refused("bad_tournament_name"):
        desk.do(Set(name=""), made)

"""The desk from the draw to the final: stages that follow each other, teams, several collectors, halls.

Runs on SQLite here and on PostgreSQL in tests/postgres.
"""

from concurrent.futures import ThreadPoolExecutor

from desk_hall import GROUPS, Hall, desk_of, event_with, play

from host_tools.tournament.acts.draws import Decide, Draw, Undraw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import Call, LineUp
from host_tools.tournament.acts.tournament import Close, NewTournament, Set
from host_tools.tournament.desk.desk import Desk, Person
from host_tools.tournament.model.model import Decision, StagePlan
from tests.refusals import refused


def test_a_knockout_goes_from_the_draw_to_the_final(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    drawn = desk.do(Draw(seed="K7QM-3XWD"), event)
    assert [fixture.state for fixture in drawn.fixtures] == ["ready", "ready", "waiting"]
    first, second, final = drawn.fixtures
    assert play(desk, hall, first, 1, "b") == [first.id, final.id]
    assert play(desk, hall, second, 2, "a") == [second.id, final.id]
    final = desk.fixture(final.id)
    assert (final.state, final.a, final.b) == ("ready", first.b, second.a)
    play(desk, hall, final, 1, "a")
    final = desk.fixture(final.id)
    assert final.state == "done"
    assert final.result is not None
    assert (final.result.winner, final.result.how, final.result.games) == ("a", "played", ((10, 0),))
    assert desk.competition(desk.tournament()).state == "done"
    assert desk.standings(event)[0][0].entry == first.b


def test_the_same_seed_draws_the_same(desk: Desk) -> None:
    event = event_with(desk, 7)
    first = desk.do(Draw(seed="K7QM-3XWD"), event)
    desk.do(Undraw(), event)
    assert desk.do(Draw(seed="K7QM-3XWD"), event) == first
    desk.do(Undraw(), event)
    other = desk.do(Draw(), event)
    assert other.seed != first.seed


def test_settling_twice_changes_nothing_more(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    fixture = desk.do(Draw(), event).fixtures[0]
    play(desk, hall, fixture, 1)
    before = desk.fixtures(event)
    assert desk.settle() == []
    assert desk.fixtures(event) == before


def test_groups_lead_to_a_knockout_of_their_first_two(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 6, *GROUPS)
    desk.do(Draw(), event)
    in_groups = [fixture for fixture in desk.fixtures(event) if fixture.stage == 1]
    for fixture in in_groups:
        play(desk, hall, fixture, 1, "a" if (fixture.a or 0) < (fixture.b or 0) else "b")
    semi_finals = [fixture for fixture in desk.fixtures(event) if fixture.laws_stage == "semi_final"]
    assert [fixture.state for fixture in semi_finals] == ["ready", "ready"]
    winners = {standing[0].entry for standing in desk.standings(event, 1).values()}
    for fixture in semi_finals:
        assert len(winners & {fixture.a, fixture.b}) == 1
    assert [stage.state for stage in desk.stages(event)] == ["done", "drawn"]


def test_a_shoot_out_that_is_owed_holds_the_next_stage_until_it_is_decided(desk: Desk, hall: Hall) -> None:
    event = event_with(
        desk, 3, StagePlan("round_robin", settings={"advance": 2}), StagePlan("knockout"), ruleset="vkk"
    )
    drawn = desk.do(Draw(), event)
    # Everybody wins once, by the same score.
    circle = {frozenset(pair): pair[0] for pair in ((1, 2), (2, 3), (3, 1))}
    for fixture in [fixture for fixture in drawn.fixtures if fixture.stage == 1]:
        winner = circle[frozenset((fixture.a, fixture.b))]  # type: ignore[arg-type]
        play(desk, hall, fixture, 1, "a" if fixture.a == winner else "b")
    assert all(line.open for line in desk.standings(event, 1)[0])
    assert desk.standings(event) == desk.standings(event, 1), "the final is drawn, and waits for it"
    final = desk.fixtures(event)[-1]
    assert final.state == "waiting"
    with refused("decision_of_others"):
        desk.do(Decide.of(Decision("shoot_out", ((1, 4), (1, 3))), stage=1), event)
    assert final.id in desk.do(Decide.of(Decision("shoot_out", ((2, 8), (3, 5), (1, 1)))), event).ids
    final = desk.fixtures(event)[-1]
    assert (final.state, {final.a, final.b}) == ("ready", {2, 3})


def test_a_tie_of_teams_is_decided_by_two_wins_and_its_third_match_is_off(desk: Desk, hall: Hall) -> None:
    owner = desk.do(NewTournament(key="tarang", name="Tarang", ruleset="vaishali"), None)
    event = desk.do(AddEvent(key="t", name="Teams", kind="team", rules={"points": 10}), owner).event
    for team in ("Civil", "Power"):
        desk.add_entry(event, [Person(f"{team} {number}") for number in range(1, 6)], team)
    first, second, singles = desk.do(Draw(), event).fixtures
    assert [fixture.part for fixture in (first, second, singles)] == ["doubles 1", "doubles 2", "singles"]
    side_a = next(entry for entry in desk.entries(event) if entry.id == first.a)
    desk.do(LineUp(side="a", players=[side_a.players[4].name, side_a.players[3].name]), first)
    with refused("named_in_tie", part="doubles 1"):
        desk.do(LineUp(side="a", players=[side_a.players[4].name]), singles)
    called = desk.do(Call(table=1), first)
    command = hall.store.command(called.command)
    assert command is not None
    assert command["event"]["a"] == [side_a.players[4].name, side_a.players[3].name]
    assert command["event"]["teams"]["a"] == side_a.name
    hall.take()
    hall.win(1, "a", confirm=False)
    with refused("player_at_table", table=1):
        desk.do(Call(table=2), second)  # nobody is named: it would be the third and the fourth of the list
    hall.enter(1, {"kind": "confirm"})
    desk.do(LineUp(side="a", players=[side_a.players[0].name, side_a.players[1].name]), second)
    play(desk, hall, second, 2, "a")
    assert desk.fixture(singles.id).state == "off"
    assert desk.competition(owner).state == "done"


def test_several_collectors_settle_at_once_and_each_result_counts_once(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 6, StagePlan("round_robin", settings={"advance": 2}), StagePlan("knockout"))
    drawn = desk.do(Draw(), event)
    for fixture in [fixture for fixture in drawn.fixtures if fixture.round == 1 and fixture.stage == 1]:
        desk.do(Call(table=desk.free_tables()[0]), fixture)
    hall.take()
    for number in (1, 2, 3):
        hall.win(number)
    several = [desk_of(hall) for _ in range(4)]
    with ThreadPoolExecutor(len(several)) as pool:
        changed = list(pool.map(Desk.settle, several))
    assert sorted(fixture_id for ids in changed for fixture_id in ids) == sorted(
        fixture.id for fixture in desk.fixtures(event, "done")
    )
    assert [line.played for line in desk.standings(event)[0]] == [1] * 6


def test_a_closed_tournament_is_left_alone(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    first, second, _ = desk.do(Draw(), event).fixtures
    desk.do(Call(table=1), first)
    hall.take()
    hall.begin(1)
    with refused("tournament_in_play", tournament="Open 2026"):
        desk.do(Close(), desk.tournament())
    owner = desk.do(Close(anyway=True), desk.tournament())
    hall.win(1)
    assert desk.settle() == []
    assert desk.next_for(2) is None
    assert desk.free_tables() == [1, 2, 3]
    with refused("tournament_closed"):
        desk.do(Call(table=2), second)
    desk.do(Close(undo=True), owner)
    assert first.id in desk.settle()


def test_halls_own_their_tables(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    owner = desk.do(Set(hall="North", tables=[1, 2]), desk.tournament())
    owner = desk.do(Set(hall="South", tables=[2, 3]), owner)
    assert {table.number: table.hall for table in desk.tables(owner)} == {1: "North", 2: "South", 3: "South"}
    fixture = desk.do(Draw(), event).fixtures[0]
    assert desk.do(Call(table=3), fixture).fixture.hall == "South"

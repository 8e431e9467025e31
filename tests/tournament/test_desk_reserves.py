"""Reserves take the places of entries that withdraw, and byes, until the first match of that place.

Runs on SQLite here and on PostgreSQL in tests/postgres.
"""

import pytest
from desk_hall import Hall, changed, event_with, ids_of, play

from host_tools.tournament.acts.draws import Draw, Undraw
from host_tools.tournament.acts.entries import Delete, Edit, Fill, Return, Withdraw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import Call, LineUp
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.commands import withdrawal_lines
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.model import wording
from host_tools.tournament.model.model import Competition, Entry, StagePlan
from tests.refusals import refused


def enter(desk: Desk, event: Competition, *names: str) -> list[Entry]:
    new = [NewEntry((Person(name),)) for name in names]
    return desk.add_entries(event, new, as_reserves=True)


def listed(desk: Desk, event: Competition) -> list[str]:
    return [entry.title for entry in desk.reserves(event)]


def test_reserves_have_an_order_and_do_not_play(desk: Desk) -> None:
    event = event_with(desk, 4)
    enter(desk, event, "Xenia", "Yasmin", "Zoe")
    with refused("entered_already", player="Zoe"):
        desk.add_entry(event, [Person("Zoe")])
    zoe = desk.entry(event, "Zoe")
    assert (zoe.reserve, zoe.withdrawn) == (3, True)
    desk.do(Edit(reserve=1), zoe)
    assert listed(desk, event) == ["Zoe", "Xenia", "Yasmin"]
    desk.do(Withdraw(reason="ill"), desk.entry(event, "Xenia"))
    assert listed(desk, event) == ["Zoe", "Yasmin"]
    desk.do(Edit(reserve=9), desk.entry(event, "Xenia"))
    desk.do(Delete(), zoe)
    assert listed(desk, event) == ["Yasmin", "Xenia"]
    with refused("reserve_plays", entry="Asha"):
        desk.do(Edit(reserve=1), desk.entry(event, "Asha"))
    assert len(desk.do(Draw(), event).fixtures) == 3
    desk.do(Undraw(), event)
    desk.do(Return(reason="somebody is missing"), desk.entry(event, "Xenia"))
    assert listed(desk, event) == ["Yasmin"]
    assert len(desk.do(Draw(), event).fixtures) == 4 + 2 + 1


def test_a_place_before_its_first_match_is_offered_to_the_first_reserve(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4, StagePlan("round_robin"))
    drawn = desk.do(Draw(), event).fixtures
    [xenia] = enter(desk, event, "Xenia")  # after the draw
    asha, bela = (desk.entry(event, name) for name in ("Asha", "Bela"))
    with refused("place_not_free", place="Asha"):
        desk.do(Fill(place=str(asha.id)), event)
    seen = desk.done(Withdraw(), asha, preview=True).value
    assert seen.reserve == xenia
    assert not desk.entry(event, "Asha").withdrawn
    assert "first reserve, Xenia (No. 5)" in withdrawal_lines.lines(seen, event, "page")[-1]
    desk.do(Withdraw(reason="ill"), asha, actor="anna")
    done = desk.done(Fill(place=str(asha.id), reason="first in line"), event, actor="anna")
    plays, ids = done.value.entry, ids_of(done)
    assert (plays.title, plays.withdrawn, plays.reserve) == ("Xenia", False, None)
    assert len(ids) == 3
    assert [desk.fixture(match).state for match in ids] == ["ready"] * 3
    assert all(asha.id not in (fixture.a, fixture.b) for fixture in desk.fixtures(event))
    filled = desk.store.admins.acts()[0]["detail"]
    del filled["undo"]
    assert filled == {"event": "ms", "entry": "Xenia", "place": "Asha", "reason": "first in line"}
    with refused("no_reserve"):
        desk.do(Fill(place=str(asha.id)), event)
    enter(desk, event, "Yasmin")
    mine = next(fixture for fixture in drawn if bela.id in (fixture.a, fixture.b))
    play(desk, hall, mine, 1)
    desk.do(Withdraw(), bela)
    with refused("place_not_free", place="Bela"):
        desk.do(Fill(place=str(bela.id)), event)
    # Who gave the place up can be a reserve, not play again.
    with refused("returned_not_drawn", entry="Asha"):
        desk.do(Return(reason="here"), asha)
    desk.do(Edit(reserve=1), desk.entry(event, "Asha"))
    assert listed(desk, event) == ["Asha", "Yasmin"]


@pytest.mark.parametrize("is_called", [False, True])
def test_a_late_entry_takes_a_bye_until_its_first_match(desk: Desk, hall: Hall, is_called: bool) -> None:
    event = event_with(desk, 3)
    desk.do(Draw(), event)
    enter(desk, event, "Xenia", "Yasmin")
    [free] = desk.places(event)
    assert (free.entry, free.match.state) == (None, "bye")
    other = next(each for each in desk.fixtures(event) if each.state == "ready")
    play(desk, hall, other, 1)
    final = desk.fixtures(event)[-1]
    if is_called:
        desk.do(Call(table=2), final)
        assert desk.places(event) == []
        with refused("place_not_free", place=free.match.id):
            desk.do(Fill(place=free.match.id), event)
        return
    done = desk.done(Fill(place=free.match.id, reserve=desk.entry(event, "Yasmin").id), event)
    plays, ids = done.value.entry, ids_of(done)
    assert plays.title == "Yasmin"
    assert listed(desk, event) == ["Xenia"]
    assert set(ids) == {free.match.id, final.id}
    assert desk.fixture(free.match.id).state == "ready"
    assert desk.fixture(final.id).state == "waiting"


def test_the_place_of_a_team_and_a_bye_of_teams_are_filled(desk: Desk) -> None:
    owner = desk.do(NewTournament(key="open", name="Open"), None)
    event = desk.do(
        AddEvent(key="te", name="Teams", kind="team", stages=[StagePlan("knockout")]), owner
    ).event

    def team(name: str) -> NewEntry:
        return NewEntry(tuple(Person(f"{name}{number}") for number in range(1, 6)), name)

    desk.add_entries(event, [team(name) for name in "ABC"])
    desk.do(Draw(), event)
    desk.add_entries(event, [team("D"), team("E")], as_reserves=True)
    tie = next(fixture for fixture in desk.fixtures(event) if fixture.state == "ready")
    gone = desk.entry(event, tie.a or 0)
    desk.do(LineUp(side="a", players=[player.name for player in gone.players[:2]]), tie)
    desk.do(Withdraw(), gone)
    ids = changed(desk, Fill(place=str(gone.id)), event)
    assert desk.fixture(tie.id).line_up is None
    assert tie.id in ids
    [free] = desk.places(event)
    desk.do(Fill(place=free.match.id), event)
    parts = [fixture for fixture in desk.fixtures(event) if fixture.tie == free.match.id]
    assert [fixture.state for fixture in parts] == ["ready"] * 3


def test_a_rulebook_without_late_entries_takes_no_reserve_once_the_round_has_begun(
    desk: Desk, hall: Hall
) -> None:
    event = event_with(desk, 3, ruleset="spandan", rules={"games": 1, "points": 10})
    desk.do(Draw(), event)
    enter(desk, event, "Xenia")
    play(desk, hall, next(each for each in desk.fixtures(event) if each.state == "ready"), 1)
    with refused("begun_no_entries"):
        enter(desk, event, "Yasmin")
    [free] = desk.places(event)
    desk.do(Fill(place=free.match.id), event)


@pytest.mark.parametrize(("count", "rounds"), [(7, [1, 2, 3]), (9, [4, 5, 6, 7])])
def test_a_late_entry_joins_a_short_group(desk: Desk, hall: Hall, count: int, rounds: list[int]) -> None:
    event = event_with(
        desk, count, StagePlan("groups", settings={"groups": 2, "advance": 2}), StagePlan("knockout")
    )
    desk.do(Draw(), event)
    before = desk.fixtures(event)
    numbers = wording.numbers(event, before)
    enter(desk, event, "Xenia", "Yasmin")
    [free] = desk.places(event)
    group = free.group
    done = desk.done(Fill(place=free.match.id), event)
    plays, ids = done.value.entry, ids_of(done)
    assert plays.title == "Xenia"
    after = desk.fixtures(event)
    assert [each for each in after if each.id not in ids] == before
    late = [each for each in after if each.id in ids]
    assert [each.round for each in late] == rounds
    assert {each.b for each in late} == {plays.id}
    assert {each.a for each in late} == {
        side for each in before if each.group == group for side in (each.a, each.b)
    }
    for number in {each.round for each in after if each.group == group}:
        sides = [
            side
            for each in after
            if each.group == group and each.round == number
            for side in (each.a, each.b)
        ]
        assert len(sides) == len({*sides})
    new = wording.numbers(event, after)
    assert {match: new[match] for match in numbers} == numbers
    assert [new[each.id] for each in late] == [f"MS {len(before) + n}" for n in range(1, len(late) + 1)]
    assert desk.places(event) == []
    with refused("place_not_free"):
        desk.do(Fill(place=free.match.id), event)
    for fixture in desk.fixtures(event, "ready"):
        play(desk, hall, fixture, 1)
    assert desk.stages(event)[0].state == "done"
    assert wording.numbers(event, desk.fixtures(event)) == new


def test_a_short_group_is_open_until_its_first_match(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 7, StagePlan("groups", settings={"groups": 2}))
    drawn = desk.do(Draw(), event).fixtures
    enter(desk, event, "Xenia")
    [free] = desk.places(event)
    play(desk, hall, next(each for each in drawn if each.group != free.group), 1)
    assert desk.places(event) == [free]
    desk.do(Call(table=2), free.match)
    assert desk.places(event) == []
    with refused("place_not_free"):
        desk.do(Fill(place=free.match.id), event)


def test_a_late_team_has_all_matches_of_its_ties(desk: Desk) -> None:
    owner = desk.do(NewTournament(key="open", name="Open"), None)
    plan = [StagePlan("groups", settings={"groups": 2})]
    event = desk.do(AddEvent(key="te", name="Teams", kind="team", stages=plan), owner).event

    def team(name: str) -> NewEntry:
        return NewEntry(tuple(Person(f"{name}{number}") for number in range(1, 6)), name)

    desk.add_entries(event, [team(name) for name in "ABCDE"])
    desk.do(Draw(), event)
    numbers = wording.numbers(event, desk.fixtures(event))
    desk.add_entries(event, [team("F")], as_reserves=True)
    [free] = desk.places(event)
    ids = changed(desk, Fill(place=free.match.id), event)
    late = [each for each in desk.fixtures(event) if each.id in ids]
    assert len({each.tie for each in late}) == 2
    assert numbers.items() <= wording.numbers(event, desk.fixtures(event)).items()

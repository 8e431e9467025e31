"""Shoot-outs of a group while others play: slots wait, a decision that contradicts a call marks the match."""

from collections.abc import Sequence

import pytest
from desk_hall import Hall, event_with

from host_tools.tournament.acts.draws import Decide, Draw, ShootOut
from host_tools.tournament.acts.matches import Call, ClearResult, EnterResult, Recall
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.model.model import Competition, Decision, Fixture, StagePlan
from host_tools.web.admin import programme
from tests.refusals import refused

#: A match that the first, or the second, of a pair wins: the same in every match, so all three are level.
WON = {"vkk": ((20, 10),), "icf": ((25, 10), (25, 10)), "spandan": ((10, 5),), "wcc": ()}


def event_of(desk: Desk, ruleset: str, groups: int, size: int, advance: int) -> Competition:
    plan = (
        StagePlan("groups", settings={"groups": groups, "advance": advance}),
        StagePlan("knockout"),
    )
    event = event_with(desk, 0, *plan, ruleset=ruleset, rules=None)
    desk.add_entries(event, [NewEntry((Person(f"P{at:02}"),)) for at in range(groups * size)])
    desk.do(Draw(seed="S"), event)
    return event


def of_group(desk: Desk, event: Competition, group: int) -> list[Fixture]:
    return [each for each in desk.fixtures(event) if each.stage == 1 and each.group == group]


def members(desk: Desk, event: Competition, group: int) -> list[int]:
    own = of_group(desk, event, group)
    return sorted({side for each in own for side in (each.a, each.b) if side is not None})


def win(desk: Desk, fixture: Fixture, winner: int, ruleset: str) -> None:
    if ruleset == "wcc":
        games = ((8, 0),) * 10 if fixture.a == winner else ((0, 8),) * 10
    else:
        games = tuple(game if fixture.a == winner else game[::-1] for game in WON[ruleset])
    desk.do(EnterResult(games=["{}-{}".format(*each) for each in games], reason="from paper"), fixture)


def complete(desk: Desk, event: Competition, group: int, ruleset: str, level: bool = True) -> list[int]:
    """Decide all matches of the group. Its first three entries are level at the top, each with a win over the
    next, or the order is that of the entries. Returns the entries.
    """
    entries = members(desk, event, group)
    top = entries[:3]
    beats = {frozenset((top[at], top[(at + 1) % 3])): top[at] for at in range(3)} if level else {}
    for fixture in of_group(desk, event, group):
        assert fixture.a is not None
        assert fixture.b is not None
        pair = frozenset((fixture.a, fixture.b))
        win(desk, fixture, beats.get(pair, min(fixture.a, fixture.b)), ruleset)
    return entries


def slots(desk: Desk, event: Competition, group: int) -> list[tuple[Fixture, int, int | None]]:
    """The matches of the knockout that take a place of the group, with the place, and who has it."""
    taken = []
    for each in desk.fixtures(event):
        for source, entry in ((each.source_a, each.a), (each.source_b, each.b)):
            if source.kind == "place" and source.group == group:
                taken.append((each, source.place, entry))
    return taken


def shoot(entries: Sequence[int], group: int) -> Decision:
    """The first has the highest score."""
    return Decision("shoot_out", tuple((entry, 12 - at) for at, entry in enumerate(entries)), group)


@pytest.mark.parametrize("ruleset", ["vkk", "icf", "spandan", "wcc"])
@pytest.mark.parametrize(("groups", "size", "advance"), [(4, 4, 2), (2, 3, 1), (3, 4, 2), (2, 5, 2)])
def test_a_shoot_out_is_owed_and_the_slots_wait_while_other_groups_are_open(
    desk: Desk, ruleset: str, groups: int, size: int, advance: int
) -> None:
    event = event_of(desk, ruleset, groups, size, advance)
    level = complete(desk, event, 2, ruleset)[:3]
    if groups > 2:
        complete(desk, event, 1, ruleset, level=False)
    assert [line.entry for line in desk.standings(event)[2] if line.open] == level
    assert all(entry is None for _, _, entry in slots(desk, event, 2))
    if groups > 2:
        assert {entry for _, _, entry in slots(desk, event, 1)} == set(members(desk, event, 1)[:advance])
    later = {each.id for each in desk.fixtures(event) if each.stage == 2}
    assert not later & {each.id for each in desk.fixtures(event, "ready")}
    in_order = [level[2], level[0], level[1]]
    changed = desk.do(Decide.of(shoot(in_order, 2)), event).ids
    assert {each.id for each, _, _ in slots(desk, event, 2)} <= set(changed)
    assert {place: entry for _, place, entry in slots(desk, event, 2)} == dict(
        zip(range(1, advance + 1), in_order, strict=False)
    )
    assert not any(line.open for line in desk.standings(event, 1)[2])


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_decision_made_before_or_after_other_groups_end_gives_the_same(desk: Desk, when: str) -> None:
    event = event_of(desk, "vkk", 3, 3, 2)
    level = complete(desk, event, 3, "vkk")
    if when == "before":
        desk.do(Decide.of(shoot([level[1], level[2], level[0]], 3)), event)
    for group in (1, 2):
        complete(desk, event, group, "vkk", level=False)
    if when == "after":
        desk.do(Decide.of(shoot([level[1], level[2], level[0]], 3)), event)
    assert {(place, entry) for _, place, entry in slots(desk, event, 3)} == {(1, level[1]), (2, level[2])}
    assert all(each.state in ("ready", "bye") for each, _, _ in slots(desk, event, 3) if each.round == 1)


def decided_and_called(desk: Desk) -> tuple[Competition, list[int], Fixture]:
    """Group 2 is level and decided, and a match of the knockout with its winner is called to table 1."""
    event = event_of(desk, "vkk", 2, 3, 2)
    level = complete(desk, event, 2, "vkk")
    complete(desk, event, 1, "vkk", level=False)
    desk.do(Decide.of(shoot(level, 2)), event)
    called = next(each for each, place, _ in slots(desk, event, 2) if place == 1)
    desk.do(Call(table=1), called)
    return event, level, called


def test_a_decision_that_contradicts_a_call_marks_the_match(desk: Desk, hall: Hall) -> None:
    event, level, called = decided_and_called(desk)
    changed = desk.do(Decide.of(shoot([level[2], level[1], level[0]], 2)), event).ids
    assert called.id in changed
    fixture = desk.fixture(called.id)
    assert fixture.state == "called"
    assert fixture.note_code == "called_with"
    titles = {entry.id: entry.title for entry in desk.entries(event)}
    assert fixture.note_facts == {"called": titles[level[0]], "instead": titles[level[2]]}
    assert [line.entry for line in desk.standings(event, 1)[2]] == [level[2], level[1], level[0]]
    # The first order again: nothing contradicts the call any more.
    desk.do(Decide.of(shoot(level, 2)), event)
    assert desk.fixture(called.id).note_code is None
    # Another order once more, and the match is recalled: it waits for, and gets, who is right.
    desk.do(Decide.of(shoot([level[2], level[1], level[0]], 2)), event)
    desk.do(Recall(), desk.fixture(called.id))
    desk.settle()
    desk.do(Decide.of(shoot([level[2], level[0], level[1]], 2)), event)
    assert {(place, entry) for _, place, entry in slots(desk, event, 2)} == {(1, level[2]), (2, level[0])}


def test_a_decision_that_changes_another_place_leaves_the_call_unmarked(desk: Desk) -> None:
    event, level, called = decided_and_called(desk)
    assert called.source_a.place == 1 or called.source_b.place == 1
    desk.do(Decide.of(shoot([level[0], level[2], level[1]], 2)), event)
    assert desk.fixture(called.id).note_code is None
    assert {entry for _, place, entry in slots(desk, event, 2) if place == 2} == {level[2]}


def test_a_changed_decision_that_is_taken_back_gives_the_one_before(desk: Desk) -> None:
    event, level, called = decided_and_called(desk)
    desk.do(Decide.of(shoot([level[2], level[1], level[0]], 2)), event)
    assert desk.fixture(called.id).note_code == "called_with"
    act = next(each.act.number for each in desk.acts() if each.act.name == "event decide")
    desk.take_back(act, "typed wrongly")
    assert desk.fixture(called.id).note_code is None
    assert [line.entry for line in desk.standings(event, 1)[2]] == level
    assert [dict(each.order) for each in desk.decisions(event, 1)] == [dict(shoot(level, 2).order)]


def test_a_second_shoot_out_of_those_still_level_leaves_the_first_one(desk: Desk) -> None:
    event = event_of(desk, "vkk", 2, 3, 2)
    a, b, c = complete(desk, event, 2, "vkk")
    desk.do(Decide.of(Decision("shoot_out", ((c, 2), (a, 1), (b, 1)), 2)), event)
    assert [line.entry for line in desk.standings(event)[2] if line.open] == [a, b]
    assert all(entry is None for _, _, entry in slots(desk, event, 2))
    desk.do(Decide.of(shoot([b, a], 2)), event)
    assert [line.entry for line in desk.standings(event, 1)[2]] == [c, b, a]


def test_a_decision_that_changes_nothing_is_refused_and_not_kept(desk: Desk) -> None:
    event, level, _called = decided_and_called(desk)
    group = desk.standings(event, 1)[1]
    for order, number in ((level, 2), (level[1:], 2), ([line.entry for line in reversed(group)], 1)):
        with refused("decision_changes_nothing"):
            desk.do(Decide.of(shoot(order, number)), event)
    assert len(desk.decisions(event, 1)) == 1


def test_a_result_that_ends_the_tie_ends_the_shoot_out(desk: Desk) -> None:
    event = event_of(desk, "vkk", 2, 3, 1)
    level = complete(desk, event, 2, "vkk")
    assert any(line.open for line in desk.standings(event)[2])
    fixture = next(each for each in of_group(desk, event, 2) if {each.a, each.b} == set(level[:2]))
    games = ((25, 10),) if fixture.a == level[0] else ((10, 25),)
    desk.do(EnterResult(games=["{}-{}".format(*each) for each in games], reason="misread"), fixture)
    assert not any(line.open for line in desk.standings(event, 1)[2])
    assert [entry for _, _, entry in slots(desk, event, 2)] == [level[0]]


# At a table


def test_a_shoot_out_of_three_is_played_at_tables_and_orders_them(desk: Desk, hall: Hall) -> None:
    event = event_of(desk, "vkk", 3, 3, 2)
    a, b, c = complete(desk, event, 2, "vkk")
    before = {each.id for each in desk.fixtures(event)}
    numbers = {each.id: each for each in desk.fixtures(event)}
    made = desk.do(ShootOut(group=2), event).fixtures
    assert {frozenset((each.a, each.b)) for each in made} == {
        frozenset(pair) for pair in ((a, b), (a, c), (b, c))
    }
    assert set(numbers) == before
    with refused("shoot_out_open"):
        desk.do(ShootOut(group=2), event)
    wins = {c: 2, a: 1, b: 0}
    for each in made:
        called = desk.do(Call(table=1), desk.fixture(each.id))
        command = hall.store.command(called.command)
        assert command is not None
        assert command["event"]["rules"]["board_limit"] == 1
        hall.take()
        winner = max((each.a, each.b), key=lambda entry: wins[entry or 0])
        assert all(entry is None for _, _, entry in slots(desk, event, 2))
        hall.begin(1)
        hall.enter(1, {"kind": "board", "winner": "a" if winner == each.a else "b", "left": 3, "queen": "b"})
        hall.enter(1, {"kind": "confirm"})
        desk.settle()
        assert desk.fixture(each.id).state == "done"
    [lines] = [lines for group, lines in desk.standings(event, 1).items() if group == 2]
    assert [(line.entry, line.step, line.played) for line in lines] == [
        (c, "shoot_out", 2),
        (a, "shoot_out", 2),
        (b, "shoot_out", 2),
    ]
    assert {(place, entry) for _, place, entry in slots(desk, event, 2)} == {(1, c), (2, a)}
    assert desk.stages(event)[0].state == "drawn"  # the other groups are open
    for group in (1, 3):
        complete(desk, event, group, "vkk", level=False)
    assert desk.stages(event)[0].state == "done"


@pytest.mark.parametrize("ruleset", ["vkk", "icf", "wcc"])
def test_a_shoot_out_by_hand_a_correction_and_its_taking_back_give_the_slots(
    desk: Desk, hall: Hall, ruleset: str
) -> None:
    event = event_of(desk, ruleset, 2, 3, 1)
    a, b, c = complete(desk, event, 2, ruleset)
    desk.do(Decide.of(Decision("shoot_out", ((a, 1), (b, 1), (c, 0)), 2)), event)
    [match] = desk.do(ShootOut(group=2), event).fixtures
    assert (match.a, match.b) == (a, b)
    complete(desk, event, 1, ruleset, level=False)
    [(final, _, _)] = slots(desk, event, 2)
    assert final.state == "waiting"
    desk.do(EnterResult(games=["5-0"] if ruleset != "wcc" else ["2-0"], reason="from paper"), match)
    assert [entry for _, _, entry in slots(desk, event, 2)] == [a]
    desk.do(Call(table=1), desk.fixture(final.id))
    wrong = ["0-5"] if ruleset != "wcc" else ["0-2"]
    with refused("later_match", match=final.id):
        desk.do(EnterResult(games=wrong, reason="misread"), desk.fixture(match.id))
    desk.do(EnterResult(games=wrong, reason="misread", force=True), desk.fixture(match.id))
    assert desk.fixture(final.id).note_code == "called_with"
    desk.do(Recall(), desk.fixture(final.id))
    desk.do(ClearResult(reason="another match"), desk.fixture(match.id))
    assert all(entry is None for _, _, entry in slots(desk, event, 2))
    assert desk.fixture(match.id).state == "ready"


def test_a_shoot_out_is_off_while_nobody_owes_it_and_is_taken_back(desk: Desk, hall: Hall) -> None:
    event = event_of(desk, "vkk", 2, 3, 2)
    with refused("no_shoot_out_owed"):
        desk.do(ShootOut(group=2), event)
    level = complete(desk, event, 2, "vkk")
    made = desk.do(ShootOut(group=2), event).fixtures
    numbers = {each.id: each.number for each in desk.fixtures(event)}
    desk.do(Decide.of(shoot(level, 2)), event)
    assert {desk.fixture(each.id).state for each in made} == {"off"}
    act = next(each.act.number for each in desk.acts() if each.act.name == "event decide")
    desk.take_back(act, "not yet")
    assert {desk.fixture(each.id).state for each in made} == {"ready"}
    act = next(each.act.number for each in desk.acts() if each.act.name == "event shoot-out")
    desk.do(Call(table=1), desk.fixture(made[0].id))
    with refused("later_act_stands"):
        desk.take_back(act, "on paper")
    desk.take_back(act, "on paper", with_later=True)
    fixture_ids = {each.id for each in desk.fixtures(event)}
    assert not fixture_ids & {each.id for each in made}
    assert fixture_ids < set(numbers)
    assert [line.entry for line in desk.standings(event)[2] if line.open] == level


def test_who_wins_as_often_in_a_shoot_out_of_three_shoots_again(desk: Desk, hall: Hall) -> None:
    event = event_of(desk, "vkk", 2, 3, 1)
    a, b, c = complete(desk, event, 2, "vkk")
    beats = {frozenset((a, b)): a, frozenset((b, c)): b, frozenset((a, c)): c}
    for each in desk.do(ShootOut(group=2), event).fixtures:
        games = ["5-0"] if beats[frozenset((each.a or 0, each.b or 0))] == each.a else ["0-5"]
        desk.do(EnterResult(games=games, reason="from paper"), each)
    assert len([line for line in desk.standings(event)[2] if line.open]) == 3
    again = desk.do(ShootOut(group=2), event).fixtures
    assert len(again) == 3
    for each in again:
        first = min(each.a or 0, each.b or 0)
        games = ["5-0"] if first == each.a else ["0-5"]
        desk.do(EnterResult(games=games, reason="from paper"), each)
    assert [entry for _, _, entry in slots(desk, event, 2)] == [a]


def test_the_overview_says_who_is_level_until_it_is_decided(desk: Desk) -> None:
    event = event_of(desk, "vkk", 2, 4, 2)
    complete(desk, event, 2, "vkk", level=False)
    assert programme.overview(desk, desk.tournament(), 0)["level"] == []
    level = complete(desk, event, 1, "vkk")[:3]
    [row] = programme.overview(desk, desk.tournament(), 0)["level"]
    assert (row["event"], row["where"]) == (event.key, "Group A")
    assert sorted(row["entries"]) == sorted(desk.entry(event, each).title for each in level)
    desk.do(Decide.of(Decision("toss", tuple((each, -at) for at, each in enumerate(level)), 1)), event)
    assert programme.overview(desk, desk.tournament(), 0)["level"] == []

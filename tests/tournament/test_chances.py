"""What is certain in a group before its end: rules by hand, and against every way it can go on."""

import random

import pytest
from tournament_values import match, result

from host_tools.tournament.model.model import Fixture
from host_tools.tournament.standings import chances, standings
from host_tools.tournament.standings.chances import Chance

OUTCOMES = (("a", "played"), ("b", "played"), (None, "draw"), (None, "walk_over"))


def certain(fixtures: list[Fixture], advance: int, ruleset: str = "vkk", **more: object) -> dict[int, Chance]:
    entries = standings.entries_of(fixtures)
    places = standings.standing(ruleset, "groups", entries, fixtures, is_over=False)
    return chances.of_group(ruleset, "groups", fixtures, places, advance, **more)  # type: ignore[arg-type]


def four(*decided: tuple[int, int, str, int]) -> list[Fixture]:
    """A group of four; decided: (a, b, winner, net of a)."""
    known = {(a, b): result(winner, net) for a, b, winner, net in decided}  # type: ignore[arg-type]
    pairs = [(1, 4), (3, 2), (3, 1), (2, 4), (1, 2), (4, 3)]
    return [match(a, b, known.get((a, b))) for a, b in pairs]


def test_two_clear_winners_go_on_whatever_happens_and_the_others_cannot() -> None:
    group = four((1, 4, "a", 10), (3, 2, "b", -5), (3, 1, "b", -3), (2, 4, "a", 9))
    assert certain(group, 2) == {
        1: Chance("through", 1),
        2: Chance("through", 1),
        3: Chance("out", 1),
        4: Chance("out", 1),
    }


def test_a_win_suffices_where_nobody_else_can_pass() -> None:
    group = four((1, 4, "a", 10), (3, 2, "b", -5), (3, 1, "b", -3), (2, 4, "a", 9))
    assert certain(group, 1) == {
        1: Chance("wins", 1),
        2: Chance("wins", 1),
        3: Chance("out", 1),
        4: Chance("out", 1),
    }


def test_nothing_is_certain_by_net_points_that_are_still_open() -> None:
    group = four((1, 4, "a", 25), (3, 2, "b", -5), (3, 1, "b", -24), (2, 4, "b", -9))
    assert certain(group, 2) == {1: Chance("wins", 1)}


def test_a_win_that_a_withdrawal_can_take_away_makes_nothing_certain() -> None:
    # 1 has beaten only 4; 2 and 3 have beaten nobody yet. If 4 withdraws, 1 has no point.
    group = four((1, 4, "a", 10), (3, 1, "a", 3))
    assert 1 not in certain(group, 2)


def test_a_group_that_is_over_goes_by_its_places_and_leaves_a_shoot_out_open() -> None:
    done = four(
        *((1, 4, "a", 9), (3, 2, "b", -5), (3, 1, "b", -5), (2, 4, "a", 9), (1, 2, None, 0), (4, 3, "b", -2))
    )
    assert {entry: chance.code for entry, chance in certain(done, 2).items()} == {
        1: "through", 2: "through", 3: "out", 4: "out"
    }  # fmt: skip
    owed = certain(done, 1)
    assert 1 not in owed
    assert 2 not in owed
    assert owed[3].code == "out"


def test_a_group_with_too_much_open_has_nothing_to_say() -> None:
    assert certain(four(), 2) == {}
    assert certain(four((1, 4, "a", 10)), 0) == {}


def test_crokinole_has_nothing_to_say() -> None:
    assert certain(four((1, 4, "a", 10), (3, 2, "b", -5), (3, 1, "b", -3), (2, 4, "a", 9)), 2, "wcc") == {}


@pytest.mark.parametrize("keeps", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_no_way_it_goes_on_makes_it_false(seed: int, keeps: bool) -> None:
    """Random ends, with withdrawals at the worst moments, ranked by the standing itself."""
    chance = random.Random(seed)
    size, advance = chance.choice((3, 4, 4, 5)), chance.choice((1, 2))
    numbers = list(range(1, size + 1))
    group = [match(a, b) for a in numbers for b in numbers if a < b]
    chance.shuffle(group)

    def decided(fixture: Fixture) -> Fixture:
        winner, how = chance.choice((*OUTCOMES[:2] * 3, *OUTCOMES))
        net = {"a": 1, "b": -1}.get(winner or "", 0) * chance.randint(1, 60)
        return match(fixture.a or 0, fixture.b or 0, result(winner, net, how))  # type: ignore[arg-type]

    left_open = chance.randint(1, 3)
    now = [*map(decided, group[left_open:]), *group[:left_open]]
    verdicts = certain(now, advance, count_left=keeps)
    for _ in range(60):
        leaving = {each for each in numbers if chance.random() < 0.15}
        end = [
            each if each.result or ({each.a, each.b} & leaving and chance.random() < 0.8) else decided(each)
            for each in now
        ]
        leaving = {n for n in leaving if any(n in (each.a, each.b) and not each.result for each in end)}
        end = [each if each.result or {each.a, each.b} & leaving else decided(each) for each in end]
        lines = standings.standing("vkk", "groups", numbers, end, withdrawn=leaving, count_left=keeps)
        for line in lines:
            sharing = sum(other.place == line.place for other in lines)
            code = verdicts[line.entry].code if line.entry in verdicts else ""
            if line.entry in leaving:
                continue
            mine = [each for each in end if line.entry in (each.a, each.b) and each not in now]
            unplayed = [each for each in end if line.entry in (each.a, each.b) and not each.result]
            has_won = all(
                each.result and each.result.winner == ("a" if each.a == line.entry else "b")
                for each in (mine + unplayed if keeps else mine)
            )
            if code == "through" or (code == "wins" and has_won):
                assert line.place + sharing - 1 <= advance, (seed, now, end, line, verdicts)
            if code == "out" and not leaving:
                assert line.place > advance, (seed, now, end, line, verdicts)

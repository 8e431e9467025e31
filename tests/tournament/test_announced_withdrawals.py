"""What a withdrawal announces comes true, for every stage and ruleset, at any moment: announced, played on to
the end, compared.
"""

import random

import pytest
from desk_hall import event_with

from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.entries import Withdraw
from host_tools.tournament.acts.events import SetEvent
from host_tools.tournament.acts.matches import EnterResult, WalkOver
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model.model import Competition, Fixture, StagePlan

RULESETS = {
    "icf": {"games": 1},
    "vkk": {},
    "spandan": {"games": 1},
    "vaishali": {},
    "wcc": {"games": {"group": 1}},
}
SCORES = {
    "wcc": ((5, 3), (8, 0), (6, 2)),
    "vaishali": ((29, 3), (29, 20)),
    "spandan": ((20, 5), (12, 9)),
}
PLANS = {
    "groups": {"groups": 2},
    "round_robin": {},
    "preliminary": {"opponents": 2},
    "swiss": {"rounds": 3},
}


def decide(desk: Desk, event: Competition, fixture: Fixture, chance: random.Random) -> None:
    won = chance.choice(SCORES.get(event.ruleset, ((25, 20), (25, 3))))
    a, b = won if chance.random() < 0.5 else won[::-1]
    if chance.random() < 0.15:
        desk.do(WalkOver(winner="a" if a > b else "b", early=True), fixture)
    else:
        desk.do(EnterResult(games=[f"{a}-{b}"], reason="from paper"), fixture)


def figures(desk: Desk, event: Competition) -> dict[int, tuple[int, int, int, int, int]]:
    """By entry its figures: played, won, points, net, 20s."""
    return {
        line.entry: (line.played, line.won, line.points, line.net, line.twenties)
        for lines in desk.standings(event, 1).values()
        for line in lines
    }


def without(fixtures: list[Fixture], gone: int) -> dict[int, int]:
    """How many matches each entry has that are decided, those against who has gone left out."""
    played: dict[int, int] = {}
    for each in fixtures:
        if each.state in ("done", "bye") and gone not in (each.a, each.b):
            for side in (each.a, each.b):
                if side is not None:
                    played[side] = played.get(side, 0) + 1
    return played


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("how", ["usual", "all", "none"])
@pytest.mark.parametrize("kind", PLANS)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_a_withdrawal_announces_comes_true(
    desk: Desk, ruleset: str, kind: str, how: str, seed: int
) -> None:
    chance = random.Random(f"{ruleset}/{kind}/{how}/{seed}")
    count = chance.randint(5, 7)
    plan = StagePlan(kind, settings=PLANS[kind])  # type: ignore[arg-type]
    event = event_with(desk, count, plan, ruleset=ruleset, rules=dict(RULESETS[ruleset]) or None)
    desk.do(SetEvent(withdrawals=how), event)  # type: ignore[arg-type]
    desk.do(Draw(seed=f"S{seed}"), event)
    moment, at, gone, announced, before = chance.randint(0, 12), 0, 0, None, {}
    while True:
        ready = desk.fixtures(event, "ready")
        if announced is None and (at == moment or not ready):
            entry = chance.choice([each for each in desk.entries(event) if not each.withdrawn])
            gone, before = entry.id, figures(desk, event)
            would = desk.done(Withdraw(), entry, preview=True)
            done = desk.done(Withdraw(), entry)
            assert done.effects == would.effects
            assert done.value == would.value
            [announced] = done.value.stages
            continue
        if ready:
            decide(desk, event, chance.choice(ready), chance)
            at += 1
        elif kind == "swiss" and (progress := desk.swiss(event)) and progress.round < progress.rounds:
            desk.do(Draw(), event)
        else:
            break
    assert announced is not None
    after, fixtures = figures(desk, event), desk.fixtures(event)
    [own] = [lines for lines in desk.standings(event, 1).values() if gone in [line.entry for line in lines]]
    place = next(line for line in own if line.entry == gone)
    if announced.count == "":  # all its matches are played: its place stays, and its figures
        assert place.step != "withdrawn"
        assert after[gone] == before[gone]
        return
    assert (own[-1].entry, place.step) == (gone, "withdrawn")
    left_out = without(fixtures, gone)
    counted = {entry: played for entry, (played, *_) in after.items() if entry != gone}
    if announced.count == "none":
        assert counted == {entry: left_out.get(entry, 0) for entry in counted}
    else:
        both = dict.fromkeys(after, 0)
        for each in fixtures:
            if each.state in ("done", "bye"):
                for side in (each.a, each.b):
                    if side is not None:
                        both[side] += 1
        assert counted == {entry: both[entry] for entry in counted}

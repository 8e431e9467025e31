"""What the rehearsal makes up is what the rulebooks allow, and its robot comes to an end."""

import asyncio
import random
from typing import Any

import pytest

from boardside.game import match as game
from host_tools.demo import rehearsal_umpire
from host_tools.demo.rehearsal_plans import PLANS, entries
from host_tools.demo.rehearsal_umpire import RehearsalUmpire
from host_tools.demo.umpire import DisplayError
from host_tools.tournament.model import limits

MATCH = {"kind": "match", "match": "m1", "stage": "final", "a": ["Asha"], "b": ["Bela"]}


class Panel(RehearsalUmpire):
    """The robot with its hands free: keys are noted, the display shows what is wanted."""

    def __init__(self, seed: str) -> None:
        super().__init__(None, None, lambda: None, random.Random(seed))  # type: ignore[arg-type]
        self.keys: list[str] = []

    async def _press(self, key: str) -> None:
        self.keys.append(key)

    async def _see(self, state: str, seen: Any) -> None:
        pass

    async def _winner_alone(self, played: Any) -> None:
        raise AssertionError("rounds are made up so that their discs can be counted")


@pytest.mark.parametrize("count", [2, 8, 60])
@pytest.mark.parametrize("kind", ["singles", "doubles", "team"])
def test_nobody_enters_twice(kind: Any, count: int) -> None:
    made = entries(kind, count)
    names = [person.name for entry in made for person in entry.people]
    assert len(made) == count
    assert len(set(names)) == len(names)
    assert len({entry.title for entry in made}) == count


def test_every_plan_keeps_the_limits_of_its_rulebook() -> None:
    for ruleset, plan in PLANS.items():
        clubs = [person.club for entry in entries(plan.kind, plan.entries) for person in entry.people[:1]]
        most = {
            "singles": limits.by_ruleset(ruleset).singles,
            "doubles": limits.by_ruleset(ruleset).doubles,
        }.get(plan.kind)
        assert most is None or max(map(clubs.count, clubs)) <= most


@pytest.mark.parametrize("ruleset", sorted(PLANS))
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_robot_comes_to_the_end_of_every_match(ruleset: str, seed: str) -> None:
    event = MATCH | {"ruleset": ruleset}
    if ruleset == "wcc":
        event |= {"category": "adult"}
    panel = Panel(seed)
    asyncio.run(panel.conduct_match(event))
    assert panel.state.phase == "over"
    assert panel.state.winner in ("a", "b")
    assert panel.keys[:2] == ["WHITE", "OK"]
    asyncio.run(panel.confirm())
    assert panel.state.confirmed
    assert game.official(panel.state)["winner"] == panel.state.winner


def test_a_match_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsal_umpire, "MOST_STEPS", 3)
    panel = Panel("1")
    with pytest.raises(DisplayError, match="no end"):
        asyncio.run(panel.conduct_match(MATCH | {"ruleset": "icf"}))

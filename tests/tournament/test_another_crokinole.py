"""A second rulebook of crokinole: the tournament goes by the sport, not by the name of the first one."""

import pytest
from tournament_values import match, rounds

from boardside.game import rulesets
from host_tools.tournament.model.model import Fixture, StageKind
from host_tools.tournament.standings import standings

OTHER = "club"


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> str:
    """A ruleset of crokinole that is not `wcc`."""
    load = rulesets.load
    monkeypatch.setattr(rulesets, "IDS", (*rulesets.IDS, OTHER))
    monkeypatch.setattr(rulesets, "load", lambda name: load("wcc" if name == OTHER else name))
    return OTHER


#: Level by wins; by the points of the rounds, and then by the 20s, they are not.
PLAYED = [match(1, 2, rounds(5, 3, 2, 9)), match(2, 3, rounds(8, 0, 1, 0)), match(1, 3, rounds(3, 5, 4, 4))]


@pytest.mark.parametrize("kind", ["preliminary", "round_robin", "groups"])
def test_its_matches_give_the_points_of_their_rounds(other: str, kind: StageKind) -> None:
    fixtures: list[Fixture] = PLAYED
    expected = standings.standing("wcc", kind, [1, 2, 3], fixtures)
    assert [place.points for place in expected] == [11, 8, 5]
    assert standings.standing(other, kind, [1, 2, 3], fixtures) == expected


def test_its_ties_are_broken_by_the_20s(other: str) -> None:
    level = [match(1, 2, rounds(4, 4, 2, 9)), match(1, 3, rounds(8, 0)), match(2, 3, rounds(8, 0))]
    places = standings.standing(other, "preliminary", [1, 2, 3], level)
    assert [(place.entry, place.step) for place in places][:2] == [(2, "twenties_all"), (1, "twenties_all")]

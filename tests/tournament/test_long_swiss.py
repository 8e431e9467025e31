"""The standing of a long Swiss is counted in one go over its matches."""

from collections.abc import Iterable

import pytest

from host_tools.tournament.draw import swiss
from host_tools.tournament.model.model import Fixture, Result
from host_tools.tournament.standings import standings

ENTRIES = list(range(1, 101))


def test_the_last_round_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    real = swiss.last_round

    def counted(fixtures: Iterable[Fixture]) -> int:
        calls.append(1)
        return real(fixtures)

    monkeypatch.setattr(swiss, "last_round", counted)
    won = Result("a", "played", ((25, 0),), (1, 0), (25, 0), 25)
    made = [
        Fixture(f"t-s-1-{number}-{at}", 1, number, at, "group", a=a, b=a + 50, state="done", result=won)
        for number in (1, 2, 3)
        for at, a in enumerate(ENTRIES[:50], 1)
    ]
    places = standings.standing("icf", "swiss", ENTRIES, made)
    assert len(places) == 100
    assert places[0].points == 6
    assert len(calls) <= 2

"""The Swiss of a rehearsal does its steps, and each step that does not go as it should is named."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from host_tools.demo.rehearsal_plans import CARD, CLEARED, SWISS, WITHDRAWN, Swiss
from host_tools.exports import scorecards
from host_tools.store import Store
from host_tools.tournament.acts.entries import Return
from host_tools.tournament.acts.matches import ClearResult, EnterResult
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model.model import Result


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    yield Desk(store)
    store.close()


def played(desk: Desk, ruleset: str = "icf", games: str = "8-3") -> Swiss:
    """The Swiss after its last round; A wins each match by hand."""
    expected: dict[str, Result] = {}
    swiss = Swiss(desk, "S", expected, lambda text: None)
    swiss.prepare(desk.do(NewTournament(key="rehearsal", name="Rehearsal", ruleset=ruleset), None))
    while True:
        ready = desk.fixtures(state="ready")
        for fixture in ready:
            desk.do(EnterResult(games=[games], reason="on paper"), fixture)
        if not swiss.goes_on() and not desk.fixtures(state="ready"):
            return swiss


def test_every_step_goes_as_it_should_also_when_all_matches_are_level(desk: Desk) -> None:
    assert played(desk, "wcc", "4-4").steps == dict.fromkeys((SWISS, CLEARED, WITHDRAWN, CARD), "")


def test_a_card_that_names_the_other_winner_is_noticed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    right = scorecards.cards

    def wrong(*chosen: Any) -> Any:
        return [replace(card, winner="ab".replace(card.winner, "")) for card in right(*chosen)]

    monkeypatch.setattr(scorecards, "cards", wrong)
    steps = played(desk).steps
    assert "does not say Official result: corrected by the organiser" in steps.pop(CARD)
    assert not any(steps.values())


@pytest.mark.parametrize(("act", "step"), [(ClearResult, CLEARED), (Return, WITHDRAWN)])
def test_an_act_that_does_nothing_is_noticed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, act: type, step: str
) -> None:
    monkeypatch.setattr(act, "do", lambda *_, **__: None)
    swiss = Swiss(desk, "S", {}, lambda text: None)
    swiss.prepare(desk.do(NewTournament(key="rehearsal", name="Rehearsal", ruleset="icf"), None))
    for fixture in desk.fixtures(state="ready"):
        desk.do(EnterResult(games=["8-3"], reason="on paper"), fixture)
    swiss.goes_on()
    assert swiss.steps[step] not in ("", "it was not reached")

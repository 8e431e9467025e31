"""A confirmed result whose seal does not fit its events counts nowhere until the organiser decides."""

import pytest
from desk_hall import Hall, desk_of, event_with

from host_tools.store import Store
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.matches import Call, EnterResult
from host_tools.tournament.desk import shapes
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model.model import Fixture


def called(desk: Desk, hall: Hall) -> Fixture:
    """A final, called to table 1, which has taken it."""
    fixture = desk.do(Draw(), event_with(desk, 2)).fixtures[0]
    desk.do(Call(table=1), fixture)
    hall.take()
    return fixture


@pytest.mark.parametrize("seal", ["sealed", "open", "unknown", None])
def test_a_seal_that_may_be_right_counts(store: Store, seal: str | None) -> None:
    hall = Hall(store, 2)
    hall.seal = seal
    desk = desk_of(hall)
    fixture = called(desk, hall)
    hall.win(1)
    desk.settle()
    assert desk.fixture(fixture.id).state == "done"


def test_a_broken_seal_counts_nowhere(store: Store) -> None:
    hall = Hall(store, 2)
    desk = desk_of(hall)
    fixture = called(desk, hall)
    hall.seal = "broken"
    hall.win(1)
    desk.settle()
    left = desk.fixture(fixture.id)
    assert (left.state, left.result) == ("called", None)
    [report] = desk.reports()
    assert report.reason == "broken_seal"
    assert "boardside verify" in shapes.of_report(report).says
    assert desk.settle() == []
    # The umpire takes it back and confirms again, and this seal fits.
    hall.undo_confirmation(1)
    hall.seal = "sealed"
    hall.enter(1, {"kind": "confirm"})
    desk.settle()
    done = desk.fixture(fixture.id)
    assert (done.state, done.note_code) == ("done", None)
    assert desk.reports() == []


def test_the_organisers_decision_is_kept_beside_a_broken_seal(store: Store) -> None:
    hall = Hall(store, 2)
    hall.seal = "broken"
    desk = desk_of(hall)
    fixture = called(desk, hall)
    hall.win(1)
    desk.settle()
    desk.do(EnterResult(games=["10-3"], reason="the paper card"), desk.fixture(fixture.id))
    desk.settle()
    done = desk.fixture(fixture.id)
    assert done.state == "done"
    assert done.result is not None
    assert done.result.games == ((10, 3),)

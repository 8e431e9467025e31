"""The draw on an event's page: a short one leads to the event, a long one shows its progress and Stop."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from admin_client import AdminHall, admin_hall

from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.rounds import drawing
from host_tools.web.admin import long_acts
from host_tools.web.admin.draws import Drawing
from tests.waiting import patience_s, wait_until

EVENT = "/admin/tournament/events/ms"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[AdminHall]:
    with admin_hall(tmp_path) as built:
        desk = Desk(built.store)
        men = desk.do(
            AddEvent(key="ms", name="Men's Singles"),
            desk.do(NewTournament(key="open", name="City Open", ruleset="icf"), None),
        ).event
        desk.add_entries(men, [NewEntry((Person(name),)) for name in ("Asha", "Bela")])
        built.admin.log_in()
        yield built


def state(hall: AdminHall) -> str:
    desk = Desk(hall.store)
    return desk.competition(desk.tournament(), "ms").state


def begun(hall: AdminHall, **typed: str) -> str:
    """Where the form of the draw leads."""
    answer = hall.admin.send(EVENT, f"{EVENT}/draw", **typed)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_a_short_draw_leads_to_the_event_and_a_refused_one_says_why(hall: AdminHall) -> None:
    answer = hall.admin.send(EVENT, f"{EVENT}/draw", seed="x" * 40)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert state(hall) == "entries"
    assert begun(hall, seed="SEED") == EVENT
    assert state(hall) == "drawn"


def test_a_draw_of_an_event_that_is_not_there_is_a_refusal_and_no_failure(hall: AdminHall) -> None:
    drawing = Drawing("organiser", "none", None)
    drawing.run(Desk(hall.store))
    assert drawing.refusal is not None
    assert (drawing.state, drawing.refusal.reason) == ("refused", "no_event")


def test_a_long_draw_shows_its_progress_and_leads_to_the_event(
    hall: AdminHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end = threading.Event()
    slow(monkeypatch, may_end)
    where = begun(hall)
    page = hall.admin.get(where)
    assert "<progress" in page
    assert "Stop; nothing is drawn" in page
    may_end.set()
    until_not_running(hall, where)
    assert hall.client.get(where, follow_redirects=False).headers["location"] == EVENT
    assert state(hall) == "drawn"


def test_a_long_draw_that_is_stopped_leaves_nothing(hall: AdminHall, monkeypatch: pytest.MonkeyPatch) -> None:
    may_end = threading.Event()
    slow(monkeypatch, may_end)
    where = begun(hall)
    assert hall.admin.send(where, where).status_code == 303
    assert "Stopping" in hall.admin.get(where)
    may_end.set()
    until_not_running(hall, where)
    assert "Stopped: nothing was drawn." in hall.admin.get(where)
    desk = Desk(hall.store)
    assert (state(hall), desk.fixtures()) == ("entries", [])
    assert "event draw" not in [row["what"] for row in hall.store.admins.acts()]
    monkeypatch.setattr(long_acts, "SHORT_S", patience_s())
    assert begun(hall) == EVENT


def test_a_stop_before_it_begins_draws_nothing(hall: AdminHall) -> None:
    stopped = Drawing("organiser", "ms", None)
    stopped.stop.set()
    stopped.run(Desk(hall.store))
    assert (stopped.state, state(hall)) == ("stopped", "entries")


def slow(monkeypatch: pytest.MonkeyPatch, may_end: threading.Event) -> None:
    """Let the next draw take until `may_end`."""
    real = drawing.draw

    def waiting(*given: Any) -> Any:
        assert may_end.wait(patience_s())
        return real(*given)

    monkeypatch.setattr(long_acts, "SHORT_S", 0)
    monkeypatch.setattr(drawing, "draw", waiting)


def until_not_running(hall: AdminHall, where: str) -> None:
    def has_ended() -> bool:
        answer = hall.client.get(where, follow_redirects=False)
        return answer.status_code == 303 or "<progress" not in answer.text

    wait_until(has_ended)

"""`/admin/journals`: contradictions are shown, and the organiser's decision is recorded."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from admin_client import AdminHall, admin_hall, fields_of

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "store"))
from store_records import event


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[AdminHall]:
    """Journal j1 of table 3 is stopped at event 2."""
    with admin_hall(tmp_path) as built:
        assert built.admin.log_in().headers["location"] == "/admin"
        built.store.write([event(1), event(2)])
        built.store.write([event(2, '{"seq":2,"kind":"board","winner":"<b>"}', repeated=True)])
        yield built


def test_both_events_are_shown(hall: AdminHall) -> None:
    page = hall.admin.get("/admin/journals")
    assert "Table 3: two different events 2" in page
    assert "kind play" in page
    assert "winner &lt;b&gt;" in page


@pytest.mark.parametrize(("do", "state"), [("keep", "kept"), ("take", "taking")])
def test_a_decision_is_taken_and_recorded(hall: AdminHall, do: str, state: str) -> None:
    answer = hall.admin.send("/admin/journals", "/admin/journals/j1", do=do, why="the umpire's card")
    assert answer.headers["location"] == f"/admin/journals?said={do}"
    (stop,) = hall.store.stops.rows()
    assert (stop.state, stop.decided_by, stop.why) == (state, "organiser", "the umpire's card")
    act = hall.store.admins.acts()[0]
    assert (act["who"], act["detail"]["journal"], act["detail"]["why"]) == (
        "organiser", "j1", "the umpire's card",
    )  # fmt: skip


def test_what_makes_no_decision_changes_nothing(hall: AdminHall) -> None:
    for fields in ({"do": "keep", "why": ""}, {"do": "burn", "why": "?"}, {"why": "?"}):
        assert hall.admin.send("/admin/journals", "/admin/journals/j1", **fields).status_code == 400
    assert [stop.state for stop in hall.store.stops.rows()] == ["open"]
    old = fields_of(hall.admin.get("/admin/journals"), "/admin/journals/j1")
    hall.admin.send("/admin/journals", "/admin/journals/j1", do="keep", why="yes")
    again = hall.admin.post("/admin/journals/j1", {**old, "do": "keep", "why": "again"})
    assert again.status_code == 409
    assert "None: every table" in hall.admin.get("/admin/journals")

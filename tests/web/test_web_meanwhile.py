"""Two results by hand for one match at once: the second learns of the first, by page and by script."""

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from admin_client import AdminHall, admin_hall, fields_of

from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, NewEntry, Person

ROOM = "/admin/tournament"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[AdminHall]:
    """An event of two players, its only match ready."""
    with admin_hall(tmp_path) as built:
        built.admin.log_in()
        desk = Desk(built.store)
        event = desk.do(
            AddEvent(key="ms", name="Men's Singles"), desk.do(NewTournament(key="open", name="Open"), None)
        ).event
        desk.add_entries(event, [NewEntry((Person("Asha"),)), NewEntry((Person("Ben"),))])
        desk.do(Draw(seed="2026"), event)
        yield built


def match_of(hall: AdminHall) -> str:
    return Desk(hall.store).fixtures()[0].id


def form_of(hall: AdminHall) -> tuple[str, dict[str, str]]:
    """The match's form for its result, as it is shown now: where it goes, its hidden fields."""
    page = f"{ROOM}/matches/{match_of(hall)}"
    return f"{page}/result", fields_of(hall.admin.get(page), f"{page}/result")


def test_the_second_form_is_told_both_results_and_can_go_on(hall: AdminHall) -> None:
    action, first = form_of(hall)
    _, second = form_of(hall)
    typed = {"games": "25-10 25-9", "reason": "the sheet"}
    assert hall.admin.post(action, {**first, **typed}).status_code == 303
    mine = {"games": "10-25 9-25", "reason": "I saw it", "winner": "b"}
    answer = hall.admin.post(action, {**second, **mine})
    assert answer.status_code == 409
    page_text = html.unescape(answer.text)
    for part in ("organiser entered 25-10, 25-9, won by A", "10-25, 9-25, won by B", "send it again"):
        assert part in page_text
    assert 'value="10-25 9-25"' in page_text
    assert 'value="I saw it"' in page_text
    assert re.search(r'value="b" selected', page_text)
    assert Desk(hall.store).fixtures()[0].result.winner == "a"  # type: ignore[union-attr]
    again = {**fields_of(answer.text, action), **mine}
    assert hall.admin.post(action, again).status_code == 303
    desk = Desk(hall.store)
    (fixture,) = desk.fixtures()
    assert fixture.result is not None
    assert fixture.result.winner == "b"
    assert [each.reason for each in desk.corrections(desk.event_of(fixture))] == [
        "the sheet",
        "I saw it",
    ]


def test_the_same_result_twice_is_no_quarrel(hall: AdminHall) -> None:
    action, first = form_of(hall)
    _, second = form_of(hall)
    typed = {"games": "25-10 25-9", "reason": "the sheet"}
    assert hall.admin.post(action, {**first, **typed}).status_code == 303
    assert hall.admin.post(action, {**second, **typed}).status_code == 303
    desk = Desk(hall.store)
    assert len(desk.corrections(desk.event_of(desk.fixtures()[0]))) == 1


def test_an_impossible_result_is_named_as_that(hall: AdminHall) -> None:
    action, first = form_of(hall)
    _, second = form_of(hall)
    assert hall.admin.post(action, {**first, "games": "25-10 25-9", "reason": "x"}).status_code == 303
    answer = hall.admin.post(action, {**second, "games": "3-2", "reason": "y"})
    assert answer.status_code == 422


def test_a_script_says_which_result_it_saw(hall: AdminHall) -> None:
    headers = {"Authorization": f"Bearer {hall.store.tokens.make('script')}"}
    path = f"/api/v1/planned/{match_of(hall)}"

    def version() -> str:
        return str(hall.client.get(path).json()["match"]["result_version"])

    def send(score: list[str], **more: Any) -> Any:
        body = {"games": score, "reason": "by hand", **more}
        return hall.client.post(f"{path}/result", json=body, headers=headers)

    seen = version()
    assert seen == "0"
    assert send(["25-10", "25-9"], known=seen).status_code == 200
    assert version() != seen
    refused = send(["10-25", "9-25"], known=seen)
    assert refused.status_code == 409
    error = refused.json()["error"]
    assert "script entered 25-10, 25-9" in error["message"]
    assert f"{version()} as `known`" in error["message"]
    assert (error["reason"], error["facts"]["version"]) == ("result_changed", version())
    assert send(["10-25", "9-25"], known=version()).status_code == 200
    assert send(["25-1", "25-2"]).status_code == 200, "who does not say what he saw goes on as before"

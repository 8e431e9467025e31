"""What goes wrong at the organiser's pages when people are in a hurry; each a page that says what to do."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from admin_client import AdminHall, admin_hall, fields_of
from starlette.routing import Route

from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.entering import ImportEntries
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.tournament import Close, NewTournament
from host_tools.tournament.desk.desk import Desk
from host_tools.web.admin.site import Once

ROOM = "/admin/tournament"
EVENT = f"{ROOM}/events/ms"
EVIL = "<b>Bold</b> & “Quote” 🎯 مريم"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[AdminHall]:
    with admin_hall(tmp_path) as built:
        built.admin.log_in()
        desk = Desk(built.store)
        desk.do(
            AddEvent(key="ms", name="Men's Singles"),
            desk.do(NewTournament(key="open", name="City Open"), None),
        )
        yield built


def text_of(page: str) -> str:
    """The text of the page, without its marks."""
    return " ".join(re.sub(r"<[^>]*>", " ", page.partition("<main")[2]).split())


def acts(hall: AdminHall, kind: str) -> int:
    return sum(act["what"] == kind for act in hall.store.admins.acts())


def test_a_form_that_is_sent_twice_is_done_once_and_both_see_what_came_of_it(hall: AdminHall) -> None:
    form = fields_of(hall.admin.get(EVENT), f"{EVENT}/entries")
    answers = [
        hall.admin.post(f"{EVENT}/entries", {**form, "players": name}) for name in ("Asha", "Asha", "Bela")
    ]
    assert [answer.status_code for answer in answers] == [303] * 3
    assert {answer.headers["location"] for answer in answers} == {EVENT}
    form = fields_of(hall.admin.get(EVENT), f"{EVENT}/draw")
    for _click in range(2):
        assert hall.admin.post(f"{EVENT}/draw", {**form, "seed": "7"}).headers["location"] == EVENT
    assert (acts(hall, "entry add"), acts(hall, "event draw")) == (2, 1)


def test_what_was_refused_can_be_sent_again_from_the_same_page(hall: AdminHall) -> None:
    form = fields_of(hall.admin.get(EVENT), f"{EVENT}/draw")
    assert hall.admin.post(f"{EVENT}/draw", {**form, "seed": "7"}).status_code == 422
    sent = hall.admin.send(EVENT, f"{EVENT}/import", lines="name\nAsha\nBela\n")
    assert sent.status_code == 303
    assert hall.admin.post(f"{EVENT}/draw", {**form, "seed": "7"}).status_code == 303


def test_a_draw_without_entries_says_so(hall: AdminHall) -> None:
    answer = hall.admin.send(EVENT, f"{EVENT}/draw", seed="7")
    assert answer.status_code == 422
    assert "entries" in text_of(answer.text)
    assert 'role="alert"' in answer.text


def test_the_form_of_an_outdated_page_shows_the_present_state(hall: AdminHall) -> None:
    hall.admin.send(EVENT, f"{EVENT}/import", lines="name\nAsha\nBela\n")
    old = fields_of(hall.admin.get(EVENT), f"{EVENT}/draw")
    hall.admin.send(EVENT, f"{EVENT}/draw", seed="1")
    answer = hall.admin.post(f"{EVENT}/draw", {**old, "seed": "2"})
    assert answer.status_code == 422
    assert "drawn already" in text_of(answer.text)
    assert "seed <code>1</code>" in answer.text


def test_the_address_of_a_form_leads_to_its_page(hall: AdminHall) -> None:
    hall.admin.send(EVENT, f"{EVENT}/import", lines="name\nAsha\nBela\n")
    hall.admin.send(EVENT, f"{EVENT}/draw", seed="1")
    address = f"{ROOM}/matches/{Desk(hall.store).fixtures()[0].id}"
    for path, page in (
        (f"{EVENT}/draw", EVENT),
        (f"{ROOM}/next", ROOM),
        (f"{ROOM}/protests/x/1/fee", ROOM),
        (f"{address}/result", address),
        ("/admin/logout", "/admin"),
    ):
        answer = hall.admin.client.get(path, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, page), path


def test_of_several_open_tournaments_one_is_chosen_and_kept(hall: AdminHall) -> None:
    desk = Desk(hall.store)
    answer = hall.admin.send(f"{ROOM}/new", f"{ROOM}/tournaments", key="second", name="Second", ruleset="icf")
    assert answer.headers["location"] == f"{ROOM}?show=second"
    desk.do(AddEvent(key="ms", name="Its Singles"), desk.tournament("second"))
    hall.admin.get(answer.headers["location"])
    assert '<h1 dir="auto">Second</h1>' in hall.admin.get(ROOM)
    assert "Its Singles" in hall.admin.get(EVENT)
    hall.admin.get(f"{ROOM}?show=open")
    assert '<h1 dir="auto">City Open</h1>' in hall.admin.get(ROOM)
    assert "Its Singles" not in hall.admin.get(EVENT)


def test_a_form_is_of_the_tournament_whose_page_it_is_on(hall: AdminHall) -> None:
    desk = Desk(hall.store)
    second = desk.do(NewTournament(key="second", name="Second"), None)
    desk.do(AddEvent(key="ms", name="Its Singles"), second)
    hall.admin.get(f"{ROOM}?show=second")
    form = fields_of(hall.admin.get(EVENT), f"{EVENT}/entries")
    first = desk.tournaments()[-1]
    hall.admin.get(f"{ROOM}?show={first.key}")  # in another tab
    hall.admin.post(f"{EVENT}/entries", {**form, "players": "Asha"})
    assert [entry.title for entry in desk.entries(desk.competition(second, "ms"))] == ["Asha"]
    assert "Asha" in hall.admin.get(EVENT), "the page after it is of the same"
    hall.admin.get(f"{ROOM}?show={first.key}")
    assert "Asha" not in hall.admin.get(EVENT)
    desk.do(Close(), second)
    answer = hall.admin.post(f"{EVENT}/entries", {**form, "players": "Bela"})
    assert answer.status_code == 422
    assert "Bela" not in hall.admin.get(EVENT)


def test_a_page_can_ask_whether_its_form_would_be_taken(hall: AdminHall) -> None:
    token = fields_of(hall.admin.get(), "/admin/logout")["csrf"]
    assert hall.admin.client.get("/admin/alive").json() == {"csrf": token}
    answer = hall.browser("10.0.0.8").client.get("/admin/alive")
    assert (answer.status_code, answer.json()) == (401, {})


def test_a_form_after_logging_out_elsewhere_shows_what_was_typed(hall: AdminHall) -> None:
    form = fields_of(hall.admin.get(EVENT), f"{EVENT}/import")
    hall.admin.send("/admin", "/admin/logout")
    answer = hall.admin.post(f"{EVENT}/import", {**form, "lines": f"name\n{EVIL}\n"})
    assert answer.status_code == 401
    assert "&lt;b&gt;Bold&lt;/b&gt; &amp; “Quote” 🎯 مريم" in answer.text
    assert form["csrf"] not in answer.text
    assert Desk(hall.store).entries(Desk(hall.store).competition(Desk(hall.store).tournament(), "ms")) == []


@pytest.mark.parametrize(
    ("kind", "size", "status", "says"),
    [
        ("application/x-www-form-urlencoded", 200_000, 413, "`boardside entries import`"),
        ("application/x-www-form-urlencoded", 900_000, 413, "nothing was done"),
        ("multipart/form-data; boundary=x", 1000, 415, "nothing was done"),
    ],
)
def test_a_body_that_is_no_form_is_answered_with_a_page(
    hall: AdminHall, kind: str, size: int, status: int, says: str
) -> None:
    headers = {**hall.admin.headers, "Content-Type": kind}
    answer = hall.admin.client.post(f"{EVENT}/entries", content=b"\x89PNG" + bytes(size), headers=headers)
    assert answer.status_code == status
    assert says in text_of(answer.text)


def test_odd_names_are_shown_as_they_are(hall: AdminHall) -> None:
    long = "Venkata" * 11
    sent = hall.admin.send(EVENT, f"{EVENT}/import", lines=f'name\n"{EVIL}"\nO\'Neil\n{long}\n')
    assert sent.status_code == 303
    page = hall.admin.get(EVENT)
    assert "&lt;b&gt;Bold&lt;/b&gt; &amp; “Quote” 🎯 مريم" in page
    assert "<b>Bold" not in page
    assert "O&#39;Neil" in page
    answer = hall.admin.send(EVENT, f"{EVENT}/entries", players="x" * 81)
    assert answer.status_code == 422
    assert "80" in text_of(answer.text)


def test_crokinole_takes_a_draw_where_its_rules_do(hall: AdminHall) -> None:
    desk = Desk(hall.store)
    event = desk.do(
        AddEvent(key="ck", name="Crokinole", ruleset="wcc", category="adult"), desk.tournament()
    ).event
    desk.do(ImportEntries(lines=["name", "Asha", "Bela", "Cem", ""]), event)
    fixture = desk.do(Draw(seed="1"), event).fixtures[0]
    at = f"{ROOM}/matches/{fixture.id}"
    assert "a draw" in hall.admin.get(at)
    answer = hall.admin.send(at, f"{at}/result", games="4-4", twenties="9-7", winner="draw", reason="paper")
    assert answer.status_code == 303, text_of(answer.text)
    result = desk.fixture(fixture.id).result
    assert result is not None
    assert (result.winner, result.points, result.twenties) == (None, (4, 4), (9, 7))
    page = hall.admin.get(f"{ROOM}/events/ck")
    assert '<th scope="col">20s</th>' in page


def test_of_two_clicks_at_once_the_second_waits_for_the_first() -> None:
    done: list[str] = []

    async def work() -> str:
        await asyncio.sleep(0)
        done.append("a")
        return "/there"

    async def clicks(fields: dict[str, str]) -> list[str]:
        once = Once()
        return list(await asyncio.gather(*(once.do("/draw", fields, work) for _click in range(2))))

    assert asyncio.run(clicks({"once": "1", "seed": "7"})) == ["/there", "/there"]
    assert len(done) == 1
    assert asyncio.run(clicks({"seed": "7"})) == ["/there", "/there"]
    assert len(done) == 3


def test_a_second_open_tournament_closes_no_page_of_the_chosen_one(hall: AdminHall) -> None:
    """Each page of the desk answers with two open tournaments as it does with one."""
    hall.admin.send(EVENT, f"{EVENT}/import", lines="name\nAsha\nBela\n")
    hall.admin.send(EVENT, f"{EVENT}/draw", seed="7")
    match = Desk(hall.store).fixtures()[0].id
    given = {"event": "ms", "match": match, "entry": "1"}
    pages = {
        re.sub(r"\{(\w+)\}", lambda place: given.get(place[1], "1"), route.path)
        for route in hall.app.routes
        if isinstance(route, Route) and route.path.startswith(ROOM) and "GET" in (route.methods or ())
    }
    assert {f"{ROOM}/check-in", f"{EVENT}/round", f"{ROOM}/files", f"{ROOM}/import"} <= pages

    def answers() -> dict[str, int]:
        got = {page: hall.admin.client.get(page, follow_redirects=False) for page in sorted(pages)}
        return {page: answer.status_code for page, answer in got.items()}

    alone = answers()
    assert alone[f"{ROOM}/check-in"] == 200
    Desk(hall.store).do(NewTournament(key="second", name="Second"), None)
    assert hall.admin.client.get(f"{ROOM}?show=open", follow_redirects=True).status_code == 200
    assert answers() == alone

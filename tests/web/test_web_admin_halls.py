"""The organiser's page of several halls: a clock for each, and one form for all."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from admin_client import AdminHall, admin_hall

from host_tools.backup.regular import RegularBackups
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, NewEntry, Person

MINUTE = 60_000


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[AdminHall]:
    with admin_hall(tmp_path) as built:
        built.store.hall.stand([1, 2], "North")
        built.store.hall.stand([3], "Südhalle <2>")
        built.admin.log_in()
        yield built


def send(hall: AdminHall, panel: str, **typed: str) -> int:
    """Send a form of the panel with this title; the status of the answer."""
    page = hall.admin.get()
    cards = re.findall(r'<section class="hall-card".*?</section>', page, re.DOTALL)
    card = next(card for card in cards if f">{panel}</h2>" in card)
    form = re.findall(r"<form.*?</form>", card, re.DOTALL)[-1]
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form))
    hidden["hall"] = hidden["hall"].replace("&lt;", "<").replace("&gt;", ">")
    return int(hall.admin.post("/admin/hall", {**hidden, **typed}).status_code)


def states(hall: AdminHall) -> dict[str, str]:
    now = hall.store.hall.now() + 5000
    return {name: state.state_at(now) for name, state in hall.store.hall.clocks().own.items()}


def test_each_hall_has_its_panel(hall: AdminHall) -> None:
    page = hall.admin.get()
    titles = re.findall(r'<h2 id="clock-title[^"]*" dir="auto">(.*?)</h2>', page)
    assert titles == ["North", "Südhalle &lt;2&gt;", "All halls"]
    assert len(re.findall(r'id="(?:clock|length|clock-title)[^"]*"', page)) == 9
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(set(ids)) == len(ids)


def test_a_clock_is_changed_in_one_hall_and_in_all(hall: AdminHall) -> None:
    assert send(hall, "North", do="start", length="45:00") == 303
    assert states(hall) == {"North": "running"}
    assert send(hall, "Südhalle &lt;2&gt;", do="start", length="30:00") == 303
    assert send(hall, "All halls", do="pause") == 303
    assert set(states(hall).values()) == {"paused"}
    assert send(hall, "North", do="resume") == 303
    assert states(hall) == {"North": "running", "Südhalle <2>": "paused"}
    assert send(hall, "All halls", do="end") == 303
    assert set(states(hall).values()) == {"ended"}
    done = [(row["what"], row["detail"].get("hall")) for row in hall.store.admins.acts()[::-1][1:]]
    assert done[:3] == [("hall start", "North"), ("hall start", "Südhalle <2>"), ("hall pause", None)]


def test_a_refusal_is_shown_in_the_panel_that_was_used(hall: AdminHall) -> None:
    page = hall.admin.get()
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', page))
    typed = {"hall": "North", "number": "0", "do": "start", "length": "soon"}
    answer = hall.admin.post("/admin/hall", {**hidden, **typed})
    assert answer.status_code == 422
    north, *others = re.findall(r'<section class="hall-card".*?</section>', answer.text, re.DOTALL)
    assert "is no time" in north
    assert 'value="soon"' in north
    assert not any("is no time" in card for card in others)


def test_a_hall_that_is_no_more_is_refused(hall: AdminHall) -> None:
    page = hall.admin.get()
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', page))
    asked = {**hidden, "hall": "Attic", "number": "0", "do": "start", "length": "1:00"}
    answer = hall.admin.post("/admin/hall", asked)
    assert answer.status_code == 422
    assert "There is no hall" in answer.text


def test_with_one_hall_the_page_mentions_no_halls(hall: AdminHall) -> None:
    hall.store.hall.stand([3], "North")
    page = hall.admin.get()
    assert "All halls" not in page
    assert page.count("hall-card") == 1
    assert send(hall, "Hall clock", do="start", length="45:00") == 303
    assert ">45:00<" in hall.admin.get()


def test_an_event_is_bound_to_a_hall_on_its_page(hall: AdminHall) -> None:
    desk = Desk(hall.store)
    made = desk.do(
        AddEvent(key="ms", name="Men's Singles"), desk.do(NewTournament(key="open", name="Open"), None)
    ).event
    page = "/admin/tournament/events/ms"
    assert hall.admin.send(page, f"{page}/set", hall="North").status_code == 303
    assert desk.hall_of(made) == "North"
    assert re.search(r'<option value="North" selected>', hall.admin.get(page))
    assert hall.admin.send(page, f"{page}/set", hall="Attic").status_code == 422
    assert hall.admin.send(page, f"{page}/set", hall="").status_code == 303
    assert desk.hall_of(made) == ""
    hall.store.hall.stand([3], "North")
    assert "Played in" not in hall.admin.get(page)


TOURNAMENT = "/admin/tournament"


def test_tables_are_put_into_halls_on_the_page(hall: AdminHall) -> None:
    desk = Desk(hall.store)
    desk.do(NewTournament(key="open", name="Open"), None)
    assert "All tables stand in one hall." in hall.admin.get(TOURNAMENT)
    form = f"{TOURNAMENT}/set"
    assert hall.admin.send(TOURNAMENT, form, hall="East", tables="1-20, 25").status_code == 303
    assert hall.admin.send(TOURNAMENT, form, hall="Übersee", tables="20,30").status_code == 303
    page = hall.admin.get(TOURNAMENT)
    assert "<bdi>East</bdi> <small>1-19, 25</small>" in page
    assert "<bdi>Übersee</bdi> <small>20, 30</small>" in page
    assert desk.tournament("open").settings["halls"]["Übersee"] == [20, 30]
    assert hall.admin.send(TOURNAMENT, form, hall="East", tables="").status_code == 303
    assert desk.tournament("open").settings["halls"] == {"Übersee": [20, 30]}
    assert hall.store.admins.acts()[0]["who"] == "organiser"


@pytest.mark.parametrize(
    ("name", "tables", "says"),
    [
        ("North", "", "Which tables stand in North?"),
        ("North", "x", "is no table"),
        ("North", "5-2", "the lower one first"),
        ("North", "3-", "is no table"),
        ("North", "0", "from 1 to 9999"),
        ("hall", "1", "all halls together"),
        ("N" * 50, "1", "1 to 40 characters"),
    ],
)
def test_a_refused_hall_is_shown_again_with_its_words(
    hall: AdminHall, name: str, tables: str, says: str
) -> None:
    Desk(hall.store).do(NewTournament(key="open", name="Open"), None)
    answer = hall.admin.send(TOURNAMENT, f"{TOURNAMENT}/set", hall=name, tables=tables)
    assert answer.status_code == 422
    assert says in html.unescape(answer.text)
    again = answer.text.partition('id="halls-title"')[2]
    assert "<details open>" in again
    assert f'value="{name}"' in again
    assert f'value="{tables}"' in again


def test_the_ids_of_entries_stand_beside_them(hall: AdminHall) -> None:
    desk = Desk(hall.store)
    made = desk.do(
        AddEvent(key="ms", name="Men's Singles"), desk.do(NewTournament(key="open", name="Open"), None)
    ).event
    entry = desk.add_entries(made, [NewEntry((Person("Asha"),)), NewEntry((Person("Ben"),))])[1]
    page = hall.admin.get("/admin/tournament/events/ms")
    assert f'<td class="entry-id" data-head="id">{entry.id}</td>' in page


def test_a_set_clock_is_told_for_an_hour(hall: AdminHall) -> None:
    assert "+7200 s" not in hall.admin.get()
    now = hall.store.hall.now()
    hall.store.admins.act("collector", "clock set", {"seconds": 7200}, now)
    assert "+7200 s" in hall.admin.get()
    hall.store.hall.set_shift(2 * 3_600_000)
    assert "+7200 s" not in hall.admin.get()


def test_the_backups_are_shown_and_one_more_is_made(hall: AdminHall, tmp_path: Path) -> None:
    assert "/admin/backup" not in hall.admin.get(), "no folder, no button"
    stick = tmp_path / "stick"
    stick.mkdir()
    RegularBackups(hall.store, stick, 5 * MINUTE).step(0)
    assert hall.admin.send("/admin", "/admin/backup").status_code == 303
    newest = max(path.name for path in stick.iterdir())
    assert len(list(stick.iterdir())) == 2
    assert newest in hall.admin.get()
    assert [act["what"] for act in hall.store.admins.acts(limit=1)] == ["backup"]
    stick.rename(tmp_path / "pocket")
    assert hall.admin.send("/admin", "/admin/backup").status_code == 409
    assert str(stick) in hall.admin.get()


def test_a_restored_database_and_a_wrong_clock_are_told(hall: AdminHall) -> None:
    now = hall.store.hall.now()
    assert "act 118" not in hall.admin.get()
    hall.store.admins.act("Asha", "restore", {"as_of": now, "act": 118}, now)
    assert "act 118" in hall.admin.get()
    before = hall.admin.get().count("<li>")
    hall.store.admins.act("Asha", "login", None, now + 10 * 365 * 24 * 3_600_000)
    assert hall.admin.get().count("<li>") == before + 1

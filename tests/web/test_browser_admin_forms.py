"""Forms of the organiser's pages when something comes between, in a real Chromium: no typed text is lost, and
nothing is done without being reported.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from admin_client import PASSWORD, quick_hash
from browsing import chromium, expect, pytestmark  # noqa: F401
from web_server import Hall

from host_tools.store import Store
from host_tools.tournament.acts.entering import ImportEntries
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk

EVENT = "/admin/tournament/events/ms"
LIST = "name,club\nAsha,Pune\nரவி,சென்னை\n"
PATIENCE_MS = 60_000  # a page is loaded, on a machine that may be busy
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(2000)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with quick_hash():
        store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
        store.admins.set_password("organiser", PASSWORD)
        desk = Desk(store)
        desk.do(
            AddEvent(key="ms", name="Men's Singles"),
            desk.do(NewTournament(key="open", name="City Open"), None),
        )
        yield desk
        store.close()


@pytest.fixture
def hall(desk: Desk) -> Iterator[Hall]:
    made = Hall(store=desk.store)
    yield made
    made.close()


@pytest.fixture
def page(browser: Any, hall: Hall) -> Iterator[Any]:
    """The event's page, logged in."""
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    log_in(page, hall)
    page.goto(hall.url + EVENT)
    yield page
    context.close()


def log_in(page: Any, hall: Hall) -> None:
    page.goto(f"{hall.url}/admin/login")
    page.fill("#password", PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/admin")


def entered(desk: Desk) -> list[str]:
    return [entry.title for entry in desk.entries(desk.competition(desk.tournament(), "ms"))]


def enter(page: Any, button: str = "Enter") -> None:
    page.get_by_role("button", name=button, exact=True).click()


def alert(page: Any) -> Any:
    return expect(page.get_by_role("alert"))


@pytest.mark.slow
def test_while_the_collector_is_away_the_page_stays_with_what_was_typed(
    page: Any, hall: Hall, desk: Desk
) -> None:
    page.fill("#import-lines", LIST)
    page.context.set_offline(True)
    enter(page, "Enter the list")
    alert(page).to_contain_text("The collector does not answer, so nothing was sent.", timeout=PATIENCE_MS)
    expect(page.locator("#import-lines")).to_have_value(LIST)
    assert entered(desk) == []
    page.context.set_offline(False)
    enter(page, "Enter the list")
    expect(page.locator(".entries")).to_contain_text("ரவி", timeout=PATIENCE_MS)
    assert entered(desk) == ["Asha", "ரவி"]


@pytest.mark.slow
def test_a_login_that_ended_is_taken_up_in_another_tab(page: Any, hall: Hall, desk: Desk) -> None:
    page.fill("#entries-players-players", "O'Neil <b>")
    other = page.context.new_page()
    other.goto(f"{hall.url}/admin")
    other.get_by_role("button", name="Log out").click()
    expect(other.locator(".said")).to_have_text("You are logged out.", timeout=PATIENCE_MS)
    enter(page)
    alert(page).to_contain_text("You are not logged in any more, so nothing was sent.", timeout=PATIENCE_MS)
    assert entered(desk) == []
    with page.context.expect_page() as opening:
        page.get_by_role("link", name="log in in another tab").click()
    opening.value.fill("#password", PASSWORD)
    opening.value.get_by_role("button", name="Log in").click()
    opening.value.wait_for_url("**/admin")
    enter(page)
    expect(page.locator(".entries")).to_contain_text("O'Neil <b>", timeout=PATIENCE_MS)
    assert entered(desk) == ["O'Neil <b>"]


@pytest.mark.slow
def test_a_double_click_acts_once_and_going_back_shows_the_present_state(page: Any, desk: Desk) -> None:
    page.fill("#entries-players-players", "Asha")
    page.get_by_role("button", name="Enter", exact=True).dblclick()
    expect(page.locator(".entries")).to_contain_text("Asha", timeout=PATIENCE_MS)
    alert(page).to_have_count(0)
    desk.do(ImportEntries(lines=["name", "Bela", "Cem", ""]), desk.competition(desk.tournament(), "ms"))
    page.reload()
    page.get_by_role("button", name="Draw", exact=True).dblclick()
    expect(page.locator("#draw-title + p")).to_contain_text("seed", timeout=PATIENCE_MS)
    alert(page).to_have_count(0)
    page.go_back()
    page.wait_for_load_state()
    draw = page.get_by_role("button", name="Draw", exact=True)
    if draw.count():  # the browser kept the old page
        draw.click()
        alert(page).to_contain_text("drawn already", timeout=PATIENCE_MS)
    acts = [act["what"] for act in desk.store.admins.acts()]
    assert acts.count("event draw") == 1


@pytest.mark.slow
def test_a_list_from_a_file_is_seen_before_it_is_sent(page: Any, desk: Desk, tmp_path: Path) -> None:
    alert_box = page.get_by_role("alert")
    for name, content, says in (
        ("photo.png", PNG, "photo.png is no text"),
        ("list.xlsx", b"PK\x03\x04" + bytes(3000), "list.xlsx is a workbook, not a CSV file"),
        ("old.csv", "name\nŁukasz\n".encode("cp1250"), "old.csv has a letter that is not in UTF-8"),
        ("huge.csv", b"", "huge.csv has 50 MB"),
    ):
        file = tmp_path / name
        file.write_bytes(content)
        if not content:
            os.truncate(file, 50_000_000)
        page.set_input_files("#import-lines-file", file)
        expect(alert_box).to_contain_text(says, timeout=PATIENCE_MS)
        expect(page.locator("#import-lines")).to_have_value("")
    for code in ("utf-8", "utf-8-sig", "utf-16"):
        page.set_input_files(
            "#import-lines-file", {"name": "a.csv", "mimeType": "text/csv", "buffer": LIST.encode(code)}
        )
        expect(page.locator("#import-lines")).to_have_value(LIST)
        expect(alert_box).to_have_count(0)
        page.fill("#import-lines", "")
    western = "name\nZoë O’Neill\nAsha\n"
    page.set_input_files(
        "#import-lines-file", {"name": "w.csv", "mimeType": "text/csv", "buffer": western.encode("cp1252")}
    )
    expect(page.locator("#import-lines")).to_have_value(western)
    expect(page.get_by_role("status").filter(has_text="Windows-1252")).to_contain_text("Zoë O’Neill")
    expect(alert_box).to_have_count(0)
    broken = b"name,seeding\nAsha,1\nBela,first\n"
    page.set_input_files("#import-lines-file", {"name": "a.csv", "mimeType": "text/csv", "buffer": broken})
    expect(page.locator("#import-lines")).to_have_value(re.compile("Bela,first"))
    enter(page, "Enter the list")
    expect(alert_box).to_contain_text("line 3, column seeding: “first”", timeout=PATIENCE_MS)
    expect(page.locator("#import-lines")).to_have_value(re.compile("Bela,first"))
    assert page.evaluate("document.activeElement.getAttribute('role')") == "alert"
    assert entered(desk) == []


@pytest.mark.slow
def test_a_list_that_is_too_long_for_a_form_is_not_lost(page: Any, desk: Desk) -> None:
    long = "name\n" + ("ர" * 60 + "\n") * 260  # of each letter nine bytes are sent
    page.fill("#import-lines", long)
    enter(page, "Enter the list")
    alert(page).to_contain_text("too long for one form, so nothing was sent", timeout=PATIENCE_MS)
    assert len(page.input_value("#import-lines")) == len(long)
    assert entered(desk) == []

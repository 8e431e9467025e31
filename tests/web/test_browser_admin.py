"""The admin pages in a real Chromium, with and without JavaScript, on a phone and a laptop."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import web_halls
from admin_client import PASSWORD, quick_hash
from web_server import Hall, wall_ms

from host_tools.store import Store

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"no Chromium at {CHROMIUM}"),
]
playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = playwright_api.expect

PHONE, LAPTOP = (390, 844), (1440, 900)
OTHER_DAYS = [(PHONE, False), (LAPTOP, True), (LAPTOP, False)]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield browser
        browser.close()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with quick_hash():
        store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
        store.admins.set_password("organiser", PASSWORD)
        store.keys.add(3, "ab" * 16)
        yield store
        store.close()


@pytest.fixture
def enter(browser: Any, store: Store) -> Iterator[Callable[..., Any]]:
    """Logs in and gives the page; afterwards no page may have logged an error (a policy violation is one)."""
    hall = Hall(store=store)
    hall.publish(*web_halls.busy(5, wall_ms()))
    contexts, errors = [], []

    def enter(size: tuple[int, int] = LAPTOP, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(hall.url + "/admin")
        page.fill("#password", PASSWORD)
        page.click("button")
        page.wait_for_url("**/admin")
        return page

    yield enter
    for context in contexts:
        context.close()
    hall.close()
    assert errors == []


@pytest.mark.parametrize(
    ("size", "scripts"), [pytest.param(*day, marks=pytest.mark.slow) for day in [(PHONE, True), *OTHER_DAYS]]
)
def test_a_day_of_the_organiser(
    enter: Callable[..., Any], store: Store, size: tuple[int, int], scripts: bool
) -> None:
    page = enter(size, java_script_enabled=scripts)
    page.fill("#length", "45:00")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".hall-says")).to_contain_text("Running")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator(".hall-says")).to_contain_text("Paused")
    page.get_by_role("link", name="Assign a match to table 3").click()
    page.fill("#a", "Asha")
    page.fill("#b", "अपूर्वा")
    page.select_option("#stage", "final")
    page.get_by_role("button", name="Assign").click()
    expect(page.locator("h1")).to_have_text("The match waits for table 3")
    assert store.open_commands()[0]["event"]["b"] == ["अपूर्वा"]
    page.get_by_role("link", name="Hall").click()
    page.locator("a[href='/admin/tables/3/key']").click()
    page.get_by_role("button", name="Revoke the key of table 3").click()
    expect(page.locator(".said")).to_contain_text("Revoked.")
    assert store.keys.usable(3) == []
    page.get_by_role("link", name="Record").click()
    expect(page.locator(".acts tbody tr")).to_have_count(5)
    if scripts:
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    page.get_by_role("button", name="Log out").click()
    expect(page.locator(".said")).to_have_text("You are logged out.")
    assert page.context.cookies(page.url + "/") == [] or all(
        cookie["name"] != "boardside" for cookie in page.context.cookies()
    )


@pytest.mark.slow
def test_the_clock_moves_between_two_loadings(enter: Callable[..., Any]) -> None:
    page = enter()
    page.fill("#length", "0:30")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#hall-digits")).to_have_text(re.compile(r"^0:[12]\d$"))

"""The gate's look through a real Chromium: hall, match, the organiser's login, a printed page.

Everything that a page does is tested elsewhere, in the night; here is seen that pages open at all, live and
without an error in the browser's console.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
import web_halls
import web_matches
from admin_client import PASSWORD, quick_hash
from browsing import Open, chromium, expect, opener, points, pytestmark  # noqa: F401
from pypdf import PdfReader
from web_server import Hall, wall_ms

pytestmark = [*pytestmark, pytest.mark.gate]

#: Players whose names are read out of a PDF as they were written.
LATIN = [name for name in web_matches.MEN if name.isascii() and " " in name]


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[web_matches.Filled]:
    with quick_hash():
        made = web_matches.filled(tmp_path_factory.mktemp("matches"))
        made.store.admins.set_password("organiser", PASSWORD)
        yield made
        made.store.close()


@pytest.fixture
def hall(matches: web_matches.Filled) -> Iterator[Hall]:
    made = Hall(store=matches.store)
    made.publish(web_halls.third_game(1, wall_ms()))
    yield made
    made.close()


def test_the_hall_shows_a_press_as_it_comes(hall: Hall, open_page: Open) -> None:
    page = open_page("/")
    expect(points(page, 1, "a")).to_have_text("12")
    hall.publish(web_halls.third_game(1, wall_ms(), points={"a": 17, "b": 22}))
    expect(points(page, 1, "a")).to_have_text("17")


def test_a_match_is_shown_and_printed(matches: web_matches.Filled, open_page: Open, tmp_path: Path) -> None:
    page = open_page(f"/matches/{matches.strokes}")
    expect(page.locator("h1")).to_be_visible()
    text = page.locator("main").inner_text()
    players = [name for name in LATIN if name in text]
    assert players
    paper = tmp_path / "match.pdf"
    page.pdf(path=paper, format="A4")
    printed = " ".join("".join(sheet.extract_text() for sheet in PdfReader(paper).pages).split())
    assert [name for name in LATIN if name in printed] == players


def test_the_organiser_logs_in(open_page: Open) -> None:
    page = open_page("/admin")
    page.fill("#password", PASSWORD)
    page.click("button")
    page.wait_for_url("**/admin")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("#password")).to_have_count(0)

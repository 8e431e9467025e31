"""What the tests in a real Chromium share: the browser, a hall that it looks at, its pages without errors."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from web_server import Hall

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not Path(CHROMIUM).exists(),
        reason=f"no Chromium at {CHROMIUM}: install it, or set CHROMIUM to its path",
    ),
]
playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = playwright_api.expect

PHONE, LAPTOP, PROJECTOR = (390, 844), (1440, 900), (1920, 1080)
IN_WORDS = ("/tables/3?lang=ta", "/tables/4?lang=fr")
"""Pages in longer words, in other letters."""
STOPPED = (
    *("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_CONNECTION_CLOSED"),
    *("ERR_EMPTY_RESPONSE", "ERR_INCOMPLETE_CHUNKED_ENCODING"),
)
"""What Chromium logs of a server that was stopped; which of them, depends on what it was just writing."""
CLEAR = "rgba(0, 0, 0, 0)"
"""The colour of a ground through which one sees."""

Open = Callable[..., Any]


@pytest.fixture(scope="module", name="browser")
def chromium() -> Iterator[Any]:
    """A Chromium with one context: its pages share a renderer, whose start is dearer than a page."""
    with playwright_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=[
                *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
                "--renderer-process-limit=1",
            ],
        )
        browser.new_context()
        yield browser
        browser.close()


@pytest.fixture(name="hall")
def hall_of_pages() -> Iterator[Hall]:
    hall = Hall()
    yield hall
    hall.close()


@pytest.fixture(name="open_page")
def opener(browser: Any, hall: Hall) -> Iterator[Open]:
    """Opens a page of the hall, with options in a context of its own; afterwards no page may have logged an
    error (a policy violation is one).
    """
    shared = browser.contexts[0]
    opened, errors = [], []
    if not shared.pages:  # as long as this one is open, the renderer lives
        shared.new_page().goto(hall.url + "/static/style.css")

    def note(message: Any) -> None:
        if message.type == "error" and not any(cause in message.text for cause in STOPPED):
            errors.append(message.text)

    def open_page(path: str = "/", size: tuple[int, int] = LAPTOP, **options: Any) -> Any:
        page = browser.new_page(**options) if options else shared.new_page()
        opened.append(page)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.on("console", note)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(hall.url + path)
        return page

    yield open_page
    for page in opened:
        page.close()
    shared.clear_cookies()
    assert not errors, errors


def tile(page: Any, table: int) -> Any:
    return page.locator(f".tile[data-table='{table}']")


def points(page: Any, table: int, side: str) -> Any:
    return tile(page, table).locator(f".side-{side} .points")


def digits(page: Any) -> Any:
    return page.locator("main .clock-digits").first


def clock_state(page: Any, state: str) -> Any:
    return expect(page.locator("main .clock").first).to_have_attribute(
        "data-state", re.compile(f"^({state})$")
    )


def grounds(page: Any) -> list[str]:
    """The colours behind a page and its body."""
    script = "[document.documentElement, document.body].map((e) => getComputedStyle(e).backgroundColor)"
    return list(page.evaluate(script))


def scrolls(page: Any) -> bool:
    """Whether anything is larger than the picture, or shows a bar."""
    script = """() => { const d = document.documentElement;
        return d.scrollWidth > innerWidth || d.scrollHeight > innerHeight || d.clientWidth < innerWidth; }"""
    return bool(page.evaluate(script))

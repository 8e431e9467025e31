"""The page in a real Chromium, with all that is behind it: a key is pressed at a table, the score changes."""

import asyncio
import os
from pathlib import Path

import pytest
from system_hall import A_WINS, PATIENCE_S, SHORT, assign, match, press, table

from host_tools.cli import pages
from host_tools.collector.run import Options, Running
from host_tools.collector.run import run as collect
from host_tools.store import Store

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not Path(CHROMIUM).exists(),
        reason=f"no Chromium at {CHROMIUM}: install it, or set CHROMIUM to its path",
    ),
]
playwright_api = pytest.importorskip("playwright.async_api", reason="playwright is not installed")

# The points on the tile of a table, as a spectator reads them.
SHOWS = """([table, a, b]) => {
    const points = (side) => document.querySelector(`.tile[data-table='${table}'] .side-${side} .points`);
    return points('a')?.textContent === a && points('b')?.textContent === b;
}"""


@pytest.mark.slow
async def test_the_page_shows_a_score_that_was_pressed_at_a_table(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    ending = asyncio.Event()
    started: asyncio.Future[Running] = asyncio.get_running_loop().create_future()
    async with table(1, tmp_path) as panel, playwright_api.async_playwright() as playwright:
        options = Options(serial=(panel.serial_path,), tcp=None, web=0)
        collector = asyncio.create_task(collect(store, options, pages, started.set_result, ending))
        try:
            running = await asyncio.wait_for(started, PATIENCE_S)
            browser = await playwright.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
            )
            page = await browser.new_page()
            problems: list[str] = []
            page.on("pageerror", lambda error: problems.append(str(error)))
            await page.goto(f"http://127.0.0.1:{running.web}/")
            await assign(store, 1, match("F1", SHORT))
            await page.wait_for_function(SHOWS, arg=["1", "0", "0"])
            await press(panel, A_WINS)
            await page.wait_for_function(SHOWS, arg=["1", "5", "0"])
            await press(panel, "UNDO")
            await page.wait_for_function(SHOWS, arg=["1", "0", "0"])
            assert problems == []
            await browser.close()
        finally:
            ending.set()
            await collector
            store.close()

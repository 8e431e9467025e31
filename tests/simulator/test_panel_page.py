"""The panel in a real browser: keys by mouse, touch and keyboard, digits, buzzer, switches."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, async_playwright, expect

from host_tools.simulator.hall import Hall
from host_tools.simulator.process import Options
from host_tools.simulator.table import SimTable

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
]


@asynccontextmanager
async def panel(tmp_path: Path, width: int = 1100, height: int = 720) -> AsyncIterator[tuple[Page, SimTable]]:
    """Table 1 with the real firmware and its panel in a browser; no error may reach the browser's console."""
    hall = Hall(1, folder=tmp_path, panels_port=0, options=Options().fast())
    async with hall, async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        page = await browser.new_page(viewport={"width": width, "height": height})
        complaints: list[str] = []
        page.on(
            "console", lambda message: complaints.append(message.text) if message.type == "error" else None
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        await page.goto(f"{hall.panels_url}/panel/1")
        table = hall.tables[0]
        await table.wait_for(lambda t: t.text == "tbL    1")
        await expect(page.locator("#display")).to_have_attribute("aria-label", "Display: tbL    1")
        yield page, table
        assert complaints == []
        await browser.close()


Work = Callable[[Page, SimTable], Coroutine[Any, Any, None]]


@pytest.fixture(scope="module")
def on_panel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Work], None]]:
    """Does a test's work on one panel, which all of them share: each leaves it at rest, with power."""
    with asyncio.Runner() as runner:
        opened = panel(tmp_path_factory.mktemp("panel"))
        page, table = runner.run(opened.__aenter__())

        async def bounded(work: Work) -> None:
            async with asyncio.timeout(180):
                await work(page, table)

        yield lambda work: runner.run(bounded(work))
        runner.run(opened.__aexit__(None, None, None))


def test_ten_keys_by_keyboard_and_mouse(on_panel: Callable[[Work], None]) -> None:
    async def work(page: Page, table: SimTable) -> None:
        assert await page.locator(".key b").all_inner_texts() == [
            *("WHITE", "BLACK", "QUEEN", "STRIKER", "FOUL"),
            *("UNDO", "DUE", "PAUSE", "OK", "CLOCK"),
        ]
        pressed = ""
        for keyboard in ("w", "b", "q", "s", "f", "d", "p", "u", "Enter", " "):
            # It sounds for a moment only: who listens after the press may be late.
            tone = asyncio.ensure_future(table.wait_for(lambda t: t.observed.tone.freq_hz))
            await asyncio.sleep(0)
            await page.keyboard.down(keyboard)
            await tone
            assert await page.locator(".key.down").count() == 1
            pressed += (await page.locator(".key.down b").inner_text())[0]
            await page.keyboard.up(keyboard)
            await table.wait_for(lambda t: not t.observed.tone.freq_hz)
        assert pressed == "WBQSFDPUOC"
        await page.locator(".key.OK").hover()
        await page.mouse.down()
        await table.wait_for(lambda t: t.text == "5tArt   ")  # the menu opens while OK is held
        await page.mouse.up()
        await expect(page.locator("#display")).to_have_attribute("aria-label", "Display: 5tArt   ")
        assert await page.locator(".digits .on").count() == sum(bin(s).count("1") for s in table.segments)

    on_panel(work)


def test_the_focused_key_takes_the_space_bar(on_panel: Callable[[Work], None]) -> None:
    async def work(page: Page, table: SimTable) -> None:
        await page.locator(".key.BLACK").focus()
        await page.keyboard.down(" ")
        assert await page.locator(".key.down b").inner_text() == "BLACK"
        await page.keyboard.up(" ")
        assert await page.locator(".key.down").count() == 0

    on_panel(work)


@pytest.mark.slow
def test_switches_and_buzzer(on_panel: Callable[[Work], None]) -> None:
    async def work(page: Page, table: SimTable) -> None:
        await page.get_by_role("button", name="Sound").click()
        await expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
        await page.evaluate("""() => {
            window.sounded = 0;
            const listen = () => { window.sounded += document.body.classList.contains('sounding'); };
            new MutationObserver(listen).observe(document.body, {attributes: true});
        }""")
        await page.keyboard.down("w")
        for _ in range(250):  # `wait_for_function` evaluates a text, which the page forbids
            if await page.evaluate("() => window.sounded"):
                break
            await page.wait_for_timeout(20)
        else:
            raise AssertionError("nothing was heard")
        await page.keyboard.up("w")
        await expect(page.locator("body.sounding")).to_have_count(0)
        assert await page.locator("#serial").inner_text() == table.serial_path
        assert await page.locator("#wifi").is_hidden()
        await page.get_by_role("button", name="Power").click()
        await expect(page.locator("#cover")).to_have_text("No power")
        assert not table.is_on
        assert await page.locator(".digits .on").count() == 0
        await page.get_by_role("button", name="Power").click()
        await expect(page.locator("#cover")).to_be_hidden()
        await table.wait_for(lambda t: t.text == "tbL    1")

    on_panel(work)


@pytest.mark.slow
def test_fits_every_screen(on_panel: Callable[[Work], None]) -> None:
    async def work(page: Page, table: SimTable) -> None:
        for width, height in ((360, 640), (390, 844), (844, 390), (760, 470), (1920, 1080)):
            await page.set_viewport_size({"width": width, "height": height})
            assert await page.evaluate("document.documentElement.scrollWidth") <= width
            for name in ("WHITE", "FOUL", "UNDO", "OK", "CLOCK"):
                box = await page.locator(f".key.{name}").bounding_box()
                assert box is not None
                assert min(box["width"], box["height"]) >= 48, (name, width)  # a thumb
                assert box["x"] + box["width"] <= width

    on_panel(work)

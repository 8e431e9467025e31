"""A board played on a phone that loses the Wi-Fi, is reloaded, and is taken over by another."""

import asyncio
import logging
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page, TimeoutError, WebSocketRoute, async_playwright
from soft_hall import SoftHall, soft_hall

from host_tools.simulator.table import SimTable
from tests.waiting import patience_s, until

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
PHONE = {"width": 360, "height": 740}
PATIENCE_MS = patience_s() * 1000

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
]


class Phone:
    """A phone at table 5. `air`: whether the Wi-Fi carries anything; `hears`: whether it carries answers;
    `loses_next`: no answers from the next press on.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.air = self.hears = True
        self.loses_next = False

    def relay(self, phone: WebSocketRoute) -> None:
        server = phone.connect_to_server()

        def sent(message: str | bytes) -> None:
            if self.loses_next and '"down"' in str(message):
                self.hears = self.loses_next = False
            if self.air:
                server.send(message)

        phone.on_message(sent)
        server.on_message(lambda message: phone.send(message) if self.air and self.hears else None)

    async def open(self, address: str) -> "Phone":
        await self.page.route_web_socket("**/wires", self.relay)
        await self.page.goto(address)
        return self

    async def shows(self, **values: str) -> None:
        """Wait until the page's state is so."""
        selector = "".join(f"[data-{name}={value}]" for name, value in values.items())
        try:
            await self.page.wait_for_selector(f"body{selector}", timeout=PATIENCE_MS)
        except TimeoutError:
            state = await self.page.evaluate("JSON.stringify(document.body.dataset)")
            raise AssertionError((values, state, await self.page.locator("body").inner_text())) from None

    async def tap(self, *keys: str, hold_s: float = 0.06) -> None:
        for key in keys:
            await self.page.locator(f"[data-key={key}]").hover(timeout=PATIENCE_MS)
            await self.page.mouse.down()
            await asyncio.sleep(hold_s)
            await self.page.mouse.up()
            await self.page.wait_for_selector("body[data-waiting='0']", timeout=PATIENCE_MS)

    async def digits(self, table: SimTable) -> None:
        """Wait until the page shows what the table shows."""
        display = self.page.locator("#display")
        for _ in range(200):
            label = f"Display: {table.text}" if table.text.strip() else "Display: dark"
            if await display.get_attribute("aria-label") == label:
                return
            await asyncio.sleep(0.05)
        raise AssertionError((table.text, await display.get_attribute("aria-label")))


async def begin(phone: Phone, hall: SoftHall) -> None:
    """A match of the table's own, and "Play"."""
    table = hall.table(5)
    await phone.shows(link="up", holds="yes")
    await phone.tap("OK", hold_s=0.9)
    await phone.tap("OK")
    for key, word in (("BLACK", "br"), ("QUEEN", "LEFt")):
        while word not in table.text:
            before = table.text
            await phone.tap(key)
            await until(lambda: table.text != before)  # noqa: B023
    await phone.tap("OK")
    await phone.tap("CLOCK")
    await hall.seen(5, lambda view: view["phase"] == "board")


def on_phones(tmp_path: Path, work: Any) -> None:
    async def run() -> None:
        async with soft_hall(tmp_path, "5") as hall, async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=CHROMIUM,
                args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
            )
            complaints: list[str] = []

            async def opened(address: str = hall.address(5), context: BrowserContext | None = None) -> Phone:
                page = await (context or await browser.new_context(viewport=PHONE, has_touch=True)).new_page()
                page.on("pageerror", lambda error: complaints.append(str(error)))
                return await Phone(page).open(address)

            await work(hall, opened)
            assert complaints == []
            await browser.close()

    asyncio.run(run())


def test_a_board_on_a_phone_that_sleeps_and_is_taken_over(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(hall: SoftHall, opened: Any) -> None:
        table = hall.table(5)
        phone = await opened()
        await begin(phone, hall)
        assert hall.store.soft.codes()[5] not in phone.page.url

        # Its answers are lost: each press still counts once.
        phone.loses_next = True
        before = len(hall.store.events(table=5))
        await phone.page.locator("[data-key=PAUSE]").hover()
        await phone.page.mouse.down()
        await phone.page.mouse.up()
        await until(lambda: len(hall.store.events(table=5)) == before + 1)
        await phone.shows(link="cut", waiting="'2'")
        phone.hears = True
        await phone.shows(link="up", waiting="'0'")
        await phone.digits(table)
        assert len(hall.store.events(table=5)) == before + 1
        await phone.tap("PAUSE")
        await until(lambda: len(hall.store.events(table=5)) == before + 2)

        # It is cut off: it says so, and what is pressed then is not pressed later.
        phone.air = False
        await phone.shows(link="cut")
        assert await phone.page.locator("#cover").inner_text()
        await phone.page.locator("[data-key=PAUSE]").hover()
        await phone.page.mouse.down()
        await phone.page.mouse.up()
        phone.air = True
        await phone.shows(link="up")
        await phone.page.reload()
        await phone.shows(link="up", holds="yes")
        await phone.digits(table)
        assert len(hall.store.events(table=5)) == before + 2

        # Another phone scans the label, and takes over after a question.
        other = await opened()
        await other.shows(link="up", holds="no")
        assert not await other.page.locator("[data-key=CLOCK]").is_visible()
        await other.page.locator("#take").click()
        await other.page.locator("#take-yes").click()
        await other.shows(holds="yes")
        await phone.shows(holds="no")
        await phone.digits(table)
        await other.tap("CLOCK", "CLOCK", "OK", "BLACK", "BLACK", "QUEEN", "OK", "OK")
        await hall.seen(5, lambda view: view["boards"])
        assert hall.store.matches(table=5)[0]["soft"] is True

        # The desk makes a new code.
        await hall.panel(5).renew()
        await other.shows(link="gate")
        await phone.shows(link="gate")
        await other.page.fill("#code", hall.panel(5).code)
        await other.page.locator("#gate button").click()
        await other.shows(link="up", holds="yes")

    on_phones(tmp_path, work)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []

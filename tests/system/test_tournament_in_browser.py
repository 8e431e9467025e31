"""The organiser's day in a real Chromium: entries, draw, calls, tables that play, standings, score card.

The browser does what the organiser clicks; the tables run the real firmware, robots press their keys, and the
real collector carries it all.
"""

import asyncio
import contextlib
import os
import random
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from host_tools.demo.run import CollectorProcess, Options, collect_arguments, give_keys
from host_tools.demo.umpire import RehearsalUmpire
from host_tools.simulator import process as simulator
from host_tools.simulator.hall import Hall
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Fixture
from tests.ports import free_ports
from tests.waiting import until

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"no Chromium at {CHROMIUM}"),
]
playwright_api = pytest.importorskip("playwright.async_api", reason="playwright is not installed")

PASSWORD = "four words do well"
LIST = "name,club\nAsha,Pune\nBela,Basel\nCem,Köln\nரவி குமார்,சென்னை\n"
PHONE, PROJECTOR = {"width": 390, "height": 844}, {"width": 1920, "height": 1080}
PATIENCE_S = 240
#: What no control, picture or page may lack.
UNNAMED = """() => [...document.querySelectorAll(
    'input:not([type=hidden]), select, textarea, button, a, img')]
  .filter(e => !(e.labels?.length || e.textContent.trim() || e.getAttribute('aria-label') || e.alt))
  .map(e => e.outerHTML)"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Organiser:
    """Somebody at a browser who is logged in. `page` is what is seen."""

    def __init__(self, page: Any, url: str) -> None:
        self.page = page
        self._url = url

    async def go(self, path: str) -> None:
        answer = await self.page.goto(self._url + path)
        assert answer.status == 200, path
        assert await self.page.evaluate(UNNAMED) == [], path
        assert await self.page.evaluate(WIDER) <= 0, f"{path} is wider than the screen"
        assert await self.page.locator("html").get_attribute("lang")

    async def send(self, action: str, button: str, **typed: str) -> None:
        form = self.page.locator(f'form[action="{action}"]').first
        for name, text in typed.items():
            field = form.locator(f"[name={name}]")
            if await field.evaluate("e => e.tagName") == "SELECT":
                await field.select_option(text)
            else:
                await field.fill(text)
        await self.press(form.get_by_role("button", name=button))

    async def press(self, button: Any) -> None:
        """Send the form of this button; it must be taken."""
        async with self.page.expect_navigation():
            await button.click()
        alert = self.page.locator("[role=alert]")
        assert await alert.count() == 0, await alert.first.inner_text()


@dataclass(frozen=True)
class Plan:
    """What is played. waiting: who the final waits for. rounds: how many matches are called at once, to the
    end.
    """

    ruleset: str
    stages: str
    waiting: str
    rounds: tuple[int, ...]
    twenties: bool = False


PLANS = {
    "vkk": Plan("vkk", "knockout", "winner of semi-final 1", (2, 1)),
    "wcc": Plan("wcc", "preliminary:opponents=2,advance=2\nknockout", "place 1", (2, 2, 1), twenties=True),
}


class Day:
    """Two tables, the collector, the organiser, and the desk to look at what came of it."""

    def __init__(self, plan: Plan, hall: Hall, desk: Desk, organiser: Organiser) -> None:
        self._plan = plan
        self._hall = hall
        self._desk = desk
        self._organiser = organiser

    async def set_up(self) -> None:
        organiser = self._organiser
        await organiser.go("/admin/tournament")
        await organiser.send(
            "/admin/tournament/tournaments", "Begin", name="City Open", key="open", ruleset=self._plan.ruleset
        )
        await organiser.send(
            "/admin/tournament/events",
            "Add",
            name="Singles",
            key="s",
            kind="singles",
            stages=self._plan.stages,
        )
        at = "/admin/tournament/events/s"
        await organiser.send(f"{at}/import", "Enter the list", lines=LIST)
        await organiser.go(at)
        await organiser.send(f"{at}/draw", "Draw", seed="2026")
        assert await organiser.page.get_by_text(self._plan.waiting, exact=True).count() == 1

    async def decide(self) -> None:
        """Whoever is level before the next stage has a shoot-out; the organiser notes who reached what."""
        at = "/admin/tournament/events/s"
        await self._organiser.go(at)
        form = self._organiser.page.locator(f'form[action="{at}/decide"]').first
        if await form.count():
            for reached, field in enumerate(await form.locator("input[inputmode=numeric]").all()):
                await field.fill(str(9 - reached))
            await self._organiser.press(form.get_by_role("button", name="Note"))

    async def round(self, matches: int) -> None:
        """Calls every ready match to a free table, and waits until it is played."""
        await until(lambda: len(self._desk.free_tables()) == len(self._hall.tables))
        for _ in range(matches):
            await self._organiser.go("/admin/tournament")
            button = self._organiser.page.get_by_role("button", name="Call the next match to table").first
            await self._organiser.press(button)
        called = self._desk.fixtures(state="called")
        assert len(called) == matches
        await asyncio.gather(*map(self._played, called))

    async def _played(self, fixture: Fixture) -> None:
        with reading(self._desk.store.engine) as connection:
            command = Book(connection).command_of(fixture.id)
        assert command is not None
        store = self._desk.store
        row = store.command(command)
        assert row is not None
        await until(
            lambda: (answer := store.command(command)) is not None and answer["state"] == "done",
        )
        table = next(each for each in self._hall.tables if each.number == fixture.table)
        chance = random.Random(fixture.id)
        umpire = RehearsalUmpire(table, lambda: asyncio.sleep(0.004), lambda: None, chance)
        await umpire.conduct_match(row["event"])
        await umpire.confirm()
        await until(lambda: self._desk.fixture(fixture.id).state == "done")

    async def look(self, browser: Any, url: str) -> None:
        """Looks at the pages that everybody sees in the end, on a phone and on a projector, and at the score
        card.
        """
        event = self._desk.competition(self._desk.tournament(), "s")
        entries = {entry.id: entry.title for entry in self._desk.entries(event)}
        champion = entries[self._desk.standings(event)[0][0].entry]
        final = self._desk.fixtures(event)[-1]
        await self._organiser.go("/admin/tournament/events/s")
        first = self._organiser.page.locator(".standing tbody tr").first
        assert await first.locator("th").inner_text() == "1"
        assert await first.locator("td").first.inner_text() == champion
        heads = await self._organiser.page.locator(".standing thead").first.inner_text()
        assert ("20s" in heads) == self._plan.twenties
        card = await self._organiser.page.request.get(f"{url}/matches/{final.id}/card.pdf")
        assert card.status == 200
        assert (await card.body()).startswith(b"%PDF")
        for size in (PHONE, PROJECTOR):
            context = await browser.new_context(viewport=size)
            visitor = Organiser(await context.new_page(), url)
            await visitor.go("/events/s")
            assert champion in await visitor.page.locator("main").inner_text()
            score = "-".join(str(points) for points in final.result.games[0]) if final.result else ""
            text = await visitor.page.locator("main").inner_text()
            assert re.search(score.replace("-", r"\D+"), text), score
            await context.close()


@pytest.mark.parametrize("plan", PLANS)
def test_a_day_from_the_entries_to_the_score_card(tmp_path: Path, plan: str) -> None:
    asyncio.run(asyncio.wait_for(_day(tmp_path, PLANS[plan]), PATIENCE_S))


async def _day(folder: Path, plan: Plan) -> None:
    web, tcp = free_ports(2)
    options = Options(1.0, True, 0, web, tcp, 0, folder)
    keys = give_keys(options.database, 2)
    store = Store.open(options.database)
    store.admins.set_password("organiser", PASSWORD)
    async with contextlib.AsyncExitStack() as stack:
        stack.callback(store.close)
        hall = Hall(
            2,
            serial=0,
            folder=folder / "tables",
            collector=("127.0.0.1", options.tcp),
            panels_port=None,
            options=simulator.Options().fast(),
            keys=keys,
        )
        await stack.enter_async_context(hall)
        collector = CollectorProcess(folder / "collector.log")
        stack.push_async_callback(collector.stop)
        await collector.start([word for word in collect_arguments(options, hall) if word], options.page)
        playwright = await stack.enter_async_context(playwright_api.async_playwright())
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        stack.push_async_callback(browser.close)
        url = options.page.rstrip("/")
        page = await (await browser.new_context(viewport={"width": 1440, "height": 900})).new_page()
        await page.goto(f"{url}/admin/login")
        await page.fill("[name=name]", "organiser")
        await page.fill("[name=password]", PASSWORD)
        await page.get_by_role("button").click()
        await page.wait_for_url(f"{url}/admin")
        day = Day(plan, hall, Desk(store), Organiser(page, url))
        await day.set_up()
        for matches in plan.rounds:
            await day.round(matches)
            await day.decide()
        await day.look(browser, url)

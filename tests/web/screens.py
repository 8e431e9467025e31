"""Pictures of the pages from made-up halls, to look at and for the guide.

    python tests/web/screens.py OUT_DIR [NAME ...]

Needs a Chromium at /usr/bin/chromium or at $CHROMIUM. Without names, makes them all.
"""

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import web_halls
import web_tournament
from playwright.async_api import Browser, async_playwright
from web_fakes import FakeStore

from host_tools.collector.hub import Hub
from host_tools.store.reasons import database_cause
from host_tools.web import WebServer, create_app
from host_tools.web.live.results import Results

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
SIZES = {"phone": (390, 844), "laptop": (1440, 900), "projector": (1920, 1080)}


SCREENS = ("hall", "play", "calls", "results", "standings", "brackets")


def pictures(now: int) -> dict[str, tuple[list[dict[str, Any]], str]]:
    """Name of a picture → the hall's views and the page's path."""
    stale = web_halls.third_game(3, now)
    stale["link"].update(state="stale", heard_ms=now - 15000, transport="serial", port="/dev/ttyUSB1")
    expired = web_halls.third_game(3, now, clock=("stroke", "expired", 0, 15000))
    over = web_halls.view(
        3,
        now,
        phase="over",
        history=[
            web_halls.game(1, "a", 5, "a"),
            web_halls.game(2, "b", 9, "b"),
            web_halls.game(3, "a", 4, "a"),
        ],
        agrees=False,
    )
    return {
        "empty": ([], "/"),
        "hall1": (web_halls.busy(1, now), "/"),
        "hall4": (web_halls.busy(4, now), "/"),
        "hall8": (web_halls.busy(8, now), "/"),
        "hall16": (web_halls.busy(16, now), "/"),
        "hall60": (web_halls.busy(60, now), "/"),
        "hall24dense": (web_halls.busy(24, now), "/?dense"),
        "light8": (web_halls.busy(8, now), "/?theme=light"),
        "table": ([web_halls.third_game(3, now)], "/tables/3"),
        "lighttable": ([web_halls.third_game(3, now)], "/tables/3?theme=light"),
        "expired": ([expired], "/tables/3"),
        "doubles": ([web_halls.doubles(3, now)], "/tables/3"),
        "stale": ([stale], "/tables/3"),
        "over": ([over], "/tables/3"),
        "strokes": ([web_halls.strokes(3, now)], "/tables/3"),
        "lightstrokes": ([web_halls.strokes(3, now)], "/tables/3?theme=light"),
        "placing": ([web_halls.placing(3, now)], "/tables/3"),
        "crokinole": ([web_halls.crokinole(3, now)], "/tables/3"),
        "crokinoleover": ([web_halls.crokinole_over(3, now)], "/tables/3"),
        "protested": ([web_halls.protested(3, now)], "/tables/3"),
        "mixed8": (mixed(now), "/"),
        "mixed24": (mixed(now) + web_halls.busy(24, now)[7:], "/"),
        "look8": (to_look_at(8, now), "/"),
        "look24": (to_look_at(24, now), "/"),
        "looktable": (to_look_at(1, now), "/tables/1"),
        "nothere": ([], "/tables/12"),
        **{
            f"overlay-{layout}": ([web_halls.third_game(3, now)], f"/overlay/table/3?layout={layout}")
            for layout in ("bar", "corner", "card", "clock")
        },
        **{
            f"tour-{name}": (web_halls.busy(8, now), path)
            for name, path in (
                ("events", "/events"),
                ("event", "/events/ms"),
                ("doubles", "/events/wd?lang=de"),
                ("player", "/players/1?lang=ta"),
                ("light", "/events/ms?theme=light"),
                ("next", "/overlay/next"),
                *((f"screen-{page}", f"/screen?pages={page}") for page in SCREENS),
            )
        },
        "overlay-over": ([over], "/overlay/table/3"),
        "overlay-doubles": ([web_halls.doubles(3, now)], "/overlay/table/3?layout=bar&lang=hi"),
        "overlay-strokes": ([web_halls.strokes(3, now)], "/overlay/table/3?theme=light"),
        **{f"hall-{code}": (mixed(now), f"/?lang={code}") for code in ("hi", "ta", "de", "fr", "it")},
        **{
            f"table-{code}": ([web_halls.placing(3, now)], f"/tables/3?lang={code}")
            for code in ("hi", "ta", "de", "fr", "it")
        },
    }


def mixed(now: int) -> list[dict[str, Any]]:
    """Carrom with and without strokes, crokinole, a protest."""
    makers = ("strokes", "placing", "crokinole", "protested", "crokinole_over", "doubles")
    made = [getattr(web_halls, name)(table, now) for table, name in enumerate(makers, 1)]
    return [*made, web_halls.busy(7, now)[6]]


def to_look_at(count: int, now: int) -> list[dict[str, Any]]:
    """A table that catches up, one that two devices claim, a collector in trouble, a hall clock."""
    views = web_halls.busy(count, now)
    views[0]["behind"] = 132
    views[count // 3]["problem"] = (
        "Two devices say they are table 5: 192.168.1.40, 192.168.1.52. Give one of them another number."
    )
    return views


async def shoot(browser: Browser, name: str, out: Path) -> None:
    """One page in every size."""
    sizes = {"projector": SIZES["projector"]} if name.startswith("overlay") else SIZES
    for size, (width, height) in sizes.items():
        views, path = pictures(time.time_ns() // 1_000_000)[name]
        hub = Hub()
        for view in views:
            hub.publish(view)
        folder = tempfile.TemporaryDirectory()
        store = web_tournament.opened(Path(folder.name)) if name.startswith("tour") else None
        app = create_app(hub, FakeStore(), results=Results(store) if store else None)
        server = WebServer(app, port=0)
        await server.start()
        context = await browser.new_context(
            viewport={"width": width, "height": height}, bypass_csp=name.startswith("overlay")
        )
        page = await context.new_page()
        page.on("console", lambda m: print("console:", m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda e: print("error:", e))
        if name.startswith("look"):
            hub.trouble(database_cause("disk_full", where="sqlite:///boardside.sqlite3"))
            end = time.time_ns() // 1_000_000 + 1_500_000
            hub.show_hall({"state": "running", "end_ms": end, "left": 1_500_000, "length": 2_700_000})
        await page.goto(server.url.rstrip("/") + path)
        await page.wait_for_timeout(300)
        for view in pictures(time.time_ns() // 1_000_000)[name][0]:
            hub.publish(view)
        await page.wait_for_timeout(2300)
        if name.startswith("overlay"):  # as over a picture
            await page.add_style_tag(content="html { background: #2f7d4f !important; }")
        wide = await page.evaluate("document.documentElement.scrollWidth > innerWidth")
        await page.screenshot(path=out / f"{name}-{size}.png", full_page=True)
        print(f"{name}-{size}.png{'  SCROLLS SIDEWAYS' if wide else ''}")
        await context.close()
        await server.stop()
        if store:
            store.close()
        folder.cleanup()


async def main(out: Path, names: list[str]) -> None:
    """Make the pictures named, or all."""
    out.mkdir(parents=True, exist_ok=True)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        for name in names or pictures(0):
            await shoot(browser, name, out)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2:]))

"""Part of `make pictures`: the first picture of the README, the big screen and the overlays, taken from the
demonstration while it plays.

    python -m tests.demo.strip [FILE]     the others go beside it

Needs a Chromium at /usr/bin/chromium or at $CHROMIUM.
"""

import asyncio
import base64
import io
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.async_api import Page, ViewportSize, async_playwright

from host_tools.demo.run import COMMAND
from tests.ports import free_ports

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "img" / "demo.png"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
#: How many matches are over when the pictures are taken, and how long that may take.
PLAYED = 12
PATIENCE_S = 180.0
#: Of a picture in the sheet, in pixels.
WIDTH, HEIGHT = 900, 620
COLOURS = 200
#: What each picture shows, its page, the width of the window, and what is at its top.
VIEWS = (
    ("Everybody follows all tables, live", "/", 720, "header"),
    ("Rounds and standings keep themselves up to date", "/events/open", 960, "text=Swiss system"),
    ("Each match has its page, for ever", "/matches/demo-open-1-1-2", 720, "text=The course of the score"),
    ("The organiser calls matches and decides", "/admin/tournament", 720, "header"),
)
GAP = 14
SCREEN: ViewportSize = {"width": 1280, "height": 720}
STREAM: ViewportSize = {"width": 1920, "height": 1080}
GREEN = "#2f7d4f"
_STYLE = f"""<style>body {{ margin: 0; padding: {GAP}px; background: #fff; color: #222;
  display: grid; grid-template-columns: {WIDTH}px {WIDTH}px; gap: {GAP}px; font: 600 23px sans-serif }}
  figure {{ margin: 0 }} img {{ width: 100%; display: block; border-radius: 8px }}
  figcaption {{ padding: 0 2px 8px }}</style>"""


@contextmanager
def demonstration() -> Iterator[tuple[str, str]]:
    """The demonstration in play: its address, and the organiser's password."""
    ports = free_ports(3)
    options = [f"--{name}={port}" for name, port in zip(("web", "tcp", "panels"), ports, strict=True)]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", COMMAND, "demo", *options, f"--folder={folder}/demo"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                for line in process.stdout:
                    if password := re.search(r"password (\w+)", line):
                        yield f"http://127.0.0.1:{ports[0]}", password[1]
                        break
            finally:
                process.terminate()
                process.stdout = None  # what it still says is not read: nothing waits for it
                process.wait(30)


async def pictures(address: str, password: str) -> dict[str, bytes]:
    """PNGs by name: the pages in play (""), the big screen, the overlays over a picture."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        context = await browser.new_context(
            device_scale_factor=1.25, locale="en-GB", color_scheme="dark", reduced_motion="reduce"
        )
        page = await context.new_page()
        await _wait_for_play(page, address)
        in_play = {"screen": await _screen(page, address), "overlays": await _overlays(page, address)}
        await page.goto(f"{address}/admin")
        await page.fill("input[name=name]", "organiser")
        await page.fill("input[name=password]", password)
        await page.keyboard.press("Enter")
        await page.wait_for_load_state("networkidle")
        figures = []
        for caption, path, width, top in VIEWS:
            await page.set_viewport_size({"width": width, "height": width * HEIGHT // WIDTH})
            await page.goto(address + path)
            await page.wait_for_timeout(700)
            await page.locator(top).first.evaluate("element => element.scrollIntoView()")
            shot = base64.b64encode(await page.screenshot()).decode()
            image = f'<img src="data:image/png;base64,{shot}">'
            figures.append(f"<figure><figcaption>{caption}</figcaption>{image}</figure>")
        sheet = await browser.new_page(viewport={"width": 2 * WIDTH + 3 * GAP, "height": HEIGHT})
        await sheet.set_content(_STYLE + "".join(figures))
        drawn = await sheet.screenshot(full_page=True)
        await browser.close()
    return {"": drawn, **in_play}


async def _screen(page: Page, address: str) -> bytes:
    await page.set_viewport_size(SCREEN)
    await page.goto(f"{address}/screen?pages=play")
    await page.wait_for_timeout(1500)
    return await page.screenshot()


async def _overlays(page: Page, address: str) -> bytes:
    """The corner and the lower third of a table in play, over a green picture."""
    await page.goto(address)
    table = await page.locator(".tile[data-look=play]").first.get_attribute("data-table")
    shots = []
    await page.set_viewport_size(STREAM)
    for layout in ("corner", "bar"):
        await page.goto(f"{address}/overlay/table/{table}?layout={layout}&align=left")
        await page.evaluate("colour => { document.documentElement.style.background = colour }", GREEN)
        await page.wait_for_timeout(900)
        await page.wait_for_selector(".shown[data-look=play]", timeout=PATIENCE_S * 1000)
        shots.append(Image.open(io.BytesIO(await page.locator(".shown").screenshot())))
    edge = 40
    width = max(shot.width for shot in shots) + 2 * edge
    sheet = Image.new("RGB", (width, sum(shot.height + edge for shot in shots) + edge), GREEN)
    at = edge
    for shot in shots:
        sheet.paste(shot, (edge, at))
        at += shot.height + edge
    made = io.BytesIO()
    sheet.resize((sheet.width // 2, sheet.height // 2), Image.Resampling.LANCZOS).save(made, "PNG")
    return made.getvalue()


async def _wait_for_play(page: Page, address: str) -> None:
    """Wait until PLAYED matches of the championship are over."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        await page.goto(f"{address}/events/open")
        played = re.search(r"(\d+) of \d+ matches played", await page.inner_text("body"))
        if played and int(played[1]) >= PLAYED:
            return
        await asyncio.sleep(1)
    raise SystemExit(f"{PLAYED} matches were not played within {PATIENCE_S:.0f} s.")


def main() -> None:
    """Make the pictures."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE
    with demonstration() as (address, password):
        drawn = asyncio.run(pictures(address, password))
    for name, png in drawn.items():
        file = target.with_name(f"{name}.png") if name else target
        Image.open(io.BytesIO(png)).convert("RGB").quantize(COLOURS).save(file, optimize=True)
        print(f"{file}: {file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()

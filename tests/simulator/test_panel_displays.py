"""Panels in the browser: each display as what it is, its segments, and the names that are answered."""

import asyncio
import base64
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect
from starlette.testclient import TestClient, WebSocketDenialResponse
from test_panel_page import CHROMIUM
from typer.testing import CliRunner

from boardside import arrangement
from boardside.table.show.segments import GLYPHS
from host_tools.cli import build
from host_tools.simulator.displays import places, seen, text_of, view
from host_tools.simulator.hall import PanelServer, create_app
from host_tools.simulator.observed import Lit, Picture
from host_tools.simulator.process import Options, SimulatorError, displays_of
from host_tools.simulator.serial import SerialLine
from host_tools.simulator.table import SimTable
from tests.waiting import until

DISPLAYS = ("max7219x2", "ht16k33", "epd29 back")


def test_every_display_of_an_arrangement_can_be_drawn() -> None:
    for name in arrangement.DISPLAYS:
        drawn = view(name, None)
        assert drawn["says"]
        if places(name):
            assert len(drawn["segments"]) == places(name) == sum(sum(row) for row in drawn["rows"])
        else:
            assert drawn["width"] * drawn["height"] > 30_000


def test_displays_are_named_in_one_option_or_in_several() -> None:
    named = displays_of(["max7219, epd42", "tm1637"], "mcp23017")
    assert named == ("max7219", "epd42", "tm1637")
    with pytest.raises(SimulatorError, match=r"put the keys on an expander\.$"):
        displays_of(["max7219", "epd42"], "gpio")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--display", "nixie"], "There is no display nixie"),
        (["--display", ","], "A table has one to 3 displays"),
        (["--display", "max7219", "--display", "epd42"], "put the keys on an expander"),
        (["--panel", "organ"], "There is no panel organ"),
    ],
)
def test_what_cannot_be_wired_is_refused(arguments: list[str], says: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(
        build("dev"),
        ["dev", "simulate", "--folder", str(tmp_path / "hall"), *arguments],
        env={"COLUMNS": "200"},
    )
    assert result.exit_code == 1
    assert says in result.stderr
    assert not (tmp_path / "hall").exists()


def test_the_robots_want_eight_digits(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        build("demo"), ["demo", "--folder", str(tmp_path / "demo"), "--display", "epd42"]
    )
    assert result.exit_code == 2
    assert "epd42 cannot be the first display" in result.stderr.replace("\n", " ")
    assert not (tmp_path / "demo").exists()


def test_views_tell_digits_and_pixels() -> None:
    table = SimTable(1, Path("unused"), options=replace(Options(), displays=DISPLAYS))
    assert view("epd42", None) == {
        "kind": "epd42",
        "is_back": False,
        "says": "E-paper, 4.2 inch",
        "width": 400,
        "height": 300,
        "pixels": None,
    }
    assert view("epd29 back", None)["is_back"]
    assert view("tm1637", None)["segments"] == [0] * 4
    table.observed.lit[1] = Lit(bytes([0x30, 0xED, 0x79, 0x33]), 7, 1.0)
    digits = view("ht16k33", seen(table.observed, 1))
    assert (digits["segments"], digits["intensity"], digits["text"]) == ([0x30, 0xED, 0x79, 0x33], 7, "12.34")
    table.observed.pictures[2] = Picture(bytes(range(256)) * 2 + bytes(37 * 128 - 512), 37, 1.0)
    assert base64.b64decode(view("epd29", seen(table.observed, 2))["pixels"])[:3] == b"\x00\x01\x02"


def test_a_display_tells_its_sizes_and_what_is_printed_around_it() -> None:
    assert view("max7219", None)["mm"] == {"digit": 20.3, "pitch": 20.0, "gap": 1.0}
    lid = view("max7219", None)["lid"]
    assert lid is not None
    assert [word for word, _ in lid["above"]] == ["POINTS", "TURN", "CLOCK", "TURN", "POINTS"]
    assert lid["above"][2] == ("CLOCK", 3.5 * 20 + 0.5)  # over the gap between the two parts
    assert [word for word, _ in lid["below"]] == ["QUEEN", "POINT: MIN", "QUEEN"]
    for name in ("max7219 back", "tm1637", "ht16k33"):
        assert view(name, None)["lid"] is None, name


Work = Callable[[Browser], Coroutine[Any, Any, None]]


@pytest.fixture(scope="module")
def in_browser() -> Iterator[Callable[[Work], None]]:
    """Does a test's work with one Chromium, which all of them share."""

    async def bounded(work: Work, browser: Browser) -> None:
        async with asyncio.timeout(180):
            await work(browser)

    with asyncio.Runner() as runner:
        playwright = runner.run(async_playwright().start())
        arguments = ["--no-sandbox", "--disable-gpu"]
        browser = runner.run(playwright.chromium.launch(executable_path=CHROMIUM, args=arguments))
        yield lambda work: runner.run(bounded(work, browser))
        runner.run(browser.close())
        runner.run(playwright.stop())


@asynccontextmanager
async def page_of(
    browser: Browser, tmp_path: Path, displays: tuple[str, ...], width: int = 1100, **config: bool
) -> AsyncIterator[tuple[Page, SimTable]]:
    """The panel of a table without a processor: what its displays show is set in `observed`."""
    table = SimTable(1, tmp_path, config=config, options=replace(Options(), displays=displays))
    table.is_on = True
    table._line = SerialLine(lambda _: None, lambda: None, 11.5)
    table._line.start()
    server = PanelServer([table], "127.0.0.1", 0)
    server.bind()
    await server.start()
    try:
        page = await browser.new_page(viewport={"width": width, "height": 800})
        await page.goto(f"{server.url}/panel/1")
        await expect(page.locator("figure.window")).to_have_count(len(displays))
        yield page, table
        await page.close()
    finally:
        await server.stop()
        await table._line.close()


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
@pytest.mark.slow
def test_each_display_is_drawn_as_what_it_is(tmp_path: Path, in_browser: Callable[[Work], None]) -> None:
    async def work(browser: Browser) -> None:
        async with page_of(browser, tmp_path, DISPLAYS) as (page, table):
            assert table.battery_mv is None
            await expect(page.locator("#battery")).to_be_hidden()
            pair, clock = page.locator(".max7219x2"), page.locator(".ht16k33")
            assert await pair.locator("svg > g > g").count() == 16
            assert await clock.locator("svg > g > g").count() == 4
            assert await clock.locator("g.s circle").count() == 2  # the colon
            printed = await page.locator(".printed-words span").evaluate_all(
                "words => words.map((word) => [word.textContent, word.getBoundingClientRect()])"
                ".map(([text, box]) => [text, box.left + box.width / 2])"
            )
            assert [word for word, _ in printed] == [
                *("POINTS", "TURN", "CLOCK", "TURN", "POINTS"),
                *("QUEEN", "POINT: MIN", "QUEEN"),
            ]
            points = (
                await pair.locator("svg")
                .first.locator("circle")
                .evaluate_all(
                    "points => points.map((point) => point.getBoundingClientRect())"
                    ".map((box) => box.left + box.width / 2)"
                )
            )
            for (_, x), place in zip(printed[5:], (1, 4, 7), strict=True):
                assert abs(x - points[place]) < 5  # below the point that it names
            steps = [round(after - before) for before, after in pairwise(points)]
            assert max(steps) <= 1.06 * min(steps)  # the parts of a module lie side by side
            assert await page.locator(".printed-line").count() == 2
            assert await clock.locator(".printed-words, .printed-line").count() == 0
            table.observed.lit[0] = Lit(bytes([0x7F] * 8 + [0x01] * 8), 15, 1.0)
            table.observed.lit[1] = Lit(bytes([0, 0x80, 0, 0]), 15, 1.0)
            table._changed("display")
            await expect(page.locator("#display-1")).to_have_attribute("aria-label", "Display:   .  ")
            assert await pair.locator("polygon.on").count() == 8 * 7 + 8
            assert await clock.locator(".on circle").count() == 2
            # A black pixel at the left end of the upper row, a white one beside it; all else is black.
            table.observed.pictures[2] = Picture(b"\x40" + bytes(37 * 128 - 1), 37, 1.0)
            table._changed("display")
            await expect(page.locator("#display-2")).to_have_attribute(
                "aria-label", "E-paper, 2.9 inch, to the other side: a picture"
            )
            left, right, last = await page.locator("canvas").evaluate(
                "canvas => [[0, 0], [1, 0], [295, 127]].map(([x, y]) => "
                "canvas.getContext('2d').getImageData(x, y, 1, 1).data[0])"
            )
            assert left == last < 60 < 200 < right
            box = await page.locator("canvas").bounding_box()
            assert box is not None
            assert box["width"] % 296 == 0  # whole pixels: crisp

    in_browser(work)


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
@pytest.mark.realtime
def test_digits_are_told_to_a_screen_reader_once(tmp_path: Path, in_browser: Callable[[Work], None]) -> None:
    async def work(browser: Browser) -> None:
        async with page_of(browser, tmp_path, ("max7219",), 390) as (page, table):
            announced: list[str] = []
            await page.expose_function("heard", lambda text: announced.append(text))
            await page.evaluate(
                "new MutationObserver(() => heard(document.getElementById('said').textContent))"
                ".observe(document.getElementById('said'), { childList: true })"
            )

            async def show(hexadecimal: str) -> None:
                table.observed.lit[0] = Lit(bytes.fromhex(hexadecimal), 8, 0.0)
                table._changed("display")
                await asyncio.sleep(0.3)

            await show("007e0030 5b00007e")  # ` 0 15  0`: the clock counts ...
            await show("007e0030 3300007e")
            await show("007e0000 0000007e")  # ... and blinks
            await show("4f15 0f4f05 000000")
            await page.keyboard.press("r")
            await expect(page.locator("#said")).to_have_text("EntEr")
            await asyncio.sleep(0.1)
            assert [text for text in announced if text.strip()] == [" 0 15  0", "EntEr   ", "EntEr   "]

    in_browser(work)


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
@pytest.mark.slow
def test_a_battery_is_drained_by_hand(tmp_path: Path, in_browser: Callable[[Work], None]) -> None:
    async def work(browser: Browser) -> None:
        async with page_of(browser, tmp_path, ("max7219",), battery=True) as (page, table):
            await expect(page.locator("#volts")).to_have_text("4.10 V")
            await page.locator("#cell").fill("3620")
            await expect(page.locator("#volts")).to_have_text("3.62 V")
            await until(lambda: table.battery_mv == 3620)

    in_browser(work)


OWN = ["127.0.0.1:7700", "localhost", "192.168.1.10:7700", "[fe80::1]:7700", "[::1]", socket.gethostname()]
FOREIGN = ["evil.example", "evil.example:7700", "127.0.0.1.evil.example", "localhost.evil.example", "1", "[x"]


@pytest.mark.parametrize("host", OWN)
def test_it_answers_under_addresses_and_its_own_names(host: str) -> None:
    assert TestClient(create_app([])).get("/api/tables", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", FOREIGN)
def test_a_page_that_rebinds_its_name_presses_no_key(host: str) -> None:
    """Its `Origin` fits its `Host`: both name the other site."""
    client = TestClient(create_app([]))
    for path in ("/", "/api/tables", "/panel/1", "/static/panel.js"):
        assert client.get(path, headers={"host": host}).status_code == 400
    headers = {"host": host, "origin": f"http://{host}"}
    with pytest.raises(WebSocketDenialResponse) as caught, client.websocket_connect("/ws/1", headers=headers):
        pass
    assert caught.value.status_code == 400


def test_a_request_with_two_lengths_is_refused() -> None:
    headers = {"host": "127.0.0.1", "content-length": "3", "transfer-encoding": "chunked"}
    answer = TestClient(create_app([])).post("/api/tables", headers=headers)
    assert (answer.status_code, answer.headers["connection"]) == (400, "close")


def test_a_score_reads_as_digits_with_points() -> None:
    assert text_of(bytes([0x6D, 0x5B | 0x80, 0x30, 0x30, 0x5B, 0x7E, 0x00, 0x7B])) == "25.1150 9"
    assert text_of(bytes([0, 0x30, 0x08, 0x30, 0x5B, 0x40, 0, 0x7B])) == " 1_15~ 9"


def test_every_shape_of_the_firmware_is_read() -> None:
    alike = {"O": "0", "I": "1", "S": "5", "Y": "y"}
    for letter, segments in GLYPHS.items():
        assert text_of(bytes([segments])) == alike.get(letter, letter)


def test_an_unknown_shape_is_a_star() -> None:
    assert text_of(b"\x2a\xaa") == "**."

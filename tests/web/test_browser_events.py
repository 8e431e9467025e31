"""The tournament's pages and the big screen in a real Chromium: on a phone, on projectors of both shapes, and
while the collector is away.
"""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import web_halls
import web_tournament
from browsing import PHONE, PROJECTOR, Open, chromium, expect, opener, pytestmark  # noqa: F401
from web_server import Hall, wall_ms

from host_tools.store import Store
from host_tools.tournament.acts.entries import Withdraw

OLD_PROJECTOR = (1024, 768)
PATHS = ("/events", "/events/ms", "/events/wd", "/events/cr", "/players/1")
#: What of the text in sight has too little contrast with what lies behind it (WCAG 2.2: 4.5, large 3).
POOR_CONTRAST = """() => {
    const parse = (text) => (text.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
    const linear = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    const ground = (e) => {
        for (let at = e; at; at = at.parentElement) {
            const colour = parse(getComputedStyle(at).backgroundColor);
            if (colour.length === 3 || colour[3] === 1) return colour;
        }
        return [0, 0, 0];
    };
    const found = [];
    for (const e of document.querySelectorAll('main *')) {
        const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
        if (!own || !e.getClientRects().length || e.closest('.sr, svg')) continue;
        const style = getComputedStyle(e);
        const [a, b] = [light(parse(style.color)), light(ground(e))].sort((x, y) => x - y);
        const large = parseFloat(style.fontSize) >= 24;
        if ((b + 0.05) / (a + 0.05) < (large ? 3 : 4.5)) found.push(e.className + e.textContent);
    }
    return found;
}"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = web_tournament.opened(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def hall(store: Store) -> Iterator[Hall]:
    made = Hall(store=store)
    made.publish(*web_halls.busy(8, wall_ms()))
    yield made
    made.close()


def unnamed(page: Any) -> list[str]:
    """Controls and regions without a name for whoever cannot see them."""
    script = """() => [...document.querySelectorAll('a, button, summary, [role=group], [role=img], nav')]
        .filter((e) => !e.closest('[hidden]'))
        .filter((e) => !(e.getAttribute('aria-label') || e.textContent).trim())
        .map((e) => e.outerHTML.slice(0, 80))"""
    return list(page.evaluate(script))


def levels(page: Any) -> list[int]:
    """The levels of the headings in sight, in order."""
    script = "[...document.querySelectorAll('h1, h2, h3')].map((e) => Number(e.tagName[1]))"
    return [int(level) for level in page.evaluate(script)]


@pytest.mark.slow
def test_the_tournament_fits_a_phone_and_can_be_found_by_ear(hall: Hall, open_page: Open) -> None:
    page = open_page("/", size=PHONE)
    page.get_by_role("link", name="Events").click()
    expect(page.locator("h1")).to_have_text("Boardside Open 2026")
    for path in PATHS:
        page.goto(f"{hall.url}{path}?lang=ta")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], path
        assert page.locator("html").get_attribute("lang") == "ta"
        assert page.get_by_role("main").count() == 1
        assert page.get_by_role("banner").count() == 1
        assert page.get_by_role("navigation").count() == 1
        assert unnamed(page) == []
        sizes = levels(page)
        assert sizes[0] == 1
        assert sizes.count(1) == 1
        assert all(after - before <= 1 for before, after in itertools.pairwise(sizes)), path
        for theme in ("dark", "light"):
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            assert page.evaluate(POOR_CONTRAST) == [], (path, theme)


@pytest.mark.slow
def test_drawings_take_the_colours_that_a_person_forces_on_pages(hall: Hall, open_page: Open) -> None:
    page = open_page("/events/ms", size=PROJECTOR)
    page.emulate_media(forced_colors="active")
    fills = page.evaluate("""() => {
        const text = getComputedStyle(document.body).color;
        const drawn = [...document.querySelectorAll('.bracket svg text')];
        return [drawn.length, drawn.filter((e) => getComputedStyle(e).fill !== text).length];
    }""")
    assert fills[0] > 0
    assert fills[1] == 0


@pytest.mark.slow
def test_the_screen_turns_by_itself_also_without_a_collector(hall: Hall, open_page: Open) -> None:
    page = open_page("/screen?seconds=3&pages=hall,results,brackets", size=PROJECTOR)
    body = page.locator("body")
    expect(body).to_have_attribute("data-page", "hall")
    expect(body).to_have_attribute("data-page", "results")
    expect(page.locator(".slide:visible h2")).to_have_text("Latest results")
    hall.stop()
    expect(page.locator("#lost")).to_contain_text("Reconnecting")
    expect(body).to_have_attribute("data-page", "brackets")
    expect(body).to_have_attribute("data-page", "hall")


@pytest.mark.slow
def test_a_large_hall_turns_in_parts_that_can_be_read(hall: Hall, open_page: Open) -> None:
    hall.publish(*web_halls.busy(60, wall_ms()))
    page = open_page("/screen?pages=hall&seconds=3", size=PROJECTOR)
    tiles = page.locator(".tile:visible")
    expect(page.locator("#part")).to_have_text("1/6")
    expect(tiles).to_have_count(10)
    least = {
        ".points": 42,
        ".name": 34,
    }  # px of a digit; of 2 m with 1920 px, 10 and 8 minutes of arc at 15 m
    for part, height in least.items():
        height_px = page.locator(f".tile:visible {part}").first.evaluate(
            """(e) => { const s = getComputedStyle(e), c = document.createElement('canvas').getContext('2d');
                c.font = `${s.fontWeight} ${s.fontSize} ${s.fontFamily}`;
                return c.measureText('5').actualBoundingBoxAscent; }"""
        )
        assert height_px >= height, part
    expect(page.locator("#part")).to_have_text("2/6")
    expect(tiles.first).to_have_attribute("data-table", "11")
    page.goto(f"{hall.url}/screen?pages=hall&most=60")
    expect(tiles).to_have_count(60)


@pytest.mark.slow
def test_no_name_is_cut_while_there_is_room_and_the_end_of_a_board_is_seen(
    hall: Hall, open_page: Open
) -> None:
    long = ("Ramakrishnan Venkatasubramanian Iyer", "இளவழகி சந்திரசேகரன் மரிய")
    halves = [
        (("A",), ("B",)),
        (("Ann", "Bea"), ("Jean Marie Dupont", "Ana Lucia Perez")),
        (long, ("Ann", "अपूर्वा")),
    ]
    views = [web_halls.view(at, wall_ms(), names=names) for at, names in enumerate(halves, 1)]
    hall.publish(*views)
    page = open_page("/screen?pages=hall&seconds=600&tables=1-3", size=PROJECTOR)
    cut = """() => [...document.querySelectorAll('.tile .name')].filter((e) => {
        const range = document.createRange(); range.selectNodeContents(e);
        const room = e.closest('.names').getBoundingClientRect();
        return range.getBoundingClientRect().right > room.right + 1; }).map((e) => e.textContent)"""
    expect(page.locator(".tile[data-table='2'] .name")).to_have_count(4)
    page.wait_for_function(f"({cut})().length === 0")
    sizes = page.evaluate(
        "[...document.querySelectorAll('.tile .name')].map((e) => parseFloat(getComputedStyle(e).fontSize))"
    )
    assert sizes[0] == sizes[1] == sizes[2], "short names have their full size"
    assert min(sizes) >= 0.27 * sizes[0]
    band = page.locator("#news")
    expect(band).to_be_hidden()
    hall.publish(
        web_halls.view(1, wall_ms(), names=halves[0], boards=[web_halls.board(1, "b", 5, "b", (0, 0), "a")])
    )
    expect(band).to_be_visible()
    expect(band.locator("[data-news='b.points']")).to_have_text("8")
    expect(page.locator(".spot[data-news] .tile")).to_have_attribute("data-table", "1")


@pytest.mark.slow
def test_the_halls_clocks_leave_the_last_row_in_sight(hall: Hall, open_page: Open) -> None:
    views = web_halls.busy(16, wall_ms())
    for view in views:
        view["hall_name"] = "North" if view["table"] < 9 else "South"
    hall.publish(*views)
    hall.show_halls({name: {"state": "paused", "end_ms": None, "left": at * 60_000, "length": 2_700_000}
                     for at, name in enumerate(("North", "South"), 5)})  # fmt: skip
    page = open_page("/screen?pages=hall&seconds=600", size=PROJECTOR)
    expect(page.locator("#halls")).to_be_visible()
    expect(page.locator(".tile:visible").last).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_a_screen_without_tables_shows_what_there_is(store: Store, open_page: Open) -> None:
    empty = Hall(store=store)
    try:
        page = open_page()
        page.goto(f"{empty.url}/screen?pages=hall,play,results")
        expect(page.locator("body")).to_have_attribute("data-page", "results")
    finally:
        empty.close()


@pytest.mark.slow
@pytest.mark.parametrize("size", [PROJECTOR, OLD_PROJECTOR, (1280, 720), (1600, 1200)])
def test_every_slide_fits_every_projector(hall: Hall, open_page: Open, size: tuple[int, int]) -> None:
    page = open_page("/screen?seconds=600&lang=de", size=size)
    assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
    count = page.locator(".slide").count()
    assert count >= 6
    for at in range(count):
        clipped = page.evaluate(
            """(at) => { const all = [...document.querySelectorAll('.slide')];
            document.getElementById('tables').hidden = true;
            all.forEach((e, i) => { e.hidden = i !== at; });
            const frame = all[at].getBoundingClientRect();
            return [...all[at].querySelectorAll('li, tr, svg, h2')].map((e) => e.getBoundingClientRect())
                .filter((box) => box.bottom > frame.bottom + 1 || box.right > frame.right + 1).length; }""",
            at,
        )
        assert clipped == 0, (at, size)


@pytest.mark.slow
def test_a_page_takes_what_is_new_by_itself(hall: Hall, store: Store, open_page: Open) -> None:
    page = open_page("/events/cr")
    expect(page.locator(".entries")).to_contain_text("Jason Beierling")
    desk = web_tournament.Day(store).desk
    event = desk.competition(desk.tournament(), "cr")
    desk.do(Withdraw(), desk.entries(event)[0])
    expect(page.locator(".entries")).to_contain_text("withdrawn")


@pytest.mark.slow
def test_the_ticker_passes_and_takes_what_is_new(hall: Hall, open_page: Open) -> None:
    page = open_page("/overlay/next", size=PROJECTOR)
    expect(page.locator("#calls")).to_contain_text("umpire S. Rao")
    expect(page.locator("#ticker")).to_have_attribute("data-moves", "")
    clear = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(clear) == "rgba(0, 0, 0, 0)"
    assert page.evaluate("document.documentElement.scrollWidth") <= PROJECTOR[0]


@pytest.mark.parametrize("size", [(703, 1000), (725, 960)], ids=["A4", "Letter"])
def test_paper_has_brackets_and_tables_as_a_wide_screen_has(
    hall: Hall, open_page: Open, size: tuple[int, int]
) -> None:
    page = open_page("/events/ms", size=size)
    page.emulate_media(media="print")
    expect(page.locator(".bracket").first).to_be_visible()
    assert (
        page.evaluate("""() => [...document.querySelectorAll('.standing')].map(
        (e) => getComputedStyle(e).display).filter((shown) => shown !== 'table')""")
        == []
    )

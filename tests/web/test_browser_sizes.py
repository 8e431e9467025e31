"""The pages in a real Chromium on every size of screen, on a light ground, without motion."""

import re

import pytest
import web_halls
from browsing import (  # noqa: F401
    PHONE,
    PROJECTOR,
    Open,
    chromium,
    clock_state,
    digits,
    expect,
    hall_of_pages,
    opener,
    pytestmark,
    scrolls,
    tile,
)
from web_server import Hall, wall_ms


@pytest.mark.slow
@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_never_scrolls_sideways(hall: Hall, open_page: Open, width: int) -> None:
    long = web_halls.doubles(3, wall_ms())
    page = open_page("/", size=(width, 800))
    for views, path in (
        ([], "/"),
        (web_halls.busy(8, wall_ms()), "/"),
        (web_halls.busy(60, wall_ms()), "/"),
        ([long], "/tables/3"),
        ([web_halls.third_game(3, wall_ms(), panel_url="http://127.0.0.1:9/panel/3")], "/tables/3"),
        ([], "/tables/999"),
    ):
        hall.publish(*views)
        if path.endswith("999"):
            continue
        page.goto(hall.url + path)
        if views:
            clock_state(page, "off|running|warning|paused|expired|unknown")
        for details in page.locator("details").all():
            details.evaluate("(e) => { e.open = true; }")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate("document.body.scrollWidth") <= width


@pytest.mark.parametrize(
    "count", [8, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2, 4, 16, 32, 60))]
)
def test_a_projector_shows_every_table_without_scrolling(hall: Hall, open_page: Open, count: int) -> None:
    hall.publish(*web_halls.busy(count, wall_ms()))
    page = open_page("/", size=PROJECTOR)
    expect(page.locator(".grid .tile")).to_have_count(count)
    assert page.evaluate("document.documentElement.scrollHeight") <= PROJECTOR[1]
    clipped = page.evaluate("""() => [...document.querySelectorAll('.tile')].filter((tile) => {
        const frame = tile.getBoundingClientRect();
        return [...tile.querySelectorAll('.points, .clock, .seal, .no')].some((e) => {
            const box = e.getBoundingClientRect();
            return box.width && (box.bottom > frame.bottom + 1 || box.right > frame.right + 1);
        });
    }).map((tile) => tile.dataset.table)""")
    assert clipped == []


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1920, 1080), (960, 540), (720, 450), (640, 360)])
def test_the_big_screen_cuts_nothing_at_200_percent(
    hall: Hall, open_page: Open, size: tuple[int, int]
) -> None:
    hall.publish(*web_halls.busy(16, wall_ms()))
    page = open_page("/screen?pages=hall", size=size)
    expect(page.locator(".spot:visible").first).to_be_visible()
    cut = """() => [...document.querySelectorAll('.spot')].filter((spot) => {
        const box = spot.getBoundingClientRect();
        const isCut = box.bottom > innerHeight || box.right > innerWidth || box.height < 90;
        return box.width && isCut; }).length"""
    assert page.evaluate(cut) == 0
    assert not scrolls(page)


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "de", "ta", "ur"])
@pytest.mark.parametrize("width", [360, 390, 600, 760])
def test_what_stands_above_the_tables_has_its_own_room(
    hall: Hall, open_page: Open, lang: str, width: int
) -> None:
    hall.publish(*web_halls.busy(6, wall_ms()), web_halls.protested(8, wall_ms()))
    page = open_page(f"/?lang={lang}", size=(width, 844))
    expect(page.locator("[data-count=silent]")).to_be_visible()
    over = """() => {
        const parts = [...document.querySelectorAll('.top > :not(.sr, .summary), .summary > li')];
        const boxes = parts.map((part) => part.getBoundingClientRect()).filter((box) => box.width);
        return boxes.filter((one, at) => boxes.some((other, to) => to > at && one.left < other.right - 1
            && other.left < one.right - 1 && one.top < other.bottom && other.top < one.bottom)).length; }"""
    assert page.evaluate(over) == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.slow
def test_dense_keeps_tiles_small(hall: Hall, open_page: Open) -> None:
    hall.publish(*web_halls.busy(4, wall_ms()))
    page = open_page("/?dense", size=PROJECTOR)
    assert tile(page, 1).bounding_box()["height"] < 200


@pytest.mark.slow
def test_the_panel_stands_beside_the_card_where_there_is_room(hall: Hall, open_page: Open) -> None:
    # Any page of this origin stands for the simulator's: it may be framed by ours.
    panel = hall.url + "/tables/2"
    hall.publish(web_halls.third_game(3, wall_ms(), panel_url=panel), web_halls.view(2, wall_ms()))
    wide = open_page("/tables/3", size=PROJECTOR)
    expect(wide.locator("#panel-frame iframe")).to_have_attribute("src", panel)
    expect(wide.frame_locator("#panel-frame iframe").locator(".stand .no")).to_contain_text("2")
    phone = open_page("/tables/3", size=PHONE)
    expect(phone.locator("#panel-link")).to_have_attribute("href", panel)
    expect(phone.locator("#panel-frame iframe")).to_have_count(0)


@pytest.mark.slow
def test_reduced_motion_has_no_tenths(hall: Hall, open_page: Open) -> None:
    page = open_page("/", reduced_motion="reduce")
    hall.publish(web_halls.view(1, wall_ms(), clock=("stroke", "running", 4_600, 15_000)))
    clock_state(page, "warning")
    expect(digits(page)).to_have_text(re.compile(r"^[1-5]$"))

"""Overlays in a real Chromium, as a browser source shows them: nothing behind the score, nothing scrolls.
That what was lost comes back stands in test_browser.py.
"""

from io import BytesIO

import pytest
import web_halls
from browsing import (  # noqa: F401
    CLEAR,
    PROJECTOR,
    Open,
    chromium,
    expect,
    grounds,
    hall_of_pages,
    opener,
    pytestmark,
    scrolls,
)
from PIL import Image
from web_server import Hall, wall_ms

LAYOUTS = ("bar", "corner", "card", "clock")


@pytest.mark.slow
@pytest.mark.parametrize("size", [PROJECTOR, (1280, 720), (3840, 2160)])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_fits_its_source(
    hall: Hall,
    open_page: Open,
    layout: str,
    size: tuple[int, int],
) -> None:
    hall.publish(web_halls.doubles(3, wall_ms()))
    page = open_page(f"/overlay/table/3?layout={layout}", size=size)
    expect(page.locator(".clock-digits")).not_to_have_text("")
    assert not scrolls(page)
    assert grounds(page) == [CLEAR, CLEAR]
    box = page.locator(".shown").bounding_box()
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= size[0]
    assert box["y"] + box["height"] <= size[1]
    least = page.evaluate(
        """() => Math.min(...[...document.querySelectorAll('.shown *')]
            .filter((e) => e.offsetWidth > 1 && !e.children.length && e.textContent.trim())
            .map((e) => parseFloat(getComputedStyle(e).fontSize)))"""
    )
    assert least >= 17 * size[0] / 1920, "too small to be read on a stream"


@pytest.mark.slow
@pytest.mark.parametrize("phase", ["over", "confirmed", "expired"])
@pytest.mark.parametrize("layout", ["bar", "corner", "card"])
def test_the_score_keeps_clear_of_what_stands_below_it(
    hall: Hall,
    open_page: Open,
    layout: str,
    phase: str,
) -> None:
    games = [web_halls.game(1, "a", 5, "a"), web_halls.game(2, "a", 9, "b")]
    if phase == "expired":
        hall.publish(web_halls.third_game(3, wall_ms(), clock=("stroke", "expired", 0, 15000)))
    else:
        hall.publish(web_halls.view(3, wall_ms(), phase=phase, history=games))
    page = open_page(f"/overlay/table/3?layout={layout}", size=PROJECTOR)
    below = page.locator(".clock" if phase == "expired" else ".seal").bounding_box()
    for points in page.locator(".points").all():
        box, size = points.bounding_box(), points.evaluate("(e) => parseFloat(getComputedStyle(e).fontSize)")
        is_beside = box["x"] >= below["x"] + below["width"] or box["x"] + box["width"] <= below["x"]
        assert is_beside or box["y"] + box["height"] + 0.05 * size <= below["y"]
    line = page.evaluate(
        """() => { const e = document.querySelector('.sides'), s = getComputedStyle(e, '::after');
            return s.content === 'none' ? 0 : e.getBoundingClientRect().bottom - parseFloat(s.bottom); }"""
    )
    assert line <= below["y"], "the line between the sides ends above what is below them"


@pytest.mark.slow
def test_a_free_table_shows_nothing(hall: Hall, open_page: Open) -> None:
    page = open_page("/overlay/table/3", size=PROJECTOR)
    expect(page.locator(".shown")).to_have_css("opacity", "0")
    hall.publish(web_halls.view(3, wall_ms()))
    expect(page.locator(".shown")).to_have_css("opacity", "1")
    hall.publish(web_halls.view(3, wall_ms(), match=None, phase="idle"))
    expect(page.locator(".shown")).to_have_css("opacity", "0")


#: The least contrast of the text in sight with its plate, over the worst picture behind it (WCAG 2.2).
LEAST_CONTRAST = """() => {
    const parse = (text) => [...text.match(/[\\d.]+/g).map(Number), 1].slice(0, 4);
    const linear = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    const over = (top, below) => top.slice(0, 3).map((v, at) => v * top[3] + below[at] * (1 - top[3]));
    const plate = (e) => {
        const colour = parse(getComputedStyle(e).backgroundColor);
        return colour[3] > 0 || !e.parentElement ? colour : plate(e.parentElement);
    };
    const ratios = [];
    for (const e of document.querySelectorAll('main *')) {
        const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
        if (!own || !e.checkVisibility({ opacityProperty: true }) || e.closest('.sr')) continue;
        for (const behind of [[0, 0, 0], [255, 255, 255]]) {
            const ink = light(parse(getComputedStyle(e).color));
            const ground = light(over(plate(e), behind));
            ratios.push((Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05));
        }
    }
    return ratios.length ? Math.min(...ratios) : 0;
}"""


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_text_can_be_read_also_while_the_link_is_down(
    hall: Hall, open_page: Open, layout: str, theme: str
) -> None:
    view = web_halls.doubles(3, wall_ms())
    view["link"]["state"] = "down"
    hall.publish(view)
    page = open_page(f"/overlay/table/3?layout={layout}&theme={theme}", size=PROJECTOR)
    expect(page.locator(".shown")).to_have_attribute("data-link", "down")
    assert page.evaluate(LEAST_CONTRAST) >= 4.5


@pytest.mark.slow
def test_nothing_but_the_plate_covers_the_picture(hall: Hall, open_page: Open) -> None:
    hall.publish(web_halls.third_game(3, wall_ms()))
    page = open_page("/overlay/table/3?plate=0000ff80&ink=ffffff&scale=0.8", size=PROJECTOR)
    expect(page.locator(".shown")).to_have_css("background-color", "rgba(0, 0, 255, 0.5)")
    picture = Image.open(BytesIO(page.screenshot(omit_background=True))).convert("RGBA")
    assert {picture.getpixel(at)[3] for at in ((5, 5), (960, 400), (1915, 1075))} == {0}
    box = page.locator(".shown").bounding_box()
    assert 120 <= picture.getpixel((int(box["x"]) + 40, int(box["y"]) + 6))[3] <= 140

"""Overlays in a real Chromium, as a browser source shows them: nothing behind the score, nothing scrolls.
That what was lost comes back stands in test_browser.py.
"""

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
        assert box["y"] + box["height"] + 0.05 * size <= below["y"]
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

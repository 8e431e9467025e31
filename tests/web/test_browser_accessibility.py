"""Every page, the organiser's and everybody's, as people with other eyes and hands meet it: measured in a
real Chromium with axe-core and the checks of accessibility.js, in dark and light, at 200 % and at 320 px.
"""

from collections.abc import Iterator
from typing import Any

import pytest
import web_halls
import web_matches
import web_organised
from admin_client import PASSWORD, quick_hash
from browsing import chromium, pytestmark  # noqa: F401
from web_server import Hall, wall_ms

from host_tools.tournament.acts.tournament import SaveRuleset
from host_tools.tournament.desk.desk import Desk

accessibility = pytest.importorskip("accessibility", reason="axe-playwright-python is not installed")

ROOM = "/admin/tournament"
EVERYBODYS = (
    *("/", "/?dense", "/tables/3", "/tables/7", "/tables/8", "/tables/99", "/events", "/events/ms"),
    *("/events/ck", "/events/tt", "/events/xd", "/players/1", "/players", "/screen"),
    *("/admin/login", "/matches/M2", "/matches/S1"),
)
ORGANISERS = (
    *("/admin", "/admin/assign?table=3", "/admin/acts", "/admin/acts/desk", "/admin/tables/3/key", ROOM),
    *("/admin/rules", "/admin/rules/new", "/admin/rules/saved/club"),
    *(f"{ROOM}/events/{key}" for key in ("ms", "ck", "tt", "jr", "xd", "cr", "none")),
    *(f"{ROOM}/check-in", f"{ROOM}/events/ck/round", f"{ROOM}/events/ms/round"),
)
#: A match of this event in this state.
MATCHES = (("ck", "ready"), ("wd", "done"), ("tt", "ready"))


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with quick_hash():
        store = web_organised.opened(tmp_path_factory.mktemp("organised"))
        store.admins.set_password("organiser", PASSWORD)
        store.keys.add(3, "ab" * 16)
        rules = '{"base": "icf", "name": "Club nights", "points": 23}'
        Desk(store).do(SaveRuleset(key="club", file=rules), None)
        web_matches.beside(store, strokes=True)
        now = wall_ms()
        web_organised.switch_on(store, now, 1, 2, 3)
        made = Hall(store=store)
        made.publish(
            *web_halls.busy(6, now),
            web_halls.crokinole(7, now),
            web_halls.protested(8, now),
        )
        yield made
        made.close()
        store.close()


@pytest.fixture(scope="module")
def desk(hall: Hall) -> Desk:
    return Desk(hall.store)


@pytest.fixture(scope="module")
def inside(browser: Any, hall: Hall) -> Iterator[Any]:
    """A page that is logged in, in a browser whose viewer wants no motion."""
    context = browser.new_context(reduced_motion="reduce", color_scheme="dark")
    page = context.new_page()
    page.goto(f"{hall.url}/admin/login")
    page.fill("#password", PASSWORD)
    page.click("button")
    page.wait_for_url("**/admin")
    yield page
    context.close()


@pytest.fixture(scope="module")
def outside(browser: Any, hall: Hall) -> Iterator[Any]:
    """A page of somebody who only looks on."""
    context = browser.new_context(reduced_motion="reduce", color_scheme="dark")
    yield context.new_page()
    context.close()


def troubles(page: Any, url: str, damage: str = "") -> list[str]:
    """The faults of the page at this address, after a script did it some damage."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(url)
    page.evaluate(f"() => {{ {damage} }}")
    lines = list(accessibility.broken_rules(page))
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    lines += [f"in light: {line}" for line in accessibility.poor_contrast(page)]
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    lines += accessibility.keyboard_troubles(page)
    lines += accessibility.moving(page)
    for width in (accessibility.ZOOMED_PX, accessibility.NARROW_PX):
        lines += accessibility.too_wide(page, width)
    return lines


@pytest.mark.slow
@pytest.mark.parametrize("path", EVERYBODYS)
def test_a_page_for_everybody_is_for_everybody(outside: Any, hall: Hall, path: str) -> None:
    assert troubles(outside, hall.url + path) == []


@pytest.mark.slow
def test_the_overlay_of_a_table_that_is_not_heard_is_readable(outside: Any, hall: Hall) -> None:
    lost = web_halls.third_game(10, wall_ms())
    lost["link"]["state"] = "down"
    hall.publish(lost)
    outside.set_viewport_size({"width": 1920, "height": 1080})
    for layout in ("bar", "corner", "card"):
        outside.goto(f"{hall.url}/overlay/table/10?layout={layout}")
        for theme in ("dark", "light"):
            outside.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
            assert (layout, theme, accessibility.poor_contrast(outside)) == (layout, theme, [])


PAPER = """() => {
    const items = [...document.querySelectorAll('details:not(.languages) li')];
    const closed = items.filter((item) => !item.offsetHeight);
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    return [getComputedStyle(document.documentElement).backgroundColor, closed.length, Math.max(0, wide)];
}"""


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/", "/tables/3", "/events/ms"])
def test_on_paper_a_page_is_black_on_white_and_whole(outside: Any, hall: Hall, path: str) -> None:
    outside.set_viewport_size({"width": 700, "height": 1000})
    outside.goto(hall.url + path)
    outside.emulate_media(media="print")
    try:
        assert outside.evaluate(PAPER) == ["rgb(255, 255, 255)", 0, 0]
        assert accessibility.poor_contrast(outside) == []
    finally:
        outside.emulate_media(media="screen")


@pytest.mark.slow
@pytest.mark.parametrize("path", ORGANISERS)
def test_an_organiser_needs_neither_mouse_nor_sharp_eyes(inside: Any, hall: Hall, path: str) -> None:
    assert troubles(inside, hall.url + path) == []


@pytest.mark.slow
@pytest.mark.parametrize("points", ["23", "0"])
def test_nor_where_rules_are_looked_at_or_refused(inside: Any, hall: Hall, points: str) -> None:
    inside.goto(f"{hall.url}/admin/rules/new")
    inside.fill("#q-name", "Club nights")
    inside.fill("#q-points", points)
    with inside.expect_navigation():
        inside.click("button:has-text('Look at these rules')")
    assert accessibility.broken_rules(inside) == []
    assert inside.evaluate("document.activeElement.matches('.error, .looked-title')")
    for width in (accessibility.ZOOMED_PX, accessibility.NARROW_PX):
        assert accessibility.too_wide(inside, width) == []


@pytest.mark.slow
@pytest.mark.parametrize(("key", "state"), MATCHES)
def test_nor_on_the_page_of_a_match(inside: Any, hall: Hall, desk: Desk, key: str, state: str) -> None:
    event = desk.competition(desk.tournament("open"), key)
    fixture = next(fixture for fixture in desk.fixtures(event) if fixture.state == state)
    assert troubles(inside, f"{hall.url}{ROOM}/matches/{fixture.id}") == []


@pytest.mark.slow
def test_nor_on_the_page_of_an_order_that_waits(inside: Any, hall: Hall) -> None:
    inside.goto(f"{hall.url}/admin/assign?table=9")
    for side, name in (("a", "Asha"), ("b", "Bela")):
        inside.fill(f"#{side}", name)
    with inside.expect_navigation(url="**/orders/*"):
        inside.get_by_role("button", name="Assign").click()
    assert troubles(inside, inside.url) == []


DAMAGE = """
    const seed = document.querySelector('#seed');
    document.querySelector('label[for=seed]').remove();
    Object.assign(seed.style, {outline: 'none', marginLeft: '-9000px'});
    document.querySelector('#draw-title').style.color = '#333';
    document.querySelector('main').style.minWidth = '700px';
    document.querySelector('h1').outerHTML = '<h3>Event</h3>';
    document.documentElement.removeAttribute('lang');
    document.body.animate({opacity: [0.9, 1]}, {duration: 900, iterations: 10000});
"""
FINDINGS = (
    *("label: #seed", "color-contrast: #draw-title", "html-has-lang: html", "page-has-heading-one: "),
    *(
        'no ring around <input id="seed"',
        'out of the picture: <input id="seed"',
        " on admin",
        "MAIN.room ends at 7",
    ),
)


@pytest.mark.slow
def test_what_is_broken_is_found(inside: Any, hall: Hall) -> None:
    findings = troubles(inside, f"{hall.url}{ROOM}/events/cr", DAMAGE)
    assert [part for part in FINDINGS if not any(part in line for line in findings)] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "damage", ["seed.tabIndex = 5", "seed.addEventListener('keydown', (event) => event.preventDefault())"]
)
def test_a_page_that_leads_tab_astray_or_keeps_it_is_found(inside: Any, hall: Hall, damage: str) -> None:
    inside.goto(f"{hall.url}{ROOM}/events/cr")
    inside.evaluate(f"() => {{ const seed = document.querySelector('#seed'); {damage}; }}")
    (finding,) = accessibility.keyboard_troubles(inside)
    assert finding.startswith("Tab ")
    assert "lead" in finding

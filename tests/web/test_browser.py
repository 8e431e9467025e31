"""The pages in a real Chromium: what a spectator sees, on a phone and on the projector."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import web_halls
from web_server import Hall, wall_ms

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not Path(CHROMIUM).exists(),
        reason=f"no Chromium at {CHROMIUM}: install it, or set CHROMIUM to its path",
    ),
]
playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = playwright_api.expect

PHONE, LAPTOP, PROJECTOR = (390, 844), (1440, 900), (1920, 1080)
EVIL = "<script>window.pwned=1</script><img src=x onerror='window.pwned=1'>"

IN_WORDS = ("/tables/3?lang=ta", "/tables/4?lang=fr")

Open = Callable[..., Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A Chromium with one context: its pages share a renderer, whose start is dearer than a page."""
    with playwright_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=[
                *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
                "--renderer-process-limit=1",
            ],
        )
        browser.new_context()
        yield browser
        browser.close()


@pytest.fixture
def hall() -> Iterator[Hall]:
    hall = Hall()
    yield hall
    hall.close()


@pytest.fixture
def open_page(browser: Any, hall: Hall) -> Iterator[Open]:
    """Opens a page of the hall, with options in a context of its own; afterwards no page may have logged an
    error (a policy violation is one).
    """
    shared = browser.contexts[0]
    opened, errors = [], []
    if not shared.pages:  # as long as this one is open, the renderer lives
        shared.new_page().goto(hall.url + "/static/style.css")

    def note(message: Any) -> None:
        if message.type == "error" and "ERR_CONNECTION_REFUSED" not in message.text:
            errors.append(message.text)

    def open_page(path: str = "/", size: tuple[int, int] = LAPTOP, **options: Any) -> Any:
        page = browser.new_page(**options) if options else shared.new_page()
        opened.append(page)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.on("console", note)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(hall.url + path)
        return page

    yield open_page
    for page in opened:
        page.close()
    shared.clear_cookies()
    assert errors == []


def tile(page: Any, table: int) -> Any:
    return page.locator(f".tile[data-table='{table}']")


def points(page: Any, table: int, side: str) -> Any:
    return tile(page, table).locator(f".side-{side} .points")


def digits(page: Any) -> Any:
    return page.locator("main .clock-digits").first


def clock_state(page: Any, state: str) -> Any:
    return expect(page.locator("main .clock").first).to_have_attribute(
        "data-state", re.compile(f"^({state})$")
    )


def watch_flashes(page: Any) -> None:
    """From now on the page counts what shows that it changed."""
    page.evaluate("""() => {
        window.flashes = 0;
        const count = (records) => records.forEach((r) => {
            window.flashes += r.target.classList && r.target.classList.contains('changed') ? 1 : 0; });
        new MutationObserver(count).observe(document.body,
            {subtree: true, attributes: true, attributeFilter: ['class']});
    }""")


def flashes(page: Any) -> int:
    return int(page.evaluate("window.flashes"))


def test_a_snapshot_then_a_change_that_shows_briefly(hall: Hall, open_page: Open) -> None:
    now = wall_ms()
    hall.publish(web_halls.third_game(1, now))
    page = open_page()
    expect(points(page, 1, "a")).to_have_text("12")
    assert page.locator(".changed").count() == 0
    hall.publish(web_halls.third_game(1, now, points={"a": 17, "b": 22}))
    expect(points(page, 1, "a")).to_have_text("17")
    expect(points(page, 1, "a")).to_have_class(re.compile("changed"))
    expect(points(page, 1, "b")).not_to_have_class(re.compile("changed"))
    expect(page.locator(".changed")).to_have_count(0)
    expect(page.locator("#spoken")).to_have_text("Table 1: Maria Irudayam 17, Yogesh Pardeshi 22")


@pytest.mark.slow
def test_a_new_table_takes_its_place_in_the_row(hall: Hall, open_page: Open) -> None:
    page = open_page()
    expect(page.locator("#empty")).to_be_visible()
    for table in (4, 12, 7, 1):
        hall.publish(web_halls.view(table, wall_ms()))
        expect(tile(page, table)).to_be_visible()
    expect(page.locator("#empty")).to_be_hidden()
    assert page.locator(".grid .no").all_inner_texts() == [f"Table {n}" for n in (1, 4, 7, 12)] or [
        text.split()[-1] for text in page.locator(".grid .no").all_inner_texts()
    ] == ["1", "4", "7", "12"]


@pytest.mark.parametrize(
    "paths", [("/",), pytest.param(("/tables/1", *IN_WORDS, "/tables/8"), marks=pytest.mark.slow)]
)
def test_the_scripts_draw_what_the_server_drew(hall: Hall, open_page: Open, paths: tuple[str, ...]) -> None:
    now = wall_ms()
    hall.publish(*web_halls.busy(13, now))
    text = """() => {
        const copy = document.querySelector('main').cloneNode(true);
        copy.querySelectorAll('template, [data-part], iframe').forEach((e) => e.remove());
        return [...copy.querySelectorAll('*')].filter((e) => !e.children.length && e.textContent.trim())
            .map((e) => e.className + ': ' + e.textContent.trim());
    }"""
    marks = """() => [...document.querySelectorAll('main [data-set]')].map((e) => {
        const {link, panel, ...rest} = e.dataset; return JSON.stringify(rest) + e.hidden; })"""
    for path in paths:
        plain = open_page(path, java_script_enabled=False)
        live = open_page(path, java_script_enabled=True)  # in a context of its own: no language is kept
        clock_state(live, "off|running|warning|paused|expired|unknown")
        expect(live.locator("[data-part=age]").first).not_to_have_text("")
        assert live.evaluate(text) == plain.evaluate(text)
        assert live.evaluate(marks) == plain.evaluate(marks)
        for page in (plain, live):  # a page in sight is drawn on and on
            page.close()


@pytest.mark.slow
def test_a_running_clock_runs_down_and_a_paused_one_stands(hall: Hall, open_page: Open) -> None:
    began = wall_ms()
    hall.publish(web_halls.view(1, began, clock=("stroke", "running", 40_000, 55_000)))
    page = open_page("/tables/1")
    clock_state(page, "running")
    seen = [41]
    while len(seen) < 4:  # which seconds are seen is a matter of how busy the machine is
        page.wait_for_function(
            "above => Number(document.querySelector('main .clock-digits').textContent) < above", arg=seen[-1]
        )
        seen.append(int(digits(page).inner_text()))
        assert seen[-1] >= 40 - (wall_ms() - began) / 1000, "it runs too fast"
    assert page.evaluate(
        "new DOMMatrix(getComputedStyle(document.querySelector('main .base-fill')).transform).a < 0.75"
    )
    hall.publish(web_halls.view(1, wall_ms(), clock=("stroke", "paused", 7_400, 15_000)))
    clock_state(page, "paused")
    expect(digits(page)).to_have_text("8")
    page.wait_for_timeout(1300)
    expect(digits(page)).to_have_text("8")
    hall.publish(web_halls.view(1, wall_ms(), clock=("stroke", "running", 4_900, 15_000)))
    clock_state(page, "warning")
    expect(digits(page)).to_have_text(re.compile(r"^[0-4]\.\d$"))
    hall.publish(web_halls.view(1, wall_ms(), clock=("stroke", "expired", 0, 15_000)))
    clock_state(page, "expired")
    expect(digits(page)).to_have_text("Time")
    hall.publish(web_halls.view(1, wall_ms(), clock=None, phase="ready"))
    clock_state(page, "off")
    expect(digits(page)).to_have_text("")


@pytest.mark.slow
def test_long_clocks_are_in_minutes(hall: Hall, open_page: Open) -> None:
    hall.publish(
        web_halls.view(1, wall_ms(), phase="interval", clock=("interval", "running", 412_900, 600_000))
    )
    page = open_page("/tables/1")
    expect(digits(page)).to_have_text(re.compile(r"^6:[345]\d$"))


def test_the_clock_is_right_where_the_viewers_own_is_wrong(browser: Any) -> None:
    ahead = Hall(now_ms=lambda: wall_ms() + 3_600_000)
    try:
        ahead.publish(web_halls.view(1, ahead.now_ms(), clock=("stroke", "running", 12_000, 15_000)))
        page = browser.new_page()
        page.goto(ahead.url + "/tables/1")
        expect(digits(page)).to_have_text(re.compile("^(1[0-2]|[6-9])$"))
        page.close()
    finally:
        ahead.close()


@pytest.mark.parametrize(
    ("state", "age_ms", "says"),
    [("stale", 14_000, "no word for"), pytest.param("down", 190_000, "link down", marks=pytest.mark.slow)],
)
def test_the_clock_of_a_table_not_heard_from_does_not_look_alive(
    hall: Hall, open_page: Open, state: str, age_ms: int, says: str
) -> None:
    view = web_halls.view(1, wall_ms(), clock=("stroke", "running", 14_000, 15_000))
    page = open_page("/")
    hall.publish(view)
    clock_state(page, "running")
    silent = {**view, "link": {**view["link"], "state": state, "heard_ms": wall_ms() - age_ms}}
    hall.publish(silent)
    clock_state(page, "unknown")
    expect(digits(page)).to_have_text("––")
    expect(tile(page, 1).locator(".age")).to_contain_text(says)
    expect(page.locator("#summary")).to_contain_text("1 without link")


@pytest.mark.slow
def test_a_clock_past_zero_that_nobody_confirmed_is_unknown(hall: Hall, open_page: Open) -> None:
    page = open_page("/")
    hall.publish(web_halls.view(1, wall_ms(), clock=("stroke", "running", 900, 15_000)))
    expect(digits(page)).to_have_text("0")
    clock_state(page, "unknown")


@pytest.mark.slow
def test_a_restarted_server_is_found_again_and_the_page_redrawn(hall: Hall, open_page: Open) -> None:
    hall.publish(web_halls.third_game(1, wall_ms()), web_halls.view(2, wall_ms()))
    page = open_page()
    expect(points(page, 1, "b")).to_have_text("22")
    watch_flashes(page)
    hall.stop()
    expect(page.locator("#lost")).to_contain_text("Reconnecting")
    clock_state(page, "unknown")
    expect(tile(page, 1)).to_have_attribute("data-link", "lost")
    hall.publish(web_halls.third_game(1, wall_ms(), points={"a": 12, "b": 25}))
    hall.start()
    expect(points(page, 1, "b")).to_have_text("25")
    assert flashes(page) == 0
    expect(page.locator("#lost")).to_be_hidden()
    expect(tile(page, 1)).to_have_attribute("data-link", "up")
    clock_state(page, "running")


@pytest.mark.slow
def test_a_hidden_tab_replays_nothing(hall: Hall, open_page: Open) -> None:
    hall.publish(web_halls.third_game(1, wall_ms()))
    page = open_page()
    expect(points(page, 1, "a")).to_have_text("12")
    watch_flashes(page)
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    for total in (13, 14, 15):
        hall.publish(web_halls.third_game(1, wall_ms(), points={"a": total, "b": 22}))
    expect(points(page, 1, "a")).to_have_text("15")
    assert flashes(page) == 0
    page.evaluate("delete document.hidden")
    hall.publish(web_halls.third_game(1, wall_ms(), points={"a": 16, "b": 22}))
    expect(points(page, 1, "a")).to_have_text("16")
    assert flashes(page) > 0


def test_the_collectors_own_trouble_is_shown(hall: Hall, open_page: Open) -> None:
    hall.publish(web_halls.view(1, wall_ms()))
    page = open_page()
    hall.trouble("The disk is full; make room on it.")
    expect(page.locator("#trouble")).to_contain_text("The disk is full")
    hall.trouble(None)
    expect(page.locator("#trouble")).to_be_hidden()


def test_the_halls_clock_stands_above_the_tables(hall: Hall, open_page: Open) -> None:
    view = web_halls.view(1, wall_ms())
    page = open_page()
    hall.publish(view)
    expect(page.locator("#hall-clock")).to_be_hidden()
    running = {
        "name": "hall",
        "state": "running",
        "end_ms": wall_ms() + 725_000,
        "left": 725_000,
        "length": 900_000,
    }
    hall.publish({**view, "hall": running})
    expect(page.locator("#hall-clock .clock-digits")).to_have_text(re.compile(r"^(12:0[0-5]|11:[45]\d)$"))


def test_names_from_anywhere_do_no_harm(hall: Hall, open_page: Open) -> None:
    page = open_page()
    view = web_halls.third_game(1, wall_ms(), name=EVIL, problem=EVIL, names=((EVIL,), (EVIL,)))
    view["match"]["title"] = EVIL
    view["rulings"].append({"seq": 99, "text": EVIL, "laws": [EVIL]})
    hall.publish(view)
    expect(tile(page, 1).locator(".name").first).to_have_text(EVIL)
    page.goto(hall.url + "/tables/1")
    expect(page.locator(".stand .name").first).to_have_text(EVIL)
    hall.publish({**view, "panel_url": "javascript:window.pwned=1", "agrees": False})
    hall.publish({**view, "game": 2})
    expect(page.locator(".where")).to_have_text("Game 2, board 6")
    assert page.evaluate("window.pwned === undefined && !document.querySelector('main img, main script')")
    assert page.locator("#panel-link").get_attribute("href") == "#"


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
    "count", [60, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2, 4, 8, 16, 32))]
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


def test_tables_are_reached_by_keyboard(hall: Hall, open_page: Open) -> None:
    hall.publish(web_halls.third_game(3, wall_ms()))
    page = open_page()
    expect(tile(page, 3)).to_be_visible()
    seen = []
    for _ in range(6):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.getAttribute('href') || document.activeElement.id"))
        if seen[-1] == "/tables/3":
            break
    assert seen == ["#main", "/", "language", "theme", "/tables/3"]
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Table 3")


@pytest.mark.slow
def test_the_light_ground_is_remembered(hall: Hall, open_page: Open) -> None:
    page = open_page()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.locator("#theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(page.locator("#theme")).to_have_attribute("aria-pressed", "true")


@pytest.mark.slow
def test_reduced_motion_has_no_tenths(hall: Hall, open_page: Open) -> None:
    page = open_page("/", reduced_motion="reduce")
    hall.publish(web_halls.view(1, wall_ms(), clock=("stroke", "running", 4_600, 15_000)))
    clock_state(page, "warning")
    expect(digits(page)).to_have_text(re.compile(r"^[1-5]$"))


@pytest.mark.slow
def test_a_screen_of_some_tables_hears_of_no_other(hall: Hall, open_page: Open) -> None:
    hall.publish(web_halls.view(1, wall_ms()))
    page = open_page("/?tables=1,3")
    hall.publish(web_halls.view(2, wall_ms()), web_halls.view(3, wall_ms()))
    expect(tile(page, 3)).to_be_visible()
    expect(page.locator(".grid .tile")).to_have_count(2)

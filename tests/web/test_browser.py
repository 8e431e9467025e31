"""The pages in a real Chromium: what a spectator sees, on a phone and on the projector.

What runs in `make test` stands here, also of overlays and of the keyboard: each module starts a browser.
"""

import contextlib
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import web_halls
from browsing import (  # noqa: F401
    CLEAR,
    IN_WORDS,
    PROJECTOR,
    Open,
    chromium,
    clock_state,
    digits,
    expect,
    grounds,
    hall_of_pages,
    opener,
    points,
    pytestmark,
    scrolls,
    tile,
)
from web_server import Hall, wall_ms
from websockets.sync.client import connect

from host_tools.store.reasons import database_cause

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
EVIL = "<script>window.pwned=1</script><img src=x onerror='window.pwned=1'>"


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
    expect(digits(page)).not_to_have_text("")  # the stream is there
    expect(points(page, 1, "a")).to_have_text("12")
    assert page.locator(".changed").count() == 0
    hall.publish(web_halls.third_game(1, now, points={"a": 17, "b": 22}))
    expect(points(page, 1, "a")).to_have_text("17")
    expect(points(page, 1, "a")).to_have_class(re.compile("changed"))
    expect(points(page, 1, "b")).not_to_have_class(re.compile("changed"))
    expect(page.locator(".changed")).to_have_count(0)
    expect(page.locator("#spoken")).to_have_text("Table 1: Maria Irudayam 17, Yogesh Pardeshi 22")


def test_twenty_pages_of_one_browser_are_live(hall: Hall, open_page: Open) -> None:
    now = wall_ms()
    hall.publish(*(web_halls.third_game(table, now) for table in range(1, 8)))
    halls = [open_page(f"/?lang={lang}") for lang in ("en", "de", "hi")]
    match_pages = [open_page(f"/tables/{table}") for table in range(1, 8)]
    match_pages += [open_page(f"/overlay/table/{table}?lang=fr") for table in range(1, 8)]
    screens = [open_page(path) for path in ("/screen", "/overlay/table/1", "/?tables=2")]
    assert len(halls + match_pages + screens) == 20
    hall.publish(*(web_halls.third_game(table, now, points={"a": 17, "b": 22}) for table in range(1, 8)))
    for page in halls + match_pages + screens:
        expect(page.locator(".side-a .points").first).to_have_text("17")
    assert hall.streams() == 1
    expect(open_page("/laws").locator("main")).to_be_visible()  # a page more always loads
    away = """() => { Object.defineProperty(document, 'hidden', {value: %s, configurable: true});
        document.dispatchEvent(new Event('visibilitychange')); }"""
    for page in halls + match_pages + screens:
        page.evaluate(away % "true")
    halls[0].wait_for_timeout(5500)
    assert hall.streams() == 0
    hall.publish(*(web_halls.third_game(table, now, points={"a": 18, "b": 22}) for table in range(1, 8)))
    halls[0].evaluate(away % "false")
    expect(points(halls[0], 1, "a")).to_have_text("18")


class Firefox:
    """A Firefox without a window, told by WebDriver BiDi what to do."""

    def __init__(self, profile: Path) -> None:
        command = [FIREFOX, "--headless", "--remote-debugging-port", "0", "--profile", str(profile)]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self._process.stderr is not None
        address = next(line.split()[-1] for line in self._process.stderr if "BiDi listening" in line)
        self._stack = contextlib.ExitStack()
        self._socket = self._stack.enter_context(connect(f"{address}/session", max_size=None))
        self._number = 0
        self.do("session.new", capabilities={})

    def do(self, method: str, **params: Any) -> Any:
        """What Firefox answers."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(timeout=60))
            if answer.get("id") == self._number:
                return answer["result"]

    def open(self, url: str) -> str:
        """A page at this address, which is loaded."""
        page: str = self.do("browsingContext.create", type="tab")["context"]
        self.do("browsingContext.navigate", context=page, url=url, wait="complete")
        return page

    def value(self, page: str, script: str) -> Any:
        """The value of a script, or of its promise."""
        answer = self.do("script.evaluate", expression=script, target={"context": page}, awaitPromise=True)
        return answer["result"].get("value")

    def close(self) -> None:
        """End it."""
        self._stack.close()
        self._process.terminate()
        self._process.wait()


@pytest.mark.slow
@pytest.mark.skipif(FIREFOX is None, reason="no firefox-esr or firefox")
def test_twenty_pages_of_one_firefox_are_live(hall: Hall, tmp_path: Path) -> None:
    now = wall_ms()
    hall.publish(*(web_halls.third_game(table, now) for table in range(1, 8)))
    firefox = Firefox(tmp_path)
    reads = """new Promise((done) => { const look = () => {
        const text = document.querySelector('.side-a .points').textContent;
        if (text === '%d') done(text); else setTimeout(look, 50); }; look(); })"""
    try:
        paths = ["/", "/screen", "/?dense", "/?lang=de", "/overlay/table/1?lang=fr", "/overlay/table/2"]
        pages = [firefox.open(hall.url + path) for path in paths]
        pages += [
            firefox.open(f"{hall.url}/tables/{table}?tab={tab}") for table in range(1, 8) for tab in "ab"
        ]
        assert len(pages) == 20
        for page in pages:  # each tab in turn is the one in sight
            firefox.do("browsingContext.activate", context=page)
            assert firefox.value(page, reads % 12) == "12"
        hall.publish(*(web_halls.third_game(table, now, points={"a": 17, "b": 22}) for table in range(1, 8)))
        for page in pages:
            firefox.do("browsingContext.activate", context=page)
            assert firefox.value(page, reads % 17) == "17"
        assert hall.streams() == 1
    finally:
        firefox.close()


def test_a_browser_without_a_shared_worker_has_a_stream_for_each_page(hall: Hall, open_page: Open) -> None:
    page = open_page("/laws", locale="en")
    page.add_init_script("delete window.SharedWorker")
    hall.publish(web_halls.third_game(1, wall_ms()))
    page.goto(hall.url)
    expect(points(page, 1, "a")).to_have_text("12")
    hall.publish(web_halls.third_game(1, wall_ms(), points={"a": 17, "b": 22}))
    expect(points(page, 1, "a")).to_have_text("17")


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
        expect(live.locator("#hall-time")).not_to_have_text("")
        assert live.evaluate(text) == plain.evaluate(text)
        assert live.evaluate(marks) == plain.evaluate(marks)
        for page in (plain, live):  # a page in sight is drawn on and on
            page.close()


@pytest.mark.realtime
def test_a_running_clock_runs_down_and_a_paused_one_stands(hall: Hall, open_page: Open) -> None:
    began = wall_ms()
    hall.publish(web_halls.view(1, began, clock=("stroke", "running", 40_000, 55_000)))
    page = open_page("/tables/1")
    clock_state(page, "running")
    seen = [41]
    while len(seen) < 4:  # which seconds are seen is a matter of how busy the machine is
        handle = page.wait_for_function(
            """above => {
                const text = document.querySelector('main .clock-digits').textContent;
                return text && Number(text) < above ? text : null;  // empty until the page's clock has begun
            }""",
            arg=seen[-1],
        )
        seen.append(int(handle.json_value()))
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


def test_the_age_of_a_word_is_shown_when_it_is_late(hall: Hall, open_page: Open) -> None:
    view = web_halls.view(1, wall_ms())
    hall.publish({**view, "link": {**view["link"], "state": "stale", "heard_ms": wall_ms() - 14_000}})
    page = open_page("/")
    expect(tile(page, 1).locator("[data-part=age]")).not_to_have_text("")
    hall.publish(web_halls.view(1, wall_ms()))
    expect(tile(page, 1).locator("[data-part=age]")).to_have_text("")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_page_has_the_theme_of_the_system_until_one_is_chosen(
    hall: Hall, open_page: Open, theme: str
) -> None:
    page = open_page("/", color_scheme=theme)
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    page.click("#theme")
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") != theme
    expect(page.locator("#theme")).to_have_attribute("aria-pressed", str(theme == "dark").lower())


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
    expect(digits(page)).not_to_have_text("")  # the stream is there
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
    hall.trouble(database_cause("disk_full", where="hall.sqlite3"))
    expect(page.locator("#trouble")).to_contain_text("The disk of hall.sqlite3 is full")
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


@pytest.mark.slow
def test_a_screen_of_some_tables_hears_of_no_other(hall: Hall, open_page: Open) -> None:
    hall.publish(web_halls.view(1, wall_ms()))
    page = open_page("/?tables=1,3")
    hall.publish(web_halls.view(2, wall_ms()), web_halls.view(3, wall_ms()))
    expect(tile(page, 3)).to_be_visible()
    expect(page.locator(".grid .tile")).to_have_count(2)


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


def test_an_overlay_is_clear_follows_its_table_and_comes_back(hall: Hall, open_page: Open) -> None:
    hall.publish(web_halls.third_game(3, wall_ms()))
    page = open_page("/overlay/table/3?lang=de", size=PROJECTOR)
    theirs = page.locator(".side-b .points")
    expect(theirs).to_have_text("22")
    expect(page.locator(".where")).to_have_text("Game 3, Board 6")
    assert grounds(page) == [CLEAR, CLEAR]
    assert not scrolls(page)
    hall.publish(web_halls.third_game(3, wall_ms(), points={"a": 12, "b": 25}))
    expect(theirs).to_have_text("25")
    hall.stop()
    expect(page.locator(".shown")).to_have_attribute("data-link", "lost")
    expect(page.locator(".clock-digits")).to_have_text("––")
    expect(theirs).to_have_text("25")
    hall.publish(web_halls.third_game(3, wall_ms(), points={"a": 16, "b": 25}))
    hall.start()
    expect(page.locator(".side-a .points")).to_have_text("16")
    expect(page.locator(".clock")).to_have_attribute("data-state", re.compile("running|warning"))

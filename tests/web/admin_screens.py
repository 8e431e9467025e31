"""Pictures of the admin pages, to look at and for the guide.

    python tests/web/admin_screens.py OUT_DIR [NAME ...]

Needs a Chromium at /usr/bin/chromium or at $CHROMIUM. Without names, makes them all, in light too.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import web_halls
from admin_client import PASSWORD
from playwright.sync_api import sync_playwright
from screens import ARGS, CHROMIUM
from web_server import Hall, wall_ms

from host_tools.store import Store
from host_tools.store.reasons import database_cause

SIZES = {"phone": (390, 844), "laptop": (1440, 900)}


def furnish(store: Store, hall: Hall) -> None:
    """A hall in the middle of a day, with everything that can stand on the pages."""
    now = wall_ms()
    views = web_halls.busy(7, now)
    views[1]["link"].update(state="down", heard_ms=now - 95_000)
    views[4]["problem"] = (
        "Two devices say they are table 5: 192.168.1.40, 192.168.1.52. Give one of them another number."
    )
    hall.publish(*views)
    store.admins.set_password("organiser", PASSWORD)
    for table in (1, 2, 3, 5, 6):
        store.keys.add(table, f"{table:02x}" * 16, "boardside provision")
        store.keys.used(table, bytes.fromhex(f"{table:02x}" * 16))
    store.keys.revoke(6)
    store.keys.add(3, "aa" * 16, "boardside provision")


def start(page: Any, store: Store, hall: Hall) -> None:
    """A clock that runs since ten minutes."""
    store.hall.change(do="start", ms=45 * 60_000, by="organiser", at=wall_ms() - 601_000)
    page.goto(hall.url + "/admin")


def trouble(page: Any, store: Store, hall: Hall) -> None:
    start(page, store, hall)
    store.hall.change(do="pause", ms=None, by="organiser", at=wall_ms())
    hall.trouble(database_cause("disk_full", where="sqlite:///boardside.sqlite3"))
    page.goto(hall.url + "/admin")


def filled(page: Any, store: Store, hall: Hall) -> None:
    page.goto(hall.url + "/admin/assign?table=3")
    page.fill("#a", "अपूर्वा एस.")
    page.fill("#b", "Ramakrishnan Venkatasubramanian Iyer")
    page.fill("#b2", "Jyothi Kandasamy")
    page.click("summary")
    page.click("button:has-text('Assign')")


def ordered(page: Any, store: Store, hall: Hall) -> None:
    page.goto(hall.url + "/admin/assign?table=3")
    page.fill("#a", "Maria Irudayam")
    page.fill("#b", "Rashmi Kumari")
    with page.expect_navigation():
        page.click("button:has-text('Assign')")


def key(page: Any, store: Store, hall: Hall) -> None:
    page.goto(hall.url + "/admin/tables/3/key")


def revoked(page: Any, store: Store, hall: Hall) -> None:
    page.goto(hall.url + "/admin/tables/3/key")
    with page.expect_navigation():
        page.click(".danger-button")


def acts(page: Any, store: Store, hall: Hall) -> None:
    ordered(page, store, hall)
    revoked(page, store, hall)
    page.goto(hall.url + "/admin")
    for button in ("Start", "Pause"):
        with page.expect_navigation():
            page.click(f"button:has-text('{button}')")
    page.goto(hall.url + "/admin/acts")


def rules(page: Any, store: Store, hall: Hall) -> None:
    """The answers of a club, looked at."""
    page.goto(hall.url + "/admin/rules/new")
    for name, typed in {
        "name": "Club nights",
        "points": "23",
        "boards": "group=4,final=none",
        "queen": "5",
    }.items():
        page.fill(f"#q-{name}", typed)
    with page.expect_navigation():
        page.click("button:has-text('Look at these rules')")


def misruled(page: Any, store: Store, hall: Hall) -> None:
    """Answers that cannot be."""
    page.goto(hall.url + "/admin/rules/new")
    page.fill("#q-points", "0")
    page.fill("#q-stroke", "soon")
    with page.expect_navigation():
        page.click("button:has-text('Look at these rules')")


def saved(page: Any, store: Store, hall: Hall) -> None:
    rules(page, store, hall)
    page.fill("#key", "club")
    with page.expect_navigation():
        page.click("button:has-text('Save')")
    page.goto(hall.url + "/admin/rules")


def wrong(page: Any, store: Store, hall: Hall) -> None:
    page.click("button:has-text('Log out')")
    page.fill("#password", "not this one")
    page.click("button")


def none(page: Any, store: Store, hall: Hall) -> None:
    """The page as it is after logging in."""


SCENES: dict[str, Callable[[Any, Store, Hall], None]] = {
    scene.__name__: scene
    for scene in (none, start, trouble, filled, ordered, key, revoked, acts, rules, misruled, saved, wrong)
}


def shoot(browser: Any, name: str, size: str, theme: str, out: Path) -> None:
    """One scene in one size."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(f"sqlite:///{folder}/hall.sqlite3")
        hall = Hall(store=store)
        furnish(store, hall)
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height})
        context.add_init_script(f"localStorage.setItem('boardside-theme', '{theme}')")
        page = context.new_page()
        page.on("console", lambda m: print("console:", m.text) if m.type in ("error", "warning") else None)
        page.goto(hall.url + "/admin")
        page.fill("#password", PASSWORD)
        page.click("button")
        page.wait_for_url("**/admin")
        SCENES[name](page, store, hall)
        time.sleep(0.4)
        wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        file = f"admin-{name}-{size}{'' if theme == 'dark' else '-light'}.png"
        page.screenshot(path=out / file, full_page=True)
        print(f"{file}{'  SCROLLS SIDEWAYS' if wide else ''}")
        context.close()
        hall.close()
        store.close()


def main(out: Path, names: list[str]) -> None:
    """Make the pictures named, or all."""
    out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        for name in names or SCENES:
            for size in SIZES:
                shoot(browser, name, size, "dark", out)
        shoot(browser, "start", "laptop", "light", out)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])

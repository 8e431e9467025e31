"""What everybody must be able to do with a page, measured in the page itself (WCAG 2.2, level AA).

Each function gives what is wrong, as lines of text; an empty list is a pass.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT

#: The rules of axe-core that are asked; level AAA is not.
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
NARROW_PX = 320
"""WCAG 1.4.10: no scrolling to the side at this width; a page of 1280 px at 400 %."""
ZOOMED_PX = 640
"""WCAG 1.4.4: a page of 1280 px at 200 %."""

_CHECKS = (Path(__file__).parent / "accessibility.js").read_text(encoding="utf-8")


def _checks(page: Any) -> Any:
    return page.evaluate_handle(_CHECKS)


def broken_rules(page: Any) -> list[str]:
    """The findings of axe-core: contrast, names, roles, labels, landmarks, headings, languages, tables."""
    return _broken(page, "tag", TAGS)


def poor_contrast(page: Any) -> list[str]:
    """The findings about contrast alone: for the same page in other colours."""
    return _broken(page, "rule", ("color-contrast",))


def _broken(page: Any, kind: str, values: Sequence[str]) -> list[str]:
    page.evaluate(AXE_SCRIPT)
    only = {"type": kind, "values": list(values)}
    return list(_checks(page).evaluate("(checks, only) => checks.rules(only)", only))


def keyboard_troubles(page: Any) -> list[str]:
    """What is wrong for who has no mouse: a control that Tab does not reach in reading order, one without a
    ring around it, one that lies outside the picture, a place out of which Tab does not lead.
    """
    checks = _checks(page)
    stops = checks.evaluate("checks => checks.stops()")
    for _stop in stops:
        page.keyboard.press("Tab")
    troubles = []
    places = checks.evaluate("checks => checks.places()")
    for at, stop in enumerate(stops):
        if at == len(places):
            return [*troubles, f"Tab does not lead to {stop}"]
        here = places[at]
        if here["at"] != at:
            return [*troubles, f"Tab leads to {here['is']}, not to {stop}"]
        if not here["ring"]:
            troubles.append(f"no ring around {stop}")
        if not here["seen"]:
            troubles.append(f"out of the picture: {stop}")
    return troubles


def too_wide(page: Any, width: int) -> list[str]:
    """The elements that make the page scroll to the side at this width in CSS px."""
    page.set_viewport_size({"width": width, "height": 700})
    if page.evaluate("document.documentElement.scrollWidth") <= width:
        return []
    return list(_checks(page).evaluate("checks => checks.wide()")) or [f"{width} px: it scrolls to the side"]


def moving(page: Any) -> list[str]:
    """The elements that move though the viewer has asked for stillness (`reduced_motion="reduce"`)."""
    return list(_checks(page).evaluate("checks => checks.moving()"))

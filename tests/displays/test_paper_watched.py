"""What an e-paper page reads of the screen changes when it is composed, or is watched."""

import ast
import re
from pathlib import Path

from paper_kit import ROOT

from boardside.table.show.screens import Screen

FIRMWARE = ROOT / "firmware" / "boardside"
PAPER: Path = FIRMWARE / "faces" / "paper"
WITH_THE_SCREEN = {"clear", "say", "by_turns", "turn_to", "tell", "__init__"}
"""Methods of Screen that are called only while it is composed, or made."""
BESIDE = {"battery", "link"}
"""What the table sets while it composes nothing."""
UNSEEN = {"blink_on", "dark", "page_now", "placing_at", "clock_tenths", "aside_now", "quarter", "link_age_s"}
UNSEEN |= {"half", "message", "message_codes", "message_clock", "flash_ms"}
"""Changes with time, and no page of an e-paper shows it."""


def read_in(*paths: Path) -> set[str]:
    text = "".join(path.read_text(encoding="utf-8") for path in paths)
    return set(re.findall(r"screen\.(\w+)", text))


def set_later() -> set[str]:
    """The fields that Screen sets without being composed."""
    tree = ast.parse((FIRMWARE / "table" / "show" / "screens.py").read_text(encoding="utf-8"))
    (screen,) = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Screen"]
    return {
        target.attr
        for method in screen.body
        if isinstance(method, ast.FunctionDef) and method.name not in WITH_THE_SCREEN
        for target in ast.walk(method)
        if isinstance(target, ast.Attribute) and isinstance(target.ctx, ast.Store) and target.attr[0] != "_"
    }


def watched() -> set[str]:
    text = (PAPER / "reading.py").read_text(encoding="utf-8")
    tree = ast.parse(text)
    parts = [
        ast.get_source_segment(text, node) or ""
        for node in tree.body
        if getattr(node, "name", "") in ("Watch", "clock_of", "minutes_of")
    ]
    return set(re.findall(r"screen\.(\w+)", "".join(parts)))


def test_what_changes_without_composing_is_watched_or_not_shown() -> None:
    names_read = read_in(*PAPER.glob("page*.py"), PAPER / "reading.py")
    assert set_later() | BESIDE <= watched() | UNSEEN
    assert not names_read & UNSEEN


def test_every_field_that_is_read_is_one_of_a_screen() -> None:
    fields = set(vars(Screen(1)))
    assert read_in(*PAPER.glob("*.py")) <= fields


def test_a_screen_that_is_composed_again_says_so() -> None:
    screen = Screen(1)
    before = screen.composed
    screen.clear()
    assert screen.composed != before

"""docs/umpire/panel.md: its walks are pressed key by key; keys, messages, menu items and sounds are named."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

from guide_walks import walk, walks  # noqa: E402
from table_kit import LETTERS, Umpire  # noqa: E402

from boardside.table import refusals, sounds, texts  # noqa: E402
from boardside.table.core import conduct  # noqa: E402
from boardside.table.menu import items  # noqa: E402
from boardside.table.pages.panel import KEYS  # noqa: E402

GUIDE = (ROOT / "docs" / "umpire" / "panel.md").read_text(encoding="utf-8")
LETTER_OF = {name: letter for letter, name in LETTERS.items()}


def idle_table() -> Umpire:
    return Umpire(strokes=1, struck=conduct.ONCE)


def with_toss() -> Umpire:
    umpire = idle_table()
    umpire.assign(breaks=None)
    return umpire


def left_breaks() -> Umpire:
    umpire = with_toss()
    umpire.press("WO")
    return umpire


def near_end_of_game() -> Umpire:
    umpire = left_breaks()
    umpire.result("a", 9, "a")
    umpire.result("a", 8, "a")
    assert umpire.state.breaker == "a"
    return umpire


def near_end_of_match() -> Umpire:
    """Game two, by an override after game one; the left side breaks board 2 and is about to win."""
    umpire = left_breaks()
    for part in ({"games_a": 1}, {"points_a": 23, "board": 2, "breaks": "a"}):
        assert umpire.table.commit({"kind": "override", "set": part}, umpire.now)
    return umpire


def by_strokes(umpire: Umpire, *strokes: str) -> Umpire:
    umpire.press("C")
    umpire.wait(2_000)
    for keys in strokes:
        umpire.press("C" + keys)
        umpire.wait(conduct.QUIET_MS + 2_000)
    return umpire


def left_has_two_down() -> Umpire:
    return by_strokes(left_breaks(), "WW")


def left_has_one_left() -> Umpire:
    return by_strokes(left_breaks(), "WWWW", "WWWW")


def three_boards() -> Umpire:
    umpire = left_breaks()
    for winner, left in (("a", 5), ("b", 3), ("a", 2)):
        umpire.result(winner, left, winner)
    return umpire


STARTS = {
    "a match of three boards": three_boards,
    "an idle table": idle_table,
    "a match with the toss awaited": with_toss,
    "a match in which the left side breaks": left_breaks,
    "a board in which left has pocketed two": left_has_two_down,
    "a board in which left has one c/m left, the Queen on the board": left_has_one_left,
    "a match that is one board from the end of game one": near_end_of_game,
    "a match that is one board from its end": near_end_of_match,
}


@pytest.mark.parametrize(
    ("start", "rows"), walks(GUIDE), ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_walk_shows_what_the_guide_says(start: str, rows: list[tuple[str, str]]) -> None:
    walk(STARTS[start](), rows, LETTER_OF)


def test_there_are_walks() -> None:
    assert {start for start, _ in walks(GUIDE)} == set(STARTS)


def named(heading: str) -> set[str]:
    """What stands between backticks from a heading on."""
    return set(re.findall(r"`([^`]+)`", GUIDE[GUIDE.index(heading) :]))


def test_every_reason_and_notice_is_named() -> None:
    listed = named("### Reasons and notices")
    digits = {message for messages in (texts.REASONS, texts.NOTICES) for message, _ in messages.values()}
    digits |= {row.rsplit("|:", 1)[1].split(":")[0] for row in refusals.LINES.strip().split("\n")}
    assert digits - listed == set()
    assert {word for word in texts.UNDONE.values() if not {word, f"{word} 4"} & listed} == set()


def test_every_menu_item_is_named() -> None:
    assert {item[0] for item in items.ITEMS} - named("## The menu") == set()


def test_every_sound_and_every_key_is_named() -> None:
    listed = set(re.findall(r"^\| (\w+) \|", GUIDE, re.MULTILINE))
    assert {*sounds.PATTERNS, *KEYS} - listed == set()

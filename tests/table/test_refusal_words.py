"""Every refusal of the rules, found in their sources: said whole on each display, explained in the guide."""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests" / "portable" / "table"), str(ROOT / "tests" / "displays")]

from paper_kit import LAYOUTS  # noqa: E402  (the path comes first)
from table_kit import Umpire  # noqa: E402

from boardside.faces.paper.sheet import HEADING, IS_CUT, SIZE, TEXT, Sheet  # noqa: E402
from boardside.game.errors import GameError  # noqa: E402
from boardside.table import refusals, texts  # noqa: E402
from boardside.table.show.screens import fit  # noqa: E402
from boardside.table.show.segments import DIGITS, legible  # noqa: E402
from tests.raised import reasons  # noqa: E402

GUIDE = (ROOT / "docs" / "umpire" / "panel.md").read_text(encoding="utf-8")

NO_KEY = frozenset(
    {
        # Fields of events: the pages of the panel make whole ones.
        *("not_an_event", "unknown_kind", "missing", "null", "not_whole", "not_whole_from", "seq_not_above"),
        *("not_true_or_false", "not_a_text", "empty_text", "not_names", "not_by_side", "not_an_object"),
        *(
            "cannot_be_set",
            "other_round",
            "control_character",
            "not_hex",
            "team_against_itself",
            "two_names_in_singles",
            "unshot_with_result",
        ),
        # Rules of one's own: tried when the table starts, or on the host.
        *(
            "unknown_ruleset",
            "not_changes",
            "unknown_rule",
            "unknown_crokinole_rule",
            "unknown_entry",
            "not_clocks",
            "no_majority",
        ),
        "only_break_by_toss",  # the form of the toss offers the break alone
        *("not_whole_or_null", "out_of_range_or_null", "board_without_end", "over_foul_last"),
        # The match is the table's own; undo and redo have words of their own (`texts.REASONS`).
        *("other_match", "undo_folds_again", "nothing_to_redo"),
        # What only a host asks for.
        *("panel_only", "umpire_busy", "match_in_play", "result_not_confirmed", "no_match_to_change"),
        *("other_match_here", "hall_without_length", "hall_moment_without_left", "hall_clock_off"),
        "hall_moment_too_late",
    }
)
"""Reasons to which no key leads: hosts and files get them."""

ROWS = [row[1:].split("|:") for row in refusals.LINES.splitlines()]
"""(reasons, digits and line) of each."""

ALL = sorted(
    {(digits, line) for digits, line in [said.split(":", 1) for _, said in ROWS]}
    | {refusals.GENERAL}
    | set(texts.REASONS.values())
    | set(texts.NOTICES.values())
    | {(texts.REASONS["flash"][0], line) for line in texts.NOT_STORED.values()}
)
"""Everything that is said for a moment: digits and line."""


def listed() -> list[str]:
    """The reasons of all rows."""
    return [reason for row, _ in ROWS for reason in row.split("|")]


def test_every_reason_has_words_of_its_own_or_no_key_leads_to_it() -> None:
    for reason in reasons():
        assert (refusals.words_of(reason) == refusals.GENERAL) is (reason in NO_KEY), reason


def test_every_row_is_about_reasons_that_there_are_each_in_one_row() -> None:
    assert set(listed()) | NO_KEY == reasons()
    assert len(listed()) == len(set(listed()))


def test_a_row_is_found_by_the_whole_reason() -> None:
    for row, said in ROWS:
        for reason in row.split("|"):
            assert ":".join(refusals.words_of(reason)) == said, reason
    for wrong in ("", "board", "queen", "the board is over", "turn", "SEALEd"):
        assert refusals.words_of(wrong) == refusals.GENERAL, wrong


def test_the_host_gets_the_line_and_where_there_is_none_the_reason_with_its_facts() -> None:
    error = GameError("impossible", "points_over_most", points=13, most=12)
    assert refusals.message_of(error) == "More than a board can give (55)"
    error = GameError("impossible", "two_names_in_singles", side="a")
    assert refusals.message_of(error) == "two_names_in_singles side=a"


def texts_of(sheet: Sheet) -> list[tuple[str, bool]]:
    """The characters that each text of a sheet shows, and whether it is cut."""
    shown = []
    for part in range(sheet.parts):
        marks, at = sheet.marks[part], 0
        while marks[at]:
            if marks[at] & 0xFF in (TEXT, HEADING):
                first, count = marks[at + 5], marks[at + 6]
                text = sheet.texts[part][at // SIZE]
                shown.append((text[first : first + count % IS_CUT], count >= IS_CUT))
            at += SIZE
    return shown


@pytest.mark.parametrize(("digits", "line"), ALL)
def test_nothing_is_cut_on_any_display(digits: str, line: str) -> None:
    assert legible(digits)
    assert len(digits.replace(".", "")) <= DIGITS
    line = line.replace("%d", "123")
    assert fit(line) == line
    umpire = Umpire()
    assert umpire.assign()[0]
    umpire.table.refuse_with(digits, line, umpire.now)
    screen = umpire.table.screen(umpire.now)
    assert screen.line == line
    for layout, _ in LAYOUTS.values():
        sheet = Sheet(len(layout.PARTS))
        for part, lay in enumerate(layout.PARTS):
            sheet.begin(part)
            lay(sheet, screen)
        assert not [text for text, is_cut in texts_of(sheet) if is_cut], layout.__name__
        letters = "".join(text for text, _ in texts_of(sheet)).replace(" ", "")
        assert line.replace(" ", "") in letters, layout.__name__


def test_the_guide_explains_the_digits_of_each() -> None:
    explained = set(re.findall(r"`([^`]+)`", GUIDE[GUIDE.index("### Reasons and notices") :]))
    assert {said.split(":")[0] for _, said in ROWS} <= explained

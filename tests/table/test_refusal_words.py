"""What the table says of refusals: whole on each display, and of reasons that the rules give."""

import pytest
from paper_kit import LAYOUTS
from table_kit import Umpire

from boardside.faces.paper.sheet import HEADING, IS_CUT, SIZE, TEXT, Sheet
from boardside.game.errors import GameError
from boardside.table import refusals, texts
from boardside.table.show.screens import fit
from boardside.table.show.segments import DIGITS, legible
from tests.raised import reasons

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


def test_every_row_is_about_reasons_that_there_are_each_in_one_row() -> None:
    assert set(listed()) - reasons() == set()
    assert len(listed()) == len(set(listed()))


def test_a_row_is_found_by_the_whole_reason() -> None:
    for row, words in ROWS:
        for reason in row.split("|"):
            assert ":".join(refusals.words_of(reason)) == words, reason
    for wrong in ("", "board", "queen", "the board is over", "turn", "SEALEd"):
        assert refusals.words_of(wrong) == refusals.GENERAL, wrong


def test_the_host_gets_the_line_and_where_there_is_none_the_reason_with_its_facts() -> None:
    error = GameError("impossible", "points_over_most", points=13, most=12)
    assert refusals.message_of(error) == refusals.words_of("points_over_most")[1]
    error = GameError("impossible", "two_names_in_singles", side="a")
    assert refusals.message_of(error) == "two_names_in_singles side=a"


def texts_of(sheet: Sheet) -> list[tuple[str, bool]]:
    """The characters that each text of a sheet shows, and whether it is cut."""
    drawn_texts = []
    for part in range(sheet.parts):
        marks, at = sheet.marks[part], 0
        while marks[at]:
            if marks[at] & 0xFF in (TEXT, HEADING):
                first, count = marks[at + 5], marks[at + 6]
                text = sheet.texts[part][at // SIZE]
                drawn_texts.append((text[first : first + count % IS_CUT], count >= IS_CUT))
            at += SIZE
    return drawn_texts


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

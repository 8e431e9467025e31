"""Texts are measured, shaped and encoded once for a document, and look the same wherever they are placed."""

import re
from datetime import UTC, datetime

import pytest
from fpdf import FPDF
from fpdf.fonts import TTFFont

from host_tools.exports.paper import ALARM, INK, RULE, Paper

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)
SHAPED = "அருண் விக்ரமாதித்யன்"


@pytest.fixture
def paper() -> Paper:
    made = Paper("t", NOON)
    made.add_page()
    return made


def drawn(paper: Paper) -> list[str]:
    """What draws each text of the first page."""
    return re.findall(r"q [\d. ]+ rg (.*?) ET Q\n", content(paper, 1), re.S)


def content(paper: Paper, page: int) -> str:
    return bytes(paper.pages[page].contents).decode("latin-1")


def test_a_shaped_text_is_shaped_once_in_each_size(paper: Paper, monkeypatch: pytest.MonkeyPatch) -> None:
    shaped: list[str] = []
    shape = TTFFont.shape_text

    def counted(font: TTFFont, text: str, *more: object) -> object:
        shaped.append(text)
        return shape(font, text, *more)

    monkeypatch.setattr(TTFFont, "shape_text", counted)
    for _ in range(3):
        for y in range(10, 100, 10):
            paper.text_in(10, y, 100, 8, SHAPED, 9)
        paper.add_page()
    assert shaped == [SHAPED]
    paper.text_in(10, 10, 100, 8, SHAPED, 12)
    assert len(shaped) == 2


def test_a_plain_text_is_encoded_once_and_asks_fpdf_nothing_more(
    paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper.text_in(10, 10, 100, 8, "Grand total", 9)
    for name in ("text", "cell", "set_font", "get_string_width"):
        monkeypatch.setattr(FPDF, name, None)
    paper.text_in(10, 20, 100, 8, "Grand total", 9)
    first, second = drawn(paper)
    assert re.sub(r"[\d.]+ Td", "Td", first) == re.sub(r"[\d.]+ Td", "Td", second)
    assert first != second


def test_where_a_text_is_placed_changes_nothing_in_it(paper: Paper) -> None:
    """Its letters are placed one by one from its own beginning."""
    for x, y in ((10, 10), (77.7, 123.4)):
        paper.text_in(x, y, 100, 8, SHAPED, 9)
    first, second = drawn(paper)
    assert first.partition(" cm ")[2] == second.partition(" cm ")[2]
    assert " Tm " in first


def test_a_text_with_parentheses_and_a_backslash_is_itself(paper: Paper) -> None:
    paper.text_in(10, 10, 100, 8, "a) \\ (b", 9)
    [operators] = drawn(paper)
    assert operators.endswith(" Tj")
    assert operators.count("Tj") == 1


def test_a_font_that_only_a_known_text_needs_is_on_every_page(paper: Paper) -> None:
    """The page lists the fonts of its texts, also of those that were drawn elsewhere before."""
    paper.text_in(10, 10, 100, 8, SHAPED, 9)
    paper.add_page()
    paper.text_in(10, 10, 100, 8, SHAPED, 9)
    resources = re.findall(rb"/Font <<(.*?)>>", paper.done(), re.S)
    assert len(resources) == 2
    assert all(resources)


def test_a_pen_is_taken_once_for_many_lines_and_anew_on_each_page(paper: Paper) -> None:
    for colour in (RULE, RULE, INK, INK, ALARM):
        paper.rule(10, 10, 20, 20, 0.3, colour)
    assert content(paper, 1).count(" RG\n") == 3
    paper.add_page()
    paper.rule(10, 10, 20, 20, 0.3, ALARM)
    assert " RG\n" in content(paper, 2)


def test_what_shapes_is_gone_before_the_fonts_are_cut(paper: Paper, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same file without: half of the time of a single card went into reading it."""
    twin = Paper("t", NOON)
    twin.add_page()
    for one in (paper, twin):
        one.text_in(10, 10, 100, 8, f"Asha {SHAPED}", 9)
    monkeypatch.setattr(twin, "_forget_shaping", lambda: None)
    assert paper.done() == twin.done()
    assert not any("GSUB" in font.ttfont for font in paper.fonts.values() if isinstance(font, TTFFont))

"""Texts on paper (host_tools/exports/typesetting.py): measured, shaped and encoded once for a document, the
same wherever they are placed, and drawn by public means of fpdf2.
"""

import ast
import io
import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fpdf.fonts import TTFFont
from pypdf import PdfReader

from host_tools.exports.paper import ALARM, GREY, INK, RULE, Paper

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)
SHAPED = "அருண் விக்ரமாதித்யன்"
HOST_TOOLS = Path(__file__).resolve().parent.parent.parent / "host_tools"


@pytest.fixture
def paper() -> Paper:
    made = Paper("t", NOON, fonts=[])
    made.add_page()
    return made


def operators(paper: Paper) -> list[str]:
    """The PDF operators of each page."""
    pages = PdfReader(io.BytesIO(paper.done())).pages
    return [page.get_contents().get_data().decode("latin-1") for page in pages]  # type: ignore[union-attr]


def drawn(page: str) -> list[str]:
    """The PDF operators of each text of a page, without its place."""
    [texts] = re.findall(r"BT (.*?) ET", page, re.S)
    return [text.strip() for text in re.split(r"1 0 0 -1 [\d.]+ [\d.]+ Tm", texts)[1:]]


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


def test_a_plain_text_is_encoded_once(paper: Paper, monkeypatch: pytest.MonkeyPatch) -> None:
    paper.text_in(10, 10, 100, 8, "Grand total", 9)
    for name in ("encode_text", "get_text_width", "shape_text"):
        monkeypatch.setattr(TTFFont, name, None)
    paper.text_in(10, 20, 100, 8, "Grand total", 9)
    first, second = drawn(operators(paper)[0])
    assert first == second


def test_where_a_text_is_placed_changes_nothing_in_it(paper: Paper) -> None:
    """Its letters are placed one by one from its own beginning."""
    for x, y in ((10, 10), (77.7, 123.4)):
        paper.text_in(x, y, 100, 8, SHAPED, 9)
    first, second = drawn(operators(paper)[0])
    assert first == second
    assert first.count(" Td ") > 5


def test_a_text_with_parentheses_and_a_backslash_is_itself(paper: Paper) -> None:
    paper.text_in(10, 10, 100, 8, "a) \\ (b", 9)
    [page] = PdfReader(io.BytesIO(paper.done())).pages
    assert page.extract_text() == "a) \\ (b"


def test_a_colour_is_taken_once_for_many_texts(paper: Paper) -> None:
    for colour in (INK, INK, GREY, GREY, INK):
        paper.text_in(10, 10, 100, 8, "Game", 9, colour=colour)
    assert operators(paper)[0].count(" rg ") == 3


def test_texts_are_above_what_is_drawn_after_them(paper: Paper) -> None:
    paper.text_in(10, 10, 100, 8, "Game", 9)
    paper.box(10, 10, 100, 8, fill=INK)
    [page] = operators(paper)
    assert page.index(" re B") < page.index("BT ")


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
    paper.add_page()
    paper.rule(10, 10, 20, 20, 0.3, ALARM)
    first, second = operators(paper)
    assert first.count(" RG\n") == 3
    assert " RG\n" in second


def test_figures_in_the_font_of_an_arabic_name_are_read_from_the_left(paper: Paper) -> None:
    for text in ("۲۵", "علی", "رضا", "علی ۲۵ رضا"):
        paper.text_in(10, 10, 100, 8, text, 12)
    figures, first, last, name = (
        re.findall(r"\((.*?)\) Tj", text, re.S) for text in drawn(operators(paper)[0])
    )
    [space] = set(name) - {*figures, *first, *last}
    assert len(set(figures)) == 2
    assert name == [*last, space, *figures, space, *first]


_SETS = """
import sys
from datetime import UTC, datetime
from host_tools.exports.paper import Paper
paper = Paper("t", datetime(2026, 3, 12, 12, tzinfo=UTC), fonts=[])
for _ in range(2):
    paper.add_page()
    paper.text_in(10, 10, 100, 8, "Asha श्रीकृष्ण அருண் علی 王伟", 9)
    paper.text_in(10, 20, 100, 8, "Łukasz Γιώργος ශ්\u200dරී", 9, bold=True)
sys.stdout.buffer.write(paper.done())
"""


@pytest.mark.slow
def test_the_order_of_sets_in_a_process_does_not_change_the_file() -> None:
    """Python mixes the order of a set of texts anew in each process; the fonts of a page are such a set."""
    files = {
        subprocess.run(
            [sys.executable, "-c", _SETS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=HOST_TOOLS.parent,
            capture_output=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(files) == 1


#: What fpdf2's documentation has pages for.
_DOCUMENTED = {"fpdf", "fpdf.drawing", "fpdf.drawing_primitives", "fpdf.enums"}


def inner_parts(source: str) -> list[str]:
    """Where a module takes another than a documented module of fpdf2, derives a class from one of its, or
    touches a private name of anything but itself.
    """
    tree = ast.parse(source)
    faults, taken = [], set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "fpdf":
            taken |= {alias.asname or alias.name for alias in node.names}
            faults += [] if node.module in _DOCUMENTED else [f"{node.lineno}: {node.module}"]
            faults += [f"{node.lineno}: {alias.name}" for alias in node.names if alias.name.startswith("_")]
        elif isinstance(node, ast.Import):
            faults += [f"{node.lineno}: {a.name}" for a in node.names if a.name.split(".")[0] == "fpdf"]
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
            faults += [f"{node.lineno}: {node.name} derives from {base}" for base in bases & taken]
        elif isinstance(node, ast.Attribute) and node.attr.startswith("_"):
            is_own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            faults += [] if is_own else [f"{node.lineno}: {node.attr}"]
    return faults


def test_only_public_means_of_fpdf2_are_used() -> None:
    users = [
        path
        for path in HOST_TOOLS.rglob("*.py")
        if re.search(r"^\s*(from|import) fpdf", path.read_text(), re.M)
    ]
    assert {path.name for path in users} == {"paper.py", "typesetting.py"}
    assert {path.name: inner_parts(path.read_text(encoding="utf-8")) for path in users} == {
        "paper.py": [],
        "typesetting.py": [],
    }


@pytest.mark.parametrize(
    "source",
    [
        "from fpdf import FPDF\nFPDF()._out('x')",
        "from fpdf import FPDF\nclass Mine(FPDF): pass",
        "from fpdf.line_break import Fragment",
        "import fpdf.output",
    ],
)
def test_the_check_sees_inner_parts(source: str) -> None:
    assert inner_parts(source)

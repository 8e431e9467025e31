"""docs/maintainer/strokes.md against the code: its tables are played row by row, what it names exists."""

import importlib
import re
from pathlib import Path
from typing import Any

import pytest
from stroke_desk import board

from boardside.game import strokes
from boardside.game.strokes import icf, table

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = (ROOT / "docs" / "maintainer" / "strokes.md").read_text(encoding="utf-8")
TESTS = ROOT / "tests" / "portable" / "strokes"


def rows(heading: str) -> list[list[str]]:
    """The cells of the table under a heading, without its head."""
    section = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def laws_in(cell: str) -> set[str]:
    return {law for group in re.findall(r"\(([^)]*\d[^)]*)\)", cell) for law in group.split(", ")}


def scene(words: str) -> tuple[strokes.Situation, dict[str, Any]]:
    """The board and the stroke that the first cell of a row describes."""
    facts: dict[str, Any] = {}
    if "all nine on the board" in words or "no own c/m down before" in words:
        facts["own"] = 9
    if "a due owed" in words:
        facts.update(own=9, owes=1, right=True)
    if words.startswith("covering"):
        facts["queen"] = "covering"
    head = words.partition(": ")[2] or words.partition(",")[0]
    stroke: dict[str, Any] = {}
    for piece in head.split(" + "):
        name = {"opponent's": "opponent", "one own": "own", "two own": "own"}.get(piece, piece).lower()
        if name != "nothing":
            stroke[name] = 2 if piece == "two own" else 1 if name in ("own", "opponent") else True
    return board(**facts), stroke


STROKES = rows("One stroke")
ENDS = rows("The end of a board")


@pytest.mark.parametrize("row", STROKES, ids=[row[0] for row in STROKES])
def test_the_table_of_strokes_is_what_is_ruled(row: list[str]) -> None:
    situation, stroke = scene(row[0])
    key = icf.row_of(
        situation,
        stroke.get("own", 0),
        stroke.get("opponent", 0),
        stroke.get("queen", False),
        stroke.get("striker", False),
    )
    assert f"`{key or chr(34) * 2}`" == row[3]
    for improper in (False, True):
        cell = row[2 if improper else 1]
        _, ruling = strokes.stroke(situation, **stroke, improper=improper)
        own = stroke.get("own", 0)
        assert ruling.dues == (2 if "two" in cell else 1 if re.search(r"\bone (due|penalty)", cell) else 0)
        assert (ruling.stays, ruling.back) == (
            (0, own) if "own out" in cell or "own come" in cell else (own, 0)
        )
        assert ruling.goes_on == ("turn goes on" in cell)
        assert (ruling.queen_move == "back") == ("Queen out" in cell)
        assert (ruling.queen_move == "covered") == (re.match("covered", cell) is not None)
        assert (ruling.queen == "covering") == ("to be covered" in cell)
        assert laws_in(cell) <= set(ruling.laws), ruling.laws


def test_every_row_of_the_code_is_in_the_table_or_has_the_opponents_c_m_besides() -> None:
    shown = {row[3].strip("`").strip('"') for row in STROKES}
    rows = {line.partition("|")[0] for line in table.ROWS.splitlines() if "|" in line}
    missing = {row for row in rows if row not in shown}
    assert {key for key in missing if "X" not in key} == {"dS", "dSO"}  # D42


def finish(last: str, queen: str, high: bool, **extra: bool) -> strokes.StrokeRuling:
    states = {"covered by P": "a", "covered by O": "b", "being covered": "covering"}
    points = 22 if high else 0
    situation = board(
        own=5 if last == "opponent's" else 1,
        opponent=4 if last == "own" else 1,
        queen=states.get(queen, "board"),
        points=points,
        opponent_points=points,
    )
    own, opponent = int(last != "opponent's"), int(last != "own")
    return strokes.stroke(situation, own, opponent, queen == "in this stroke", **extra)[1]


@pytest.mark.parametrize("row", ENDS, ids=[f"{row[0]} {row[1]}" for row in ENDS])
def test_the_table_of_the_end_is_what_is_ruled(row: list[str]) -> None:
    last, queen, proper, otherwise = row
    for high in (False, True):
        expect(finish(last, queen, high), proper, last, high, 0)
        expect(finish(last, queen, high, striker=True), otherwise, last, high, 1)
        expect(finish(last, queen, high, improper=True), otherwise, last, high, 1)
        expect(finish(last, queen, high, striker=True, improper=True), otherwise, last, high, 2)


def expect(ruling: strokes.StrokeRuling, cell: str, last: str, high: bool, demand: int) -> None:
    if cell == "own come back":
        assert ruling.board is None
        assert ruling.back == 1
        return
    assert ruling.board is not None
    winner, low, top = re.match(r"([PO]) wins ([^,(]*[^,( ])(?:, high ([^,(]*[^,( ]))?", cell).groups()  # type: ignore[union-attr]
    left = 4 if last == "own" else 5
    worth = {"c/m + 3": left + 3, "c/m": left, "3": 3, "1": 1}[(top or low) if high else low]
    assert ruling.board["winner"] == {"P": "a", "O": "b"}[winner]
    assert ruling.board["points"] == worth
    assert ruling.board["most"] == worth + (demand if "and demand" in cell else 0)
    numbers = {re.match(r"\D?\d+", law).group() for law in ruling.laws}  # type: ignore[union-attr]
    wanted = {re.match(r"\D?\d+", law).group() for law in laws_in(cell)}  # type: ignore[union-attr]
    assert not wanted or wanted & numbers, ruling.laws


def test_functions_and_tests_that_are_named_exist() -> None:
    named = 0
    for row in rows("Laws applied"):
        module, _, name = row[2].strip("`").partition(".")
        thing = importlib.import_module(f"boardside.game.strokes.{module}")
        assert hasattr(thing, name), row[2]
        file, _, test = row[3].strip("`").partition(".")
        assert f"def {test}()" in (TESTS / f"{file}.py").read_text(), row[3]
        named += 1
    assert named > 40
    for row in rows("`vaishali`"):
        assert f"def {row[3].strip('`')}()" in (TESTS / "test_strokes_vaishali.py").read_text()


def test_every_function_of_the_package_is_told() -> None:
    for name in strokes.__all__:
        if name[0].islower():
            assert f"`strokes.{name}`" in TEXT, name


def test_the_example_is_what_is_printed() -> None:
    _, ruling = strokes.stroke(strokes.begin(board().rules, "a"), own=1, striker=True)
    said = str(ruling.clauses).replace("'", '"')
    assert f"ruling.clauses  # {said}" in TEXT
    assert f"ruling.placing  # {ruling.placing}".replace("'", '"') in TEXT

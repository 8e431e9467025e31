"""Tables for people at any width: no word broken, no line too wide, what says least goes."""

import unicodedata
from collections.abc import Sequence

import pytest
from rich.cells import cell_len
from rich.text import Text

from host_tools.console.text_tables import Column, drawn

LONG = "Bartholomew Featherstonehaugh / Wilhelmina Knickerbocker-Smythe"
TAMIL = "அருண்குமார் சுப்பிரமணியன் / மீனாட்சி சுந்தரேஸ்வரன்"
COLUMNS = (
    Column("match", whole=True),
    Column("where", spare=1),
    Column("A"),
    Column("B"),
    Column("note"),
    Column("table", right=True),
    Column("result"),
)
ROWS = [
    ("mixed-doubles-1-1-1", "round 1, match 1", "Ann / Bob", LONG, "", "3", "25-10, 12-25, 25-20"),
    ("mixed-doubles-1-1-2", "round 1, match 2", TAMIL, "Carl / Dora", "", "12", ""),
]


def lines(width: int, columns: Sequence[Column] = COLUMNS, rows: Sequence[Sequence[str]] = ROWS) -> list[str]:
    return [line.plain for line in drawn(columns, rows, width)]


@pytest.mark.parametrize("width", range(56, 180, 3))
def test_no_line_is_wider_than_the_terminal_and_what_people_type_is_whole(width: int) -> None:
    shown = lines(width)
    assert max(map(cell_len, shown)) <= width
    for row in ROWS:
        assert sum(row[0] in line for line in shown) == 1
    assert all(line == line.rstrip() for line in shown)


@pytest.mark.parametrize("width", [72, 80, 100, 200])
def test_no_word_is_broken_where_there_is_room_for_it(width: int) -> None:
    words = " ".join(lines(width)).split()
    wanted = f"{LONG} {TAMIL} 25-10, 12-25, 25-20".replace("-Smythe", "- Smythe").split()
    whole = " ".join(words).replace("-Smythe", "- Smythe").split()
    assert set(wanted) <= set(whole)


def test_where_there_is_room_a_row_is_a_line() -> None:
    shown = lines(200)
    assert len(shown) == 3
    assert shown[0].split() == ["match", "where", "A", "B", "table", "result"], "nobody wrote a note"
    assert "round 1, match 1" in shown[1]


def test_what_says_least_goes_before_a_word_is_shortened() -> None:
    assert "where" in lines(80)[0]
    shown = lines(72)
    assert "where" not in shown[0]
    assert "…" not in "".join(shown)


def test_a_word_without_room_is_shortened_and_no_letter_loses_its_marks() -> None:
    columns = (Column("match", whole=True), Column("who"))
    match = "mixed-doubles-1-1-1"
    assert lines(30, columns, [(match, "Featherstonehaugh")])[1] == f"{match}  Feathers…"
    for width in range(22, 40):
        cut = lines(width, columns, [(match, "அருண்குமார்சுப்பிரமணியன்கிருஷ்ணமூர்த்தி")])[1].split()[1]
        whole = "அருண்குமார்சுப்பிரமணியன்கிருஷ்ணமூர்த்தி"
        if cut.endswith("…"):
            following = whole[len(cut) - 1]
            assert whole.startswith(cut[:-1])
            assert not unicodedata.category(following).startswith("M"), f"{cut} lost {following!a}"


def test_numbers_stand_to_the_right_and_the_style_of_a_cell_stays() -> None:
    columns = (Column("table", right=True), Column("link"))
    shown = drawn(columns, [("7", Text("up", style="green")), ("12", "down [b]")], 40)
    assert [line.plain for line in shown] == ["table  link", "    7  up", "   12  down [b]"]
    assert any(span.style == "green" for span in shown[1].spans)


def test_no_rows_are_no_lines() -> None:
    assert drawn(COLUMNS, [], 80) == []
    assert drawn((Column("a"), Column("b")), [("", " ")], 80) == []
    assert lines(80, (Column("a"),), [("  two\nlines  of it ",)])[1:] == ["two lines of it"]
    assert [line.plain for line in drawn((Column("a"), Column("b")), [("", ""), ("x", " ")], 80)] == [
        "a",
        "",
        "x",
    ]


def test_thousands_of_rows_are_measured_once() -> None:
    rows = [(f"ms-1-{n}-1", "", f"Asha {n}", "Ben", "", str(n), "25-10, 12-25, 25-20") for n in range(2000)]
    assert len(lines(80, rows=rows)) == 2001

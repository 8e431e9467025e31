"""What the organiser's commands print on a terminal of 80 columns, with names as long as people have them."""

import re
from pathlib import Path

import pytest
from desk_hall import Hall
from desk_line import Line
from rich.cells import cell_len

from host_tools.store import Store
from host_tools.store.database import now_ms

pytestmark = pytest.mark.usefixtures("clock_at_noon")

WIDTH = 80
LIST = """name,club,partner,seeding
Bartholomew Featherstonehaugh,Saint Jacobs Crokinole Club,Wilhelmina Knickerbocker-Smythe,1
அருண்குமார் சுப்பிரமணியன்,சென்னை கேரம் சங்கம்,மீனாட்சி சுந்தரேஸ்வரன்,2
Ann Miller,Tavistock,Bob Miller,
Carl Jung,Elmira,Dora Kay,
"""
WORDS = (
    *("Bartholomew", "Featherstonehaugh", "Wilhelmina", "Knickerbocker-", "Smythe"),
    *("அருண்குமார்", "சுப்பிரமணியன்", "மீனாட்சி", "சுந்தரேஸ்வரன்", "Miller"),
)


@pytest.fixture
def line(tmp_path: Path) -> Line:
    """A group of doubles with two matches at tables and one decided; printed 80 columns wide."""
    made = Line(tmp_path)
    (tmp_path / "list.csv").write_text(LIST, encoding="utf-8")
    made.ok("tournament", "new", "open-2026", "Spring Open of all the Clubs of Waterloo", "--ruleset", "vkk")
    made.ok(
        "event", "add", "mixed", "Adult Doubles", "--kind", "doubles", "--stage", "groups:size=4,advance=2"
    )
    made.ok("entries", "import", str(tmp_path / "list.csv"))
    made.ok("draw", "--seed", "K7QM-3XWD")
    store = Store.open(made.url)
    hall = Hall(store, at=now_ms())
    made.ok("tournament", "set", "--hall", "North", "--tables", "1-9")
    made.ok("call", "--next")
    hall.take()
    hall.begin(1)
    hall.enter(1, {"kind": "board", "winner": "a", "left": 5, "queen": "a"})
    made.ok("result", "g1-2-1", "25-10", "--reason", "the table had no power")
    store.close()
    made.columns = WIDTH
    return made


TABLES = ("matches", "entries list", "standings", "call", "tournament show", "tournament show open-2026")


def test_every_table_is_readable_at_80_columns(line: Line) -> None:
    for command in TABLES:
        output = line.ok(*command.split())
        lines = re.sub(r"\n\* entered by hand.*", "", output).splitlines()
        assert max(map(cell_len, lines)) <= WIDTH, command
        assert "…" not in output, command
        words = " ".join(output.replace("-Smythe", "- Smythe").split()).split()
        if command in ("matches", "entries list", "standings"):
            assert set(WORDS) <= set(words), command
        if command in ("matches", "call"):
            assert "open-2026-mixed-1-g1-1-1".removeprefix("open-2026-") in output, command


def test_the_draw_and_its_lots_are_readable_at_80_columns(tmp_path: Path) -> None:
    line = Line(tmp_path)
    line.columns = WIDTH
    (tmp_path / "list.csv").write_text(LIST, encoding="utf-8")
    line.ok("tournament", "new", "open", "Spring Open")
    line.ok("event", "add", "mixed-doubles", "Adult Doubles", "--kind", "doubles")
    line.ok("entries", "import", str(tmp_path / "list.csv"))
    tables, _, lots_told = line.ok("draw", "--seed", "K7QM-3XWD").partition("\nA lot is")
    assert lots_told
    assert max(map(cell_len, tables.splitlines())) <= WIDTH
    assert set(WORDS) <= set(tables.replace("-Smythe", "- Smythe").split())


def test_what_is_still_empty_says_what_comes_next(tmp_path: Path) -> None:
    line = Line(tmp_path)
    line.ok("tournament", "new", "open", "Spring Open")
    assert "no event yet: boardside event add" in line.ok("tournament", "show", "open")
    line.ok("event", "add", "ms", "Men's Singles")
    assert "Nobody has entered Men's Singles yet: boardside entries import" in line.ok("entries", "list")
    assert "Men's Singles is not drawn yet: boardside draw ms" in line.ok("matches")
    assert "No table has been heard yet" in line.ok("call")


def test_a_stage_that_is_drawn_and_an_event_that_is_complete_are_told(tmp_path: Path) -> None:
    line = Line(tmp_path)
    line.ok("tournament", "new", "open", "Crokinole Open", "--ruleset", "wcc")
    stages = ("--stage", "preliminary:opponents=3,advance=2", "--stage", "round_robin")
    line.ok("event", "add", "ad", "Adult Singles", "--category", "adult", *stages)
    for name in ("Ann", "Bob", "Carl", "Dora"):
        line.ok("entries", "add", name)
    line.ok("draw", "--seed", "K7QM-3XWD")
    first, *others = [match["id"] for match in line.json("matches", "--state", "ready")]
    output = line.ok("result", first, "4-4", "--twenties", "5-3", "--reason", "paper")
    assert "4-4; 20s 5-3; nobody has won (entered by hand)" in output
    assert "drawn" in line.ok("standings").splitlines()[1].split()
    for number, match in enumerate(others):
        output = line.ok(
            *("result", match, f"{8 - number % 4}-{number % 4}", "--twenties", f"{number + 1}-0"),
            *("--reason", "paper"),
        )
    assert "Adult Singles: the round robin is drawn: boardside matches ad" in output
    matches = line.ok("matches")
    assert matches.count("Adult Singles, ") == 2
    assert "Adult Singles, preliminary" in line.ok("standings", "--stage", "1")
    assert "The preliminary: boardside standings ad --stage 1" in line.ok("standings")
    assert "its draw cannot change: withdraw an entry that cannot play" in line.fails("draw", "--undo")
    final = line.json("matches", "--state", "ready")[0]["id"]
    output = line.ok("result", final, "5-3", "--reason", "paper")
    assert "Adult Singles is complete: boardside standings ad" in output
    assert "complete" not in line.ok("result", final, "5-3", "--reason", "paper")

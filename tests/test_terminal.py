"""No name moves a terminal: all text to one, and to the log, passes host_tools/console/terminal.py."""

import ast
import json
import logging
import sqlite3
import sys
import unicodedata
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.text import Text
from typer.testing import CliRunner

from host_tools import cli
from host_tools.console import terminal
from host_tools.console.text_tables import Column, drawn

sys.path.insert(0, str(Path(__file__).parent / "backup"))

from kept import NAME, hall  # isort: skip

#: ESC, C1, bell, line of its own, direction, unseen, filler, tag, separator, half a pair.
ODD = "\x1b[2J\x9b1A\x07\r\x7f\u202e\u2066\u200b\u00ad\ufeff\u3164\U000e0041\u2028\u200d"
OWN = (
    *("Console", "typer.secho", "click.secho", "logging.Formatter", "sys.stdout.write", "sys.stderr.write"),
    *("sys.__stdout__.write", "sys.__stderr__.write"),
)
SOURCES = Path(__file__).parents[1] / "host_tools"


def stays(letter: str) -> bool:
    return letter in "\n\t" or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def test_what_a_terminal_obeys_or_hides_becomes_an_escape_and_all_else_stays() -> None:
    for number in range(sys.maxunicode + 1):
        letter = chr(number)
        visible = terminal.visible("a" + letter + "b")
        assert all(map(stays, visible)), hex(number)
        if visible != "a" + letter + "b":
            assert json.loads(f'"{visible}"') == "a" + letter + "b", hex(number)
    for letter in "\u3164\u115f\u2800\u034f\ufe0f\U000e0100\uffff":
        assert letter not in terminal.visible("a" + letter)


@pytest.mark.parametrize(
    "text", ["क्\u200dष", "می\u200cخواهم", "👩\u200d💻", "❤\ufe0f", NAME, "Zoë", "陳", "two\nlines\t"]
)
def test_names_as_they_are_written_stay(text: str) -> None:
    assert terminal.visible(text) == text


def test_json_means_the_same() -> None:
    assert json.loads(terminal.visible(json.dumps({"name": ODD}, ensure_ascii=False))) == {"name": ODD}


def test_a_line_of_the_log_is_one_line() -> None:
    record = logging.LogRecord("x", logging.INFO, "x", 1, "table %s", (f"a\n{ODD}",), None)
    assert terminal.OneLine("%(message)s").format(record).isprintable()


@pytest.mark.parametrize("colours", [False, True])
def test_a_console_shows_a_name_and_keeps_its_own_colours(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, colours: bool
) -> None:
    if colours:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("TERM", "xterm-256color")
    terminal.console().print(f"Open {ODD}", style="red", markup=False)
    text = capsys.readouterr().out
    assert ("\x1b[31m" in text) == colours
    without = text.replace("\x1b[31m", "").replace("\x1b[0m", "")
    assert all(map(stays, without)), ascii(without)


def hostile(folder: Path) -> str:
    """A database in which each name, title and reason has such letters."""
    store = hall(folder)
    store.tokens.make("desk")
    store.close()
    path = folder / "hall.sqlite3"
    with closing(sqlite3.connect(path)) as database, database:
        columns = (
            *("tournaments.name", "tournaments.place", "players.name", "players.club", "competitions.name"),
            *(
                "stages.name",
                "fixtures.umpire",
                "matches.title",
                "matches.problem",
                "tables.name",
                "tables.port",
            ),
            *("tables.problem", "acts.who", "keys.note", "tables.firmware", "tokens.name"),
        )
        for table, column in (column.split(".") for column in columns):
            database.execute(f"UPDATE {table} SET {column} = ? || rowid", (f"x{ODD}",))
        for table, column in (("events", "body"), ("matches", "names")):
            escaped = json.dumps(ODD)[1:-1]
            database.execute(
                f"UPDATE {table} SET {column} = replace({column}, 'Asha', 'Asha' || ?)", (escaped,)
            )
        database.execute("UPDATE players SET name = ? || name", (f"{ODD}",))
    return f"sqlite:///{path}"


@pytest.mark.parametrize(
    "words",
    [
        ["status"],
        ["status", "--json"],
        ["verify"],
        ["verify", "--json"],
        ["protests"],
        ["reports"],
        ["matches"],
        ["matches", "--json"],
        ["standings"],
        ["entries", "list"],
        ["tournament", "show"],
        ["tournament", "show", "--json"],
        ["keys", "list"],
        ["journals", "list"],
        ["token", "list"],
        ["export", "-"],
        ["forget", "--dry-run", "x"],
        ["result", ODD, "a"],
    ],
)
def test_no_command_prints_what_moves_a_terminal(tmp_path: Path, words: list[str]) -> None:
    database = hostile(tmp_path)
    result = CliRunner().invoke(cli.build(words[0]), [*words, "--db", database])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.output
    assert [letter for letter in result.output if not stays(letter)] == []


def test_every_command_prints_by_way_of_the_one_place() -> None:
    """No console of its own, no write to a stream."""
    own = []
    for path in SOURCES.rglob("*.py"):
        if path == SOURCES / "console/terminal.py" or (SOURCES / "simulator/chips") in path.parents:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                if called in OWN:
                    own.append(f"{path.relative_to(SOURCES)}:{node.lineno} {called}")
    assert own == []


# Tables for people at any width: no word broken, no line too wide, what says least goes.

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
    drawn_lines = lines(width)
    assert max(map(cell_len, drawn_lines)) <= width
    for row in ROWS:
        assert sum(row[0] in line for line in drawn_lines) == 1
    assert all(line == line.rstrip() for line in drawn_lines)


@pytest.mark.parametrize("width", [72, 80, 100, 200])
def test_no_word_is_broken_where_there_is_room_for_it(width: int) -> None:
    words = " ".join(lines(width)).split()
    expected = f"{LONG} {TAMIL} 25-10, 12-25, 25-20".replace("-Smythe", "- Smythe").split()
    whole = " ".join(words).replace("-Smythe", "- Smythe").split()
    assert set(expected) <= set(whole)


def test_where_there_is_room_a_row_is_a_line() -> None:
    drawn_lines = lines(200)
    assert len(drawn_lines) == 3
    assert drawn_lines[0].split() == ["match", "where", "A", "B", "table", "result"], "nobody wrote a note"
    assert "round 1, match 1" in drawn_lines[1]


def test_what_says_least_goes_before_a_word_is_shortened() -> None:
    assert "where" in lines(80)[0]
    drawn_lines = lines(72)
    assert "where" not in drawn_lines[0]
    assert "…" not in "".join(drawn_lines)


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
    table = drawn(columns, [("7", Text("up", style="green")), ("12", "down [b]")], 40)
    assert [line.plain for line in table] == ["table  link", "    7  up", "   12  down [b]"]
    assert any(span.style == "green" for span in table[1].spans)


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

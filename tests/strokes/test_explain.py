"""`boardside explain`: what it prints and refuses, and that every Law a ruling names has its sentence."""

import re
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from boardside.game.rules import resolve
from host_tools.explain import BadStrokeError, Facts, explain, explain_command, read_stroke
from host_tools.law_texts import LAWS

ROOT = Path(__file__).resolve().parent.parent.parent
LAW = re.compile(r"(\d{2,3}[a-i]?|[DV]\d+)$")


def run(*arguments: str) -> Any:
    app = typer.Typer()
    app.command()(explain_command)
    return CliRunner().invoke(app, list(arguments))


def test_says_what_happens_who_places_and_why() -> None:
    said = run("--own-left", "3", "--opponent-left", "5", "--stroke", "own=1,striker")
    assert said.exit_code == 0
    assert said.stdout == (
        "Before:  3 of your c/m and 5 of the opponent's on the board; the Queen on the board\n"
        "Stroke:  1 own, the striker, proper\n"
        "\n"
        "Pieces:  1 of your c/m come back out; 1 due or penalty\n"
        "Place:   2 of your c/m, by the opponent\n"
        "Queen:   on the board\n"
        "Turn:    goes on\n"
        "Clock:   placing, 15 s\n"
        "Points:  none, the board goes on\n"
        "\n"
        "Why:\n"
        "  Law 73        " + LAWS["73"] + "\n"
    )


def test_the_end_of_a_board() -> None:
    said = run(
        *("--own-left", "1", "--opponent-left", "4", "--queen", "covering"),
        *("--points", "21", "--stroke", "own=1"),
    ).stdout
    assert "Board:   you win 7 points: 4 of the opponent's c/m count, the Queen counts\n" in said
    said = run(
        *("--own-left", "1", "--opponent-left", "1", "--queen", "covering"),
        *("--opponent-points", "22", "--stroke", "own=1,opponent=1,improper"),
    ).stdout
    assert "the opponent wins 1 point" in said
    assert "at least 1, with all points on demand 2" in said
    assert "Law 102b" in said


def test_doubles_name_the_seat() -> None:
    said = run("--doubles", "--owes", "1", "--stroke", "queen,own=2").stdout
    assert "Place:   1 of your c/m, by the opponent on your right" in said
    assert "decision D11" in said
    said = run("--doubles", "--opponent-owes", "1", "--stroke", "opponent=2").stdout
    assert "Place:   1 of the opponent's c/m, by you" in said


def test_the_break() -> None:
    assert "Law 45a" in run("--break", "--stroke", "untouched").stdout
    assert "Law 47" in run("--break", "--stroke", "own=1,before-play").stdout
    assert run("--break", "--own-left", "3").exit_code == 2


def test_95c_with_all_nine_on_the_board() -> None:
    assert "Law 95a" in run("--stroke", "queen").stdout
    assert "Law 95c" in run("--stroke", "queen", "--had-own").stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["--own-left", "3", "--stroke", "own=4"],
            "own: 4 c/m of a cannot go down, 3 are on the board (impossible",
        ),
        (["--own-left", "0"], "left of a: 0 must be 1 to 9"),
        (["--queen", "own", "--own-left", "5", "--stroke", "queen"], "queen: she is not on the board"),
        (["--queen", "pocket"], "allowed: board, covering, own, opponent"),
        (["--stroke", "own"], "say how many, as in own=1"),
        (["--stroke", "own=-1"], "say how many, as in own=1"),
        (["--stroke", "stricker"], "stricker is not known; allowed: own=N"),
        (["--ruleset", "chess"], 'ruleset: "chess" is not known'),
        (["--stroke", "before-play"], "the break has been made"),
    ],
)
def test_what_cannot_be_is_a_message(arguments: list[str], words: str) -> None:
    said = run(*arguments)
    assert said.exit_code == 2
    assert words in said.stderr
    assert said.stdout == ""


def test_a_stroke_is_read() -> None:
    assert read_stroke("own=2, queen,untouched") == {"own": 2, "queen": True, "touched": False}
    assert read_stroke("nothing") == read_stroke("") == {}
    with pytest.raises(BadStrokeError):
        read_stroke("queen=1")


def test_vaishali_strokes_are_explained_too() -> None:
    rules = resolve("vaishali")
    lines = explain(rules, Facts(left=(1, 5), stroke={"own": 1}))
    assert "Place:   3 of your c/m, by you" in lines
    assert "Place:   2 of your c/m, by the opponent" in lines
    assert any(line.startswith("  rule V6") for line in lines)
    lines = explain(rules, Facts(left=(5, 1), stroke={"opponent": 1}))
    assert "1 of the opponent's goes back to the centre" in "\n".join(lines)

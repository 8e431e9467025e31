"""`boardside explain`: what it prints and refuses."""

from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from boardside.game.rules import resolve
from host_tools.explain.command import explain_command
from host_tools.explain.rulings import explain
from host_tools.explain.scene import BadStrokeError, Facts, read_stroke
from host_tools.laws.law_texts import LAWS

RULES_FILES = Path(__file__).resolve().parent.parent.parent / "docs" / "organiser" / "rulesets"


def run(*arguments: str) -> Any:
    app = typer.Typer()
    app.command()(explain_command)
    return CliRunner().invoke(app, list(arguments))


def test_says_what_happens_who_places_and_why() -> None:
    result = run("own-left=3", "opponent-left=5", "stroke=own=1,striker")
    assert result.exit_code == 0
    assert result.stdout == (
        "Before:  3 of your c/m and 5 of the opponent's on the board; the Queen on the board\n"
        "Stroke:  1 own, the striker, proper\n"
        "\n"
        "Pieces:  1 of your c/m come back out; 1 due\n"
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
    output = run(
        *("own-left=1", "opponent-left=4", "queen=covering"),
        *("points=21", "stroke=own=1"),
    ).stdout
    assert "Board:   you win 7 points: 4 of the opponent's c/m count, the Queen counts\n" in output
    output = run(
        *("own-left=1", "opponent-left=1", "queen=covering"),
        *("opponent-points=22", "stroke=own=1,opponent=1,improper"),
    ).stdout
    assert "the opponent wins 1 point" in output
    assert "at least 1, with all points on demand 2" in output
    assert "Law 102b" in output


def test_doubles_name_the_seat() -> None:
    output = run("doubles", "owes=1", "stroke=queen,own=2").stdout
    assert "Place:   1 of your c/m, by the opponent on your right" in output
    assert "decision D11" in output
    output = run("doubles", "opponent-owes=1", "stroke=opponent=2").stdout
    assert "Place:   1 of the opponent's c/m, by you" in output


def test_doubles_that_go_to_the_left_name_the_seat_there(tmp_path: Path) -> None:
    """Vaishali's "clockwise" is to the left; who plays it to the right says so (D457)."""
    act = ("doubles", "stroke=")
    assert "passes to the opponent on your right" in run(*act).stdout
    assert "passes to the opponent on your left" in run("ruleset=vaishali", *act).stdout
    file = tmp_path / "right.json"
    file.write_text('{"base": "vaishali", "turns": "right"}', encoding="utf-8")
    assert "passes to the opponent on your right" in run(f"ruleset={file}", *act).stdout


def test_the_break() -> None:
    assert "Law 45a" in run("break", "stroke=untouched").stdout
    assert "Law 47" in run("break", "stroke=own=1,before-play").stdout
    assert run("break", "own-left=3").exit_code == 2


def test_95c_with_all_nine_on_the_board() -> None:
    assert "Law 95a" in run("stroke=queen").stdout
    assert "Law 95c" in run("stroke=queen", "had-own").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["own-left=3", "stroke=own=4"],
        ["own-left=0"],
        ["queen=own", "own-left=5", "stroke=queen"],
        ["queen=pocket"],
        ["stroke=own"],
        ["stroke=own=-1"],
        ["stroke=stricker"],
        ["ruleset=chess"],
        ["foul=me"],
        ["foul=opponent", "technical=no"],
        ["stroke=own=1", "pass"],
        ["round=85-60", "place=done"],
        ["place=done"],
        ["stroke=striker", "own-left=3", "place=later"],
        ["break", "stroke-made"],
        ["ruleset=wcc", "stroke=own=1"],
        ["round=85-60", "ruleset=vkk"],
        ["round=85:60"],
        ["twenties=1-0"],
        ["round=83-60"],
        ["round=165-60"],
        ["round=85-60", "twenties=0-4"],
        ["round=150-60", "twenties=2-0"],
        ["round=85-60", "twenties=9-0"],
        ["stroke=before-play"],
    ],
)
def test_what_cannot_be_is_a_message(arguments: list[str]) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.strip()
    assert "Traceback" not in result.stderr


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


def test_63b_a_foul_of_the_opponent_leaves_you_the_turn() -> None:
    output = run("foul=opponent", "own-left=5", "opponent-left=6").stdout
    assert "Foul:    technical foul by the opponent, without a stroke\n" in output
    assert "Place:   1 of the opponent's c/m, by you\n" in output
    assert "Turn:    goes on\n" in output
    assert f"  Law 63b       {LAWS['63b']}\n" in output


def test_63a_64a_your_own_foul_before_and_after_a_stroke() -> None:
    before = run("foul=you", "own-left=5").stdout
    after = run("foul=you", "own-left=5", "stroke-made").stdout
    assert "Turn:    goes on\n" in before
    assert "  Law 63a " in before
    assert "Turn:    passes to the opponent\n" in after
    assert "  Law 64a " in after
    assert "  Law 64a " in run("foul=you", "own-left=5", "technical=no").stdout
    assert "  Law 63a " in run("foul=you", "stroke-made", "technical").stdout


def test_96_a_pass_leaves_the_queen_uncovered() -> None:
    output = run("pass", "own-left=5", "queen=covering").stdout
    assert "Pass:    you pass the turn over\n" in output
    assert "Queen:   comes out" in output
    assert "Turn:    passes to the opponent\n" in output
    assert "  Law 137 " in output
    assert "  Law 96 " in output


@pytest.mark.parametrize(
    ("how", "said", "laws"),
    [
        ("done", "placed", ["84a"]),
        ("forgone", "forgone, whole", ["87a"]),
        ("lapsed", "the right lapses", ["87a", "88a"]),
        ("not_completed", "not completed in time", ["88b", "D50"]),
    ],
)
def test_84_87_88_how_the_placing_went(how: str, said: str, laws: list[str]) -> None:
    explained = run("own-left=3", "opponent-left=5", "stroke=striker", f"place={how}")
    assert explained.exit_code == 0
    stroke, placing = explained.stdout.split("\nPlacing: ")
    assert "  Law 72a " in stroke
    assert said in placing.splitlines()[0]
    assert "Turn:    stays with the opponent\n" in placing
    for law in laws:
        assert LAWS[law] in placing


def test_d46_all_nine_forgone_one_goes_into_the_centre() -> None:
    output = run("own-left=1", "queen=own", "stroke=own=1,striker", "place=forgone").stdout
    assert "Pieces:  1 of yours goes into the centre\n" in output
    assert LAWS["D46"] in output


def test_where_both_sides_place_it_is_asked_whose_c_m_are_forgone() -> None:
    both = ("own-left=5", "opponent-owes=1", "stroke=opponent=1,striker")
    output = run(*both).stdout
    assert "Place:   1 of your c/m, by the opponent\n" in output
    assert "Place:   1 of the opponent's c/m, by you\n" in output
    assert "c/m of both are to be placed" in run(*both, "place=forgone").stderr
    mine = run(*both, "place=forgone", "whose=opponent").stdout.split("Placing: ")[1]
    assert "Place:   1 of your c/m, by the opponent\n" in mine
    assert "of the opponent's c/m, by you" not in mine


@pytest.mark.parametrize(
    ("total", "points"),
    [
        ("85-60", "2 to you, 0 to the opponent: your total is higher"),
        ("60-85", "0 to you, 2 to the opponent: the opponent's total is higher"),
        ("70-70", "1 to you, 1 to the opponent: the totals are level"),
    ],
)
def test_a_round_of_crokinole(total: str, points: str) -> None:
    output = run(f"round={total}", "twenties=2-1").stdout
    assert output.startswith(f"Round:   {total}, 20s 2-1; 8 discs a side\n")
    assert f"Points:  {points}\n" in output
    assert "20s:     2 of yours and 1 of the opponent's count on for the match\n" in output
    assert LAWS["Scoring"] in output


def test_a_rounds_discs_are_the_categorys_and_20s_may_be_unknown() -> None:
    assert "; 5 discs a side" not in run("round=60-40").stdout
    assert "10 discs a side" in run("round=60-40", "doubles", "category=cue").stdout
    assert LAWS["D88"] in run("round=60-40").stdout


@pytest.mark.parametrize("ruleset", ["icf", "vkk", "spandan", "vaishali"])
def test_every_rulebook_of_carrom(ruleset: str) -> None:
    output = run(f"ruleset={ruleset}", "own-left=5", "stroke=own=1,striker").stdout
    assert ("rule V3" in output) == (ruleset == "vaishali")
    assert ("rule R9.2" in output) == (ruleset == "spandan")
    assert ("Law 73" in output) == (ruleset in ("icf", "vkk"))


def test_a_file_with_own_rules() -> None:
    output = run(f"ruleset={RULES_FILES / 'ten_second_stroke.json'}", "stroke=own=1").stdout
    assert "Clock:   stroke, 10 s\n" in output
    crokinole = str(RULES_FILES / "crokinole_by_the_clock.json")
    assert "Points:  2 to you" in run("round=85-60", f"ruleset={crokinole}").stdout


def test_the_examples_of_the_help_are_rulings() -> None:
    text = explain_command.__doc__ or ""
    examples = [line.split()[2:] for line in text.splitlines() if "boardside explain" in line]
    assert len(examples) == 3
    for arguments in examples:
        result = run(*arguments)
        assert result.exit_code == 0, result.stderr
        assert "\nWhy:\n" in result.stdout


@pytest.mark.parametrize(
    ("stroke", "part"), [("own=1,own=2", "own"), ("own=1,own=1", "own"), ("queen,striker,queen", "queen")]
)
def test_a_part_of_a_stroke_is_given_once(stroke: str, part: str) -> None:
    refused = run(f"stroke={stroke}")
    assert refused.exit_code == 2
    assert part in refused.stderr


def test_78a_79a_it_is_said_whether_a_due_waits_for_room_and_both_can_be_said() -> None:
    board = ("own-left=5", "owes=1", "stroke=own=1")
    waits = run(*board).stdout
    assert "Owed:    1 of your c/m, in the pockets, waits for room (79a); see --room\n" in waits
    assert run(*board, "room=no").stdout == waits
    placed = run(*board, "room").stdout
    assert "Placed:  first 1 of your c/m, by the opponent: there is room (78a)\n" in placed
    assert "outstanding" not in placed
    with_six = run("own-left=6", "stroke=own=1").stdout
    assert placed.split("Stroke:")[1] == with_six.split("Stroke:")[1]


def test_a_due_of_which_nothing_is_in_the_pockets_does_not_wait_for_room() -> None:
    assert "room" not in run("owes=1", "stroke=own=1").stdout
    refused = run("owes=1", "room", "stroke=own=1")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.startswith("room")


@pytest.mark.parametrize(
    ("option", "arguments"),
    [
        ("points", ["points=-1"]),
        ("opponent-points", ["opponent-points=999999"]),
        ("points", ["ruleset=vaishali", "points=29"]),
        ("break", ["break", "owes=1"]),
        ("break", ["break", "opponent-owes=2"]),
        ("break", ["break", "had-own"]),
        ("had-own", ["had-own", "own-left=5"]),
        ("technical", ["technical"]),
        ("technical", ["technical=no", "pass"]),
        ("technical", ["stroke=own=1", "technical"]),
        ("whose", ["whose=you"]),
        ("round", ["round=85-60", "own-left=5"]),
        ("round", ["round=85-60", "owes=1", "break"]),
        ("round", ["round=85-60", "points=3"]),
        ("round", ["round=85-60", "technical"]),
        ("round", ["round=85-60", "whose=you"]),
        ("category", ["stroke=own=1", "category=cue"]),
    ],
)
def test_an_option_that_means_nothing_here_is_refused(option: str, arguments: list[str]) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(option), result.stderr


@pytest.mark.parametrize(
    ("law", "shown"),
    [
        ("65", ["65a", "65b", "65c", "65d"]),
        ("56b", ["56b"]),
        ("60", ["60a", "60b", "60c"]),
        ("137", ["137"]),
        ("143", [f"143{letter}" for letter in "abcdefghi"]),
        ("D13", ["D13"]),
        ("v4", ["V4"]),
        ("R12", ["R12a", "R12b", "R12c"]),
    ],
)
def test_a_law_has_a_line_for_each_clause(law: str, shown: list[str]) -> None:
    lines = run(f"law={law}").stdout.splitlines()
    assert len(lines) == len(shown)
    for line, clause in zip(lines, shown, strict=True):
        assert clause in line
        assert LAWS[clause] in line


def test_every_law_that_an_umpire_is_asked_has_its_line() -> None:
    for law in (51, 63, 64, *range(65, 71), 87, 91, 137, 140, 143, 151):
        assert run(f"law={law}").exit_code == 0, law
    for law in ("999", "6", "x", ""):
        assert run(f"law={law}").exit_code == 2, law
    assert run("law=65", "stroke=own=1").exit_code == 2

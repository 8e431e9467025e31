"""`boardside rules new`: ten questions, the file that they make, and what leaves no file behind."""

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import sysconfig
from functools import partial
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner, Result

from boardside.game import rules, rulesets
from host_tools import cli
from host_tools.replay import command
from host_tools.rules import files, trial
from host_tools.rules import new as rules_new
from host_tools.rules import questions as rules_questions
from host_tools.rules.questions import COUNT, QUESTIONS

PROGRAM = Path(sysconfig.get_path("scripts"), "boardside")


def new(folder: Path, *options: str, answers: str | bytes = "", file: str = "club.json") -> Result:
    return CliRunner().invoke(
        cli.build("rules"), ["rules", "new", str(folder / file), *options], input=answers
    )


def made(folder: Path, file: str = "club.json") -> dict[str, object]:
    """The fields of the file, which `rules check` approves."""
    own = files.read(folder / file)
    files.check(own, file)
    return {"base": own.base, "name": own.name, **own.changes}


def questions(done: Result) -> list[str]:
    return [line for line in done.stderr.splitlines() if f" of {COUNT}  " in line]


@pytest.mark.parametrize("sport", ["carrom", "crokinole"])
def test_there_are_ten_questions(sport: str, tmp_path: Path) -> None:
    assert len(QUESTIONS[sport]) + 2 == COUNT
    base = "icf" if sport == "carrom" else "wcc"
    done = new(tmp_path, answers=base + "\n" * COUNT)
    assert done.exit_code == 0, done.stderr
    assert [line.split()[0] for line in questions(done)] == [str(number + 1) for number in range(COUNT)]


@pytest.mark.parametrize("base", rulesets.IDS)
def test_empty_answers_are_the_base(base: str, tmp_path: Path) -> None:
    done = new(tmp_path, answers=base + "\n" * COUNT)
    assert made(tmp_path) == {"base": base, "name": "club"}
    assert f"{base} and {tmp_path / 'club.json'} are equal in all fields." in done.stdout
    assert done.stdout.endswith(f"Written: {tmp_path / 'club.json'}\n")


def test_the_answers_become_a_file_with_a_match_and_the_differences(tmp_path: Path) -> None:
    answers = "icf\nClub nights\n29\n\n\n1\ngroup=6, final = none\n\n\n5\n23\nyes\n10\n0\n\n\n"
    done = new(tmp_path, answers=answers)
    assert done.exit_code == 0, done.stderr
    assert made(tmp_path) == {
        "base": "icf",
        "name": "Club nights",
        "points": 29,
        "games": 1,
        "board_limit": {"group": 6},
        "queen": 5,
        "queen_until": 23,
        "most": 14,
        "draws": True,
        "clocks": {"stroke": 10_000},
        "trial_boards": 0,
    }
    assert "match example, Club nights, final, singles" in done.stdout
    assert "  to A, 29-12" in done.stdout
    assert "board_limit (group): 8 in icf, 6 in " in done.stdout
    assert "clocks (stroke): 15 s in icf, 10 s in " in done.stdout


def test_options_say_the_same_as_answers(tmp_path: Path) -> None:
    options = ("base=vkk", "name=School", "points=15", "boards=none", "stroke=none")
    done = new(tmp_path, *options, "--yes")
    assert (done.exit_code, done.stderr) == (0, "")
    changes = {"points": 15, "board_limit": None, "clocks": {"stroke": None}}
    assert made(tmp_path) == {"base": "vkk", "name": "School", **changes}


def test_what_an_option_says_is_not_asked(tmp_path: Path) -> None:
    done = new(tmp_path, "points=15", "base=icf", answers="\n" * 8)
    assert done.exit_code == 0, done.stderr
    assert [line.split()[0] for line in questions(done)] == ["2", "4", "5", "6", "7", "8", "9", "10"]


@pytest.mark.parametrize(
    ("number", "answer", "reason"),
    [
        (1, "icff", 'your answer: base: "icff" is no ruleset; allowed: icf, vkk'),
        (2, "x" * 81, "must be one line of 1 to 80 characters"),
        (3, "230", "your answer: rules.points: 230 must be 1 to 99."),
        (3, "many", 'rules.points: "many" must be a whole number 1 to 99'),
        (3, "9" * 5000, "must be a whole number 1 to 99"),
        (4, "2", "best of 2 has no majority"),
        (5, "semis=4", "rules.board_limit.semis: no such stage; allowed: group"),
        (5, "group=4,group=5", 'your answer: "group" occurs twice; keep one.'),
        (5, "group=", 'rules.board_limit.group: "" must be a whole number'),
        (5, "0", "rules.board_limit: 0 must be 1 to 99, or null"),
        (8, "perhaps", 'rules.draws: "perhaps" must be true or false'),
        (9, "0.5", 'your answer: "0.5" must be 1 to 7200 seconds, or none.'),
        (9, "soon", 'your answer: "soon" must be 1 to 7200 seconds, or none.'),
    ],
)
def test_each_answer_is_checked_at_once_and_asked_again(
    tmp_path: Path, number: int, answer: str, reason: str
) -> None:
    done = new(tmp_path, answers="\n" * (number - 1) + answer + "\n" * (COUNT + 1 - number + 1))
    assert done.exit_code == 0
    asked = [int(line.split()[0]) for line in questions(done)]
    assert asked == sorted([*range(1, COUNT + 1), number])
    after = done.stderr.split(f"{number} of {COUNT}  ")[1]
    assert reason in after
    assert made(tmp_path) == {"base": "icf", "name": "club"}


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("base=own",), 'base: base: "own" is no ruleset'),
        (("base=wcc", "queen=5"), "queen: rules.queen: no such rule"),
        (("round=600",), "round: rules.clocks.round: no such clock"),
        (("base=wcc", "stroke=15"), "stroke: crokinole has no use for it; leave it out."),
        (("points=0",), "points: rules.points: 0 must be 1 to 99."),
        (("name=",), 'name: name: "" must be one line'),
        (("stroke=9999",), 'stroke: "9999" must be 1 to 7200 seconds, or none.'),
        (("base=wcc", "games=4"), "no match can be played by it at pre_quarter_final"),
    ],
)
def test_an_option_that_is_refused_ends_it(tmp_path: Path, options: tuple[str, ...], reason: str) -> None:
    done = new(tmp_path, *options, "--yes")
    assert (done.exit_code, done.stdout) == (2, "")
    assert reason in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_answers_that_do_not_go_together_are_asked_again_with_themselves_as_defaults(tmp_path: Path) -> None:
    first = "wcc\nTour\n\n4\nno\n\n\n\n\n\n"
    done = new(tmp_path, answers=first + "\n5\n" + "\n" * 6)
    assert done.exit_code == 0, done.stderr
    assert "no match can be played by it at group, round" in done.stderr
    assert "4 of 10  games in a match [4]: " in done.stderr
    assert made(tmp_path) == {"base": "wcc", "name": "Tour", "games": 5, "all_games": False}


@pytest.mark.parametrize("lines", range(COUNT))
def test_input_that_ends_early_leaves_nothing(tmp_path: Path, lines: int) -> None:
    done = new(tmp_path, answers="\n" * lines)
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"the answers end at question {lines + 1} of 10; nothing was written." in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_input_that_is_no_text_leaves_nothing(tmp_path: Path) -> None:
    done = new(tmp_path, answers=b"icf\n\xff\xfe\n")
    assert done.exit_code == 2
    assert "no text in UTF-8" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_closed_input_is_one_that_has_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from host_tools.rules.command import _Questions

    monkeypatch.setattr(sys, "stdin", None)
    assert _Questions(tmp_path).ask(1, "points", "25") is None


def test_ctrl_c_leaves_nothing(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [PROGRAM, "rules", "new", "club.json"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # background jobs ignore it
    )  # fmt: skip
    assert child.stderr
    assert child.stdin
    child.stdin.write(b"icf\n")
    child.stdin.flush()
    prompts = b""
    while b"2 of 10" not in prompts:
        prompts += os.read(child.stderr.fileno(), 4096)
    while child.poll() is None:  # one that comes just before the answer is waited for is seen with the next
        child.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(10)
    out, rest = child.communicate(timeout=60)
    assert (child.returncode, out) == (130, b"")
    assert b"Traceback" not in rest
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_exists_is_replaced_only_with_force(tmp_path: Path) -> None:
    file = tmp_path / "club.json"
    file.write_text("mine", encoding="utf-8")
    done = new(tmp_path, "points=15", answers="\n" * COUNT)
    assert (done.exit_code, file.read_text(encoding="utf-8")) == (2, "mine")
    assert questions(done) == []
    assert f"{file} exists: give another name, or --force to replace it." in done.stderr
    assert new(tmp_path, "points=15", "--yes", "--force").exit_code == 0
    assert made(tmp_path)["points"] == 15


def test_a_file_that_came_while_it_asked_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "club.json"

    class Answers(io.StringIO):
        def readline(self, *_: object) -> str:
            file.write_text("mine", encoding="utf-8")
            return "\n"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", Answers())
        patch.setattr(sys, "argv", ["boardside", "rules", "new", str(file)])
        with pytest.raises(SystemExit) as ended:
            cli.build("rules")()
    assert (ended.value.code, file.read_text(encoding="utf-8")) == (2, "mine")


@pytest.mark.parametrize("file", ["none/club.json", ".", "x" * 300 + ".json"])
def test_where_no_file_can_be_is_said_before_the_first_question(tmp_path: Path, file: str) -> None:
    done = new(tmp_path, file=file, answers="\n" * COUNT)
    assert done.exit_code == 2
    assert questions(done) == []
    assert "cannot be written (" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_most_of_a_board_moves_with_the_queen(tmp_path: Path) -> None:
    for queen, most in (("0", 9), ("5", 14), ("99", 99)):
        assert new(tmp_path, f"queen={queen}", "--yes", "--force").exit_code == 0
        assert made(tmp_path)["most"] == most
    assert new(tmp_path, "queen=3", "--yes", "--force").exit_code == 0
    assert "most" not in made(tmp_path)


def test_every_option_is_a_question_and_every_question_an_option() -> None:
    output = CliRunner().invoke(cli.build("rules"), ["rules", "new", "--help"], env={"COLUMNS": "900"}).stdout
    for option in (*rules_questions.BY_OPTION, "base", "name"):
        assert f"{option}, " in output or f"{option}." in output, option


@pytest.mark.parametrize("base", rulesets.IDS)
def test_the_match_that_is_shown_is_one_of_these_rules(base: str) -> None:
    events = trial.example(base, {"games": 1}, "Club")
    (match,) = command.matches(json.dumps(event) for event in events)["matches"]
    assert match["state"]["phase"] == "confirmed"
    assert match["state"]["variant"] == "Club"
    assert len(match["games"]) == 1


@pytest.mark.parametrize("number", range(30))
def test_whatever_is_answered_the_file_is_one_that_check_approves_or_none(
    tmp_path: Path, number: int
) -> None:
    rng = Random(number)
    words = ("", "", "1", "3", "5", "25", "99", "none", "yes", "no", "group=3,final=5", "0", "-1", "é")
    base = rng.choice(rulesets.IDS)
    answers = "".join(f"{rng.choice(words)}\n" for _ in range(60))
    done = new(tmp_path, "base={base}", answers=answers)
    assert "Traceback" not in done.stderr
    if done.exit_code == 0:
        fields = made(tmp_path)
        own = files.read(tmp_path / "club.json")
        unchanged = rules.resolve(base)
        assert all(own.resolved()[name] != unchanged[name] for name in fields if name not in ("base", "name"))
    else:
        assert (done.exit_code, list(tmp_path.iterdir())) == (2, [])


def test_an_answer_leads_to_further_questions_where_they_matter(tmp_path: Path) -> None:
    answers = "wcc\nTo 100\nnone\n100\ndifference\nat_once\nloser\n1\nno\nno\npair\n" + "\n" * 9
    done = new(tmp_path, answers=answers)
    assert done.exit_code == 0, done.stderr
    numbers = [line.split()[0] for line in questions(done)]
    assert numbers == ["1", "2", "3", "3", "3", "3", "3", "4", "5", "6", "6", "7", "8", "9", "10"]
    assert "3 of 10  further: what a round gives (D464): two, won or difference [two]: " in done.stderr
    assert made(tmp_path) == {
        "base": "wcc", "name": "To 100", "rounds": None, "to_points": 100, "scoring": "difference",
        "twenties": "at_once", "first_shot": "loser", "games": 1, "all_games": False, "draws": False,
        "decider": "pair",
    }  # fmt: skip


def test_boards_by_time_and_win_by_two_are_further_questions_of_carrom(tmp_path: Path) -> None:
    answers = "icf\nEvening\n21\n2\nno\n1\nnone\nhall\ncounts\n" + "\n" * 9
    done = new(tmp_path, answers=answers)
    assert done.exit_code == 0, done.stderr
    assert made(tmp_path) == {
        "base": "icf", "name": "Evening", "points": 21, "lead": 2, "score_cut": False, "games": 1,
        "board_limit": None, "time_by": "hall", "at_time": "counts",
    }  # fmt: skip
    timed = "icf\nEvening\n\n\n6\nhall\ncounts\nyes\n"  # as Maharashtra Mandal Chicago plays
    limited = new(tmp_path, answers=timed + "\n" * 9, file="limited.json")
    assert limited.exit_code == 0, limited.stderr
    assert made(tmp_path, "limited.json") == {
        "base": "icf", "name": "Evening", "board_limit": 6, "time_by": "hall", "at_time": "counts",
        "early_end": True,
    }  # fmt: skip
    assert "early_end" not in done.stderr, "no limit, no last board"


SHIPPED = sorted(Path("docs/organiser/rulesets").glob("*.json"))


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_a_file_is_the_answers_that_make_it_again(file: Path) -> None:
    own = files.read(file)
    answers = rules_new.answers_of(own)
    again = rules_new.of_form(answers)
    assert (again.name, again.resolved()) == (own.name, own.resolved())
    assert rules_new.text_of(again) == rules_new.text_of(own)


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_every_rule_file_says_whose_rules_it_has(file: Path) -> None:
    own = files.read(file)
    assert own.source.endswith(".")
    assert "source" not in own.changes
    assert own.source in CliRunner().invoke(cli.build("rules"), ["rules", "check", str(file)]).stdout


def test_a_source_is_an_option_and_no_question(tmp_path: Path) -> None:
    assert new(tmp_path, "source=Our club, 2026.", "--yes").exit_code == 0
    assert files.read(tmp_path / "club.json").source == "Our club, 2026."
    done = new(tmp_path, "source=x" * 401, "--yes", "--force")
    assert (done.exit_code, "source: it must be one line" in done.stderr) == (2, True)

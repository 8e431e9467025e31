"""`boardside replay`: what it prints, and what it says of a file that cannot be used."""

import io
import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from host_tools.replay.command import matches, replay, replay_command
from host_tools.replay.reasons import BadLineError

BEGIN = '{"kind": "match", "match": "M1", "ruleset": "icf", "stage": "group", "breaks": "a"}'
BOARD = '{"kind": "board", "winner": "a", "left": 5, "queen": "a"}'

app = typer.Typer()
app.command()(replay_command)


def run(*lines: str) -> tuple[int, dict[str, Any], str]:
    """(exit status, what was printed, what was said on standard error)."""
    out, err = io.StringIO(), io.StringIO()
    status = replay([line + "\n" for line in lines], out, err, strict=True)
    assert bool(out.getvalue()) is (status == 0), "either a result or an error"
    assert bool(err.getvalue()) is (status != 0)
    return status, json.loads(out.getvalue() or "{}"), err.getvalue().strip()


def test_prints_score_state_result_and_rulings() -> None:
    status, printed, _ = run(BEGIN, BOARD)
    assert status == 0
    assert printed["version"] == 1
    (match,) = printed["matches"]
    assert set(match) == {"match", "state", "games", "result", "rulings"}
    assert match["match"] == "M1"
    assert match["state"]["points"] == {"a": 8, "b": 0}
    assert match["games"][0]["boards"][0]["points"] == 8
    assert match["result"] == {
        **{"games": [], "games_won": [0, 0], "points": [8, 0], "winner": None, "how": None},
        **{"held": False, "net": {"a": 0, "b": 0}},
    }
    assert match["rulings"][1] == {
        "seq": 2,
        "text": "Board 1 to A: 5 + Queen 3 = 8",
        "laws": ["53a", "53b"],
        "clauses": [
            {"reason": "board_won", "args": {"number": 1, "side": "a"}},
            {"reason": "board_points", "args": {"points": 8, "left": 5, "queen": 3, "demand": 0}},
        ],
    }


def test_several_matches_are_all_printed() -> None:
    _, printed, _ = run(BEGIN, BOARD, BEGIN.replace("M1", "M2"))
    assert [match["match"] for match in printed["matches"]] == ["M1", "M2"]


def test_blank_lines_and_a_byte_order_mark_are_skipped() -> None:
    status, printed, _ = run("\ufeff" + BEGIN, "", "   ", BOARD)
    assert status == 0
    assert printed["matches"][0]["rulings"][1]["seq"] == 2


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "not JSON"),
        ('{"kind": "play"', "at character 16"),
        ("1" * 5000, "not JSON"),
        ("[]", "not an event"),
        ('"board"', "not an event"),
        ("[" * 100_000, "not"),
        ('{"kind": "score"}', '"score"'),
        (BOARD[:-1] + ', "left": 9}', "'left' occurs twice"),
        ('{"kind": "override", "set": {"points_a": 3, "points_a": 9}}', "'points_a' occurs twice"),
        ('{"kind": "board", "winner": "a", "left": 10, "queen": "a"}', "left: 10 must be 0 to 9"),
        ('{"kind": "board", "winner": "a", "left": 1, "queen": "c"}', "nobody's side"),
        ('{"kind": "board", "left": 1, "queen": "a"}', "winner"),
        ('{"kind": "confirm"}', "not_now"),
        ('{"kind": "undo", "of": 9}', "event 9"),
        ('{"kind": "play", "seq": 1}', "seq: 1"),
        ('{"kind": "play", "match": "M9"}', "M9"),
        (
            '{"kind": "match", "match": "x", "ruleset": "icf", "stage": "group", "rules": {"points": 0}}',
            "rules.points",
        ),
    ],
)
def test_a_bad_line_is_named_with_what_is_wrong(line: str, words: str) -> None:
    status, _, message = run(BEGIN, "", line, BOARD)
    assert status == 2
    assert message.startswith("line 3: ")
    assert words in message
    assert "\n" not in message


def test_a_bad_line_is_a_reason_with_facts_that_are_json() -> None:
    board = BOARD.replace("5", "10")
    with pytest.raises(BadLineError) as refused:
        matches([BEGIN, "", board])
    why = {"reason": "out_of_range", "facts": {"field": "left", "value": 10, "low": 0, "high": 9}}
    expected = {"reason": "event_refused", "facts": {"line": 3, "code": "impossible", "why": why}}
    assert json.loads(json.dumps(refused.value.to_json())) == expected
    for line, reason in (("{", "no_json"), ("1" * 5000, "no_json")):
        with pytest.raises(BadLineError) as refused:
            matches([line])
        assert (refused.value.reason, refused.value.line) == (reason, 1)


def test_an_event_before_the_match_is_named() -> None:
    status, _, message = run(BOARD, BEGIN)
    assert status == 2
    assert message.startswith("line 1: board: there is no match")


def test_a_file_without_a_match_is_said_to_be_one() -> None:
    for lines in ([], [""], ['{"kind": "boot", "cause": "power"}']):
        status, _, message = run(*lines)
        assert status == 2
        assert "no match event" in message


def test_journal_numbers_are_the_ones_shown() -> None:
    _, printed, _ = run(BEGIN[:-1] + ', "seq": 40}', BOARD[:-1] + ', "seq": 44}')
    assert [ruling["seq"] for ruling in printed["matches"][0]["rulings"]] == [40, 44]


def test_names_of_any_script_are_printed_as_ascii() -> None:
    out = io.StringIO()
    assert replay([BEGIN[:-1] + ', "a": ["आशा"]}'], out, io.StringIO()) == 0
    assert out.getvalue().isascii()
    assert json.loads(out.getvalue())["matches"][0]["state"]["names"]["a"] == ["आशा"]


def test_command_reads_a_file_and_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    file.write_text(f"{BEGIN}\n{BOARD}\n", encoding="utf-8")
    by_name = CliRunner().invoke(app, [str(file)])
    by_pipe = CliRunner().invoke(app, ["-"], input=f"{BEGIN}\n{BOARD}\n")
    assert by_name.exit_code == by_pipe.exit_code == 0
    assert json.loads(by_name.stdout) == json.loads(by_pipe.stdout)


def test_command_says_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    binary = tmp_path / "journal.bin"
    binary.write_bytes(b"\xff\xfe\x00")
    for name, words in (
        (str(tmp_path / "none.jsonl"), "No such file"),
        (str(tmp_path), "directory"),
        (str(binary), "UTF-8"),
    ):
        done = CliRunner().invoke(app, [name])
        assert done.exit_code == 2
        assert name in done.stderr
        assert words in done.stderr
        assert done.stdout == ""


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_command_says_that_a_file_may_not_be_read(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    file.write_text(BEGIN)
    file.chmod(stat.S_IWUSR)
    assert CliRunner().invoke(app, [str(file)]).exit_code == 2


def test_command_bears_standard_input_that_is_no_text() -> None:
    done = CliRunner().invoke(app, ["-"], input=b"\xff\xfe\n")
    assert done.exit_code == 2
    assert done.stdout == ""


STROKES = [
    {
        "kind": "match",
        "match": "M1",
        "ruleset": "icf",
        "stage": "group",
        "a": ["Asha"],
        "b": ["Bela"],
        "breaks": "a",
    },
    {"kind": "play", "strokes": True},
    {"kind": "stroke", "own": 2},
    {"kind": "stroke", "striker": True},
    {"kind": "place", "how": "done"},
    {"kind": "stroke", "own": 3},
    {"kind": "protest", "side": "b", "text": "The due was forgone"},
]


def printed(events: list[dict[str, Any]], text: bool = False) -> str:
    out = io.StringIO()
    assert replay((json.dumps(event) for event in events), out, io.StringIO(), text) == 0
    return out.getvalue()


def test_prints_the_board_in_play_stroke_by_stroke() -> None:
    (match,) = json.loads(printed(STROKES))["matches"]
    assert match["state"]["situation"]["turn"] == "b"
    assert match["state"]["situation"]["down"] == {"a": 1, "b": 3}
    assert match["result"]["held"] is True
    assert match["rulings"][3]["laws"] == ["72a"]


def test_text_is_a_score_card_with_the_rulings_and_their_laws() -> None:
    board = {"kind": "board", "winner": "a", "left": 6, "queen": "board", "demand": 0}
    output = printed([*STROKES, board], text=True)
    assert "Asha (A) v Bela (B)\n" in output
    assert "      1      A       A     6  board       0       9    9-0\n" in output
    assert "Protest 1 by B about board 1 of game 1: open\n" in output
    assert "      4  A: due 1; B's turn  [72a]\n" in output
    output = printed(STROKES, text=True)
    assert "In play: B's turn, Bela; on the board 8-6; Queen on the board\n" in output
    output = printed([{**STROKES[0], "a": [], "b": []}, *STROKES[1:]], text=True)
    assert "In play: B's turn, seat 1; on the board" in output


def named(*names: str) -> list[dict[str, Any]]:
    """The same board, side a with these names."""
    return [{**STROKES[0], "a": list(names)}, *STROKES[1:]]


def test_text_shows_what_is_no_text_and_forges_no_line() -> None:
    output = printed(named("Asha\nGame 9\n  to B, 25-0\x1b[2J\ud800\x85"), text=True)
    first = output.splitlines()[0]
    assert first == r"Asha\nGame 9\n  to B, 25-0\u001b[2J\ud800\u0085 (A) v Bela (B)"
    assert "Game 9" not in output.replace(first, "")
    assert output.encode().isascii()


def test_text_keeps_names_of_any_script() -> None:
    assert "आशा क्\u200dष (A)" in printed(named("आशा क्\u200dष"), text=True)


def test_what_is_said_of_a_bad_line_is_one_line() -> None:
    _, _, message = run(BEGIN, '{"kind": "play", "match": "M\\u001b\\nline 9: fine"}')
    assert message.isprintable()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_text_bears_an_output_of_any_encoding(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "events.jsonl"
    file.write_text("".join(json.dumps(event) + "\n" for event in named("Ém आशा \ud800")), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", "from host_tools.cli import main; main()", "replay", "--text", str(file)],
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    first = done.stdout.decode(encoding).splitlines()[0]
    beginning = {"ascii": r"\xc9m \u0906", "latin-1": r"Ém \u0906", "utf-8": "Ém आ"}[encoding]
    assert first.startswith(beginning)
    assert r"\ud800 (A) v Bela (B)" in first


def test_text_of_crokinole_by_round() -> None:
    begin = {"kind": "match", "match": "C1", "ruleset": "wcc", "stage": "final", "breaks": "b"}
    shot = {"kind": "round", "total": {"a": 85, "b": 60}, "twenties": {"a": 2, "b": 1}}
    output = printed([begin, shot, {"kind": "round", "winner": "level"}], text=True)
    assert "      1      B       85-60       2-1          2-0     2-0\n" in output
    assert "      2      A           -       0-0          1-1     3-1\n" in output


def test_ties_of_teams_are_printed() -> None:
    begin = {
        "kind": "match",
        "match": "T1",
        "ruleset": "vaishali",
        "stage": "final",
        "doubles": True,
        "breaks": "a",
    }
    begin |= {"tie": "F", "teams": {"a": "CSE", "b": "Civil"}}
    events = [begin, {"kind": "concede", "side": "b", "what": "match"}]
    (tie,) = json.loads(printed(events))["ties"]
    assert (tie["points"], tie["decided"]) == ({"CSE": 2, "Civil": 0}, False)
    assert "Tie F: CSE 1-0 Civil, still to play: 1 doubles, 1 singles\n" in printed(events, text=True)


def test_what_does_not_fit_in_a_tie_is_printed_in_words_and_as_reasons() -> None:
    begin = {"kind": "match", "ruleset": "vaishali", "stage": "round", "doubles": True, "breaks": "a"}
    tie = {"tie": "P", "teams": {"a": "CSE", "b": "Civil"}}
    end = {"kind": "concede", "side": "b", "what": "match"}
    events = [event for match in ("T1", "T2") for event in ({**begin, **tie, "match": match}, end)]
    (printed_tie,) = json.loads(printed(events))["ties"]
    text = "more matches than a tie has at this stage: 1 doubles, 0 singles"
    assert printed_tie["problems"] == [text]
    clause = {"reason": "too_many", "args": {"doubles": 1, "singles": 0}}
    assert printed_tie["problem_clauses"] == [clause]
    assert text in printed(events, text=True)


def test_text_of_a_board_that_is_over_and_not_entered() -> None:
    here = {
        "kind": "situation",
        "seat": 0,
        "left": {"a": 1, "b": 4},
        "queen": "board",
        "right": {"a": True, "b": True},
    }
    last = {"kind": "stroke", "own": 1, "striker": True}
    output = printed([*STROKES[:2], here, last], text=True)
    assert "The board is over, not entered yet: B gets 3 to 4; on the board 1-4 [108a, 87b]\n" in output
    output = printed([*STROKES[:2], *[{"kind": "pass"}] * 6], text=True)
    assert "The board is to be replayed (Law 137)\n" in output


BIG = "".join(f"{json.dumps(event)}\n" for event in (json.loads(BEGIN), *[json.loads(BOARD)] * 2)) * 300


def command(*arguments: str, **options: Any) -> subprocess.Popen[bytes]:
    """The command as it is started by a shell."""
    call = [sys.executable, "-c", "from host_tools.cli import main; main()", "replay", *arguments]
    return subprocess.Popen(call, stderr=subprocess.PIPE, **options)


@pytest.mark.parametrize("options", [[], ["--text"]])
def test_a_closed_pipe_ends_it_quietly(tmp_path: Path, options: list[str]) -> None:
    file = tmp_path / "big.jsonl"
    file.write_text(BIG)
    with command(*options, str(file), stdout=subprocess.PIPE) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.read(10)
        started.stdout.close()
        assert started.stderr.read() == b""
    assert started.returncode != 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("content", [BIG, f"{BEGIN}\n"])
def test_a_full_disk_is_said_of_the_output(tmp_path: Path, content: str) -> None:
    file = tmp_path / "events.jsonl"
    file.write_text(content)
    with open("/dev/full", "wb") as full, command(str(file), stdout=full) as started:
        assert started.stderr is not None
        message = started.stderr.read().decode()
    assert message == "standard output: cannot be written: No space left on device\n"
    assert started.returncode == 74


def ended(*lines: str) -> tuple[dict[str, Any], str]:
    """(what is printed, what is said) of a file that ends at a bad line."""
    out, err = io.StringIO(), io.StringIO()
    assert replay(lines, out, err) == 2
    return json.loads(out.getvalue() or "{}"), err.getvalue().strip()


def test_a_bad_line_keeps_what_came_before_it() -> None:
    (before,) = run(BEGIN, BOARD)[1]["matches"]
    for bad in ("{", '{"kind": "confirm"}', BOARD.replace("5", "10"), '{"kind": "undo", "of": 9}'):
        kept, message = ended(BEGIN, BOARD, bad, BOARD)
        assert kept["matches"] == [before]
        assert kept["ended"]["line"] == 3
        assert message == kept["ended"]["text"]
        assert message.startswith("line 3: ")


def test_what_a_bad_undo_would_have_changed_stays() -> None:
    confirm = ['{"kind": "concede", "side": "a", "what": "match"}', '{"kind": "confirm"}']
    kept, message = ended(BEGIN, BOARD, *confirm, '{"kind": "undo", "of": 3}', BOARD)
    assert kept["matches"][0]["state"]["phase"] == "confirmed"
    assert message.startswith("line 5: ")


def test_the_matches_before_a_bad_line_are_all_kept() -> None:
    kept, message = ended(BEGIN, BOARD, BEGIN.replace("M1", "M2"), "", "[]")
    assert [match["match"] for match in kept["matches"]] == ["M1", "M2"]
    assert kept["ended"]["why"] == {
        "reason": "event_refused",
        "facts": {"line": 5, "code": "malformed", "why": {"reason": "not_an_event", "facts": {"value": []}}},
    }
    assert message.startswith("line 5: ")


def test_without_a_match_before_the_bad_line_nothing_is_printed() -> None:
    for lines in (["{"], ["", BOARD, BEGIN], [BEGIN.replace("icf", "chess"), BOARD]):
        assert ended(*lines)[0] == {}


def test_text_says_where_it_ended() -> None:
    out, err = io.StringIO(), io.StringIO()
    assert replay([BEGIN, BOARD, "{"], out, err, text=True) == 2
    assert out.getvalue().endswith(f"\n\nThe rest is left out: {err.getvalue()}")
    assert "Board 1 to A" in out.getvalue()


def test_strict_prints_nothing_of_a_file_with_a_bad_line(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    file.write_text(f"{BEGIN}\n{BOARD}\n[]\n")
    kept = CliRunner().invoke(app, [str(file)])
    strict = CliRunner().invoke(app, ["--strict", str(file)])
    assert (kept.exit_code, strict.exit_code) == (2, 2)
    assert json.loads(kept.stdout)["matches"][0]["state"]["points"] == {"a": 8, "b": 0}
    assert strict.stdout == ""
    assert strict.stderr == kept.stderr

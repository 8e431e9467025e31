"""The demonstration's verdicts: it passes only when every match arrived as it was played."""

from io import StringIO

from rich.cells import cell_len
from rich.console import Console

from host_tools.demo.play_offs import play_offs
from host_tools.demo.recorded import championship
from host_tools.demo.report import all_arrived, audit_summary, judge, show, summary
from host_tools.verify.report import Finding, MatchReport, Report

RECORD = championship()
AS_PLAYED = {match.id: match.added_up for match in RECORD}


def test_everything_as_played_passes_and_lists_the_slips_of_the_record() -> None:
    verdicts = judge(RECORD, AS_PLAYED, {})
    assert all_arrived(verdicts)
    lines = summary(verdicts)
    assert lines[0] == "40 of 40 matches arrived exactly as they were played."
    assert [line.partition(":")[0] for line in lines[1:]] == [
        "Round 2, match 2",
        "Round 3, match 1",
        "Round 4, match 7",
    ]


def test_the_verdicts_are_a_table_that_fits_the_terminal() -> None:
    out = Console(width=80, file=StringIO())
    show(judge(RECORD, {**AS_PLAYED, "R2-2": (15, 22)}, {}), out)
    lines = out.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert lines[0] == "Recorded against collected"
    assert max(map(cell_len, lines)) <= 80  # of a terminal: not all letters are one wide
    assert "WRONG:" in " ".join(lines)


def test_a_missing_match_fails() -> None:
    collected = {key: score for key, score in AS_PLAYED.items() if key != "R3-3"}
    verdicts = judge(RECORD, collected, {})
    assert not all_arrived(verdicts)
    assert summary(verdicts)[-1] == "Round 3, match 3: did not arrive"


def test_a_wrong_score_fails_even_when_the_record_agrees_with_it() -> None:
    verdicts = judge(RECORD, {**AS_PLAYED, "R2-2": (15, 22)}, {})
    assert not all_arrived(verdicts)
    assert "WRONG: the boards add up to 11-10" in summary(verdicts)[-1]


def test_trouble_at_a_table_fails_even_with_the_right_result() -> None:
    verdicts = judge(RECORD, AS_PLAYED, {"R1-1": "the display shows 8.8.8.8."})
    assert not all_arrived(verdicts)


def test_a_crokinole_match_is_compared_with_its_20s() -> None:
    final = play_offs()[0]
    assert all_arrived(judge([final], {final.id: (11, 15, 22, 26)}, {}))
    wrong = judge([final], {final.id: (11, 15, 22, 25)}, {})
    assert not all_arrived(wrong)
    assert "WRONG: the boards add up to 11-15 (20s 22-26)" in summary(wrong)[-1]


def test_the_audit_is_summed_up_in_a_line_and_its_breaks_are_told() -> None:
    whole = Report([MatchReport("j", 1, "M1", 2, seal="sealed"), MatchReport("j", 1, "M2", 9)], [])
    (line,) = audit_summary(whole)
    assert line == "1 of 2 matches are sealed by their table's key; the record is whole (boardside verify)."
    broken = Report(whole.matches, [Finding(True, "j", 1, "M1", 5, "it was changed")])
    assert audit_summary(broken)[1:] == ["BROKEN  table 1, match M1, event 5: it was changed"]

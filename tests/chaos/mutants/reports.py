"""Faults about reports: a table decides only the matches that were called to it."""

from tests.chaos.mutating import Mutant

_REPORTS = "tests/tournament/test_table_reports.py"
_DECIDED = "tests/tournament/test_table_reports_decided.py"
_JUDGED = "host_tools.tournament.matches.report_matching:"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "a match is decided without a call",
        f"{_JUDGED}_doubt_about_call",
        "if present is None:",
        "if False:",
        (_REPORTS, "called_nowhere or recalled_match"),
    ),
    Mutant(
        "any table decides a match",
        f"{_JUDGED}_doubt_about_call",
        "if report.table != called:",
        "if False:",
        (_REPORTS, "quotes_the_call"),
    ),
    Mutant(
        "a match of the table's own is the call's",
        f"{_JUDGED}_doubt_about_call",
        "if not is_call:",
        "if False:",
        (_REPORTS, "called_table_began_itself"),
    ),
    Mutant(
        "the call of another match is this one's",
        f"{_JUDGED}_doubt_about_call",
        "(call.match, call.table) == (fixture.id, report.table)",
        "True",
        (_REPORTS, "call_of_another_match"),
    ),
    Mutant(
        "what was confirmed before the call counts with it",
        f"{_JUDGED}_doubt_about_call",
        'seen.state in ("open", "left")',
        "False",
        (_REPORTS, "before_it_was_called_again"),
    ),
    Mutant(
        "names are not compared",
        f"{_JUDGED}are_same",
        "return all(",
        "return bool(one) or all(",
        (_REPORTS, "other_names"),
    ),
    Mutant(
        "only the names of side a are compared",
        f"{_JUDGED}are_same",
        'for side in "ab"',
        'for side in "a"',
        (_REPORTS, "on_side_b"),
    ),
    Mutant(
        "a broken seal counts",
        f"{_JUDGED}_doubt_about_result",
        'report.seal in ("broken", "foreign")',
        "False",
        (_DECIDED, "broken_seal"),
    ),
    Mutant(
        "of two boards with one call the last counts",
        f"{_JUDGED}_choose",
        "len(confirmed) > 1",
        "False",
        (_REPORTS, "two_boards"),
    ),
    Mutant(
        "a second board displaces the result that counts",
        f"{_JUDGED}_choose",
        "chosen = (counting or ranked)[-1]",
        "chosen = begun[-1]",
        (_REPORTS, "counted_first"),
    ),
    Mutant(
        "other names count when they are confirmed",
        "host_tools.tournament.matches.table_results:due",
        "None if own is None else verdict.doubts.get(own.key)",
        "None",
        (_REPORTS, "other_names"),
    ),
    Mutant(
        "a result that came meanwhile is taken unseen",
        "host_tools.tournament.matches.report_decisions:_check",
        "known is not None and",
        "False and",
        (_DECIDED, "unseen"),
    ),
    Mutant(
        "what is in play is taken",
        "host_tools.tournament.matches.report_decisions:take",
        'row.reason == "other_names"',
        "True",
        (_DECIDED, "in_play_that_was_left"),
    ),
    Mutant(
        "what was left is never asked for again",
        "host_tools.tournament.matches.table_results:_question",
        "is_new = result is not None and",
        "is_new = False and",
        (_DECIDED, "asks_again"),
    ),
    Mutant(
        "a result that was taken is not the organiser's word",
        "host_tools.tournament.matches.end_orders:is_here",
        "fixture.corrected or fixture.taken or",
        "fixture.corrected or",
        (_DECIDED, "as_the_tables_own"),
    ),
)

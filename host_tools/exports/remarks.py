"""What happened in a match apart from its boards, for the score card: reasons from a closed list, with facts.

remark_words.py has the words of each; tests/exports/test_remarks.py holds the two together.
"""

from typing import Any, Literal, TypeAlias, get_args

from host_tools.reasons import Coded

#: In brackets: the modules that make these remarks. `players` is the names of a side.
RemarkReason = Literal[
    # Events at the table (card_making.py).
    "board_replayed",
    "set_by_umpire",
    "conceded",
    "lost_by_ruling",
    "forfeited",
    "time_called",
    "ended_for_desk",
    "entries_undone",
    "protest",
    # An event that the rules refuse, for the reason `why` (played.py).
    "event_left_out",
    # What the organiser did, for the reason `why`: a text, or a code with facts (played.py, scorecards.py).
    "result_taken_away",
    "result_entered",
    "result_changed",
    "walk_over_given",
]
REMARK_REASONS: tuple[RemarkReason, ...] = get_args(RemarkReason)


#: One remark.
Remark: TypeAlias = Coded[RemarkReason]


def remark(reason: RemarkReason, /, **facts: Any) -> Remark:
    """A remark with these facts."""
    return Coded(reason, facts)

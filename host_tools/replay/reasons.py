"""Why a line of a file of events cannot be used: reasons from a closed list, each with its facts.

`line` is among the facts of each, from 1. host_tools/words/replays.py has the words of each; tests/words
holds the two together.
"""

from typing import Literal, get_args

from host_tools.reasons import CodedError

LineReason = Literal[
    # The text of the line.
    "no_json",
    "name_twice",
    # Its event. event_refused: by the rules, whose code is `code` and whose reason is `why`.
    "event_refused",
    "no_match_event",
]
LINE_REASONS: tuple[LineReason, ...] = get_args(LineReason)


class BadLineError(CodedError[LineReason]):
    """A line that is not an event, or an event that the rules refuse, for this reason."""

    def __init__(self, reason: LineReason, /, *, line: int, **facts: object) -> None:
        super().__init__(reason, line=line, **facts)
        self.line = line

"""Why a line of a file of events cannot be used, and what does not fit in a tie of teams."""

from collections.abc import Sequence

from host_tools.laws.refusals import TOLD
from host_tools.live_values import NamedClause
from host_tools.reasons import CodedError, Reasons

#: `line` is among the facts of each, from 1. event_refused: by the rules, whose code is `code`.
REASONS = Reasons(
    {
        "no_json": "line {line}: not JSON: {why}, at character {character}",
        "name_twice": "line {line}: {name:ascii} occurs twice in one object; keep one",
        "event_refused": "line {line}: {why:refusal} ({code})",
        "no_match_event": (
            "line {line}: the file has no match event; a match begins with one, see docs/scripts/events.md"
        ),
    },
    tables=TOLD,
)


class BadLineError(CodedError):
    """A line that is not an event, or an event that the rules refuse, for this reason."""

    table = REASONS

    def __init__(self, reason: str, /, *, line: int, **facts: object) -> None:
        super().__init__(reason, line=line, **facts)
        self.line = line


#: What boardside/game/ties.py finds: the names of a clause's values, and the sentence.
TIES: dict[str, tuple[tuple[str, ...], str]] = {
    "one_team": (("match",), "match {match}: a team against itself"),
    "other_teams": (("match",), "match {match}: other teams or another stage than the tie"),
    "no_winner": (("match",), "match {match}: nobody won it"),
    "too_many": (
        ("doubles", "singles"),
        "more matches than a tie has at this stage: {doubles} doubles, {singles} singles",
    ),
}


def named(clause: Sequence[object]) -> NamedClause:
    """A clause of a tie as JSON has it: {"reason": .., "args": {name: value}}."""
    reason = str(clause[0])
    return {"reason": reason, "args": dict(zip(TIES[reason][0], clause[1:], strict=True))}


def of_tie(problem: NamedClause) -> str:
    """The English words of a problem (from `named`), without a full stop."""
    return TIES[problem["reason"]][1].format_map(problem["args"])

"""The words of what does not fit in a tie of teams: of the clauses that boardside/game/ties.py gives."""

from collections.abc import Sequence

from host_tools.live_values import NamedClause

#: The closed list of reasons, each with the names of its values.
REASONS: dict[str, tuple[str, ...]] = {
    "one_team": ("match",),
    "other_teams": ("match",),
    "no_winner": ("match",),
    "too_many": ("doubles", "singles"),
}
WORDS: dict[str, str] = {
    "one_team": "match {match}: a team against itself",
    "other_teams": "match {match}: other teams or another stage than the tie",
    "no_winner": "match {match}: nobody won it",
    "too_many": "more matches than a tie has at this stage: {doubles} doubles, {singles} singles",
}


def named(clause: Sequence[object]) -> NamedClause:
    """The clause as JSON has it: {"reason": .., "args": {name: value}}."""
    reason = str(clause[0])
    return {"reason": reason, "args": dict(zip(REASONS[reason], clause[1:], strict=True))}


def say(problem: NamedClause) -> str:
    """The English words of a problem (from `named`), without a full stop."""
    return WORDS[problem["reason"]].format_map(problem["args"])

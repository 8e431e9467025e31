"""Ties of teams (Vaishali): the matches of a tie, its winner, and the match that is not needed any more.

A tie is drawn as one fixture between two teams; `expand` makes the matches of it that are played at tables,
`folded` gives back one fixture for each tie. Up to the pre-quarter-final one doubles decides; from the
quarter-final two doubles and one singles are planned, two points a win: two wins take the tie (participation
rule; boardside.game.ties has the same for matches at a table).
"""

from collections.abc import Sequence
from dataclasses import replace

from boardside.game.ties import POINTS, matches_of
from host_tools.tournament.model.model import Fixture, FixtureState, Result, Side

_UNPLAYED: tuple[FixtureState, ...] = ("waiting", "ready")


def parts_of(laws_stage: str) -> list[str]:
    """The matches of a tie in the order they are called: ["doubles 1", "doubles 2", "singles"]."""
    doubles, singles = matches_of(laws_stage)
    if (doubles, singles) == (1, 0):
        return ["doubles"]
    return [f"doubles {number}" for number in range(1, doubles + 1)] + ["singles"] * singles


def expand(fixtures: Sequence[Fixture]) -> list[Fixture]:
    """The matches of each fixture between teams, with `tie` its id; a bye stays as it is.

    Ids are the tie's with -1, -2, -3. Sources still name ties, not matches: `progress.resolve` knows them.
    """
    made = []
    for fixture in fixtures:
        if fixture.state == "bye":
            made.append(fixture)
            continue
        for number, part in enumerate(parts_of(fixture.laws_stage), start=1):
            made.append(replace(fixture, id=f"{fixture.id}-{number}", tie=fixture.id, part=part))
    return made


def folded(fixtures: Sequence[Fixture]) -> list[Fixture]:
    """One fixture for each tie in place of its first match; fixtures without a tie as they are.

    The tie is done when a team has won more of its matches than the other still can; its result has
    games_won: matches won, points: 2 a win, net and twenties: of its matches together.
    """
    groups: dict[str, list[Fixture]] = {}
    for fixture in fixtures:
        groups.setdefault(fixture.tie or fixture.id, []).append(fixture)
    return [_tie(parts) if parts[0].tie else parts[0] for parts in groups.values()]


def settled(fixtures: Sequence[Fixture]) -> list[Fixture]:
    """The fixtures; matches that their tie no longer needs are off, and ready again when it needs them.

    A match that was called or is being played stays: it may be played to its end.
    """
    by_tie = {tie.id: tie for tie in folded(fixtures)}
    after = []
    for fixture in fixtures:
        if fixture.tie is not None and fixture.a is not None and fixture.b is not None:
            is_decided = by_tie[fixture.tie].state == "done"
            if is_decided and fixture.state in _UNPLAYED:
                fixture = replace(fixture, state="off")
            elif not is_decided and fixture.state == "off":
                fixture = replace(fixture, state="ready")
        after.append(fixture)
    return after


def _tie(parts: Sequence[Fixture]) -> Fixture:
    first = parts[0]
    results = [part.result for part in parts if part.state == "done" and part.result is not None]
    wins = (
        sum(result.winner == "a" for result in results),
        sum(result.winner == "b" for result in results),
    )
    tie = replace(first, id=first.tie or first.id, tie=None, part=None, line_up=None, result=None)
    left = len(parts) - len(results)
    winner: Side | None = None
    if max(wins) > min(wins) + left:
        winner = "a" if wins[0] > wins[1] else "b"
    is_void = left == 0 and wins == (0, 0) and bool(results)
    if winner is None and not is_void:
        return replace(tie, state=_state(parts))
    result = Result(
        winner=winner,
        how="walk_over" if all(result.how == "walk_over" for result in results) else "played",
        games_won=wins,
        points=(POINTS * wins[0], POINTS * wins[1]),
        net=sum(result.net for result in results),
        twenties=(sum(result.twenties[0] for result in results), sum(r.twenties[1] for r in results)),
    )
    decided = max((part.decided_at for part in parts if part.decided_at is not None), default=None)
    return replace(tie, state="done", result=result, decided_at=decided)


def _state(parts: Sequence[Fixture]) -> FixtureState:
    """The state of an undecided tie: that of all its matches if they have the same, else of those in
    progress.
    """
    states = {part.state for part in parts}
    if len(states) == 1 and "done" not in states:
        return parts[0].state
    for state in ("held", "playing", "called"):
        if state in states:
            return state
    return "playing"

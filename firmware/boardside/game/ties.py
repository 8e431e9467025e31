"""Ties of teams, as GEC Vaishali plays them: which team has won, from the matches between them.

A match belongs to a tie when its `match` event names it (`tie`, `teams`). Up to the pre-quarter-final one
doubles decides; from the quarter-final two doubles and one singles are played, two points a win: the team
with two wins takes the tie (participation rule, instructions).
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from .state import State

POINTS = 2  # of a match that is won
_LATE = ("quarter_final", "semi_final", "final")


def matches_of(stage: "str | None") -> "tuple[int, int]":
    """(doubles, singles) of a tie at this stage."""
    return (2, 1) if stage in _LATE else (1, 0)


def ties(states: "Iterable[State]") -> "list[dict[str, Any]]":
    """The ties that these matches belong to, in the order of their first match; JSON-ready.

    Of each: tie, teams [first, second], stage; wins, points: {team: number}; winner: team or None; decided;
    left: {"doubles", "singles"} still to be played; problems: what does not fit, each as a clause (reason,
    value, ...) of the list below. A match counts once it is decided; of two with the same id the later
    counts.

    ("one_team", match): its teams are one and the same. ("other_teams", match): it has other teams or another
    stage than the tie. ("no_winner", match). ("too_many", doubles, singles): more matches than these, which a
    tie has at this stage.
    """
    latest: "dict[Any, State]" = {}
    order = []
    for state in states:
        tie = state.setup.tournament["tie"]
        if tie is None or state.setup.tournament["teams"] is None:
            continue
        key = (tie, state.setup.match)
        if key not in latest:
            order.append(key)
        latest[key] = state
    names = []
    for tie, _ in order:
        if tie not in names:
            names.append(tie)
    return [_tie(name, [latest[key] for key in order if key[0] == name]) for name in names]


def _tie(name: str, states: "list[State]") -> "dict[str, Any]":
    first = states[0]
    playing = first.setup.tournament["teams"]
    teams = [playing["a"], playing["b"]] if playing else ["", ""]
    wins = {teams[0]: 0, teams[1]: 0}
    doubles, singles = matches_of(first.setup.stage)
    problems: "list[tuple[Any, ...]]" = []
    for state in states:
        playing = state.setup.tournament["teams"] or {}
        if playing.get("a") == playing.get("b"):
            problems.append(("one_team", state.setup.match))
        if sorted(playing.values()) != sorted(teams) or state.setup.stage != first.setup.stage:
            problems.append(("other_teams", state.setup.match))
            continue
        if state.phase not in ("over", "confirmed"):
            continue
        if state.setup.doubles:
            doubles -= 1
        else:
            singles -= 1
        if state.winner is None:
            problems.append(("no_winner", state.setup.match))
        else:
            wins[playing[state.winner]] += 1
    if doubles < 0 or singles < 0:
        problems.append(("too_many",) + matches_of(first.setup.stage))
    need = sum(matches_of(first.setup.stage)) // 2 + 1
    winner = None
    for team in teams:
        if wins[team] >= need:
            winner = team
    return {
        "tie": name,
        "teams": teams,
        "stage": first.setup.stage,
        "wins": wins,
        "points": {team: POINTS * wins[team] for team in teams},
        "winner": winner,
        "decided": winner is not None,
        "left": {"doubles": max(doubles, 0), "singles": max(singles, 0)},
        "problems": problems,
    }

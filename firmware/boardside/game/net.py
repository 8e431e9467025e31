"""The official score of a game, and net points for standings: scored less conceded, by it (D6)."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .state import BySide, Game, State


def published(rules: "dict[str, Any]", points: "BySide") -> "BySide":
    """`points`, the sums of a game's boards, as they are published: cut at what wins the game, if `rules` cut
    them (D6). A dict of its own.
    """
    a, b = points["a"], points["b"]
    if rules["score_cut"]:
        return {"a": min(a, winning(rules, b)), "b": min(b, winning(rules, a))}
    return {"a": a, "b": b}


def winning(rules: "dict[str, Any]", other: int) -> int:
    """The fewest points that win a game against `other` points: the game's, and its lead."""
    return max(rules["points"], other + rules["lead"])


def net(state: "State") -> "BySide":
    """{"a", "b"}: points scored less conceded in the finished games; one side's number is the other's with
    the sign changed.

    A game's points count as published. If the ruleset has `net_extra`
    false (vkk), an extra board is left out; a game awarded by concession or ruling counts as awarded (D26).
    """
    lead = 0
    for game in state.history:
        points = counted(state, game)
        lead += points["a"] - points["b"]
    return {"a": lead, "b": -lead}


def counted(state: "State", game: "Game") -> "BySide":
    """The points of a finished game that count as net points: those before its extra board, where the rules
    leave that out. What the umpire has set counts as it was set (143c).
    """
    if not state.setup.rules["net_extra"] and game.how in ("played", "draw", "time"):
        for board in game.boards:
            if board.extra:
                before = {side: board.after[side] - board.points_of(side) for side in ("a", "b")}
                return published(state.setup.rules, before)
    return game.points

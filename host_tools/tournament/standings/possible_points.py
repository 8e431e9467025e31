"""The points that a game can have by the rules of its match, to check what people type in.

Pure. `rules`: of a match that has begun (State.rules), `stage`: its stage by the Laws. Points are (a, b) as
they are published (D6). A game is *finished* when play can have ended it with these points; points that no
game ever has are a *slip*. A game with other points was broken off, or given up (D26, D86).
"""

from typing import Literal

from boardside.game.crokinole.round import WIN
from boardside.game.net import winning
from host_tools.live_values import Rules
from host_tools.reasons import Cause
from host_tools.tournament.reasons import cause

#: Whether a game had an extra board, as far as its points show that.
ExtraBoard = Literal["no", "maybe", "yes"]


def slip_of_boards(rules: Rules, a: int, b: int) -> Cause | None:
    """Why no game of carrom ever has these points, finished or not; None when one can."""
    top = rules["points"]
    most = top if rules["lead"] == 1 else winning(rules, min(a, b))
    if not rules["score_cut"]:
        most += rules["most"] - 1
    if max(a, b) > most:
        return cause("game_points_over", points=[a, b], top=most)
    if rules["lead"] == 1 and min(a, b) >= top:
        return cause("only_one_reaches", points=[a, b], top=top)
    return None


def is_short(rules: Rules, a: int, b: int) -> bool:
    """No side of a game of carrom has the points, and the lead, that win it."""
    return max(a, b) < winning(rules, min(a, b))


def unfinished_boards(rules: Rules, stage: str, a: int, b: int) -> Cause | None:
    """Why play cannot have ended a game of carrom with these points; None when it can. Only for points that
    are no slip.
    """
    limit = rules["board_limit"][stage]
    top = rules["points"]
    if _finished(rules, limit, a, b):
        return None
    if limit is None:
        return cause("game_unfinished", points=[a, b], top=top)
    if a == b and not rules["draws"]:
        return cause("level_has_extra_board", points=[a, b], boards=limit)
    if max(a, b) < top and 0 < a + b < limit:
        return cause("game_too_short", points=[a, b], top=top, boards=limit)
    return cause("boards_cannot", points=[a, b], boards=limit, most=rules["most"])


def extra_board(rules: Rules, stage: str, a: int, b: int) -> ExtraBoard:
    """Whether a game of carrom with these points may, or must, have been decided by an extra board."""
    limit = rules["board_limit"][stage]
    if limit is None or not _by_extra_board(rules, limit, max(a, b), min(a, b)):
        return "no"
    return "maybe" if _without_extra_board(rules, limit, a, b) else "yes"


def _finished(rules: Rules, limit: int | None, a: int, b: int) -> bool:
    """At its points, by the lead at the board limit, drawn there, or by an extra board."""
    return _without_extra_board(rules, limit, a, b) or (
        limit is not None and _by_extra_board(rules, limit, max(a, b), min(a, b))
    )


def _without_extra_board(rules: Rules, limit: int | None, a: int, b: int) -> bool:
    """At its points, by the lead at the board limit, or drawn there.

    Exact where the first at the points wins. With a board limit and a lead to win by, or games that end when
    they are decided, some are taken whose boards cannot be put in an order that play would have gone through.
    """
    most, is_full = rules["most"], not is_short(rules, a, b)
    high, low = max(a, b), min(a, b)
    if limit is None:
        return is_full
    fewest = _fewest(high, most) + _fewest(low, most)
    if is_full:
        return fewest <= limit
    if a == b:
        return bool(rules["draws"]) and fewest <= limit <= _most(rules, high + low)
    early = (high - low - 1) // most if rules["early_end"] else 0  # boards that could change nothing (D550)
    return fewest <= limit <= _most(rules, high + low) + early


def _by_extra_board(rules: Rules, limit: int, high: int, low: int) -> bool:
    """It was level at the board limit, draws are not allowed, and one more board decided it."""
    if rules["draws"] or high == low:
        return False
    most, is_full = rules["most"], not is_short(rules, high, low)
    is_level_at_limit = 2 * _fewest(low, most) <= limit <= _most(rules, 2 * low)
    return is_level_at_limit and bool(low + most >= high if is_full else high - low <= most)


def _fewest(points: int, most: int) -> int:
    """The fewest boards that give these points."""
    return -(-points // most)


def _most(rules: Rules, points: int) -> float:
    """The most boards that give these points: each gives one, or none while an account is closed (D10)."""
    return float("inf") if rules["account"] == "queen" else points


def slip_of_rounds(rules: Rules, a: int, b: int) -> Cause | None:
    """Why no game of crokinole ever has these points, finished or not; None when one can."""
    if _is_of_its_own(rules):
        return None
    most = WIN * rules["rounds"]
    if max(a, b) > most and abs(a - b) != WIN:
        return cause("round_points_over", points=[a, b], rounds=rules["rounds"], most=most)
    return None


def unfinished_rounds(rules: Rules, stage: str, a: int, b: int) -> Cause | None:
    """Why play cannot have ended a game of crokinole with these points; None when it can. Only for points
    that are no slip.

    A round gives two points in all, or none when nothing was shot in it (Scoring).
    """
    if _is_of_its_own(rules):
        return _unfinished_of_its_own(rules, a, b)
    rounds = rules["rounds"]
    shot, odd = divmod(a + b, WIN)
    lead = abs(a - b)
    if odd:
        return cause("odd_sum", points=[a, b])
    if a == b and not rules["draws"]:
        return cause("level_has_round", points=[a, b])
    if shot > rounds:
        if lead == WIN and not rules["draws"]:
            return None
        return cause("rounds_give_less", points=[a, b], rounds=rounds, total=WIN * rounds)
    # A lead that cannot be caught ends the game before its last rounds (D81).
    left = max(0, lead // WIN - 2) if rules["early_end"] else 0
    if shot > rounds - left:
        return cause("decided_before_last", points=[a, b])
    return None


def _is_of_its_own(rules: Rules) -> bool:
    """Whether a game of crokinole has other points than two a round, may end at so many (D464), or with two
    rounds that decide it (D466).
    """
    return rules["scoring"] != "two" or rules["to_points"] is not None or rules["decider"] == "pair"


def _unfinished_of_its_own(rules: Rules, a: int, b: int) -> Cause | None:
    """Only what is wrong for certain: how many rounds gave these points is not known."""
    if a == b and not rules["draws"]:
        return cause("level_has_round", points=[a, b])
    if rules["rounds"] is None and max(a, b) < rules["to_points"]:
        return cause("points_not_reached", points=[a, b], top=rules["to_points"])
    return None

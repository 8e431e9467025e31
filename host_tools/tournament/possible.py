"""Which points a game can have by the rules of its match: what people type in is held against it.

Pure. `rules`: of a match that has begun (State.rules), `stage`: its stage by the Laws. Points are (a, b) as
they are published (D6). A game is *finished* when play can have ended it so; points that no game ever has are
a *slip*. What lies between was broken off, or given up (D26, D86).
"""

from typing import Any

Rules = dict[str, Any]


def slip(rules: Rules, a: int, b: int) -> str:
    """Why no game ever has these points, finished or not; "" when one can."""
    if rules["sport"] == "crokinole":
        most = 2 * rules["rounds"]
        if max(a, b) > most and abs(a - b) != 2:
            return f"{a}-{b}: {rules['rounds']} rounds give a side {most} points at most (Scoring)."
        return ""
    top = rules["points"]
    if max(a, b) > top:
        return f"{a}-{b}: a game goes to {top} points; more are not written (D6)."
    return f"{a}-{b}: only one side reaches {top}." if a == b == top else ""


def unfinished(rules: Rules, stage: str, a: int, b: int) -> str:
    """Why play cannot have ended a game so; "" when it can. Only for points that are no slip."""
    if rules["sport"] == "crokinole":
        return _crokinole(rules, a, b)
    limit = rules["board_limit"][stage]
    top = rules["points"]
    if _finished(rules, limit, a, b):
        return ""
    if limit is None:
        return f"{a}-{b}: here a game is played until a side has {top} points (56a)."
    boards = f"{limit} boards" if limit != 1 else "one board"
    if a == b and not rules["draws"]:
        return f"{a}-{b}: a game that is level after {boards} has an extra board (56b)."
    if max(a, b) < top and 0 < a + b < limit:
        return (
            f"{a}-{b}: a game ends at {top} points or after {boards}, and each board gives a point or more."
        )
    return f"{a}-{b}: {boards} cannot come to this; a board gives {rules['most']} points at most (55, 56)."


def _finished(rules: Rules, limit: int | None, a: int, b: int) -> bool:
    """Carrom: at its points, by the lead at the board limit, drawn there, or by an extra board."""
    top, most = rules["points"], rules["most"]
    high, low = max(a, b), min(a, b)
    if limit is None:
        return bool(high == top)
    fewest = _fewest(high, most) + _fewest(low, most)
    if high == top:
        return fewest <= limit or _by_extra_board(rules, limit, high, low)
    if a == b:
        return bool(rules["draws"]) and fewest <= limit <= _most(rules, high + low)
    return fewest <= limit <= _most(rules, high + low) or _by_extra_board(rules, limit, high, low)


def _by_extra_board(rules: Rules, limit: int, high: int, low: int) -> bool:
    """It was level at the limit, where draws do not stand, and one more board decided it."""
    if rules["draws"]:
        return False
    most, is_full = rules["most"], high == rules["points"]
    is_level_at_limit = 2 * _fewest(low, most) <= limit <= _most(rules, 2 * low)
    return is_level_at_limit and bool(low + most >= high if is_full else high - low <= most)


def _fewest(points: int, most: int) -> int:
    """The fewest boards that give so many points."""
    return -(-points // most)


def _most(rules: Rules, points: int) -> float:
    """The most boards that give so many points: each gives one, or none while an account is closed (D10)."""
    return float("inf") if rules["account"] == "queen" else points


def _crokinole(rules: Rules, a: int, b: int) -> str:
    """A round gives two points in all, or none when nothing was shot in it (Scoring)."""
    rounds = rules["rounds"]
    shot, odd = divmod(a + b, 2)
    lead = abs(a - b)
    if odd:
        return f"{a}-{b}: a round gives two points in all, so the sum is even (Scoring)."
    if a == b and not rules["draws"]:
        return f"{a}-{b}: a level game has another round (Tournament Scoring)."
    if shot > rounds:
        if lead == 2 and not rules["draws"]:
            return ""
        return f"{a}-{b}: {rounds} rounds give {2 * rounds} points in all (Scoring)."
    # A lead that cannot be caught ends the game before its last rounds (D81).
    left = max(0, lead // 2 - 2) if rules["early_end"] else 0
    if shot > rounds - left:
        return f"{a}-{b}: the game was decided before its last round (D81)."
    return ""

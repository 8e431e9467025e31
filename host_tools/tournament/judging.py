"""What people type in as a result, held against the rules of the match: the one place that decides.

D245 in docs/tournament.md: a result by hand is one that play can have, or it says who was given the match.
"""

from boardside.game.state import State
from host_tools.tournament import possible, results
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import Competition, Fixture, Result, Side
from host_tools.tournament.results import Typed

_GIVEN = (
    " If it was broken off or given up, say who has it (on the command line: --winner a or b), and why in "
    "the reason."
)


def judge(of: Competition, one: Fixture, typed: Typed) -> Result:
    """The result that was typed. Raises DeskError when no play by the rules of this match comes to it, and
    the winner is not said; with the winner, only for what no match has: too many points or games, a
    match that the other side has won.
    """
    state = results.begun(of, one)
    _check_frame(of, state, typed)
    wrong = _wrong(state, typed.games)
    by_games = _leader(state, typed.games)
    is_complete = not any(wrong) and _is_decided(state, typed.games)
    if is_complete and not _may_be_broken_off(state, typed, by_games):
        _check_said(typed, by_games)
        return _made(typed, by_games, _won(typed.games))
    if typed.winner is None and not typed.is_draw:
        raise DeskError(_what_is_missing(of, state, typed.games, wrong) + _GIVEN)
    return _made(typed, typed.winner, _won_of_given(state, typed, wrong))


def _check_frame(of: Competition, state: State, typed: Typed) -> None:
    """What no match has, whoever was given it."""
    rules, games, most = state.rules, typed.games, state.rules["games"]
    if len(games) > most:
        allowed = "one game" if most == 1 else f"at most {most} games"
        raise DeskError(f"A match of {of.name} has {allowed} here, not {len(games)} ({_shown(games)}).")
    for a, b in games:
        slip = possible.slip(rules, a, b)
        if slip:
            raise DeskError(slip)
    for number in range(1, len(games)):
        if _is_decided(state, games[:number]):
            raise DeskError(f"By the games ({_shown(games)}) the match was over after {number} of them.")
    if rules["sport"] == "carrom" and typed.twenties != (0, 0):
        raise DeskError("There are no 20s in carrom: leave them out.")
    if typed.is_draw and not rules["draws"]:
        raise DeskError(
            "By these rules a match has a winner: say who (--winner). If neither side came, it is a "
            "walk-over for neither (`boardside walkover MATCH none`)."
        )


def _check_said(typed: Typed, by_games: Side | None) -> None:
    games = _shown(typed.games)
    if typed.winner is not None and typed.winner != by_games:
        has_won = f"side {by_games.upper()} has won" if by_games else "nobody has won"
        raise DeskError(f"By the games ({games}) {has_won}, not {typed.winner.upper()}.")
    if typed.is_draw and by_games is not None:
        raise DeskError(f"By the games ({games}) side {by_games.upper()} has won: it is no draw.")


def _wrong(state: State, games: results.Games) -> list[str]:
    """Of each game, why play cannot have ended it so; "" when it can."""
    return [possible.unfinished(state.rules, str(state.stage), a, b) for a, b in games]


def _won(games: results.Games) -> tuple[int, int]:
    return sum(a > b for a, b in games), sum(b > a for a, b in games)


def _may_be_broken_off(state: State, typed: Typed, by_games: Side | None) -> bool:
    """Whether a last game that can have ended at the board limit need not have: it is short of its points,
    and the match was given to whom the games do not name.
    """
    is_short = state.rules["sport"] == "carrom" and max(typed.games[-1]) < state.rules["points"]
    return typed.winner not in (None, by_games) and is_short


def _won_of_given(state: State, typed: Typed, wrong: list[str]) -> tuple[int, int]:
    """Games won when the match was given: one that was broken off at the end is nobody's, unless by its lead
    the match is the winner's (time was called, D20).
    """
    is_broken_off = bool(wrong) and (
        bool(wrong[-1]) or _may_be_broken_off(state, typed, _leader(state, typed.games))
    )
    counts = _is_decided(state, typed.games) and _leader(state, typed.games) == typed.winner
    return _won(typed.games[:-1] if is_broken_off and not counts else typed.games)


def _leader(state: State, games: results.Games) -> Side | None:
    """Who leads by games, or where all games are played by their points (D83)."""
    a, b = _won(games)
    if state.rules.get("all_games"):
        a, b = sum(game[0] for game in games), sum(game[1] for game in games)
    return None if a == b else "a" if a > b else "b"


def _is_decided(state: State, games: results.Games) -> bool:
    most = state.rules["games"]
    return len(games) >= most or (not state.rules.get("all_games") and 2 * max(_won(games)) > most)


def _what_is_missing(of: Competition, state: State, games: results.Games, wrong: list[str]) -> str:
    for text in wrong:
        if text:
            return text
    most = state.rules["games"]
    if state.rules.get("all_games"):
        return f"A match of {of.name} has {most} games here, not {len(games)} ({_shown(games)})."
    example = "25-10 12-25 25-20" if state.rules["sport"] == "carrom" else "5-3 3-5 6-2"
    return (
        f"A match of {of.name} is best of {most} games here, and by {_shown(games)} nobody has won "
        f"{most // 2 + 1} of them. Give all games, such as {example}."
    )


def _made(typed: Typed, winner: Side | None, won: tuple[int, int]) -> Result:
    points = (sum(a for a, _ in typed.games), sum(b for _, b in typed.games))
    return Result(winner, "entered", typed.games, won, points, points[0] - points[1], typed.twenties)


def _shown(games: results.Games) -> str:
    return ", ".join(f"{a}-{b}" for a, b in games)

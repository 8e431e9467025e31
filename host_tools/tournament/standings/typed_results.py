"""Checks the results that people type in against the rules of the match. No other module decides this.

A result by hand is one that play can have, or it names the winner.
"""

from boardside.game.state import State
from host_tools.reasons import Cause
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Fixture, Result, Side
from host_tools.tournament.reasons import cause
from host_tools.tournament.standings import results, sports
from host_tools.tournament.standings.results import Typed


def judge(competition: Competition, fixture: Fixture, typed: Typed) -> Result:
    """The result that was typed. Raises DeskError when no winner was typed and play by the rules of this
    match cannot have this result. With a winner, raises it only for what no match can have: too many points
    or games, or a match that the other side has won.
    """
    state = results.begun(competition, fixture)
    _check_frame(competition, state, typed)
    wrong = _wrong(state, typed.games)
    by_games = _leader(state, typed.games)
    is_complete = not any(wrong) and _is_decided(state, typed.games)
    if is_complete and not _may_be_broken_off(state, typed, by_games):
        _check_said(typed, by_games)
        return _made(state, typed, by_games, _won(typed.games))
    if typed.winner is None and not typed.is_draw:
        missing = _what_is_missing(competition, state, typed.games, wrong)
        raise DeskError("no_whole_match", why=missing.to_json())
    return _made(state, typed, typed.winner, _won_of_given(state, typed, wrong))


def _check_frame(competition: Competition, state: State, typed: Typed) -> None:
    """Raise DeskError for games that no match of these rules can have, with any winner."""
    rules, games, most = state.setup.rules, typed.games, state.setup.rules["games"]
    sport = sports.of_rules(rules)
    if len(games) > most:
        raise DeskError("too_many_games", event=competition.name, most=most, count=len(games), games=games)
    for a, b in games:
        slip = sport.slip(rules, a, b)
        if slip:
            raise DeskError.for_cause(slip)
    for number in typed.extra:
        if number < len(games) and sport.extra_board(rules, str(state.setup.stage), *games[number]) == "no":
            raise DeskError("no_extra_board", points=list(games[number]))
    for number in range(1, len(games)):
        if _is_decided(state, games[:number]):
            raise DeskError("over_before", games=games, count=number)
    if not sport.has_twenties and typed.twenties != (0, 0):
        raise DeskError("no_twenties")
    if typed.is_draw and not rules["draws"]:
        raise DeskError("winner_needed")


def _check_said(typed: Typed, by_games: Side | None) -> None:
    if typed.winner is not None and typed.winner != by_games:
        raise DeskError("other_winner", games=typed.games, by_games=by_games, winner=typed.winner)
    if typed.is_draw and by_games is not None:
        raise DeskError("no_draw", games=typed.games, by_games=by_games)


def _wrong(state: State, games: results.Games) -> list[Cause | None]:
    """For each game, why play cannot have ended it with these points; None when it can."""
    unfinished = sports.of_rules(state.setup.rules).unfinished
    return [unfinished(state.setup.rules, str(state.setup.stage), a, b) for a, b in games]


def _won(games: results.Games) -> tuple[int, int]:
    return sum(a > b for a, b in games), sum(b > a for a, b in games)


def _may_be_broken_off(state: State, typed: Typed, by_games: Side | None) -> bool:
    """Whether the last game, which can have ended at the board limit, may have been broken off instead: it is
    short of its points, and the match was given to a side that the games do not name.
    """
    may_be = sports.of_rules(state.setup.rules).may_be_broken_off
    return typed.winner not in (None, by_games) and may_be(state.setup.rules, *typed.games[-1])


def _won_of_given(state: State, typed: Typed, wrong: list[Cause | None]) -> tuple[int, int]:
    """Games won when the match was given: a last game that was broken off counts for neither side, unless its
    lead gives the winner the match (time was called, D20).
    """
    is_broken_off = bool(wrong) and (
        bool(wrong[-1]) or _may_be_broken_off(state, typed, _leader(state, typed.games))
    )
    counts = _is_decided(state, typed.games) and _leader(state, typed.games) == typed.winner
    return _won(typed.games[:-1] if is_broken_off and not counts else typed.games)


def _leader(state: State, games: results.Games) -> Side | None:
    """The side that leads by games, or by points when all games are played (D83)."""
    a, b = _won(games)
    if state.setup.rules.get("all_games"):
        a, b = sum(game[0] for game in games), sum(game[1] for game in games)
    return None if a == b else "a" if a > b else "b"


def _is_decided(state: State, games: results.Games) -> bool:
    most = state.setup.rules["games"]
    return len(games) >= most or (not state.setup.rules.get("all_games") and 2 * max(_won(games)) > most)


def _what_is_missing(
    competition: Competition, state: State, games: results.Games, wrong: list[Cause | None]
) -> Cause:
    for why in wrong:
        if why is not None:
            return why
    most = state.setup.rules["games"]
    if state.setup.rules.get("all_games"):
        return cause("all_games_needed", event=competition.name, most=most, count=len(games), games=games)
    return cause(
        "games_missing",
        event=competition.name,
        most=most,
        games=games,
        needed=most // 2 + 1,
        sport=state.setup.sport.name,
    )


def _made(state: State, typed: Typed, winner: Side | None, won: tuple[int, int]) -> Result:
    points = (sum(a for a, _ in typed.games), sum(b for _, b in typed.games))
    net = sum(_net(state, typed, number) for number in range(len(typed.games)))
    return Result(winner, "entered", typed.games, won, points, net, typed.twenties)


def _net(state: State, typed: Typed, number: int) -> int:
    """A's net points of a game: none when an extra board decided it, where the rules leave that out: it
    was level before.
    """
    a, b = typed.games[number]
    if state.setup.rules.get("net_extra", True):
        return a - b
    had_extra = sports.of_rules(state.setup.rules).extra_board(
        state.setup.rules, str(state.setup.stage), a, b
    )
    return 0 if had_extra == "yes" or (had_extra == "maybe" and number in typed.extra) else a - b

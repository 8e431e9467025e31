"""Endings off the board: forfeits, concession, the confirmation of a result; the umpire's override."""

from ..errors import GameError
from ..state import BOARD, CONFIRMED, OVER, Ruling, State, other
from ..terms import SIDES
from . import flow
from . import round as rounds
from .official import official
from .play import in_play
from .rounds import enter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..state import BySide, Clause, Clauses, Event

_FORFEIT = ("Tournament Play", "D86")


def forfeit(state: State, event: "Event") -> Ruling:
    """A side forfeits a round or a game, or is disqualified (Tournament Play), scored by D86."""
    side = event["side"]
    winner = other(side)
    scope = event["what"]
    if scope == "round":
        return _forfeit_round(state, winner)
    if state.phase == OVER:
        return _disqualified_after(state, side, scope)
    if scope == "game":
        return _game_to(state, winner, "ruling", ("forfeits", side), _FORFEIT)
    if state.boards or state.history or state.phase == BOARD:
        return _match_to(state, winner, "ruling", "disqualified", _FORFEIT)
    return _match_to(state, winner, "walkover", "did_not_play", _FORFEIT)


def concede(state: State, event: "Event") -> Ruling:
    """A side gives up the game or the match, scored by D86."""
    side = event["side"]
    winner = other(side)
    if event["what"] == "match":
        return _match_to(state, winner, "conceded", "concedes_match", ("D86",))
    return _game_to(state, winner, "conceded", ("concedes", side), ("D86",))


def confirm(state: State, event: "Event") -> Ruling:
    """The result is sealed: checked and signed by both (Tournament Scoring)."""
    state.phase = CONFIRMED
    state.confirmed = True
    facts = {"winner": state.winner, "phase": state.phase}
    if state.winner is None:
        return Ruling(("Tournament Scoring",), (("confirmed_level",),), facts)
    return Ruling(("Tournament Scoring",), (("confirmed", state.winner) + _score(state),), facts)


def override(state: State, event: "Event") -> Ruling:
    """Set points, 20s, games won, the round's number, who shoots first, or the side on the left (D87).

    In all cases the referee's decision is final (Tournament Play); the match goes on from there. Raises
    GameError "impossible" for numbers that no match can have, "not_now" for the game of a match that is
    decided.
    """
    changes = event["set"]
    games = _pair("games", state.games, changes)
    points = _points(state, changes)
    twenties = _pair("twenties", state.twenties, changes)
    in_game = points is not None or "board" in changes or "breaks" in changes
    _check_games(state, games)
    if games is not None and games != state.games:
        _set_games(state, games)
    if in_game and state.phase == OVER:
        raise GameError("not_now", "only_games_set_after_end")
    if twenties is not None:
        state.twenties = twenties
    if in_game or games is not None or twenties is not None:
        state.overridden = True
    if "left_side" in changes:
        state.left_side = changes["left_side"]
    if in_game:
        _set_numbers(state, changes, points)
    facts = {"set": changes, "phase": state.phase}
    return Ruling(("Tournament Play", "D87"), _said(changes, points, games, twenties), facts)


def _forfeit_round(state: State, winner: str) -> Ruling:
    if state.phase == OVER:
        raise GameError("not_now", "only_match_forfeited_after_end")
    play = in_play(state)
    twenties = {"a": 0, "b": 0}
    if play is not None:
        twenties[winner] = play.twenties[winner]
    done = rounds.make(state, winner, "forfeit", twenties, _FORFEIT)
    return enter(state, done, play is not None and play.timed)


def _disqualified_after(state: State, side: str, scope: str) -> Ruling:
    winner = other(side)
    if scope != "match":
        raise GameError("not_now", "only_match_forfeited_after_end")
    if state.winner == winner:
        raise GameError("not_now", "lost_already", side=side)
    flow.end_match(state, winner, "ruling", _FORFEIT)
    clause = ("disqualified_after_end", side)
    return Ruling(_FORFEIT, (clause,), {"winner": winner, "phase": state.phase})


def _game_to(state: State, winner: str, how: str, why: "Clause", laws: "tuple[str, ...]") -> Ruling:
    number = state.game
    clauses, laws = flow.award_game(state, winner, how, laws)
    return Ruling(laws, (why,) + clauses, {"game": number, "winner": winner, "phase": state.phase})


def _match_to(state: State, winner: str, how: str, reason: str, laws: "tuple[str, ...]") -> Ruling:
    flow.award_match(state, winner, how, laws)
    clause = (reason, other(winner), winner) + _score(state)
    return Ruling(laws, (clause,), {"winner": winner, "phase": state.phase})


def _score(state: State) -> "tuple[int, int]":
    """What decides: all points where all games are played, the points of a single game, else games won."""
    result = official(state)
    by_points = state.setup.rules["all_games"] or state.setup.rules["games"] == 1
    a, b = result["total"] if by_points else result["games_won"]
    return a, b


def _pair(field: str, present: "BySide", changes: "Event") -> "BySide | None":
    if field + "_a" not in changes and field + "_b" not in changes:
        return None
    return {side: changes.get(field + "_" + side, present[side]) for side in SIDES}


def _points(state: State, changes: "Event") -> "BySide | None":
    points = _pair("points", state.points, changes)
    if points is not None and state.setup.rules["scoring"] == "two" and (points["a"] + points["b"]) % 2:
        raise GameError("impossible", "points_odd", a=points["a"], b=points["b"])
    return points


def _check_games(state: State, games: "BySide | None") -> None:
    if games is None:
        return
    rules = state.setup.rules
    most = rules["games"]
    each = most if rules["all_games"] else most // 2 + 1
    if games["a"] > each or games["b"] > each or games["a"] + games["b"] > most:
        reason = "games_over_all" if rules["all_games"] else "games_over_best_of"
        raise GameError("impossible", reason, a=games["a"], b=games["b"], most=most)


def _set_games(state: State, games: "BySide") -> None:
    rules = state.setup.rules
    most = rules["games"]
    drawn = sum(1 for game in state.history if game.winner is None)
    number = games["a"] + games["b"] + drawn + 1
    state.games = games
    a, b = games["a"], games["b"]
    if number > most or (not rules["all_games"] and max(a, b) > most // 2):
        flow.end_match(state, "a" if a > b else "b" if b > a else None, "ruling", ("Tournament Play", "D87"))
        return
    if number == state.game and state.phase != OVER:
        return
    opener = state.opener
    if opener is not None:
        opener = (opener + number - state.game - 1) % flow.seats(state)
    state.history = tuple(game for game in state.history if game.number < number)
    state.winner = state.how = None
    state.how_laws = ()
    flow.begin_game(state, number, opener)


def _set_numbers(state: State, changes: "Event", points: "BySide | None") -> None:
    number = changes.get("board", state.board)
    if points is not None:
        state.points = points
        if "board" not in changes:  # so many rounds must have been played to give these points
            gives = rounds.GIVES.get(state.setup.rules["scoring"])
            if gives:
                number = max(number, (points["a"] + points["b"]) // gives[0] + 1)
    if number != state.board:
        if state.seat is not None and state.setup.rules["first_shot"] == "alternate":
            state.give_break((state.seat + number - state.board) % flow.seats(state))
        state.board = number
    if "breaks" in changes:
        state.give_break(flow.seat_of(state, changes["breaks"]))
        if state.board == 1:
            state.opener = state.seat
    if points is not None or "board" in changes:
        if state.setup.rules["rounds"] is None:
            state.extra = False  # it may be level no more
        flow.settle(state, state.phase == BOARD)
    elif state.phase != BOARD:
        state.phase = flow.open_phase(state)


def _said(
    changes: "Event", points: "BySide | None", games: "BySide | None", twenties: "BySide | None"
) -> "Clauses":
    clauses: "Clauses" = (("referee",),)
    if points is not None:
        clauses += (("set_points", points["a"], points["b"]),)
    if games is not None:
        clauses += (("set_games", games["a"], games["b"]),)
    if twenties is not None:
        clauses += (("set_twenties", twenties["a"], twenties["b"]),)
    if "board" in changes:
        clauses += (("set_round", changes["board"]),)
    if "breaks" in changes:
        clauses += (("set_first", changes["breaks"]),)
    if "left_side" in changes:
        clauses += (("set_left", changes["left_side"]),)
    return clauses

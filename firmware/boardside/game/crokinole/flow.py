"""The course of a crokinole match: from round to round, game to game, to its end; who shoots first.

These functions change the state they are given, a copy of the caller's own. What happened is returned as
(clauses, laws), both empty when nothing but the next round follows.
"""

from ..flow import end_match, seats
from ..state import OVER, READY, TOSS, Game, State, other
from ..terms import HOLE, SIDES
from .round import DISC_VALUES, GIVES, Round

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..state import BySide, Clauses, Laws


def seat_of(state: State, side: str) -> int:
    """The seat that shoots first when `side` does: the present one, or the next clockwise (D84)."""
    seat = 0 if state.seat is None else state.seat
    if SIDES[seat & 1] != side:
        seat = (seat + 1) % seats(state)
    return seat


def open_phase(state: State) -> str:
    """The phase between rounds."""
    return TOSS if state.seat is None else READY


def total(state: State) -> "BySide":
    """Points of all the games of the match, the one being played included."""
    points = {"a": 0, "b": 0}
    for game in state.history:
        for side in SIDES:
            points[side] += game.points[side]
    if state.phase not in ("over", "confirmed"):
        for side in SIDES:
            points[side] += state.points[side]
    return points


def add_round(state: State, done: Round) -> "tuple[Clauses, Laws]":
    """Enter a finished round: points, 20s, who shoots first in the next (Starting To Play)."""
    count_round(state, done)
    return settle(state, False)


def count_round(state: State, done: Round) -> None:
    """Enter a finished round, and leave open what follows from it."""
    boards: "tuple[Any, ...]" = state.boards + (done,)
    state.boards = boards
    state.points = done.after
    state.twenties = {side: state.twenties[side] + done.twenties[side] for side in SIDES}
    state.board += 1
    if state.seat is not None:
        state.give_break(_next_first(state, done.winner))
    state.situation = None


def to_come(state: State) -> "int | None":
    """Rounds still to be played before points decide the game; None: no limit (D464)."""
    limit: "int | None" = state.setup.rules["rounds"]
    left = None if limit is None else max(0, limit - state.board + 1)
    if state.extra and not left:
        is_pair = state.setup.rules["decider"] == "pair"
        return sum(1 for done in state.boards if done.extra) % 2 if is_pair else 0
    return left


def settle(state: State, in_play: bool, timed: bool = False) -> "tuple[Clauses, Laws]":
    """What follows from the present points, after a round or an override.

    After the last round, at the points that end a game (D464), or when it is `timed`, the lead wins the game;
    a level game is a draw if draws are allowed, else another round decides (Tournament Scoring; D82). Before,
    where games end early, a lead that cannot be caught wins (D81). With `in_play` an undecided game keeps the
    phase.
    """
    rules = state.setup.rules
    a, b = state.points["a"], state.points["b"]
    leader = "a" if a > b else "b"
    left = to_come(state)
    is_reached = rules["to_points"] is not None and max(a, b) >= rules["to_points"]
    if timed or (is_reached and not (state.extra and left)):
        left = 0
    if left == 0:
        if a != b:
            laws: "Laws" = ("Tournament Scoring",) if state.extra else ("Scoring",)
            return win_game(state, leader, "played", laws + ("D464",) if is_reached else laws)
        if rules["draws"]:
            return win_game(state, None, "draw", ("Scoring",))
        return await_extra(state, in_play)
    if rules["rounds"] is not None and state.board <= rules["rounds"]:
        state.extra = False  # an override has gone back
    if left is not None and rules["early_end"] and abs(a - b) > _most(rules) * left:
        early = ("decided_early", state.board)
        clauses, laws = win_game(state, leader, "played", ("Scoring", "D81"))
        return (early,) + clauses, laws
    if not in_play:
        state.phase = open_phase(state)
    return (), ()


def await_extra(state: State, in_play: bool = False) -> "tuple[Clauses, Laws]":
    """A level game needs a winner: the fifth round (Tournament Scoring), two, or a shoot-out (D466); level
    again, another (D82).
    """
    laws: "Laws" = ("Tournament Scoring", "D82") if state.extra else ("Tournament Scoring",)
    state.extra = True
    if not in_play:
        state.phase = open_phase(state)
    decider = state.setup.rules["decider"]
    if decider == "round":
        return (("level_round_decides", state.board),), laws
    laws += ("D466",)
    if decider == "pair":
        return (("level_rounds_decide", state.board, state.board + 1),), laws
    return (("level_shoot_out",),), laws


def win_game(state: State, winner: "str | None", how: str, laws: "Laws") -> "tuple[Clauses, Laws]":
    """Close the current game, won by `winner` (None: level), at its present points."""
    return _close(state, winner, how, laws, dict(state.points))


def award_game(state: State, winner: str, how: str, laws: "Laws") -> "tuple[Clauses, Laws]":
    """Close the current game for `winner` with all its points; the other side keeps what it has (D86)."""
    return _close(state, winner, how, laws, _awarded(state, winner))


def award_match(state: State, winner: str, how: str, laws: "Laws") -> None:
    """Close the match for `winner`: the current game, and the games still needed or to be played (D86)."""
    rules = state.setup.rules
    points, boards, number = _awarded(state, winner), state.boards, state.game
    history, won = state.history, state.games[winner]
    while number <= rules["games"] and (rules["all_games"] or won <= rules["games"] // 2):
        history += (Game(number, boards, points, winner, how, laws),)
        number += 1
        won += 1
        boards = ()
        points = {winner: _full(rules, 0, 0), other(winner): 0}
    state.history = history
    state.games = {winner: won, other(winner): state.games[other(winner)]}
    end_match(state, winner, how, laws)


def begin_game(state: State, number: int, last_opener: "int | None") -> None:
    """Set up the next game: the other side shoots first, in doubles the next seat clockwise (D84)."""
    state.game = number
    state.board = 1
    state.points = {"a": 0, "b": 0}
    state.boards = ()
    state.extra = False
    state.situation = None
    state.paused = None
    state.opener = None if last_opener is None else (last_opener + 1) % seats(state)
    state.give_break(state.opener)
    state.phase = open_phase(state)


def _next_first(state: State, winner: "str | None") -> int:
    """The seat that shoots first after a round that `winner` has won (None: level or unshot)."""
    order, seat = state.setup.rules["first_shot"], state.seat or 0
    if order == "alternate":
        return (seat + 1) % seats(state)
    if order == "fixed" or winner is None:
        return seat
    return seat_of(state, winner if order == "winner" else other(winner))


def _awarded(state: State, winner: str) -> "BySide":
    against = state.points[other(winner)]
    return {winner: _full(state.setup.rules, state.points[winner], against), other(winner): against}


def _full(rules: "dict[str, Any]", own: int, against: int) -> int:
    """The points of a side to which a game is given: each round's, or those that end it; where they are no
    lead, as after level rounds, or rounds give differences, its own, and the least lead (D86, D464).
    """
    gives = GIVES.get(rules["scoring"])
    if gives and rules["to_points"] is None:
        return max(int(gives[0] * rules["rounds"]), against + gives[0])
    return max(rules["to_points"] or 0, own, against + (1 if gives else DISC_VALUES[-1]))


def _most(rules: "dict[str, Any]") -> int:
    """The most that one round gives."""
    gives = GIVES.get(rules["scoring"])
    return gives[0] if gives else HOLE * int(rules["discs"])


def _close(
    state: State, winner: "str | None", how: str, laws: "Laws", points: "BySide"
) -> "tuple[Clauses, Laws]":
    state.history += (Game(state.game, state.boards, points, winner, how, laws),)
    if winner is not None:
        games = state.games
        state.games = {winner: games[winner] + 1, other(winner): games[other(winner)]}
    a, b = points["a"], points["b"]
    clauses: "Clauses" = (
        ("game_won", state.game, winner, a, b) if winner else ("game_level", state.game, a, b),
    )
    if not _decided(state):
        begin_game(state, state.game + 1, state.opener)
        return clauses, laws
    state.phase = OVER
    by_points = state.setup.rules["all_games"]
    score = total(state) if by_points else state.games
    leader = "a" if score["a"] > score["b"] else "b" if score["b"] > score["a"] else None
    if state.setup.rules["games"] > 1:
        law = "D83" if by_points else "Tournament Scoring"
        laws += () if law in laws else (law,)
        a, b = score["a"], score["b"]
    else:
        clauses = ()
    clauses += (("match_won", leader, a, b) if leader else ("match_level", a, b),)
    if how == "draw" and leader:
        how = "played"
    end_match(state, leader, how if leader else "draw", laws)
    return clauses, laws


def _decided(state: State) -> bool:
    most = state.setup.rules["games"]
    if state.game >= most:
        return True
    games = state.games
    return not state.setup.rules["all_games"] and max(games["a"], games["b"]) > most // 2

"""A folded match as JSON has it: its games board by board, its state and its ties (docs/scripts/events.md).

The firmware makes these dicts (`boardside.game.dicts`, `boardside.game.ties`); they are typed here.
"""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, cast

from boardside.game import dicts
from host_tools.live_values import (
    BoardInPlay,
    BySide,
    NamedClause,
    NamedReason,
    OfficialResult,
    ProtestView,
    RoundInPlay,
    Rules,
    RulingView,
    Side,
)


class FinishedBoard(TypedDict):
    """What a board of carrom and a round of crokinole have in common. after: each side's points after it."""

    number: int  # from 1 in its game
    extra: bool
    law: str | None  # lost by this ruling
    source: str | None  # where the points come from
    after: BySide[int]


class CarromBoard(FinishedBoard):
    """A board of carrom, as `boardside.game.dicts.board_dict` gives it."""

    breaker: Side | None
    winner: Side
    left: int  # the loser's c/m on the board, 0 to 9
    queen: str | None  # "a", "b", "board", or None: she counts nothing
    demand: int  # 0 to 2
    points: int  # the winner's
    computed: int | None  # points by the Laws
    override: bool  # the umpire set other points
    slam: str | None  # "white", "black"
    withheld: int


class CrokinoleRound(FinishedBoard):
    """A round of crokinole. total: the discs' points; None: only the winner is known."""

    first: Side | None  # who shot first
    winner: Side | None
    points: BySide[int]
    total: BySide[int] | None
    twenties: BySide[int]
    unshot: bool


class PlayedGame(TypedDict):
    """A game with its boards, also the one that is being played. how: None while it is."""

    number: int
    boards: list[CarromBoard] | list[CrokinoleRound]
    points: BySide[int]
    winner: Side | None
    how: str | None
    laws: list[str]


class MatchState(TypedDict):
    """The fields of `dicts.to_dict` that are shown to people."""

    match: str | None
    title: str | None
    ruleset: str
    variant: str | None
    rules: Rules
    stage: str
    doubles: bool
    names: BySide[list[str]]
    confirmed: bool
    situation: BoardInPlay | RoundInPlay | None
    protests: list[ProtestView]


class FoldedMatch(TypedDict):
    """A match with all that `boardside replay` prints of it."""

    match: str | None
    state: MatchState
    games: list[PlayedGame]
    result: OfficialResult
    rulings: list[RulingView]


class TieLeft(TypedDict):
    """How many matches of a tie are still to be played."""

    doubles: int
    singles: int


class Tie(TypedDict):
    """A tie of two teams. wins, points: by the team's name. problems: what does not fit, in English;
    problem_clauses: the same as reasons with their values.
    """

    tie: str
    teams: list[str]
    stage: str
    wins: dict[str, int]
    points: dict[str, int]
    winner: str | None
    decided: bool
    left: TieLeft
    problems: list[str]
    problem_clauses: list[NamedClause]


class Ended(TypedDict):
    """The first line that cannot be used. why: its reason with facts; text: the same in English."""

    line: int
    why: NamedReason
    text: str


class Replayed(TypedDict):
    """What `boardside replay` prints. ended: where it ends before the end of the file."""

    version: Literal[1]
    matches: list[FoldedMatch]
    ties: list[Tie]
    ended: NotRequired[Ended]


#: `boardside.game.state.State`; mypy reads no types of the firmware here.
State: TypeAlias = Any


def games_of(state: State) -> list[PlayedGame]:
    """The games of a folded match, board by board."""
    return cast("list[PlayedGame]", dicts.score_card(state))

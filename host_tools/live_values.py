"""The types of live values: what a table reports, what the collector shows of it, and what has changed.

Each value is a dict as JSON has it, from the wire to the page: the types cost nothing at run time. A receiver
reads a value and does not change it. Sides are "a" and "b" and stay with the players. Unless a comment says
otherwise, times are in ms since 1970 (UTC) by this computer's clock, and durations in ms.
"""

from collections.abc import Mapping
from typing import Any, Generic, Literal, NotRequired, TypeAlias, TypedDict, TypeVar, final

T = TypeVar("T")

#: A match that its table has decided, and whose umpire has not confirmed that.
UNCONFIRMED = "decided, not confirmed"

#: An event as docs/scripts/events.md has it. Fields that are not known are kept: it may be any JSON object.
Event: TypeAlias = dict[str, Any]
#: The rules of a match, or changes to them, by name; boardside.game.rule_fields has the type of each.
Rules: TypeAlias = dict[str, Any]
#: The arguments of a reason by name, JSON-ready: numbers, texts, lists, other reasons. Each reason has its
#: own, the placeholders of its sentence.
Facts: TypeAlias = dict[str, Any]
Side: TypeAlias = Literal["a", "b"]
#: `stale`: silent for more than two heartbeats; `down`: no session, or silent for longer.
LinkState: TypeAlias = Literal["up", "stale", "down"]
ClockState: TypeAlias = Literal["off", "running", "paused", "expired"]


class BySide(TypedDict, Generic[T]):
    """One value for each side."""

    a: T
    b: T


class NamedReason(TypedDict):
    """A reason with its facts."""

    reason: str
    facts: Facts


# What a table reports.


class ClockStatus(TypedDict, total=False):
    """A clock at the table at the moment of the status."""

    name: str  # which of the table's clocks counts, such as "stroke"; the hall's clock has none
    state: ClockState
    left: int
    length: int


class HallClockStatus(ClockStatus, total=False):
    """The hall's clock at the table."""

    number: int  # of the last change that the table has taken; 0: of none
    moment: int  # at which that change counts, in host time; 0: none


class BatteryStatus(TypedDict):
    """The battery of a table that has one."""

    mv: int
    percent: int  # 0 to 100
    hours: int | None  # left; None: not known yet, or charging
    low: bool  # the table has warned


class Placing(TypedDict):
    """C/m that are to be placed now."""

    side: Side  # whose c/m
    count: int
    seat: int  # who places: 0 to 3, even = a


class StatusRuling(TypedDict, total=False):
    """The last ruling, as the firmware's version has it."""

    laws: list[str]
    clauses: list[list[Any]]  # a reason and its values each
    text: str  # English


class TableStatus(TypedDict, total=False):
    """The status that a table reports (docs/maintainer/protocol.md, Status), for display and comparison only.

    It comes from the other end of a wire: a field may be missing or have another type, so a reader has
    to check it.
    """

    phase: str
    match: str | None
    game: int  # from 1
    board: int  # from 1
    points: list[int]  # [a, b] of the current game, of the last one once the match is decided
    games: list[int]  # [a, b] games won
    seq: int  # the newest event that the table has
    confirmed: bool
    clock: ClockStatus
    hall: HallClockStatus
    protest_left: int  # 0: the time to protest is over
    left_side: Side  # who sits on the display's left
    breaker: Side | None
    ruling: StatusRuling | None
    # While a board is recorded stroke by stroke, else None.
    turn: Side | None
    seat: int | None  # 0 to 3, even = a
    placing: list[Placing] | None
    queen: str | None  # "board", "covering", "a" or "b"
    owes: list[int] | None  # [a, b] dues that wait
    # Left out when empty.
    battery: BatteryStatus
    letters: list[int]  # what names can be drawn in (glyphs/lines.py); only with an e-paper
    problem: str
    hosts: list[str]  # ids of the collectors with which the table has a session now


# What the collector shows.


class LinkView(TypedDict):
    """How a table is connected."""

    state: LinkState
    heard_ms: int  # when it was last heard
    transport: str  # "serial", "tcp", "soft" (without hardware), or "" before it was ever heard
    port: str  # a device's path or an address
    keyed: bool  # whether a key protects it


class MatchView(TypedDict):
    """The match at a table, as its `match` event names it."""

    id: str
    title: str | None
    stage: str
    ruleset: str
    doubles: bool
    names: BySide[list[str]]
    variant: str | None  # the organiser's rules by name
    category: str | None  # crokinole
    tie: str | None
    teams: BySide[str | None] | None
    latin: dict[str, str]  # names in Latin letters, by name


class ClockView(TypedDict):
    """A clock as a page draws it, from `end_ms` and `state`: no message comes for each second."""

    name: str | None
    state: str
    end_ms: int | None  # when it is at zero; None unless it runs
    left: int | None  # when this was made
    length: int | None
    number: NotRequired[int]  # of the change, of a hall's clock as it is wanted


class NamedClause(TypedDict):
    """One thing that a ruling says: a reason and the values that its words take."""

    reason: str
    args: Facts


class RulingView(TypedDict):
    """A ruling of the rules on one event."""

    seq: int
    text: str  # English
    laws: list[str]
    clauses: list[NamedClause]


class TroubleView(TypedDict):
    """What is wrong with a table: a reason (`collector/reasons.py`) and the values that its words take."""

    reason: str
    args: Facts
    count: int  # how often it came; 1 where it is not counted


class ProtestView(TypedDict):
    """A protest about one board of the match."""

    number: int  # from 1 in the match
    side: Side
    game: int
    board: int
    state: Literal["open", "upheld", "overruled"]
    text: str  # "" when nothing was written


class BoardView(TypedDict, total=False):
    """A finished board of carrom (`Board` of boardside.game.state) or round of crokinole (`Round`)."""

    number: int  # from 1 in its game
    game: int
    winner: Side | None
    extra: bool
    law: str | None  # lost by this ruling
    source: str  # where the points come from
    after: BySide[int]  # points of the game after it
    laws: list[str]
    seat: int | None  # who broke or shot first: 0 to 3, even = a; None: nobody knows
    points: int | BySide[int]  # carrom: the winner's; crokinole: both sides'
    # Carrom.
    breaker: Side | None
    left: int  # the loser's c/m on the board, 0 to 9
    queen: str | None  # "a", "b", "board", or None: she counts nothing
    demand: int  # 0 to 2
    computed: int  # points by the Laws
    override: bool  # the umpire set other points
    slam: str | None  # "white", "black"
    withheld: int
    # Crokinole.
    first: Side | None
    total: BySide[int] | None
    twenties: BySide[int]
    unshot: bool


class GameView(TypedDict):
    """A finished game with its boards."""

    number: int
    boards: list[BoardView]
    points: BySide[int]
    winner: Side | None
    how: str | None
    laws: list[str]


class BoardResult(TypedDict):
    """How the strokes have ended a board that is not entered yet (boardside.game.strokes.ends)."""

    winner: Side
    left: int  # the loser's c/m on the board
    queen: str  # "board", or the side that has covered her
    demand: int  # most points on demand, 0 to 2
    points: int  # what the board is worth without points on demand
    most: int  # and with all of them
    laws: list[str]
    law: str | None
    slam: str | None  # "white", "black"


@final
class BoardInPlay(TypedDict):
    """A board of carrom that is recorded stroke by stroke (boardside.game.strokes.situation)."""

    turn: Side
    seat: int  # whose turn it is: 0 to 3, even = a
    doubles: bool
    white: Side
    high: BySide[bool]  # the Queen counts nothing for the side
    fresh: bool  # the first stroke of this turn is still to come
    tries: int  # left at the break; 0 once it is made
    turns: BySide[int]  # begun so far
    passes: int  # in a row
    down: BySide[int]  # c/m that are not on the board, 0 to 9
    owes: BySide[int]  # dues for which no c/m are pocketed yet
    waiting: BySide[int]  # dues for which there is no room on the board
    placing: list[Placing]
    queen: str  # "board", "covering", or the side that has covered her
    right: BySide[bool]  # a c/m of the side has been down in this board
    over: bool
    result: BoardResult | None
    replay: str | None  # the Law by which the board is to be replayed


@final
class RoundInPlay(TypedDict):
    """A round of crokinole in play, as far as its shots are counted (boardside.game.crokinole.play)."""

    turn: Side | None
    seat: int  # whose shot it is: 0 to 3, even = a
    discs: int  # that a side has
    shots: BySide[int]
    left: BySide[int]  # discs that are still to be shot
    twenties: BySide[int]
    ended: bool  # the buzzer that ends the play has sounded
    last: str | None  # the side that has the last shot, "nobody"; None: not said
    timed: bool  # it is the game's last round: the time is over
    over: bool


class OfficialResult(TypedDict):
    """The result as it is published (boardside.game.official). Pairs are [a, b]."""

    games: list[list[int]]  # points of the finished games, cut at the game's points
    games_won: list[int]
    points: list[int]  # of the current game, of the last one once the match is decided
    winner: Side | None
    how: str | None
    held: bool  # a protest is open: the result is not to be announced (150)
    net: BySide[int]  # points scored less conceded, for standings
    desk: NotRequired[bool]  # the organiser ended the match here (D296)
    total: NotRequired[list[int]]  # crokinole: points of all games
    twenties: NotRequired[list[int]]  # crokinole: of the match


class MatchState(TypedDict):
    """The part of a view that only events change."""

    match: MatchView | None
    rules: Rules | None  # the rules that a page needs; the fields depend on the sport
    phase: str  # idle, toss, ready, board, change, interval, over or confirmed
    game: int  # from 1
    board: int  # from 1: to be played, or in play
    points: BySide[int]  # of the current game, uncut (D6)
    games: BySide[int]  # won
    breaker: Side | None
    seat: int | None  # who breaks or shoots first: 0 to 3, even = a
    left_side: Side  # who sits on the display's left
    extra: bool  # it is an extra board
    change_due: bool  # a change of sides is owed
    trials: int  # trial boards played (40)
    twenties: BySide[int]  # crokinole: of the match
    turn: Side | None  # while a board is recorded stroke by stroke, or a round is in play
    situation: BoardInPlay | RoundInPlay | None  # by sport; None: only the umpire knows
    protests: list[ProtestView]
    boards: list[BoardView]  # of the current game
    history: list[GameView]
    rulings: list[RulingView]  # the last ones, the newest at the end
    result: OfficialResult | None
    confirmed: bool  # the umpire has sealed the result


class Official(TypedDict):
    """What the tournament has of the match at a table, where that is not what the table has."""

    result: dict[str, Any] | None  # as a match of the tournament has it; None: no result stands


class Planned(TypedDict):
    """The place in its event of a match that the tournament has planned."""

    event: str  # its name
    stage: str  # of the `match` event
    group: int  # from 1; 0: none
    round: int
    number: int
    part: str | None  # of a tie of teams: "singles", "doubles 1"
    is_third_place: bool


class Noted(TypedDict):
    """What the tournament has of the match at a table."""

    planned: Planned
    official: NotRequired[Official]


class TableView(MatchState):
    """A table as a page draws it, and as API v1 gives it (docs/scripts/api.md)."""

    table: int  # 1 to 9999
    seq: int  # the newest event in this view; 0: none
    name: str
    hall_name: str  # the hall in which it is; "": not known
    link: LinkView
    firmware: str
    clock: ClockView | None  # None: off
    hall: ClockView | None
    behind: int  # how many more events the table says it has
    agrees: bool | None  # the table's own score equals the one from its events; None: not known
    problem: str | None  # `trouble` in English
    trouble: TroubleView | None
    panel_url: str | None  # of a simulated table
    planned: NotRequired[Planned]  # left out where no tournament has planned the match
    official: NotRequired[Official]  # left out where the table's result stands, and while there is none


# What has changed.


class TableChange(TypedDict):
    """A table has changed."""

    type: Literal["table"]
    table: int
    data: TableView


class HallChange(TypedDict):
    """A hall's clock has changed. `data`: the clock of all tables; None: none, or halls differ."""

    type: Literal["hall"]
    data: ClockView | None
    halls: dict[str, ClockView | None]  # by the hall's name


class ProblemChange(TypedDict):
    """What is wrong with the collector itself (a full disk); None: nothing now. It also comes when a remark
    of another system has changed (`Hub`).
    """

    type: Literal["problem"]
    data: NamedReason | None


Change: TypeAlias = TableChange | HallChange | ProblemChange


def latin_names(latin: object) -> dict[str, str]:
    """The spellings of a `match` event's `latin`, by name; what is no pair of texts is ignored."""
    pairs = latin if isinstance(latin, list | tuple) else ()
    texts = (pair for pair in pairs if isinstance(pair, list | tuple) and len(pair) == 2)
    return {name: spelling for name, spelling in texts if isinstance(name, str) and isinstance(spelling, str)}


def published_points(view: Mapping[str, Any]) -> tuple[int, int]:
    """The points of the game at a table as they are shown to people, a's and b's, from its view: while the
    match goes on those so far; once it is decided those of its last game, cut at what wins it (D6).
    """
    result = view.get("result") or {}
    points = result.get("points") if view.get("phase") in ("over", "confirmed") else None
    if points is None:
        so_far = view.get("points") or {}
        return int(so_far.get("a") or 0), int(so_far.get("b") or 0)
    return int(points[0]), int(points[1])

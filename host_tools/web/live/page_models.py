"""The types of the values that the public pages draw and their streams send, all of them JSON.

The templates draw these values on the server; `static/bind.js` replaces them with newer ones in the browser.
"""

from typing import NotRequired, TypedDict

from markupsafe import Markup

Piece = TypedDict("Piece", {"is": str})
"""A disc in a row; `is`: on, down, owed, queen or covering."""


class Clock(TypedDict):
    """A clock for the browser, which counts from `left` or towards `end_ms` (ms since 1970) by itself."""

    state: str
    label: str
    end_ms: int | None
    left: int | None
    length: int | None


class PlayerName(TypedDict):
    """One name of a side."""

    name: str


class Pip(TypedDict):
    """A mark for one of the games that win the match; `won`: yes or no."""

    won: str


class PastGame(TypedDict):
    """The points of a side in a game that is over; `won`: yes or no."""

    points: str
    won: str


class SideOfTile(TypedDict):
    """One side on a tile. `disc`: its colour; `turn`: yes or no; `outcome`: won, lost or empty."""

    names: list[PlayerName]
    points: str
    games: int
    pips: list[Pip]
    past: list[PastGame]
    disc: str
    disc_says: str
    turn: str
    outcome: str
    left: str
    men: list[Piece]


class MovingParts(TypedDict):
    """The part of a tile that can change without an event."""

    link: str
    soft: bool  # a table without hardware
    heard_ms: int | None
    clock: Clock
    hall: Clock


class Tile(MovingParts):
    """A table on a tile. `look` and `seal` select the style, the other fields are text. `had`: what the
    table has, where another result stands.
    """

    table: int
    href: str
    name: str
    stands: str
    look: str
    phase: str
    heading: str
    where: str
    a: SideOfTile
    b: SideOfTile
    versus: str
    result: str
    had: str
    seal: str
    warning: str
    behind: str
    in_play: str
    spoken: str


class Preview(TypedDict):
    """What a phone shows beside a link to a match. `path`: of its picture; `lost`: the side that has, a, b or
    empty; the other fields are text.
    """

    path: str
    heading: str
    says: str
    a: str
    b: str
    score: str
    lost: str


class Grid(TypedDict):
    """The tiles of the chosen tables, or of all, and a `blank` one. `hall`: the chosen hall; `halls`: the
    halls to choose from, if there are several.
    """

    hall: str
    halls: tuple[str, ...]
    tiles: list[Markup]
    chosen: list[int]
    blank: Markup


class LiveScore(TypedDict):
    """The score of a match in play. `match`: its id; `says`: both sides in one line; `a`, `b`: one side
    each.
    """

    table: int
    match: str
    says: str
    a: str
    b: str
    link: str


class Heads(TypedDict):
    """The columns of a card."""

    no: str
    first: str
    queen: str
    cm: str
    total: str


class LawSays(TypedDict):
    """A Law, a decision or a heading: its number or name (`law`) and its text (`says`)."""

    law: str
    says: str


class Breaker(TypedDict):
    """Who breaks, or shoots first."""

    side: str
    name: str


class Remark(TypedDict):
    """A remark on a row."""

    text: str


class SideOfRow(TypedDict):
    """One side of a row. `queen_is`: counted, uncounted, twenty or empty; `won`: yes or no."""

    queen: str
    queen_is: str
    cm: str
    total: str
    won: str


class RoundRow(TypedDict):
    """A finished round of crokinole, without who shot first and the Laws."""

    no: str
    state: str
    a: SideOfRow
    b: SideOfRow
    points: str
    remarks: list[Remark]


class Row(RoundRow):
    """A board or round of a card. `state`: played, replayed, override or open."""

    breaker: Breaker
    laws: list[LawSays]


class GameCard(TypedDict):
    """The card of one game."""

    title: str
    heads: Heads
    nothing: str
    a_name: str
    b_name: str
    rows: list[Row]
    empty: str


class GameDone(GameCard):
    """The card of a game that is over."""

    score: str
    won_by: str
    how: str


class Said(TypedDict):
    """The words of a ruling, and their language."""

    text: str
    lang: str


class Ruling(Said):
    """A ruling in the list."""

    laws: list[LawSays]


class LastRuling(Said):
    """The last ruling, beside the board in play."""

    laws: str


class Detail(TypedDict):
    """A line of the details."""

    name: str
    value: str


class TablePage(Tile):
    """Everything that the page of one table shows."""

    card: GameCard
    games_done: list[GameDone]
    rulings: list[Ruling]
    last: LastRuling
    announced: str  # what the umpire says of the last ruling, in English
    no_rulings: str
    details: list[Detail]
    panel: str
    match_href: str


class Blanks(TypedDict):
    """A blank row and a blank card, which the browser copies."""

    blank_row: Row
    blank_game: GameDone


# The tournament


class EventName(TypedDict):
    """The key of an event, as in addresses, and its name."""

    key: str
    name: str


class SideOfMatch(TypedDict):
    """A side of a planned match. `numbers`: its players' start numbers; `outcome`: won, lost or empty;
    `people`: who plays a team's match; `entry`: the id of its entry, 0 while it is not known.
    """

    name: str
    is_known: bool
    numbers: list[int]
    outcome: str
    people: str
    entry: int


class MatchLine(TypedDict):
    """A planned match in a list. `number`: for people, "MS 3"; `href`: its page; `table` and `umpire` only
    while it is at a table.
    """

    id: str
    number: str
    href: str
    where: str
    a: SideOfMatch
    b: SideOfMatch
    state: str
    says: str
    table: int | None
    umpire: str
    score: str
    games: str
    how: str
    corrected: str
    event: EventName


class PlaceLine(TypedDict):
    """A line of a standing. `place`: 0 before the first match; `why`: the tie-break step that decided it;
    `chance`: what is certain (through, out, wins or empty), and its words; `open`: still level with another.
    """

    place: int
    name: str
    numbers: list[int]
    entry: int
    played: int
    won: int
    drawn: int
    lost: int
    points: int
    net: str
    twenties: int
    buchholz: int | None
    why: str
    chance: str
    chance_says: str
    open: bool


class GroupPart(TypedDict):
    """The standing of a group."""

    name: str
    number: int
    lines: list[PlaceLine]


class RoundPart(TypedDict):
    """The matches of a round: in play, next, to come, then the results. `key`: stage and number; `is_open`:
    it is the present round.
    """

    key: str
    name: str
    played: int
    is_open: bool
    matches: list[MatchLine]


class BracketHead(TypedDict):
    """The head of a column, at `x` px."""

    x: int
    text: str


class BracketRow(TypedDict):
    """A side in a box of a bracket; `y`: the baseline of its text in px; `key`: a or b; is_slim: its name
    needs slim letters to fit.
    """

    name: str
    is_slim: bool
    is_known: bool
    outcome: str
    score: str
    y: int
    key: str


class BracketBox(TypedDict):
    """A match in a bracket, at `x`, `y` px; `mark`: entered, corrected or empty; `href`: its page, "" for a
    tie of teams.
    """

    match: str
    href: str
    x: int
    y: int
    rows: list[BracketRow]
    state: str
    table: int | None
    mark: str
    says: str


class BracketDrawing(TypedDict):
    """A bracket in px; `lines` are SVG paths."""

    width: int
    height: int
    heads: list[BracketHead]
    boxes: list[BracketBox]
    lines: list[str]


class SwapLine(TypedDict):
    """Two entries that were exchanged in a draw by hand, and why."""

    a: str
    b: str
    reason: str


class StagePart(TypedDict):
    """A stage of an event: groups, or the places and the drawing of a knockout; its matches by round, the
    present one first.
    """

    name: str
    position: int
    seed: str
    swaps: list[SwapLine]
    groups: list[GroupPart]
    places: list[PlaceLine]
    twenties: bool
    drawing: BracketDrawing | None
    rounds: list[RoundPart]


class EventLine(EventName):
    """An event in a list: its numbers of entries, matches, and matches played."""

    entries: int
    played: int
    matches: int
    is_done: bool


class EntryLine(TypedDict):
    """An entry of an event that is not drawn yet."""

    name: str
    club: str
    entry: int
    numbers: list[int]
    seeding: int | None
    withdrawn: bool


class EventsPage(TypedDict):
    """All events."""

    events: list[EventLine]
    calls: list[MatchLine]
    latest: list[MatchLine]


class EventPage(TypedDict):
    """One event: what is at the tables, what comes next, the newest results; the stage that goes on first."""

    event: EventLine
    playing: list[MatchLine]
    next: list[MatchLine]
    latest: list[MatchLine]
    stages: list[StagePart]
    entries: list[EntryLine]


class PlayerLine(TypedDict):
    """Who a player is."""

    number: int
    name: str
    club: str
    country: str


class FormMark(TypedDict):
    """A match in a row of the last ones: a letter, what it stands for, and the page of the match."""

    letter: str
    says: str
    outcome: str
    href: str


class EventOfPlayer(EventLine):
    """An event of a player: the partners, and the matches in play, to come and over."""

    partners: list[str]
    now: list[MatchLine]
    next: list[MatchLine]
    past: list[MatchLine]


class MarginBar(TypedDict):
    """A match in a `MarginChart`: its bar, and its number at `text_x`, `text_y`."""

    x: float
    y: float
    height: float
    text: str
    text_x: float
    text_y: float
    is_ahead: bool


class MarginChart(TypedDict):
    """Points ahead or behind by match (charts.py), in px; `zero`: the height of the line between;
    `bar`: how wide each is; `says`: all numbers.
    """

    width: int
    height: int
    zero: int
    bar: int
    bars: list[MarginBar]
    says: str


class PlayerPage(TypedDict):
    """The page of a player, or of a pair or team (`number` 0). `people`: the players of a pair or team;
    `form`: the last matches, the newest last; `figures`: of the boards that tables recorded; `chart`: of
    the matches with points, None where there are too few.
    """

    player: PlayerLine
    people: list[PlayerLine]
    events: list[EventOfPlayer]
    form: list[FormMark]
    figures: list[Detail]
    chart: MarginChart | None


class EntrantLine(TypedDict):
    """A player, pair or team in the index."""

    href: str
    name: str
    more: str


class PlayersPage(TypedDict):
    """The index of players, pairs and teams; `asked`: the text that was searched for."""

    asked: str
    players: list[EntrantLine]
    entries: list[EntrantLine]


class StandingCard(TypedDict):
    """A group's standing, or a part of it, on the big screen."""

    name: str
    lines: list[PlaceLine]


class Slide(TypedDict):
    """A slide of the big screen: calls or results (with `matches`), standings (with `columns`), or
    brackets (with a `drawing`).
    """

    kind: str
    title: str
    matches: NotRequired[list[MatchLine]]
    columns: NotRequired[list[list[StandingCard]]]
    few: NotRequired[bool]  # lines in each column: they are larger
    twenties: NotRequired[bool]
    drawing: NotRequired[BracketDrawing]


# The page of a match


class ChartLevel(TypedDict):
    """A line of the chart at a number of points."""

    y: float
    text: str


class ChartPoint(TypedDict):
    """A side's points after a board."""

    x: float
    y: float


class ChartSide(TypedDict):
    """A side's line: `path` (SVG), its points, and its last figure with its place."""

    key: str
    path: str
    points: list[ChartPoint]
    end: str
    end_x: float
    end_y: float


class ChartMark(TypedDict):
    """A Queen that counted, or 20s."""

    x: float
    y: float
    text: str
    queen: bool


class ChartTick(TypedDict):
    """A board on the axis: its number, and when it ended."""

    x: float
    number: str
    time: str


class ChartBar(TypedDict):
    """A side's lead after a board."""

    x: float
    y: float
    width: float
    height: float
    key: str


class ChartPart(TypedDict):
    """The words of a game's chart: its title, and what it shows in a sentence."""

    title: str
    says: str


class GameChart(ChartPart):
    """The course of a game's score, in px."""

    width: float
    height: float
    base: float
    right: float
    levels: list[ChartLevel]
    sides: list[ChartSide]
    marks: list[ChartMark]
    ticks: list[ChartTick]
    leads: list[ChartBar]


class CourseRow(TypedDict):
    """A board of the chart as text; `zeros`: how often a clock came to zero in it, "" for never."""

    no: str
    a: str
    b: str
    lead: str
    queen: str
    ended: str
    took: str
    zeros: str


class GameOfMatch(TypedDict):
    """A game on the page of its match; `chart`: None before its first board."""

    card: GameDone
    chart: GameChart | None
    rows: list[CourseRow]


BoardDisc = TypedDict("BoardDisc", {"x": float, "y": float, "r": float, "is": str})
"""A disc; `is`: white, black (also with "down"), queen or covering."""


class BoardPicture(TypedDict):
    """The board by count; `says`: the same in words; `round`: a crokinole board."""

    size: int
    discs: list[BoardDisc]
    says: str
    round: bool


class LawLink(LawSays):
    """A Law that the page explains under the anchor `anchor`."""

    anchor: str


class RulingOfMatch(Said):
    """A ruling with its Laws."""

    laws: list[LawLink]


class PartOfMatch(TypedDict):
    """The rulings of a board, or of what came between two."""

    title: str
    rulings: list[RulingOfMatch]


class StrokeOfPart(RulingOfMatch):
    """A stroke in the list of a board; `href`: the page with the board after it."""

    number: int
    href: str
    is_shown: bool


class LinkTo(TypedDict):
    """A link; `is_here`: to what is shown now."""

    href: str
    text: str
    is_here: bool


class StrokesOfMatch(TypedDict):
    """The strokes of one board: the boards to choose from, the picture after the shown stroke, and the ways
    to the strokes around it ("" at an end).
    """

    boards: list[LinkTo]
    title: str
    picture: BoardPicture
    sides: list[str]
    line: str
    shown: StrokeOfPart
    of: int
    first: str
    back: str
    forth: str
    last: str
    strokes: list[StrokeOfPart]


class LawText(TypedDict):
    """A Law in a sentence, in the language `lang`."""

    anchor: str
    name: str
    text: str
    lang: str


class MeetingLine(TypedDict):
    """Another match of the same two; `tournament`: its name, "" for the same one."""

    tournament: str
    match: MatchLine


class MatchPage(TypedDict):
    """The page of a match. `a`, `b`: its sides; `facts`: lines about where and when; `score`: the official
    one, large; `changes`: what was done to the result by hand; `seal`: what the seal says; `proof`: the head
    of the chain; `table`: the table that plays it now, or None.
    """

    id: str
    title: str
    a: SideOfMatch
    b: SideOfMatch
    event: EventName | None
    tournament: str
    facts: list[Detail]
    state: str
    score: str
    games_score: str
    how: str
    winner: str
    changes: list[str]
    notes: list[str]
    seal: str
    seal_says: str
    proof: str
    table: int | None
    games: list[GameOfMatch]
    names: list[str]
    strokes: StrokesOfMatch | None
    parts: list[PartOfMatch]
    laws: list[LawText]
    meetings: list[MeetingLine]
    tally: str
    card: str
    links: list[LinkTo]

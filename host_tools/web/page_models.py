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
    heard_ms: int | None
    clock: Clock
    hall: Clock


class Tile(MovingParts):
    """A table on a tile. `look` and `seal` select the style, the other fields are text."""

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
    seal: str
    warning: str
    behind: str
    in_play: str
    spoken: str


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
    no_rulings: str
    details: list[Detail]
    panel: str


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
    `people`: who plays a team's match.
    """

    name: str
    is_known: bool
    numbers: list[int]
    outcome: str
    people: str


class MatchLine(TypedDict):
    """A planned match in a list. `table` and `umpire` only while it is at a table."""

    id: str
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
    """A line of a standing. `why`: the tie-break step that decided the place; `open`: still level with
    another.
    """

    place: int
    name: str
    numbers: list[int]
    played: int
    won: int
    drawn: int
    lost: int
    points: int
    net: str
    twenties: int
    why: str
    open: bool


class GroupPart(TypedDict):
    """The standing of a group."""

    name: str
    number: int
    lines: list[PlaceLine]


class RoundPart(TypedDict):
    """The matches of a round."""

    name: str
    matches: list[MatchLine]


class BracketHead(TypedDict):
    """The head of a column, at `x` px."""

    x: int
    text: str


class BracketRow(TypedDict):
    """A side in a box of a bracket; `y`: the baseline of its text in px; `key`: a or b."""

    name: str
    is_known: bool
    outcome: str
    score: str
    y: int
    key: str


class BracketBox(TypedDict):
    """A match in a bracket, at `x`, `y` px; `mark`: entered, corrected or empty."""

    match: str
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


class StagePart(TypedDict):
    """A stage of an event: groups, or the places and the drawing of a knockout; its matches by round."""

    name: str
    position: int
    seed: str
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
    numbers: list[int]
    seeding: int | None
    withdrawn: bool


class EventsPage(TypedDict):
    """All events."""

    events: list[EventLine]
    calls: list[MatchLine]
    latest: list[MatchLine]


class EventPage(TypedDict):
    """One event, the stage that goes on first."""

    event: EventLine
    stages: list[StagePart]
    entries: list[EntryLine]


class PlayerLine(TypedDict):
    """Who a player is."""

    number: int
    name: str
    club: str
    country: str


class EventOfPlayer(EventLine):
    """An event of a player: the partners, and the matches in play, to come and over."""

    partners: list[str]
    now: list[MatchLine]
    next: list[MatchLine]
    past: list[MatchLine]


class PlayerPage(TypedDict):
    """A player's page."""

    player: PlayerLine
    events: list[EventOfPlayer]


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
    twenties: NotRequired[bool]
    drawing: NotRequired[BracketDrawing]

"""What goes over the wire: the shapes of tournament, event, entry, match, place. Times are UTC ms.

A field is added when something new is to be told; none changes its meaning or goes within version 1. A shape
takes the fields of its value by their names (`Shape.of`); only what has another name, or is put together, is
said here.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from host_tools.tournament import meanwhile
from host_tools.tournament.hall_tables import HallTable
from host_tools.tournament.model import ByHand, Fixture, Place

Side = Literal["a", "b"]


class Shape(BaseModel):
    """What a value of the tournament looks like on the wire."""

    model_config = ConfigDict(from_attributes=True)

    @classmethod
    def of(cls, value: object, **put_together: object) -> Self:
        """The shape of `value`: its fields by their names, but for those that are given."""
        named = {name: getattr(value, name) for name in cls.model_fields if name not in put_together}
        return cls.model_validate({**named, **put_together})


class TournamentShape(Shape):
    """A tournament. state: open or closed."""

    key: str
    name: str
    place: str
    days: str
    ruleset: str
    state: str


class PlayerShape(Shape):
    """A player; the name is empty once it was deleted at the player's wish."""

    number: int = Field(description="Start number in this tournament")
    name: str
    club: str
    country: str


class StageShape(Shape):
    """A stage of an event. state: waiting, drawn, done. seed: of its draw."""

    position: int
    kind: str
    name: str
    state: str
    seed: str | None


class EventShape(Shape):
    """An event of a tournament. state: entries, drawn, done."""

    key: str
    name: str
    kind: str
    ruleset: str
    category: str | None
    state: str
    stages: list[StageShape]


class EntryShape(Shape):
    """Who entered: a player, a pair, a team. id: names it in this database."""

    id: int
    title: str
    players: list[PlayerShape]
    seeding: int | None
    withdrawn: bool


class ResultShape(Shape):
    """The result of a match; lists are [a, b]. how: played, walk_over, conceded, lost, entered."""

    winner: Side | None
    how: str
    games: list[list[int]]
    games_won: list[int]
    points: list[int]
    net: int = Field(description="Net points of a; b's are the negative")
    twenties: list[int]


class MatchShape(Shape):
    """A match of an event. state: waiting, ready, called, playing, held, done, bye, off.

    a, b: ids of entries, null while not known; source_a, source_b say where they come from then, such as
    "winner:ID" or "place:STAGE:GROUP:PLACE". group: 0 when the stage has none. corrected: the result was
    entered or changed by the organiser; by_hand says which: entered (there was none), corrected, or null.
    result_version: another one for each result, "0" for none: `known` of a result by hand.
    """

    id: str
    event: str
    stage: int
    round: int
    group: int
    number: int
    laws_stage: str
    a: int | None
    b: int | None
    title_a: str
    title_b: str
    source_a: Annotated[str, BeforeValidator(str)]
    source_b: Annotated[str, BeforeValidator(str)]
    tie: str | None
    part: str | None
    state: str
    hall: str
    table: int | None
    umpire: str
    called_at: int | None
    report_by: int | None
    decided_at: int | None
    result: ResultShape | None
    corrected: bool
    by_hand: ByHand | None
    note: str
    result_version: str


class PlaceShape(Shape):
    """A line of a standing. step, why: which step of the tie-break put it there. open: still level."""

    place: int
    entry: int
    title: str
    played: int
    won: int
    drawn: int
    lost: int
    points: int
    net: int
    twenties: int
    step: str
    why: str
    open: bool


class CorrectionShape(Shape):
    """A result that was entered or changed by hand."""

    match: str
    at: int
    who: str
    reason: str
    before: ResultShape | None
    after: ResultShape | None


class ProtestShape(Shape):
    """A protest (Laws 144-151). state: open, upheld, overruled. decide_by: an hour after it was lodged."""

    match: str
    table: int
    number: int
    side: Side
    game: int
    board: int
    state: str
    text: str
    lodged_at: int
    decide_by: int
    sent: str | None = Field(description="The ruling last sent to the table: uphold or overrule")
    refused: str | None = Field(description="Why the table does not take it; null: no answer yet")


class DeskTableShape(Shape):
    """A table as the desk sees it. link: up, stale, down, silent. free: a match can be called to it; why not
    otherwise. status: its last one, with battery and more (docs/protocol.md).
    """

    number: int
    hall: str
    link: str
    heard_at: int
    firmware: str
    status: dict[str, object] | None
    problem: str | None
    called: str | None = Field(description="Id of the match that was called to it and is not over")
    free: bool
    why: str


def of_match(one: Fixture, event: str, titles: Mapping[int, str]) -> MatchShape:
    """A match of the event of this key; titles: of its entries, by id."""
    title_a, title_b = ("" if side is None else titles.get(side, "") for side in (one.a, one.b))
    seen = meanwhile.version(one.result)
    return MatchShape.of(one, event=event, title_a=title_a, title_b=title_b, result_version=seen)


def of_place(one: Place, titles: Mapping[int, str]) -> PlaceShape:
    """A line of a standing."""
    return PlaceShape.of(one, title=titles.get(one.entry, ""))


def of_table(one: HallTable) -> DeskTableShape:
    """A table of the hall."""
    called = None if one.fixture is None else one.fixture.id
    return DeskTableShape.of(one, called=called, free=one.is_free)

"""What goes over the wire: the shapes of tournament, event, entry, match, place. Times are UTC ms.

A field is added when something new is to be told; none changes its meaning or goes within version 1.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from host_tools.tournament.hall_tables import HallTable
from host_tools.tournament.model import (
    ByHand,
    Competition,
    Correction,
    Entry,
    Fixture,
    Place,
    Player,
    Result,
    Stage,
    Tournament,
)
from host_tools.tournament.protesting import ProtestView

Side = Literal["a", "b"]


class Asked(BaseModel):
    """What a request brings: a field that is not known is refused, so that no slip of the pen passes."""

    model_config = ConfigDict(extra="forbid")


class Answer(BaseModel):
    """What an answer carries: the version first."""

    version: int = 1


class TournamentShape(BaseModel):
    """A tournament. state: open or closed."""

    key: str
    name: str
    place: str
    days: str
    ruleset: str
    state: str

    @classmethod
    def of(cls, one: Tournament) -> "TournamentShape":
        return cls(
            key=one.key, name=one.name, place=one.place, days=one.days, ruleset=one.ruleset, state=one.state
        )


class PlayerShape(BaseModel):
    """A player; the name is empty once it was deleted at the player's wish."""

    number: int = Field(description="Start number in this tournament")
    name: str
    club: str
    country: str

    @classmethod
    def of(cls, one: Player) -> "PlayerShape":
        return cls(number=one.number, name=one.name, club=one.club, country=one.country)


class StageShape(BaseModel):
    """A stage of an event. state: waiting, drawn, done. seed: of its draw."""

    position: int
    kind: str
    name: str
    state: str
    seed: str | None

    @classmethod
    def of(cls, one: Stage) -> "StageShape":
        return cls(position=one.position, kind=one.kind, name=one.name, state=one.state, seed=one.seed)


class EventShape(BaseModel):
    """An event of a tournament. state: entries, drawn, done."""

    key: str
    name: str
    kind: str
    ruleset: str
    category: str | None
    state: str
    stages: list[StageShape]

    @classmethod
    def of(cls, one: Competition, stages: list[Stage]) -> "EventShape":
        shown = [StageShape.of(stage) for stage in stages]
        return cls(
            key=one.key,
            name=one.name,
            kind=one.kind,
            ruleset=one.ruleset,
            category=one.category,
            state=one.state,
            stages=shown,
        )


class EntryShape(BaseModel):
    """Who entered: a player, a pair, a team. id: names it in this database."""

    id: int
    title: str
    players: list[PlayerShape]
    seeding: int | None
    withdrawn: bool

    @classmethod
    def of(cls, one: Entry) -> "EntryShape":
        players = [PlayerShape.of(player) for player in one.players]
        return cls(id=one.id, title=one.title, players=players, seeding=one.seeding, withdrawn=one.withdrawn)


class ResultShape(BaseModel):
    """The result of a match; lists are [a, b]. how: played, walk_over, conceded, lost, entered."""

    winner: Side | None
    how: str
    games: list[list[int]]
    games_won: list[int]
    points: list[int]
    net: int = Field(description="Net points of a; b's are the negative")
    twenties: list[int]

    @classmethod
    def of(cls, one: Result) -> "ResultShape":
        return cls(**one.to_json())


class MatchShape(BaseModel):
    """A match of an event. state: waiting, ready, called, playing, held, done, bye, off.

    a, b: ids of entries, null while not known; source_a, source_b say where they come from then, such as
    "winner:ID" or "place:STAGE:GROUP:PLACE". group: 0 when the stage has none. corrected: the result was
    entered or changed by the organiser; by_hand says which: entered (there was none), corrected, or null.
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
    source_a: str
    source_b: str
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

    @classmethod
    def of(cls, one: Fixture, event: str, titles: dict[int, str]) -> "MatchShape":
        return cls(
            id=one.id,
            event=event,
            stage=one.stage,
            round=one.round,
            group=one.group,
            number=one.number,
            laws_stage=one.laws_stage,
            a=one.a,
            b=one.b,
            title_a="" if one.a is None else titles.get(one.a, ""),
            title_b="" if one.b is None else titles.get(one.b, ""),
            source_a=str(one.source_a),
            source_b=str(one.source_b),
            tie=one.tie,
            part=one.part,
            state=one.state,
            hall=one.hall,
            table=one.table,
            umpire=one.umpire,
            called_at=one.called_at,
            report_by=one.report_by,
            decided_at=one.decided_at,
            result=None if one.result is None else ResultShape.of(one.result),
            corrected=one.corrected,
            by_hand=one.by_hand,
            note=one.note,
        )


class PlaceShape(BaseModel):
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

    @classmethod
    def of(cls, one: Place, titles: dict[int, str]) -> "PlaceShape":
        return cls(
            place=one.place,
            entry=one.entry,
            title=titles.get(one.entry, ""),
            played=one.played,
            won=one.won,
            drawn=one.drawn,
            lost=one.lost,
            points=one.points,
            net=one.net,
            twenties=one.twenties,
            step=one.step,
            why=one.why,
            open=one.open,
        )


class CorrectionShape(BaseModel):
    """A result that was entered or changed by hand."""

    match: str
    at: int
    who: str
    reason: str
    before: ResultShape | None
    after: ResultShape | None

    @classmethod
    def of(cls, one: Correction) -> "CorrectionShape":
        return cls(
            match=one.fixture,
            at=one.at,
            who=one.who,
            reason=one.reason,
            before=None if one.before is None else ResultShape.of(one.before),
            after=None if one.after is None else ResultShape.of(one.after),
        )


class ProtestShape(BaseModel):
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

    @classmethod
    def of(cls, one: ProtestView) -> "ProtestShape":
        return cls(
            match=one.match,
            table=one.table,
            number=one.number,
            side=one.side,
            game=one.game,
            board=one.board,
            state=one.state,
            text=one.text,
            lodged_at=one.lodged_at,
            decide_by=one.decide_by,
        )


class DeskTableShape(BaseModel):
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

    @classmethod
    def of(cls, one: HallTable) -> "DeskTableShape":
        return cls(
            number=one.number,
            hall=one.hall,
            link=one.link,
            heard_at=one.heard_at,
            firmware=one.firmware,
            status=one.status,
            problem=one.problem,
            called=None if one.fixture is None else one.fixture.id,
            free=one.is_free,
            why=one.why,
        )

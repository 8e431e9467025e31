"""What a script does while it is played: calls, walk-overs, results by hand, tie-breaks, protests."""

from typing import Literal

from fastapi import APIRouter
from pydantic import Field

from host_tools.tournament import results
from host_tools.tournament.desk import Desk
from host_tools.tournament.model import Decision
from host_tools.web.desk_api import shapes
from host_tools.web.desk_api.bearer import Who
from host_tools.web.desk_api.reading import (
    EventKey,
    Matches,
    MatchId,
    OneMatch,
    TournamentKey,
    event_of,
    match_of,
    titles_of,
)
from host_tools.web.table_numbers import TableNumber

_REPORT_MS = Field(
    None, ge=1_000, le=7_200_000, description="Of the report clock (143i); null: the rulebook's"
)


class CallAsked(shapes.Asked):
    table: int = Field(ge=1, le=9999)
    umpire: str = Field("", max_length=80)
    report_ms: int | None = _REPORT_MS
    force: bool = Field(False, description="Though the table is not free, or a player is at another one")


class CallNextAsked(shapes.Asked):
    umpire: str = Field("", max_length=80)
    report_ms: int | None = _REPORT_MS


class RecallAsked(shapes.Asked):
    force: bool = Field(False, description="Though it is being played")


class WalkOverAsked(shapes.Asked):
    winner: shapes.Side | None = Field(description="Who reported; null: neither did")


class ResultAsked(shapes.Asked):
    games: list[str] = Field([], max_length=20, examples=[["25-10", "12-25", "25-20"]])
    twenties: str | None = Field(None, examples=["12-9"])
    winner: shapes.Side | None = None
    reason: str = Field(min_length=1, max_length=500)
    force: bool = Field(False, description="Though later matches have begun; they are marked")


class LineUpAsked(shapes.Asked):
    side: shapes.Side
    players: list[str] = Field(min_length=1, max_length=2, description="Names or start numbers")


class PlaceScore(shapes.Asked):
    entry: int
    score: int


class DecisionAsked(shapes.Asked):
    kind: Literal["shoot_out", "toss", "organiser"]
    order: list[PlaceScore] = Field(min_length=2, max_length=500, description="The best first")
    group: int = Field(0, ge=0)
    stage: int | None = Field(None, ge=1)


class RulingAsked(shapes.Asked):
    upheld: bool
    number: int | None = Field(None, ge=1, description="Of the protest, when the match has several")


class Called(shapes.Answer):
    match: shapes.MatchShape
    command: str = Field(description="Of the order to the table; GET /api/v1/orders/{id} tells how far it is")
    remarks: list[str]


class Ruled(shapes.Answer):
    command: str


def router(desk: Desk) -> APIRouter:
    """The routes; all need a token."""
    api = APIRouter(tags=["tournament"])
    of = "/planned/{match}"

    def changed(ids: list[str]) -> Matches:
        return Matches(matches=[match_of(desk, one) for one in ids])

    @api.post(f"{of}/call")
    def call(match: MatchId, asked: CallAsked, who: Who) -> Called:
        """Call a match to a table: the table gets it, and its report clock starts."""
        one = desk.fixture(match)
        called = desk.call(one, asked.table, asked.umpire, asked.report_ms, force=asked.force, who=who)
        return Called(
            match=match_of(desk, called.fixture.id), command=called.command, remarks=list(called.remarks)
        )

    @api.post("/desk/tables/{number}/call-next")
    def call_next(number: TableNumber, asked: CallNextAsked, who: Who) -> Called:
        """Call the next match that is ready, and whose players are free, to this table."""
        called = desk.call_next(number, asked.umpire, asked.report_ms, who=who)
        return Called(
            match=match_of(desk, called.fixture.id), command=called.command, remarks=list(called.remarks)
        )

    @api.post(f"{of}/recall")
    def recall(match: MatchId, asked: RecallAsked, who: Who) -> OneMatch:
        """Take a call back; the match is ready again."""
        called = desk.recall(desk.fixture(match), force=asked.force, who=who)
        return OneMatch(match=match_of(desk, called.id))

    @api.post(f"{of}/walk-over")
    def walk_over(match: MatchId, asked: WalkOverAsked, who: Who) -> Matches:
        """Somebody did not report (143i); the matches that changed."""
        return changed(desk.walk_over(desk.fixture(match), asked.winner, who=who))

    @api.post(f"{of}/result")
    def result(match: MatchId, asked: ResultAsked, who: Who) -> Matches:
        """Enter or correct a result by the organiser's word, visibly; the matches that changed."""
        typed = results.typed_in(asked.games, asked.twenties, asked.winner)
        one = desk.fixture(match)
        return changed(desk.enter_result(one, typed, asked.reason, force=asked.force, who=who))

    @api.post(f"{of}/line-up")
    def line_up(match: MatchId, asked: LineUpAsked, who: Who) -> OneMatch:
        """A team names who plays in one match of a tie."""
        named = desk.line_up(desk.fixture(match), asked.side, asked.players, who=who)
        return OneMatch(match=match_of(desk, named.id))

    @api.post("/tournaments/{tournament}/events/{event}/decisions")
    def decide(tournament: TournamentKey, event: EventKey, asked: DecisionAsked, who: Who) -> Matches:
        """The order that a shoot-out, a toss or the organiser gives to entries that are level."""
        competition = event_of(desk, tournament, event)
        order = tuple((line.entry, line.score) for line in asked.order)
        ids = desk.decide(competition, Decision(asked.kind, order, asked.group), asked.stage, who=who)
        titles = titles_of(desk, competition)
        shown = {one.id: one for one in desk.fixtures(competition)}
        return Matches(
            matches=[shapes.MatchShape.of(shown[one], competition.key, titles) for one in ids if one in shown]
        )

    @api.post("/protests/{match}/ruling")
    def rule(match: MatchId, asked: RulingAsked, who: Who) -> Ruled:
        """Decide an open protest (151): upheld, the table goes back to that board; or the result stands."""
        return Ruled(command=desk.rule(match, asked.upheld, asked.number, who=who))

    return api

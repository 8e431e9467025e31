"""The bodies of the answers about a tournament."""

from pydantic import BaseModel, Field

from host_tools.tournament.model import FixtureState, Withdrawals
from host_tools.web.desk_api import shapes
from host_tools.web.refusals import Answer


class Tournaments(Answer):
    tournaments: list[shapes.TournamentShape]


class OneTournament(Answer):
    tournament: shapes.TournamentShape


class Players(Answer):
    players: list[shapes.PlayerShape]


class Events(Answer):
    tournament: shapes.TournamentShape
    events: list[shapes.EventShape]


class OneEvent(Answer):
    event: shapes.EventShape


class Entries(Answer):
    entries: list[shapes.EntryShape]


class OneEntry(Answer):
    entry: shapes.EntryShape


class WithdrawalsOf(Answer):
    count: Withdrawals = Field(description="Which matches of who withdraws from a group count")


class Matches(Answer):
    matches: list[shapes.MatchShape]


class OneMatch(Answer):
    match: shapes.MatchShape


class Drawn(Answer):
    seed: str
    matches: list[shapes.MatchShape]


class GroupStanding(BaseModel):
    group: int
    places: list[shapes.PlaceShape]


class Standings(Answer):
    groups: list[GroupStanding]


class Corrections(Answer):
    corrections: list[shapes.CorrectionShape]


class Called(Answer):
    match: shapes.MatchShape
    command: str = Field(description="Of the order to the table; GET /api/v1/orders/{id} tells how far it is")
    remarks: list[str]


class Clearing(Answer):
    state: FixtureState = Field(description="Of the match when it is cleared")
    again: shapes.ResultShape | None = Field(description="The table's result, which would count again")
    matches: list[shapes.MatchShape] = Field(description="The other matches as they would be")
    standings: list[shapes.GroupShape] = Field(description="Whose order or sums would change")
    stages: list[int] = Field(description="Positions of later stages whose draw would be taken back")
    later: list[shapes.CauseShape] = Field(description="What was called since: refused, unless `force`")
    result_version: str = Field(description="`known` of the request that clears it")


class Protests(Answer):
    protests: list[shapes.ProtestShape]


class Reports(Answer):
    reports: list[shapes.ReportShape]


class Ruled(Answer):
    command: str = Field(description="Of the order to the table, as with a call")


class DeskTables(Answer):
    tables: list[shapes.DeskTableShape]

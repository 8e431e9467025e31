"""The bodies of the answers about a tournament."""

from typing import Literal

from pydantic import BaseModel, Field

from host_tools.tournament.desk import shapes
from host_tools.tournament.model import hall_tables
from host_tools.tournament.model.model import Tournament, Withdrawals
from host_tools.web.http.refusals import Answer


class Tournaments(Answer):
    tournaments: list[shapes.TournamentShape]


class OneTournament(Answer):
    tournament: shapes.TournamentShape


class Players(Answer):
    players: list[shapes.PlayerShape]


class Arrival(BaseModel):
    number: int = Field(description="Start number in this tournament")
    name: str
    club: str
    entries: list[int] = Field(description="Ids, of all events")
    at: int | None = Field(description="When it was checked in; null: not yet")


class CheckIn(Answer):
    players: list[Arrival]


class Events(Answer):
    tournament: shapes.TournamentShape
    events: list[shapes.EventShape]


class OneEvent(Answer):
    event: shapes.EventShape


class Entries(Answer):
    entries: list[shapes.EntryShape]


class OneEntry(Answer):
    entry: shapes.EntryShape


class Imported(Answer, shapes.ImportShape):
    """What an import did."""


class SettingsOf(Answer):
    """What holds for the calls of a tournament."""

    rest_minutes: int = Field(description="Between two matches of a player; 0: not looked at")
    presses: int | None = Field(description="Of CLOCK a stroke, 0: results only; null: as tables are set")


class WithdrawalsOf(Answer):
    count: Withdrawals = Field(description="Which matches of who withdraws from a group count")


class FreePlace(BaseModel):
    entry: int | None = Field(description="The one that withdrew from it; null: a bye, or a short group")
    group: int | None = Field(description="One more in this group, from 1; null: another place")
    match: shapes.MatchShape = Field(description="Its first match, of a group the group's")


class Places(Answer):
    places: list[FreePlace]
    reserves: list[shapes.EntryShape]


class LeftStage(BaseModel):
    stage: int = Field(description="Position of a stage with a standing")
    decided: int = Field(description="How many matches of the entry there are decided")
    count: Literal["all", "none"] | None = Field(
        description="Which of them count; null: it has played all, and its place stays"
    )


class Matches(Answer):
    matches: list[shapes.MatchShape]


class OneMatch(Answer):
    match: shapes.MatchShape


class GroupStanding(BaseModel):
    group: int
    places: list[shapes.PlaceShape]


class Standings(Answer):
    groups: list[GroupStanding]


class Corrections(Answer):
    corrections: list[shapes.CorrectionShape]


class DeskActs(Answer):
    acts: list[shapes.ActShape] = Field(description="The newest first")


class OneDeskAct(Answer):
    act: shapes.ActShape


class TakenBack(Answer):
    acts: list[int] = Field(description="The acts that were taken back, in this order")


class Protests(Answer):
    protests: list[shapes.ProtestShape]


class Reports(Answer):
    reports: list[shapes.ReportShape]


class Rulesets(Answer):
    rulesets: list[shapes.RulesetShape]


class OneRuleset(Answer):
    ruleset: shapes.RulesetShape


class DeskTables(Answer):
    tables: list[shapes.DeskTableShape]


def settings_of(owner: Tournament) -> SettingsOf:
    """The answer about this tournament's calls."""
    return SettingsOf(rest_minutes=hall_tables.rest_minutes(owner), presses=owner.settings.get("presses"))

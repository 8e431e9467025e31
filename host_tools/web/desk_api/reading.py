"""What everybody may read of a tournament. `-` as the tournament's key is the only one that is open."""

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Query
from pydantic import BaseModel

from host_tools.tournament.desk import Desk
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import Competition, FixtureState, Tournament
from host_tools.web.desk_api import shapes
from host_tools.web.desk_api.bearer import Who

OPEN = "-"
TournamentKey = Annotated[str, Path(max_length=40, description="Its key; - is the only one that is open")]
EventKey = Annotated[str, Path(max_length=20, description="The event's key, such as ms")]
MatchId = Annotated[str, Path(max_length=64, description="The match's id")]


class Tournaments(shapes.Answer):
    tournaments: list[shapes.TournamentShape]


class OneTournament(shapes.Answer):
    tournament: shapes.TournamentShape


class Players(shapes.Answer):
    players: list[shapes.PlayerShape]


class Events(shapes.Answer):
    tournament: shapes.TournamentShape
    events: list[shapes.EventShape]


class OneEvent(shapes.Answer):
    event: shapes.EventShape


class Entries(shapes.Answer):
    entries: list[shapes.EntryShape]


class OneEntry(shapes.Answer):
    entry: shapes.EntryShape


class Matches(shapes.Answer):
    matches: list[shapes.MatchShape]


class OneMatch(shapes.Answer):
    match: shapes.MatchShape


class GroupStanding(BaseModel):
    group: int
    places: list[shapes.PlaceShape]


class Standings(shapes.Answer):
    groups: list[GroupStanding]


class Corrections(shapes.Answer):
    corrections: list[shapes.CorrectionShape]


class Protests(shapes.Answer):
    protests: list[shapes.ProtestShape]


class DeskTables(shapes.Answer):
    tables: list[shapes.DeskTableShape]


def found(desk: Desk, key: str, event: str | None = None) -> tuple[Tournament, Competition | None]:
    """The tournament and, if it is named, the event. HTTPException 404 with the desk's words."""
    try:
        one = desk.tournament(None if key == OPEN else key)
        return one, None if event is None else desk.competition(one, event)
    except DeskError as error:
        raise HTTPException(404, str(error)) from error


def event_of(desk: Desk, key: str, event: str) -> Competition:
    """The event of this key. HTTPException 404."""
    _, competition = found(desk, key, event)
    assert competition is not None
    return competition


def titles_of(desk: Desk, competition: Competition) -> dict[int, str]:
    """The titles of its entries, by id."""
    return {entry.id: entry.title for entry in desk.entries(competition)}


def match_of(desk: Desk, match: str) -> shapes.MatchShape:
    """A match by its whole id. HTTPException 404."""
    try:
        one = desk.fixture(match)
        competition = desk.competition_of(one)
    except DeskError as error:
        raise HTTPException(404, str(error)) from error
    return shapes.MatchShape.of(one, competition.key, titles_of(desk, competition))


def router(desk: Desk) -> APIRouter:
    """The routes; how each table does is for who has a token."""
    api = APIRouter(tags=["tournament"])
    of = "/tournaments/{tournament}"

    @api.get("/tournaments")
    def tournaments() -> Tournaments:
        """All tournaments of this database, the newest first."""
        return Tournaments(tournaments=[shapes.TournamentShape.of(one) for one in desk.tournaments()])

    @api.get(f"{of}/players")
    def players(tournament: TournamentKey) -> Players:
        """The players, by start number."""
        one, _ = found(desk, tournament)
        return Players(players=[shapes.PlayerShape.of(player) for player in desk.players(one)])

    @api.get(f"{of}/events")
    def events(tournament: TournamentKey) -> Events:
        """The events of a tournament, with their stages."""
        one, _ = found(desk, tournament)
        shown = [shapes.EventShape.of(each, desk.stages(each)) for each in desk.competitions(one)]
        return Events(tournament=shapes.TournamentShape.of(one), events=shown)

    @api.get(f"{of}/events/{{event}}/entries")
    def entries(tournament: TournamentKey, event: EventKey) -> Entries:
        """Who entered, in the order of entry, withdrawn ones too."""
        competition = event_of(desk, tournament, event)
        return Entries(entries=[shapes.EntryShape.of(entry) for entry in desk.entries(competition)])

    @api.get(f"{of}/events/{{event}}/matches")
    def matches(
        tournament: TournamentKey, event: EventKey, state: Annotated[FixtureState | None, Query()] = None
    ) -> Matches:
        """The matches of an event, by stage, round, group and number."""
        competition = event_of(desk, tournament, event)
        titles = titles_of(desk, competition)
        planned = desk.fixtures(competition, state)
        return Matches(matches=[shapes.MatchShape.of(one, competition.key, titles) for one in planned])

    @api.get(f"{of}/events/{{event}}/standings")
    def standings(
        tournament: TournamentKey, event: EventKey, stage: Annotated[int | None, Query(ge=1, le=99)] = None
    ) -> Standings:
        """The standing of a stage (the last one that is drawn), group by group, with what decided each
        place.
        """
        competition = event_of(desk, tournament, event)
        titles = titles_of(desk, competition)
        groups = [
            GroupStanding(group=group, places=[shapes.PlaceShape.of(place, titles) for place in places])
            for group, places in sorted(desk.standings(competition, stage).items())
        ]
        return Standings(groups=groups)

    @api.get(f"{of}/events/{{event}}/corrections")
    def corrections(tournament: TournamentKey, event: EventKey) -> Corrections:
        """The results that were entered or changed by hand, the oldest first."""
        competition = event_of(desk, tournament, event)
        return Corrections(
            corrections=[shapes.CorrectionShape.of(one) for one in desk.corrections(competition)]
        )

    @api.get("/planned/{match}")
    def match(match: MatchId) -> OneMatch:
        """One match."""
        return OneMatch(match=match_of(desk, match))

    @api.get("/protests")
    def protests() -> Protests:
        """The protests at the tables, decided ones too, the most urgent first."""
        return Protests(protests=[shapes.ProtestShape.of(one) for one in desk.protests(only_open=False)])

    @api.get("/desk/tables")
    def desk_tables(who: Who) -> DeskTables:
        """Every table: link, battery and firmware, what was called to it, whether it is free."""
        one, _ = found(desk, OPEN)
        return DeskTables(tables=[shapes.DeskTableShape.of(table) for table in desk.tables(one)])

    return api

"""Several halls, for a script: which tables stand where, and where an event is played."""

from typing import Annotated

from pydantic import Field

from host_tools.store.hall_layout import NAME_MAX, SETTING
from host_tools.web.desk_api.asking import Asked
from host_tools.web.desk_api.bearer import PREFIX, Who
from host_tools.web.desk_api.finding import EventKey, TournamentKey, event_of, tournament_of
from host_tools.web.refusals import Answer, refusals
from host_tools.web.routes import DeskHere, room

Number = Annotated[int, Field(ge=1, le=9999)]


class HallAsked(Asked):
    """The tables that stand in a hall; they leave the one they were in."""

    hall: str = Field(max_length=NAME_MAX)
    tables: list[Number] = Field(max_length=9999, description="Empty: there is no such hall any more")


class PlaceAsked(Asked):
    """Where an event is played."""

    hall: str = Field(max_length=NAME_MAX, description="Empty: in any hall")


class HallTables(Answer):
    """The halls of a tournament, each with the numbers of its tables."""

    halls: dict[str, list[int]]


class Place(Answer):
    """Where an event is played; empty: in any hall."""

    hall: str


routes = room(prefix=PREFIX, tags=["hall"], responses=refusals(404, 422, 503))
OF = "/tournaments/{tournament}"
DOING = refusals(401, 409, 413)


@routes.get(f"{OF}/halls")
def halls(desk: DeskHere, tournament: TournamentKey) -> HallTables:
    """Which tables stand in which hall, as the tournament says it."""
    return HallTables(halls=tournament_of(desk, tournament).settings.get(SETTING) or {})


@routes.post(f"{OF}/halls", responses=DOING)
def set_hall(desk: DeskHere, tournament: TournamentKey, asked: HallAsked, who: Who) -> HallTables:
    """Say which tables stand in a hall."""
    owner = desk.set_hall(tournament_of(desk, tournament), asked.hall, asked.tables, who=who)
    return HallTables(halls=owner.settings.get(SETTING) or {})


@routes.get(f"{OF}/events/{{event}}/hall")
def place(desk: DeskHere, tournament: TournamentKey, event: EventKey) -> Place:
    """Where an event is played."""
    return Place(hall=desk.hall_of(event_of(desk, tournament, event)))


@routes.post(f"{OF}/events/{{event}}/hall", responses=DOING)
def bind(desk: DeskHere, tournament: TournamentKey, event: EventKey, asked: PlaceAsked, who: Who) -> Place:
    """Bind an event to a hall: its matches are called to tables there next."""
    return Place(hall=desk.bind(event_of(desk, tournament, event), asked.hall, who=who))

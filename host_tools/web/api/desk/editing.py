"""The API's routes that edit and delete what was entered, as long as nothing decided depends on it."""

from typing import cast

from host_tools.tournament.entries.editing import EventChanges
from host_tools.web.api.desk import answers, requests, shapes
from host_tools.web.api.desk.dependencies import (
    PREFIX,
    Actor,
    EventKey,
    TournamentKey,
    Why,
    event_of,
    tournament_of,
)
from host_tools.web.http.refusals import ALWAYS, ON_BODY, ON_CHANGE, refusals
from host_tools.web.http.routes import DeskHere, room

routes = room(prefix=PREFIX, tags=["tournament"], responses=refusals(*ALWAYS, *ON_CHANGE, 404, 409, 422))
BODY = refusals(*ON_BODY)
TOURNAMENT_PATH = "/tournaments/{tournament}"
EVENT = f"{TOURNAMENT_PATH}/events/{{event}}"
ENTRY = f"{EVENT}/entries/{{entry:int}}"  # not entries/import


@routes.post(f"{EVENT}/edit", responses=BODY)
def edit_event(
    desk: DeskHere, tournament: TournamentKey, event: EventKey, asked: requests.EditedEvent, actor: Actor
) -> answers.OneEvent:
    """Give an event another name at any time; another kind, rules or stages as long as nothing decided
    depends on them.
    """
    given = asked.model_dump(exclude_unset=True, exclude={"reason", "stages"})
    if "stages" in asked.model_fields_set:
        given["plan"] = [stage.plan() for stage in asked.stages]
    competition = event_of(desk, tournament, event)
    desk.edit_event(competition, cast(EventChanges, given), reason=asked.reason, actor=actor)
    new = event_of(desk, tournament, event)
    return answers.OneEvent(event=shapes.EventShape.from_value(new, stages=desk.stages(new)))


@routes.delete(EVENT)
def delete_event(
    desk: DeskHere, tournament: TournamentKey, event: EventKey, actor: Actor, reason: Why = ""
) -> answers.Events:
    """Delete an event without a match that is called or decided, with entries and draw; returns the rest."""
    desk.delete_event(event_of(desk, tournament, event), reason=reason, actor=actor)
    owner = tournament_of(desk, tournament)
    left = [shapes.EventShape.from_value(each, stages=desk.stages(each)) for each in desk.competitions(owner)]
    return answers.Events(tournament=shapes.TournamentShape.from_value(owner), events=left)

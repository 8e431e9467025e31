"""The API's routes that edit and delete what was entered, as long as nothing decided depends on it."""

from typing import cast

from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.entries.editing import EntryChanges, EventChanges, PlayerChanges
from host_tools.tournament.model.model import Competition
from host_tools.web.api.desk import answers, requests, shapes
from host_tools.web.api.desk.dependencies import (
    PREFIX,
    Actor,
    EntryId,
    EventKey,
    TournamentKey,
    Why,
    entry_of,
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


@routes.post(f"{TOURNAMENT_PATH}/edit", responses=BODY)
def edit_tournament(
    desk: DeskHere, tournament: TournamentKey, asked: requests.EditedTournament, actor: Actor
) -> answers.OneTournament:
    """Give a tournament another name, place or days."""
    owner = tournament_of(desk, tournament)
    new = desk.edit_tournament(owner, **asked.model_dump(), actor=actor)
    return answers.OneTournament(tournament=shapes.TournamentShape.from_value(new))


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


@routes.post(f"{ENTRY}/edit", responses=BODY)
def edit_entry(
    desk: DeskHere,
    tournament: TournamentKey,
    event: EventKey,
    entry: EntryId,
    asked: requests.EditedEntry,
    actor: Actor,
) -> answers.EntryDone:
    """Correct names, clubs, licences and the seeding; a player has them in every event, and tables in play
    get a new name.
    """
    competition = event_of(desk, tournament, event)
    changes = asked.model_dump(exclude_unset=True, exclude={"reason", "players"})
    people = {
        player.number: cast(PlayerChanges, player.model_dump(exclude_unset=True, exclude={"number"}))
        for player in asked.players
    }
    present = entry_of(desk, competition, entry)
    done = desk.edit_entry(
        competition, present, cast(EntryChanges, changes), people, reason=asked.reason, actor=actor
    )
    return answers.EntryDone(entry=shapes.EntryShape.from_value(done.entry), tables=list(done.tables))


@routes.delete(ENTRY)
def delete_entry(
    desk: DeskHere,
    tournament: TournamentKey,
    event: EventKey,
    entry: EntryId,
    actor: Actor,
    reason: Why = "",
) -> answers.Entries:
    """Delete an entry that is in no draw; returns the others."""
    competition = event_of(desk, tournament, event)
    desk.delete_entry(competition, entry_of(desk, competition, entry), reason=reason, actor=actor)
    return _entries(desk, competition)


def _entries(desk: Desk, competition: Competition) -> answers.Entries:
    left = [shapes.EntryShape.from_value(entry) for entry in desk.entries(competition)]
    return answers.Entries(entries=left)

"""The API's routes for the time before the first match: tournament, events, entries, draw."""

from typing import Annotated, cast

from fastapi import Body

from host_tools.tournament import entry_list
from host_tools.tournament.desk import DeskError, NewEntry
from host_tools.tournament.model import StagePlan, StageSettings
from host_tools.web.desk_api import answers, requests, shapes
from host_tools.web.desk_api.dependencies import (
    PREFIX,
    Actor,
    EntryId,
    EventKey,
    TournamentKey,
    entry_of,
    event_of,
    titles_of,
    tournament_of,
)
from host_tools.web.refusals import ALWAYS, ON_BODY, ON_CHANGE, refusals
from host_tools.web.routes import DeskHere, room

routes = room(prefix=PREFIX, tags=["tournament"], responses=refusals(*ALWAYS, *ON_CHANGE, 422))
FITTING, FITTING_BODY = refusals(404, 409), refusals(404, 409, *ON_BODY)
TOURNAMENT_PATH = "/tournaments/{tournament}"
EVENT = f"{TOURNAMENT_PATH}/events/{{event}}"


@routes.post("/tournaments", status_code=201, responses=refusals(409, *ON_BODY))
def new_tournament(desk: DeskHere, asked: requests.NewTournament, actor: Actor) -> answers.OneTournament:
    """Make a tournament."""
    made = desk.new_tournament(
        asked.key, asked.name, asked.ruleset, place=asked.place, days=asked.days, actor=actor
    )
    return answers.OneTournament(tournament=shapes.TournamentShape.from_value(made))


@routes.post(f"{TOURNAMENT_PATH}/close", responses=FITTING)
def close(
    desk: DeskHere, tournament: TournamentKey, actor: Actor, anyway: bool = False
) -> answers.OneTournament:
    """Close a tournament against changes. Refused while matches are at tables, unless `anyway`."""
    owner = tournament_of(desk, tournament)
    closed = desk.close_tournament(owner, anyway=anyway, actor=actor)
    return answers.OneTournament(tournament=shapes.TournamentShape.from_value(closed))


@routes.post(f"{TOURNAMENT_PATH}/open", responses=refusals(404))
def reopen(desk: DeskHere, tournament: TournamentKey, actor: Actor) -> answers.OneTournament:
    """Open a closed tournament again."""
    owner = tournament_of(desk, tournament)
    opened = desk.close_tournament(owner, False, actor=actor)
    return answers.OneTournament(tournament=shapes.TournamentShape.from_value(opened))


@routes.post(f"{TOURNAMENT_PATH}/events", status_code=201, responses=FITTING_BODY)
def add_event(
    desk: DeskHere, tournament: TournamentKey, asked: requests.NewEvent, actor: Actor
) -> answers.OneEvent:
    """Add an event."""
    owner = tournament_of(desk, tournament)
    stages = asked.stages
    plan = (
        None
        if stages is None
        else [StagePlan(each.kind, each.name, cast(StageSettings, each.settings)) for each in stages]
    )
    made = desk.add_competition(
        owner,
        asked.key,
        asked.name,
        asked.kind,
        ruleset=asked.ruleset,
        category=asked.category,
        rules=asked.rules,
        plan=plan,
        actor=actor,
    )
    return answers.OneEvent(event=shapes.EventShape.from_value(made, stages=desk.stages(made)))


@routes.post(f"{EVENT}/entries", status_code=201, responses=FITTING_BODY)
def add_entries(
    desk: DeskHere, tournament: TournamentKey, event: EventKey, asked: requests.NewEntries, actor: Actor
) -> answers.Entries:
    """Enter all of them, or none."""
    competition = event_of(desk, tournament, event)
    new = [
        NewEntry(tuple(person.person() for person in entry.people), entry.name, entry.seeding)
        for entry in asked.entries
    ]
    made = desk.add_entries(competition, new, actor=actor)
    return answers.Entries(entries=[shapes.EntryShape.from_value(entry) for entry in made])


@routes.post(f"{EVENT}/entries/import", status_code=201, responses=FITTING_BODY)
def import_entries(
    desk: DeskHere,
    tournament: TournamentKey,
    event: EventKey,
    data: Annotated[
        bytes, Body(media_type="text/csv", min_length=1, description="UTF-8, or UTF-16 with its mark")
    ],
    actor: Actor,
) -> answers.Entries:
    """Enter all of an entry list (CSV), or none; a refusal names each line and column."""
    competition = event_of(desk, tournament, event)
    made = desk.import_entries(competition, _decoded(data), actor=actor)
    return answers.Entries(entries=[shapes.EntryShape.from_value(entry) for entry in made])


@routes.post(f"{EVENT}/entries/{{entry}}/withdraw", responses=FITTING)
def withdraw(
    desk: DeskHere, tournament: TournamentKey, event: EventKey, entry: EntryId, actor: Actor
) -> answers.OneEntry:
    """Withdraw an entry; its remaining matches become walk-overs."""
    competition = event_of(desk, tournament, event)
    desk.withdraw(competition, entry_of(desk, competition, entry), actor=actor)
    return answers.OneEntry(entry=shapes.EntryShape.from_value(desk.entry(competition, entry)))


@routes.post(f"{EVENT}/entries/{{entry}}/return", responses=FITTING_BODY)
def take_in(
    desk: DeskHere,
    tournament: TournamentKey,
    event: EventKey,
    entry: EntryId,
    asked: requests.ReturnAsked,
    actor: Actor,
) -> answers.OneEntry:
    """Take a withdrawn entry in again, also after the event has begun; its unplayed matches come back."""
    competition = event_of(desk, tournament, event)
    withdrawn = entry_of(desk, competition, entry)
    desk.return_entry(competition, withdrawn, asked.reason, force=asked.force, actor=actor)
    return answers.OneEntry(entry=shapes.EntryShape.from_value(desk.entry(competition, entry)))


@routes.post(f"{EVENT}/withdrawals", responses=FITTING_BODY)
def set_withdrawals(
    desk: DeskHere,
    tournament: TournamentKey,
    event: EventKey,
    asked: requests.WithdrawalsAsked,
    actor: Actor,
) -> answers.WithdrawalsOf:
    """Choose which matches of an entry that withdraws from a group count."""
    competition = event_of(desk, tournament, event)
    desk.set_withdrawals(competition, asked.count, force=asked.force, actor=actor)
    return answers.WithdrawalsOf(count=desk.withdrawals_of(competition))


@routes.post(f"{EVENT}/entries/{{entry}}/change", responses=FITTING_BODY)
def change(
    desk: DeskHere,
    tournament: TournamentKey,
    event: EventKey,
    entry: EntryId,
    asked: requests.PlayerChange,
    actor: Actor,
) -> answers.OneEntry:
    """Exchange a player of an entry, as far as the rulebook allows."""
    competition = event_of(desk, tournament, event)
    present = entry_of(desk, competition, entry)
    changed = desk.change_player(competition, present, asked.out, asked.new.person(), actor=actor)
    return answers.OneEntry(entry=shapes.EntryShape.from_value(changed))


@routes.post(f"{EVENT}/draw", responses=FITTING_BODY)
def draw(
    desk: DeskHere, tournament: TournamentKey, event: EventKey, asked: requests.DrawAsked, actor: Actor
) -> answers.Drawn:
    """Draw the event: the same seed and entries make the same draw again."""
    competition = event_of(desk, tournament, event)
    drawn = desk.draw(competition, asked.seed, actor=actor)
    titles = titles_of(desk, competition)
    return answers.Drawn(
        seed=drawn.seed,
        matches=[shapes.of_match(fixture, competition.key, titles) for fixture in drawn.fixtures],
    )


@routes.delete(f"{EVENT}/draw", responses=FITTING)
def undraw(desk: DeskHere, tournament: TournamentKey, event: EventKey, actor: Actor) -> answers.Matches:
    """Take the draw back, unless one of its matches was called."""
    desk.undraw(event_of(desk, tournament, event), actor=actor)
    return answers.Matches(matches=[])


def _decoded(data: bytes) -> str:
    try:
        return entry_list.decode(data)
    except entry_list.EntryListError as error:
        raise DeskError.for_cause(error.cause) from error

"""The API's routes for the time before the first match: tournament, events, entries, draw."""

from typing import Annotated

from fastapi import Body, Depends, Query, Request

from host_tools.tournament.desk import shapes
from host_tools.tournament.desk.desk import DeskError, NewEntry
from host_tools.tournament.entries import entry_list
from host_tools.tournament.imports import import_files
from host_tools.web.api.desk import answers, requests
from host_tools.web.api.desk.dependencies import (
    PREFIX,
    Actor,
    EventKey,
    TournamentKey,
    event_of,
)
from host_tools.web.http.refusals import ALWAYS, ON_BODY, ON_CHANGE, refusals
from host_tools.web.http.routes import DeskHere, room

routes = room(prefix=PREFIX, tags=["tournament"], responses=refusals(*ALWAYS, *ON_CHANGE, 422))
FITTING, FITTING_BODY = refusals(404, 409), refusals(404, 409, *ON_BODY)
TOURNAMENT_PATH = "/tournaments/{tournament}"
EVENT = f"{TOURNAMENT_PATH}/events/{{event}}"


async def _file(request: Request) -> bytes:
    return await request.body()


FileData = Annotated[bytes, Depends(_file)]
#: The body of a route that takes a file, which is read as it is.
_FILE = {
    "requestBody": {
        "required": True,
        "content": {
            "text/csv": {"schema": {"type": "string", "minLength": 1, "description": "CSV or JSON"}},
        },
    }
}


@routes.post(f"{EVENT}/entries", status_code=201, responses=FITTING_BODY)
def add_entries(
    desk: DeskHere, tournament: TournamentKey, event: EventKey, asked: requests.NewEntries, actor: Actor
) -> answers.EntriesMade:
    """Enter all of them, or none."""
    competition = event_of(desk, tournament, event)
    new = [
        NewEntry(tuple(person.person() for person in entry.people), entry.name, entry.seeding)
        for entry in asked.entries
    ]
    made = desk.add_entries(competition, new, as_reserves=asked.reserves, actor=actor)
    return answers.EntriesMade(
        entries=[shapes.of_entry(entry) for entry in made],
        remarks=[shapes.of_cause(why) for why in desk.namesakes(competition, made)],
    )


@routes.post(f"{EVENT}/entries/import", status_code=201, responses=FITTING_BODY)
def import_entries(
    desk: DeskHere,
    tournament: TournamentKey,
    event: EventKey,
    data: Annotated[
        bytes,
        Body(media_type="text/csv", min_length=1, description="UTF-8, UTF-16 with its mark, or Windows-1252"),
    ],
    actor: Actor,
    reserves: Annotated[bool, Query(description="At the end of the list of reserves")] = False,
) -> answers.EntriesMade:
    """Enter all of an entry list (CSV), or none; a refusal names each line and column."""
    competition = event_of(desk, tournament, event)
    text = _decoded(data)
    made = desk.import_entries(competition, text, as_reserves=reserves, actor=actor)
    return answers.EntriesMade(
        entries=[shapes.of_entry(entry) for entry in made],
        remarks=[
            shapes.of_cause(why)
            for why in (
                *entry_list.guessed(data),
                *entry_list.ignored(text, competition.kind),
                *desk.namesakes(competition, made),
            )
        ],
    )


@routes.post("/import", responses=refusals(408, 409, 413), openapi_extra=_FILE)
def import_file(
    desk: DeskHere,
    actor: Actor,
    data: FileData,
    tournament: Annotated[str | None, Query(max_length=20)] = None,
    event: Annotated[str | None, Query(max_length=20)] = None,
    name: Annotated[str, Query(max_length=80, description="Of the file, for the record")] = "api",
    dry_run: bool = False,
) -> answers.Imported:
    """Import everything in a file, or nothing of it; a refusal names each line and column. tournament, event:
    for rows that name none. dry_run: only say what would change.
    """
    files = [import_files.ImportFile(name, data)]
    made = desk.import_files(files, tournament, event, dry_run=dry_run, actor=actor)
    return answers.Imported.model_validate(shapes.of_import(made, dry_run).model_dump())


def _decoded(data: bytes) -> str:
    try:
        return entry_list.decode(data)
    except entry_list.EntryListError as error:
        raise DeskError.for_cause(error.cause) from error

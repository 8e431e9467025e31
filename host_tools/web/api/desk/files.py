"""The API's routes for the files of a tournament, with a token: made, and imported."""

from typing import Annotated

from fastapi import Depends, Query, Request, Response

from host_tools.exports import ExportError
from host_tools.i18n import CODES
from host_tools.tournament.desk import shapes
from host_tools.tournament.imports import import_files
from host_tools.tournament.reasons import cause
from host_tools.web.api.desk import answers
from host_tools.web.api.desk.dependencies import PREFIX, Actor, Denied, TournamentKey, event_of, tournament_of
from host_tools.web.http.refusals import ALWAYS, ON_CHANGE, refusals
from host_tools.web.http.routes import DeskHere, room
from host_tools.web.pages import tournament_files
from host_tools.web.pages.tournament_files import ALL, FORMS

routes = room(prefix=PREFIX, tags=["tournament"], responses=refusals(*ALWAYS))
TOURNAMENT_PATH = "/tournaments/{tournament}"
LANGUAGES = f"^({'|'.join((*CODES, ALL))})$"


@routes.get(
    f"{TOURNAMENT_PATH}/book.pdf",
    response_class=Response,
    responses={**refusals(401, 404, 422), 200: {"content": {"application/pdf": {}}}},
)
def book(
    desk: DeskHere,
    tournament: TournamentKey,
    actor: Actor,
    cards: Annotated[bool, Query(description="With all score cards")] = False,
    language: Annotated[str, Query(pattern=f"^({'|'.join(CODES)})$")] = "en",
) -> Response:
    """The tournament as one PDF, as `boardside lists --book` makes it."""
    owner = tournament_of(desk, tournament)
    file_request = tournament_files.Wanted("book_cards" if cards else "book", owner.key, None, language)
    try:
        content = tournament_files.make(desk.store, file_request)
    except ExportError as error:
        raise Denied(404, cause("no_event_yet", tournament=owner.name)) from error
    return Response(content, media_type="application/pdf")


@routes.get(
    f"{TOURNAMENT_PATH}/files/{{kind}}",
    response_class=Response,
    responses={
        **refusals(401, 404, 422),
        200: {"content": {kind: {} for kind in sorted({form[1] for form in FORMS.values()})}},
    },
)
def file(
    desk: DeskHere,
    tournament: TournamentKey,
    kind: tournament_files.Kind,
    actor: Actor,
    event: Annotated[
        str | None, Query(max_length=20, description="Only of this event: cards, planned, lists, xlsx, json")
    ] = None,
    language: Annotated[
        str, Query(pattern=LANGUAGES, description="Of paper and pages; all: pages in every one")
    ] = "en",
) -> Response:
    """A file of the tournament: score cards (`planned`: to fill in), result lists, spreadsheet, JSON, book,
    static pages (ZIP), archive.
    """
    owner = tournament_of(desk, tournament)
    if event is not None:
        event_of(desk, tournament, event)
    file_request = tournament_files.Wanted(kind, owner.key, event, language)
    try:
        content = tournament_files.make(desk.store, file_request)
    except ExportError as error:
        raise Denied(404, cause("nothing_for_file", tournament=owner.name, why=error.reason)) from error
    headers = {"Content-Disposition": f'attachment; filename="{file_request.name}"'}
    return Response(content, media_type=FORMS[kind][1], headers=headers)


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


@routes.post("/import", responses=refusals(*ON_CHANGE, 408, 409, 413, 422), openapi_extra=_FILE)
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

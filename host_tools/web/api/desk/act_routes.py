"""The API's routes of the acts (tournament/acts): one POST for each, with the act's fields as its body."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query

from host_tools.tournament.acts import ACTS, Act
from host_tools.tournament.acts.act import fields_of, help_of, result_of, target_of, verb
from host_tools.tournament.desk.desk import Desk, ProtestView, ReportView
from host_tools.tournament.model.model import Competition, Entry, Fixture, Tournament
from host_tools.tournament.model.shelf import Shelved
from host_tools.web.api.desk import act_answers
from host_tools.web.api.desk.dependencies import (
    PREFIX,
    Actor,
    EntryId,
    EventKey,
    MatchId,
    ProtestNumber,
    ReportNumber,
    RulesetKey,
    TournamentKey,
    entry_of,
    event_of,
    fixture_of,
    protest_of,
    report_of,
    ruleset_of,
    tournament_of,
)
from host_tools.web.api.desk.requests import Asked
from host_tools.web.http.refusals import ALWAYS, ON_BODY, ON_CHANGE, refusals
from host_tools.web.http.routes import DeskHere, room

Preview = Annotated[bool, Query(description="Only say what it would change; nothing is done")]


@dataclass(frozen=True, slots=True)
class Place:
    """Where acts on one type of target are in the API: the path, its parameters, and what they name."""

    path: str
    names: Mapping[str, Any]
    find: Callable[..., Any]


def _tournament(desk: Desk, tournament: str) -> Tournament:
    return tournament_of(desk, tournament)


def _event(desk: Desk, tournament: str, event: str) -> Competition:
    return event_of(desk, tournament, event)


def _entry(desk: Desk, tournament: str, event: str, entry: int) -> Entry:
    return entry_of(desk, event_of(desk, tournament, event), entry)


EVENT = "/tournaments/{tournament}/events/{event}"
PLACES: Mapping[type, Place] = {
    Tournament: Place("/tournaments/{tournament}", {"tournament": TournamentKey}, _tournament),
    type(None): Place("", {}, lambda desk: None),
    Competition: Place(EVENT, {"tournament": TournamentKey, "event": EventKey}, _event),
    Fixture: Place("/planned/{match}", {"match": MatchId}, fixture_of),
    ProtestView: Place("/protests/{match}/{number}", {"match": MatchId, "number": ProtestNumber}, protest_of),
    Shelved: Place("/rulesets/{ruleset}", {"ruleset": RulesetKey}, ruleset_of),
    ReportView: Place("/reports/{number}", {"number": ReportNumber}, report_of),
    Entry: Place(
        f"{EVENT}/entries/{{entry}}",
        {"tournament": TournamentKey, "event": EventKey, "entry": EntryId},
        _entry,
    ),
}

routes = room(prefix=PREFIX, tags=["tournament"])


def add(router: APIRouter, act: type[Act[Any, Any]]) -> None:
    """Add the route of an act."""
    place, answer = PLACES[target_of(act)], act_answers.ANSWERS[result_of(act)]

    def route(*, desk: Desk, actor: str, preview: bool, asked: Act[Any, Any], **names: Any) -> Any:
        target = place.find(desk, **names)
        done = desk.done(asked, target, preview=preview, actor=actor)
        return answer.of(desk, target, done)

    # The checks of a JSON body come on top of the act's own.
    name = act.act.replace("-", " ")
    body = type(name.title().replace(" ", ""), (act, Asked), {"__doc__": act.__doc__, "__module__": __name__})
    empty = Body() if any(field.is_needed for field in fields_of(act)) else Body(default_factory=body)
    parameters = {"desk": DeskHere, **place.names, "asked": Annotated[body, empty], "actor": Actor}
    route.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind)
            for name, kind in parameters.items()
        ]
        + [inspect.Parameter("preview", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=Preview)],
        return_annotation=answer.model,
    )
    router.add_api_route(
        f"{place.path}/{verb(act)}",
        route,
        methods=["POST"],
        status_code=201 if act.adds_to else 200,
        name=name.replace(" ", "_"),
        description=help_of(act),
        responses=refusals(*ALWAYS, *ON_CHANGE, *ON_BODY, *([404] if place.names else []), 409),
    )


for _act in ACTS.values():
    add(routes, _act)

"""Everything that can be clicked can be scripted: each form of the organiser's pages has a request of the
JSON API and a command that do the same. A form that is added without them is noticed here.
"""

from collections.abc import Iterator, Sequence
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
import typer
from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute
from typer.main import get_command

from host_tools.cli import COMMANDS
from host_tools.collector.hub import Hub
from host_tools.store import Store
from host_tools.tournament.acts import ACTS
from host_tools.tournament.acts.act import acts_named, help_of, target_of, verb
from host_tools.tournament.commands import act_command
from host_tools.tournament.desk.desk import Desk
from host_tools.web import create_app
from host_tools.web.api.desk import act_routes

_EVENT = "/api/v1/tournaments/{tournament}/events/{event}"
_FILES = "GET /api/v1/tournaments/{tournament}/files/{kind}"
_FORM_EVENT = "/admin/tournament/events/{event}"
_FORM_MATCH = "/admin/tournament/matches/{match}"

#: Form: the request of the API, the command.
SCRIPTED = {
    "/admin/hall": ("POST /api/v1/hall", "hall"),
    "/admin/assign": ("POST /api/v1/tables/{number}/match", "assign"),
    "/admin/rules/new": ("POST /api/v1/rulesets", "tournament rules"),
    "/admin/rules/saved/{key}/remove": ("POST /api/v1/rulesets/{ruleset}/remove", "tournament rules"),
    "/admin/tables/{number}/key": ("POST /api/v1/tables/{number}/keys/revoke", "keys"),
    "/admin/journals/{journal}": ("POST /api/v1/journals/{journal}/decision", "journals"),
    "/admin/tournament/check-in/present": (f"POST {_EVENT}/entries/{{entry}}/present", "entries present"),
    "/admin/tournament/import": ("POST /api/v1/import", "tournament import"),
    "/admin/tournament/import/{number}": ("POST /api/v1/import", "tournament import"),
    "/admin/tournament/files": (_FILES, "scorecards"),
    "/admin/tournament/files/{number}": (_FILES, "lists"),
    f"{_FORM_EVENT}/draw": (f"POST {_EVENT}/draw", "draw"),
    "/admin/tournament/draws/{number}": (f"POST {_EVENT}/draw", "draw"),
    f"{_FORM_EVENT}/round": (f"POST {_EVENT}/results", "tournament import"),
    "/admin/acts/desk/{act}": ("POST /api/v1/desk/acts/{act}/take-back", "tournament acts"),
    "/admin/backup": ("POST /api/v1/backups", "backup"),
}
#: A script has a token in their place.
OF_PEOPLE = {"/admin/login", "/admin/logout"}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[FastAPI]:
    store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    yield create_app(Hub(), store, admin_store=store, desk=Desk(store))
    store.close()


#: Forms that are no acts of tournament/acts yet; those of the acts, the last test has.
FAMILIES: dict[str, set[str]] = {
    f"{_FORM_EVENT}/entries/{{entry}}/{{do}}": set(),
    "/admin/tournament/{do}": set(),
    "/admin/tournament/protests/{match}/{protest}/{do}": set(),
    "/admin/tournament/reports/{report}/{do}": set(),
    f"{_FORM_EVENT}/{{do}}": set(),
    f"{_FORM_MATCH}/{{do}}": set(),
}


def routes_of(routes: Sequence[BaseRoute]) -> Iterator[APIRoute]:
    """Every route of the application, those in routers that are included too."""
    for route in routes:
        if isinstance(route, APIRoute):
            yield route
        elif (included := getattr(route, "original_router", None)) is not None:
            yield from routes_of(included.routes)


def posted(app: FastAPI) -> set[str]:
    """The addresses of all forms; those of a family, `{do}`, each by itself."""
    paths: set[str] = set()
    for route in routes_of(app.routes):
        if route.path.startswith("/admin") and "POST" in (route.methods or ()):
            members = FAMILIES.get(route.path)
            paths |= {route.path} if members is None else {route.path.replace("{do}", do) for do in members}
    return paths


def test_each_form_can_be_scripted(app: FastAPI) -> None:
    assert posted(app) - OF_PEOPLE == set(SCRIPTED)


def test_the_requests_are_in_the_schema(app: FastAPI) -> None:
    operations = {
        f"{method.upper()} {path}" for path, methods in app.openapi()["paths"].items() for method in methods
    }
    assert {request for request, _ in SCRIPTED.values()} <= operations


def commands() -> set[str]:
    """Every command of the command line, sub-commands too."""
    names = set()
    for name, (module, function, _panel) in COMMANDS.items():
        command = getattr(import_module(module), function)
        if isinstance(command, typer.Typer):
            names |= {f"{name} {sub}" for sub in getattr(get_command(command), "commands", {})}
        else:
            names.add(name)
    return names


#: Commands of the tournament that only show.
WITHOUT_FORM = {
    "tournament show": "shows",
    "entries list": "shows",
}


NOUNS = {name.partition(" ")[0] for name in ACTS}
#: The commands of acts with this noun, if they have another.
GROUPS = {"entry": "entries"}


def test_everything_that_is_commanded_can_be_clicked() -> None:
    groups = ("tournament ", "event ", "entries ")
    of_tournament = {name for name in commands() if name.startswith(groups)}
    clicked = {command for _, command in SCRIPTED.values()}
    clicked |= {f"{GROUPS.get(noun, noun)} {name}" for noun in NOUNS for name in acts_named(noun)}
    assert of_tournament - clicked == set(WITHOUT_FORM)


def test_the_commands_are_there() -> None:
    assert {command for _, command in SCRIPTED.values()} <= commands()


@pytest.mark.parametrize("act", ACTS.values(), ids=lambda act: act.act)
def test_each_act_has_its_request_and_its_command_and_they_have_its_fields(app: FastAPI, act: Any) -> None:
    place = act_routes.PLACES[target_of(act)]
    request = app.openapi()["paths"][f"/api/v1{place.path}/{verb(act)}"]["post"]
    schema = request["requestBody"]["content"]["application/json"]["schema"]
    body = app.openapi()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    assert set(body["properties"]) == set(act.model_fields)
    assert request["description"] == help_of(act)
    command = act_command.command(act)
    assert set(act.model_fields) <= set(signature(command).parameters)

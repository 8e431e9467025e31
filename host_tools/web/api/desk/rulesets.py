"""The API's routes for own rulesets: everyone can read them, a script with a token saves and removes them."""

import json
from typing import Annotated

from fastapi import Path
from pydantic import Field

from host_tools.live_values import Rules
from host_tools.tournament.acts.events import RulesJson
from host_tools.tournament.desk.shapes import Shape
from host_tools.tournament.model.shelf import Shelved
from host_tools.web.api.desk import requests
from host_tools.web.api.desk.dependencies import PREFIX, Actor, there
from host_tools.web.http.refusals import ALWAYS, ON_BODY, ON_CHANGE, Answer, refusals
from host_tools.web.http.routes import DeskHere, room

Key = Annotated[str, Path(max_length=20, description="Its key, such as club")]

routes = room(prefix=PREFIX, tags=["tournament"], responses=refusals(*ALWAYS))


class RulesetShape(Shape):
    """A saved ruleset; an event names it by its key, as its `ruleset`."""

    key: str
    name: str
    base: str
    rules: Rules = Field(description="What differs from the base")
    at: int = Field(description="When it was saved")


class Rulesets(Answer):
    """All saved rulesets, by key."""

    rulesets: list[RulesetShape]


class OneRuleset(Answer):
    """A saved ruleset."""

    ruleset: RulesetShape


class NewRuleset(requests.Asked):
    """A ruleset to be saved."""

    key: str = Field(examples=["club"])
    file: RulesJson = Field(description="As a file of own rules: `base`, `name`, and what differs")
    replace: bool = Field(False, description="Replace the one that has this key")


@routes.get("/rulesets")
def rulesets(desk: DeskHere) -> Rulesets:
    """The saved rulesets, by key; without those that come with Boardside."""
    return Rulesets(rulesets=[_shape(saved) for saved in desk.rulesets()])


@routes.get("/rulesets/{ruleset}", responses=refusals(404, 422))
def one_ruleset(desk: DeskHere, ruleset: Key) -> OneRuleset:
    """One saved ruleset."""
    return OneRuleset(ruleset=_shape(there(lambda: desk.ruleset(ruleset))))


@routes.post("/rulesets", status_code=201, responses=refusals(*ON_CHANGE, *ON_BODY, 409))
def save_ruleset(desk: DeskHere, asked: NewRuleset, actor: Actor) -> OneRuleset:
    """Save own rules, by which matches can be played, for events and matches to choose."""
    text = json.dumps(asked.file, indent=2, ensure_ascii=False) + "\n"
    return OneRuleset(ruleset=_shape(desk.save_ruleset(asked.key, text, replace=asked.replace, actor=actor)))


@routes.delete("/rulesets/{ruleset}", responses=refusals(*ON_CHANGE, 404, 422))
def remove_ruleset(desk: DeskHere, ruleset: Key, actor: Actor) -> Rulesets:
    """Remove a saved ruleset; events that chose it keep its rules. Returns those that are left."""
    there(lambda: desk.remove_ruleset(ruleset, actor=actor))
    return Rulesets(rulesets=[_shape(saved) for saved in desk.rulesets()])


def _shape(saved: Shelved) -> RulesetShape:
    own = saved.own
    return RulesetShape(key=saved.key, name=own.name, base=own.base, rules=own.changes, at=saved.at)

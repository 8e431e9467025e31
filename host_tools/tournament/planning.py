"""The stages of an event: as its rulebook has them, or as the organiser plans them."""

from collections.abc import Sequence
from typing import Any

from boardside.game import match as game
from boardside.game.errors import GameError
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import STAGE_KINDS, Competition, StageKind, StagePlan

#: What may be said of a stage of each kind, and from which number on.
_SETTINGS: dict[str, dict[str, int]] = {
    "knockout": {"third": 0, "random": 0},
    "groups": {"groups": 1, "size": 2, "advance": 1},
    "round_robin": {"advance": 1},
    "preliminary": {"opponents": 1, "advance": 1},
    "external": {},
}


def check(plan: Sequence[StagePlan]) -> None:
    """Raises DeskError unless these stages can follow each other."""
    if not plan:
        raise DeskError("An event needs at least one stage, such as knockout.")
    for position, stage in enumerate(plan, 1):
        if stage.kind not in STAGE_KINDS:
            raise DeskError(f"{stage.kind!r} is no kind of stage; it is one of {', '.join(STAGE_KINDS)}.")
        known = _SETTINGS[stage.kind]
        for name, value in stage.settings.items():
            if name not in known:
                shown = ", ".join(known)
                raise DeskError(f"Stage {position} ({stage.kind}) has no setting {name!r}; it has {shown}.")
            if not isinstance(value, bool if name in ("third", "random") else int) or value < known[name]:
                raise DeskError(f"Stage {position} ({stage.kind}): {name} cannot be {value!r}.")
        if stage.kind == "groups" and ("groups" in stage.settings) == ("size" in stage.settings):
            raise DeskError(f"Stage {position}: say how many groups, or the size of one; one of the two.")
        if stage.settings.get("advance", 0) > stage.settings.get("size", stage.settings.get("advance", 0)):
            raise DeskError(f"Stage {position}: of a group of {stage.settings['size']} not more can go on.")
        is_last = position == len(plan)
        if stage.kind == "external" and len(plan) > 1:
            raise DeskError("A stage that another system draws (external) is the only one of its event.")
        if not is_last and stage.kind == "knockout":
            raise DeskError("A knockout ends an event: no stage can follow it.")
        if not is_last and not stage.settings.get("advance"):
            raise DeskError(f"Stage {position} ({stage.kind}): how many go on? Give advance.")


def parse(text: str) -> StagePlan:
    """A stage as it is typed: "groups:size=4,advance=2", "knockout:third", "preliminary". DeskError."""
    kind, _, rest = text.strip().partition(":")
    settings: dict[str, Any] = {}
    for part in filter(None, (one.strip() for one in rest.split(","))):
        name, _, value = part.partition("=")
        if value and not value.isdecimal():
            raise DeskError(f"{part!r}: a setting of a stage is a whole number, such as size=4.")
        settings[name] = int(value) if value else True
    kinds: dict[str, StageKind] = {one: one for one in STAGE_KINDS}
    if kind not in kinds:
        raise DeskError(
            f"{kind!r} is no kind of stage; give one of {', '.join(STAGE_KINDS)}, with settings behind a "
            "colon: groups:size=4,advance=2."
        )
    return StagePlan(kinds[kind], settings=settings)


def check_rules(of: Competition) -> None:
    """Raises DeskError unless a table would take a match of this event."""
    event: dict[str, Any] = {"kind": "match", "match": "check", "ruleset": of.ruleset, "stage": "final"}
    event |= {"doubles": of.kind != "singles", "rules": of.rules, "category": of.category}
    try:
        game.apply(game.new(), {name: value for name, value in event.items() if value is not None})
    except GameError as error:
        raise DeskError(f"No table would take a match of {of.name}: {error.message}.") from error

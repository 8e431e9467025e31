"""The stages of an event: those of its rulebook, or those that the organiser plans."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from boardside.game import match as game
from boardside.game.errors import GameError
from host_tools.live_values import Event, Rules
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import (
    STAGE_KINDS,
    Competition,
    Kind,
    StageKind,
    StagePlan,
    StageSettings,
)

# The format of each rulebook's tournament: the stages of an event, and rule changes for its matches.
#
# The limits that a rulebook sets for entries (Spandan 2 to 5) are in checks.py.


@dataclass(frozen=True, slots=True)
class Preset:
    """The format of a rulebook. plan: its stages. rules: changes for its matches, as in the `match` event, or
    None. kinds: what its entries can be. source: the document that defines it.
    """

    plan: tuple[StagePlan, ...]
    kinds: tuple[Kind, ...] = ("singles", "doubles", "team")
    rules: Rules | None = None
    source: str = ""


_PRESETS = {
    # "Knockout by default": the Laws name rounds up to the final, and no groups.
    "icf": Preset((StagePlan("knockout", "Knockout"),), source="Laws 56, 60"),
    "vkk": Preset(
        (
            StagePlan("groups", "Groups", {"size": 4, "advance": 2}),
            StagePlan("knockout", "Knockout"),
        ),
        source="Top two players from each group will advance",
    ),
    # "Continuous elimination. Fixtures will be picked at random": no seeds, no clubs kept apart.
    "spandan": Preset(
        (StagePlan("knockout", "Knockout", {"random": True}),),
        kinds=("singles", "doubles"),
        source="Spandan 10",
    ),
    "vaishali": Preset((StagePlan("knockout", "Knockout"),), kinds=("team",), source="Participation rule"),
    # Each of the ten games of the preliminaries is against another opponent: a match at a table is one game
    # of four rounds (D83). The best six play everybody, the best two of them a championship match.
    "wcc": Preset(
        (
            StagePlan("preliminary", "Preliminaries", {"opponents": 10, "advance": 6}),
            StagePlan("round_robin", "Play-off", {"advance": 2}),
            StagePlan("knockout", "Final"),
        ),
        kinds=("singles", "doubles"),
        rules={"games": {"group": 1, "round": 1}},
        source="Tournament Scoring, Tie-Breaking Procedure",
    ),
}


def preset(ruleset: str) -> Preset:
    """The format of a ruleset. KeyError for one that Boardside does not know."""
    return _PRESETS[ruleset]


def preset_plan(ruleset: str, kind: Kind) -> tuple[StagePlan, ...]:
    """The stages of an event under a ruleset: a knockout when the rulebook has no such entries."""
    preset = _PRESETS[ruleset]
    return preset.plan if kind in preset.kinds else (StagePlan("knockout", "Knockout"),)


#: The settings of each kind of stage, and the least number of each.
_SETTINGS: dict[str, dict[str, int]] = {
    "knockout": {"third": 0, "random": 0},
    "groups": {"groups": 1, "size": 2, "advance": 1},
    "round_robin": {"advance": 1},
    "preliminary": {"opponents": 1, "advance": 1},
    "swiss": {"rounds": 1, "clubs_apart": 1, "countries_apart": 1, "advance": 1},
    "external": {},
}


def check(plan: Sequence[StagePlan]) -> None:
    """Raises DeskError unless these stages can follow each other."""
    if not plan:
        raise DeskError("no_stage_planned")
    for position, stage in enumerate(plan, 1):
        if stage.kind not in STAGE_KINDS:
            raise DeskError("unknown_stage", kind=stage.kind, kinds=list(STAGE_KINDS))
        known = _SETTINGS[stage.kind]
        for name, value in stage.settings.items():
            if name not in known:
                raise DeskError(
                    "unknown_setting", position=position, stage=stage.kind, setting=name, settings=list(known)
                )
            if type(value) is not (bool if name in ("third", "random") else int) or value < known[name]:
                raise DeskError("bad_setting", position=position, stage=stage.kind, setting=name, value=value)
        if stage.kind == "groups" and ("groups" in stage.settings) == ("size" in stage.settings):
            raise DeskError("groups_or_size", position=position)
        if stage.settings.get("advance", 0) > stage.settings.get("size", stage.settings.get("advance", 0)):
            raise DeskError("too_many_advance", position=position, size=stage.settings["size"])
        if stage.kind == "swiss" and "rounds" not in stage.settings:
            raise DeskError("rounds_missing", position=position)
        is_last = position == len(plan)
        if stage.kind == "external" and len(plan) > 1:
            raise DeskError("external_alone")
        if not is_last and stage.kind == "knockout":
            raise DeskError("knockout_ends")
        if not is_last and not stage.settings.get("advance"):
            raise DeskError("advance_missing", position=position, stage=stage.kind)


def parse(text: str) -> StagePlan:
    """A stage as it is typed: "groups:size=4,advance=2", "knockout:third", "preliminary". DeskError."""
    kind, _, rest = text.strip().partition(":")
    settings: dict[str, int | bool] = {}
    for part in filter(None, (setting.strip() for setting in rest.split(","))):
        name, _, value = part.partition("=")
        if value and not value.isdecimal():
            raise DeskError("setting_no_number", text=part)
        settings[name] = int(value) if value else True
    kinds: dict[str, StageKind] = {kind: kind for kind in STAGE_KINDS}
    if kind not in kinds:
        raise DeskError("unknown_stage", kind=kind, kinds=list(STAGE_KINDS))
    return StagePlan(kinds[kind], settings=cast(StageSettings, settings))  # `check` looks at the names


def typed(stage: StagePlan) -> str:
    """The stage as it is typed; the inverse of `parse`, but for its name."""
    settings = [
        name if value is True else f"{name}={value}" for name, value in stage.settings.items() if value
    ]
    return f"{stage.kind}{':' if settings else ''}{','.join(settings)}"


def check_rules(competition: Competition) -> None:
    """Raises DeskError unless a table would take a match of this event."""
    event: Event = {
        "kind": "match",
        "match": "check",
        "ruleset": competition.ruleset,
        "stage": "final",
    }
    event |= {
        "doubles": competition.kind != "singles",
        "rules": competition.rules,
        "category": competition.category,
    }
    try:
        game.apply(game.new(), {name: value for name, value in event.items() if value is not None})
    except GameError as error:
        raise DeskError(
            "rules_refused", event=competition.name, why={"reason": error.reason, "facts": error.facts}
        ) from error

"""The format of each rulebook's tournament: the stages of an event, and rule changes for its matches.

The limits that a rulebook sets for entries (Spandan 2 to 5) are in limits.py.
"""

from dataclasses import dataclass

from host_tools.live_values import Rules
from host_tools.tournament.model.model import Kind, StagePlan


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


def plan(ruleset: str, kind: Kind) -> tuple[StagePlan, ...]:
    """The stages of an event under a ruleset: a knockout when the rulebook has no such entries."""
    preset = _PRESETS[ruleset]
    return preset.plan if kind in preset.kinds else (StagePlan("knockout", "Knockout"),)

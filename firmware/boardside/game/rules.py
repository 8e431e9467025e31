"""The rules of a match: a ruleset with an organiser's changes laid over it, and the sport that they are for.

One object, a `Sport`, has everything that differs between carrom and crokinole. `match` chooses it once, when
a match begins: `Setup.sport`. No other code in this package depends on which sport is played.
"""

from . import rulesets
from .carrom import CARROM
from .errors import GameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Protocol

    from .state import BySide, Event, Ruling, State

    class Sport(Protocol):
        """A sport. Its object has no state of its own."""

        # "carrom" or "crokinole", as in the rules.
        name: str
        # The phases in which an event of each kind is taken; a kind that is missing does not belong to this
        # sport.
        phases: "dict[str, tuple[str, ...]]"
        # handler(state, event) changes the state, a copy of the caller's own. Raises GameError.
        handlers: "dict[str, Callable[[State, Event], Ruling]]"

        def narrowed(self, rules: "dict[str, Any]", event: Event) -> "dict[str, Any]":
            """The rules of one match: what goes by stage or category is a single value, that of its `match`
            event. May change `rules`. Raises GameError "impossible" for rules that no match can be played by.
            """

        def begin(self, state: State, event: Event) -> Ruling:
            """Begin a match; `state` has its setup and names."""

        def lay_over(self, rules: "dict[str, Any]", changes: "dict[str, Any]") -> None:
            """Put an organiser's `changes` into `rules`. Raises GameError, as `rules.resolve`."""

        def official(self, state: State) -> "dict[str, Any]":
            """The result as it is published (`official.official`), without "held" and "desk"."""

        def official_points(self, state: State) -> BySide:
            """The points of the current game as they are published; a dict of its own."""

        def proposal(self, state: State) -> "Event | None":
            """The event that results from the recorded play; None: none yet, or nothing was recorded."""

        def breach(self, state: State) -> "tuple[str, tuple[str, ...]] | None":
            """What the side in turn commits when its time runs out, and the Laws; None: not known."""


def resolve(ruleset: str, changes: "dict[str, Any] | None" = None) -> "dict[str, Any]":
    """The rules a match is played by: `ruleset` with an organiser's `changes` laid over it; a fresh dict.

    Of "board_limit", "change_after_board" and "clocks" only the entries named in `changes` differ.
    Raises GameError: "unknown" (ruleset, field, stage, clock), "malformed" (type), "impossible" (range, or
    what does not go together), naming the field, the value and what is allowed.
    """
    rules = {}
    base = rulesets.load(ruleset)
    for name in base:
        value = base[name]
        rules[name] = dict(value) if isinstance(value, dict) else value
    if changes is None:
        return rules
    if not isinstance(changes, dict):
        raise GameError("malformed", "not_changes", field="rules", value=changes)
    sport_of(rules).lay_over(rules, changes)
    return rules


def sport_of(rules: "dict[str, Any]") -> "Sport":
    """The sport that `rules` are for: a ruleset, or the rules of a match. Without any: carrom."""
    if rules.get("sport") == "crokinole":  # imported now: a carrom table has no memory for it
        from .crokinole import CROKINOLE

        return CROKINOLE
    return CARROM

"""The sports that can be played at a table: `Carrom` here, `Crokinole` in crokinole/sport.py. One object is
chosen when the match begins, and has everything that differs by sport (core/core.Sport lists it).

What only crokinole needs is imported for the first crokinole match: a carrom table spends no memory on it.
"""

from ..game.errors import GameError
from ..game.rules import resolve
from .core.clocks import EXPIRED
from .core.conduct import Conduct, hold_for_entry
from .pages.entry import Entry
from .pages.main import CarromMain
from .show.views import lay_carrom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..game.state import State
    from ..game.strokes import Situation
    from .core.core import Core, Sport
    from .pages.panel import Page


class Carrom(Conduct):
    """Carrom at one table: its clocks by `Conduct`, its pages and what is seen of it."""

    name = "carrom"
    has_strokes = True
    ends_at_zero = False
    who_begins = "Who breaks first"

    def __init__(self) -> None:
        Conduct.__init__(self)
        self.main = CarromMain(self)
        self.lay = lay_carrom

    def playing(self, state: "State") -> "Situation | None":
        """What tells `turn` and `seat` while strokes are recorded; None else."""
        return self.situation(state)

    def entry(self, state: "State") -> "Page":
        """The page on which a board's result is entered."""
        return Entry()

    def proposal(self, state: "State") -> "Page | None":
        """The page for the result of the strokes; None while the board continues."""
        from .pages import proposal

        return proposal.page(state)

    def menu(self) -> "Any":
        """The module of the menu's items, loaded when it is wanted."""
        from .menu import items

        return items

    def categories(self) -> tuple:
        """The categories to choose from for a match that is set up here: (digits, value) each."""
        return ()

    def points_problem(self, state: "State", a: int, b: int) -> str:
        """Why a game's points cannot be set by hand to `a` and `b` (a reason of `texts.REASONS`), or ""."""
        return ""

    def hall_ended(self, core: "Core", now: int) -> None:
        """The hall's clock calls time where the rules say so: the board in play is the last, or it
        does not count and its clock stops. The main page asks for the end (`Core.is_time_called`).
        """
        state = core.record.state
        if state.phase == "idle" or state.setup.rules.get("time_by") != "hall":
            return
        in_play = state.phase == "board"
        core.time_in = (state.setup.match, state.game, state.board if in_play else 0)
        if not in_play or state.extra:
            return
        if state.setup.rules["at_time"] == "counts":
            core.message("last_board", now)
        else:
            hold_for_entry(core, now)

    def ask_again(self, core: "Core", now: int) -> None:
        """After power-on: the hall's clock had ended, in the board in play if its end came after "Play", and
        no game was ended by it; a stroke that was not complete is to be pressed again.
        """
        Conduct.ask_again(self, core, now)
        state, end = core.record.state, core.record.hall_event
        if core.clocks.hall.state != EXPIRED or end is None:
            return
        if not state.history or "D20" not in state.history[-1].laws:
            self.hall_ended(core, now)
            if core.time_in is not None and end["seq"] < core.record.played:
                core.time_in = core.time_in[:2] + (0,)


class Sports:
    """The sports of one table, each made when it is first wanted."""

    def __init__(self) -> None:
        self._carrom = Carrom()
        self._crokinole: "Sport | None" = None

    def named(self, name: str) -> "Sport":
        """The sport `name`, "carrom" or "crokinole", as rulesets have it."""
        if name != "crokinole":
            return self._carrom
        if self._crokinole is None:
            from .crokinole.sport import Crokinole

            self._crokinole = Crokinole()
        return self._crokinole


def rules_problem(base: str, changes: "dict[str, object]") -> str:
    """Why no match can be begun with `changes` from the ruleset `base` (docs/organiser/rulesets.md):
    reason and facts, "" when one can.
    """
    try:
        resolve(base, changes)
    except GameError as error:
        return str(error)
    return ""

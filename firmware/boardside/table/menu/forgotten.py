"""Strokes that nobody pressed, in which nothing went down: how many is typed, they are entered at once.

OK held, then QUEEN once for each stroke, OK. STRIKER takes one away, UNDO goes back to the menu. Each is a
stroke of its own in the record, so UNDO takes back one after the other.
"""

from ..core.conduct import Conduct
from ..pages.panel import Page
from .numbers import Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..pages.panel import Panel

MOST = 9


def ask(panel: "Panel", menu: "Page | None") -> None:
    """Open the page with one stroke typed; refused without a board stroke by stroke, while a stroke is being
    pressed, and while c/m are to be placed.
    """
    if _may_enter(panel):
        panel.open(Number("n", "Strokes with nothing down", 1, 1, MOST, (1,), 0, _digits, _enter, menu))


def _digits(value: int) -> str:
    return "%4d" % value


def _may_enter(panel: "Panel") -> bool:
    situation = panel.sport.situation(panel.state)
    if situation is None:
        panel.refuse("no_strokes")
    elif situation.placing:
        panel.refuse("place")
    elif situation.over:
        panel.refuse("open")
    elif isinstance(panel.sport, Conduct) and panel.sport.strokes.pending:
        panel.refuse("stroke")
    else:
        return True
    return False


def _enter(panel: "Panel", value: int, now: int) -> bool:
    """Enter the strokes; it ends before one that the rules refuse, and says why."""
    for _ in range(value):
        sport, situation = panel.sport, panel.sport.situation(panel.state)
        if not _may_enter(panel) or situation is None or not isinstance(sport, Conduct):
            return True
        if not sport.complete(panel.core, situation, now):
            return True
    return True

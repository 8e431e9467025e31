"""The outcome of a board's strokes, waiting for OK: its result, or a replay (137)."""

from ...game import match
from ...game.errors import GameError
from ..ruling_digits import REPLAY
from .entry import Entry
from .panel import Page, step_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...game.state import State
    from ..show.screens import Screen
    from .panel import Panel


def page(state: "State") -> "Page | None":
    """The page for the result of the strokes; None while the board continues."""
    event = match.proposal(state)
    if event is None:
        return None
    if event["kind"] == "replayed":
        return Replay(event)
    try:
        return Entry(None, event, state)
    except GameError:  # the main screen then asks for a result, as for any board
        return None


class Replay(Page):
    """The board is cancelled and replayed: OK enters that, UNDO takes the last event back."""

    def __init__(self, event: dict) -> None:
        self.event = event

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key while the replay waits."""
        if key == "OK":
            if panel.commit(dict(self.event), now):
                panel.leave()
        elif key == "UNDO":
            panel.core.undo(now)
            panel.leave()
        elif key == "PAUSE" or not step_out(panel, key, now):
            panel.refuse("replayed")

    def may_rest(self) -> bool:
        """It waits for the umpire."""
        return False

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay it over the screen."""
        law = self.event["law"]
        screen.say(REPLAY, "Law %s: the board is replayed. OK" % law)

"""A match that the organiser has decided while it stands here: its umpire is asked to end it (D296)."""

from . import texts
from .pages import Page
from .screens import player

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game.state import State
    from .panel import Panel
    from .screens import Screen
    from .table import Table

_ENDED = ("idle", "over", "confirmed")


def stands(table: "Table") -> bool:
    """Whether the umpire, once told, has to end this match. After "play on" not before the next board."""
    state = table.state
    if state.phase in _ENDED:
        return False
    return table.plays_on != (state.match, state.game, state.board)


def lay(screen: "Screen", table: "Table") -> None:
    """Over the main screen: the message by turns with the score; what is to be placed stays."""
    winner = _winner(table)
    screen.tell("Desk: %s. OK ends it" % winner)
    if screen.page == "score" or screen.alternate or screen.phase == "toss":
        screen.say(texts.DECIDED, screen.told, alternate=True)


def _winner(table: "Table") -> str:
    side = table.record.decided
    return "%s wins" % texts.fit(player(table.state, side), 14) if side else "decided"


class EndHere(Page):
    """OK: the match ends here as it stands. UNDO: it is played on."""

    def __init__(self, table: "Table") -> None:
        self._table = table

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key while the table asks."""
        if key == "OK":
            self._end(panel, now)
        elif key == "UNDO":
            self._play_on(panel)
        elif key in ("CLOCK", "PAUSE"):
            panel.leave()
            panel.mode.press(panel, key, now)
        else:
            panel.refuse("end_here")

    def long(self, panel: "Panel", key: str, now: int) -> bool:
        """OK held: the menu."""
        if key == "OK":
            panel.open_menu()
        return key == "OK"

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the question over the screen."""
        screen.say(texts.END_HERE, "%s: OK ends it, UNDO plays on" % _winner(self._table))

    def _end(self, panel: "Panel", now: int) -> None:
        winner = panel.table.record.decided
        if panel.commit({"kind": "ended", "winner": winner} if winner else {"kind": "ended"}, now):
            panel.leave()

    def _play_on(self, panel: "Panel") -> None:
        state = panel.state
        panel.table.plays_on = (state.match, state.game, state.board)
        panel.leave()

"""Asks the umpire to end a match that the organiser has decided during play (D296), or a game in which the
hall's clock has called time.
"""

from .. import texts
from ..show.called import line_of
from .panel import Page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...game.state import State
    from ..core.core import Core
    from ..show.screens import Screen
    from .panel import Panel

_WINS = 19  # characters, with room for the rest of both lines


def lay(screen: "Screen", core: "Core") -> None:
    """Show the message over the main screen, in turn with the score; c/m to be placed stay visible."""
    winner = _winner(core)
    _lay(screen, texts.DECIDED, "Desk: %s. OK ends it" % winner)


def lay_time(screen: "Screen") -> None:
    """As `lay`, of a game in which the hall's clock has called time."""
    _lay(screen, texts.UNDONE["time"], "Time is up. OK ends the game")


def _lay(screen: "Screen", message: str, line: str) -> None:
    screen.tell(line)
    if screen.page == "score" or screen.alternate or screen.phase == "toss":
        screen.say(message, screen.own_line, alternate=True)


def _winner(core: "Core") -> str:
    side = core.record.decided
    return line_of(core.record.state, "match to %s", (side,), _WINS) if side else "decided"


class EndHere(Page):
    """OK: the match ends here with its present score. UNDO: play continues."""

    _refusal = "end_here"

    def __init__(self, core: "Core") -> None:
        self._core = core

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
            panel.refuse(self._refusal)

    def long(self, panel: "Panel", key: str, now: int) -> bool:
        """OK held: the menu."""
        if key == "OK":
            panel.open_menu()
        return key == "OK"

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the question over the screen."""
        screen.say(texts.END_HERE, self._question(state))

    def _question(self, state: "State") -> str:
        words = _winner(self._core)
        return "%s: OK ends it, UNDO plays on" % (words[0].upper() + words[1:])

    def _end(self, panel: "Panel", now: int) -> None:
        winner = panel.core.record.decided
        if panel.commit({"kind": "ended", "winner": winner} if winner else {"kind": "ended"}, now):
            panel.leave()

    def _play_on(self, panel: "Panel") -> None:
        state = panel.state
        panel.core.plays_on = (state.setup.match, state.game, state.board)
        panel.leave()


class TimeHere(EndHere):
    """OK: the game ends with its present score. UNDO: play continues."""

    _refusal = "open"

    def _question(self, state: "State") -> str:
        if state.phase == "board":
            return "Board %d void: OK ends, UNDO plays on" % state.board
        return "Time: OK ends the game, UNDO plays on"

    def _end(self, panel: "Panel", now: int) -> None:
        if panel.commit({"kind": "time"}, now):
            panel.leave()

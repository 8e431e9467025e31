"""The questions of the table at the end buzzer: the last shot of a round, the rounds that were not shot.

Strict timing: the buzzer ends the play, but a side that has had one shot less has one last shot; a round in
which no disc was shot gives both nothing (Tournament Play, Tournament Scoring).
"""

from ...game.crokinole.play import NOBODY
from .. import texts
from ..pages.panel import Page
from ..show.called import line_of
from .views import ASKED, NONE, last_message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from ...game.crokinole.play import Play
    from ...game.state import State
    from ..core.core import Core
    from ..pages.panel import Panel
    from ..show.screens import Screen


class Asked(Page):
    """A page that the table opens by itself: it stays until a key answers it, and the host need not wait."""

    keeps_host_waiting = False
    phase = ""  # in which it makes sense

    def may_rest(self) -> bool:
        """The page does not close without keys: no key opened it."""
        return False


class LastShot(Asked):
    """Who has the last shot? WHITE left, BLACK right, OK as proposed; if not counted, nobody."""

    phase = "board"

    def __init__(self, play: "Play", shot: "Callable[[Core, int, bool], None]") -> None:
        self._shot = shot
        self.known = play.behind()  # a side, NOBODY, or None when it was not counted

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key while the table asks."""
        if key == "WHITE" or key == "BLACK":
            self._say(panel, panel.side("left" if key == "WHITE" else "right"), now)
        elif key == "OK":
            self._say(panel, self._proposed(), now)
        elif key == "UNDO":
            panel.leave()
        elif (key == "CLOCK" or key == "QUEEN") and self._proposed() is not None:
            if self._say(panel, self._proposed(), now):  # it has been shot already
                self._shot(panel.core, now, key == "QUEEN")
        else:
            panel.core.refuse_with("L or r", "Last shot: WHITE left, BLACK right; OK: none")

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the question over the screen."""
        if self.known is None:
            screen.say(ASKED, "Buzzer! One behind? WHITE, BLACK; OK: no")
        elif self.known == NOBODY:
            screen.say(NONE, "Buzzer! Level in shots: OK")
        else:
            line = line_of(state, "Buzzer! %s has one last shot: OK", (self.known,), texts.PAGE_MAX)
            screen.say(last_message(state, self.known), line)

    def _proposed(self) -> "str | None":
        return None if self.known == NOBODY else self.known

    def _say(self, panel: "Panel", side: "str | None", now: int) -> bool:
        if not panel.commit({"kind": "last_shot", "side": side}, now):
            return False
        panel.leave()
        return True


class Unshot(Asked):
    """Time between two rounds: OK, the others are not shot (0-0); CLOCK plays on; UNDO leaves."""

    phase = "ready"

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key while the table offers it."""
        if key == "OK":
            if panel.commit({"kind": "time"}, now):
                panel.leave()
        elif key == "UNDO":
            self._play_on(panel)
        elif key == "CLOCK":
            self._play_on(panel)
            panel.sport.clock_key(panel.core, now)
        else:
            panel.refuse("open")

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the offer over the screen."""
        first, last = state.board, state.setup.rules["rounds"]
        if last is None:
            screen.say("r%-6d0" % first, "Time: game as it stands: OK. CLOCK plays on")
        elif first >= last:
            screen.say("r%-6d0" % first, "Round %d not shot, 0-0: OK. CLOCK plays on" % first)
        else:
            line = "Rounds %d-%d not shot, 0-0: OK" % (first, last)
            screen.say("%-7s0" % ("r%d-r%d" % (first, last)), line)

    def _play_on(self, panel: "Panel") -> None:
        panel.core.clocks.hall.is_over = True  # its zero gives way to the round's number at once
        panel.leave()

"""Crokinole at one table: what CLOCK does, which clock each event starts or stops, what the buzzer asks for.

CLOCK is the key for each step of a match: "Play", then a press for each disc shot (optional), and after the
last one the round's result. The hall's clock times the games (Tournament Play); a club without one may set a
clock for each round (`clocks.round`, D85), which is the main clock here.
"""

from ...game.crokinole.play import in_play
from .. import texts
from ..core import conduct
from ..core.clocks import EXPIRED, PAUSED
from .main import Main
from .views import lay, play_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...game.crokinole.play import Play
    from ...game.state import State
    from ..core.clocks import Clocks
    from ..core.core import Core
    from ..pages.panel import Page

_REFUSALS = {"idle": "no_match", "toss": "toss", "over": "finish", "confirmed": "sealed"}


class Crokinole:
    """As core/core.Sport lists it; `Carrom` in sports.py says what each answer is for."""

    name = "crokinole"
    has_strokes = False
    ends_at_zero = True  # the buzzer has ended the round (D85)
    who_begins = "Who shoots first"

    def __init__(self) -> None:
        self.main = Main(self.shot)
        self.lay = lay

    def situation(self, state: "State") -> None:
        """No strokes are recorded."""
        return

    def goes_on_with_clock(self, state: "State", clocks: "Clocks") -> bool:
        """While shots are counted and discs are left, CLOCK is the next shot, and a paused clock goes on with
        it; else OK enters the result.
        """
        if clocks.main.state == PAUSED:
            return True
        play = in_play(state)
        return play is not None and (play.counted or play.ended) and play.turn is not None

    def playing(self, state: "State") -> "Play | None":
        """The round, which tells `turn` and `seat`; None while none is in play."""
        return in_play(state)

    def clear(self) -> None:
        """Nothing to forget: each press is entered at once."""

    def entry(self, state: "State") -> "Page":
        """The page on which a round's result is entered."""
        from .entry import Entry

        return Entry(state)

    def proposal(self, state: "State") -> None:
        """None: strokes give no result."""
        return

    def menu(self) -> "Any":
        """The module of the menu's items, loaded when it is needed."""
        from . import items

        return items

    def categories(self) -> tuple:
        """The categories of a match: (digits, value) each."""
        from .items import CATEGORIES

        return CATEGORIES

    def points_problem(self, state: "State", a: int, b: int) -> str:
        """Where a round gives two points, the sum is even."""
        return "odd" if (a + b) % 2 and state.setup.rules["scoring"] == "two" else ""

    def clock_key(self, core: "Core", now: int) -> None:
        """CLOCK: "Play", or a disc has been shot; when all are, the round's result is asked for."""
        phase = core.record.state.phase
        if phase == "ready":
            core.commit({"kind": "play"}, now)
        elif phase != "board":
            core.refuse(_REFUSALS[phase])
        elif core.clocks.main.state == PAUSED:
            core.keep_clock()
            conduct.resume(core, now)
        else:
            self.shot(core, now, False)

    def shot(self, core: "Core", now: int, is_twenty: bool) -> None:
        """The side in turn has shot one disc; with none left, the result or the last shot is asked for."""
        play = play_of(core.record.state)
        if play is None:
            core.refuse("play")
        elif play.turn is not None:
            core.commit({"kind": "shot", "twenty": True} if is_twenty else {"kind": "shot"}, now)
        elif play.over:
            core.panel.open(self.entry(core.record.state))
        else:
            self._ask_last_shot(core)

    def clock_wanted(self, state: "State") -> None:
        """None: no clock has to be on."""
        return None

    def quiet(self, core: "Core", now: int) -> None:
        """Carrom's strokes alone wait for quiet."""

    def breach(self, core: "Core", name: str) -> "tuple[str | None, str]":
        """What may be ruled when the clock `name` has run out, and the rule."""
        words, law, _ = texts.EXPIRED[name]
        return words, law

    def follow(self, core: "Core", old: "State", stored: dict, kind: str, now: int) -> None:
        """After the event `stored`, of `kind`, took the match from `old` to the present state: update the
        clocks and the questions.
        """
        state = core.record.state
        clock = core.clocks.main
        if kind == "match":
            conduct.stop_hall_of_last_match(core)
            core.clocks.protest.stop()
            conduct.start(core, "report", now)
        elif kind == "play":
            conduct.start(core, "round", now)
        elif kind == "expired":
            if clock.name == "round" and clock.state == EXPIRED:
                self.hall_ended(core, now)
        elif kind == "time" and state.phase == "board":
            self.hall_ended(core, now)
        elif (state.phase, state.game, state.board) != (old.phase, old.game, old.board):
            _stop_unfit(core)
        asked = getattr(core.panel.mode, "phase", None)
        if asked is not None and (asked != state.phase or state.board != old.board):
            core.panel.leave()  # the host has answered it

    def recover(self, core: "Core", now: int) -> None:
        """After power-on: show the round's clock, if it has one, paused."""
        state = core.record.state
        core.clocks.stop()
        if state.phase != "board":
            return
        left = state.paused[1] if state.paused is not None and state.paused[0] == "round" else None
        length = state.setup.rules["clocks"]["round"]
        if length is not None:
            core.clocks.main.hold("round", length, left)
            if _is_open(core, core.record.round_expired):
                core.clocks.main.expire()

    def hall_ended(self, core: "Core", now: int) -> None:
        """The end buzzer has sounded. In a round: who has the last shot? Between rounds: the others are not
        shot.

        An open entry stays open: its round is over.
        """
        state = core.record.state
        if not core.panel.is_at_main:
            return
        if state.phase == "board":
            self._ask_last_shot(core)
        elif state.phase == "ready" and state.boards and not state.extra:
            from .buzzer import Unshot

            core.panel.open(Unshot())

    def ask_again(self, core: "Core", now: int) -> None:
        """After power-on: the buzzer has sounded in this round or behind it, by the hall's or the round's
        clock; the power failed before the umpire could answer.
        """
        record = core.record
        event = record.hall_event
        ended = event["seq"] if event is not None and event["do"] == "end" else 0
        if _is_open(core, ended) or (
            core.record.state.phase == "board" and _is_open(core, record.round_expired)
        ):
            self.hall_ended(core, now)

    def _ask_last_shot(self, core: "Core") -> None:
        play = play_of(core.record.state)
        if play is not None and play.last is None:
            from .buzzer import LastShot

            core.panel.open(LastShot(play, self.shot))


def _stop_unfit(core: "Core") -> None:
    """Stop a forgotten clock: a round's runs only in a round, the report's only before the first."""
    clock, state = core.clocks.main, core.record.state
    awaited = (
        clock.name == "report" and state.phase in ("toss", "ready") and not (state.boards or state.history)
    )
    if not awaited and not (clock.name == "round" and state.phase == "board"):
        clock.stop()


def _is_open(core: "Core", seq: int) -> bool:
    """Whether event `seq` (0: none) came after "Play" of the last round that was begun."""
    return seq > core.record.played

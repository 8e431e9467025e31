"""A board stroke by stroke: what the keys of the pieces, FOUL and DUE mean while one is in play.

CLOCK stops the count (*struck*), what went down is pressed, CLOCK enters it (*complete*). A piece pressed
while the count runs is *struck* as well. Nothing is recorded before *complete*; UNDO takes back press by
press, and right after *complete* it brings the presses back, to be put right.
"""

from . import conduct, sports
from .clocks import EXPIRED, OFF

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game.strokes import Situation
    from .panel import Panel
    from .table import Table

_PIECES = ("WHITE", "BLACK", "QUEEN", "STRIKER", "FOUL")
_MOST_PRESSES = 32  # that UNDO can take back; more than a stroke can have
_WHITE, _BLACK, _QUEEN, _STRIKER, _IMPROPER, _EARLY = range(6)
_AT = {"WHITE": _WHITE, "BLACK": _BLACK, "QUEEN": _QUEEN, "STRIKER": _STRIKER, "FOUL": _IMPROPER}
_NOTHING = (0, 0, 0, 0, 0, 0)


class Strokes:
    """What was pressed of the stroke that is being made.

    down: (white c/m, black c/m, Queen, striker, improper, break before "Play"); all but the first two 0 or 1.
    """

    def __init__(self) -> None:
        self.down: "tuple[int, ...]" = _NOTHING
        self._past: "list[tuple]" = []  # `down` before each press
        self.restored = False  # the presses are those of a stroke that was taken back
        self._struck = False  # CLOCK has stopped the count: UNDO, once no press is left, takes that back
        self._stopped = False  # the first press has stopped it: UNDO of that press lets it run on
        self._entered: "tuple | None" = None  # (seq, down, past) of the stroke entered last

    @property
    def pending(self) -> bool:
        """Something is pressed that CLOCK will enter."""
        return self.down != _NOTHING

    def press(self, panel: "Panel", key: str, now: int) -> bool:
        """A key on the main screen while strokes are recorded; whether it had a meaning of this board."""
        situation = sports.situation(panel.state)
        if situation is None:
            return False
        if key == "UNDO":
            return self._undo(panel, now)
        if key == "DUE":
            return self._due(panel, situation, now)
        if key not in _PIECES:
            return False
        if situation.placing:
            self._while_placing(panel, key)
        elif key == "FOUL" and panel.table.clocks.main.state == EXPIRED and not self.pending:
            _foul_page(panel)
        else:
            self._piece(panel, situation, key, now)
        return True

    def long(self, panel: "Panel", key: str, now: int) -> bool:
        """FOUL held: a foul without a stroke. DUE held: what is to be placed is forgone (87a)."""
        situation = sports.situation(panel.state)
        if situation is None:
            return False
        if key == "FOUL" and panel.mode is panel.main:
            if self._past and self.down[_IMPROPER] != self._past[-1][_IMPROPER]:
                self._recall(panel)
            if self.pending:
                panel.refuse("stroke")  # what is pressed would be lost with it
            else:
                _foul_page(panel)
            return True
        if key != "DUE":
            return False
        if situation.placing:
            panel.leave()
            _placing().forgo(panel, now)
            return True
        return False

    def clock_key(self, table: "Table", situation: "Situation", now: int) -> None:
        """CLOCK while nothing is paused: placed, struck or complete."""
        clock = table.clocks.main
        if situation.placing:
            table.commit({"kind": "place", "how": "done"}, now)
        elif clock.state != OFF and (clock.state == EXPIRED or table.settings.get("struck", 1)):
            table.panel.keep_clock()
            self._struck = True
            clock.stop()
        else:
            self.complete(table, situation, now)

    def complete(self, table: "Table", situation: "Situation", now: int, untouched: bool = False) -> None:
        """Enter what was pressed as a stroke, a try at the break without touching included."""
        entered = (self.down, self._past)
        if table.commit(self._event(situation, untouched), now):
            self._entered = (table.record.last_seq,) + entered

    def break_too_early(self, panel: "Panel", now: int) -> None:
        """The break was made before "Play" (47): the board begins, what went down is still to be pressed."""
        if panel.table.commit(conduct.play_event(panel.table), now):
            panel.table.clocks.stop()
            self._past = []
            self.down = (0, 0, 0, 0, 0, 1)
            panel.table.message("early", now)

    def follow(self, stored: dict) -> None:
        """After any event: presses belong to the stroke they were made for, and to no other.

        A stroke that is taken back brings its presses back.
        """
        kind = stored["kind"]
        if kind in ("pause", "resume", "expired", "names", "hall", "boot", "decided"):
            return
        entered = self._entered
        self.clear()
        if kind == "undo" and entered is not None and stored.get("of") == entered[0]:
            self.restored = True
            self.down, self._past = entered[1], entered[2]

    def clear(self) -> None:
        """Nothing is pressed."""
        self.down = _NOTHING
        self._past = []
        self._struck = self._stopped = False
        self._entered = None
        self.restored = False

    def by_side(self, situation: "Situation", side: str) -> int:
        """C/m of `side` that were pressed."""
        return self.down[_WHITE if side == situation.white else _BLACK]

    @property
    def queen(self) -> bool:
        """The Queen was pressed."""
        return bool(self.down[_QUEEN])

    @property
    def striker(self) -> bool:
        """The striker was pressed."""
        return bool(self.down[_STRIKER])

    @property
    def improper(self) -> bool:
        """The stroke was improper, or a break before "Play"."""
        return bool(self.down[_IMPROPER] or self.down[_EARLY])

    @property
    def early(self) -> bool:
        """The stroke is a break before "Play" (47)."""
        return bool(self.down[_EARLY])

    def _piece(self, panel: "Panel", situation: "Situation", key: str, now: int) -> None:
        at = _AT[key]
        down = list(self.down)
        if at <= _BLACK:
            down[at] += 1
            if not self._is_possible(panel, situation, at, down[at]):
                return
        elif at == _QUEEN and situation.queen != "board" and not down[at]:
            panel.refuse("no_queen")
            return
        else:
            down[at] = 1 - down[at]
        if panel.table.clocks.main.state != OFF:
            panel.table.clocks.keep()
            panel.table.clocks.stop()
            self._stopped = True
        self._past.append(self.down)
        if len(self._past) > _MOST_PRESSES:
            self._past.pop(0)
        self.down = tuple(down)

    def _is_possible(self, panel: "Panel", situation: "Situation", at: int, count: int) -> bool:
        """Whether so many of a colour are on the board; if not, that is said at once."""
        white = situation.white
        side = white if at == _WHITE else "b" if white == "a" else "a"
        left = situation.left(side)
        if count <= left:
            return True
        colour = "white" if at == _WHITE else "black"
        panel.table.refuse_with("onLY %3d" % left, "Only %d %s on the board" % (left, colour), None)
        return False

    def _while_placing(self, panel: "Panel", key: str) -> None:
        """First place, then strike (D55). A foul in placing is taken."""
        if key == "FOUL":
            _foul_page(panel)
        else:
            panel.refuse("place")

    def _due(self, panel: "Panel", situation: "Situation", now: int) -> bool:
        """DUE: how placing went, room again; at the break a try that touched nothing (45)."""
        if situation.placing:
            _placing().ask(panel)
        elif situation.tries and (self.down[_WHITE] or self.down[_BLACK] or self.down[_QUEEN]):
            panel.refuse("stroke")  # where anything went down something was touched (44)
        elif situation.tries:
            self.complete(panel.table, situation, now, True)
        elif situation.waiting != (0, 0) and not self.pending:
            panel.commit({"kind": "room", "has": True}, now)
        else:
            panel.refuse("stroke" if self.pending else "nothing_due")
        return True

    def _undo(self, panel: "Panel", now: int) -> bool:
        """Take back a press, then *struck*; whether there was either."""
        if self._past:
            self._recall(panel)
            return True
        self.down = _NOTHING  # a break before "Play" goes with its "Play"
        if self._struck and panel.table.clocks.main.state == OFF:
            self._struck = False
            conduct.take_back(panel.table, now)
            return True
        return False

    def _recall(self, panel: "Panel") -> None:
        self.down = self._past.pop()
        if self._stopped and not self._past:
            self._stopped = False
            panel.table.clocks.restore()

    def _event(self, situation: "Situation", untouched: bool) -> dict:
        white, black, queen, striker, improper, early = self.down
        own, other = (white, black) if situation.turn == situation.white else (black, white)
        event: dict = {"kind": "stroke"}
        if own:
            event["own"] = own
        if other:
            event["opponent"] = other
        for name, value in (
            ("queen", queen),
            ("striker", striker),
            ("improper", improper),
            ("before_play", early),
            ("untouched", untouched),
        ):
            if value:
                event[name] = True
        return event


def _foul_page(panel: "Panel") -> None:
    from .fouls import Foul

    panel.open(Foul(panel.state))


def _placing():
    from . import placing

    return placing

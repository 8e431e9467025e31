"""The presses of a stroke, until it is entered.

CLOCK stops the count (*struck*), the umpire presses what went down, CLOCK or the quiet of the board enters it
(*complete*; conduct.py). A
piece pressed while the count runs is *struck* as well. Nothing is recorded before *complete*; UNDO takes back
press by press, and right after *complete* it brings the presses back for correction.
"""

from .clocks import OFF

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...game.strokes import Situation
    from .core import Core

_MOST_PRESSES = 32  # presses that UNDO can take back; more than a stroke can have
_WHITE, _BLACK, _QUEEN, _STRIKER, _IMPROPER, _EARLY = range(6)
_AT = {"WHITE": _WHITE, "BLACK": _BLACK, "QUEEN": _QUEEN, "STRIKER": _STRIKER, "FOUL": _IMPROPER}
_NOTHING = (0, 0, 0, 0, 0, 0)
BESIDE = ("pause", "resume", "expired", "names", "hall", "boot", "decided")  # these do not change a stroke


class Strokes:
    """The presses of the present stroke.

    down: (white c/m, black c/m, Queen, striker, improper, break before "Play"); all but the first two 0 or 1.
    """

    def __init__(self) -> None:
        self.down: "tuple[int, ...]" = _NOTHING
        self.past: "list[tuple]" = []  # `down` before each press
        self.restored = False  # the presses are those of a stroke that was taken back
        self.struck = False  # CLOCK has stopped the count: UNDO, once no press is left, takes that back
        self.asks = False  # a press was forgotten, or the stroke waits: the table names the key
        self.held = False  # an appeal while c/m roll: the stroke waits for "Play"
        self.lost = False  # the power failed: what was pressed of a stroke is to be pressed again
        self.corrects = False  # UNDO brought the presses back: CLOCK completes them
        self.closes = False  # quiet enters it: CLOCK would be the next stroke
        self._stopped = False  # the first press has stopped it: UNDO of that press lets it run on
        self._entered: "tuple | None" = None  # (seq, down, past) of the stroke entered last

    @property
    def pending(self) -> bool:
        """Something is pressed that CLOCK will enter."""
        return self.down != _NOTHING

    @property
    def is_open(self) -> bool:
        """A stroke was struck, or its presses were brought back, and it is not entered yet."""
        return self.struck or self.restored or self.pending

    def can_amend(self, core: "Core") -> bool:
        """UNDO would take back the stroke that these presses entered last."""
        return self._entered is not None and core.record.undoable == self._entered[0]

    @property
    def foul_was_last(self) -> bool:
        """The last press was FOUL, for an improper stroke."""
        return bool(self.past) and self.down[_IMPROPER] != self.past[-1][_IMPROPER]

    @property
    def has_piece(self) -> bool:
        """A c/m or the Queen was pressed."""
        return bool(self.down[_WHITE] or self.down[_BLACK] or self.down[_QUEEN])

    def add(self, core: "Core", situation: "Situation", key: str) -> None:
        """WHITE, BLACK: one more c/m of that colour. QUEEN, STRIKER, FOUL: yes, or no again. Refused when it
        cannot be."""
        at = _AT[key]
        down = list(self.down)
        if at <= _BLACK:
            down[at] += 1
            if not _is_possible(core, situation, at, down[at]):
                return
        elif at == _QUEEN and situation.queen != "board" and not down[at]:
            core.refuse("no_queen")
            return
        else:
            down[at] = 1 - down[at]
        if core.clocks.main.state != OFF:
            core.clocks.keep()
            core.clocks.stop()
            self._stopped = True
        self.past.append(self.down)
        if len(self.past) > _MOST_PRESSES:
            self.past.pop(0)
        self.down = tuple(down)
        if not self.restored:
            core.sounds.hush()

    def take_back(self, core: "Core") -> bool:
        """Take the last press back. Return whether there was one."""
        if not self.past:
            self.down = _NOTHING  # a break before "Play" is taken back together with that "Play"
            return False
        self.down = self.past.pop()
        if self._stopped and not self.past:
            self._stopped = False
            core.clocks.restore()
        elif not self.restored:
            core.sounds.hush()
        return True

    def begin_early(self) -> None:
        """The break was made before "Play" (47): what went down is still to be pressed."""
        self.past = []
        self.down = (0, 0, 0, 0, 0, 1)

    def entered(self, seq: int, down: "tuple[int, ...]", past: "list[tuple]") -> None:
        """The presses `down`, made by way of `past`, are stored as event `seq`."""
        self._entered = (seq, down, past)

    def follow(self, stored: dict) -> None:
        """Update the presses after any event: they are valid only for the stroke they were made for.

        When a stroke is taken back, its presses return.
        """
        kind = stored["kind"]
        if kind in BESIDE:
            return
        entered = self._entered
        self.clear()
        if kind == "undo" and entered is not None and stored.get("of") == entered[0]:
            self.restored = self.corrects = True
            self.down, self.past = entered[1], entered[2]

    def clear(self) -> None:
        """Forget all presses."""
        self.down = _NOTHING
        self.past = []
        self.struck = self._stopped = self.asks = self.held = self.corrects = False
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

    def event(self, situation: "Situation", untouched: bool) -> dict:
        """The stroke as it is to be entered; untouched: a try at the break that touched nothing (45)."""
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


def _is_possible(core: "Core", situation: "Situation", at: int, count: int) -> bool:
    """Return whether so many of a colour are on the board; if not, refuse the press at once."""
    white = situation.white
    side = white if at == _WHITE else "b" if white == "a" else "a"
    left = situation.left(side)
    if count <= left:
        return True
    colour = "white" if at == _WHITE else "black"
    core.refuse_with("onLY %3d" % left, "Only %d %s on the board" % (left, colour), None)
    return False

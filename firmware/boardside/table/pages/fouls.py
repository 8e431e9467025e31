"""A foul without a stroke (63, 64): whose, and whether it is technical; and placing that did not end normally
(87, 88b, 79): forgone, lapsed, no room, not completed."""

from ...game import events, strokes
from ..core.clocks import EXPIRED, RESTED
from ..show.called import line_of
from .forms import Field, Form
from .panel import Page, step_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...game.state import State
    from ...game.strokes import Situation
    from ..show.screens import Screen
    from .panel import Panel

_FORGONE, _LAPSED, _NO_ROOM, _NOT_COMPLETED = "forgone", "lapsed", "no_room", "not_completed"
_HOWS = (
    ("ForG", _FORGONE),
    ("LAPS", _LAPSED),
    ("FULL", _NO_ROOM),
    ("unFi", _NOT_COMPLETED),
    ("donE", "done"),
)
_LINE = "Forgone, lapsed, no room, not completed?"


class Foul(Page):
    """FOUL held: the side in turn, as the Laws have it; WHITE and BLACK choose the side, QUEEN the kind."""

    def __init__(self, situation: "Situation") -> None:
        self.turn = situation.turn
        self.white = situation.white
        self.fresh = situation.fresh
        self.side = self.turn
        self.has_technical = strokes.has_technical(situation)
        self.technical = self._usual()

    def _usual(self) -> bool:
        return self.has_technical and (self.fresh or self.side != self.turn)

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key while the foul is chosen."""
        if key in ("WHITE", "BLACK"):
            other = "b" if self.white == "a" else "a"
            self.side = self.white if key == "WHITE" else other
            self.technical = self._usual()
        elif key in ("QUEEN", "STRIKER"):
            if not self.has_technical:
                panel.refuse("no_technical")
            elif self.side != self.turn:
                panel.refuse("technical")
            else:
                self.technical = not self.technical
        elif key == "OK":
            self._enter(panel, now)
        elif key == "UNDO":
            panel.leave()
        elif key == "FOUL":
            panel.refuse("choose_foul")
        else:
            step_out(panel, key, now)

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the choice over the screen."""
        where = "L" if self.side == state.left_side else "r"
        screen.say("%s   %s" % ("tECH" if self.technical else "FoUL", where), self._line(state))

    def _line(self, state: "State") -> str:
        law = "63b" if self.side != self.turn else "63a" if self.technical else "64a"
        law = state.setup.cited((law,))[0]
        name = "technical foul" if self.technical else "foul" if self.side != self.turn else "foul, turn lost"
        return line_of(state, "%s: %s (%s). OK", (self.side, name, law))

    def _enter(self, panel: "Panel", now: int) -> None:
        event: dict = {"kind": "foul", "side": self.side}
        if self.technical != self._usual():
            event["technical"] = self.technical
        if panel.commit(event, now):
            panel.leave()


def ask(panel: "Panel", situation: "Situation") -> None:
    """FOUL: choose whose foul it is, and which."""
    panel.open(Foul(situation))


def ask_placing(panel: "Panel", situation: "Situation") -> None:
    """DUE while c/m are to be placed: choose the outcome; at zero the right lapses (87a)."""
    expired = panel.core.clocks.main.state in (EXPIRED, RESTED)
    fields = [Field("PLAC", _LINE, _HOWS, 1 if expired else 0)]
    fields += _whose(situation)
    panel.open(Form(fields, _done))


def forgo(panel: "Panel", situation: "Situation", now: int) -> None:
    """DUE held: all are forgone (87a); asks whose if c/m of both sides are to be placed."""
    fields = _whose(situation)
    if fields:
        panel.open(Form([Field("PLAC", _LINE, _HOWS, 0)] + fields, _done))
    else:
        panel.commit({"kind": "place", "how": _FORGONE}, now)


def _whose(situation: "Situation") -> "list[Field]":
    """A field to choose whose c/m; none when only one side's are to be placed."""
    owners = [entry[0] for entry in situation.placing]
    if "a" not in owners or "b" not in owners:
        return []
    return [Field("SidE", "Whose c/m? QUEEN chooses", (("LEFt", "left"), ("rGHt", "right")))]


def _done(panel: "Panel", values: list, now: int) -> bool:
    how = values[0]
    side = panel.side(values[1]) if len(values) > 1 else None
    if how == _NO_ROOM:
        return _no_room(panel, side, now)
    event = {"kind": "place", "how": how}
    if side is not None and how != "done":
        event["side"] = side
    return panel.commit(event, now)


def _no_room(panel: "Panel", side: "str | None", now: int) -> bool:
    """No room (79): if there are several c/m, asks how many had room."""
    situation = panel.sport.situation(panel.state)
    total = 0
    if situation is not None:
        for owner, count, _ in situation.placing:
            if side in (None, owner):
                total += count
    event: dict = {"kind": "room", "has": False}
    if side is not None:
        event["side"] = side
    if total < 2:
        return panel.commit(event, now)

    def done(panel: "Panel", values: list, now: int) -> bool:
        event["placed"] = values[0]
        return panel.commit(event, now)

    choices = tuple([(str(number), number) for number in range(min(total, events.PIECES))])
    panel.open(Form([Field("in", "How many found room? The others wait", choices, 0)], done))
    return False

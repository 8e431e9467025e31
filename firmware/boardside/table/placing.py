"""How placing went, when it did not simply end (87, 88b, 79): forgone, lapsed, no room, not completed."""

from ..game import events
from . import sports
from .clocks import EXPIRED
from .forms import Field, Form

TYPE_CHECKING = False
if TYPE_CHECKING:
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


def ask(panel: "Panel") -> None:
    """DUE while c/m are to be placed: choose what became of it; at zero the right lapses (87a)."""
    expired = panel.table.clocks.main.state == EXPIRED
    fields = [Field("PLAC", _LINE, _HOWS, 1 if expired else 0)]
    fields += _whose(panel)
    panel.open(Form(fields, _done))


def forgo(panel: "Panel", now: int) -> None:
    """DUE held: forgone, whole (87a); whose is asked when c/m of both sides are to be placed."""
    fields = _whose(panel)
    if fields:
        panel.open(Form([Field("PLAC", _LINE, _HOWS, 0)] + fields, _done))
    else:
        panel.commit({"kind": "place", "how": _FORGONE}, now)


def _whose(panel: "Panel") -> "list[Field]":
    """A field for whose c/m are meant; none when only one side's are to be placed."""
    situation = sports.situation(panel.state)
    owners = [] if situation is None else [entry[0] for entry in situation.placing]
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
    """No room (79): how many did find some is asked when there are several."""
    situation = sports.situation(panel.state)
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

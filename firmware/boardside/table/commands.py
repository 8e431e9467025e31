"""What the host may ask of a table, and the answer: (taken, code, message for the organiser).

The local panel always wins: a match in play is not replaced, a score is not changed from afar, and nothing
comes in between while the umpire is entering something. Codes: "ok", "already", "busy", "not_now",
"panel_only", "storage", and those of `game.errors.CODES`.
"""

from ..game import events
from ..game.errors import GameError
from .record import NotStored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .table import Table

_FROM_HOST = ("match", "names", "hall", "time", "ruled", "decided")
_ENVELOPE = ("seq", "boot", "at", "by")


def command(table: "Table", event: dict, now: int) -> "tuple[bool, str, str]":
    """Carry out `event` for the host; (ok, code, message). The table is unchanged unless ok."""
    try:
        events.check(event)
        event = {name: event[name] for name in event if name not in _ENVELOPE}
        kind = event["kind"]
        if kind not in _FROM_HOST:
            return False, "panel_only", "%s: only the umpire can do that, at the table" % kind
        refusal = _CHECKS[kind](table, event, now)
        if refusal is not None:
            return refusal
        table.enter(event, now, "host")
    except GameError as error:
        return False, error.code, error.message
    except NotStored as error:
        table.show_not_stored(error)
        return False, "storage", "not stored, the table is unchanged: %s" % error.message
    if kind == "hall":
        table.hall.take(event, now)
    return True, "ok", "%s: done" % kind


def _match(table: "Table", event: dict, now: int) -> "tuple[bool, str, str] | None":
    if table.in_play():
        if event["match"] == table.state.match:
            return True, "already", "match %s is in play at this table" % event["match"]
        if table.state.phase == "over":
            return False, "not_now", "the umpire has not confirmed the result of match %s" % table.state.match
        return False, "not_now", "match %s is in play; the umpire ends it at the table" % table.state.match
    if event["match"] == table.state.match and table.state.confirmed:
        return True, "already", "match %s is over and confirmed" % event["match"]
    return _busy(table)


def _names(table: "Table", event: dict, now: int) -> "tuple[bool, str, str] | None":
    if table.state.match is None:
        return False, "not_now", "no match is at this table; assign one"
    if event.get("match") is not None and event["match"] != table.state.match:
        return False, "not_now", "match %s is at this table, not %s" % (table.state.match, event["match"])
    return None


def _time(table: "Table", event: dict, now: int) -> "tuple[bool, str, str] | None":
    return _names(table, event, now) or _busy(table)


def _busy(table: "Table") -> "tuple[bool, str, str] | None":
    if table.panel.is_busy:
        return False, "busy", "the umpire is entering something; ask again in a moment"
    return None


def _ruled(table: "Table", event: dict, now: int) -> "tuple[bool, str, str] | None":
    """The committee's decision on a protest (147-151); that one is open, the game knows."""
    return _names(table, event, now) or _busy(table)


def _decided(table: "Table", event: dict, now: int) -> "tuple[bool, str, str] | None":
    """The organiser has decided the match that stands here: its umpire is asked to end it (D296)."""
    refusal = _names(table, event, now)
    if refusal is None and table.state.phase in ("over", "confirmed"):
        return True, "already", "match %s has ended at this table" % table.state.match
    if refusal is None and table.record.decided == (event.get("winner") or ""):
        return True, "already", "the table asks its umpire to end match %s" % table.state.match
    return refusal


def _hall_check(table: "Table", event: dict, now: int) -> "tuple[bool, str, str] | None":
    return table.hall.refusal(event, now)


_CHECKS = {
    "match": _match,
    "names": _names,
    "time": _time,
    "ruled": _ruled,
    "decided": _decided,
    "hall": _hall_check,
}

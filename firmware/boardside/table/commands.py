"""What the host may ask of a table, and the answer: (taken, code, message for the organiser).

The local panel always wins: a match in play is not replaced, a score is not changed from afar, and nothing
comes in between while the umpire is entering something. Codes: "ok", "already", "busy", "not_now",
"panel_only", "storage", and those of `game.errors.CODES`.
"""

from ..game import events
from ..game.errors import GameError
from . import sports
from .clocks import EXPIRED, LENGTH_MAX_MS, OFF, PAUSED
from .record import NotStored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .table import Table

_FROM_HOST = ("match", "names", "hall", "time")
_ENVELOPE = ("seq", "boot", "at", "by")


def command(table: "Table", event: dict, now: int) -> "tuple[bool, str, str]":
    """Carry out `event` for the host; (ok, code, message). The table is unchanged unless ok."""
    try:
        events.check(event)
        event = {name: event[name] for name in event if name not in _ENVELOPE}
        kind = event["kind"]
        if kind not in _FROM_HOST:
            return False, "panel_only", "%s: only the umpire can do that, at the table" % kind
        refusal = _CHECKS[kind](table, event)
        if refusal is not None:
            return refusal
        table.enter(event, now, "host")
    except GameError as error:
        return False, error.code, error.message
    except NotStored as error:
        table.show_not_stored(error)
        return False, "storage", "not stored, the table is unchanged: %s" % error.message
    if kind == "hall":
        _hall(table, event, now)
    return True, "ok", "%s: done" % kind


def _match(table: "Table", event: dict) -> "tuple[bool, str, str] | None":
    if table.in_play():
        if event["match"] == table.state.match:
            return True, "already", "match %s is in play at this table" % event["match"]
        if table.state.phase == "over":
            return False, "not_now", "the umpire has not confirmed the result of match %s" % table.state.match
        return False, "not_now", "match %s is in play; the umpire ends it at the table" % table.state.match
    if event["match"] == table.state.match and table.state.confirmed:
        return True, "already", "match %s is over and confirmed" % event["match"]
    return _busy(table)


def _names(table: "Table", event: dict) -> "tuple[bool, str, str] | None":
    if table.state.match is None:
        return False, "not_now", "no match is at this table; assign one"
    if event.get("match") is not None and event["match"] != table.state.match:
        return False, "not_now", "match %s is at this table, not %s" % (table.state.match, event["match"])
    return None


def _time(table: "Table", event: dict) -> "tuple[bool, str, str] | None":
    return _names(table, event) or _busy(table)


def _busy(table: "Table") -> "tuple[bool, str, str] | None":
    if table.panel.is_busy:
        return False, "busy", "the umpire is entering something; ask again in a moment"
    return None


def _hall_check(table: "Table", event: dict) -> "tuple[bool, str, str] | None":
    if event["do"] == "start" and not 0 < (event.get("ms") or 0) <= LENGTH_MAX_MS:
        return False, "malformed", "ms: the hall clock needs its length, 1 to %d ms" % LENGTH_MAX_MS
    if event["do"] in ("pause", "resume") and table.clocks.hall.state == OFF and not event.get("ms"):
        return False, "not_now", "no hall clock is on here; give ms, the time that is left"
    return None


_CHECKS = {"match": _match, "names": _names, "time": _time, "hall": _hall_check}


def hall_ended(table: "Table", now: int) -> None:
    """The hall's clock has come to its end, by itself or by the host: crokinole's last shots are due."""
    if sports.is_crokinole(table.state):
        from .crokinole import conduct as rounds

        rounds.hall_ended(table, now)


def _hall(table: "Table", event: dict, now: int) -> None:
    """Start, pause, resume or end the hall's clock here; `ms`, when given, is what is left by the host's."""
    clock = table.clocks.hall
    what = event["do"]
    left: int = event.get("ms") or 0
    if what == "start":
        clock.start("hall", left, now)
        table.sounds.ask("start")
    elif what == "end":
        if clock.state in (OFF, EXPIRED):
            clock.stop()
        else:
            clock.expire()
            table.sounds.ask("zero")
            hall_ended(table, now)
    elif left:
        clock.hold("hall", max(clock.length, left), left)
        if what == "resume":
            clock.resume(now)
    elif what == "pause":
        clock.pause(now)
    elif clock.state == PAUSED:
        clock.resume(now)
    table.touch()

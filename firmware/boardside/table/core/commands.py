"""The commands of the host, and the answer to each: (taken, code, message). If a command is refused or was
done already, a reason and facts follow (docs/scripts/refusals.md). The message is then for a host that cannot
read reasons: the short words of the table, or the reason.

The local panel has priority: the host cannot replace a match in play or change a score, and its commands are
refused while the umpire is entering something. A match that began at another device is the exception: its
events come with `carried`, as long as nothing else was entered here. Codes: "ok", "already", "busy",
"panel_only", "storage", and those of `game.errors.CODES`.
"""

from ...game import events
from ...game.errors import GameError
from .record import NotStored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .core import Core
    from .hall import Hall

    Outcome = tuple[bool, str, str] | tuple[bool, str, str, str, dict[str, Any]]

_FROM_HOST = ("match", "names", "hall", "time", "ruled", "decided")
_CARRIED = ("toss", "trial", "board", "round", "replayed", "sides", "override", "concede", "forfeit", "lost")
_ENVELOPE = ("seq", "boot", "at", "by")


def command(core: "Core", hall: "Hall", event: dict, now: int) -> "Outcome":
    """Carry out `event` for the host; see above. The table is unchanged unless ok."""
    try:
        events.check(event)
        event = {name: event[name] for name in event if name not in _ENVELOPE}
        kind = event["kind"]
        if kind not in _FROM_HOST:
            _carried(core, event)
        events.check_new(event)
        if kind == "hall":
            hall.check(event, now)
        else:
            done = _CHECKS[kind](core, event) if kind in _CHECKS else ""
            if done:
                return True, "already", done, done, {"match": core.record.state.setup.match}
        core.enter(event, now, "host")
    except GameError as error:
        return _refused(error)
    except NotStored as error:
        core.show_not_stored(error)
        return False, "storage", "not_stored", "not_stored", {"storage": error.code}
    if kind == "hall":
        hall.take(event, now)
    return True, "ok", "done", "done", {"kind": kind}


def _refused(error: GameError) -> "Outcome":
    from .. import refusals  # as for a press: loaded at the first refusal

    return False, error.code, refusals.message_of(error), error.reason, error.facts


# Each returns "" if the command is to be done, else the reason why it is done already; or raises GameError.


def _match(core: "Core", event: dict) -> str:
    if core.in_play():
        if event["match"] == core.record.state.setup.match:
            return "in_play_here"
        reason = "result_not_confirmed" if core.record.state.phase == "over" else "match_in_play"
        raise GameError("not_now", reason, match=core.record.state.setup.match)
    here, phase = core.record.state.setup.match, core.record.state.phase
    if event["match"] == here and core.record.state.confirmed:
        return "confirmed_here"
    _not_busy(core)
    if phase not in ("idle", "confirmed") and here not in (event["match"], event.get("replaces")):
        raise GameError("not_now", "match_waiting", match=here)
    return ""


def _names(core: "Core", event: dict) -> str:
    if core.record.state.setup.match is None:
        raise GameError("not_now", "no_match_to_change")
    if event.get("match") is not None and event["match"] != core.record.state.setup.match:
        raise GameError(
            "not_now", "other_match_here", match=event["match"], here=core.record.state.setup.match
        )
    return ""


def _carried(core: "Core", event: dict) -> None:
    """An event of this match that was entered at another device."""
    if event["kind"] not in _CARRIED or not event.get("carried"):
        raise GameError("panel_only", "panel_only", kind=event["kind"])
    _names(core, event)
    _not_busy(core)
    newest = core.record.undoable
    if newest is not None and not next(core.record.read(newest)).get("carried"):
        raise GameError("not_now", "match_in_play", match=core.record.state.setup.match)


def _time(core: "Core", event: dict) -> str:
    return _names(core, event) or _not_busy(core)


def _not_busy(core: "Core") -> str:
    if core.panel.is_busy:
        raise GameError("busy", "umpire_busy")
    return ""


def _ruled(core: "Core", event: dict) -> str:
    """The committee's decision on a protest (147-151). The rules check that the protest is open."""
    return _names(core, event) or _not_busy(core)


def _decided(core: "Core", event: dict) -> str:
    """The organiser has decided the match at this table: the table asks its umpire to end it (D296)."""
    _names(core, event)
    if core.record.state.phase in ("over", "confirmed"):
        return "ended_here"
    if core.record.decided == (event.get("winner") or ""):
        return "end_asked_here"
    return ""


_CHECKS = {
    "match": _match,
    "names": _names,
    "time": _time,
    "ruled": _ruled,
    "decided": _decided,
}

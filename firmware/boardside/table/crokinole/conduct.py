"""How a round is conducted: what CLOCK does, which clock an event leaves behind, what the buzzer asks for.

CLOCK carries a match along: "Play", then a press for each disc shot (as long as one likes), and after the
last one the round's result. The hall's clock times the games (Tournament Play); a club without one may set a
clock for each round (`clocks.round`, D85), which is the main clock here.
"""

from .. import conduct
from ..clocks import EXPIRED, PAUSED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...game.crokinole.play import Play
    from ...game.state import State
    from ..table import Table

_REFUSALS = {"idle": "no_match", "toss": "toss", "over": "finish", "confirmed": "sealed"}


def play_of(state: "State") -> "Play | None":
    """The round in play, or None."""
    if state.phase != "board":
        return None
    play: "Play | None" = state.situation
    return play


def clock_key(table: "Table", now: int) -> None:
    """CLOCK: "Play", or a disc has been shot; when all are, the round's result is asked for."""
    phase = table.state.phase
    if phase == "ready":
        table.commit({"kind": "play"}, now)
    elif phase != "board":
        table.refuse(_REFUSALS[phase])
    elif table.clocks.main.state == PAUSED:
        table.panel.keep_clock()
        conduct.resume(table, now)
    else:
        shot(table, now, False)


def shot(table: "Table", now: int, is_twenty: bool) -> None:
    """The side in turn has shot one disc; with none left, the result or the last shot is asked for."""
    play = play_of(table.state)
    if play is None:
        table.refuse("play")
    elif play.turn is not None:
        table.commit({"kind": "shot", "twenty": True} if is_twenty else {"kind": "shot"}, now)
    elif play.over:
        from .entry import Entry

        table.panel.open(Entry(table.state))
    else:
        _ask_last_shot(table)


def follow(table: "Table", old: "State", kind: str, now: int) -> None:
    """After an event of `kind` took the match from `old` to the present state: clocks, what is asked."""
    state = table.state
    clock = table.clocks.main
    if kind == "match":
        table.clocks.protest.stop()
        conduct.start(table, "report", now)
    elif kind == "play":
        conduct.start(table, "round", now)
    elif kind == "expired":
        if clock.name == "round" and clock.state == EXPIRED:
            hall_ended(table, now)
    elif kind == "time" and state.phase == "board":
        hall_ended(table, now)
    elif (state.phase, state.game, state.board) != (old.phase, old.game, old.board):
        _stop_unfit(table)
    asked = getattr(table.panel.mode, "phase", None)
    if asked is not None and (asked != state.phase or state.board != old.board):
        table.panel.leave()  # the host has answered it


def _stop_unfit(table: "Table") -> None:
    """No forgotten clock runs on: a round's only in a round, the report's only before the first."""
    clock, state = table.clocks.main, table.state
    awaited = (
        clock.name == "report" and state.phase in ("toss", "ready") and not (state.boards or state.history)
    )
    if not awaited and not (clock.name == "round" and state.phase == "board"):
        clock.stop()


def entered(table: "Table", now: int) -> None:
    """A round has been entered. When the hall's buzzer has sounded meanwhile, the others may be over, too."""
    if table.clocks.hall.state == EXPIRED:
        hall_ended(table, now)


def recover(table: "Table", now: int) -> None:
    """After power-on: the round's clock, where there is one, is there, paused."""
    state = table.state
    table.clocks.stop()
    if state.phase != "board":
        return
    left = state.paused[1] if state.paused is not None and state.paused[0] == "round" else None
    length = state.rules["clocks"]["round"]
    if length is not None:
        table.clocks.main.hold("round", length, left)
        if _is_open(table, table.record.round_expired):
            table.clocks.main.expire()


def hall_ended(table: "Table", now: int) -> None:
    """The end buzzer has sounded. In a round: who has the last shot? Between rounds: the others are not shot.

    An entry that is open is left alone: its round is over.
    """
    state, panel = table.state, table.panel
    if panel.mode is not panel.main:
        return
    if state.phase == "board":
        _ask_last_shot(table)
    elif state.phase == "ready" and state.boards and not state.extra:
        from .buzzer import Unshot

        panel.open(Unshot())


def ask_again(table: "Table", now: int) -> None:
    """After power-on: the buzzer has sounded in this round or behind it, by the hall's or the round's clock;
    a power cut came before the umpire could say what follows.
    """
    record = table.record
    event = record.hall_event
    ended = event["seq"] if event is not None and event["do"] == "end" else 0
    if _is_open(table, ended) or (table.state.phase == "board" and _is_open(table, record.round_expired)):
        hall_ended(table, now)


def _is_open(table: "Table", seq: int) -> bool:
    """Whether event `seq` (0: none) came after "Play" of the last round that was begun."""
    return seq > table.record.played


def _ask_last_shot(table: "Table") -> None:
    play = play_of(table.state)
    if play is not None and play.last is None:
        from .buzzer import LastShot

        table.panel.open(LastShot(play))

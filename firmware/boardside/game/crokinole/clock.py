"""A table's own clock for a round, where there is no hall clock (`clocks.round`); sides swapped."""

from ..state import Ruling, other

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..state import Event, State


def pause(state: "State", event: "Event") -> Ruling:
    """The clock is stopped."""
    clock, left = state.paused = (event["clock"], event["left"])
    clause = ("paused", clock, (left + 999) // 1000)
    return Ruling(("D85",), (clause,), {"clock": clock, "left": left})


def resume(state: "State", event: "Event") -> Ruling:
    """The clock is resumed."""
    state.paused = None
    return Ruling(("D85",), (("clock_goes_on", event["clock"]),), {"clock": event["clock"]})


def expired(state: "State", event: "Event") -> Ruling:
    """A clock has come to zero. It imposes nothing: who has the last shot is for the referee to say."""
    clock = event["clock"]
    return Ruling(("Tournament Play", "D85"), (("clock_zero", clock),), {"clock": clock, "breach": None})


def sides(state: "State", event: "Event") -> Ruling:
    """The display's left and right are exchanged: the rulebook has no change of ends."""
    state.left_side = other(state.left_side)
    clause = ("sides_swapped", state.left_side)
    return Ruling(("Tournament Play",), (clause,), {"left_side": state.left_side})

"""A table's own clock for a round, where there is no hall clock (`clocks.round`); sides swapped."""

from ..state import Ruling, letter, other

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..state import Event, State


def pause(state: "State", event: "Event") -> Ruling:
    """The clock stands."""
    state.paused = (event["clock"], event["left"])
    seconds = (event["left"] + 999) // 1000
    text = "Paused: the %s clock stands at %d s" % (event["clock"], seconds)
    return Ruling(("D85",), text, {"clock": event["clock"], "left": event["left"]})


def resume(state: "State", event: "Event") -> Ruling:
    """The clock goes on."""
    state.paused = None
    return Ruling(("D85",), "The %s clock goes on" % event["clock"], {"clock": event["clock"]})


def expired(state: "State", event: "Event") -> Ruling:
    """A clock has come to zero. It imposes nothing: who has the last shot is for the referee to say."""
    text = "The %s clock is at zero" % event["clock"]
    return Ruling(("Tournament Play", "D85"), text, {"clock": event["clock"], "breach": None})


def sides(state: "State", event: "Event") -> Ruling:
    """The display's left and right are exchanged: the rulebook knows no change of ends."""
    state.left_side = other(state.left_side)
    text = "Sides swapped: %s is left" % letter(state.left_side)
    return Ruling(("Tournament Play",), text, {"left_side": state.left_side})

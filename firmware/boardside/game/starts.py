"""How the present board and the one before it began: what a protest that is upheld goes back to (151a)."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .state import State

_KEPT = 2  # this board and the one before: a protest comes within 15 minutes (146)


def mark(state: "State") -> None:
    """Keep how the present board begins; call it before anything of the board is in `state`."""
    starts = state.starts
    if starts and starts[-1][:2] == (state.game, state.board):
        return
    start = state.copy()
    start.starts = start.protests = ()  # the protests are those of the day of the ruling
    start.paused = start.situation = None
    state.starts = starts[1 - _KEPT :] + ((state.game, state.board, start.row()),)

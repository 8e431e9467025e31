"""What the umpire or the chief referee rules beside the strokes: board lost, turn allowed, protests."""

from ...game.events import BOARD_LAWS
from ...game.official import OPEN
from ..pages.entry import Entry
from ..pages.forms import Field, Form
from ..show.called import line_of
from ..texts import PAGE_MAX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...game.state import State
    from ..pages.panel import Page, Panel

_SIDES = (("LEFt", "left"), ("rGHt", "right"))


def board(panel: "Panel", menu: "Page") -> None:
    """A board lost by ruling (51, 91, 121b, 126b); its c/m are counted, or known by the strokes."""
    laws = tuple((law, law) for law in BOARD_LAWS)
    fields = [Field("bY", "The board is lost: by which Law", laws)]
    situation = panel.sport.situation(panel.state)
    if situation is not None and not situation.tries:
        fields.append(Field("SidE", "Who loses the board? QUEEN chooses", _SIDES))
    panel.open(Form(fields, _board, menu))


def _board(panel: "Panel", values: list, now: int) -> bool:
    """Then the c/m of the loser, as in any entry; the rules refuse it there if no board can be entered."""
    if panel.state.phase in ("toss", "over", "confirmed"):
        panel.refuse({"toss": "toss", "over": "finish"}.get(panel.state.phase, "sealed"))
    elif len(values) > 1:
        panel.open(Entry(values[0], _lost_by_strokes(panel, values[0], panel.side(values[1])), panel.state))
    else:
        panel.open(Entry(values[0]))
    return False


def _lost_by_strokes(panel: "Panel", law: str, loser: str) -> dict:
    """The result according to the strokes: the loser's c/m on the board, and where the Queen is (D51)."""
    situation = panel.sport.situation(panel.state)
    event = {"kind": "board", "winner": "b" if loser == "a" else "a", "law": law, "left": 1, "queen": "board"}
    if situation is not None:
        event["left"] = max(1, situation.left(loser))
        event["queen"] = "board" if situation.queen == "covering" else situation.queen
    return event


def turn(panel: "Panel", menu: "Page") -> None:
    """A turn out of turn that was noticed too late: it is allowed, and that player has the turn (51)."""
    choices = []
    situation = panel.sport.situation(panel.state)
    for seat in range(4 if panel.state.setup.doubles else 2):
        if situation is not None and seat != situation.seat:
            choices.append((seat_digits(panel, seat), seat))
    field = Field("turn", "Whose turn it is now (51)", tuple(choices), 0 if len(choices) == 1 else -1)
    panel.open(Form([field], _turn, menu))


def _turn(panel: "Panel", values: list, now: int) -> bool:
    return panel.commit({"kind": "turn", "seat": values[0]}, now)


def seat_digits(panel: "Panel", seat: int) -> str:
    """A seat on four digits: LEFt or rGHt, in doubles with 1 or 2 for the player."""
    left = "ab"[seat & 1] == panel.state.left_side
    if not panel.state.setup.doubles:
        return "LEFt" if left else "rGHt"
    return "%s %d" % ("LE" if left else "rG", (seat >> 1) + 1)


def protest(panel: "Panel", menu: "Page") -> None:
    """A protest is lodged (145): by whom, about which board."""
    at = 0 if panel.state.phase == "board" else 1
    fields = [
        Field("bY", "Who protests? QUEEN chooses", _SIDES),
        Field("bd", "About this board, the last, or which one", _boards(panel.state), at),
    ]
    panel.open(Form(fields, _protest, menu))


def _boards(state: "State") -> tuple:
    """This board, the last, and the others by game and number, the newest first (146)."""
    others = [(state.game, board.number) for board in state.boards]
    for game in state.history:
        if game.number != state.game:
            others += [(game.number, board.number) for board in game.boards]
    others.sort()
    others.reverse()
    named = [("%d-%d" % about, about) for about in others[1:]]
    return (("tHiS", "this"), ("LASt", "last")) + tuple(named)


def _protest(panel: "Panel", values: list, now: int) -> bool:
    event = {"kind": "protest", "side": panel.side(values[0])}
    about = values[1]
    if isinstance(about, tuple):
        event["game"], event["board"] = about
    else:
        event["about"] = about
    return panel.commit(event, now)


def rule(panel: "Panel", menu: "Page") -> None:
    """The oldest open protest is upheld, and its board played again, or overruled (151)."""
    for protest in panel.state.protests:
        if protest.state == OPEN:
            break
    else:
        panel.refuse("no_protest")
        return
    number = protest.number
    about = (protest.side, protest.game, protest.board)
    line = line_of(panel.state, "%s's protest, game %d board %d: upheld?", about, PAGE_MAX)

    def done(panel: "Panel", values: list, now: int) -> bool:
        return panel.commit({"kind": "ruled", "upheld": values[0], "protest": number}, now)

    panel.open(Form([Field("UPHd", line, (("no", False), ("YES", True)))], done, menu))

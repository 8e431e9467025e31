"""The menu: the actions that are rarely needed, item by item. WHITE and BLACK move, OK opens an item, UNDO
leaves.

Every item is one row of `ITEMS`: what the eight digits say, what a longer display says, and what OK does:
`action(panel, menu, now)`. An action enters its event, or opens a page that leads to it.
"""

from ...game.events import MATCH_LAWS, REPLAY_LAWS
from ..pages.forms import Field, Form
from ..pages.panel import Page, step_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...game.state import State
    from ..pages.panel import Panel
    from ..show.screens import Screen

_SIDES = (("LEFt", "left"), ("rGHt", "right"))
_LETTERS = "AbCdEFGHi"


def walkover(panel: "Panel", back: "Page | None" = None) -> None:
    """The form that offers the walk-over for a side that did not report in time (143i)."""
    letters = _numbered_laws()
    fields = [
        Field("143", "Not here in time: 143i", letters, len(letters) - 1),
        _side_field("Who is not here?"),
    ]
    form = Form(fields, _lose_match, back)
    form.at = 1
    panel.open(form)


def _side_field(line: str) -> "Field":
    return Field("SidE", line + " QUEEN chooses", _SIDES)


def _numbered_laws() -> tuple:
    return tuple((_LETTERS[at], MATCH_LAWS[at]) for at in range(len(MATCH_LAWS)))


def _need_match(panel: "Panel") -> bool:
    """Return whether the table has a match; if not, refuse with the reason."""
    if panel.state.phase == "idle":
        panel.refuse("no_match")
        return False
    return True


def toss(panel: "Panel", back: "Page | None" = None) -> None:
    """The form for the toss with all its fields: who won it, break or side (39)."""
    from . import new_match

    new_match.toss(panel, back)


def _new_match(panel: "Panel", menu: "Page", now: int) -> None:
    if panel.core.in_play():
        panel.refuse("unsealed" if panel.state.phase == "over" else "in_play")
        return
    from . import new_match

    new_match.ask(panel, menu)


def _toss(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel):
        if panel.state.phase == "toss":
            toss(panel, menu)
        else:
            panel.refuse("later")


def _trial(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel) and panel.commit({"kind": "trial"}, now):
        panel.leave()


def _edit(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel):
        if panel.state.confirmed:
            panel.refuse("sealed")
        else:
            from .by_hand import Edit

            panel.open(Edit(panel.state, menu))


def _redo(panel: "Panel", menu: "Page", now: int) -> None:
    if panel.core.redo(now):
        panel.leave()


def _swap(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel) and panel.commit({"kind": "sides"}, now):
        panel.leave()


def _replay(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel):
        laws = tuple((law, law) for law in REPLAY_LAWS)
        laws = laws[:-1] + (("151A", REPLAY_LAWS[-1]),)
        panel.open(Form([Field("bY", "The board is replayed: by which Law", laws)], _replayed, menu))


def _replayed(panel: "Panel", values: list, now: int) -> bool:
    return panel.commit({"kind": "replayed", "law": values[0]}, now)


def _ruled_board(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel):
        from . import ruled

        ruled.board(panel, menu)


def _protest(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel):
        from . import ruled

        ruled.protest(panel, menu)


def _rule(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel):
        from . import ruled

        ruled.rule(panel, menu)


def _need_strokes(panel: "Panel") -> bool:
    """Return whether a board is in play stroke by stroke; if not, refuse with the reason."""
    if not _need_match(panel):
        return False
    if panel.sport.situation(panel.state) is None:
        panel.refuse("no_strokes")
        return False
    return True


def _pass(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_strokes(panel) and panel.commit({"kind": "pass"}, now):
        panel.leave()


def _turn(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_strokes(panel):
        from . import ruled

        ruled.turn(panel, menu)


def _leave(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_strokes(panel) and panel.commit({"kind": "leave"}, now):
        panel.leave()


def _set_board(panel: "Panel", menu: "Page", now: int) -> None:
    if not _need_match(panel):
        return
    if panel.state.phase != "board":
        panel.refuse("play" if panel.state.phase == "ready" else "later")
        return
    from .by_hand import SetBoard

    panel.open(SetBoard(panel.state, panel.sport.situation(panel.state), menu))


def _rules(panel: "Panel", menu: "Page", now: int) -> None:
    from . import new_match

    new_match.rules(panel, menu)


def _concede_game(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel):
        panel.open(Form([_side_field("Who concedes the game?")], _conceded_game, menu))


def _concede_match(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel):
        panel.open(Form([_side_field("Who concedes the match?")], _conceded_match, menu))


def _conceded_game(panel: "Panel", values: list, now: int) -> bool:
    return panel.commit({"kind": "concede", "side": panel.side(values[0]), "what": "game"}, now)


def _conceded_match(panel: "Panel", values: list, now: int) -> bool:
    return panel.commit({"kind": "concede", "side": panel.side(values[0]), "what": "match"}, now)


def _lost(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel):
        fields = [Field("143", "Loses the match: 143, letter", _numbered_laws()), _side_field("Who loses?")]
        panel.open(Form(fields, _lose_match, menu))


def _lose_match(panel: "Panel", values: list, now: int) -> bool:
    return panel.commit({"kind": "lost", "side": panel.side(values[1]), "law": values[0]}, now)


def _time(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel):
        choices = (("no", False), ("YES", True))
        panel.open(Form([Field("SUrE", "The organiser calls time (D20)?", choices, 0)], _called, menu))


def _called(panel: "Panel", values: list, now: int) -> bool:
    return not values[0] or panel.commit({"kind": "time"}, now)


def undo_list(panel: "Panel", back: "Page | None" = None) -> None:
    """The list of the last events, to read them or to leave some out (UNDO held)."""
    from . import undo_list

    undo_list.ask(panel, back)


def _lock(panel: "Panel", menu: "Page", now: int) -> None:
    from . import device

    device.lock(panel)


def _list(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel):
        undo_list(panel, menu)


def _clock(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel):
        from . import numbers

        numbers.set_clock(panel, menu, now)


def _learn(panel: "Panel", menu: "Page", now: int) -> None:
    from . import learn

    learn.ask(panel, menu)


def _device(name: str):
    """An action of device.py, imported when it is needed."""

    def action(panel: "Panel", menu: "Page", now: int) -> None:
        from . import device

        getattr(device, name)(panel, menu)

    return action


ITEMS = (
    ("StArt", "New match", _new_match),
    ("Edit", "Edit the score (143c)", _edit),
    ("rEdo", "Take the last undo back", _redo),
    ("SEt bd", "Set the board: strokes from here on", _set_board),
    ("bArE bd", "Leave stroke by stroke in this board", _leave),
    ("PASS", "The side in turn passes (137)", _pass),
    ("turn", "Played out of turn: allowed (51)", _turn),
    ("SidES", "The players change ends", _swap),
    ("rEPLAY", "Replay the board", _replay),
    ("LoSt bd", "Board lost by ruling", _ruled_board),
    ("ProtESt", "A protest is lodged (145)", _protest),
    ("ruLEd", "A protest is ruled on (151)", _rule),
    ("toSS", "The toss: who won it, break or side (39)", _toss),
    ("triAL", "A trial board is played (40)", _trial),
    ("ConCEdE", "Concede the game (139)", _concede_game),
    ("rEtirE", "Concede the match (139)", _concede_match),
    ("LoSt 143", "Match lost by ruling (143)", _lost),
    ("StoP", "The organiser calls time", _time),
    ("LEArn", "Learn the keys: a board without a match", _learn),
    ("rULES", "Rules of the matches set up here", _rules),
    ("PrESS", "Presses of CLOCK a stroke", _device("way")),
    ("briGHt", "Brightness", _device("brightness")),
    ("SoUnd", "Volume", _device("volume")),
    ("CLEAn", "Lock the keys, to clean or to carry", _lock),
    ("Lin", "Link and network", _device("link")),
    ("bAtt", "Battery", _device("battery")),
    ("tbL no", "Number of this table", _device("number")),
    ("tESt", "Self-test: display, sounds, keys", _device("self_test")),
    ("AboUt", "About this table", _device("about")),
    ("LiSt", "The last events, to undo several", _list),
    ("CLoC", "Set the clock", _clock),
)


class Menu(Page):
    """The list of `items`: rows of (digits, line, action), as `ITEMS`. message: the digits of the item it
    opens with."""

    def __init__(self, items: "tuple[tuple, ...]", message: str) -> None:
        self.items = items
        self.at = index_of(items, message)

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key while the menu is open."""
        if key == "WHITE" or key == "BLACK":
            self.at = (self.at + (-1 if key == "WHITE" else 1)) % len(self.items)
        elif key == "OK":
            self.items[self.at][2](panel, self, now)
        elif key == "UNDO":
            panel.leave()
        elif key == "STRIKER" and panel.sport.has_strokes:
            from . import device

            device.way(panel, self)
        elif key == "QUEEN" and panel.sport.situation(panel.state) is not None:
            from . import forgotten

            forgotten.ask(panel, self)
        elif key == "DUE":
            _protest(panel, self, now)
        elif not step_out(panel, key, now):
            panel.refuse("choose_item")

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the item over the screen."""
        message, line = self.items[self.at][:2]
        screen.menu_item = line
        screen.say(message, line)


def index_of(items: "tuple[tuple, ...]", message: str) -> int:
    """The place of the item whose digits say `message`."""
    for at in range(len(items)):
        if items[at][0] == message:
            return at
    raise ValueError("no item %r" % message)

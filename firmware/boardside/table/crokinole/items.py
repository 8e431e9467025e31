"""The menu's items in a crokinole match: those of carrom that apply, and crokinole's own."""

from .. import texts
from ..menu import items
from ..menu.items import Menu, undo_list  # noqa: F401 (for the panel)
from ..pages.forms import ByHand, Field, Form
from ..show.called import line_of
from ..show.screens import right_side
from .views import both

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...game.state import State
    from ..pages.panel import Page, Panel
    from ..show.screens import Screen

# What a match set up at the table is asked for: it decides the discs (Tournament Scoring).
CATEGORIES = (
    ("AdLt", "adult"),
    ("rECr", "recreational"),
    ("Junr", "junior"),
    ("Intr", "intermediate"),
    ("CUE", "cue"),
)
_SCOPES = (("rnd", "round"), ("GA", "game"), ("ALL", "match"))
_SIDES = (("LEFt", "left"), ("rGHt", "right"))
_MOST_TWENTIES = 999


_ORDER = (
    "StArt",
    "Edit",
    "rEdo",
    "20S",
    "SidES",
    "toSS",
    "ForFEit",
    "ConCEdE",
    "rEtirE",
    "StoP",
    "rULES",
    "briGHt",
    "SoUnd",
    "CLEAn",
    "Lin",
    "bAtt",
    "tbL no",
    "tESt",
    "AboUt",
    "LiSt",
    "CLoC",
)


class Twenties(ByHand):
    """The 20s of the match set by hand: an override (D87). WHITE and BLACK choose the side, QUEEN and STRIKER
    change it, OK enters both."""

    def __init__(self, state: "State", back: "Page | None") -> None:
        self.side = state.left_side
        super().__init__({"twenties_a": state.twenties["a"], "twenties_b": state.twenties["b"]}, back)

    def move(self, panel: "Panel", step: int) -> None:
        """Choose the side on the left or right."""
        self.side = panel.side("left" if step < 0 else "right")

    def change(self, panel: "Panel", step: int) -> None:
        """Change the 20s of this side."""
        number = self.values["twenties_" + self.side] + step
        if 0 <= number <= _MOST_TWENTIES:
            self.values["twenties_" + self.side] = number
        else:
            panel.refuse("at_end")

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the numbers over the screen, a bar at the one that is changed: `tY_12-9`, `tY 12_9`."""
        left, right = state.left_side, right_side(state)
        word = "tY_" if self.side == left else "tY"
        message = both(word, self.values["twenties_" + left], self.values["twenties_" + right])
        if self.side != left:
            message = message[:5] + "_" + message[6:]
        line = line_of(state, "20s of %s: QUEEN more, STRIKER less, OK", (self.side,), texts.PAGE_MAX)
        screen.say(message, line)


def _twenties(panel: "Panel", menu: "Page", now: int) -> None:
    if panel.state.confirmed:
        panel.refuse("sealed")
    else:
        panel.open(Twenties(panel.state, menu))


def _forfeit(panel: "Panel", menu: "Page", now: int) -> None:
    fields = [
        Field("ForF", "Forfeited: the round, the game, or all", _SCOPES),
        Field("SidE", "Who forfeits it? QUEEN chooses", _SIDES),
    ]
    panel.open(Form(fields, _forfeited, menu))


def _forfeited(panel: "Panel", values: list, now: int) -> bool:
    scope, where = values
    return panel.commit({"kind": "forfeit", "side": panel.side(where), "what": scope}, now)


def _time(panel: "Panel", menu: "Page", now: int) -> None:
    choices = (("no", False), ("YES", True))
    field = Field("SUrE", "Time: no round after this one (D85)?", choices, 0)
    panel.open(Form([field], _called, menu))


def _called(panel: "Panel", values: list, now: int) -> bool:
    """The form is left before the table asks for the last shot."""
    if values[0] and panel.commit({"kind": "time"}, now):
        panel.leave()
        if panel.state.phase == "board":
            panel.sport.hall_ended(panel.core, now)
        return False
    return not values[0]


def _rows() -> tuple:
    shared = {row[0]: row for row in items.ITEMS}
    own = {
        "20S": ("SEt tY", "Set the 20s of the match", _twenties),
        "ForFEit": ("ForFEit", "A round, game or match is forfeited", _forfeit),
        "ConCEdE": ("ConCEdE", "Concede the game", shared["ConCEdE"][2]),
        "rEtirE": ("rEtirE", "Concede the match", shared["rEtirE"][2]),
        "StoP": ("StoP", "Time is called: the buzzer", _time),
        "Edit": ("Edit", "Edit the score", shared["Edit"][2]),
    }
    return tuple(own.get(name) or shared[name] for name in _ORDER)


ITEMS = _rows()

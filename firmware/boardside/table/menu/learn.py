"""Learn the keys: the table says what happens in a board, the umpire presses. There is no match, and nothing
is stored.
"""

from .. import texts
from ..pages.panel import Page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...game.state import State
    from ..pages.panel import Panel
    from ..show.screens import Screen

_KEYS = {"WHITE": "UHitE", "BLACK": "bLAC", "QUEEN": "qUEEn", "STRIKER": "StriC", "FOUL": "FoUL"}
_KEYS.update({"PAUSE": "PAUSE", "UNDO": "Undo", "OK": "EntEr", "CLOCK": texts.CLOCK})

_STRUCK = ("StruC", "The stroke is made", "CLOCK")
BOARD = (
    ("PLAY", 'You call "Play"', "CLOCK"),
    _STRUCK,
    ("UHitE dn", "A white one goes down", "WHITE"),
    _STRUCK,
    _STRUCK,
    ("bLAC  dn", "A black one goes down", "BLACK"),
    ("not dn", "It comes out again: it was not down", "UNDO"),
    _STRUCK,
    ("qUEEn dn", "The Queen goes down", "QUEEN"),
    _STRUCK,
    ("StriC dn", "The striker goes down", "STRIKER"),
    ("PLACEd", "The due is placed", "CLOCK"),
    ("CALL", "A player appeals", "PAUSE"),
    ("PLAY", 'You call "Play" again', "PAUSE"),
    _STRUCK,
    ("FoUL", "The stroke was improper", "FOUL"),
    ("PLACEd", "The penalty is placed", "CLOCK"),
    _STRUCK,
    ("UHitE dn", "The last white one goes down", "WHITE"),
    ("rESULt", "The result is right", "OK"),
)
"""What happens, one press a stroke: digits, a line, and the key."""


class Learn(Page):
    """A board that the table tells. A wrong key is refused with the right one; UNDO leaves, where it is not
    the right one.
    """

    def __init__(self, back: "Page") -> None:
        self.back = back
        self.at = 0

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key while the board is told."""
        wanted = BOARD[self.at][2]
        if key == wanted:
            self.at += 1
            if self.at == len(BOARD):
                panel.leave()
                panel.core.notice("donE", "A whole board: well done")
        elif key == "UNDO":
            panel.open(self.back)
        else:
            panel.core.refuse_with(_KEYS[wanted], "%s, not %s" % (wanted, key))

    def show(self, screen: "Screen", state: "State") -> None:
        """Say what happens."""
        screen.say(*BOARD[self.at][:2])


def ask(panel: "Panel", menu: "Page") -> None:
    """Begin, unless a match is in play."""
    if panel.core.in_play():
        panel.refuse("in_play")
    else:
        panel.open(Learn(menu))

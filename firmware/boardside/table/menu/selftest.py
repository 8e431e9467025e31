"""The self-test: everything lit, nothing lit, each segment alone, each digit alone, every sound, every key.

OK goes on, WHITE goes back, UNDO leaves. On the last page every key is only counted; UNDO held leaves it.
"""

from .. import DARK, LIT, SHOW, texts
from ..pages.panel import KEYS, Page
from ..sounds import RANK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...game.state import State
    from ..pages.panel import Panel
    from ..show.screens import Screen

_ALL = "8.8.8.8.8.8.8.8."
_DIGITS = 8
_FIRST = 2
"""Pages before those of the segments: displays show their own there (`test_displays`)."""

# One segment alone in all eight digits: A to G, then the point. The characters are in segments.GLYPHS.
_SEGMENTS = "~>i_(<-"
KEY_NAMES = {
    "WHITE": "UUHitE",
    "BLACK": "bLAC",
    "QUEEN": "qUEEn",
    "STRIKER": "Stri",
    "FOUL": "FoUL",
    "DUE": "duE",
    "CLOCK": "CLoC",
    "PAUSE": "PAUSE",
    "UNDO": "Undo",
    "OK": "EntEr",
}
"""Each key's name in letters that seven segments can show."""


class SelfTest(Page):
    """The pages in their order: all lit, all dark, seven segments and the point, eight digits, the sounds,
    the keys. `at`: the page."""

    def __init__(self, back: "Page | None" = None) -> None:
        self.back = back
        self.at = 0
        self.counts = [0] * len(KEYS)
        self.last = -1
        self._sounds_at = _FIRST + len(_SEGMENTS) + 1 + _DIGITS
        self._keys_at = self._sounds_at + len(RANK)

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key on a page of the test."""
        if self.at == self._keys_at:
            self.last = KEYS.index(key)
            self.counts[self.last] += 1
            return
        if key == "UNDO":
            self._leave(panel)
        elif key == "OK" or key == "BLACK":
            self._go(panel, self.at + 1)
        elif key == "WHITE" and self.at > 0:
            self._go(panel, self.at - 1)
        else:
            panel.refuse("test")

    def long(self, panel: "Panel", key: str, now: int) -> bool:
        """UNDO held leaves the page of the keys."""
        if key == "UNDO" and self.at == self._keys_at:
            self._leave(panel)
            return True
        return False

    def open(self, panel: "Panel") -> None:
        """Begin with the first page."""
        panel.open(self)
        self._go(panel, 0)

    def closed(self, panel: "Panel") -> None:
        """The displays show the match again."""
        self._test(panel, SHOW)

    def _leave(self, panel: "Panel") -> None:
        panel.open(self.back)

    def _go(self, panel: "Panel", at: int) -> None:
        self.at = at
        self._test(panel, LIT if at == 0 else DARK if at == 1 else SHOW)
        if self._sounds_at <= at < self._keys_at:
            panel.core.sounds.ask(RANK[at - self._sounds_at])

    def _test(self, panel: "Panel", pattern: int) -> None:
        if panel.core.device is not None:
            panel.core.device.test_displays(pattern)

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the page over the screen."""
        at = self.at
        if at == 0:
            screen.say(_ALL, "Test: is everything lit? OK goes on")
        elif at == 1:
            screen.say(" " * _DIGITS, "Test: is everything dark? OK goes on")
        elif at < _FIRST + len(_SEGMENTS):
            segment = at - _FIRST
            screen.say(_SEGMENTS[segment] * _DIGITS, "Test: segment %s everywhere" % "ABCDEFG"[segment])
        elif at == _FIRST + len(_SEGMENTS):
            screen.say(" ." * _DIGITS, "Test: every point")
        elif at < self._sounds_at:
            place = at - _FIRST - len(_SEGMENTS) - 1
            screen.say(" " * place + "8.", "Test: digit %d alone" % (place + 1))
        elif at < self._keys_at:
            number = at - self._sounds_at
            screen.say("SoUnd %2d" % (number + 1), "Test: sound %s" % RANK[number])
        else:
            self._show_keys(screen)

    def _show_keys(self, screen: "Screen") -> None:
        seen = len([count for count in self.counts if count])
        if self.last < 0:
            screen.say(texts.TEST_KEYS, "Press every key once; UNDO held leaves")
            return
        name = KEYS[self.last]
        message = "%-6s%2d" % (KEY_NAMES[name], min(seen, 99))
        if seen == len(KEYS):
            screen.say(message, "%s. All ten work; UNDO held leaves" % name)
        else:
            screen.say(message, "%s: %d of %d keys; UNDO held leaves" % (name, seen, len(KEYS)))

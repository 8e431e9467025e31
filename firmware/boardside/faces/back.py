"""A display that faces the other way: what is left for its readers is right for the umpire."""

from ..table.show.screens import Screen

_SIDES = ("mark", "turn", "white", "queen", "entry_queen", "counting")
"""Fields that hold "left", "right" or something else."""

_SCORES = ("gains", "results")
"""Fields of bytes: left and right by turns."""

_OWN = (
    "placing",
    "blink",
    "gain_left",
    "page",
    "page_now",
    "alternate",
    "notice_on",
    "message_codes",
    "line_is_notice",
    "ruling",
)
"""Fields that are worked out here."""

_TEXTS = ("message", "line", "said", "own_line", "menu_item", "menu_value")
"""Messages to the umpire. They may mention left and right, so only the umpire's display shows them."""

_BLINK = {
    "points_left": "points_right",
    "points_right": "points_left",
    "games_left": "games_right",
    "games_right": "games_left",
}


class Turned(Screen):
    """A screen as seen from the other side: left and right are swapped; messages to the umpire give way to
    the score, but for those that belong to a clock, and on a free table.
    """

    def __init__(self) -> None:
        Screen.__init__(self, 0)
        fields = [name for name in self.__dict__ if name[0] != "_"]
        pairs = [name[:-5] for name in fields if name[-5:] == "_left" and name[:-5] + "_right" in fields]
        done = [pair + end for pair in pairs for end in ("_left", "_right")]
        done.extend(_SIDES + _SCORES + _OWN + _TEXTS)
        self._pairs = tuple([(pair + "_left", pair + "_right") for pair in pairs])
        self._plain = tuple([name for name in fields if name not in done])
        self._placing_of: "tuple | None" = None
        self._scores_of = [b"", b""]
        self._ruling_of: "tuple | None" = None

    def take(self, screen: "Screen") -> None:
        """Copy `screen`, turned. Allocates nothing while the screen is not composed again."""
        for name in self._plain:
            setattr(self, name, getattr(screen, name))
        for pair in self._pairs:
            setattr(self, pair[0], getattr(screen, pair[1]))
            setattr(self, pair[1], getattr(screen, pair[0]))
        for name in _SIDES:
            setattr(self, name, other_side(getattr(screen, name)))
        self.blink = _BLINK.get(screen.blink, screen.blink)
        self.gain_left = not screen.gain_left
        if screen.placing is not self._placing_of:
            self._placing_of = screen.placing
            self.placing = tuple([_turned_piece(piece) for piece in screen.placing])
        for index in range(len(_SCORES)):
            scores = getattr(screen, _SCORES[index])
            if scores is not self._scores_of[index]:
                self._scores_of[index] = scores
                setattr(self, _SCORES[index], _swapped(scores))
        if screen.ruling is not self._ruling_of:
            self._ruling_of = screen.ruling
            self.ruling = tuple([texts[:1] + tuple(map(_other_words, texts[1:])) for texts in screen.ruling])
        self._take_messages(screen)

    def _take_messages(self, screen: "Screen") -> None:
        is_free = screen.phase == "idle"
        is_for_all = is_free or (screen.message_clock and not screen.notice_on)
        self.notice_on = is_free and screen.notice_on
        self.line_is_notice = is_free and screen.line_is_notice
        self.alternate = screen.alternate and is_for_all
        self.message_codes = screen.message_codes if is_for_all else b""
        for name in _TEXTS:
            setattr(self, name, getattr(screen, name) if is_for_all else "")
        self.page, self.page_now = screen.page, screen.page_now
        if not is_for_all and self.page == "message":
            self.page = "score"
        if not is_for_all and self.page_now == "message":
            self.page_now = "score"


class Back:
    """The face of a display on the other side; `face` draws as if it looked at the umpire."""

    def __init__(self, face) -> None:
        self._face = face
        self._turned = Turned()
        self.has_steps = face.has_steps
        self.letters = getattr(face, "letters", None)

    @property
    def answers(self) -> bool:
        """Whether the display answered when it was last written to."""
        return bool(self._face.answers)

    def show(self, screen: "Screen", now: int) -> bool:
        """Show the screen as it is seen from the other side; whether anything changed."""
        self._turned.take(screen)
        return bool(self._face.show(self._turned, now))

    def tick(self, now: int) -> None:
        """As of the face."""
        self._face.tick(now)

    def brightness(self, level: int) -> None:
        """As of the face."""
        self._face.brightness(level)

    def test(self, picture: int) -> None:
        """As of the face."""
        self._face.test(picture)

    def heal(self) -> None:
        """As of the face."""
        self._face.heal()


def other_side(side: str) -> str:
    """ "left" for "right" and the other way round; anything else stays."""
    return "right" if side == "left" else "left" if side == "right" else side


def _other_words(text: str) -> str:
    """A text of a ruling that calls the sides Left and Right (ruling_words.two_lines)."""
    return text.replace("Left", "\0").replace("Right", "Left").replace("\0", "Right")


def _turned_piece(piece: "tuple[str, int, str, bool]") -> "tuple[str, int, str, bool]":
    return other_side(piece[0]), piece[1], other_side(piece[2]), piece[3]


def _swapped(scores: bytes) -> bytes:
    """Pairs of bytes, each the other way round."""
    return bytes([scores[at ^ 1] for at in range(len(scores))])

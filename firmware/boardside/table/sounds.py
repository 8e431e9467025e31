"""The sounds of a table as data: a name, and the tones (frequency in Hz, 0 for silence; milliseconds).

No tone is above 2.5 kHz: many older umpires hear nothing higher. Every sound goes with something to see.
Only the zero of a clock is long, so that nothing else is taken for it.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game.state import State

FREQUENCY_MAX_HZ = 2500

PATTERNS = {
    "key": ((2000, 25),),
    "refuse": ((400, 90), (0, 50), (400, 90)),
    "warn": ((1500, 120),),
    "zero": ((2300, 1200),),
    "board": ((1600, 80), (0, 40), (2000, 120)),
    "game": ((1600, 80), (0, 40), (2000, 80), (0, 40), (2400, 160)),
    "match": ((1600, 120), (0, 60), (2000, 120), (0, 60), (2400, 360)),
    "change": ((1200, 150), (0, 80), (1200, 150)),
    "start": ((1200, 60), (0, 30), (1800, 90)),
}

# When two ask for the one buzzer, the later in this list is heard. Zero is never covered.
RANK = ("key", "start", "board", "change", "game", "match", "refuse", "warn", "zero")


class SoundBox:
    """The sound waiting for the buzzer: the weightiest that was asked for since the last `take`.

    Nothing queues up behind it: a tone heard late belongs to no press any more.
    """

    def __init__(self) -> None:
        self.pending: "str | None" = None

    def ask(self, name: str) -> None:
        """Ask for the sound `name` of PATTERNS."""
        if self.pending is None or RANK.index(name) >= RANK.index(self.pending):
            self.pending = name

    def take(self) -> "str | None":
        """The name of the sound to play now, or None; it is taken out."""
        name = self.pending
        self.pending = None
        return name


def sound_of(old: "State", new: "State", kind: str) -> "str | None":
    """The sound of an event of `kind` between states `old` and `new`; None: the key's click is enough."""
    if kind in ("play", "match"):
        return "start"
    if kind == "undo":
        return None
    if new.phase == "over" and old.phase != "over":
        return "match"
    if len(new.history) > len(old.history):
        return "game"
    if new.change_due and not old.change_due:
        return "change"
    return "board" if kind in ("board", "round", "confirm") else None

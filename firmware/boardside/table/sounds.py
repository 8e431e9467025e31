"""The sounds of a table as data, and the light that goes with each.

A pattern is a text of steps with spaces between: `1500/120` is a tone of 1500 Hz for 120 ms, `-/50` a rest of
50 ms; `!` behind a tone makes it louder, `?` softer, by two steps of the volume; `2(` ... `)` repeats what
stands between. No tone is above 2.5 kHz: many older umpires hear nothing higher. Only the zero of a clock is
long, and the hall's end long twice, so that nothing else is taken for them.

Every sound goes with something to see, for a table that is muted and an umpire who is deaf: mostly what it
is about, and for those of FLASHES the digits go dark for a moment, once or several times.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game.state import State

FREQUENCY_MIN_HZ = 100
FREQUENCY_MAX_HZ = 2500
LENGTH_MAX_MS = 5000
STEPS_MAX = 32

PATTERNS = {
    "key": "2000/25",
    "refuse": "400/90 -/50 400/90",
    "warn": "1500/120",
    "zero": "2300/1200",
    "board": "1600/80 -/40 2000/120",
    "game": "1600/80 -/40 2000/80 -/40 2400/160",
    "match": "1600/120 -/60 2000/120 -/60 2400/360",
    "change": "2(1200/150 -/80)",
    "start": "1200/60 -/30 1800/90",
    "hall_start": "2(1000/150 1500/150 2000/300 -/150)",
    "hall_end": "2(1800/1000 -/200)",
}

# When two ask for the one buzzer, the later in this list is heard. Zero is covered by the hall's end alone,
# which is as long.
RANK = (
    "key", "start", "board", "change", "game", "match", "refuse", "warn", "hall_start", "zero", "hall_end",
)  # fmt: skip

# How often the digits go dark with a sound that nothing else on them would tell.
FLASHES = {"warn": 1, "hall_start": 2, "zero": 3, "hall_end": 5}

_LOUDER = {"!": 1, "?": -1}
_made: "dict[str, tuple]" = {}


def pattern(name: str) -> "tuple[tuple[int, int, int], ...]":
    """The steps of the sound `name`: (Hz, 0 for a rest; ms; -1, 0 or 1 for softer, as it is, louder)."""
    if name not in _made:
        _made[name] = steps(PATTERNS[name])
    return _made[name]


def replace(name: str, text: str) -> str:
    """Let the sound `name` have another pattern. What is wrong with it, in words, or "": then it holds."""
    if name not in PATTERNS:
        return "there is no sound %s: there are %s" % (name, ", ".join(RANK))
    try:
        _made[name] = steps(text)
    except ValueError as error:
        return "%s: %s" % (name, error)
    return ""


def steps(text: str) -> "tuple[tuple[int, int, int], ...]":
    """Read a pattern; ValueError says what is wrong with it."""
    made: "list[tuple[int, int, int]]" = []
    times, since = 0, 0
    for word in text.replace("(", "( ").replace(")", " )").split():
        if word[-1] == "(":
            if times or len(word) != 2 or word[0] not in "23456789":
                raise ValueError("a repeat is 2( to 9( and not within another")
            times, since = int(word[0]), len(made)
        elif word == ")":
            if not times:
                raise ValueError("a ) without its repeat")
            made.extend(made[since:] * (times - 1))
            times = 0
        else:
            made.append(_step(word))
    if times:
        raise ValueError("a repeat without its )")
    if not made or len(made) > STEPS_MAX or sum([step[1] for step in made]) > LENGTH_MAX_MS:
        raise ValueError("a sound has 1 to %d steps and at most %d ms" % (STEPS_MAX, LENGTH_MAX_MS))
    return tuple(made)


def _step(word: str) -> "tuple[int, int, int]":
    louder = _LOUDER.get(word[-1], 0)
    tone, _, length = (word[:-1] if louder else word).partition("/")
    hertz = 0 if tone == "-" else _number(tone, word)
    if tone != "-" and not FREQUENCY_MIN_HZ <= hertz <= FREQUENCY_MAX_HZ:
        raise ValueError("%s: a tone has %d to %d Hz" % (word, FREQUENCY_MIN_HZ, FREQUENCY_MAX_HZ))
    milliseconds = _number(length, word)
    if not milliseconds:
        raise ValueError("%s lasts no time" % word)
    return hertz, milliseconds, louder


def _number(text: str, word: str) -> int:
    if not text or len(text) > 4 or not text.isdigit():
        raise ValueError("%s is no step like 1500/120 or -/50" % word)
    return int(text)


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
    if kind == "decided":
        return "match"
    if new.phase == "over" and old.phase != "over":
        return "match"
    if len(new.history) > len(old.history):
        return "game"
    if new.change_due and not old.change_due:
        return "change"
    return "board" if kind in ("board", "round", "confirm") else None

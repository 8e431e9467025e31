"""The sounds of a table as data, and the light that goes with each.

A pattern is a text of steps with spaces between: `1500/120` is a tone of 1500 Hz for 120 ms, `-/50` a rest of
50 ms; `!` behind a tone makes it louder, `?` softer, by two steps of the volume; `2(` ... `)` repeats the
steps between. No tone is above 2.5 kHz: many older umpires hear nothing higher. Each sound has a rhythm of
its own. Only the zero of a clock is long, and the hall's end has two long tones, so that no other
sound is mistaken for them.

Every sound has a visible sign, for a muted table or a deaf umpire. Mostly that is the change the sound
reports; for the sounds of FLASHES the digits also go dark for a moment, once or several times.
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
    "refuse": "300/90 -/50 300/90",
    "warn": "2000/120",
    "zero": "2300/1200",
    "board": "1600/80 -/240 2000/80",
    "game": "1600/80 -/40 2000/80 -/40 2400/160",
    "match": "3(1600/100 -/60) 2400/600",
    "change": "2(1200/80 -/60 1200/80 -/240)",
    "start": "1200/60 -/40 1800/240",
    "hall_start": "2(1000/150 1500/150 2000/300 -/150)",
    "hall_end": "2(2300/1000 -/200)",
}

# Of two sounds that wait for the buzzer, the later in this list is played. Only the hall's end, which is as
# long, replaces zero.
RANK = (
    "key", "start", "board", "change", "game", "match", "refuse", "warn", "hall_start", "zero", "hall_end",
)  # fmt: skip

# How often the digits go dark with a sound that has no other sign on them.
FLASHES = {"warn": 1, "hall_start": 2, "zero": 3, "hall_end": 5}

_OF_A_STROKE = ("key", "start", "warn")

_LOUDER = {"!": 1, "?": -1}
_made: "dict[str, tuple]" = {}


def pattern(name: str) -> "tuple[tuple[int, int, int], ...]":
    """The steps of the sound `name`: (Hz, 0 for a rest; ms; -1, 0 or 1 for softer, as it is, louder)."""
    if name not in _made:
        _made[name] = steps(PATTERNS[name])
    return _made[name]


def replace(name: str, text: str) -> str:
    """Set another pattern for the sound `name`. Return "", or what is wrong with it, in words."""
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
    """The sound waiting for the buzzer: the most important one since the last `take`.

    There is no queue: a late tone could not be related to its press.
    """

    def __init__(self) -> None:
        self.pending: "str | None" = None

    def ask(self, name: str) -> None:
        """Ask for the sound `name` of PATTERNS."""
        if self.pending is None or RANK.index(name) >= RANK.index(self.pending):
            self.pending = name

    def hush(self) -> None:
        """C/m may roll: drop the click of this press, and a warning that came due with it."""
        if self.pending in _OF_A_STROKE:
            self.pending = None

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

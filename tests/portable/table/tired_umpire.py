"""A tired umpire: random keys, held or not, alone and in chords, power cuts, a failing flash and the host
between them. The same on every interpreter; `python -m tests.random_umpire` runs a million presses.

Whatever is pressed: no exception, every press is answered, every screen is legible and can be left by UNDO,
every match comes to its end, UNDO leads back to its first event exactly, and the state is the fold of what is
stored.
"""

from portable import PERIOD, add
from table_kit import Umpire

from boardside.game import dicts
from boardside.table.core.clocks import OFF
from boardside.table.menu.device import Lock
from boardside.table.pages.panel import KEYS

LEAVE_MOST = 70
"""UNDOs that lead out of every screen: a stroke not yet entered (32 presses, and *struck*), an entry opened
over it (32), its proposal, a page of the menu; or crokinole's entry (48)."""

MATCH_MOST = 10_000
"""Presses on one match; the longest that is not stuck somewhere takes 4,000."""

UNDO_EVENTS_MOST = 150
"""A longer match is not taken back to its beginning: each undo reads all of it."""

# Half of the presses are blind; the others are what an umpire would do, so that matches get on.
STROKES = ("CC", "CWC", "CWWC", "CBC", "CBBC", "CWBC", "CSC", "CQC", "CQWC", "CWSC", "CFC", "D+", "CDQO")
USEFUL = (
    "C",
    "CC",
    "OBBBQOO",
    "OWWQOO",
    "OW+QOO",
    "OB+QQOO",
    "O" + "B" * 9 + "QOO",
    "O" + "W" * 9 + "QOO",
    "WO",
    "O",
)
SLIPS = ("CU", "CUP", "PUC", "WUB", "FUC", "UU", "CWUBC", "OU", "DUC")
HALL = (
    {"kind": "time"},
    {"kind": "hall", "do": "start", "ms": 5_000},
    {"kind": "hall", "do": "pause"},
    {"kind": "hall", "do": "end"},
)

MATCHES = (
    {"ruleset": "icf"},
    {"ruleset": "icf", "doubles": True},
    {"ruleset": "icf", "stage": "final"},
    {"ruleset": "vkk"},
    {"ruleset": "vkk", "doubles": True},
    {"ruleset": "spandan"},
    {"ruleset": "vaishali", "doubles": True},
    {"ruleset": "wcc", "stage": "final"},
    {"ruleset": "wcc", "stage": "group", "doubles": True},
)
LASTING = ("names", "title", "paused")
"""What an undo of everything leaves as it is."""


class Dice:
    """A small generator of random numbers, the same on every interpreter."""

    def __init__(self, seed):
        self._state = seed

    def below(self, limit):
        self._state = (self._state * 1_103_515_245 + 12_345) & 0x7FFFFFFF
        return (self._state >> 12) % limit


class Tired:
    """`check(umpire)`, when given, is called after each act. Counted: presses, matches, decided (results that
    stood), undone (matches taken back to their beginning), cuts (of the power).
    """

    def __init__(self, seed, check=None, **settings):
        self.seed = seed
        self.presses = self.matches = self.decided = self.undone = self.cuts = 0
        self._dice = Dice(seed)
        self._check = check
        self._was_decided = False
        self._first = None
        self._assigned_at = 0
        self.umpire = Umpire(PERIOD - 100_000, **settings)
        self.umpire.press = self._press_all

    def run(self, presses):
        """Press on until so many presses have been made; a failure says which one it was."""
        act = 0
        try:
            while self.presses < presses:
                act += 1
                self.act()
                self.see(act)
        except Exception:
            print("seed", self.seed, "press", self.presses, "match", self.umpire.state.setup.match)
            raise
        assert self.umpire.is_fold()

    def act(self):
        """Something happens at the table."""
        umpire, dice = self.umpire, self._dice
        drawn = dice.below(1000)
        if drawn < 440:
            self._blind()
        elif drawn < 500:
            self._chord()
        elif drawn < 560:
            self._press_all(SLIPS[dice.below(len(SLIPS))])
        elif drawn < 800:
            keys = STROKES if umpire.state.situation is not None and dice.below(5) else USEFUL
            self._press_all(keys[dice.below(len(keys))])
        elif drawn < 900:
            umpire.wait((50, 1_000, 9_000, 16_000, 130_000)[dice.below(5)], 250)
        elif drawn < 930:
            umpire.memory.refuses = dice.below(3) == 0
        elif drawn < 945:
            umpire.memory.refuses = False
            self.cuts += 1
            umpire.power_on()
        elif drawn < 970:
            self._assign()
        elif drawn < 995:
            umpire.table.command(dict(HALL[dice.below(len(HALL))]), umpire.now)
        else:
            self.undo_everything()

    def see(self, act):
        """What must hold after each act; the dearer looks now and then."""
        umpire = self.umpire
        umpire.show()
        umpire.table.status(umpire.now)
        if self._check is not None:
            self._check(umpire)
        if act % 40 == 0:
            assert umpire.is_fold()
        if act % 97 == 0:
            self.leave()
        assert self.presses - self._assigned_at < MATCH_MOST, "the match cannot be brought to its end"
        is_decided = umpire.state.phase == "over"
        if is_decided and not self._was_decided:
            self.decided += 1
        self._was_decided = is_decided
        if is_decided and self._dice.below(2):
            self._press_all("O")
        if umpire.state.phase == "confirmed" and self._dice.below(3) == 0:
            self.leave()
            self._assign()

    def leave(self):
        """UNDO leaves every screen; what is locked is opened first."""
        umpire = self.umpire
        umpire.memory.refuses = False
        if isinstance(umpire.table.panel.mode, Lock):
            self._press_all("U+C+")
            assert not isinstance(umpire.table.panel.mode, Lock), "the keys stay locked"
        for _ in range(LEAVE_MOST):
            if not umpire.table.panel.is_busy:
                return
            umpire.wait(1_100, 1_100)  # a slow UNDO is no part of a gesture
            self._press_all("U")
        raise AssertionError("UNDO does not leave %r" % umpire.table.panel.mode)

    def undo_everything(self):
        """UNDO leads back to the first event of the match, and there is the match as it was assigned."""
        umpire = self.umpire
        if self._first is None or len(umpire.memory.events) - self._from > UNDO_EVENTS_MOST:
            return
        if umpire.state.setup.match != self._first["match"]:
            return
        self.leave()
        for _ in range(UNDO_EVENTS_MOST + LEAVE_MOST):
            if umpire.table.record.undoable is None:
                break
            umpire.wait(1_100, 1_100)
            self._press_all("U")
        assert umpire.table.record.undoable is None, "UNDO does not lead back to the beginning"
        self.leave()
        assert _lasting(umpire) == self._first, "not as it was"
        self.undone += 1

    def _assign(self):
        """The host sends a match, when the table takes it."""
        umpire, dice = self.umpire, self._dice
        fields = {"stage": ("round", "final")[dice.below(2)], "breaks": ("a", None)[dice.below(2)]}
        fields.update(MATCHES[dice.below(len(MATCHES))])
        self.matches += 1
        events = umpire.memory.events
        before = len(events)
        if not umpire.assign("m%d" % self.matches, **fields)[0]:
            return
        umpire.memory.refuses = False
        for at in range(before, len(events)):
            if events[at]["kind"] == "match":
                del events[:at]  # what a new match makes old is never read again
                break
        self._from = 0
        self._assigned_at = self.presses
        self._first = _lasting(umpire)

    def _blind(self):
        umpire, dice = self.umpire, self._dice
        umpire.now = add(umpire.now, 20 + dice.below(400))
        key = KEYS[dice.below(10)]
        self._press(key)
        if dice.below(5) == 0:
            umpire.now = add(umpire.now, 700)
            umpire.table.press(KEYS[dice.below(10)] if dice.below(4) == 0 else key, True, umpire.now)

    def _chord(self):
        """Two or three keys within a scan or two, some of them held."""
        umpire, dice = self.umpire, self._dice
        keys = [KEYS[dice.below(10)] for _ in range(2 + dice.below(2))]
        for key in keys:
            umpire.now = add(umpire.now, 10 * dice.below(3))
            self._press(key)
        if dice.below(2):
            umpire.now = add(umpire.now, 700)
            for key in keys:
                umpire.table.press(key, True, umpire.now)

    def _press_all(self, keys):
        """As Umpire.press, each press watched."""
        umpire = self.umpire
        for letter in keys:
            if letter == "+":
                Umpire.press(umpire, letter)
            else:
                umpire.table.take_sound()
                revision = umpire.table.revision
                Umpire.press(umpire, letter)
                self.presses += 1
                assert self._is_answered(umpire.answer, revision), "no answer to " + letter

    def _press(self, key):
        table = self.umpire.table
        table.take_sound()
        revision = table.revision
        table.press(key, False, self.umpire.now)
        self.presses += 1
        assert self._is_answered(table.take_sound(), revision), "no answer to " + key

    def _is_answered(self, sound, revision):
        """By a sound; without one only by a new screen while the count is stopped and c/m may roll."""
        if sound is not None:
            return True
        table = self.umpire.table
        is_stopped = table.record.state.phase == "board" and table.clocks.main.state == OFF
        return is_stopped and table.revision != revision


def _lasting(umpire):
    everything = dicts.to_dict(umpire.state)
    return {name: everything[name] for name in everything if name not in LASTING}

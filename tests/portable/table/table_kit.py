"""What the table's tests share: a journal in memory, ticks that wrap, a table and an umpire's fingers."""

from portable import add, diff

from boardside.game import dicts, fold, match
from boardside.table.show.segments import GLYPHS, POINT, legible, render
from boardside.table.table import Table
from boardside.table.texts import PAGE_MAX


class FullError(Exception):
    """As the journal's error."""

    code = "full"
    message = "the flash is full"


class Memory:
    """A journal in memory: adds the envelope, reads from the last match on, can refuse."""

    def __init__(self):
        self.events = []
        self.boot = 1
        self.refuses = False

    def store(self, event):
        if self.refuses:
            raise FullError("full")
        assert not [name for name in ("seq", "boot", "at") if name in event], event  # they are the journal's
        stored = dict(event)
        stored["seq"] = self.events[-1]["seq"] + 1 if self.events else 1
        stored["boot"] = self.boot
        stored["at"] = 0
        self.events.append(stored)
        return stored

    def read(self, from_seq=0):
        first = len(self.events)
        for index in range(len(self.events)):
            if self.events[index]["kind"] == "match":
                first = index
        for event in self.events[first:]:
            if event["seq"] >= from_seq:
                yield dict(event)

    def kinds(self):
        """The kinds of the stored events, in order."""
        return [event["kind"] for event in self.events]


LETTERS = {"W": "WHITE", "B": "BLACK", "Q": "QUEEN", "S": "STRIKER", "F": "FOUL", "D": "DUE", "C": "CLOCK"}
LETTERS.update({"P": "PAUSE", "U": "UNDO", "O": "OK"})


class Umpire:
    """A table and the fingers on it. `now` is the present tick; every press takes 50 ms."""

    def __init__(self, start=0, memory=None, **settings):
        self.now = start
        self.memory = memory or Memory()
        self.settings = {"table": 3, "firmware": "0.1.0", "strokes": 0, "struck": 1}
        self.settings.update(settings)
        self.sounds = []
        self.answer = None  # what was asked for in the last step
        self.power_on()

    def power_on(self):
        """The device starts (again), with what is in the journal."""
        self.memory.boot += 1
        self.table = Table(self.memory.store, self.memory.read, self.settings, diff, add, FullError)
        self.table.boot(self.now, "power")

    @property
    def state(self):
        return self.table.record.state

    def wait(self, ms, step=10):
        """Let time pass, ticking each `step` ms."""
        while ms > 0:
            passed = min(step, ms)
            self.now = add(self.now, passed)
            self.table.tick(self.now)
            self._hear()
            ms -= passed

    def press(self, keys):
        """Press keys: letters W B Q S F D C P U O (for OK), "+" after one holds it down for 0.7 s."""
        for at in range(len(keys)):
            letter = keys[at]
            if letter == " ":
                continue
            if letter == "+":
                self.now = add(self.now, 650)
                self.table.press(self.last, True, self.now)
            else:
                self.now = add(self.now, 50)
                self.last = LETTERS[letter]
                self.table.press(self.last, False, self.now)
            self._hear()

    def assign(self, name="m1", **fields):
        """The host assigns a match; the answer."""
        event = {"kind": "match", "match": name, "ruleset": "icf", "stage": "round", "doubles": False}
        event["a"] = ["Asha"]
        event["b"] = ["Bo"]
        event["breaks"] = "a"
        event.update(fields)
        return self.table.command({key: event[key] for key in event if event[key] is not None}, self.now)

    def result(self, winner, left, queen="a", demand=0):
        """Enter a board's result by keys: winner a or b, c/m left, the Queen's side or "board"."""
        state = self.state
        winner_is_white = winner == state.breaker
        high = not match.queen_matters(state, winner)
        keys = "O"
        if left:
            keys += ("B" if winner_is_white else "W") * left
        else:
            keys += "W+" if winner_is_white else "B+"
        if queen is not None:
            keys += "Q" if queen == winner else "QQQ" if queen == "board" else "QQ"
        else:
            assert high
        self.press(keys + "S" * demand + "OO")

    def show(self):
        """What the eight digits show now, as text; all of it legible."""
        screen = self.table.screen(self.now)
        assert legible(screen.message), screen.message
        assert len(screen.line) <= PAGE_MAX, screen.line
        return digits(screen)

    def shows(self, text):
        """Whether the eight digits show `text`, as written in segments.GLYPHS."""
        self.show()
        buffer = bytearray(8)
        render(self.table.screen(self.now), buffer)
        return buffer == encoded(text)

    def line(self):
        return self.table.screen(self.now).line

    def is_fold(self):
        """Whether the table's state is the fold of what is stored."""
        folded = fold.fold(self.memory.read)
        same = dicts.to_dict(folded.state) == dicts.to_dict(self.state)
        return same and folded.undoable == self.table.record.undoable

    def _hear(self):
        name = self.answer = self.table.take_sound()
        if name is not None:
            self.sounds.append(name)


def with_match(**fields):
    """A table with a match, "Play" awaited."""
    umpire = Umpire()
    assert umpire.assign(**fields)[0]
    return umpire


def item(umpire, line):
    """Open the menu at the item whose line begins with `line`, and press OK."""
    umpire.press("O+")
    for _ in range(40):
        if umpire.table.screen(umpire.now).menu_item.startswith(line):
            umpire.press("O")
            return
        umpire.press("B")
    raise AssertionError("no item %r" % line)


def last(umpire):
    """The last event without its envelope."""
    event = umpire.memory.events[-1]
    return {name: event[name] for name in event if name not in ("seq", "boot", "at", "by", "match")}


def encoded(text):
    """`text` as the eight bytes of the display; a "." joins the digit before it."""
    codes = []
    for letter in text:
        if letter == ".":
            codes[-1] |= POINT
        else:
            codes.append(GLYPHS[letter])
    return bytearray(codes + [0] * (8 - len(codes)))


_PREFERRED = " -_~><(0123456789AbCdEFGHhiJLnoPqrtUuY"
_BACK = {}
for _letter in _PREFERRED:
    _BACK.setdefault(GLYPHS[_letter], _letter)


def digits(screen):
    """The segments of `screen` read back as text: 8 characters, "." after a digit whose point is lit.

    S reads as 5, O as 0, I as 1, y as Y: they have the same segments.
    """
    buffer = bytearray(8)
    render(screen, buffer)
    text = ""
    for value in buffer:
        text += _BACK[value & 0x7F] + ("." if value & POINT else "")
    return text

"""A table as the device puts it together, for a memory that runs out: front, panel, record, journal in a
ring, seal and link are the firmware's. What stands for keys, flash, display and host allocates nothing itself
while the table works, so whatever finds no memory is the firmware.
"""

import sys

sys.path.extend(("tests/portable", "tests/portable/journal", "tests/portable/link"))

from by_hand import Hand, body_of
from nor import SECTOR
from portable import add, diff
from table_kit import LETTERS

from boardside.app.front import Front
from boardside.app.links import Links
from boardside.app.sealing import Sealing
from boardside.drivers.buzzer import Buzzer
from boardside.drivers.keys import LONG, PRESS
from boardside.drivers.max7219 import Max7219
from boardside.faces.eight import Eight
from boardside.game import dicts, fold
from boardside.journal import Journal, JournalError
from boardside.journal.ring import Ring
from boardside.link.session import Identity
from boardside.table.pages.panel import KEYS
from boardside.table.table import Table

KEY = b"a key for tests!"
PRESS_MS = 200
_PASSES_MS = {"+": 700, "l": 10, "i": 10, "w": 16_000}
WIRE_MOST = 100


class Flash:
    """As `esp32.Partition`: nothing is allocated by what it does."""

    def __init__(self, image=None, sectors=8):
        self.image = bytearray(image) if image else bytearray(b"\xff" * (sectors * SECTOR))

    def readblocks(self, sector, buffer, offset=0):
        image, at = self.image, sector * SECTOR + offset
        for index in range(len(buffer)):
            buffer[index] = image[at + index]

    def writeblocks(self, sector, data, offset=0):
        image, at = self.image, sector * SECTOR + offset
        for index in range(len(data)):
            image[at + index] &= data[index]

    def ioctl(self, operation, argument):
        if operation == 4:
            return len(self.image) // SECTOR
        if operation == 6:
            image = self.image
            for at in range(argument * SECTOR, (argument + 1) * SECTOR):
                image[at] = 0xFF
        return 0


class Fingers:
    """Stands for the keys: `put` what is pressed, and the front gets it once."""

    answers = True

    def __init__(self):
        self._presses = {(key, kind): (KEYS.index(key), kind) for key in KEYS for kind in (PRESS, LONG)}
        self._next = None

    def put(self, key, kind):
        self._next = self._presses[key, kind]

    def scan(self, now):
        return 0 if self._next is None else 1

    def get(self):
        missed, self._next = self._next, None
        return missed

    def any_held(self):
        return False


class Wire:
    """SPI bus, chip select and buzzer: the digits that were written."""

    def __init__(self):
        self.picture = bytearray(8)

    def write(self, word):
        if 1 <= word[0] <= 8:
            self.picture[8 - word[0]] = word[1]

    def value(self, level):
        """Chip select."""

    def freq(self, hertz):
        """The buzzer's tone."""

    def duty_u16(self, duty):
        """The buzzer's loudness."""


class Host(Hand):
    """A host at the table's cable that keeps every event it is told."""

    def __init__(self, session):
        self.session = session
        self.key = KEY
        self.events = {}
        self.begun = self._acked = 0
        self._waiting = b""

    def begin(self, now, last):
        """The handshake: from the event after `last` on."""
        self.begun = self._acked = last
        self.up(now, last + 1)

    def take(self, data):
        """Bytes from the cable."""
        self._waiting += data

    def hear(self, now, last):
        """Everything the table has to say, up to event `last`; what is missing is asked for again."""
        have = 0
        for _ in range(2 * last + 3):
            self._drain(now)
            if not self.session.up:  # nobody has spoken for a while
                self.sign(self.hi(now))
                self.say("go", "%d,1" % (max(self.events or (self.begun,)) + 1), now)
                self._drain(now)
            lines = self._waiting.split(b"\n")
            self._waiting = lines.pop()
            for line in lines:
                self._frame(body_of(line + b"\n"))
            have = max(self.events or (self.begun,))
            if have >= last:
                break
            self.say("re" if have == self._acked else "ack", "%d" % have, now)
            self._acked = have
        assert have >= last, "the host was not told of event %d" % (have + 1)
        self.say("ack", "%d" % have, now)
        self._acked = have

    def _drain(self, now):
        piece = self.session.send(now, WIRE_MOST)
        while piece:
            self.take(piece)
            piece = self.session.send(now, WIRE_MOST)

    def _frame(self, frame):
        if frame[0] != "ev":
            return
        event = frame[4]
        follows = frame[3]
        if event["seq"] not in self.events:
            if follows > max(self.events or (self.begun,)):
                return  # a gap: it is asked for again
            self.events[event["seq"]] = event
        assert self.events[event["seq"]] == event, "an event came twice, not the same"


class Seat:
    """The table and who sits there. An act is a key's letter (table_kit.LETTERS), "+" for the last one held,
    "t" for time that passes, "w" for so much of it that a clock runs out, "l" for the link's turn, "i" for an
    idle moment, or a host's command (dict).
    """

    def __init__(self, image=None, now=1000):
        self.now = now
        self._last = "CLOCK"
        self._sent = b""
        self.flash = Flash(image)
        self.journal = journal = Journal(Ring(self.flash), self.uptime, lambda count: b"\x5a" * count)
        self.sealing = sealing = Sealing(journal, KEY)
        settings = {"table": 3, "strokes": 1, "struck": 1, "journal": journal.id}
        self.table = table = Table(sealing.append, journal.read_match, settings, diff, add, JournalError)
        identity = Identity(3, "Table 3", journal.id, journal.boot, "0.1.0")
        self.links = Links(identity, journal, table, KEY, lambda count: b"\x11" * count, diff)
        table.on_event = self.links.event_stored
        self.fingers, self.wire = Fingers(), Wire()
        display = Max7219(self.wire, self.wire)
        display.init()
        self.buzzer = Buzzer(self.wire, diff, add)
        self.front = Front(table, self.fingers, [Eight(display)], self.buzzer, diff, now)
        table.boot(now, "power-on", journal.torn)
        self.front.tick(now)
        self.host = Host(self.links.serial)
        self.host.begin(now, journal.last_seq)

    def uptime(self):
        return self.now

    def prepare(self, act):
        """What comes before `act` and is not the table's: the finger moves, time passes."""
        known = isinstance(act, str) and act in _PASSES_MS
        self.now = add(self.now, _PASSES_MS[act] if known else PRESS_MS)

    def do(self, act):
        """`act` as the device does it."""
        now = self.now
        if act in ("t", "w"):
            self.front.tick(now)
            self.links.follow()
        elif act == "l":
            self._sent = self.links.serial.send(now, WIRE_MOST)
        elif act == "i":
            self.sealing.step()
            self.journal.tidy()
        elif isinstance(act, dict):
            self.table.command(act, now)
        else:
            if act != "+":
                self._last = LETTERS[act]
            self.fingers.put(self._last, LONG if act == "+" else PRESS)
            self.front.scan(now)

    def play(self, acts):
        """Acts with all the memory."""
        for act in acts:
            self.prepare(act)
            self.do(act)
            self.carry()

    def carry(self):
        """What the table has sent reaches the host."""
        self.host.take(self._sent)
        self._sent = b""

    def line(self):
        return self.table.screen(self.now).line

    def standing(self):
        """What must be as before when a press was refused, and as its twin's when it was done: the record and
        the rest.
        """
        table = self.table
        clock, panel = table.clocks.main, table.panel
        return (
            (self.journal.last_seq, dicts.to_dict(table.record.state), list(table.record._undone.live)),
            type(panel.mode).__name__,
            table.sport.strokes.down,
            (clock.name, clock.state, clock.left(self.now)),
        )

    def stored(self):
        """All events on flash, without their times."""
        fired = []
        for event in self.journal.read():
            del event["at"]
            fired.append(event)
        return fired

    def require_sound(self):
        """The state is the fold of what is on flash, in this life and in one that began now; and the host has
        been told everything, once.
        """
        stored, record = self.stored(), self.table.record
        folded = fold.fold(self.journal.read_match)
        assert dicts.to_dict(folded.state) == dicts.to_dict(record.state), "the state is not the fold"
        assert folded.undoable == record.undoable, "UNDO reaches something else"
        again = Journal(Ring(self.flash), self.uptime)  # opening and reading write nothing
        assert not again.torn, "the journal is torn"
        fresh = []
        for event in again.read():
            del event["at"]
            fresh.append(event)
        assert fresh == stored, "a fresh start reads something else"
        assert not again.damaged
        self.host.hear(self.now, self.journal.last_seq)
        for event in self.journal.read(self.host.begun + 1):
            assert self.host.events.get(event["seq"]) == event, "the host was told something else"

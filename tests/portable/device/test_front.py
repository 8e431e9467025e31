"""Keys, display and buzzer before a real table: a press in one turn, and waiting that costs no memory."""

from contacts import Contact, registers
from locked_heap import heap_lock, heap_unlock
from portable import PERIOD, add, diff

from boardside.app.front import Front
from boardside.app.uptime import Uptime
from boardside.drivers.buzzer import Buzzer
from boardside.drivers.keys import Keys
from boardside.drivers.max7219 import Max7219
from boardside.faces.eight import Eight
from boardside.table.pages.panel import KEYS
from boardside.table.show.segments import GLYPHS
from boardside.table.table import Table


class Wire:
    """SPI bus and chip select: keeps the picture that was written, leftmost first."""

    def __init__(self):
        self.picture = bytearray(8)

    def write(self, word):
        if 1 <= word[0] <= 8:
            self.picture[8 - word[0]] = word[1]

    def value(self, level):
        pass


class Pwm:
    def __init__(self):
        self.hertz = self.duty = 0

    def freq(self, hertz):
        self.hertz = hertz

    def duty_u16(self, duty):
        self.duty = duty


class Set:
    """A table's whole front, with a journal in memory."""

    def __init__(self):
        self.events = []
        self.now = 0
        self.wire = Wire()
        self.pwm = Pwm()
        self.contacts = [Contact() for _ in KEYS]
        self.table = Table(self.store, self.read, {"table": 3}, diff, add)
        display = Max7219(self.wire, self.wire)
        display.init()
        faces = [Eight(display)]
        self.buzzer = Buzzer(self.pwm, diff, add)
        self.keys = Keys(registers(self.contacts), diff, len(self.contacts))
        self.front = Front(self.table, self.keys, faces, self.buzzer, diff, self.now)
        self.table.boot(self.now, "power_on")
        self.wait(100)

    def store(self, event):
        stored = dict(event)
        stored.update({"seq": len(self.events) + 1, "boot": 1, "at": self.now})
        self.events.append(stored)
        return stored

    def read(self, from_seq=0):
        first = len(self.events)
        for index in range(len(self.events)):
            if self.events[index]["kind"] == "match":
                first = index
        return iter([dict(event) for event in self.events[first:] if event["seq"] >= from_seq])

    def turn(self):
        self.front.scan(self.now)
        self.front.tick(self.now)
        self.now += 10

    def wait(self, length_ms):
        for _ in range(length_ms // 10):
            self.turn()

    def close(self, key):
        self.contacts[KEYS.index(key)].level = 0

    def press(self, key, hold_ms=50):
        self.close(key)
        self.wait(hold_ms)
        self.contacts[KEYS.index(key)].level = 1
        self.wait(100)

    def begin(self):
        event = {"kind": "match", "match": "m1", "ruleset": "icf", "stage": "round", "doubles": False}
        event.update({"a": ["Ann"], "b": ["Bo"], "breaks": "a"})
        assert self.table.command(event, self.now)[0]
        self.wait(100)

    def text(self):
        letters = {GLYPHS[letter]: letter for letter in GLYPHS}
        return "".join([letters.get(byte & 0x7F, "?") for byte in self.wire.picture])


def test_a_press_is_stored_shown_and_heard_in_the_turn_that_saw_it():
    table = Set()
    table.begin()
    before, count = bytes(table.wire.picture), len(table.events)
    table.close("CLOCK")
    table.front.scan(table.now)
    assert table.events[count]["kind"] == "play"
    assert bytes(table.wire.picture) != before
    assert table.pwm.duty > 0
    assert table.front.pressed_at == table.now


def test_a_clock_runs_on_the_display_and_sounds_at_zero():
    table = Set()
    table.begin()
    table.press("CLOCK")
    table.wait(13_000)
    shown = table.text()
    table.wait(1_000)
    assert table.text() != shown
    table.wait(1_000)
    assert table.events[-1]["kind"] == "expired"
    assert table.pwm.duty > 0


def test_any_key_ends_the_long_tone():
    table = Set()
    table.begin()
    table.press("CLOCK")
    table.wait(14_900)
    zero = table.pwm.hertz
    assert table.pwm.duty > 0
    table.press("CLOCK")
    assert table.pwm.hertz != zero or table.pwm.duty == 0
    table.wait(200)
    assert table.pwm.duty == 0


def test_waiting_and_a_running_clock_allocate_nothing():
    table = Set()
    table.begin()
    table.press("CLOCK")
    table.wait(500)
    front = table.front
    heap_lock()
    try:
        for now in range(table.now, table.now + 8_000, 10):
            front.scan(now)
            front.tick(now)
    finally:
        heap_unlock()


def test_it_is_calm_when_idle_and_held_with_a_finger_on_a_key_but_not_in_a_tone():
    table = Set()
    table.begin()
    table.wait(3_000)
    assert calm_and_held(table) == (True, False)
    table.close("WHITE")
    table.front.scan(table.now)
    assert calm_and_held(table) == (False, False)  # its click sounds
    table.wait(400)
    assert calm_and_held(table) == (False, True)
    table.contacts[0].level = 1
    table.wait(100)
    assert calm_and_held(table) == (False, False)  # the next key may come
    table.wait(3_000)
    assert calm_and_held(table) == (True, False)


def calm_and_held(table):
    return table.front.is_calm(table.now), table.front.is_held(table.now)


def test_uptime_does_not_wrap():
    ticks = [PERIOD - 500]
    uptime = Uptime(lambda: ticks[0], diff)
    assert uptime() == 0
    ticks[0] = 700
    assert uptime() == 1200
    for _ in range(20):
        ticks[0] = (ticks[0] + PERIOD // 4) % PERIOD
        uptime()
    assert uptime() == 1200 + 5 * PERIOD

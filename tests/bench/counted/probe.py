"""Runs under MicroPython under callgrind: `probe.py SCENE OUT [ARGUMENT]`, in a folder that stands for the
flash. Plays one scene and marks the rows in it; what the rows mean stands in `rows.py`.
"""

import gc
import sys

sys.path[:] = ["", sys.path[0], ".frozen"]
import marks  # noqa: E402
import mute  # noqa: E402
from marks import begin, end, quiet  # noqa: E402

core = mute.solder()
import asyncio  # noqa: E402

TURN_MS = 10
SHORT_MS, REST_MS = 50, 100
LONG_MS = 1200
SKIP_MS = 1500
PRESS_TURNS = 6
AFTER_SKIP_MS = 200
"""After a jump in time all that comes once a second is due at once, but not in the turns of one press."""

UNDOS = 9
"""After a fold UNDO reads nothing for one less."""

TURNS = 20
STEP_US = 2000
"""More than a step of drawing may take: it ends with the first piece."""

STEPS = 4000
"""More looks at the counter than the pages are drawn in."""

STATUS_MS = 200
"""A status may be sent again after it."""

COUNTED = 8
"""Seconds of a count that are seen before a page is counted."""

COUNTED_AGAIN = 5
"""The same of the next count, before a second of it is counted, whose digit is met again."""

REFRESH = 0x20
"""The SSD1683's command, after which it is busy."""

notes = {}


def key(name):
    """The GPIO of a key of the panel on the GPIOs."""
    from boardside import pins

    return pins.key_gpio(name)


def power_on(row):
    """The device, from a pack: until it shows the score counted as `row` ("start ..."), and what it takes
    until it can be played as "completed ...".
    """
    quiet()
    begin()
    import loader

    loader.mount("a")
    loader.running = loader.Slots("a") if row == "start full" else None
    from boardside.app.device import Device

    made = Device()
    end(row)
    begin()
    made.complete()
    end(row.replace("start", "completed"))
    return made


def turns(row, count):
    """Let the loop turn `count` times, each counted as `row`."""
    for _ in range(count):
        begin()
        yield TURN_MS
        end(row)


def pressed(name, row="", hold_ms=SHORT_MS):
    """Press a key; if there is a `row`, its first turns are counted."""
    gpio = key(name)
    mute.press(gpio)
    if row:
        quiet()
        yield from turns(row, PRESS_TURNS)
    else:
        yield hold_ms
    mute.release(gpio)
    yield REST_MS


def held(name, row):
    """Hold a key until it counts as a long press and beyond, every turn of it counted."""
    gpio = key(name)
    mute.press(gpio)
    quiet()
    yield from turns(row, LONG_MS // TURN_MS)
    mute.release(gpio)
    yield REST_MS


def calm():
    """Wait until the last press is long over, in jumps that the supervisor does not yet take for a fault."""
    for _ in range(3):
        mute.clock.sleep(SKIP_MS)
        yield 2 * TURN_MS


def second(row, threshold):
    """A second with collections as the firmware has them."""
    gc.collect()
    gc.threshold(threshold)
    begin()
    yield 1000
    end(row)


def direct(script, run, look=None):
    """Run `script` beside the coroutine `run`, in virtual time: it yields how many ms to wait. `look()` is
    called at every turn.
    """
    due = [mute.clock.now()]
    poll = core.IOQueue.wait_io_event
    clock = mute.clock

    def wait(queue, ms):
        if ms > 0:
            if look is not None:
                look()
            if clock.now() >= due[0]:
                due[0] = next(script) + clock.now()  # after it: the script may skip time
            clock.sleep(ms)
        poll(queue, 0)

    core.IOQueue.wait_io_event = wait
    try:
        asyncio.run(run)
    except StopIteration:
        pass


def play(made):
    """The rows of a table in play."""
    table = made._table
    threshold = gc.threshold()
    yield from calm()
    yield 3000  # meanwhile upkeep loads the menu's pages
    yield from second("second idle", threshold)
    quiet()
    yield from turns("turn idle", 20)
    yield from held("OK", "menu cold")
    notes["menu"] = not table.panel.is_at_main
    yield from pressed("BLACK", "menu step")
    yield from pressed("BLACK", "menu step")
    while not table.panel.is_at_main:
        yield from pressed("UNDO")
    for name in ("OK", "OK", "OK", "OK", "QUEEN", "OK"):
        yield from pressed(name)
    notes["phase"] = table.record.state.phase
    table.settings["struck"] = 1  # struck, complete
    yield from pressed("CLOCK")
    yield from calm()
    yield from second("second", threshold)
    quiet()
    yield from turns("turn running", 20)
    before = table.record.last_seq
    for _ in range(6):
        seq = table.record.last_seq
        yield from pressed("CLOCK", "press")
        if table.record.last_seq > seq:
            marks.names[-PRESS_TURNS:] = ["press stored"] * PRESS_TURNS
        mute.clock.sleep(1000)
        yield AFTER_SKIP_MS
    notes["stored"] = table.record.last_seq - before
    quiet()
    begin()
    gc.collect()
    end("collection")
    begin()
    gc.mem_free()
    end("mem_free")
    notes["live"] = gc.mem_alloc()
    appends()


def appends():
    """Events as a stroke stores them, into a journal of their own."""
    from boardside.app.sealing import Sealing
    from boardside.journal import Journal
    from boardside.journal.ring import Ring

    sealing = Sealing(Journal(Ring(mute.Partition("appends.bin")), mute.clock.now), bytes(32))
    sealing.append({"kind": "match", "match": "long", "a": ["Asha"], "b": ["Bimal"], "by": "panel"})
    for count in range(8):
        quiet()
        begin()
        sealing.append({"kind": "stroke", "side": "ab"[count & 1], "own": 1, "by": "panel", "match": "long"})
        end("append")
        quiet()
        begin()
        sealing.follow()
        end("chain")
    quiet()
    begin()
    sealing.append({"kind": "confirm", "by": "panel", "match": "long"})
    end("seal")


def table_scene():
    made = power_on("start empty")
    direct(play(made), made.run())


def full_scene():
    """A journal with a whole match."""
    notes["events"] = power_on("start full")._table.record.last_seq


def read_scene():
    """The same, and there is no snapshot of it."""
    full_scene()


def undo_scene():
    """A journal in which a hundred strokes are undone already; then as many more as two folds serve."""
    table = power_on("start undone")._table
    for _ in range(2 * UNDOS):
        quiet()
        begin()
        table.undo(900000)
        end("undo")


def rulings_scene():
    """Every stroke of some boards of a recorded match, through the rules alone."""
    import json

    import loader

    loader.mount("a")
    from boardside.game import match

    state = match.new()
    with open(sys.argv[3]) as lines:
        for line in lines:
            event = json.loads(line)
            quiet()
            begin()
            after = match.apply(state, event)[0]
            end("ruling" if event["kind"] == "stroke" else "other event")
            state = after


class Busy:
    """The line of an e-paper that is busy for two looks after a refresh has begun; its SPI sees that."""

    def __init__(self):
        self.looks = 0

    def value(self):
        self.looks -= self.looks > 0
        return self.looks > 0

    def write(self, data):
        if len(data) == 1 and data[0] == REFRESH:
            self.looks = 3


def paper(us):
    """The 4.2 inch e-paper's face and driver on a mute panel; us: its microsecond counter."""
    from time import ticks_diff

    from boardside.drivers import ssd16xx_panels
    from boardside.drivers.ssd16xx import Ssd16xx
    from boardside.faces.paper import Paper, page42
    from boardside.faces.paper.canvas import Canvas

    busy = Busy()
    outputs = [mute.Pin(gpio, mute.Pin.OUT) for gpio in range(3)]
    panel, step_bytes = ssd16xx_panels.EPD42, 1000
    driver = Ssd16xx(busy, outputs[0], outputs[1], outputs[2], busy, panel, ticks_diff, us, step_bytes)
    return driver, Paper(driver, page42, Canvas(page42.WIDTH, page42.HEIGHT, False), ticks_diff)


def draw(driver, face, screen, row):
    """Show a page to its end, each step counted as `row`."""
    quiet()
    begin()
    face.show(screen, mute.clock.now())
    end(row)
    is_done = False
    while not is_done:
        mute.clock.sleep(TURN_MS)
        begin()
        face.tick(mute.clock.now())
        end(row)
        is_done = not driver.is_working and not face.is_laying


def paper_scene():
    """A whole page of the e-paper, in steps as short as can be; then one that an event has changed, when the
    digits of a count were seen before; then a second of the next count.
    """
    import json

    table = power_on("start")._table
    long_steps = list(range(STEPS * STEP_US, 0, -STEP_US)).pop

    def page():
        return table.screen(mute.clock.now())

    def seconds_pass(seconds):
        """A count's digits are met, and their bitmaps made, not counted."""
        for _ in range(seconds):
            mute.clock.sleep(1000)
            table.tick(mute.clock.now())
            face.show(page(), mute.clock.now())
            while True:
                mute.clock.sleep(TURN_MS)
                face.tick(mute.clock.now())
                if not driver.is_working and not face.is_laying:
                    break

    with open(sys.argv[3]) as lines:
        events = [json.loads(line) for line in lines]
    for event in events[:-1]:
        table.enter(event, mute.clock.now(), "panel")
    driver, face = paper(long_steps)
    draw(driver, face, page(), "paper first")
    driver.us = mute.clock.now  # stands still in a step
    seconds_pass(COUNTED)
    table.enter(events[-1], mute.clock.now(), "panel")
    draw(driver, face, page(), "paper")
    seconds_pass(COUNTED_AGAIN)
    mute.clock.sleep(1000)
    table.tick(mute.clock.now())
    notes["second"] = page().clock_s
    draw(driver, face, page(), "paper second")
    driver.us = long_steps
    table.letters = Drawn()
    table.touch()
    draw(driver, face, page(), "paper drawn")


class Drawn:
    """Names of both sides as the host has drawn them, each in two lines of the whole width."""

    room = (178, 28, 4, 22, 2)

    def lay(self, screen, state):
        from boardside.app.letters import Line

        if not screen.drawn_left:
            lines = [Line(178, 28, bytearray(b"\x55" * 23 * 28)) for _ in range(4)]
            screen.drawn_left, screen.drawn_right = lines[:2], lines[2:]


class Host:
    """The other end of the cable: its frames, as the table's session reads them."""

    NONCE = "0123456789abcdef"

    def __init__(self, session):
        from boardside.link import auth, frame

        self._auth, self._frame, self._session = auth, frame, session
        self._sent = 0
        session.receive(
            frame.pack(b'["hi",1,"hall","%s"]' % self.NONCE.encode(), auth.NO_MAC), mute.clock.now()
        )
        table_nonce = frame.fields(frame.unpack(self.sent()[:-1])[0])[9]
        self._signer = auth.session_signer(b"", self.NONCE, table_nonce)
        session.receive(self.line("go", 1, 1), mute.clock.now())

    def sent(self):
        """The table's next frame."""
        line = b""
        while not line.endswith(b"\n"):
            line += self._session.send(mute.clock.now())
        return line

    def line(self, kind, *values):
        """A frame to the table."""
        self._sent += 1
        body = self._frame.dumps([kind, self._sent] + list(values)).encode()
        return self._frame.pack(body, self._signer.mac(self._auth.TO_TABLE, body))


def link_scene():
    """A host on the cable while strokes are entered: each step of the link."""
    import json
    from os import urandom
    from time import ticks_diff

    made = power_on("start")
    from boardside.app.links import Links
    from boardside.link.session import Identity

    table, journal = made._table, made._journal
    identity = Identity(7, "", journal.id, 1, "0.1.0")
    links = Links(identity, journal, table, b"", urandom, ticks_diff)
    table.on_event = links.event_stored
    session = links.serial
    host = Host(session)

    def step(row, function, *arguments):
        quiet()
        begin()
        out = function(*arguments)
        end(row)
        return out

    row = "link begun"  # the first event is read from flash
    with open(sys.argv[3]) as lines:
        for line in lines:
            table.enter(json.loads(line), mute.clock.now(), "panel")
            for wire in (host.line("pi", 5000), host.line("ack", table.record.last_seq)):
                step(row, session.receive, wire, mute.clock.now())
                mute.clock.sleep(STATUS_MS)
                step(row, session.prepare, mute.clock.now())
                while step(row, session.send, mute.clock.now(), 100):
                    pass
            row = "link"
    notes["up"] = session.up


HEARTBEAT_S = 2
MINUTES = 10
STROKES = ((3, 2), (9, 3), (5, 1), (13, 2), (2, 1), (7, 4), (16, 2))
"""How long players think, and c/m roll, in seconds."""

COMPLETE, TWICE = 0, 1
"""When CLOCK is pressed in a stroke, as the setting `struck` has it."""


def minutes_scene():
    """Ten minutes of strokes on the port's heap. argv[3]: "cable" with a host on it; argv[4]: `struck`. Each
    collection is noted: whether it was asked for, ms since the last press, whether a key was down, ms that
    the running count had left (-1: none ran).
    """
    import heap

    collections = []
    pressed_at, is_down, heard = [0], [False], [0]
    presses = int(sys.argv[4])

    def note(is_asked):
        now = mute.clock.now()
        left = -1
        if made is not None and made._table.clocks.main.state == 1:  # running
            left = made._table.clocks.main.left(now)
        collections.append((is_asked, now - pressed_at[0], is_down[0], left))

    port = heap.Heap(gc, note)
    made = None
    sys.modules["gc"] = port
    port.begin()
    made = power_on("start")
    made.complete()
    links = made._services.links
    host = None

    def hear(kind, value):
        before = gc.mem_alloc()
        line = host.line(kind, value)
        port.litter(gc.mem_alloc() - before)
        links.serial.receive(line, mute.clock.now())

    def press(name, seconds=0):
        pressed_at[0] = mute.clock.now()
        is_down[0] = True
        mute.press(key(name))
        yield SHORT_MS
        mute.release(key(name))
        is_down[0] = False
        yield REST_MS
        for _ in range(seconds):
            if host is not None:
                if made._journal.last_seq > links.serial.acked:
                    hear("ack", made._journal.last_seq)
                heard[0] += 1
                if heard[0] % HEARTBEAT_S == 0:
                    hear("pi", 5000)
            yield 1000

    def script():
        nonlocal host
        yield from calm()
        yield 3000
        if sys.argv[3] == "cable":
            host = Host(links.serial)
        for name in ("OK", "OK", "OK", "OK", "QUEEN", "OK"):
            yield from press(name)
        made._table.settings["struck"] = presses
        yield from press("CLOCK", 1)
        del collections[:]
        began, strokes = mute.clock.now(), 0
        while mute.clock.now() - began < MINUTES * 60_000:
            thinking, rolling = STROKES[strokes % len(STROKES)]
            if presses == TWICE:
                yield from press("CLOCK", rolling)
            if strokes % 3 == 0:
                yield from press("WHITE")
                yield from press("UNDO")
            yield from press("CLOCK", thinking if presses == TWICE else thinking + rolling)
            strokes += 1
        notes["strokes"], notes["events"] = strokes, made._journal.last_seq

    def look():
        if mute.clock.now() % 50 == 0:
            port.look()

    direct(script(), made.run(), look)
    notes["collections"] = collections
    notes["total"], notes["used"] = port.total, port.used()
    notes["up"] = links.serial.up


def bare_scene():
    """What to hold the others against: ten pins scanned by a loop, and a key dispatched by a dict."""
    pins = [mute.Pin(gpio, mute.Pin.IN) for gpio in range(10)]

    async def scan():
        while True:
            for pin in pins:
                if not pin.value():
                    print("pressed")
            await asyncio.sleep_ms(TURN_MS)

    async def turn():
        for _ in range(TURNS):
            begin()
            await asyncio.sleep_ms(0)
            end("bare turn")

    def script(row):
        yield 100
        begin()
        yield 1000
        end(row)

    asyncio.run(turn())
    direct(script("bare loop"), scan())

    def handler(now):
        return now

    handlers = {"CLOCK": handler}
    for _ in range(4):
        begin()
        handlers.get("CLOCK")(1)
        end("bare dispatch")
    begin()
    end("nothing")


globals()[sys.argv[1] + "_scene"]()
marks.write(notes)

"""The shell of the cable: it never waits for the line, and lets the keys go first between two frames."""

import asyncio

from by_hand import diff

from boardside.link import serial_port
from boardside.link.serial_port import BYTES_PER_MS, WRITE_MOST, Line, serve

FIFO = 128
"""Bytes of the UART's buffer on the ESP32."""


class StopError(Exception):
    """Ends `serve`."""


class Session:
    """Takes lines and has so many bytes to send."""

    def __init__(self, log, waiting=0, is_status_due=False):
        self.log = log
        self.waiting = waiting
        self.is_status_due = is_status_due
        self.up = True

    def receive(self, data, now):
        self.log.append(bytes(data))

    def prepare(self, now):
        was_due, self.is_status_due = self.is_status_due, False
        if was_due:
            self.log.append("status")
        return was_due

    def send(self, now, most):
        count = min(most, self.waiting)
        self.waiting -= count
        if count:
            self.log.append("frame")
        return bytes(count)


class Port:
    """A line at 115200 baud: `longest` is how many bytes ever lay in the UART's buffer."""

    def __init__(self, clock, arrived=b""):
        self.clock = clock
        self.arrived = arrived
        self.lying = self.longest = self.carried = 0
        self.at = 0

    def read(self):
        arrived, self.arrived = self.arrived, b""
        return arrived

    def write(self, data):
        carried = (self.clock.now - self.at) * 115 // 10
        self.at = self.clock.now
        self.lying = max(0, self.lying - carried) + len(data)
        self.longest = max(self.longest, self.lying)
        self.carried += len(data)


class Clock:
    now = 0

    def __call__(self):
        return self.now


def served(session, port, clock, rests, keys=None, asked=None):
    """Serve until `rests` is used up: the ms that each sleep takes; `keys()` runs in each sleep of none.
    `asked`, a list, gets the ms that each sleep was to take.
    """

    async def sleep(ms):
        if ms == 0:
            keys()
            return
        if not rests:
            raise StopError
        if asked is not None:
            asked.append(ms)
        clock.now += rests.pop(0)

    before = serial_port.sleep_ms
    from boardside.link import shell

    serial_port.sleep_ms = shell.sleep_ms = sleep
    try:
        asyncio.run(serve(session, port, clock, diff, lambda: None))
    except StopError:
        pass
    finally:
        serial_port.sleep_ms = shell.sleep_ms = before


def test_no_write_is_longer_than_the_room_in_the_uarts_buffer():
    clock = Clock()
    port = Port(clock)
    rests = [1, 20, 1, 1, 10, 6, 6, 6, 3, 10, 10, 10, 30, 1, 2] * 20
    most = sum([min(WRITE_MOST, rest * BYTES_PER_MS) for rest in rests])
    served(Session([], 100_000), port, clock, rests)
    assert port.longest <= FIFO
    assert port.carried >= most, "and the line is kept busy"


class Late(Session):
    """Has ten bytes to send at its 30th look."""

    looks = 0

    def send(self, now, most):
        self.looks += 1
        if self.looks == 30:
            self.waiting = 10
        return Session.send(self, now, most)


def test_a_beacon_that_no_host_has_answered_does_not_quicken_the_looks():
    rests = {}
    for is_up in (False, True):
        clock = Clock()
        session = Late([])
        session.up = is_up
        rests[is_up] = []
        served(session, Port(clock), clock, [10] * 32, asked=rests[is_up])
        assert session.log == ["frame"]
    assert rests[False][28] == rests[True][28] == rests[False][30]
    assert rests[True][30] < rests[False][30]


def test_the_room_grows_as_the_line_carries_away():
    line = Line(diff, 0)
    assert line.room(0) == WRITE_MOST
    line.wrote(WRITE_MOST)
    assert line.room(0) == 0
    assert line.room(2) == 2 * BYTES_PER_MS
    assert line.room(5) == 5 * BYTES_PER_MS
    assert line.room(1000) == WRITE_MOST


def test_the_keys_may_go_first_between_two_frames():
    log = []
    clock = Clock()
    session = Session(log, 10, is_status_due=True)
    arrived = b"first\nsecond\nthi"
    served(session, Port(clock, arrived), clock, [], lambda: log.append("keys"))
    lines = [b"first\n", "keys", b"second\n", "keys", b"thi", "keys"]
    assert log == lines + ["status", "keys", "frame"]


def test_a_quiet_line_gives_nothing_away():
    log = []
    clock = Clock()
    served(Session(log), Port(clock), clock, [26] * 5, lambda: log.append("keys"))
    assert log == []

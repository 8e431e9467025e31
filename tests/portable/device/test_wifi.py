"""The Wi-Fi's state machine: every state against every event, and what a station sees that obeys or fails."""

from portable import PERIOD, diff, raises

from boardside.app.wifi import (
    FAILURES_MOST,
    JOIN_MS,
    JOINED,
    JOINING,
    LOOK_MS,
    OFF,
    REST_MOST_MS,
    REST_MS,
    RESTING,
    SETTLING,
    STABLE_MS,
    Wifi,
)

START = PERIOD - 5000  # so that the ticks start again under way


class Station:
    """What the firmware uses of `network.WLAN`; notes the calls, and refuses what it is told to refuse."""

    def __init__(self):
        self.calls = []
        self.is_there = False
        self.refuses = ""

    def _call(self, name, *rest):
        if self.refuses == name:
            raise OSError(0x0101)
        self.calls.append((name,) + rest if rest else name)

    def active(self, is_on):
        self._call("on" if is_on else "off")

    def config(self, **values):
        self._call("config")
        assert values == {"pm": 0}

    def connect(self, ssid, password):
        self._call("connect", ssid, password)

    def disconnect(self):
        self._call("disconnect")

    def isconnected(self):
        if self.refuses == "isconnected":
            raise OSError(0x0101)
        return self.is_there

    def status(self):
        return 201


class Hall:
    """A station under the state machine, and the time."""

    def __init__(self):
        self.station = Station()
        self.now = START
        self.wifi = Wifi(self._open, self._named, "boardside-7", "hall", "secret", diff)

    def _open(self):
        if self.station.refuses == "WLAN":
            raise RuntimeError("Wifi Unknown Error 0x0101")
        return self.station

    def _named(self, name):
        self.station._call("hostname", name)

    def step(self, is_there, ms=LOOK_MS):
        self.station.is_there = is_there
        self.now = (self.now + ms) % PERIOD
        self.wifi.step(self.now)
        return self.wifi.state

    def count(self, call):
        return self.station.calls.count(call)


CONNECT = ("connect", "hall", "secret")


def in_state(state):
    """A hall that has come to this state the ordinary way."""
    hall = Hall()
    if state == OFF:
        return hall
    hall.step(False)
    if state == RESTING:
        hall.station.refuses = "isconnected"
        hall.step(False)
        hall.station.refuses = ""
    if state in (SETTLING, JOINED):
        hall.step(True)
    if state == JOINED:
        hall.step(True)
    assert hall.wifi.state == state
    hall.station.calls.clear()
    return hall


# state, is the network there, milliseconds since the last look, what the radio refuses -> state, calls
TABLE = (
    (OFF, False, LOOK_MS, "", JOINING, [("hostname", "boardside-7"), "on", "config", CONNECT]),
    (OFF, True, LOOK_MS, "", JOINING, [("hostname", "boardside-7"), "on", "config", CONNECT]),
    (OFF, False, LOOK_MS, "WLAN", RESTING, []),
    (OFF, False, LOOK_MS, "on", RESTING, [("hostname", "boardside-7")]),
    (OFF, False, LOOK_MS, "connect", RESTING, [("hostname", "boardside-7"), "on", "config", "off"]),
    (JOINING, False, LOOK_MS, "", JOINING, []),
    (JOINING, True, LOOK_MS, "", SETTLING, []),
    (JOINING, False, JOIN_MS - 1, "", JOINING, []),
    (JOINING, False, JOIN_MS, "", JOINING, ["disconnect", CONNECT]),
    (JOINING, True, JOIN_MS, "", SETTLING, []),
    (JOINING, False, JOIN_MS, "disconnect", RESTING, ["off"]),
    (JOINING, False, LOOK_MS, "isconnected", RESTING, ["off"]),
    (SETTLING, True, LOOK_MS, "", JOINED, []),
    (SETTLING, False, LOOK_MS, "", JOINING, []),
    (SETTLING, False, JOIN_MS, "", JOINING, []),
    (SETTLING, False, LOOK_MS, "isconnected", RESTING, ["off"]),
    (JOINED, True, LOOK_MS, "", JOINED, []),
    (JOINED, True, STABLE_MS, "", JOINED, []),
    (JOINED, False, LOOK_MS, "", JOINING, []),
    (JOINED, False, JOIN_MS, "", JOINING, []),
    (JOINED, True, LOOK_MS, "isconnected", RESTING, ["off"]),
    (RESTING, False, LOOK_MS, "", RESTING, []),
    (RESTING, True, LOOK_MS, "", RESTING, []),
    (RESTING, False, REST_MS - 1, "", RESTING, []),
    (RESTING, False, REST_MS, "", OFF, []),
    (RESTING, False, LOOK_MS, "isconnected", RESTING, []),
)


def test_every_state_and_event():
    seen = set()
    for state, is_there, ms, refuses, wanted, calls in TABLE:
        hall = in_state(state)
        hall.station.refuses = refuses
        case = (state, is_there, ms, refuses)
        assert hall.step(is_there, ms) == wanted, case
        assert hall.station.calls == calls, (case, hall.station.calls)
        seen.add((state, is_there))
    assert len(seen) == 10  # each of the five, with and without a network


def test_only_joined_and_still_there_is_online():
    for state in (OFF, JOINING, SETTLING, JOINED, RESTING):
        hall = in_state(state)
        hall.station.is_there = True
        assert hall.wifi.online() == (state == JOINED)
        hall.station.is_there = False
        assert not hall.wifi.online()


def test_a_network_that_comes_and_goes_at_every_look_is_never_up():
    hall = in_state(JOINING)
    for _ in range(50):
        hall.step(True)
        assert not hall.wifi.online()
        hall.step(False)


def test_a_lost_network_is_reported_until_it_is_back():
    hall = in_state(JOINED)
    hall.step(False)
    assert hall.wifi.problem == "the Wi-Fi was lost"
    hall.step(True)
    assert hall.wifi.problem == "the Wi-Fi was lost"
    hall.step(True)
    assert hall.wifi.problem == ""
    assert hall.wifi.online()


def test_the_third_vain_attempt_leads_to_a_rest_with_the_radio_on():
    hall = in_state(JOINING)
    for attempt in range(1, FAILURES_MOST + 1):
        state = hall.step(False, JOIN_MS)
        assert state == (RESTING if attempt == FAILURES_MOST else JOINING)
    assert "cannot join hall" in hall.wifi.problem
    assert "201" in hall.wifi.problem
    assert (hall.count("disconnect"), hall.count(CONNECT), hall.count("off")) == (3, 2, 0)
    hall.step(False, REST_MS)
    hall.step(False)
    assert hall.wifi.state == JOINING
    assert (hall.count(CONNECT), hall.count("on")) == (3, 0)


def test_a_radio_that_refused_something_is_switched_off_and_on_again():
    hall = in_state(JOINED)
    hall.station.refuses = "isconnected"
    hall.step(False)
    assert hall.station.calls == ["off"]
    assert hall.wifi.signal() == ("", None)
    assert hall.wifi.name_server() == ""
    hall.station.refuses = ""
    hall.step(False, REST_MS)
    hall.step(False)
    assert hall.station.calls[1:] == [("hostname", "boardside-7"), "on", "config", CONNECT]


def test_a_radio_that_is_not_there_is_asked_after_each_rest():
    hall = Hall()
    hall.station.refuses = "WLAN"
    assert rests(hall, 3) == [REST_MS, 2 * REST_MS, 4 * REST_MS]
    assert "Wifi Unknown Error" in hall.wifi.problem
    assert not hall.wifi.online()
    hall.station.refuses = ""
    hall.step(False)
    assert hall.wifi.state == JOINING


def rests(hall, count):
    """How long each of the next `count` rests lasts."""
    waits_ms = []
    for _ in range(count):
        while hall.wifi.state != RESTING:
            hall.step(False, JOIN_MS)
        began = hall.now
        while hall.wifi.state == RESTING:
            hall.step(False)
        waits_ms.append(diff(hall.now, began))
    return waits_ms


def test_rests_grow_to_a_limit_and_start_again_after_a_stable_time():
    hall = in_state(JOINING)
    assert rests(hall, 5) == [REST_MS, 2 * REST_MS, 4 * REST_MS, REST_MOST_MS, REST_MOST_MS]
    hall.step(False)
    for _ in range(3):
        hall.step(True)
    hall.step(False)
    assert rests(hall, 1) == [REST_MOST_MS]  # it was there, but did not stay
    hall.step(False)
    for _ in range(3 + STABLE_MS // LOOK_MS):
        hall.step(True)
    hall.step(False)
    assert rests(hall, 1) == [REST_MS]


def test_a_radio_that_refuses_even_to_be_switched_off_is_asked_again_later():
    hall = in_state(JOINING)
    hall.station.refuses = "isconnected"

    def active(is_on):
        raise OSError(0x0101)

    works, hall.station.active = hall.station.active, active
    assert hall.step(False) == RESTING
    assert "refuses" in hall.wifi.problem
    raises(OSError, active, False)
    hall.station.active = works
    hall.station.refuses = ""
    hall.step(False, REST_MS)
    assert hall.step(False) == JOINING

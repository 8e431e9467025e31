"""The Wi-Fi's state machine against a station that obeys, is refused, or loses its network."""

from boardside.app.wifi import JOIN_MS, JOINED, JOINING, Wifi


def diff(end, start):
    return end - start


class Station:
    """What the firmware uses of `network.WLAN`; notes the calls."""

    def __init__(self):
        self.calls = []
        self.is_there = False

    def active(self, is_on):
        self.calls.append("active")

    def config(self, **values):
        self.calls.append("config")
        assert values == {"pm": 0}

    def connect(self, ssid, password):
        self.calls.append(("connect", ssid, password))

    def disconnect(self):
        self.calls.append("disconnect")

    def isconnected(self):
        return self.is_there

    def status(self):
        return 201


def made():
    station = Station()

    def hostname(name):
        station.calls.append(("hostname", name))

    return station, Wifi(station, hostname, "boardside-7", "hall", "secret", diff)


def test_it_is_named_before_it_is_active_and_saves_no_power():
    station, wifi = made()
    wifi.step(0)
    assert station.calls == [("hostname", "boardside-7"), "active", "config", ("connect", "hall", "secret")]
    assert wifi.state == JOINING
    assert not wifi.online()


def test_it_is_online_once_it_has_joined():
    station, wifi = made()
    wifi.step(0)
    station.is_there = True
    wifi.step(500)
    assert wifi.state == JOINED
    assert wifi.online()


def test_a_lost_network_is_noticed_at_once_and_come_back_to():
    station, wifi = made()
    wifi.step(0)
    station.is_there = True
    wifi.step(500)
    station.is_there = False
    assert not wifi.online()
    wifi.step(1000)
    assert wifi.state == JOINING
    assert wifi.problem == "the Wi-Fi was lost"
    station.is_there = True
    wifi.step(3000)
    assert wifi.online()
    assert wifi.problem == ""


def test_joining_in_vain_is_begun_anew_and_explained():
    station, wifi = made()
    for now in range(0, 2 * JOIN_MS + 600, 500):
        wifi.step(now)
    assert station.calls.count(("connect", "hall", "secret")) == 3
    assert station.calls.count("disconnect") == 2
    assert station.calls.count("active") == 1
    assert "cannot join hall" in wifi.problem
    assert "201" in wifi.problem

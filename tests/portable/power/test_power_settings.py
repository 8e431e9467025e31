"""The settings of battery, rest and number; the signal of the Wi-Fi."""

from boardside.app.wifi import Wifi
from boardside.config import Config


def test_battery_and_rest_have_defaults_and_bounds():
    config = Config({})
    assert (config.battery, config.idle, config.problems) == (False, 10, [])
    config = Config({"battery": True, "idle": 0})
    assert (config.battery, config.idle, config.problems) == (True, 0, [])
    config = Config({"battery": 6600})
    assert (config.battery, config.battery_mah, config.problems) == (True, 6600, [])
    config = Config({"battery": 5, "idle": 241})
    assert (config.battery, config.idle) == (False, 10)
    assert len(config.problems) == 2


def test_a_name_that_is_the_number_follows_it_and_any_other_stays():
    config = Config({"table": 7, "name": "Table 7", "key": ""})
    config.renumber(12)
    assert Config(config._fields).name == "Table 12"
    config = Config({"table": 7, "name": "Centre court"})
    config.renumber(12)
    again = Config(config._fields)
    assert (again.table, again.name) == (12, "Centre court")


class Station:
    """A WLAN that is joined, or goes in the moment it is asked."""

    def __init__(self, is_joined, goes=False):
        self.is_joined = is_joined
        self.goes = goes

    def active(self, is_on):
        pass

    def config(self, pm):
        pass

    def connect(self, ssid, password):
        pass

    def isconnected(self):
        return self.is_joined

    def ifconfig(self):
        return ("10.0.0.7", "255.255.255.0", "10.0.0.1", "10.0.0.1")

    def status(self, field=None):
        if self.goes:
            raise OSError("Wifi Not Connected")
        assert field == "rssi"
        return -71


def signal(station):
    wifi = Wifi(lambda: station, lambda name: None, "boardside-7", "Hall", "", lambda later, earlier: 0)
    assert wifi.signal() == ("", None)
    wifi.step(0)
    return wifi.signal()


def test_the_signal_is_shown_while_there_is_one():
    assert signal(Station(True)) == ("10.0.0.7", -71)
    assert signal(Station(False)) == ("", None)
    assert signal(Station(True, goes=True)) == ("", None)

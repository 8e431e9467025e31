"""`network` as the firmware of a simulated table sees it: one Wi-Fi station.

The sockets are the real ones of this machine; the relay in `host_tools/simulator/wifi.py`
holds and resets their connections when the Wi-Fi is lost.
"""

import utime

from . import board
from .radio import CONNECTING as STAT_CONNECTING
from .radio import GOT_IP as STAT_GOT_IP
from .radio import IDLE as STAT_IDLE

STA_IF = 0
AP_IF = 1
STAT_BEACON_TIMEOUT = 200
STAT_NO_AP_FOUND = 201
STAT_WRONG_PASSWORD = 202

__all__ = ("AP_IF", "STAT_CONNECTING", "STAT_GOT_IP", "STAT_IDLE", "STA_IF", "WLAN", "hostname")


class WLAN:
    """The station interface."""

    IF_STA = STA_IF
    IF_AP = AP_IF
    PM_NONE = 0
    PM_PERFORMANCE = 1
    PM_POWERSAVE = 2

    def __init__(self, interface_id: int = STA_IF) -> None:
        if interface_id != STA_IF:
            raise ValueError("invalid WLAN interface identifier")
        self._radio = board.main.radio

    def active(self, is_active=None):
        if is_active is not None:
            if is_active and not self._radio.is_active:  # the port waits until the radio has started
                utime.sleep_ms(board.main.settings["wifi"]["start_ms"])
            self._radio.activate(bool(is_active), utime.ticks_ms())
        return self._radio.is_active

    def connect(self, ssid=None, key=None, *, bssid=None) -> None:
        self._radio.connect(ssid, key, utime.ticks_ms())

    def disconnect(self) -> None:
        self._radio.disconnect(utime.ticks_ms())

    def isconnected(self) -> bool:
        board.main.poll()
        return self._radio.is_connected(utime.ticks_ms())

    def status(self, param=None):
        board.main.poll()
        if param == "rssi":
            if not self.isconnected():
                raise OSError("Wifi Not Connected")
            return -58
        return self._radio.status(utime.ticks_ms())

    def config(self, param=None, **values):
        """Read "mac", "ssid" or "pm"; `pm=` sets power saving. ValueError for what is not modelled."""
        for name in values:
            if name == "pm":
                self._radio.power_management = values[name]
            elif name not in ("hostname", "dhcp_hostname", "reconnects", "txpower"):
                raise ValueError("unknown config param")
        if param == "mac":
            return board.main.unique_id
        if param == "pm":
            return self._radio.power_management
        if param in ("ssid", "essid"):
            return board.main.settings["wifi"]["ssid"]
        if param is not None:
            raise ValueError("unknown config param")
        return None

    def ifconfig(self):
        """(address, mask, gateway, name server); zeros while not connected."""
        if not self.isconnected():
            return ("0.0.0.0", "0.0.0.0", "0.0.0.0", "0.0.0.0")
        return (f"10.75.0.{10 + board.main.unique_id[5] % 240}", "255.255.255.0", "10.75.0.1", "10.75.0.1")


def hostname(name=None):
    """Read or set the name given to the access point; ValueError when it is longer than 32 bytes."""
    radio = board.main.radio
    if name is not None:
        if len(name) > 32:
            raise ValueError("hostname too long")
        radio.hostname = name
    return radio.hostname

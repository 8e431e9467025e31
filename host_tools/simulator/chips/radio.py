"""The Wi-Fi station of a table: joins after a while, loses the network, joins again by itself.

Status codes and behaviour as in MicroPython's ESP32 port (`network_wlan.c`): after a request to connect it
tries for ever and reports "connecting" meanwhile, whatever the reason.
"""

IDLE = 1000
CONNECTING = 1001
GOT_IP = 1010


class Radio:
    """`ssid` and `password` are the hall's network. Times in milliseconds, monotonic, passed in.

    Joining takes `join_ms`, and starts again whenever the network is back. `changed(is_connected)` is called
    by the next call after the connection was made or lost.
    """

    def __init__(self, ssid: str, password: str, join_ms: int, changed=None) -> None:
        self.is_active = False
        self.hostname = "mpy-esp32"
        self.power_management = 1
        self._hall = (ssid, password)
        self._join_ms = join_ms
        self._changed = changed
        self._on_air = True
        self._wanted = None
        self._since = 0
        self._was_connected = False

    def air(self, is_on: bool, now: int) -> None:
        """Set whether the hall's network is in range."""
        if is_on and not self._on_air:
            self._since = now
        self._on_air = is_on
        self.is_connected(now)

    def activate(self, is_active: bool, now: int) -> None:
        """Switch the radio on or off; off forgets the requested network."""
        self.is_active = is_active
        if not is_active:
            self._wanted = None
        self.is_connected(now)

    def connect(self, ssid, password, now: int) -> None:
        """Ask to join a network. OSError when the radio is off, as on the device."""
        if not self.is_active:
            raise OSError("Wifi Not Started")
        self._wanted = (ssid, password)
        self._since = now

    def disconnect(self, now: int) -> None:
        """Leave the network."""
        self._wanted = None
        self.is_connected(now)

    def is_connected(self, now: int) -> bool:
        """Whether the station has an address at `now`."""
        connected = (
            self.is_active
            and self._on_air
            and self._wanted == self._hall
            and now - self._since >= self._join_ms
        )
        if connected != self._was_connected:
            self._was_connected = connected
            if self._changed is not None:
                self._changed(connected)
        return connected

    def status(self, now: int) -> int:
        """IDLE, CONNECTING or GOT_IP."""
        if self.is_connected(now):
            return GOT_IP
        return IDLE if self._wanted is None else CONNECTING

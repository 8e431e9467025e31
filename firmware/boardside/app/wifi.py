"""Joining the Wi-Fi and staying in it, as a small state machine over `network.WLAN`.

off -> joining -> joined
joining for 20 s -> the network is asked for anew (the chip itself tries for ever, but not always well)
joined, lost -> joining
"""

JOIN_MS = 20_000
"""Joining and an address take 2 to 8 s; after this long something is wrong, and a new start may help."""

LOOK_MS = 500

OFF, JOINING, JOINED = "off", "joining", "joined"


class Wifi:
    """`wlan` is a station interface; `hostname(name)` sets the name it gives itself; `name` is that name
    (letters, digits, hyphens); `ssid` and `password` are the network's.

    To read: `state`, and `problem`, why it is not joined, in words.
    """

    def __init__(self, wlan, hostname, name: str, ssid: str, password: str, diff) -> None:
        self._wlan = wlan
        self._hostname = hostname
        self._name = name
        self._ssid = ssid
        self._password = password
        self._diff = diff
        self._since = 0
        self.state = OFF
        self.problem = ""

    def online(self) -> bool:
        """Whether there is a network now."""
        return self.state == JOINED and self._wlan.isconnected()

    def step(self, now: int) -> None:
        """Look at the interface and do what is due; call it every LOOK_MS. OSError: the radio refused."""
        if self.state == OFF:
            self._switch_on()
            self._join(now)
        elif self._wlan.isconnected():
            self.state = JOINED
            self.problem = ""
        elif self.state == JOINED:
            self.state = JOINING
            self._since = now
            self.problem = "the Wi-Fi was lost"
        elif self._diff(now, self._since) >= JOIN_MS:
            self.problem = "cannot join %s (status %s)" % (self._ssid, self._wlan.status())
            self._wlan.disconnect()
            self._join(now)

    def _switch_on(self) -> None:
        self._hostname(self._name)  # counts only before the interface is active
        self._wlan.active(True)
        self._wlan.config(pm=0)  # WLAN.PM_NONE: power saving costs up to 0.3 s a frame

    def _join(self, now: int) -> None:
        self._wlan.connect(self._ssid, self._password)
        self._since = now
        self.state = JOINING

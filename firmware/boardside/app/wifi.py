"""Joining the Wi-Fi and staying in it, as a small state machine over `network.WLAN`.

    off --> joining --there--> settling --still there at the next look--> joined
    settling, joined --gone--> joining (the chip tries by itself)
    joining --20 s in vain--> joining, asked anew
    joining --in vain for the third time--> resting
    any --the radio refuses--> resting
    resting --5, 10, 20, 40 s--> off

The radio is switched on once and stays on: until it has started everything stands for 0.1 to 0.4 s. Only one
that refused something is switched off, and on again after the rest.
Only `step` changes the state. An unstable network counts as joined only when it stays; the failures are
forgotten when it has stayed for 10 s.
"""

JOIN_MS = 20_000
"""Joining and an address take 2 to 8 s; after this long something is wrong, and a new start may help."""

FAILURES_MOST = 3
REST_MS = 5_000
REST_MOST_MS = 40_000
STABLE_MS = 10_000

LOOK_MS = 500

TYPE_CHECKING = False
if TYPE_CHECKING:
    from network import WLAN

OFF, JOINING, SETTLING, JOINED, RESTING = "off", "joining", "settling", "joined", "resting"


class Wifi:
    """station() gives the station interface (`network.WLAN`), or raises what the port raises;
    `hostname(name)` sets the name it gives itself; `name` is that name (letters, digits, hyphens); `ssid` and
    `password` are the network's; `diff`: `time.ticks_diff`.

    To read: `state`, and `problem`, why it is not joined, in words.
    """

    def __init__(self, station, hostname, name: str, ssid: str, password: str, diff) -> None:
        self._station = station
        self._wlan: "WLAN | None" = None  # while it is switched on
        self._hostname = hostname
        self._name = name
        self._ssid = ssid
        self._password = password
        self._diff = diff
        self._since = 0
        self._failures = 0
        self._rest_ms = REST_MS
        self.state = OFF
        self.problem = ""

    def online(self) -> bool:
        """Whether there is a network now, and it has stayed for a moment."""
        return self.state == JOINED and self._wlan is not None and self._wlan.isconnected()

    def signal(self) -> "tuple[str, int | None]":
        """(own IPv4 address, signal in dBm); ("", None) while there is no network."""
        try:
            if self._wlan is not None and self._wlan.isconnected():
                return self._wlan.ifconfig()[0], self._wlan.status("rssi")
        except OSError:
            pass  # it went in this very moment
        return "", None

    def name_server(self) -> str:
        """Its IPv4 address; "" while there is no network."""
        return "" if self._wlan is None else self._wlan.ifconfig()[3]

    def step(self, now: int) -> None:
        """Look at the interface and do what is due; call it every LOOK_MS. Never raises for what the radio
        refuses.
        """
        try:
            self._step(now)
        except (OSError, RuntimeError) as error:  # RuntimeError: what the port does not know by a number
            self.problem = "the radio refuses (error %s)" % (error.args[0] if error.args else error)
            self._switch_off()
            self._rest(now)

    def _step(self, now: int) -> None:
        state, elapsed = self.state, self._diff(now, self._since)
        if state == RESTING:
            if elapsed >= self._rest_ms:
                self._rest_ms = min(2 * self._rest_ms, REST_MOST_MS)
                self._enter(OFF, now)
        elif state == OFF:
            if self._wlan is None:
                self._wlan = self._switched_on()
            self._join(self._wlan, now)
        elif self._wlan is not None:
            self._follow(self._wlan, state, elapsed, now)

    def _follow(self, wlan: "WLAN", state: str, elapsed: int, now: int) -> None:
        if wlan.isconnected():
            self._is_there(state, elapsed, now)
        elif state != JOINING:
            self.problem = "the Wi-Fi was lost"
            self._enter(JOINING, now)
        elif elapsed >= JOIN_MS:
            self._in_vain(wlan, now)

    def _is_there(self, state: str, elapsed: int, now: int) -> None:
        if state == JOINING:
            self._enter(SETTLING, now)
        elif state == SETTLING:
            self.problem = ""
            self._enter(JOINED, now)
        elif elapsed >= STABLE_MS:
            self._failures = 0
            self._rest_ms = REST_MS

    def _in_vain(self, wlan: "WLAN", now: int) -> None:
        self.problem = "cannot join %s (status %s)" % (self._ssid, wlan.status())
        self._failures += 1
        wlan.disconnect()
        if self._failures >= FAILURES_MOST:
            self._rest(now)
        else:
            self._join(wlan, now)

    def _switched_on(self) -> "WLAN":
        wlan = self._station()
        self._hostname(self._name)  # counts only before the interface is active
        wlan.active(True)
        wlan.config(pm=0)  # WLAN.PM_NONE: power saving costs up to 0.3 s a frame
        return wlan

    def _switch_off(self) -> None:
        wlan, self._wlan = self._wlan, None
        try:
            if wlan is not None:
                wlan.active(False)
        except (OSError, RuntimeError):
            pass  # it is switched on anew after the rest

    def _join(self, wlan: "WLAN", now: int) -> None:
        wlan.connect(self._ssid, self._password)
        self._enter(JOINING, now)

    def _rest(self, now: int) -> None:
        """Leave the network alone for a while."""
        self._failures = 0
        self._enter(RESTING, now)

    def _enter(self, state: str, now: int) -> None:
        self.state = state
        self._since = now

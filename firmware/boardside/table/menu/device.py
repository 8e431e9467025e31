"""Items of the menu that set or show the device: strokes, brightness, volume, number, network, battery ..."""

from .. import texts
from ..core.conduct import set_way, way_of
from ..pages.forms import Field, Form
from ..pages.panel import Info, Page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from ...game.state import State
    from ..pages.panel import Panel
    from ..show.screens import Screen

BRIGHTNESS_MAX = 15
VOLUME_MAX = 10
TABLE_MOST = 999

_WAYS = (0, 2, 1)
_WAY_CHOICES = (("no", 0), ("2", 2), ("1", 1))
_OPENS_FIRST = "UNDO"
_OPENS_THEN = "CLOCK"


def way(panel: "Panel", menu: "Page") -> None:
    """Show the presses of CLOCK a stroke; STRIKER or QUEEN and OK choose others, or results only."""

    def done(panel: "Panel", values: list, now: int) -> bool:
        if values[0] != way_of(panel.core):
            set_way(panel.core, values[0])
        panel.core.notice(*texts.WAYS[values[0]], now=now)
        return True

    at = _WAYS.index(way_of(panel.core))
    panel.open(Form([Field("PrESS", "CLOCK a stroke: 1, 2; no: results only", _WAY_CHOICES, at)], done, None))


def brightness(panel: "Panel", menu: "Page") -> None:
    """The display's brightness, carried out at each change."""
    _setting(panel, menu, "bri", "Brightness", "brightness", 0, BRIGHTNESS_MAX, 8)


def volume(panel: "Panel", menu: "Page") -> None:
    """The buzzer's volume, carried out at each change; 0 is mute."""
    _setting(panel, menu, "SoUn", "Volume, 0 is mute", "volume", 0, VOLUME_MAX, 7)


def _setting(
    panel: "Panel", menu: "Page", label: str, line: str, name: str, low: int, high: int, usual: int
) -> None:
    choices = tuple((str(value), value) for value in range(low, high + 1))
    value = max(low, min(high, panel.core.settings.get(name, usual)))

    def live(panel: "Panel", value: int) -> None:
        panel.core.set(name, value)

    field = Field(label, line, choices, value - low, live, ring=False)
    panel.open(Form([field], lambda panel, values, now: True, menu))


def number(panel: "Panel", menu: "Page") -> None:
    """The number of the table: OK stores it and restarts the table."""
    from .numbers import Number

    core = panel.core
    if core.in_play():
        panel.refuse("unsealed" if panel.state.phase == "over" else "in_play")
        return

    def done(panel: "Panel", value: int, now: int) -> bool:
        if value == panel.view.table:
            panel.refuse("same")
            return False
        core.set("table", value)
        core.notice("tbL %4d" % value, "Table %d: it starts anew in a moment" % value, now)
        return True

    panel.open(
        Number(
            "n", "Table", panel.view.table, 1, TABLE_MOST, (1, 10, 100), 0, lambda n: "%4d" % n, done, menu
        )
    )


def self_test(panel: "Panel", menu: "Page") -> None:
    """Display, sounds and keys, page by page."""
    from .selftest import SelfTest

    SelfTest(menu).open(panel)


class Live(Info):
    """Pages to read that are made again at each key: `make(panel)` always returns as many pages."""

    def __init__(
        self, panel: "Panel", make: "Callable[[Panel], list[tuple[str, str]]]", back: "Page"
    ) -> None:
        Info.__init__(self, make(panel), back)
        self._make = make

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key while the pages are open."""
        Info.press(self, panel, key, now)
        self.pages = self._make(panel)


def link(panel: "Panel", menu: "Page") -> None:
    """Pages to read: the link to the host, when the host was last heard, events that wait for it; the
    network.
    """
    panel.open(Live(panel, _link_pages, menu))


def _link_pages(panel: "Panel") -> "list[tuple[str, str]]":
    screen = panel.view
    states = {"up": "UP", "open": "UP", "stale": "oLd", "down": "doUn"}
    age = min(screen.link_age_s, 999)
    pages = [("Lin %4s" % states.get(screen.link, "nonE"), "Link: %s" % (screen.link or "none yet"))]
    if age < 0:
        pages.append(("AGE nonE", "The host was never heard"))
    else:
        pages.append(("AGE  %3d" % age, "The host was last heard %d s ago" % age))
    if panel.core.device is not None:
        pages.extend(_network_pages(panel.core.device.network()))
    return pages


def _network_pages(facts: "dict[str, Any]") -> "list[tuple[str, str]]":
    """What waits, the network and how well it is heard, the own address, the host's, two pages each."""
    waiting, ssid, signal = facts["waiting"], facts["ssid"], facts["signal"]
    pages = [("SEnd%4d" % min(waiting, 9999), "%d events wait for a host" % waiting)]
    if not ssid:
        pages.append(("nEt  OFF", "No Wi-Fi: the cable only"))
        return pages
    state = {"joined": "  on", "settling": "  on", "resting": "rESt"}.get(facts["state"], "SEAr")
    line = "Wi-Fi %s: %s" % (ssid, facts["problem"] or facts["state"])
    pages.append(("nEt %s" % state, line))
    pages.append(("SiG %4s" % ("nonE" if signal is None else signal), _signal_line(signal)))
    pages.extend(_address_pages("iP", "Own address", facts["address"]))
    pages.extend(_address_pages("Ho", "Host", facts["host"]))
    return pages


def _signal_line(signal: "int | None") -> str:
    if signal is None:
        return "No signal: not in the network"
    words = "good" if signal >= -67 else "weak" if signal >= -80 else "too weak"
    return "Signal %d dBm: %s" % (signal, words)


def _address_pages(label: str, line: str, address: str) -> "list[tuple[str, str]]":
    """An IPv4 address on two pages of eight digits; a word for a name, or none."""
    line = "%s %s" % (line, address or "none")
    parts = address.split(".")
    if len(parts) != 4 or [part for part in parts if not part.isdigit()]:
        page = label + ("  LonG" if address else "  nonE"), line
        return [page, page]
    return [
        ("%s%3s.%3s" % (label, parts[0], parts[1]), line),
        ("  %3s.%3s" % (parts[2], parts[3]), line),
    ]


def battery(panel: "Panel", menu: "Page") -> None:
    """Charge, hours left, voltage; to read."""
    if panel.core.battery is None:
        panel.refuse("no_battery")
    else:
        panel.open(Live(panel, _battery_pages, menu))


def _battery_pages(panel: "Panel") -> "list[tuple[str, str]]":
    battery = panel.core.battery or {}
    percent, hours, mv = battery["percent"], battery["hours"], battery["mv"]
    if hours is None:
        left = ("no hourS", "Hours left: not known yet, or charging")
    else:
        left = ("hour%4d" % min(hours, 999), "About %d hours left" % hours)
    return [
        ("bAtt %3d" % percent, "Battery %d%%" % percent),
        left,
        (
            "U    %d.%02d" % (mv // 1000, mv % 1000 // 10),
            "Cell %d.%02d V" % (mv // 1000, mv % 1000 // 10),
        ),
    ]


def about(panel: "Panel", menu: "Page") -> None:
    """Table, firmware, protocol, serial number, journal, slot, why it started; to read."""
    settings = panel.core.settings
    firmware = settings.get("firmware", "")
    name = settings.get("name", "")
    pages = [
        ("%s%5d" % (texts.TABLE, panel.view.table), "Table %d %s" % (panel.view.table, name)),
        ("Fir" + _digits_only(firmware), "Firmware %s" % (firmware or "unknown")),
    ]
    if panel.core.device is not None:
        pages.extend(_about_pages(panel.core.device.about()))
    panel.open(Info(pages, menu))


def _about_pages(facts: "dict[str, Any]") -> "list[tuple[str, str]]":
    serial, journal, slot = facts["serial"], facts["journal"], facts["slot"]
    pages = [
        ("Prot%4d" % facts["protocol"], "Protocol version %d" % facts["protocol"]),
        ("Sn" + _hexadecimal(serial[:6]), "Serial number %s" % serial),
        ("  " + _hexadecimal(serial[6:]), "Serial number %s" % serial),
        (_hexadecimal(journal) if journal else "no JrnL", "Journal %s" % (journal or "none")),
    ]
    if slot in ("a", "b"):
        pages.append(("SLot   " + _hexadecimal(slot), "Firmware slot %s" % slot))
    message = _CAUSES.get(facts["cause"], "on")
    pages.append(
        (
            "St %5s" % message,
            "Started: %s, failed in a row: %d" % (facts["cause"].replace("_", " "), facts["row"]),
        )
    )
    return pages


def _hexadecimal(text: str) -> str:
    """Hex digits in letters that seven segments can show."""
    return text.upper().replace("B", "b").replace("D", "d")


def _digits_only(version: str) -> str:
    """A version's numbers, right-aligned on five digits: a "." takes none."""
    numbers = "".join([letter for letter in version if letter in "0123456789"])[:5]
    return " " * (5 - len(numbers)) + ".".join(numbers)


class Lock(Page):
    """The keys locked, to clean the panel or to carry the table: only two keys held in turn unlock them.

    Clocks, link and the host's commands continue, and the screen shows the match. UNDO held, then CLOCK held,
    unlocks: a cloth does not hold the two corners of the near row one after the other. Switching off and on
    unlocks too.
    """

    keeps_host_waiting = False

    def __init__(self) -> None:
        self._is_half_open = False

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """Any key: show how to unlock. CLOCK right after UNDO was held may be the start of unlocking."""
        if self._is_half_open and key == _OPENS_THEN:
            panel.core.message("hold_clock")
            return
        self._is_half_open = False
        panel.refuse("locked")

    def long(self, panel: "Panel", key: str, now: int) -> bool:
        """UNDO held, then CLOCK."""
        if self._is_half_open and key == _OPENS_THEN:
            panel.leave()
            panel.core.message("unlocked")
            return True
        self._is_half_open = key == _OPENS_FIRST
        if self._is_half_open:
            panel.core.message("hold_clock")
        return self._is_half_open

    def may_rest(self) -> bool:
        """The keys stay locked without a time limit."""
        return False

    def show(self, screen: "Screen", state: "State") -> None:
        """The match's screen while a clock counts; else in turn with the message that the keys are locked."""
        message, line = texts.NOTICES["locked"]
        if screen.page == "score" and not screen.alternate:
            screen.tell(line)
        else:
            screen.say(message, line, alternate=True)


def lock(panel: "Panel") -> None:
    """Lock the keys, and show how to unlock them."""
    panel.open(Lock())
    panel.core.message("locked")


# Why the table started (app/last_run.py), in five digits.
_CAUSES = {
    "power_on": "on",
    "dip": "diP",
    "watchdog": "doG",
    "service": "SErU",
    "crash": "FAiL",
    "restart": "rESt",
    "update": "nEU",
    "soft": "SoFt",
}

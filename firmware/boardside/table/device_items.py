"""Items of the menu that set or show the device: strokes, brightness, volume, link, about."""

from . import texts
from .forms import Field, Form
from .pages import Info

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .pages import Page
    from .panel import Panel

BRIGHTNESS_MAX = 15
VOLUME_MAX = 10


def by_strokes(panel: "Panel", menu: "Page") -> None:
    """Whether boards that begin are recorded stroke by stroke."""
    _switch(panel, menu, "StrC", "Boards stroke by stroke: from next board", "strokes")


def struck(panel: "Panel", menu: "Page") -> None:
    """Whether CLOCK stops the count before it enters the stroke."""
    _switch(panel, menu, "StrU", "Struck: CLOCK twice a stroke, or once", "struck")


def _switch(panel: "Panel", menu: "Page", label: str, line: str, name: str) -> None:
    """A setting that is on or off: kept, and carried out, by OK."""
    choices = (("OFF", 0), ("on", 1))
    at = 1 if panel.table.settings.get(name, 1) else 0

    def done(panel: "Panel", values: list, now: int) -> bool:
        panel.table.set(name, values[0])
        return True

    panel.open(Form([Field(label, line, choices, at)], done, menu))


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
    value = max(low, min(high, panel.table.settings.get(name, usual)))

    def live(panel: "Panel", value: int) -> None:
        panel.table.set(name, value)

    field = Field(label, line, choices, value - low, live, ring=False)
    panel.open(Form([field], lambda panel, values, now: True, menu))


def link(panel: "Panel", menu: "Page") -> None:
    """The state of the link to the host, and when it was heard; to read."""
    screen = panel.table.view
    states = {"up": "UP", "open": "UP", "stale": "oLd", "down": "doUn"}
    age = min(screen.link_age_s, 999)
    pages = [("Lin %4s" % states.get(screen.link, "nonE"), "Link: %s" % (screen.link or "none yet"))]
    if age < 0:
        pages.append(("AGE   --", "The host was never heard"))
    else:
        pages.append(("AGE  %3d" % age, "The host was last heard %d s ago" % age))
    panel.open(Info(pages, menu))


def about(panel: "Panel", menu: "Page") -> None:
    """The number of the table and the firmware; to read."""
    settings = panel.table.settings
    firmware = settings.get("firmware", "")
    name = settings.get("name", "")
    pages = [
        ("%s%5d" % (texts.TABLE, panel.table.view.table), "Table %d %s" % (panel.table.view.table, name)),
        ("Fir" + _digits_only(firmware), "Firmware %s" % (firmware or "unknown")),
    ]
    panel.open(Info(pages, menu))


def _digits_only(version: str) -> str:
    """A version's numbers, right-aligned on five digits: a "." takes none."""
    numbers = "".join([letter for letter in version if letter in "0123456789"])[:5]
    return " " * (5 - len(numbers)) + ".".join(numbers)

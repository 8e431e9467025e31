"""Which displays and which panel go together at one table, and the GPIOs that they take. Pure."""

from . import pins

DISPLAYS = ("max7219", "max7219x2", "tm1637", "ht16k33", "digits", "epd42", "epd29")
"""What a table can show with: each is a module of `displays`."""

PANELS = ("gpio", "mcp23017", "pcf8574", "tm1638")
"""What can read its keys: each is a module of `panels`."""

BACK = " back"
"""Behind a display's name: it faces the other way, and shows left and right swapped."""

DISPLAYS_MOST = 3


def plain(name: str) -> str:
    """A display's name without BACK."""
    return name[: -len(BACK)] if is_back(name) else name


def is_back(name: str) -> bool:
    """Whether a display faces the other way."""
    return name.endswith(BACK)


def display(name: str):
    """The module of a display, as `displays` describes it. name: as in DISPLAYS, with BACK or without."""
    return _module("displays", plain(name))


def shows_lines(displays) -> bool:
    """Whether one of these displays can show a line of text: an e-paper."""
    return any(hasattr(display(name), "PIXELS") for name in displays)


def panel(name: str):
    """The module of a panel, as `panels` describes it. name: as in PANELS."""
    return _module("panels", name)


def _module(folder: str, name: str):
    return __import__("boardside." + folder + "." + name, None, None, ("BUS",))


def gpios(panel_name: str, displays) -> "list[tuple[str, int]]":
    """(what for, GPIO) of everything that is wired, buses once. Names as in DISPLAYS and PANELS."""
    keys = panel(panel_name)
    shown = [display(name) for name in displays]
    buses = [each.BUS for each in [keys] + shown]
    used = [("BUZZER", pins.BUZZER), ("SERVICE", pins.SERVICE_KEY), ("BATTERY", pins.BATTERY)]
    used.extend(keys.gpios())
    if "i2c" in buses:
        used.append(("SDA", pins.I2C_SDA))
        used.append(("SCL", pins.I2C_SCL))
    if "spi" in buses:
        used.append(("CLK", pins.DISPLAY_CLK))
        used.append(("DIN", pins.DISPLAY_DIN))
    for each in shown:
        used.extend(each.gpios(displays))
    return used


def problem(panel_name: str, displays) -> str:
    """What is wrong with an arrangement, in words for the person who wired it; "" when it can be."""
    for name in displays:
        if plain(name) not in DISPLAYS:
            return "there is no display %s: take %s" % (name, ", ".join(DISPLAYS))
        if [plain(other) for other in displays].count(plain(name)) > 1:
            return "a table has one %s at most" % plain(name)
    if panel_name not in PANELS:
        return "there is no panel %s: take %s" % (panel_name, ", ".join(PANELS))
    if not displays or len(displays) > DISPLAYS_MOST:
        return "a table has one to %d displays" % DISPLAYS_MOST
    if all(getattr(display(name), "ROWS", ()) == ((4,),) for name in displays):
        return "four digits are for spectators: the umpire needs eight, or an e-paper, to see what is entered"
    taken: "dict[int, str]" = {}
    for pin, gpio in gpios(panel_name, displays):
        if gpio in taken:
            hint = "; put the keys on an expander" if pin[:4] == "KEY_" or taken[gpio][:4] == "KEY_" else ""
            return "%s and %s would both be at GPIO %d%s" % (taken[gpio], pin, gpio, hint)
        taken[gpio] = pin
    return ""

"""Which displays and which panel go together at one table, and the GPIOs that they take. Pure."""

from . import pins

DISPLAYS = ("max7219", "max7219x2", "tm1637", "ht16k33", "digits", "epd42", "epd29")
"""max7219: a module of eight digits; max7219x2: two chained, the second for clock and messages; tm1637 and
ht16k33: clock modules of four digits; digits: eight of 57 mm, on four STP16CP05; epd42, epd29: e-paper.
"""

PANELS = ("gpio", "mcp23017", "pcf8574", "tm1638")
"""gpio: each key at a pin of its own; mcp23017, pcf8574: expanders on I2C; tm1638: a board with keys."""

BACK = " back"
"""Behind a display's name: it faces the other way, and shows left and right swapped."""

DISPLAYS_MOST = 3

PAPERS = ("epd42", "epd29")


def plain(name: str) -> str:
    """A display's name without BACK."""
    return name[: -len(BACK)] if is_back(name) else name


def is_back(name: str) -> bool:
    """Whether a display faces the other way."""
    return name.endswith(BACK)


def gpios(panel: str, displays) -> "list[tuple[str, int]]":
    """(what for, GPIO) of everything that is wired, buses once. Names as in DISPLAYS and PANELS."""
    displays = [plain(name) for name in displays]
    used = [("BUZZER", pins.BUZZER), ("SERVICE", pins.SERVICE_KEY), ("BATTERY", pins.BATTERY)]
    if panel == "gpio":
        used.extend([("KEY_" + name, gpio) for name, gpio in pins.KEYS])
    elif panel == "tm1638":
        used.append(("TM1638_STB", pins.TM1638_STB))
        used.append(("TM1638_CLK", pins.TM1638_CLK))
        used.append(("TM1638_DIO", pins.TM1638_DIO))
    if panel in ("mcp23017", "pcf8574") or "ht16k33" in displays:
        used.append(("SDA", pins.I2C_SDA))
        used.append(("SCL", pins.I2C_SCL))
    if [name for name in displays if name not in ("tm1637", "ht16k33")]:
        used.append(("CLK", pins.DISPLAY_CLK))
        used.append(("DIN", pins.DISPLAY_DIN))
    for name in displays:
        used.extend(_of_display(name, displays))
    return used


def paper_cs(displays) -> int:
    """The GPIO of an e-paper's CS: its own when another chip on the bus has the usual one."""
    beside = [name for name in displays if plain(name) in _AT_CS]
    return pins.EPD_CS_BESIDE if beside else pins.EPD_CS


def problem(panel: str, displays) -> str:
    """What is wrong with an arrangement, in words for the person who wired it; "" when it can be."""
    for name in displays:
        if plain(name) not in DISPLAYS:
            return "there is no display %s: take %s" % (name, ", ".join(DISPLAYS))
        if [plain(other) for other in displays].count(plain(name)) > 1:
            return "a table has one %s at most" % plain(name)
    if panel not in PANELS:
        return "there is no panel %s: take %s" % (panel, ", ".join(PANELS))
    if not displays or len(displays) > DISPLAYS_MOST:
        return "a table has one to %d displays" % DISPLAYS_MOST
    taken: "dict[int, str]" = {}
    for what, gpio in gpios(panel, displays):
        if gpio in taken:
            hint = "; put the keys on an expander" if what[:4] == "KEY_" or taken[gpio][:4] == "KEY_" else ""
            return "%s and %s would both be at GPIO %d%s" % (taken[gpio], what, gpio, hint)
        taken[gpio] = what
    return ""


_AT_CS = ("max7219", "max7219x2", "digits")


def _of_display(name: str, displays) -> "list[tuple[str, int]]":
    if name in _AT_CS:
        used = [("CS", pins.DISPLAY_CS)]
        if name == "digits":
            used.append(("DIGITS_OE", pins.DIGITS_OE))
            used.append(("BOOST_EN", pins.BOOST_EN))
        return used
    if name in PAPERS:
        return [
            ("EPD_CS", paper_cs(displays)),
            ("EPD_DC", pins.EPD_DC),
            ("EPD_RST", pins.EPD_RST),
            ("EPD_BUSY", pins.EPD_BUSY),
        ]
    if name == "tm1637":
        return [("TM1637_CLK", pins.TM1637_CLK), ("TM1637_DIO", pins.TM1637_DIO)]
    return []

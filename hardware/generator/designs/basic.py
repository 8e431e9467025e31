"""The Basic build: ready-made modules on stripboard. GPIOs come from the firmware's own pin map."""

from boardside import pins

from ..chips import AHCT125, MAX7219_MODULE, devkit, devkit_pin
from ..model import Buy, Design, Note, Part
from ..netlist import firmware_gpios
from ..passives import BC337, BUZZER, CP, D_UP, KEY, C, R

KEY_COLOURS = {
    "WHITE": "white", "BLACK": "black", "QUEEN": "vermilion", "STRIKER": "sky blue", "FOUL": "yellow",
    "UNDO": "grey", "DUE": "violet", "PAUSE": "dark blue", "OK": "white, green rim",
    "CLOCK": "green, twice as wide",
}  # fmt: skip
"""The caps' colours as in docs/panel.md, told apart by colour-blind people too; a test compares."""

SWITCH = Buy(
    "Omron", "B3F-4055", 0.45, "12 mm; cap of the series B32, painted where it is not sold in the colour"
)
CLOCK_SWITCH = Buy("Adafruit", "3489", 2.50, "24 mm arcade button, the widest key")


def devkit_nets(displays: tuple[str, ...], supply: str, has_cell: bool) -> dict[str, str]:
    """The nets of the ESP32 board's pins: what the firmware has at its GPIOs with these displays, ground,
    and `supply` at the 5V pin."""
    gpios = firmware_gpios(displays)
    if not has_cell:
        del gpios["BATTERY"]
    nets = {devkit_pin(gpio): net for net, gpio in gpios.items()}
    return nets | {"14": "GND", "32": "GND", "38": "GND", "19": supply}


def keys(x: float, y: float, columns: int = 2) -> list[Part]:
    """The ten keys, each between its GPIO and ground."""
    parts = []
    for index, (name, _) in enumerate(pins.KEYS):
        at = (x + 45.72 * (index % columns), y + 10.16 * (index // columns))
        buy = CLOCK_SWITCH if name == "CLOCK" else SWITCH
        value = f"{name} ({KEY_COLOURS[name]})"
        parts.append(Part(f"SW{index + 1}", KEY, value, at, {"1": f"KEY_{name}", "2": "GND"}, buy))
    return parts


DISPLAYS = ("max7219",)

RESISTOR = Buy("Yageo", "MFR-25FTE52-1K", 0.05)
RESISTOR_10K = Buy("Yageo", "MFR-25FTE52-10K", 0.05)
CERAMIC = Buy("KEMET", "C320C104K5R5TA", 0.15)

BASIC = Design(
    name="basic",
    title="Boardside Basic: stripboard",
    comment="Never built on a bench. GPIOs: firmware/boardside/pins.py",
    parts=(
        Part(
            "U1", devkit(feeds_5v=True), "ESP32-DevKitC-VE", (73.66, 78.74),
            devkit_nets(DISPLAYS, "+5V", has_cell=False),
            Buy("Espressif", "ESP32-DevKitC-VE", 11.00, "WROVER-E module: 8 MB PSRAM"),
        ),
        Part(
            "U2", AHCT125, "74AHCT125", (157.48, 55.88),
            {"1": "GND", "2": "CLK", "3": "CLK_5V", "4": "GND", "5": "DIN", "6": "DIN_5V", "10": "GND",
            "9": "CS",
             "8": "CS_5V", "13": "+5V", "12": "GND", "14": "+5V", "7": "GND"},
            Buy("Texas Instruments", "SN74AHCT125N", 0.60),
        ),
        Part(
            "M1", MAX7219_MODULE, "8 digits, 0.36 inch", (233.68, 55.88),
            {"1": "+5V", "2": "GND", "3": "DIN_5V", "4": "CS_5V", "5": "CLK_5V"},
            Buy("AZ-Delivery", "AZ-MAX7219-8DIGIT", 6.00, "any MAX7219 module with eight 7-segment digits"),
        ),
        Part("C1", C, "100n", (187.96, 48.26), {"1": "+5V", "2": "GND"}, CERAMIC),
        Part("C2", CP, "470u 16V", (208.28, 80.01), {"1": "+5V", "2": "GND"}, Buy("Panasonic", "ECA-1CM471",
        0.25)),
        Part("C3", C, "100n", (226.06, 80.01), {"1": "+5V", "2": "GND"}, CERAMIC),
        Part("R1", R, "1k", (45.72, 154.94), {"1": "BUZZER", "2": "BASE"}, RESISTOR),
        Part("R2", R, "10k", (58.42, 167.64), {"1": "BASE", "2": "GND"}, RESISTOR_10K),
        Part("Q1", BC337, "BC337-40", (81.28, 162.56), {"2": "BASE", "1": "COIL", "3": "GND"},
             Buy("onsemi", "BC33740TA", 0.20)),
        Part("LS1", BUZZER, "passive 5 V, 2 kHz", (101.6, 152.4), {"1": "+5V", "2": "COIL"},
             Buy("CUI Devices", "CEM-1205C", 1.10, "passive: the firmware makes the tone")),
        Part("D1", D_UP, "1N4148", (127, 152.4), {"1": "+5V", "2": "COIL"}, Buy("onsemi", "1N4148", 0.05)),
        *keys(187.96, 109.22),
    ),
    supplies=("GND", "+5V"),
    flags=("GND",),
    flags_at=(110.49, 116.84),
    notes=(
        Note("ESP32 board, fed by its USB plug", 25.4, 25.4, 121.92, 129.54),
        Note("3.3 V to 5 V, and the display", 127, 25.4, 271.78, 93.98),
        Note("Buzzer", 25.4, 134.62, 160.02, 182.88),
        Note("Ten keys, pull-ups inside the ESP32", 165.1, 97.79, 271.78, 158.75),
    ),
)  # fmt: skip

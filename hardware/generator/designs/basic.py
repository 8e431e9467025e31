"""The Basic build: ready-made modules on stripboard. GPIOs come from the firmware's own pin map."""

from types import ModuleType

from boardside import pins, pins_s3

from ..chips import AHCT125, DEVKITC, DEVKITC_S3, MAX7219_MODULE, USB_SUPPLY, DevBoard, devkit
from ..model import Buy, Design, Note, Part
from ..netlist import firmware_gpios
from ..passives import BC337, BUZZER, CP, D_UP, KEY, C, R

KEY_COLOURS = {
    "WHITE": "white", "BLACK": "black", "QUEEN": "vermilion", "STRIKER": "sky blue", "FOUL": "yellow",
    "UNDO": "grey", "DUE": "violet", "PAUSE": "dark blue", "OK": "white, green rim",
    "CLOCK": "green, twice as wide",
}  # fmt: skip
"""The caps' colours as in docs/umpire/panel.md, told apart by colour-blind people too; a test compares."""

SWITCH = Buy(
    "Omron", "B3F-4055", 0.45, "12 mm; cap of the series B32, painted where it is not sold in the colour"
)
CLOCK_SWITCH = Buy(
    "Adafruit", "3433", 2.50, "24 mm arcade button, green, the widest key; its LED stays unwired"
)
PULL_UP = Buy("Yageo", "MFR-25FTE52-10K", 0.05)
KEY_CERAMIC = Buy("KEMET", "C320C104K5R5TA", 0.15)
TRANSDUCER = Buy("CUI Devices", "CEM-1205C", 1.10, "magnetic, without a driver of its own: not CEM-1205-IC")


def devkit_nets(
    displays: tuple[str, ...],
    supply: str,
    has_cell: bool,
    board: DevBoard = DEVKITC,
    chip: ModuleType = pins,
) -> dict[str, str]:
    """The nets of the ESP32 board's pins: what the firmware has at its GPIOs with these displays, ground,
    3.3 V for the keys, and `supply` at the 5V pin. `chip`: its pin map."""
    gpios = firmware_gpios(displays, chip)
    if not has_cell:
        del gpios["BATTERY"]
    nets = {board.pin(gpio): net for net, gpio in gpios.items()}
    nets |= dict.fromkeys(board.numbers("GND"), "GND") | dict.fromkeys(board.numbers("3V3"), "+3V3")
    return nets | dict.fromkeys(board.numbers("5V"), supply)


def keys(x: float, y: float, columns: int = 2) -> list[Part]:
    """The ten keys, each between its GPIO and ground."""
    parts = []
    for index, (name, _) in enumerate(pins.KEYS):
        at = (x + 45.72 * (index % columns), y + 10.16 * (index // columns))
        buy = CLOCK_SWITCH if name == "CLOCK" else SWITCH
        value = f"{name} ({KEY_COLOURS[name]})"
        parts.append(Part(f"SW{index + 1}", KEY, value, at, {"1": f"KEY_{name}", "2": "GND"}, buy))
    return parts


KEY_PULL_UP, KEY_CAPACITOR = 21, 31
"""The numbers of the first key's resistor and capacitor; the others' follow."""


def key_filters(x: float, y: float) -> list[Part]:
    """For each key 10 kOhm to 3.3 V and 100 nF to ground, on the keys' own board."""
    parts = []
    for index, (name, _) in enumerate(pins.KEYS):
        at = x + 10.16 * index
        net = f"KEY_{name}"
        up = {"1": "+3V3", "2": net}
        parts.append(Part(f"R{KEY_PULL_UP + index}", R, "10k", (at, y), up, PULL_UP))
        down = {"1": net, "2": "GND"}
        parts.append(Part(f"C{KEY_CAPACITOR + index}", C, "100n", (at, y + 43.18), down, KEY_CERAMIC))
    return parts


DISPLAYS = ("max7219",)

RESISTOR = Buy("Yageo", "MFR-25FTE52-1K", 0.05)
RESISTOR_10K = Buy("Yageo", "MFR-25FTE52-10K", 0.05)
CERAMIC = Buy("KEMET", "C320C104K5R5TA", 0.15)


def basic(name: str, title: str, board: DevBoard, chip: ModuleType, board_buy: Buy) -> Design:
    """The Basic build with one ESP32 board or the other; everything else is the same."""
    return Design(
    name=name,
    title=title,
    comment="Never built on a bench. GPIOs: firmware/boardside/pins.py",
    paper="A3",
    parts=(
        Part("U1", devkit(board), board_buy.mpn, (73.66, 78.74),
             devkit_nets(DISPLAYS, "+5V", has_cell=False, board=board, chip=chip), board_buy),
        Part("J1", USB_SUPPLY, "USB-C, 5 V", (325.12, 55.88), {"1": "+5V", "2": "GND"},
             Buy("Adafruit", "4090", 3.00, "USB-C breakout with 5.1 kOhm at CC: the supply's socket")),
        Part(
            "U2", AHCT125, "74AHCT125", (157.48, 55.88),
            {"1": "GND", "2": "CLK", "3": "CLK_5V", "4": "GND", "5": "DIN", "6": "DIN_5V", "10": "GND",
            "9": "CS",
             "8": "CS_5V", "13": "+5V", "12": "GND", "14": "+5V", "7": "GND"},
            Buy("Texas Instruments", "SN74AHCT125N", 0.60),
        ),
        Part(
            "M1", MAX7219_MODULE, "8 digits, 0.8 inch", (233.68, 55.88),
            {"1": "+5V", "2": "GND", "3": "DIN_5V", "4": "CS_5V", "5": "CLK_5V"},
            Buy("any", "MAX7219, 8 x 0.8 inch", 15.00,
                "20 mm digits, common cathode, one LED a segment (2 V: not 1 inch and more); the usual "
                "module with 9 mm digits (6 €) goes to the same wires"),
        ),
        Part("C1", C, "100n", (187.96, 48.26), {"1": "+5V", "2": "GND"}, CERAMIC),
        Part("C2", CP, "470u 16V", (208.28, 80.01), {"1": "+5V", "2": "GND"}, Buy("Panasonic", "ECA-1CM471",
        0.25)),
        Part("C3", C, "100n", (226.06, 80.01), {"1": "+5V", "2": "GND"}, CERAMIC),
        Part("R1", R, "1k", (45.72, 154.94), {"1": "BUZZER", "2": "BASE"}, RESISTOR),
        Part("R2", R, "10k", (58.42, 167.64), {"1": "BASE", "2": "GND"}, RESISTOR_10K),
        Part("Q1", BC337, "BC337-40", (81.28, 162.56), {"2": "BASE", "1": "COIL", "3": "GND"},
             Buy("onsemi", "BC33740TA", 0.20)),
        Part("LS1", BUZZER, "magnetic, 5 V", (101.6, 152.4), {"1": "+5V", "2": "COIL"},
             TRANSDUCER),
        Part("D1", D_UP, "1N4148", (127, 152.4), {"1": "+5V", "2": "COIL"}, Buy("onsemi", "1N4148", 0.05)),
        *keys(187.96, 109.22),
        *key_filters(175.26, 187.96),
    ),
    supplies=("GND", "+5V", "+3V3"),
    flags=("GND",),
    flags_at=(110.49, 116.84),
    notes=(
        Note("ESP32 board, fed at its 5V pin", 25.4, 25.4, 121.92, 129.54),
        Note("3.3 V to 5 V, and the display", 127, 25.4, 271.78, 93.98),
        Note("Supply", 279.4, 25.4, 381, 93.98),
        Note("Buzzer: a coil, so with a diode", 25.4, 134.62, 160.02, 182.88),
        Note("Ten keys", 165.1, 97.79, 271.78, 158.75),
        Note("On the keys' board: 10 k and 100 n each", 165.1, 168.91, 287.02, 252.73),
    ),
    )  # fmt: skip


BASIC = basic("basic", "Boardside Basic: stripboard", DEVKITC, pins,
              Buy("Espressif", "ESP32-DevKitC-VE", 11.00, "WROVER-E module: 8 MB PSRAM"))  # fmt: skip
BASIC_S3 = basic("basic-s3", "Boardside Basic with an ESP32-S3", DEVKITC_S3, pins_s3,
                 Buy("Espressif", "ESP32-S3-DevKitC-1-N8R8", 15.00,
                     "8 MB octal PSRAM; N16R8 too. Not N8, which has none"))  # fmt: skip

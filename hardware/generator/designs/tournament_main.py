"""Tournament build, main board: ESP32 board in sockets, USB-C, Li-ion charger and 5 V, 9 V for the digits,
buzzer."""

from ..chips import IP5306, MT3608, USB_C, devkit, header
from ..footprints import BUZZER as BUZZER_FOOTPRINT
from ..footprints import (
    C0805,
    C1206,
    D_SMA,
    D_SOD123,
    DEVKIT,
    IDC10,
    L_6045,
    PUSH_6MM,
    R0805,
    SO8_EP,
    SOT23,
    SOT23_6,
    XH2,
    XH12,
)
from ..footprints import USB_C as USB_C_FOOTPRINT
from ..model import Board, Buy, Design, Footprint, Note, Part
from ..passives import BUZZER, D_UP, KEY, MMBT2222A, C, D, L, R
from .basic import TRANSDUCER, devkit_nets
from .tournament_digits import C100N, CHAIN, IDC_BUY

DISPLAYS = ("digits",)
DIGIT_SIGNALS = {"DIN": "DATA", "CS": "LE", "DIGITS_OE": "OE"}
"""How the ribbon calls what the firmware's pin map has: data, latch in the place of chip select, output
enable."""

C22U = Buy("Samsung", "CL31A226KAHNNNE", 0.20)
C10U = Buy("Samsung", "CL31A106KAHNNNE", 0.15)
SCHOTTKY = Buy("Vishay", "SSA34-E3/61T", 0.25)


def _resistor(ref: str, value: str, code: str, at: tuple[float, float], nets: tuple[str, str],
              place: tuple[float, float, float]) -> Part:  # fmt: skip
    buy = Buy("Yageo", f"RC0805FR-07{code}L", 0.03)
    return Part(ref, R, value, at, {"1": nets[0], "2": nets[1]}, buy, R0805, place)


def _capacitor(ref: str, value: str, buy: Buy, at: tuple[float, float], net: str, footprint: Footprint,
               place: tuple[float, float, float]) -> Part:  # fmt: skip
    return Part(ref, C, value, at, {"1": net, "2": "GND"}, buy, footprint, place)


def esp32_nets() -> dict[str, str]:
    """The ESP32 board's nets: the firmware's pin map."""
    nets = devkit_nets(DISPLAYS, "+5V_ESP", has_cell=True)
    return {number: DIGIT_SIGNALS.get(net, net) for number, net in nets.items()}


KEY_ORDER = ("OK", "UNDO", "CLOCK", "DUE", "FOUL", "STRIKER", "QUEEN", "BLACK", "PAUSE", "WHITE")
"""The keys at the header's pins 1 to 10: in the order in which their tracks arrive from the ESP32 board."""
KEY_NETS = [f"KEY_{name}" for name in KEY_ORDER]
CHAIN_NETS = ("+9V", "+9V", "GND", "GND", "+3V3", "GND", "DATA", "CLK", "LE", "OE")

TOURNAMENT_MAIN = Design(
    name="tournament-main",
    title="Boardside Tournament: main board",
    comment="Never built on a bench. GPIOs: firmware/boardside/pins.py",
    paper="A3",
    parts=(
        Part("U1", devkit(), "ESP32-DevKitC-VE", (81.28, 83.82), esp32_nets(),
             Buy("Espressif", "ESP32-DevKitC-VE", 11.00, "in two 1x19 sockets"), DEVKIT, (10, 8.5, 0)),
        Part("J3", header("Keys", (*(n.removeprefix("KEY_") for n in KEY_NETS), "GND", "3V3")), "ten keys",
             (78.74, 175.26), {str(i + 1): net for i, net in enumerate([*KEY_NETS, "GND", "+3V3"])},
             Buy("JST", "B12B-XH-A", 0.35), XH12, (46, 5, 0)),
        Part("J4", header("Ribbon_out", CHAIN), "to the digits", (165.1, 175.26),
             {str(i + 1): net for i, net in enumerate(CHAIN_NETS)}, IDC_BUY, IDC10, (91, 17, 0)),
        _resistor("R1", "10k", "10K", (127, 167.64), ("+3V3", "OE"), (82, 13, 90)),
        Part("J1", USB_C, "USB-C, 5 V 3 A", (205.74, 66.04),
             {"A9": "VBUS", "B9": "VBUS", "A5": "CC1", "B5": "CC2", "A12": "GND", "B12": "GND", "S1": "GND"},
             Buy("GCT", "USB4135-GF-A", 0.70), USB_C_FOOTPRINT, (84, 56.2, 0)),
        _resistor("R2", "5k1", "5K1", (236.22, 86.36), ("CC1", "GND"), (80.5, 50, 180)),
        _resistor("R3", "5k1", "5K1", (251.46, 86.36), ("CC2", "GND"), (88, 50.6, 0)),
        Part("U2", IP5306, "IP5306", (302.26, 66.04),
             {"1": "VBUS", "5": "PWR_KEY", "6": "VBAT", "7": "SW5", "8": "+5V", "9": "GND"},
             Buy("Injoinic", "IP5306", 0.60), SO8_EP, (70, 45.5, 0)),
        Part("L1", L, "1u 5A", (347.98, 71.12), {"1": "VBAT", "2": "SW5"},
             Buy("Bourns", "SRN6045TA-1R0Y", 0.60), L_6045, (79.5, 43.5, 180)),
        _capacitor("C1", "10u 25V", C10U, (274.32, 91.44), "VBUS", C1206, (64, 45.5, 90)),
        _capacitor("C2", "22u 25V", C22U, (325.12, 91.44), "VBAT", C1206, (86, 43.5, 270)),
        _capacitor("C3", "22u 25V", C22U, (342.9, 91.44), "+5V", C1206, (70, 39.7, 0)),
        _capacitor("C4", "22u 25V", C22U, (360.68, 91.44), "+5V", C1206, (70, 35.9, 0)),
        Part("J2", header("Battery", ("+", "-")), "Li-ion cell, protected", (386.08, 66.04), {"1": "VBAT",
        "2": "GND"},
             Buy("JST", "B2B-XH-A", 0.15), XH2, (65.5, 55, 0)),
        Part("SW1", KEY, "on / off", (269.24, 114.3), {"1": "PWR_KEY", "2": "GND"},
             Buy("Omron", "B3F-1000", 0.30, "6 mm"), PUSH_6MM, (91, 38, 0)),
        _resistor("R4", "100k", "100K", (312.42, 121.92), ("VBAT", "BATTERY"), (47, 14, 0)),
        _resistor("R5", "100k", "100K", (327.66, 121.92), ("BATTERY", "GND"), (47, 16.6, 180)),
        _capacitor("C5", "100n", C100N, (345.44, 121.92), "BATTERY", C0805, (47, 20, 180)),
        Part("U3", MT3608, "MT3608", (238.76, 180.34),
             {"5": "+5V", "4": "BOOST_EN", "2": "GND", "1": "SW9", "3": "FB9"},
             Buy("Aerosemi", "MT3608", 0.30), SOT23_6, (70, 27, 180)),
        Part("L2", L, "10u 2.9A", (238.76, 160.02), {"1": "+5V", "2": "SW9"},
             Buy("Bourns", "SRN6045TA-100M", 0.60), L_6045, (61.5, 29, 0)),
        Part("D2", D, "SS34", (281.94, 160.02), {"1": "+9V", "2": "SW9"}, SCHOTTKY, D_SMA, (71, 22, 180)),
        _resistor("R6", "140k", "140K", (281.94, 180.34), ("+9V", "FB9"), (77.5, 26, 270)),
        _resistor("R7", "10k", "10K", (299.72, 180.34), ("FB9", "GND"), (77.5, 31, 270)),
        _resistor("R8", "10k", "10K", (213.36, 195.58), ("BOOST_EN", "GND"), (70, 32.2, 0)),
        _capacitor("C6", "22u 25V", C22U, (317.5, 180.34), "+9V", C1206, (72, 17.5, 0)),
        _capacitor("C7", "22u 25V", C22U, (335.28, 180.34), "+9V", C1206, (72, 13.6, 0)),
        _capacitor("C8", "22u 25V", C22U, (205.74, 170.18), "+5V", C1206, (61.5, 34.8, 0)),
        Part("D1", D, "SS34", (137.16, 124.46), {"1": "+5V_ESP", "2": "+5V"}, SCHOTTKY, D_SMA, (45.5, 38,
        180)),
        _resistor("R9", "1k", "1K", (60.96, 228.6), ("BUZZER", "BASE"), (46, 25, 0)),
        _resistor("R10", "10k", "10K", (73.66, 238.76), ("BASE", "GND"), (46, 28.4, 0)),
        Part("Q1", MMBT2222A, "MMBT2222A", (93.98, 236.22), {"1": "BASE", "3": "COIL", "2": "GND"},
             Buy("onsemi", "MMBT2222ALT1G", 0.10), SOT23, (51.5, 30.5, 0)),
        Part("LS1", BUZZER, "magnetic, 5 V", (114.3, 226.06), {"1": "+5V", "2": "COIL"},
             TRANSDUCER, BUZZER_FOOTPRINT, (44, 50, 0)),
        Part("D3", D_UP, "1N4148W", (139.7, 226.06), {"1": "+5V", "2": "COIL"},
             Buy("Vishay", "1N4148W-E3-08", 0.06), D_SOD123, (54.5, 38, 270)),
    ),
    supplies=("GND", "+5V", "+9V", "+3V3"),
    flags=("GND", "VBAT", "+9V", "+5V_ESP"),
    flags_at=(180.34, 228.6),
    notes=(
        Note("ESP32 board in sockets, fed through D1 so that its own USB cannot feed the digits", 30.48,
        30.48, 167.64, 137.16),
        Note("Keys (10 k to 3V3 and 100 n each on their board); ribbon to the digits: R1 keeps them dark "
             "until the firmware runs", 30.48, 142.24, 195.58, 208.28),
        Note("USB-C in (CC: 5 V up to 3 A), one Li-ion cell, 5 V out; the cell measured at half", 172.72,
        30.48, 406.4, 137.16),
        Note("9 V for the digits; R8 keeps it off until the firmware runs", 200.66, 142.24, 406.4, 208.28),
        Note("Buzzer", 30.48, 213.36, 167.64, 259.08),
    ),
    board=Board(
        100, 60,
        widths={"+5V": 1.2, "VBAT": 1.5, "VBUS": 1.2, "+9V": 0.8, "SW5": 1.5, "SW9": 1.0, "+5V_ESP": 0.8,
        "+3V3": 0.5},
        texts=(("Boardside main, rev 1", 23, 44, 1.2),),
        keepouts=((9, 0.6, 37, 6.6),), first=("SW5", "SW9", "VBAT", "+5V", "VBUS", "+9V"),
    ),
)  # fmt: skip

"""The E-ink build: a 4.2-inch panel on its adapter board, a cell for a day behind a ready-made charger and
step-up."""

from ..chips import EPAPER, POWERBOOST, devkit, header
from ..model import Buy, Design, Note, Part
from ..passives import BC337, BUZZER, D_UP, C, R
from .basic import CERAMIC, RESISTOR, RESISTOR_10K, TRANSDUCER, devkit_nets, key_filters, keys

EPAPER_NETS = {
    "1": "+3V3", "2": "GND", "3": "DIN", "4": "CLK", "5": "EPD_CS", "6": "EPD_DC", "7": "EPD_RST",
    "8": "EPD_BUSY",
}  # fmt: skip
DISPLAYS = ("epd42",)

EINK = Design(
    name="eink",
    title="Boardside E-ink: stripboard, battery",
    comment="Never built on a bench. GPIOs: firmware/boardside/pins.py",
    paper="A3",
    parts=(
        Part(
            "U1", devkit(), "ESP32-DevKitC-VE", (73.66, 78.74),
            devkit_nets(DISPLAYS, "+5V", has_cell=True),
            Buy("Espressif", "ESP32-DevKitC-VE", 11.00, "WROVER-E module: 8 MB PSRAM"),
        ),
        Part("J1", EPAPER, "4.2 inch 400x300", (241.3, 53.34), EPAPER_NETS,
             Buy("Waveshare", "13353", 32.00,
             "4.2inch e-Paper Module V2 (SSD1683), panel with adapter board")),
        Part("R3", R, "10k", (200.66, 81.28), {"1": "EPD_DC", "2": "GND"}, RESISTOR_10K),
        Part("R4", R, "10k", (220.98, 81.28), {"1": "+3V3", "2": "EPD_RST"}, RESISTOR_10K),
        Part("U2", POWERBOOST, "PowerBoost 1000C", (152.4, 55.88),
             {"USB": "USB_5V", "BAT": "VBAT", "5V": "+5V", "GND": "GND"},
             Buy("Adafruit", "2465", 20.00,
             "charges by its micro-USB socket; its switch goes from EN to GND")),
        Part("BT1", header("Battery", ("+", "-")), "Li-ion 6600 mAh", (157.48, 83.82), {"1": "VBAT",
        "2": "GND"},
             Buy("Adafruit", "353", 25.00, "with protection circuit")),
        Part("J2", header("USB_socket", ("VBUS", "GND")), "on the PowerBoost", (205.74, 50.8),
             {"1": "USB_5V", "2": "GND"}),
        Part("R5", R, "100k", (129.54, 154.94), {"1": "VBAT", "2": "BATTERY"}, Buy("Yageo",
        "MFR-25FTE52-100K", 0.05)),
        Part("R6", R, "100k", (142.24, 167.64), {"1": "BATTERY", "2": "GND"}, Buy("Yageo",
        "MFR-25FTE52-100K", 0.05)),
        Part("C1", C, "100n", (154.94, 167.64), {"1": "BATTERY", "2": "GND"}, CERAMIC),
        Part("R1", R, "1k", (38.1, 152.4), {"1": "BUZZER", "2": "BASE"}, RESISTOR),
        Part("R2", R, "10k", (48.26, 167.64), {"1": "BASE", "2": "GND"}, RESISTOR_10K),
        Part("Q1", BC337, "BC337-40", (66.04, 162.56), {"2": "BASE", "1": "COIL", "3": "GND"},
             Buy("onsemi", "BC33740TA", 0.20)),
        Part("LS1", BUZZER, "magnetic, 5 V", (83.82, 152.4), {"1": "+5V", "2": "COIL"},
             TRANSDUCER),
        Part("D1", D_UP, "1N4148", (106.68, 152.4), {"1": "+5V", "2": "COIL"}, Buy("onsemi", "1N4148", 0.05)),
        *keys(193.04, 109.22),
        *key_filters(175.26, 187.96),
    ),
    supplies=("GND", "+5V", "+3V3"),
    flags=("GND", "VBAT", "USB_5V"),
    flags_at=(40.64, 119.38),
    notes=(
        Note("ESP32 board, fed by the PowerBoost", 25.4, 25.4, 121.92, 132.08),
        Note("Charger, 5 V step-up, cell; e-paper at 3.3 V", 127, 25.4, 271.78, 96.52),
        Note("Buzzer: a coil", 25.4, 134.62, 119.38, 182.88),
        Note("Cell measured at half", 121.92, 134.62, 168.91, 182.88),
        Note("Ten keys", 171.45, 97.79, 271.78, 158.75),
        Note("On the keys' board: 10 k and 100 n each", 165.1, 168.91, 287.02, 252.73),
    ),
)  # fmt: skip

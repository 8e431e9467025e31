"""The pins of the chips and modules. Each names where its pin order is from."""

from dataclasses import dataclass

from .model import Pin, Symbol

DEVKIT_LEFT = tuple(
    "3V3 EN IO36 IO39 IO34 IO35 IO32 IO33 IO25 IO26 IO27 IO14 IO12 GND IO13 IO9 IO10 IO11 5V".split()  # noqa: SIM905
)
DEVKIT_RIGHT = tuple(
    "GND IO23 IO22 IO1 IO3 IO21 GND IO19 IO18 IO5 IO17 IO16 IO4 IO0 IO2 IO15 IO8 IO7 IO6".split()  # noqa: SIM905
)
"""The two pin rows of an ESP32-DevKitC V4 from the antenna's end to the USB end, left row (J2) and right
row (J3).

Two independent public sources agree on order and on a row spacing of 25.4 mm:
- Espressif's own KiCad library (github.com/espressif/kicad-libraries, footprints/Espressif.pretty/
  ESP32-DevKitC.kicad_mod): pads 1 to 19 down the left at x = 0, 20 to 38 up the right at x = 25.4 mm, 2.54
  mm apart.
- Wokwi's board (github.com/wokwi/wokwi-boards, boards/esp32-devkit-c-v4/board.json, by another author):
rows at
  x = 1.22 and 26.66 mm (25.44 mm apart), first pins at y = 7.62 mm, 2.54 mm apart.
Espressif's user guide (docs.espressif.com, esp-dev-kits, ESP32-DevKitC V4, tables J2 and J3) has the same
order. D2, D3,
CMD, CLK, D0, D1 there are GPIO 9, 10, 11, 6, 7, 8.
"""
DEVKIT_ROW_SPACING_MM = 25.4
DEVKIT_PITCH_MM = 2.54
DEVKIT_DATASHEET = (
    "https://docs.espressif.com/projects/esp-dev-kits/en/latest/esp32/esp32-devkitc/user_guide.html"
)


S3_LEFT = tuple(
    "3V3 3V3 EN IO4 IO5 IO6 IO7 IO15 IO16 IO17 IO18 IO8 IO3 IO46 IO9 IO10 IO11 IO12 IO13 IO14 5V GND".split()  # noqa: SIM905
)
S3_RIGHT = (
    *"GND IO43 IO44 IO1 IO2 IO42 IO41 IO40 IO39 IO38 IO37".split(),  # noqa: SIM905
    *"IO36 IO35 IO0 IO45 IO48 IO47 IO21 IO20 IO19 GND GND".split(),  # noqa: SIM905
)
"""The two pin rows of an ESP32-S3-DevKitC-1 from the antenna's end to the USB end (J1 and J3), by the silk
screen of Espressif's footprint ESP32-S3-DevKitC and by Wokwi's board esp32-s3-devkitc-1; rows 22.86 mm apart
in both. GPIO 35 to 37 are the octal PSRAM's."""
S3_DATASHEET = "https://docs.espressif.com/projects/esp-dev-kits/en/latest/esp32s3/esp32-s3-devkitc-1/user_guide_v1.1.html"


@dataclass(frozen=True)
class DevBoard:
    """A development board: its symbol's name, pin rows from the antenna to the USB end, data sheet."""

    name: str
    left: tuple[str, ...]
    right: tuple[str, ...]
    datasheet: str

    def pins(self) -> tuple[tuple[str, str], ...]:
        """(number, name) of all pins: down the left row, then up the right one."""
        names = self.left + tuple(reversed(self.right))
        return tuple((str(index + 1), name) for index, name in enumerate(names))

    def pin(self, gpio: int) -> str:
        """The pin number at which a GPIO comes out; KeyError when it does not."""
        for number, name in self.pins():
            if name == f"IO{gpio}":
                return number
        raise KeyError(gpio)

    def numbers(self, name: str) -> list[str]:
        """The numbers of all pins of a name, such as GND."""
        return [number for number, its_name in self.pins() if its_name == name]


DEVKITC = DevBoard("ESP32-DevKitC", DEVKIT_LEFT, DEVKIT_RIGHT, DEVKIT_DATASHEET)
DEVKITC_S3 = DevBoard("ESP32-S3-DevKitC-1", S3_LEFT, S3_RIGHT, S3_DATASHEET)


def devkit_pins() -> tuple[tuple[str, str], ...]:
    """(number, name) of all 38 pins of an ESP32-DevKitC."""
    return DEVKITC.pins()


def devkit_pin(gpio: int) -> str:
    """The pin number at which a GPIO of an ESP32-DevKitC comes out; KeyError when it does not."""
    return DEVKITC.pin(gpio)


def _devkit_kind(name: str, is_first: bool) -> str:
    if name == "3V3":
        return "power_out" if is_first else "passive"
    if name == "5V":
        return "power_in"
    if name == "GND":
        return "power_in" if is_first else "passive"
    if name == "EN" or name in ("IO34", "IO35", "IO36", "IO39"):
        return "input"
    return "bidirectional"


def devkit(board: DevBoard = DEVKITC) -> Symbol:
    """The board, its 5V pin fed from outside."""
    pins = []
    seen: set[str] = set()
    rows = len(board.left)
    for number, name in board.pins():
        index = int(number) - 1
        side, slot = ("L", index) if index < rows else ("R", 2 * rows - 1 - index)
        pins.append(Pin(number, name, _devkit_kind(name, is_first=name not in seen), side, slot))
        seen.add(name)
    return Symbol(f"{board.name}_fed", "U", tuple(pins), half_width=12.7, datasheet=board.datasheet)


def _pins(text: str) -> tuple[Pin, ...]:
    """Pins from lines `number name kind side slot`."""
    rows = (line.split() for line in text.strip().splitlines())
    return tuple(Pin(number, name, kind, side, int(slot)) for number, name, kind, side, slot in rows)


AHCT125 = Symbol(
    "74AHCT125", "U", datasheet="https://www.ti.com/lit/ds/symlink/sn74ahct125.pdf", half_width=7.62,
    pins=_pins("""
1 1~{OE} input L 0
2 1A input L 1
4 2~{OE} input L 2
5 2A input L 3
10 3~{OE} input L 4
9 3A input L 5
13 4~{OE} input L 6
12 4A input L 7
14 VCC power_in R 0
3 1Y output R 1
6 2Y output R 3
8 3Y output R 5
11 4Y tri_state R 7
7 GND power_in R 8
"""))  # fmt: skip
"""Four buffers with TTL inputs (high from 2.0 V) at 5 V; pins from TI's data sheet SN74AHCT125, DIP-14."""

MAX7219_MODULE = Symbol(
    "MAX7219-8-digit-module", "M",
    datasheet="https://www.analog.com/media/en/technical-documentation/data-sheets/max7219-max7221.pdf",
    half_width=10.16,
    pins=_pins("""
1 VCC power_in L 0
2 GND power_in L 1
3 DIN input L 2
4 CS input L 3
5 CLK input L 4
"""))  # fmt: skip
"""A module with a MAX7219 and eight digits, input side VCC GND DIN CS CLK."""

USB_SUPPLY = Symbol(
    "USB-C-supply-breakout", "J", datasheet="https://www.adafruit.com/product/4090", half_width=7.62,
    pins=_pins("""
1 VBUS power_out R 0
2 GND passive R 2
"""))  # fmt: skip
"""A USB-C socket on a small board with its two resistors of 5.1 kOhm at CC; only VBUS and GND are wired."""

STP16CP05 = Symbol(
    "STP16CP05MTR", "U", datasheet="https://www.st.com/resource/en/datasheet/stp16cp05.pdf",
    pins=_pins("""
24 VDD power_in L 0
2 SDI input L 2
3 CLK input L 3
4 LE input L 4
21 ~{OE} input L 5
23 R-EXT passive L 7
22 SDO output L 9
1 GND power_in L 15
""") + tuple(Pin(str(5 + n), f"~{{OUT{n}}}", "open_collector", "R", n) for n in range(16)))  # fmt: skip
"""Sixteen constant-current sinks; pins from ST's data sheet STP16CP05 (SO-24), the same as in KiCad's
Driver_LED."""

IP5306 = Symbol(
    "IP5306", "U", datasheet="https://www.injoinic.com", half_width=7.62,
    pins=_pins("""
1 VIN power_in L 0
2 LED1 passive L 1
3 LED2 passive L 2
4 LED3 passive L 3
5 KEY input L 4
6 BAT power_in R 0
7 SW passive R 2
8 VOUT power_out R 1
9 EP power_in R 4
"""))  # fmt: skip
"""Charger (2.1 A) and 5 V step-up (2.4 A) for one Li-ion cell; pins from Injoinic's data sheet IP5306,
SOP-8-EP."""

MT3608 = Symbol(
    "MT3608", "U", datasheet="https://www.olimex.com/Products/Breadboarding/BB-PWR-3608/resources/MT3608.pdf",
    half_width=7.62,
    pins=_pins("""
5 IN power_in L 0
4 EN input L 2
2 GND power_in L 4
1 SW passive R 0
3 FB input R 2
6 NC no_connect R 4
"""))  # fmt: skip
"""Step-up converter, 0.6 V reference, 1.2 MHz, 4 A switch; pins from Aerosemi's data sheet, as in KiCad's
library."""

USB_C = Symbol(
    "USB-C-power", "J", datasheet="https://gct.co/connector/usb4135", half_width=7.62,
    pins=_pins("""
A9 VBUS power_out R 0
B9 VBUS passive R 1
A5 CC1 bidirectional R 2
B5 CC2 bidirectional R 3
A12 GND passive R 4
B12 GND passive R 5
S1 SHIELD passive R 6
"""))  # fmt: skip
"""A USB-C socket with power and CC contacts only (GCT USB4135); pad names as in KiCad's footprint of it."""

DIGIT = Symbol(
    "Digit-2.3in-common-anode", "D",
    datasheet="https://www.kingbrightusa.com/images/catalog/spec/SA23-12SRWA.pdf",
    half_width=7.62,
    pins=_pins("""
7 A passive L 0
6 B passive L 1
4 C passive L 2
2 D passive L 3
1 E passive L 4
9 F passive L 5
10 G passive L 6
5 DP passive L 7
3 CA passive R 0
8 CA passive R 1
"""))  # fmt: skip
"""A 57 mm digit, common anode, two rows of five pins, e d CA c DP / b a CA f g: the usual order of this
package."""

POWERBOOST = Symbol(
    "PowerBoost-1000C", "U", datasheet="https://www.adafruit.com/product/2465", half_width=10.16,
    pins=_pins("""
USB USB power_in L 0
EN EN input L 2
LBO ~{LBO} open_collector L 3
BAT BAT power_in L 5
5V 5V power_out R 0
VS VS passive R 2
GND GND power_in R 5
"""))  # fmt: skip
"""Adafruit 2465: charger with load sharing and 5 V step-up (1 A); wired by the names printed on it."""

EPAPER = Symbol(
    "E-paper-adapter", "J", datasheet="https://www.good-display.com/product/386.html", half_width=10.16,
    pins=_pins("""
1 VCC power_in L 0
2 GND power_in L 1
3 DIN input L 2
4 CLK input L 3
5 CS input L 4
6 DC input L 5
7 RST input L 6
8 BUSY output L 7
"""))  # fmt: skip
"""The eight-way lead of a 4.2-inch adapter board (Waveshare's order): 3.3 V supply and logic."""


def header(name: str, labels: tuple[str, ...], kinds: str = "passive", side: str = "L") -> Symbol:
    """A connector with pins 1 to n in one column, each with the name of what runs there."""
    pins = tuple(Pin(str(index + 1), text, kinds, side, index) for index, text in enumerate(labels))
    return Symbol(name, "J", pins, half_width=7.62)

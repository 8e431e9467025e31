"""Datasheet limits where a number decides. Every constant names its data sheet; currents in mA, voltages
in mV."""

import math
from dataclasses import dataclass

ESP32_OUT_HIGH_MV = 2640
"""0.8 x VDD at 3.3 V: ESP32 Datasheet, DC characteristics, VOH."""
MAX7219_IN_HIGH_MV = 3500
"""MAX7219 data sheet, VIH at 4.0 to 5.5 V."""
AHCT125_IN_HIGH_MV = 2000
"""SN74AHCT125 data sheet, VIH."""
AHCT125_OUT_HIGH_MV = 4400
"""SN74AHCT125 data sheet, VOH at 4.5 V, 50 uA: MOS inputs draw less."""
STP16_IN_HIGH_MV = 2310
"""0.7 x VDD at 3.3 V: STP16CP05 data sheet, VIH."""
STP16_MAX_MA = 100
STP16_MAX_OUTPUT_MV = 20000
STP16_REXT_MA_OHM = 19600
"""STP16CP05 data sheet, 6: R-EXT of 980 ohm gives 20 mA an output; the product is constant within 5 %."""
STP16_MIN_DROP_MV = 700
"""STP16CP05 data sheet: an output needs at most 0.7 V to hold 20 mA."""
STP16_MAX_MW = 1660
"""STP16CP05 data sheet: thermal resistance 75 K/W for SO-24, 125 K allowed above 25 degrees C, held to
125/75 W."""
DIGIT_SEGMENT_MV = (7400, 10000)
"""Kingbright SA23-12SRWA data sheet: four chips in series in each segment, typical and greatest at 20 mA."""
DIGIT_SEGMENT_AT_10MA_MV = 7000
DIGIT_POINT_MV = 3700
DIGIT_SEGMENT_MAX_MA = 30
DEVKIT_DIODE_MA = 1000
"""BAT760 in the USB supply of the ESP32-DevKitC V4 (its schematic): 1 A."""
DEVKIT_5V_MIN_MV = 4400
"""3.3 V and the 1.1 V that the AMS1117 on the board needs (data sheet AMS1117-3.3)."""
DEVKIT_DIODE_MV = 450
"""BAT760 at half an ampere (its data sheet: 0.48 V at 1 A)."""
AMS1117_DROP_MV = 1100
"""AMS1117-3.3 data sheet: typical; the 3.3 V fall below their value when the 5V pin has less than 4.4 V."""
ESP32_MIN_MV = 3000
"""ESP32 Datasheet, recommended operating conditions: VDD33."""
ESP32_IN_HIGH = 0.75
ESP32_PULL_UP_OHM = 45_000
"""ESP32 Datasheet, DC characteristics: VIH in parts of VDD; the pull-up inside."""
USB_SUPPLY_MIN_MV = 4750
"""USB 2.0, 7.2.2: least at a charger's or a laptop's socket."""
CABLE_OHM = 0.25
"""There and back through 1 m of USB cable with 0.3 mm2 (0.12 ohm), and the contacts of two plugs."""
BC337_MAX_MA = 800
BC337_MIN_GAIN = 100
GPIO_MAX_MA = 20
"""ESP32 Datasheet: 40 mA absolute; 20 mA leaves the output level within its figures."""
MT3608_SWITCH_MA = 4000
MT3608_REFERENCE_MV = 600
MT3608_HZ = 1_200_000
IP5306_OUT_MA = 2400
IP5306_SLEEP_MA = 45
"""IP5306 data sheet: below 45 mA for 32 s the 5 V go off; an ESP32 with Wi-Fi and USB chip draws more."""
ADC_RANGE_MV = (150, 2450)
"""ESP32 Datasheet, ADC at 11 dB: the range in which it is within its figures."""


@dataclass(frozen=True)
class Check:
    """One figure held against its limit: `value` must lie between `low` and `high`."""

    name: str
    value: float
    low: float
    high: float
    unit: str

    @property
    def is_kept(self) -> bool:
        """True when the figure lies within its limits."""
        return self.low <= self.value <= self.high

    def row(self) -> str:
        """A row of a Markdown table."""
        verdict = "kept" if self.is_kept else "**broken**"
        high = "" if self.high == float("inf") else f"{self.high:g}"
        return f"| {self.name} | {self.value:g} {self.unit} | {self.low:g} | {high} | {verdict} |"


def at_least(name: str, value: float, low: float, unit: str) -> Check:
    """A figure with a lower limit only."""
    return Check(name, value, low, float("inf"), unit)


def at_most(name: str, value: float, high: float, unit: str) -> Check:
    """A figure with an upper limit only."""
    return Check(name, value, 0, high, unit)


def track_width_mm(current_ma: float, rise_k: float = 10, copper_um: float = 35) -> float:
    """The width an outer track needs for a current: IPC-2221, I = 0.048 dT^0.44 A^0.725 (A in square mil)."""
    area_mil2 = (current_ma / 1000 / (0.048 * rise_k**0.44)) ** (1 / 0.725)
    return float(area_mil2 / (copper_um / 25.4) * 0.0254)


def digit_distance_m(height_mm: float) -> float:
    """How far a digit can be read with ease: 160 times its height (docs: figures of chess and sign
    makers)."""
    return height_mm * 160 / 1000


def supply_mv(current_ma: float, diode_mv: float = 0) -> float:
    """What is left of a USB socket's least voltage at the end of its cable, and of a diode behind it."""
    return USB_SUPPLY_MIN_MV - CABLE_OHM * current_ma - diode_mv


def key_rise_ms(pull_up_ohm: float, farad: float) -> float:
    """How long a key's pin stays low after the key was let go: until VIH, the pull-up inside helping."""
    ohm = 1 / (1 / pull_up_ohm + 1 / ESP32_PULL_UP_OHM)
    return -math.log(1 - ESP32_IN_HIGH) * ohm * farad * 1000


def segment_ma(rext_ohm: float) -> float:
    """The current of each output of an STP16CP05."""
    return STP16_REXT_MA_OHM / rext_ohm


def boost_mv(upper_ohm: float, lower_ohm: float) -> float:
    """What an MT3608 gives with this divider at its feedback pin."""
    return MT3608_REFERENCE_MV * (1 + upper_ohm / lower_ohm)


def boost_peak_ma(
    in_mv: float, out_mv: float, out_ma: float, microhenry: float, efficiency: float = 0.88
) -> float:
    """The peak current of a step-up converter's coil and switch."""
    mean = out_mv * out_ma / (in_mv * efficiency)
    duty = 1 - in_mv / out_mv
    ripple = in_mv / 1000 * duty / (microhenry * 1e-6 * MT3608_HZ) * 1000
    return mean + ripple / 2


def table(checks: list[Check]) -> str:
    """All figures as a Markdown table."""
    rows = [
        "| figure | value | least | most | |",
        "|---|---|---|---|---|",
        *(check.row() for check in checks),
    ]
    return "\n".join(rows) + "\n"

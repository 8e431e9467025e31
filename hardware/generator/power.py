"""Power budgets: what each build draws, and the datasheet limits this is held against."""

from dataclasses import dataclass

from . import limits
from .limits import Check, at_least, at_most


@dataclass(frozen=True)
class Load:
    """A consumer: typical and greatest current in mA at a rail's voltage (mV)."""

    name: str
    typical_ma: float
    peak_ma: float
    rail_mv: int
    source: str


ESP32 = Load(
    "ESP32-WROVER-E, Wi-Fi on",
    95,
    240,
    5000,
    "ESP32-WROVER-E Datasheet, 802.11n transmission; linear regulator",
)
DEVKIT = Load("USB chip, LED, regulator of the board", 20, 30, 5000, "CP2102N and AMS1117 data sheets")
BUZZER = Load("buzzer, 5 s in a minute", 3, 35, 5000, "CUI CEM-1205C data sheet")


def max7219_ma(brightness: int) -> float:
    """All 64 segments lit at a brightness of 0 to 15: 330 mA at the full 31/32 (MAX7219 data sheet)."""
    return 330 * (2 * brightness + 1) / 31


BASIC = (
    ESP32,
    DEVKIT,
    Load("MAX7219 module, brightness 8, half the segments lit", round(max7219_ma(8) / 2),
    round(max7219_ma(15)), 5000,
         "MAX7219 data sheet, I+ with all segments on"),
    BUZZER,
)  # fmt: skip


KEY_PULL_UP_OHM, KEY_FARAD = 10_000, 100e-9
DIGIT_MM, SMALL_DIGIT_MM = 20.3, 9.14
"""The recommended module's digits (0.8 inch), and those of the usual small one (0.36 inch)."""


def key_checks() -> list[Check]:
    """What the resistor and the capacitor at each key do."""
    return [
        Check("a key let go is read after", round(limits.key_rise_ms(KEY_PULL_UP_OHM, KEY_FARAD), 2), 0.5, 5,
              "ms"),
    ]  # fmt: skip


def basic_checks() -> list[Check]:
    """The Basic build's figures."""
    total = sum(load.peak_ma for load in BASIC)
    base = (limits.ESP32_OUT_HIGH_MV - 700) / 1000
    return [
        at_least("ESP32 high into the 74AHCT125", limits.ESP32_OUT_HIGH_MV, limits.AHCT125_IN_HIGH_MV, "mV"),
        at_least(
            "74AHCT125 high into the MAX7219", limits.AHCT125_OUT_HIGH_MV, limits.MAX7219_IN_HIGH_MV, "mV"
        ),
        at_least("all on, charger and 1 m of cable at their worst: at the 5V pin",
                 round(limits.supply_mv(total)), limits.DEVKIT_5V_MIN_MV, "mV"),
        at_most("all on, from a laptop by the ESP32 board's USB: through its diode", total,
                limits.DEVKIT_DIODE_MA, "mA"),
        at_least("the same: left for the ESP32 behind diode and regulator",
                 round(limits.supply_mv(total, limits.DEVKIT_DIODE_MV) - limits.AMS1117_DROP_MV),
                 limits.ESP32_MIN_MV, "mV"),
        at_most("buzzer's transistor", BUZZER.peak_ma, limits.BC337_MAX_MA, "mA"),
        at_least("gain left for the buzzer", base * limits.BC337_MIN_GAIN, BUZZER.peak_ma, "mA"),
        at_most("base current from GPIO", base, limits.GPIO_MAX_MA, "mA"),
        at_least("digits of 20 mm read from", round(limits.digit_distance_m(DIGIT_MM), 1), 3, "m"),
        at_least("digits of 9 mm read from", round(limits.digit_distance_m(SMALL_DIGIT_MM), 1), 1.5, "m"),
        *key_checks(),
    ]  # fmt: skip


REXT_OHM = 2000
BOOST_DIVIDER_OHM = (140_000, 10_000)
BOOST_UH = 10
DIGITS = 8
SEGMENTS_A_DIGIT = 8
MEAN_SEGMENTS = 4.8
"""Segments lit in a mean digit 0 to 9, points counted."""
CELL_MV = (3300, 3700, 4200)
"""A Li-ion cell nearly empty, in the middle, full."""
BATTERY_MAH = 5000
STEP_UP = 0.90
"""Efficiency of the IP5306's step-up at 1 to 1.5 A (data sheet, figure)."""


def tournament_loads() -> tuple[Load, ...]:
    """What the Tournament build draws from its 5 V."""
    nine = limits.boost_mv(*BOOST_DIVIDER_OHM)
    each = limits.segment_ma(REXT_OHM)
    to_five = nine / 5000 / 0.88
    return (
        ESP32,
        DEVKIT,
        Load("eight digits through the 9 V step-up", round(DIGITS * MEAN_SEGMENTS * each * to_five),
             round(DIGITS * SEGMENTS_A_DIGIT * each * to_five), 5000,
             "STP16CP05, MT3608 and SA23-12SRWA data sheets"),
        Load("four STP16CP05", 28, 44, 5000, "STP16CP05 data sheet, IDD(on)"),
        BUZZER,
    )  # fmt: skip


def battery_ma(loads: tuple[Load, ...], cell_mv: int, peak: bool) -> float:
    """What the loads draw from the cell through its 5 V step-up."""
    power_mw = sum((load.peak_ma if peak else load.typical_ma) * load.rail_mv / 1000 for load in loads)
    return power_mw / STEP_UP / cell_mv * 1000


def hours(loads: tuple[Load, ...], capacity_mah: int = BATTERY_MAH) -> float:
    """How long a cell lasts at typical currents, nine tenths of it used."""
    return 0.9 * capacity_mah / battery_ma(loads, CELL_MV[1], peak=False)


def tournament_checks() -> list[Check]:
    """The Tournament build's figures."""
    loads = tournament_loads()
    nine = limits.boost_mv(*BOOST_DIVIDER_OHM)
    each = limits.segment_ma(REXT_OHM)
    lit = DIGITS * SEGMENTS_A_DIGIT * each
    drop = nine - limits.DIGIT_SEGMENT_AT_10MA_MV
    heat = 14 * each * drop / 1000 + 2 * each * (nine - limits.DIGIT_POINT_MV) / 1000
    five = sum(load.peak_ma for load in loads)
    return [
        at_least("ESP32 high into the STP16CP05", limits.ESP32_OUT_HIGH_MV, limits.STP16_IN_HIGH_MV, "mV"),
        Check("current of a segment", each, 5, limits.DIGIT_SEGMENT_MAX_MA, "mA"),
        Check("digits' supply", nine, limits.DIGIT_SEGMENT_AT_10MA_MV + limits.STP16_MIN_DROP_MV,
              limits.STP16_MAX_OUTPUT_MV, "mV"),
        at_most("heat in a driver, all lit", heat, limits.STP16_MAX_MW, "mW"),
        at_most("peak in the 9 V step-up's switch", round(limits.boost_peak_ma(4750, nine, lit, BOOST_UH)),
                limits.MT3608_SWITCH_MA, "mA"),
        at_most("all on, from the 5 V step-up", five, limits.IP5306_OUT_MA, "mA"),
        at_least("idle, digits dark, so that the IP5306 stays on", ESP32.typical_ma + DEVKIT.typical_ma,
                 limits.IP5306_SLEEP_MA, "mA"),
        at_least("ESP32 board's 5V pin behind a Schottky diode", 4850 - 400, limits.DEVKIT_5V_MIN_MV, "mV"),
        at_most("cell nearly empty, all on (connector: 3 A)", round(battery_ma(loads, CELL_MV[0],
        peak=True)), 3000, "mA"),
        Check("full cell at the ADC, halved", CELL_MV[2] / 2, *limits.ADC_RANGE_MV, "mV"),
        Check("empty cell at the ADC, halved", 3000 / 2, *limits.ADC_RANGE_MV, "mV"),
        at_least("digits of 57 mm read from", round(limits.digit_distance_m(57), 1), 9, "m"),
        *key_checks(),
        at_least("hours from 5000 mAh", round(hours(loads), 1), 3, "h"),
    ]  # fmt: skip


EINK = (
    ESP32,
    DEVKIT,
    Load("4.2-inch panel: 26 mW for 2 s, every 5 s", 3, 12, 5000, "GDEY042T81 data sheet"),
    BUZZER,
)  # fmt: skip
EINK_BATTERY_MAH = 6600


def eink_checks() -> list[Check]:
    """The E-ink build's figures."""
    return [
        at_most("all on, from the PowerBoost", sum(load.peak_ma for load in EINK), 1000, "mA"),
        at_least("PowerBoost's 5.2 V less a cable, at the 5V pin", 5000, limits.DEVKIT_5V_MIN_MV, "mV"),
        Check("full cell at the ADC, halved", CELL_MV[2] / 2, *limits.ADC_RANGE_MV, "mV"),
        at_least(f"hours from {EINK_BATTERY_MAH} mAh", round(hours(EINK, EINK_BATTERY_MAH), 1), 24, "h"),
        *key_checks(),
    ]


def table(loads: tuple[Load, ...]) -> str:
    """The budget as a Markdown table, currents at the 5 V rail."""
    rows = ["| load | typical mA | greatest mA | source |", "|---|---|---|---|"]
    rows += [f"| {load.name} | {load.typical_ma:g} | {load.peak_ma:g} | {load.source} |" for load in loads]
    typical, peak = sum(load.typical_ma for load in loads), sum(load.peak_ma for load in loads)
    rows.append(f"| **together, at 5 V** | {typical:g} | {peak:g} | |")
    return "\n".join(rows) + "\n"

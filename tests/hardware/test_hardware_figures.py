"""GPIO rules, data sheet limits, budgets and footprints: no KiCad needed but where its library is
compared."""

from pathlib import Path

import pytest

from boardside import pins, pins_s3
from boardside.app.battery import life_min
from hardware.generator import chips, gpio_rules, limits, power
from hardware.generator.builds import BUILDS
from hardware.generator.footprints import ALL, DEVKIT, DIGIT
from hardware.generator.model import Footprint
from hardware.generator.parts_list import cost_euro, lines
from hardware.generator.sexpr import Quoted, child, children, read, value, write

LIBRARY = Path("/usr/share/kicad/footprints")


@pytest.mark.parametrize(
    ("gpios", "pulled", "finding"),
    [
        ({"CLK": 6}, {}, "belongs to the flash"),
        ({"CLK": 16}, {}, "belongs to the PSRAM"),
        ({"CLK": 3}, {}, "USB serial line"),
        ({"CLK": 34}, {}, "has no output"),
        ({"KEY_OK": 35}, {}, "has no pull-up"),
        ({"KEY_OK": 2}, {}, "a key held at power-on"),
        ({"BATTERY": 26}, {}, "cannot measure while Wi-Fi is on"),
        ({"OE": 15}, {"OE": 0}, "pulled to the wrong level"),
        ({"OE": 12}, {}, "1.8 V for the flash"),
        ({"CLK": 18, "DIN": 18}, {}, "GPIO 18 has CLK and DIN"),
    ],
)
def test_each_gpio_rule_can_fail(gpios: dict[str, int], pulled: dict[str, int], finding: str) -> None:
    """One assignment for each rule."""
    problems = gpio_rules.problems(gpios, pulled)
    assert any(finding in line for line in problems), problems


@pytest.mark.parametrize(
    ("gpios", "finding"),
    [
        ({"CLK": 22}, "there is no GPIO 22"),
        ({"CLK": 27}, "belongs to the flash"),
        ({"CLK": 35}, "belongs to the PSRAM"),
        ({"CLK": 19}, "USB serial line"),
        ({"KEY_OK": 3}, "a key held at power-on"),
        ({"BATTERY": 12}, "cannot measure while Wi-Fi is on"),
        ({"OE": 45}, "1.8 V for the flash"),
    ],
)
def test_each_rule_of_the_s3_can_fail(gpios: dict[str, int], finding: str) -> None:
    """Among them GPIOs that are right on an ESP32."""
    problems = gpio_rules.problems(gpios, rules=gpio_rules.ESP32_S3)
    assert any(finding in line for line in problems), problems


def test_the_firmwares_map_keeps_the_rules() -> None:
    """Checked without a schematic too."""
    gpios = {f"KEY_{name}": gpio for name, gpio in pins.KEYS}
    gpios |= {"CLK": pins.DISPLAY_CLK, "DIN": pins.DISPLAY_DIN, "CS": pins.DISPLAY_CS, "BUZZER": pins.BUZZER}
    assert gpio_rules.problems(gpios) == []


@pytest.mark.parametrize("checks", [power.basic_checks, power.tournament_checks, power.eink_checks])
def test_the_limits_are_kept(checks) -> None:  # type: ignore[no-untyped-def]
    """Every figure of a build lies within its data sheet's limits."""
    assert [check.row() for check in checks() if not check.is_kept] == []


def test_limits_say_no_where_the_naive_design_breaks() -> None:
    """No level shifter; a MAX7219's 5 V for large digits; 40 mA a segment; 0.3 mm for the cell's current."""
    assert not limits.at_least("", limits.ESP32_OUT_HIGH_MV, limits.MAX7219_IN_HIGH_MV, "mV").is_kept
    assert limits.DIGIT_SEGMENT_AT_10MA_MV > 5000
    assert limits.segment_ma(490) > limits.DIGIT_SEGMENT_MAX_MA
    assert limits.track_width_mm(2750) > 1.1
    assert limits.digit_distance_m(14) < 2.5 < 9 < limits.digit_distance_m(57)


def test_ipc_2221_against_a_known_point() -> None:
    """1 A on 35 um copper, 10 K: 0.30 mm in every published calculator."""
    assert limits.track_width_mm(1000) == pytest.approx(0.30, abs=0.01)


def test_the_boost_and_its_divider() -> None:
    """140 k over 10 k gives 9.0 V; a smaller coil gives a higher peak."""
    assert limits.boost_mv(140_000, 10_000) == 9000
    assert limits.boost_peak_ma(5000, 9000, 600, 4.7) > limits.boost_peak_ma(5000, 9000, 600, 10)


@pytest.mark.parametrize(
    ("displays", "loads", "mah"),
    [
        (["digits"], power.tournament_loads(), power.BATTERY_MAH),
        (["epd42"], power.EINK, power.EINK_BATTERY_MAH),
        (["max7219"], power.BASIC, 5000),
    ],
    ids=["tournament", "eink", "basic"],
)
def test_the_firmware_warns_by_the_hours_of_the_power_budgets(
    displays: list[str], loads: tuple[power.Load, ...], mah: int
) -> None:
    """A full cell's time as the firmware calculates it is that of the build's budget."""
    assert life_min(mah, displays) / 60 == pytest.approx(power.hours(loads, mah), rel=0.03)


def test_hours_on_a_cell() -> None:
    """Large digits: an afternoon; e-paper: more than a day."""
    assert 3 < power.hours(power.tournament_loads()) < 5
    assert power.hours(power.EINK, power.EINK_BATTERY_MAH) > 24


ESPRESSIF_LEFT = "3V3 EN 36 39 34 35 32 33 25 26 27 14 12 GND 13 D2 D3 CMD 5V"
ESPRESSIF_RIGHT = "GND 23 22 1 3 21 GND 19 18 5 17 16 4 0 2 15 D1 D0 CLK"
"""What Espressif's footprint prints beside each pin (hardware/sources.md), from the antenna down."""
FLASH_GPIO = {"D2": 9, "D3": 10, "CMD": 11, "D1": 8, "D0": 7, "CLK": 6}


def test_the_devkits_rows_are_those_espressif_prints() -> None:
    """Every pin of both rows, by its name."""
    for printed, ours in (
        (ESPRESSIF_LEFT, chips.DEVKIT_LEFT),
        (ESPRESSIF_RIGHT, chips.DEVKIT_RIGHT),
    ):
        names = [f"IO{FLASH_GPIO[name]}" if name in FLASH_GPIO else name for name in printed.split()]
        assert [f"IO{name}" if name.isdigit() else name for name in names] == list(ours)


def test_the_devkits_pins_as_published() -> None:
    """38 pins, every GPIO once, in the order and spacing of Espressif's library and of Wokwi's board."""
    names = dict(chips.devkit_pins())
    assert len(names) == 38
    assert (names["1"], names["19"], names["20"], names["38"]) == ("3V3", "5V", "IO6", "GND")
    assert (chips.devkit_pin(36), chips.devkit_pin(13), chips.devkit_pin(23)) == ("3", "15", "37")
    gpios = [name for name in names.values() if name.startswith("IO")]
    assert len(gpios) == len(set(gpios)) == 32
    pads = {pad.number: pad for pad in DEVKIT.pads}
    assert (pads["38"].x - pads["1"].x, pads["38"].y) == (25.4, 0)
    assert pads["20"].y == pads["19"].y == pytest.approx(18 * 2.54)
    # Wokwi's board.json: 5V (left, last) at y 53.34, 3V3 at 7.62; GND.2 (right, first) at y 7.62, x 26.66
    # - 1.22.
    assert pads["19"].y - pads["1"].y == pytest.approx(53.34 - 7.62)
    assert pads["38"].x - pads["1"].x == pytest.approx(26.66 - 1.22, abs=0.05)


def test_the_digits_holes_take_every_makers_rows() -> None:
    """Slots from 59.3 to 61.1 mm apart."""
    pads = {pad.number: pad for pad in DIGIT.pads}
    play = pads["1"].slot - pads["1"].drill
    apart = pads["1"].y - pads["10"].y
    assert apart - play <= 59.4
    assert apart + play >= 61.0


def test_the_s3_boards_pins_as_published() -> None:
    """44 pins; the keys side by side on the left row, as Espressif and Wokwi have them."""
    board = chips.DEVKITC_S3
    names = dict(board.pins())
    assert len(names) == 44
    assert (names["1"], names["4"], names["21"], names["22"]) == ("3V3", "IO4", "5V", "GND")
    assert (names["23"], names["44"], names["26"], names["41"]) == ("GND", "GND", "IO20", "IO1")
    gpios = [name for name in names.values() if name.startswith("IO")]
    assert len(gpios) == len(set(gpios)) == 36
    keys = [int(board.pin(gpio)) for _, gpio in pins_s3.KEYS]
    assert keys == [4, 5, 6, 7, 8, 9, 10, 11, 12, 15]
    assert (board.numbers("GND"), board.numbers("3V3")) == (["22", "23", "24", "44"], ["1", "2"])


def test_basic_through_the_boards_own_usb_would_drop_out() -> None:
    """Why it has a socket of its own: the diode costs what the regulator needs."""
    through_diode = limits.supply_mv(635, limits.DEVKIT_DIODE_MV)
    assert through_diode < limits.DEVKIT_5V_MIN_MV < limits.supply_mv(635)


KICADS = [footprint for footprint in ALL.values() if ":" in footprint.source and " " not in footprint.source]


@pytest.mark.parametrize("footprint", KICADS, ids=[footprint.name for footprint in KICADS])
def test_pads_are_those_of_kicads_library(footprint: Footprint) -> None:
    """Number, place, size and hole of each pad."""
    library, name = footprint.source.split(":")
    path = LIBRARY / f"{library}.pretty" / f"{name}.kicad_mod"
    if not path.exists():
        pytest.skip("no KiCad footprint library: hardware/install-tools.sh")
    theirs = []
    for pad in children(read(path.read_text()), "pad"):
        if pad[1] == "" or pad[2] == "np_thru_hole":
            continue
        x, y = (float(str(part)) for part in child(pad, "at")[1:3])
        width, height = (float(str(part)) for part in child(pad, "size")[1:3])
        drill = float(value(pad, "drill")) if list(children(pad, "drill")) else 0.0
        theirs.append((str(pad[1]), round(x, 3), round(y, 3), width, height, drill))
    ours = [
        (pad.number, round(pad.x, 3), round(pad.y, 3), pad.width, pad.height, pad.drill)
        for pad in footprint.pads
    ]
    assert sorted(ours) == sorted(theirs)


@pytest.mark.parametrize("build", BUILDS, ids=[build.design.name for build in BUILDS])
def test_every_part_can_be_ordered(build) -> None:  # type: ignore[no-untyped-def]
    """Maker, part number and price; equal parts under one number."""
    for part in build.design.parts:
        if part.ref != "J2" or build.design.name != "eink":
            assert part.buy, part.ref
    assert all(buy.maker and buy.mpn and buy.euro > 0 for _, _, buy in lines(build.design))
    assert 20 < cost_euro(build.design, build.extras) < 130


def test_s_expressions_come_back_as_written() -> None:
    """Quotes, backslashes, numbers, nesting; and brackets that do not match are refused."""
    text = write(["a", Quoted('say "x" \\ y'), ["b", 1.5, -0.0], ["c", ["d", 2]]])
    assert read(text) == ["a", 'say "x" \\ y', ["b", "1.5", "0"], ["c", ["d", "2"]]]
    with pytest.raises(ValueError, match="brackets"):
        read("(a (b)")

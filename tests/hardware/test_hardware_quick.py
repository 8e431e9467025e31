"""What is checked without KiCad, in `make lint` too; and that each of these checks can fail."""

import itertools
import re
from dataclasses import replace
from pathlib import Path

import pytest

from boardside import arrangement, pins, pins_s3
from boardside.drivers import stp16cp05
from hardware.generator import checks, gpio_rules, harness, mistakes, netlist
from hardware.generator.__main__ import check
from hardware.generator.builds import BUILDS, Build, build
from hardware.generator.designs.basic import BASIC, KEY_COLOURS
from hardware.generator.designs.tournament_digits import LEFT_SEGMENTS, RIGHT_SEGMENTS
from hardware.generator.files import HARDWARE

NAMES = [build.design.name for build in BUILDS]


@pytest.mark.parametrize("build", BUILDS, ids=NAMES)
def test_nothing_is_found_without_kicad(build: Build, hardware: Path) -> None:
    """Pin map, GPIO rules, limits, track widths; the committed texts are what the generator writes."""
    assert checks.quick_problems(build, hardware / build.design.name) == []


@pytest.mark.slow
def test_the_command_prints_findings_and_counts_them(capsys: pytest.CaptureFixture[str]) -> None:
    """Two keys exchanged at the ESP32: both are named, and the files no longer fit."""
    wrong = replace(build("basic"), design=mistakes.swapped_gpios())
    assert check([build("basic")], is_quick=True) == 0
    capsys.readouterr()
    count = check([wrong], is_quick=True)
    output = capsys.readouterr().out
    assert f"basic: {count} findings" in output
    assert "KEY_BLACK is wired to GPIO 13, the firmware has it at 14" in output
    assert "basic.kicad_sch is stale" in output


def test_the_s3s_schematic_is_held_against_the_s3s_pin_map() -> None:
    """It fits its own map; against the first map nearly nothing does."""
    s3 = build("basic-s3")
    nets = s3.design.connections()
    assert checks.gpio_problems(s3, nets) == []
    problems = checks.gpio_problems(replace(s3, chip=pins), nets)
    assert "KEY_WHITE is wired to GPIO 4, the firmware has it at 13" in problems
    assert pins.CHIP == "ESP32", "the map is put back"


def test_each_key_has_its_resistor_and_its_capacitor() -> None:
    """10 kOhm to 3.3 V, 100 nF to ground, at every build with keys of its own."""
    for name in ("basic", "basic-s3", "eink"):
        held = checks.pulls(build(name).design)
        nets = build(name).design.connections()
        for key, _ in pins.KEYS:
            assert held[f"KEY_{key}"] == 1
            kinds = {ref[0] for ref, _ in nets[f"KEY_{key}"]}
            assert kinds == {"U", "S", "R", "C"}, key


def test_the_readme_wires_the_s3_as_the_firmware_does(hardware: Path) -> None:
    """Every GPIO of its map stands in its section."""
    section = (hardware / "README.md").read_text().split("## Build it: with an ESP32-S3")[1].split("## ")[0]
    table = "\n".join(line for line in section.splitlines() if line.startswith("|"))
    keys = ", ".join(str(gpio) for _, gpio in pins_s3.KEYS)
    assert f"| {keys} | keys {' '.join(name for name, _ in pins_s3.KEYS)}" in table
    assert f"| {pins_s3.DISPLAY_CLK}, {pins_s3.DISPLAY_DIN}, {pins_s3.DISPLAY_CS} | display" in table
    assert f"| {pins_s3.I2C_SDA}, {pins_s3.I2C_SCL} | SDA, SCL |" in table
    assert f"| {pins_s3.DIGITS_OE}, {pins_s3.BOOST_EN} | large digits" in table
    epaper = (pins_s3.EPD_DC, pins_s3.EPD_RST, pins_s3.EPD_BUSY, pins_s3.EPD_CS)
    assert "| {}, {}, {}, {} or {} | e-paper".format(*epaper, pins_s3.EPD_CS_BESIDE) in table
    assert f"| {pins_s3.BUZZER} | buzzer" in table
    assert f"| {pins_s3.BATTERY} | half" in table


def test_a_pin_of_the_firmware_that_is_not_wired_is_found() -> None:
    """A key, and the measuring of a cell; and a net the firmware does not know."""
    nets = BASIC.connections()
    assert netlist.against_firmware(nets, ("max7219",), has_cell=False) == []
    assert netlist.against_firmware(nets, ("max7219",), has_cell=True) == ["BATTERY is not wired"]
    without = {net: members for net, members in nets.items() if net != "KEY_OK"}
    assert netlist.against_firmware(without, ("max7219",), has_cell=False) == ["KEY_OK is not wired"]
    more = nets | {"LAMP": {("U1", "24")}}
    differences = netlist.against_firmware(more, ("max7219",), has_cell=False)
    assert differences == ["LAMP at GPIO 2 is unknown to the firmware"]


def test_a_supply_track_too_narrow_is_found(hardware: Path) -> None:
    """The cell's tracks at a signal's width."""
    main = build("tournament-main")
    board = (hardware / "tournament-main" / "tournament-main.kicad_pcb").read_text()
    assert checks.narrow_tracks(main, board) == []
    problems = checks.narrow_tracks(main, board.replace("(width 1.5)", "(width 0.4)"))
    assert any(line.startswith("VBAT: a track of 0.4 mm") for line in problems)


def test_the_digits_start_dark() -> None:
    """Before the firmware runs, a resistor holds output enable high and the 9 V off; both pins are
    strapping pins that want these levels at reset."""
    held = checks.pulls(build("tournament-main").design)
    assert (held["OE"], held["BOOST_EN"]) == (1, 0)
    assert gpio_rules.ESP32.strapping[pins.DIGITS_OE] == 1
    assert gpio_rules.ESP32.strapping[pins.BOOST_EN] == 0


def test_the_ribbon_joins_equal_signals() -> None:
    """Main board to digits and digits to digits; two wires exchanged, or the data led past a board, are
    found. Every key has its wire and a ground."""
    assert harness.problems() == []
    crossed = harness.RIBBON_OUT | {"8": "LE", "9": "CLK"}
    assert harness.ribbon_problems(crossed, harness.BOARD_IN) == [
        "ribbon wire 8: LE meets CLK",
        "ribbon wire 9: CLK meets LE",
    ]
    assert harness.ribbon_problems(harness.BOARD_IN, harness.BOARD_OUT) == ["ribbon wire 7: SDI meets SDO"]
    to_keys = [wires for _, second, wires in harness.links() if second.startswith("KEY_")]
    assert sorted(wires[0][0] for wires in to_keys) == sorted(f"KEY_{name}" for name, _ in pins.KEYS)
    assert all(wires[1][0] == "GND" for wires in to_keys)


def test_each_segment_hangs_where_the_driver_puts_it() -> None:
    """The digit board's tracks and the driver's tables: DP A B C D E F G of either digit."""
    for outputs, wired in (
        (stp16cp05._LEFT_OUTPUTS, LEFT_SEGMENTS),
        (stp16cp05._RIGHT_OUTPUTS, RIGHT_SEGMENTS),
    ):
        assert [wired[output] for output in outputs] == ["DP", "A", "B", "C", "D", "E", "F", "G"]


def test_epaper_leaves_the_strapping_pins_as_the_boot_wants_them() -> None:
    """Reset of the panel rests high, data or command low."""
    held = checks.pulls(build("eink").design)
    assert (held["EPD_RST"], held["EPD_DC"]) == (1, 0)
    assert (gpio_rules.ESP32.strapping[pins.EPD_RST], gpio_rules.ESP32.strapping[pins.EPD_DC]) == (1, 0)


def test_every_arrangement_keeps_the_gpio_rules() -> None:
    """Whatever displays and panel the firmware allows together: no flash pin, no output at an input."""
    allowed = 0
    for panel in arrangement.PANELS:
        for count in (1, 2, 3):
            for displays in itertools.combinations(arrangement.DISPLAYS, count):
                if arrangement.problem(panel, displays) == "":
                    allowed += 1
                    assert gpio_rules.problems(dict(arrangement.gpios(panel, displays))) == [], displays
    assert allowed >= 10


def test_the_caps_are_those_of_the_panel_guide() -> None:
    """Colours that colour-blind people tell apart: parts lists and docs/umpire/panel.md agree."""
    guide = (HARDWARE.parent / "docs" / "umpire" / "panel.md").read_text()
    rows = re.findall(r"^\| ([A-Z]+) \| ([^|]+) \| [^|]+ \| [^|]+ \|$", guide, re.MULTILINE)
    assert dict(rows) == KEY_COLOURS
    assert set(KEY_COLOURS) == {name for name, _ in pins.KEYS}


def test_the_readme_wires_the_expander_as_its_driver_reads_it(hardware: Path) -> None:
    """Keys 1 to 7 at GPA0 to GPA6 (pins 21 to 27), 8 to 10 at GPB0 to GPB2 (pins 1 to 3); I2C as in pins."""
    readme = (hardware / "README.md").read_text()
    wired = dict(re.findall(r"(\d+ GP[AB]\d) \| key ([A-Z]+)", readme))
    names = [name for name, _ in pins.KEYS]
    expected = {f"{21 + i} GPA{i}": names[i] for i in range(7)}
    assert wired == expected | {f"{1 + i} GPB{i}": names[7 + i] for i in range(3)}
    assert f"| 12 SCL, 13 SDA | GPIO {pins.I2C_SCL}, GPIO {pins.I2C_SDA} |" in readme


def test_the_readme_says_which_gpios_each_display_takes(hardware: Path) -> None:
    """Every GPIO that arrangement.py gives a display stands in its row."""
    readme = (hardware / "README.md").read_text()
    rows = [line for line in readme.splitlines() if line.startswith("| `")]
    for display in arrangement.DISPLAYS:
        row = next(line for line in rows if f"`{display}`" in line.split("|")[1])
        for use, gpio in arrangement.gpios("mcp23017", (display,)):
            if use not in ("BUZZER", "SERVICE", "BATTERY", "SDA", "SCL", "DIGITS_OE", "BOOST_EN"):
                assert re.search(rf"\b{gpio}\b", row), (display, use)
    assert f"CS {pins.EPD_CS} alone, {pins.EPD_CS_BESIDE} beside" in readme

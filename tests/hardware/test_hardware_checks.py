"""Electrical and design rules, netlist, GPIOs and limits of every build; and that each check can fail."""

from dataclasses import replace
from pathlib import Path

import pytest

from boardside import pins
from hardware.generator import checks, kicad, mistakes, netlist
from hardware.generator.board import net_numbers
from hardware.generator.builds import BUILDS, Build, build
from hardware.generator.designs.basic import BASIC
from hardware.generator.files import project_files, write_files
from hardware.generator.mistakes import ELECTRICAL, Mistake
from hardware.generator.model import Design

pytestmark = pytest.mark.usefixtures("kicad_cli")

SWAPPED = [
    "KEY_BLACK is wired to GPIO 13, the firmware has it at 14",
    "KEY_WHITE is wired to GPIO 14, the firmware has it at 13",
]


def written(design: Design, folder: Path) -> Path:
    """Writes a design's project; its schematic's path."""
    write_files(project_files(design), folder)
    return folder / f"{design.name}.kicad_sch"


@pytest.mark.parametrize("build", BUILDS, ids=[build.design.name for build in BUILDS])
def test_nothing_is_found_in_the_committed_files(build: Build, hardware: Path) -> None:
    """ERC, DRC with parity, netlist against design and firmware, GPIO rules, track widths, limits: no
    finding."""
    assert checks.problems(build, hardware / build.design.name) == []


@pytest.mark.parametrize("mistake", ELECTRICAL, ids=[mistake.name for mistake in ELECTRICAL])
def test_an_electrical_mistake_is_found(mistake: Mistake, tmp_path: Path) -> None:
    """Each deliberate mistake brings KiCad's right finding, which the design without it does not have."""
    clean = kicad.erc(written(BASIC, tmp_path / "clean"), tmp_path / "report")
    findings = kicad.erc(written(mistake.design(), tmp_path / "wrong"), tmp_path / "report")
    assert clean == []
    assert mistake.finding in {finding.type for finding in findings}, findings


def test_two_swapped_gpios_pass_kicad_but_not_the_pin_map(tmp_path: Path) -> None:
    """The rule check sees nothing; the comparison with the firmware names both keys."""
    schematic = written(mistakes.swapped_gpios(), tmp_path)
    assert kicad.erc(schematic, tmp_path / "report") == []
    nets = netlist.export(schematic, tmp_path / "netlist")
    assert netlist.against_firmware(nets, ("max7219",), has_cell=False) == SWAPPED


def test_a_wire_that_the_design_does_not_have_is_found(tmp_path: Path) -> None:
    """The exported netlist is compared pin by pin."""
    nets = netlist.export(written(BASIC, tmp_path), tmp_path / "netlist")
    assert netlist.against_design(nets, BASIC) == []
    nets["CLK"].remove(("U2", "2"))
    nets["DIN"].add(("U2", "2"))
    differences = netlist.against_design(nets, BASIC)
    assert differences == ["CLK: U2.2 is missing in the schematic", "DIN: U2.2 is not in the design"]


def test_every_pin_of_the_firmware_is_wired(tmp_path: Path) -> None:
    """Ten keys, three lines to the display, the buzzer: the netlist has exactly these GPIOs."""
    nets = netlist.export(written(BASIC, tmp_path), tmp_path / "netlist")
    wired = netlist.esp32_gpios(nets)
    keys = {f"KEY_{name}": gpio for name, gpio in pins.KEYS}
    assert {net: gpio for net, gpio in wired.items() if net.startswith("KEY_")} == keys
    assert sorted(wired.values()) == sorted(
        [*keys.values(), pins.DISPLAY_CLK, pins.DISPLAY_DIN, pins.DISPLAY_CS, pins.BUZZER]
    )


def test_an_unrouted_net_is_found(hardware: Path, tmp_path: Path) -> None:
    """The committed board without one net's tracks."""
    name = "tournament-main"
    files = {path.name: path.read_text() for path in (hardware / name).glob("*.kicad_*")}
    tables = {table: (hardware / name / table).read_text() for table in ("sym-lib-table", "fp-lib-table")}
    design = build(name).design
    board = f"{name}.kicad_pcb"
    files[board] = mistakes.without_tracks(files[board], str(net_numbers(design)["KEY_OK"]))
    write_files(project_files(design) | files | tables, tmp_path)
    findings = kicad.drc(tmp_path / board, tmp_path / "report")
    assert [finding.type for finding in findings] == ["unconnected_items"]


def test_a_board_that_differs_from_its_schematic_is_found(hardware: Path, tmp_path: Path) -> None:
    """Schematic parity: two keys exchanged in the schematic, the board left as it was."""
    main = build("tournament-main")
    header = main.design.part("J3")
    nets = header.nets | {"1": header.nets["2"], "2": header.nets["1"]}
    write_files(project_files(main.design.with_part(replace(header, nets=nets))), tmp_path)
    board = tmp_path / "tournament-main.kicad_pcb"
    board.write_text((hardware / "tournament-main" / board.name).read_text())
    assert "net_conflict" in {finding.type for finding in kicad.drc(board, tmp_path / "report")}

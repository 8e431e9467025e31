"""Holds a design and its KiCad files against every rule there is; an empty list means that nothing was
found."""

import math
import tempfile
from pathlib import Path

from . import documents, gpio_rules, harness, kicad, netlist, stripboard, stripboard_check
from .builds import Build
from .designs.tournament_main import TOURNAMENT_MAIN
from .files import project_files
from .geometry import PlacedPad, placed_pads
from .limits import track_width_mm
from .model import Design
from .router import NECK_MM
from .sexpr import child, children, read, value
from .stripboard_layouts import LAYOUTS

PLATING_UM, TRACK_UM = 25, 35
"""Copper in a hole's wall and of a track: what board makers give as usual."""


def pulls(design: Design) -> dict[str, int]:
    """The level to which a resistor on the board holds each net before the firmware runs."""
    held: dict[str, int] = {}
    for part in design.parts:
        if part.symbol.name == "R":
            nets = set(part.nets.values())
            for supply, level in (("GND", 0), ("+3V3", 1)):
                if supply in nets:
                    held |= dict.fromkeys(nets - {supply}, level)
    return held


def gpio_problems(build: Build, nets: netlist.Nets) -> list[str]:
    """What is wrong at the ESP32: against the firmware's pin map and against the chip's rules."""
    back = {there: here for here, there in build.renamed.items()}
    nets = {back.get(net, net): members for net, members in nets.items()}
    held = {back.get(net, net): level for net, level in pulls(build.design).items()}
    gpios = netlist.esp32_gpios(nets, build.board)
    return netlist.against_firmware(
        nets, build.displays, build.has_cell, build.board, build.chip
    ) + gpio_rules.problems(gpios, held, build.rules)


def _near_own_pad(pads: list[PlacedPad], net: str, x: float, y: float) -> bool:
    reach = NECK_MM + 0.3
    return any(
        pad.net == net
        and abs(x - pad.x) < pad.half_width + reach
        and abs(y - pad.y) < pad.half_height + reach
        for pad in pads
    )


def narrow_tracks(build: Build, board: str) -> list[str]:
    """Tracks and vias too narrow for their current by IPC-2221, short necks at a part's own pads excepted."""
    pads = placed_pads(build.design)
    content = read(board)
    names = {str(net[1]): str(net[2]).removeprefix("/") for net in children(content, "net")}
    narrow = []
    for segment in children(content, "segment"):
        name = names[value(segment, "net")]
        need = track_width_mm(build.currents_ma.get(name, 0))
        if float(value(segment, "width")) >= need:
            continue
        ends = [child(segment, end) for end in ("start", "end")]
        if not all(_near_own_pad(pads, name, float(str(e[1])), float(str(e[2]))) for e in ends):
            narrow.append(f"{name}: a track of {value(segment, 'width')} mm, {need:.2f} mm needed")
    for via in children(content, "via"):
        name = names[value(via, "net")]
        need = track_width_mm(build.currents_ma.get(name, 0))
        copper = math.pi * float(value(via, "drill")) * PLATING_UM / TRACK_UM
        if copper < need:
            narrow.append(f"{name}: a via as a track of {copper:.2f} mm, {need:.2f} mm needed")
    return narrow


def stale(build: Build, folder: Path) -> list[str]:
    """Committed texts that are not what the generator writes today; boards are routed anew elsewhere."""
    design = build.design
    texts = project_files(design) | documents.texts(build, design.connections())
    return [
        f"{name} is stale: python -m hardware.generator write {design.name}"
        for name, text in texts.items()
        if not (folder / name).exists() or (folder / name).read_text() != text
    ]


def quick_problems(build: Build, folder: Path) -> list[str]:
    """What can be found without KiCad: the design against the pin map, the GPIO rules and the data sheets,
    its files against the generator, its board's tracks against their currents."""
    design = build.design
    findings = design.problems() + stale(build, folder)
    if build.displays:
        findings += gpio_problems(build, design.connections())
    if design.board:
        findings += narrow_tracks(build, (folder / f"{design.name}.kicad_pcb").read_text())
    if design is TOURNAMENT_MAIN:
        findings += harness.problems()
    if design.name in LAYOUTS:
        findings += stripboard_check.problems(stripboard.plan(design, LAYOUTS[design.name]), design)
    return findings + [f"limit broken: {check.row()}" for check in build.checks() if not check.is_kept]


def problems(build: Build, folder: Path) -> list[str]:
    """Everything found in a design and its files in a folder; needs kicad-cli."""
    design = build.design
    findings = quick_problems(build, folder)
    schematic = folder / f"{design.name}.kicad_sch"
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "report"
        findings += [f"ERC {f.type}: {f.text} {f.items}" for f in kicad.erc(schematic, report)]
        nets = netlist.export(schematic, report)
        findings += netlist.against_design(nets, design)
        if build.displays:
            findings += gpio_problems(build, nets)
        if design.board:
            board = folder / f"{design.name}.kicad_pcb"
            findings += [f"DRC {f.type}: {f.text} {f.items}" for f in kicad.drc(board, report)]
    return findings

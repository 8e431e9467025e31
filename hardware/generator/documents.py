"""The committed documents of a build: schematic PDF, board pictures, wiring picture, parts list with
budget."""

import sys
import tempfile
from pathlib import Path

from . import harness, kicad, limits, netlist, parts_list, power, stripboard, stripboard_picture, wiring
from .builds import Build
from .designs.tournament_main import TOURNAMENT_MAIN
from .files import write_files
from .model import Design
from .stripboard_layouts import LAYOUTS

WIREVIZ = Path(sys.executable).parent / "wireviz"


def parts_page(build: Build) -> str:
    """Parts, cost, power budget and limits of a build as Markdown."""
    design = build.design
    text = f"# {design.title}: parts\n\nMade by `python -m hardware.generator write`; do not edit.\n\n"
    text += parts_list.table(design, build.extras)
    if build.loads:
        text += "\n## Power budget\n\n" + power.table(build.loads)
    checks = build.checks()
    if checks:
        text += "\n## Held against the data sheets\n\n" + limits.table(checks)
    if build.currents_ma:
        text += "\n## Tracks\n\nIPC-2221, 35 um copper, 10 K warmer.\n\n"
        text += "| net | greatest mA | needs mm | has mm |\n|---|---|---|---|\n"
        for net, current in build.currents_ma.items():
            has = design.board.widths.get(net, 0) if design.board else 0
            text += f"| {net} | {current:g} | {limits.track_width_mm(current):.2f} | {has:g} |\n"
    return text


def plugged(design: Design) -> dict[tuple[str, str], tuple[str, str]]:
    """What hangs at which leg of a module, by the design's stripboard plan."""
    return {there: here for here, there in LAYOUTS[design.name].plugged} if design.name in LAYOUTS else {}


def texts(build: Build, nets: netlist.Nets) -> dict[str, str]:
    """The documents that are text, by file name; `nets` is the netlist, exported or the design's own (the
    checks hold that they are the same)."""
    design = build.design
    pages = {"parts.md": parts_page(build)}
    if build.wired:
        pages["wiring.yml"] = wiring.wireviz(nets, design, build.wired, plugged(design))
        pages["wiring.md"] = f"# {design.title}: every wire\n\nMade from the netlist; do not edit.\n\n"
        pages["wiring.md"] += wiring.wire_list(nets, design)
    if design is TOURNAMENT_MAIN:
        pages["wiring.yml"] = harness.wireviz()
    if design.name in LAYOUTS:
        plan = stripboard.plan(design, LAYOUTS[design.name])
        pages["stripboard.svg"] = stripboard_picture.picture(plan, design)
        pages["stripboard.md"] = stripboard_picture.page(plan, design)
    return pages


def write(build: Build, folder: Path, changed: list[Path]) -> list[Path]:
    """Writes a build's documents beside its KiCad files; returns those that changed as text. Drawings are
    made again only where what they show is among `changed` (a PDF has the time of its making inside)."""
    design = build.design
    schematic = folder / f"{design.name}.kicad_sch"
    with tempfile.TemporaryDirectory() as scratch:
        nets = netlist.export(schematic, Path(scratch) / "netlist")
    new = write_files(texts(build, nets), folder)
    if schematic in changed:
        kicad.run("sch", "export", "pdf", "-o", folder / f"{design.name}.pdf", schematic)
    if folder / "wiring.yml" in new:
        wiring.draw(folder / "wiring.yml", WIREVIZ)
    board = folder / f"{design.name}.kicad_pcb"
    if board in changed:
        render(board, is_high=bool(design.board and design.board.height > 80))
    return new


def render(board: Path, is_high: bool) -> None:
    """Both sides of a board as pictures beside it."""
    for side in ("top", "bottom"):
        kicad.run("pcb", "render", "--side", side, "--quality", "basic", "--background", "opaque",
                  "-w", "1000", "--height", "1000" if is_high else "640",
                  "-o", board.with_name(f"{side}.png"), board)  # fmt: skip

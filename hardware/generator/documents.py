"""The committed documents of a build: schematic PDF, board pictures, wiring picture, parts list with
budget."""

import sys
import tempfile
from pathlib import Path

from . import kicad, limits, netlist, parts_list, power, wiring
from .builds import Build
from .files import write_files

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


def write(build: Build, folder: Path) -> list[Path]:
    """Writes a build's documents beside its KiCad files; returns those that changed as text."""
    design = build.design
    schematic = folder / f"{design.name}.kicad_sch"
    texts = {"parts.md": parts_page(build)}
    if build.wired:
        with tempfile.TemporaryDirectory() as scratch:
            nets = netlist.export(schematic, Path(scratch) / "netlist")
        texts["wiring.yml"] = wiring.wireviz(nets, design, build.wired)
        texts["wiring.md"] = f"# {design.title}: every wire\n\nMade from the netlist; do not edit.\n\n"
        texts["wiring.md"] += wiring.wire_list(nets, design)
    changed = write_files(texts, folder)
    kicad.run("sch", "export", "pdf", "-o", folder / f"{design.name}.pdf", schematic)
    if build.wired and (folder / "wiring.yml" in changed or not (folder / "wiring.png").exists()):
        wiring.draw(folder / "wiring.yml", WIREVIZ)
    if design.board:
        board = folder / f"{design.name}.kicad_pcb"
        for side in ("top", "bottom"):
            kicad.run("pcb", "render", "--side", side, "--quality", "basic", "--background", "opaque",
                      "-w", "1000", "--height", "1000" if design.board.height > 80 else "640",
                      "-o", folder / f"{side}.png", board)  # fmt: skip
    return changed

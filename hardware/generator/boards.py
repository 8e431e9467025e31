"""Makes a board's file: routed, poured, written."""

import tempfile
from pathlib import Path

from . import pour
from .board import board_text
from .files import project_files, write_files
from .islands import bridges, inside
from .model import Design
from .router import Router, Routing, Via

ROUNDS = 4


def fill(design: Design, routing: Routing) -> pour.Layers:
    """The copper of the ground pours around what is routed."""
    with tempfile.TemporaryDirectory() as folder:
        files = project_files(design) | {f"{design.name}.kicad_pcb": board_text(design, routing)}
        write_files(files, Path(folder))
        return pour.fill(Path(folder) / f"{design.name}.kicad_pcb")


def joins_both(via: Via, filled: pour.Layers) -> bool:
    """True when a stitch lies in the copper of both pours; KiCad leaves none where a piece would join
    nothing."""
    return all(any(inside(via.x, via.y, polygon) for polygon in polygons) for polygons in filled.values())


def board_files(design: Design) -> dict[str, str]:
    """The whole project of a design with a board: schematic, libraries, board with its ground poured."""
    assert design.board
    router = Router(design)
    routing = router.route()
    stitches = router.stitches(design.board.stitch_mm)
    routing.vias += stitches
    router.laid["GND"].vias += stitches
    filled = fill(design, routing)
    for _ in range(ROUNDS):
        joining = bridges(design, router, filled)
        if not joining:
            break
        routing.vias += joining
        router.laid["GND"].vias += joining
        filled = fill(design, routing)
    lone = {via for via in stitches if not joins_both(via, filled)}
    routing.vias = [via for via in routing.vias if via not in lone]
    return project_files(design) | {f"{design.name}.kicad_pcb": board_text(design, routing, filled)}

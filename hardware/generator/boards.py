"""Makes a board's file: routed, poured, written."""

import tempfile
from pathlib import Path

from . import pour
from .board import board_text
from .files import project_files, write_files
from .model import Design
from .router import Routing, route


def board_files(design: Design, routing: Routing | None = None) -> dict[str, str]:
    """The whole project of a design with a board: schematic, libraries, board with its ground poured."""
    files = project_files(design)
    routing = routing or route(design)
    with tempfile.TemporaryDirectory() as folder:
        bare = board_text(design, routing)
        write_files(files | {f"{design.name}.kicad_pcb": bare}, Path(folder))
        filled = pour.fill(Path(folder) / f"{design.name}.kicad_pcb")
    return files | {f"{design.name}.kicad_pcb": board_text(design, routing, filled)}

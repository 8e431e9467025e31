"""Which files the generator gives for a design, and where they lie."""

from pathlib import Path

from .board import footprint_files
from .model import Design
from .project import footprint_table, settings, symbol_library, symbol_table
from .schematic import LIBRARY, schematic

HARDWARE = Path(__file__).resolve().parent.parent


def project_files(design: Design) -> dict[str, str]:
    """The KiCad project of a design without its board: file name to text."""
    return footprint_files(design) | {
        f"{design.name}.kicad_sch": schematic(design),
        f"{design.name}.kicad_pro": settings(design),
        f"{LIBRARY}.kicad_sym": symbol_library(design),
        "sym-lib-table": symbol_table(),
        "fp-lib-table": footprint_table(),
    }


def write_files(files: dict[str, str], folder: Path) -> list[Path]:
    """Writes texts into a folder; returns the paths whose content changed."""
    changed = []
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
            changed.append(path)
    return changed

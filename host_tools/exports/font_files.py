"""The fonts for paper: those kept here (glyphs/faces.py), and a user's own."""

import os
from collections.abc import Sequence
from pathlib import Path

from host_tools.exports.reasons import ExportError
from host_tools.glyphs.faces import FACES, HERE, SUFFIXES, VARIABLE, WEIGHTS, Face

__all__ = ["FACES", "HERE", "VARIABLE", "WEIGHTS", "Face", "own"]


def own(paths: Sequence[Path] | None = None) -> tuple[Face, ...]:
    """A user's fonts, tried last, for every letter: these, or those of the variable BOARDSIDE_FONTS. Raises
    ExportError for a file that is not TrueType or OpenType.
    """
    if paths is None:
        paths = [Path(name) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]
    for path in paths:
        if not path.is_file():
            raise ExportError("font_missing", file=str(path))
        if path.suffix not in SUFFIXES or path.read_bytes()[:4] not in (b"\0\1\0\0", b"true", b"OTTO"):
            raise ExportError("not_a_font", file=str(path))
    return tuple(Face(f"own{number}", str(path), ((0, 0x10FFFF),)) for number, path in enumerate(paths))

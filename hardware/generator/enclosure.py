"""The enclosures: OpenSCAD gets its dimensions from the boards, so that holes and board cannot drift
apart."""

import shutil
import subprocess
from pathlib import Path

from .builds import build
from .files import HARDWARE
from .footprints import DIGIT_SIZE_MM
from .model import Design

SOURCE = HARDWARE / "enclosure" / "enclosure.scad"
DIMENSIONS = HARDWARE / "enclosure" / "dimensions.scad"
PICTURE = SOURCE.with_suffix(".png")
PIECES = ("main_box", "main_lid", "digit_frame", "digit_back")


def _board(design: Design, prefix: str) -> list[str]:
    assert design.board
    holes = ", ".join(f"[{x:g}, {y:g}]" for x, y in design.board.holes())
    return [
        f"{prefix}_size = [{design.board.width:g}, {design.board.height:g}];",
        f"{prefix}_holes = [{holes}];",
    ]


def _place(design: Design, ref: str) -> tuple[float, float]:
    place = design.part(ref).place
    assert place
    return place[0], place[1]


def dimensions() -> str:
    """The text of `dimensions.scad`, from the designs."""
    main, digits = build("tournament-main").design, build("tournament-digits").design
    lines = [
        "// Made by python -m hardware.generator from the boards; do not edit. Millimetres, y downwards."
    ]
    lines += _board(main, "main") + _board(digits, "digits")
    for name, ref in (
        ("usb_c", "J1"),
        ("power_key", "SW1"),
        ("ribbon", "J4"),
        ("buzzer", "LS1"),
        ("devkit", "U1"),
    ):
        x, y = _place(main, ref)
        lines.append(f"{name}_at = [{x:g}, {y:g}];")
    middles = ", ".join("[{:g}, {:g}]".format(*_place(digits, ref)) for ref in ("D1", "D2"))
    lines.append(f"digit_middles = [{middles}];")
    lines.append(f"digit_size = [{DIGIT_SIZE_MM[0]:g}, {DIGIT_SIZE_MM[1]:g}];")
    return "\n".join(lines) + "\n"


def _openscad(*arguments: str | Path) -> None:
    if not shutil.which("openscad"):
        raise FileNotFoundError("OpenSCAD is missing: hardware/install-tools.sh")
    subprocess.run(["nice", "-n", "15", *map(str, arguments)], check=True, capture_output=True, timeout=300)


def make_stl(folder: Path) -> list[Path]:
    """Every printed piece as an STL file in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for piece in PIECES:
        path = folder / f"{piece}.stl"
        _openscad("openscad", "-o", path, "-D", f'piece="{piece}"', SOURCE)
        made.append(path)
    return made


def draw() -> Path:
    """The picture of all pieces, for the repository."""
    _openscad("xvfb-run", "-a", "openscad", "-o", PICTURE, "--imgsize", "1100,800", "--colorscheme",
    "Tomorrow",
              "--viewall", "--autocenter", "--camera", "0,0,0,55,0,25,0", "-D", 'piece="all"',
              SOURCE)  # fmt: skip
    return PICTURE

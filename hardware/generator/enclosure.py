"""The enclosures: OpenSCAD gets its dimensions from the boards, so that holes and board cannot drift
apart."""

import shutil
import subprocess
from pathlib import Path

from .builds import build
from .files import HARDWARE
from .footprints import DIGIT_SIZE_MM
from .model import Design
from .stripboard import PITCH_MM
from .stripboard_layouts import LAYOUTS

SOURCE = HARDWARE / "enclosure" / "enclosure.scad"
DIMENSIONS = HARDWARE / "enclosure" / "dimensions.scad"
CONSOLE = HARDWARE / "enclosure" / "console.scad"
PIECES = {
    "main_box": (SOURCE, {"piece": "main_box"}), "main_lid": (SOURCE, {"piece": "main_lid"}),
    "digit_frame": (SOURCE, {"piece": "digit_frame"}), "digit_back": (SOURCE, {"piece": "digit_back"}),
    "basic_box": (CONSOLE, {"build": "basic", "piece": "box"}),
    "basic_lid": (CONSOLE, {"build": "basic", "piece": "lid"}),
    "eink_box": (CONSOLE, {"build": "eink", "piece": "box"}),
    "eink_lid": (CONSOLE, {"build": "eink", "piece": "lid"}),
}  # fmt: skip
"""What is printed: file name, and where OpenSCAD gets it from."""

PICTURES = {
    "enclosure.png": (SOURCE, {"piece": "all"}),
    "basic.png": (CONSOLE, {"build": "basic", "piece": "all"}),
    "eink.png": (CONSOLE, {"build": "eink", "piece": "all"}),
}
"""The committed pictures, each of all pieces of a build."""

KEY_PLACES = {
    "WHITE": (0, 1), "BLACK": (1, 1), "QUEEN": (2, 1), "STRIKER": (3, 1), "FOUL": (4, 1),
    "UNDO": (0, 0), "DUE": (1, 0), "PAUSE": (2, 0), "OK": (3, 0), "CLOCK": (4, 0),
}  # fmt: skip
"""Column and row of each key (row 0 is near the umpire), as docs/umpire/panel.md draws them."""
KEY_PITCH_MM = 22.0
EPAPER_MODULE_MM, EPAPER_WINDOW_MM = (103.0, 78.5), (86.0, 64.8)
"""Adapter board (measure yours), and the picture of 84.8 x 63.6 mm with a margin (Waveshare's wiki)."""
MAX7219_MODULE_MM, MAX7219_WINDOW_MM = (166.0, 34.0), (161.0, 28.2)
"""Eight 0.8-inch digits side by side, 20 x 27.7 mm each. Measure yours. The usual small module is 82 x 15 mm
with a window of 61.5 x 15."""
CELL_MM = (69.0, 54.0, 18.0)
"""Adafruit 353, 6600 mAh."""


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
    return "\n".join(lines + _console()) + "\n"


def _pair(numbers: tuple[float, ...]) -> str:
    return "[" + ", ".join(f"{number:g}" for number in numbers) + "]"


def _console() -> list[str]:
    """What the consoles of Basic and E-ink need: stripboard, keys, modules."""
    layout = LAYOUTS["basic"]

    def at(strip: float, hole: float) -> str:
        return _pair((round((hole + 0.5) * PITCH_MM, 2), round((strip + 0.5) * PITCH_MM, 2)))

    devkit, buzzer = layout.seats["U1"].covers, layout.seats["LS1"].covers
    places = ", ".join(
        f'[{column}, {row}, {str(name == "CLOCK").lower()}, "{name}"]'
        for name, (column, row) in KEY_PLACES.items()
    )
    return [
        f"stripboard_size = {_pair((layout.holes * PITCH_MM, layout.strips * PITCH_MM))};",
        f"stripboard_screws = [{', '.join(at(*screw) for screw in layout.screws)}];",
        f"usb_at = {at(layout.strips, (devkit[1] + devkit[3]) / 2)};",
        f"buzzer_hole = {at((buzzer[0] + buzzer[2]) / 2, (buzzer[1] + buzzer[3]) / 2)};",
        f"key_pitch = {KEY_PITCH_MM:g};",
        f"key_places = [{places}];",
        f"epaper_module = {_pair(EPAPER_MODULE_MM)};",
        f"epaper_window = {_pair(EPAPER_WINDOW_MM)};",
        f"max7219_module = {_pair(MAX7219_MODULE_MM)};",
        f"max7219_window = {_pair(MAX7219_WINDOW_MM)};",
        f"cell_size = {_pair(CELL_MM)};",
    ]


def _openscad(*arguments: str | Path) -> None:
    if not shutil.which("openscad"):
        raise FileNotFoundError("OpenSCAD is missing: hardware/install-tools.sh")
    command = ["nice", "-n", "15", *map(str, arguments)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)
    # A piece that touches itself along a line cannot be sliced; OpenSCAD only warns.
    if "WARNING" in done.stderr:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr}")


def _settings(values: dict[str, str]) -> list[str]:
    return [word for name, value in values.items() for word in ("-D", f'{name}="{value}"')]


def make_piece(name: str, folder: Path) -> Path:
    """One printed piece as an STL file in a folder. RuntimeError when OpenSCAD warns of it."""
    source, values = PIECES[name]
    path = folder / f"{name}.stl"
    _openscad("openscad", "-o", path, *_settings(values), source)
    return path


def make_stl(folder: Path) -> list[Path]:
    """Every printed piece as an STL file in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    return [make_piece(name, folder) for name in PIECES]


def draw() -> None:
    """The pictures of all pieces, for the repository."""
    from PIL import Image, ImageChops  # comes with WireViz

    for name, (source, values) in PICTURES.items():
        picture = source.with_name(name)
        _openscad("xvfb-run", "-a", "openscad", "-o", picture, "--imgsize", "1800,1300",
                  "--colorscheme", "Tomorrow", "--viewall", "--autocenter", "--camera", "0,0,0,42,0,15,0",
                  *_settings(values), source)  # fmt: skip
        with Image.open(picture) as drawn:
            whole = drawn.convert("RGB")
        paper = Image.new("RGB", whole.size, whole.getpixel((0, 0)))
        box = ImageChops.difference(whole, paper).getbbox()
        assert box, f"{picture} is empty"
        x0, y0, x1, y1 = box
        whole.crop((x0 - 20, y0 - 20, x1 + 20, y1 + 20)).quantize(64).save(picture, optimize=True)

"""The enclosures: OpenSCAD gets its dimensions from the boards, so that holes and board cannot drift
apart."""

import shutil
import subprocess
from pathlib import Path

from . import lid
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
    **{f"digit_frame_{n}": (SOURCE, {"piece": f"digit_frame_{n}"}) for n in (1, 2, 3, 4)},
    "digit_back": (SOURCE, {"piece": "digit_back"}),
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
    return "\n".join(lines + _console() + _lids()) + "\n"


def _pair(numbers: tuple[float, ...]) -> str:
    return "[" + ", ".join(f"{number:g}" for number in numbers) + "]"


KEYS_DEEP_MM = 58.0
"""Depth of the keys' field, in front of the display."""


def consoles() -> list[lid.Lid]:
    """The lids of Basic and E-ink."""
    layout = LAYOUTS["basic"]
    wide, deep = layout.holes * PITCH_MM, layout.strips * PITCH_MM
    made = []
    for name, module, window in (
        ("basic", MAX7219_MODULE_MM, MAX7219_WINDOW_MM),
        ("eink", EPAPER_MODULE_MM, EPAPER_WINDOW_MM),
    ):
        # On E-ink the PowerBoost lies beside the stripboard.
        inner_x = 146.0 if name == "eink" else max(130.0, wide, module[0] + 6)
        behind = max(deep + 6, module[1] + 4)
        # The face's opening is 1 mm wider all around than the glass.
        seat = (inner_x / 2, KEYS_DEEP_MM + behind / 2, window[0] + 2, window[1] + 2)
        made.append(lid.console(name, (inner_x, KEYS_DEEP_MM + behind), seat))
    return made


def digit_frames() -> list[lid.Lid]:
    """The fronts of the four digit frames of Tournament, as one sees them."""
    digits = build("tournament-digits").design
    assert digits.board
    size = digits.board.width, digits.board.height
    middles = [_place(digits, ref) for ref in ("D1", "D2")]
    return lid.frames(size, FRAME_GAP_MM, tuple((x, size[1] - y) for x, y in middles), DIGIT_SIZE_MM)


FRAME_GAP_MM = 0.6
"""Between a board of Tournament and the wall around it."""


def lids() -> list[lid.Lid]:
    """Everything that carries legends."""
    return [*consoles(), *digit_frames()]


def _legends(made: lid.Lid) -> str:
    rows = (
        f'[{_pair((round(legend.x, 2), round(legend.y, 2)))}, {legend.size:g}, "{legend.text}"]'
        for legend in made.legends
    )
    return "[\n    " + ",\n    ".join(rows) + "]"


def _lids() -> list[str]:
    """What the lids need: their size inside, keys, holes and legends."""
    lines = [
        f"wall = {lid.WALL_MM:g};",
        f"frame_gap = {FRAME_GAP_MM:g};",
        f"keys_y = {KEYS_DEEP_MM:g};",
        f"lid_corner = {lid.CORNER_MM:g};",
        f"key_hole = {lid.KEY_HOLE_MM:g};",
        f"clock_hole = {lid.CLOCK_HOLE_MM:g};",
        f"screw_hole = {lid.SCREW_HOLE_MM:g};",
        f'legend_font = "{lid.FONT}";',
    ]
    for made in consoles():
        inner = made.edge.x1 - lid.WALL_MM, made.edge.y1 - lid.WALL_MM
        keys = ", ".join(
            f"[{_pair(lid.key_at(name, inner[0]))}, {str(name == 'CLOCK').lower()}]"
            for name in lid.KEY_PLACES
        )
        lines += [
            f"{made.name}_inner = {_pair(inner)};",
            f"{made.name}_keys = [{keys}];",
            f"{made.name}_legends = {_legends(made)};",
        ]
    lines.append("frame_legends = [" + ", ".join(map(_legends, digit_frames())) + "];")
    return lines


def _console() -> list[str]:
    """What the consoles of Basic and E-ink need: stripboard, modules."""
    layout = LAYOUTS["basic"]

    def at(strip: float, hole: float) -> str:
        return _pair((round((hole + 0.5) * PITCH_MM, 2), round((strip + 0.5) * PITCH_MM, 2)))

    devkit, buzzer = layout.seats["U1"].covers, layout.seats["LS1"].covers
    return [
        f"stripboard_size = {_pair((layout.holes * PITCH_MM, layout.strips * PITCH_MM))};",
        f"stripboard_screws = [{', '.join(at(*screw) for screw in layout.screws)}];",
        f"usb_at = {at(layout.strips, (devkit[1] + devkit[3]) / 2)};",
        f"buzzer_hole = {at((buzzer[0] + buzzer[2]) / 2, (buzzer[1] + buzzer[3]) / 2)};",
        f"key_pitch = {lid.KEY_PITCH_MM:g};",
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
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=900)
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

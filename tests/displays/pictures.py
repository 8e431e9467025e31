"""Part of `make pictures`: the pictures of e-paper pages in docs/img.

python -m tests.displays.pictures
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "cpython")]

from paper_kit import LAYOUTS, ROOT, STATES, page  # noqa: E402
from PIL import Image  # noqa: E402

IMG = ROOT / "docs" / "img"
GAP = 8
#: Size, columns and states of each picture.
SHEETS = {
    "paper-42": (
        "42",
        3,
        "later_board strokes_turn doubles entry proposal change interval over crokinole_shots",
    ),
    "paper-42-states": (
        "42",
        4,
        "idle idle_hall awaited toss owes placing time_is_up strokes_pressed "
        "refused undone menu_value protest",
    ),
    "paper-29": ("29", 3, "idle later_board strokes_turn proposal change refused"),
}


def drawn(size: str, state: str) -> Image.Image:
    """The page of a state, as the table has it now."""
    layout, _ = LAYOUTS[size]
    umpire = STATES[state]()
    pixels = page(size, umpire.table.screen(umpire.now))
    return Image.frombytes("1", (layout.WIDTH, layout.HEIGHT), pixels)


def beside(pages: list[Image.Image], columns: int) -> Image.Image:
    """Pages in rows, with grey between and around them."""
    across, down = pages[0].width + GAP, pages[0].height + GAP
    made = Image.new("L", (columns * across + GAP, -(-len(pages) // columns) * down + GAP), 128)
    for at, each in enumerate(pages):
        made.paste(each.convert("L"), (at % columns * across + GAP, at // columns * down + GAP))
    return made.quantize(4)


def main() -> None:
    """Make all of them."""
    for name, (size, columns, states) in SHEETS.items():
        pages = [drawn(size, state) for state in states.split()]
        beside(pages, columns).save(IMG / f"{name}.png", optimize=True)
    print(f"{len(SHEETS)} pictures of e-paper pages in {IMG}.")


if __name__ == "__main__":
    main()

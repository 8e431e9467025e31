"""What the e-paper's tests on CPython share: the states and pages of the portable tests, golden pictures."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from PIL import Image

ROOT = Path(__file__).resolve().parent.parent.parent
PORTABLE = ROOT / "tests" / "portable" / "displays"
GOLDEN = Path(__file__).resolve().parent / "golden"

sys.path.insert(0, str(PORTABLE))

import paper_page  # noqa: E402
import paper_states  # noqa: E402

from boardside.faces.paper import page29, page42  # noqa: E402

LAYOUTS: dict[str, tuple[ModuleType, Any]] = {"42": (page42, False), "29": (page29, True)}
STATES = {state.__name__: state for state in paper_states.STATES}


def page(size: str, screen: Any) -> bytes:
    """A page of 4.2 ("42") or 2.9 inches as rows of pixels."""
    layout, upright = LAYOUTS[size]
    return bytes(paper_page.page(layout, screen, upright))


def golden(size: str, state: str) -> bytes:
    """The pixels of a golden picture."""
    with Image.open(GOLDEN / f"{size}-{state}.png") as picture:
        return picture.convert("1").tobytes()


_MAIN = "later_board strokes_turn doubles entry proposal change interval over crokinole_shots"
_OTHERS = (
    "idle idle_hall awaited toss owes placing time_is_up strokes_pressed refused undone menu_value protest"
)
SHEETS = {
    "paper-42": ("42", 3, _MAIN),
    "paper-42-states": ("42", 4, _OTHERS),
    "paper-29": ("29", 3, "idle later_board strokes_turn proposal change refused"),
}
"""The pictures in docs/img: size, columns, states."""


def sheet(name: str) -> tuple[bytes, int, int]:
    """Golden pages side by side with grey between: (pixels, width, height)."""
    size, columns, names = SHEETS[name]
    states = names.split()
    layout, _ = LAYOUTS[size]
    row_bytes = layout.WIDTH // 8
    width = columns * (row_bytes + 1) + 1
    rows = [_grey(at) * width for at in range(8)]
    for first in range(0, len(states), columns):
        pages = [golden(size, state) for state in states[first : first + columns]]
        for at in range(layout.HEIGHT):
            grey = _grey(at)
            pieces = [page[at * row_bytes : (at + 1) * row_bytes] for page in pages]
            rows.append(grey + grey.join(pieces) + grey)
        rows += [_grey(at) * width for at in range(8)]
    return b"".join(rows), width * 8, len(rows)


def _grey(row: int) -> bytes:
    return b"\x55" if row & 1 else b"\xaa"

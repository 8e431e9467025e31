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
from boardside.faces.paper.strip import Row, Upright  # noqa: E402

LAYOUTS: dict[str, tuple[ModuleType, Any]] = {"42": (page42, Row), "29": (page29, Upright)}
STATES = {state.__name__: state for state in paper_states.STATES}


def page(size: str, screen: Any) -> bytes:
    """A page of 4.2 ("42") or 2.9 inches as rows of pixels."""
    layout, strip = LAYOUTS[size]
    return bytes(paper_page.page(layout, screen, strip))


def golden(size: str, state: str) -> bytes:
    """The pixels of a golden picture."""
    with Image.open(GOLDEN / f"{size}-{state}.png") as picture:
        return picture.convert("1").tobytes()

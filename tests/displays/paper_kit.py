"""What the e-paper's tests on CPython share: the states and pages of the portable tests."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
PORTABLE = ROOT / "tests" / "portable" / "displays"

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

"""Pages of an e-paper in the six languages: docs/img/paper-languages.png, and the same on MicroPython.

After a change that is meant: RENEW=1 python -m pytest tests/letters/test_language_pages.py, and look at it.
"""

import hashlib
import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "cpython"), str(ROOT / "tests" / "displays")]

import paper_kit  # noqa: E402

from boardside.app import language  # noqa: E402
from boardside.faces.paper import fonts  # noqa: E402
from boardside.table import texts as words  # noqa: E402
from host_tools.letters import language_file  # noqa: E402

MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"
PICTURE = ROOT / "docs" / "img" / "paper-languages.png"
STATE = "change"
GAP = 8


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    words.use(None)
    fonts.take_clusters(None)


def page(code: str, size: str, state: str) -> bytes:
    """The pixels of a page in a language."""
    content = language_file.content(code)
    if content:
        read = language.Language(BytesIO(content))
        fonts.take_clusters(read)
        words.use(read.find)
    else:
        words.use(None)
    umpire = paper_kit.STATES[state]()
    return paper_kit.page(size, umpire.table.screen(umpire.now))


def test_the_manuals_picture_is_of_these_pages() -> None:
    layout, _ = paper_kit.LAYOUTS["42"]
    across, down = layout.WIDTH + GAP, layout.HEIGHT + GAP
    made = Image.new("1", (3 * across - GAP, 2 * down - GAP), 0)
    for at, code in enumerate(language_file.LANGUAGES):
        pixels = Image.frombytes("1", (layout.WIDTH, layout.HEIGHT), page(code, "42", STATE))
        made.paste(pixels, (at % 3 * across, at // 3 * down))
    if os.environ.get("RENEW"):
        made.save(PICTURE, optimize=True)
    with Image.open(PICTURE) as picture:
        assert picture.size == made.size
        assert picture.convert("1").tobytes() == made.tobytes(), f"{PICTURE.name} shows something else"


def test_each_language_has_its_own_page_and_english_that_of_before() -> None:
    pages = {page(code, "29", STATE) for code in language_file.LANGUAGES}
    assert len(pages) == len(language_file.LANGUAGES)
    assert page("en", "29", STATE) == paper_kit.golden("29", STATE)


@pytest.mark.parametrize("code", ["fr", "hi", "ta"])
def test_micropython_draws_the_same_pages(code: str, tmp_path: Path) -> None:
    file = tmp_path / language_file.FILE
    file.write_bytes(language_file.content(code))
    states = [STATE, "strokes_turn", "menu"]
    command = [str(MICROPYTHON), "-X", "heapsize=8M", "tests/displays/paper_hashes.py", f"words={file}"]
    environment = {**os.environ, "MICROPYPATH": "firmware:.frozen"}
    done = subprocess.run(
        [*command, *states], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    expected = [
        f"{size} {name} {hashlib.sha256(page(code, size, name)).hexdigest()}"
        for name in states
        for size in paper_kit.LAYOUTS
    ]
    assert sorted(done.stdout.split("\n")[:-1]) == sorted(expected)

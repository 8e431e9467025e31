"""Pages of an e-paper in the six languages, and the same on MicroPython."""

import hashlib
import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "cpython"), str(ROOT / "tests" / "displays")]

import paper_kit  # noqa: E402

from boardside.app import language  # noqa: E402
from boardside.faces.paper import fonts  # noqa: E402
from boardside.table import texts as words  # noqa: E402
from host_tools.letters import language_file  # noqa: E402

MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"
STATE = "change"


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


def test_each_language_has_its_own_page() -> None:
    pages = {page(code, "29", STATE) for code in language_file.LANGUAGES}
    assert len(pages) == len(language_file.LANGUAGES)


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

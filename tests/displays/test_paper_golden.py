"""Every page of the e-papers, pixel by pixel, as it is kept in golden/.

After a change that is meant: RENEW=1 python -m pytest tests/displays/test_paper_golden.py, and look at them.
"""

import hashlib
import os
import subprocess
import sysconfig
from pathlib import Path

import pytest
from paper_kit import GOLDEN, LAYOUTS, ROOT, SHEETS, STATES, golden, page, sheet
from PIL import Image

from host_tools.device import glyphs
from host_tools.simulator.picture import png

MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"
KB = 1024


@pytest.mark.parametrize("state", STATES)
def test_the_page_is_as_it_was(state: str) -> None:
    umpire = STATES[state]()
    for size, (layout, _) in LAYOUTS.items():
        drawn = page(size, umpire.table.screen(umpire.now))
        if os.environ.get("RENEW"):
            (GOLDEN / f"{size}-{state}.png").write_bytes(png(drawn, layout.WIDTH, layout.HEIGHT))
        assert drawn == golden(size, state), f"golden/{size}-{state}.png shows something else"


def test_golden_pictures_are_small_and_each_belongs_to_a_page() -> None:
    files = {path.name: path.stat().st_size for path in GOLDEN.glob("*.png")}
    assert set(files) == {f"{size}-{state}.png" for size in LAYOUTS for state in STATES}
    assert max(files.values()) < 4 * KB


@pytest.mark.parametrize("name", SHEETS)
def test_the_manuals_pictures_are_of_these_pages(name: str) -> None:
    pixels, width, height = sheet(name)
    path = ROOT / "docs" / "img" / f"{name}.png"
    if os.environ.get("RENEW"):
        path.write_bytes(png(pixels, width, height))
    with Image.open(path) as picture:
        assert picture.size == (width, height)
        assert picture.convert("1").tobytes() == pixels, f"docs/img/{name}.png shows something else"


@pytest.mark.parametrize(
    "names", [list(STATES)[::6], pytest.param(list(STATES), marks=pytest.mark.slow)], ids=["some", "all"]
)
def test_micropython_draws_the_same_pages(names: list[str]) -> None:
    command = [str(MICROPYTHON), "-X", "heapsize=8M", "tests/displays/paper_hashes.py", *names]
    environment = {**os.environ, "MICROPYPATH": "firmware:.frozen"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    expected = [
        f"{size} {name} {hashlib.sha256(golden(size, name)).hexdigest()}"
        for name in names
        for size in LAYOUTS
    ]
    assert done.stdout.split("\n")[:-1] == expected


@pytest.mark.slow
def test_the_glyphs_are_as_their_strokes_make_them() -> None:
    assert glyphs.TARGET.read_text(encoding="utf-8") == glyphs.module(), (
        "run python -m host_tools.device.glyphs"
    )


def test_the_glyphs_take_no_more_than_six_kilobytes() -> None:
    from boardside.faces.paper import glyphs as made

    sizes = {
        name: len(data) for name, data in vars(made).items() if isinstance(data, bytes) and name[0] != "_"
    }
    assert sum(sizes.values()) <= 6 * KB, sizes

"""The interactive parts list: every part once on the board and once in a row, and the browser joins them."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hardware.generator.builds import build
from hardware.generator.parts_page import page, write

BOARDS = ("tournament-main", "tournament-digits")


@pytest.mark.parametrize("name", BOARDS)
def test_each_placed_part_is_drawn_and_listed_once(name: str) -> None:
    """And lies on the board; nothing is fetched from elsewhere."""
    design = build(name).design
    html = page(design)
    placed = {part.ref for part in design.parts if part.place}
    assert sorted(re.findall(r'id="part-(\w+)"', html)) == sorted(placed)
    listed = [ref for refs in re.findall(r'data-refs="([^"]*)"', html) for ref in refs.split()]
    assert sorted(listed) == sorted(placed)
    assert "http" not in html
    assert design.board
    for x, y, width, height in re.findall(
        r'<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)" rx="3"', html
    ):
        assert float(x) + float(width) <= design.board.width * 8 + 40
        assert float(y) + float(height) <= design.board.height * 8 + 40


@pytest.mark.browser
@pytest.mark.skipif(not shutil.which("chromium"), reason="needs a Chromium")
def test_a_ticked_row_is_ticked_on_the_board(tmp_path: Path) -> None:
    """The page's own script, in a real browser."""
    path = write(build("tournament-main").design, tmp_path)
    poke = "<script>document.querySelector('tr[data-refs] input').click()</script></body>"
    path.write_text(path.read_text().replace("</body>", poke))
    done = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", path.as_uri()],
        capture_output=True, text=True, timeout=180,
    )  # fmt: skip
    assert 'class="part done" id="part-U1"' in done.stdout
    assert done.stdout.count('class="part done"') == 1

"""An interactive parts list of a board: one HTML file that needs no network. Pointing at a row shows the
parts on the board, pointing at a part its row; ticked rows stay ticked in the browser."""

import json
from html import escape
from pathlib import Path

from .geometry import placed_pads
from .model import Design, Part
from .parts_list import lines

FIRST = ("1", "A9")
"""The pads drawn black, which tell how a part is turned: pin 1, a diode's cathode, plus."""
SCALE = 8
"""Pixels to a millimetre."""

STYLE = """
body{font:15px sans-serif;margin:1em;color:#111;background:#fff}
main{display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start}
svg{background:#eef1ee;border:1px solid #777;max-width:min(95vw,52em);height:auto}
table{border-collapse:collapse}td,th{padding:.25em .6em;border-bottom:1px solid #bbb;text-align:left}
tr:focus,tr.on{background:#ffe9a8;outline:2px solid #111}tr.done{color:#666}
.part rect{fill:#fff;stroke:#333;stroke-width:1}.part.on rect{fill:#ffd24d;stroke:#000;stroke-width:4}
.part.done rect{fill:#cfd8d0;stroke-dasharray:5 3}
.part text{font-size:13px;text-anchor:middle;dominant-baseline:middle}
.part text{stroke:#fff;stroke-width:3;paint-order:stroke}
"""

SCRIPT = """
const key = 'boardside ' + document.title, done = new Set(JSON.parse(localStorage.getItem(key) || '[]'));
function light(row, isOn) {
  row.classList.toggle('on', isOn);
  for (const ref of row.dataset.refs.split(' '))
    document.getElementById('part-' + ref).classList.toggle('on', isOn);
}
function tick(row, box) {
  row.classList.toggle('done', box.checked);
  for (const ref of row.dataset.refs.split(' '))
    document.getElementById('part-' + ref).classList.toggle('done', box.checked);
}
for (const row of document.querySelectorAll('tr[data-refs]')) {
  const box = row.querySelector('input');
  box.checked = done.has(row.dataset.refs);
  tick(row, box);
  box.addEventListener('change', () => {
    done[box.checked ? 'add' : 'delete'](row.dataset.refs);
    localStorage.setItem(key, JSON.stringify([...done]));
    tick(row, box);
  });
  for (const name of ['mouseenter', 'focusin']) row.addEventListener(name, () => light(row, true));
  for (const name of ['mouseleave', 'focusout']) row.addEventListener(name, () => light(row, false));
  for (const ref of row.dataset.refs.split(' ')) {
    const part = document.getElementById('part-' + ref);
    part.addEventListener('mouseenter', () => light(row, true));
    part.addEventListener('mouseleave', () => light(row, false));
    part.addEventListener('click', () => box.click());
  }
}
"""


def _box(part: Part) -> tuple[float, float, float, float]:
    """The part's rectangle on the board: left, top, width, height in millimetres."""
    assert part.footprint
    assert part.place
    x, y, angle = part.place
    x0, y0, x1, y1 = part.footprint.body
    for _ in range(round(angle / 90) % 4):
        x0, y0, x1, y1 = y0, -x1, y1, -x0
    return x + x0, y + y0, x1 - x0, y1 - y0


def _ink(number: str) -> str:
    return "#000" if number in FIRST else "#b98a45"


def _part(part: Part, design: Design) -> str:
    left, top, width, height = (value * SCALE for value in _box(part))
    pads = "".join(
        f'<rect x="{(pad.x - pad.half_width) * SCALE:.1f}" '
        f'y="{(pad.y - pad.half_height) * SCALE:.1f}" width="{pad.half_width * 2 * SCALE:.1f}" '
        f'height="{pad.half_height * 2 * SCALE:.1f}" style="fill:{_ink(pad.number)};stroke:none"/>'
        for pad in placed_pads(design)
        if pad.ref == part.ref
    )
    return (
        f'<g class="part" id="part-{part.ref}"><title>{part.ref} {escape(part.value)}</title>'
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" rx="3"/>{pads}'
        f'<text x="{left + width / 2:.1f}" y="{top + height / 2:.1f}">{part.ref}</text></g>'
    )


def page(design: Design) -> str:
    """The HTML of a design with a board. Largest parts are drawn first, so that none hides another."""
    assert design.board
    placed = [part for part in design.parts if part.footprint and part.place]
    placed.sort(key=lambda part: -_box(part)[2] * _box(part)[3])
    width, height = design.board.width * SCALE, design.board.height * SCALE
    drawing = "\n".join(_part(part, design) for part in placed)
    refs_drawn = {part.ref for part in placed}
    rows = []
    for refs, part, buy in lines(design):
        shown = [ref for ref in refs if ref in refs_drawn]
        names = ", ".join(refs)
        rows.append(
            f'<tr tabindex="0" data-refs="{" ".join(shown)}"><td><label><input type="checkbox"> {names}'
            f"</label></td><td>{len(refs)}</td><td>{escape(part.value)}</td><td>{escape(buy.maker)}</td>"
            f"<td>{escape(buy.mpn)}</td><td>{escape(buy.note)}</td></tr>"
        )
    title = escape(design.title)
    head = "<tr><th>parts</th><th>n</th><th>what</th><th>maker</th><th>part number</th><th>note</th></tr>"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body>'
        f"<h1>{title}</h1><p>Seen from above; pin 1 is black (a diode's cathode, "
        f"plus). Point at a row or go to it with Tab to see its parts; tick "
        f"what is soldered.</p>\n<main>\n"
        f'<svg viewBox="-8 -8 {width + 16:g} {height + 16:g}" width="{width:g}" role="img" '
        f'aria-label="{json.dumps(design.title)[1:-1]}">\n'
        f'<rect x="0" y="0" width="{width:g}" height="{height:g}" rx="{design.board.corner * SCALE:g}" '
        f'fill="#dfe8df" stroke="#333"/>\n{drawing}\n</svg>\n'
        f"<table>\n{head}\n"
        + "\n".join(rows)
        + f"\n</table>\n</main><script>{SCRIPT}</script></body></html>\n"
    )


def write(design: Design, folder: Path) -> Path:
    """Writes `parts.html` into a folder."""
    path = folder / "parts.html"
    path.write_text(page(design))
    return path

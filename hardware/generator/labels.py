"""The lids' legends drawn at their real size: to look at, and to print on a label where a printer sinks no
letters."""

from html import escape
from pathlib import Path

from . import lid
from .enclosure import lids
from .files import HARDWARE

FOLDER = HARDWARE / "enclosure"
_EDGE, _HOLE, _FACE, _INK = "#7a6a58", "#9b8d7c", "#f3ece0", "#111"
_MARGIN = 2.0


def file_name(made: lid.Lid) -> str:
    """The name of a lid's drawing in hardware/enclosure."""
    return f"{made.name.replace(' ', '-')}-legends.svg"


def drawing(made: lid.Lid) -> str:
    """A stand-alone SVG, a millimetre a unit: the lid as one sees it, its holes, its legends."""
    edge = made.edge
    wide, high = edge.x1 - edge.x0 + 2 * _MARGIN, edge.y1 - edge.y0 + 2 * _MARGIN

    def at(x: float, y: float) -> tuple[float, float]:
        return x - edge.x0 + _MARGIN, edge.y1 - y + _MARGIN

    x, y = at(edge.x0, edge.y1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" width="{wide:g}mm" '
        f'height="{high:g}mm" role="img">',
        f"<title>The lid {escape(made.name)}, in its real size</title>",
        f'<g fill="none" stroke="{_EDGE}" stroke-width=".25"><rect x="{x:g}" y="{y:g}" '
        f'width="{edge.x1 - edge.x0:g}" height="{edge.y1 - edge.y0:g}" fill="{_FACE}"/>',
    ]
    for _, cover in made.covers:
        x, y = at(cover.x0, cover.y1)
        size = cover.x1 - cover.x0
        parts.append(
            f'<circle cx="{x + size / 2:.2f}" cy="{y + size / 2:.2f}" r="{size / 2:g}" fill="{_HOLE}"/>'
            if cover.round
            else f'<rect x="{x:.2f}" y="{y:.2f}" width="{size:.2f}" height="{cover.y1 - cover.y0:.2f}" '
            f'fill="{_HOLE}"/>'
        )
    parts.append(f'</g><g font-family="DejaVu Sans" font-weight="bold" text-anchor="middle" fill="{_INK}">')
    for legend in made.legends:
        x, y = at(legend.x, legend.y)
        length = legend.box.x1 - legend.box.x0
        parts.append(
            f'<text x="{x:.2f}" y="{y:.2f}" font-size="{legend.size * lid.EM:.2f}" textLength="{length:.2f}" '
            f'xml:space="preserve">{escape(legend.text)}</text>'
        )
    return "\n".join([*parts, "</g></svg>"]) + "\n"


def drawings() -> dict[str, str]:
    """Each lid's drawing, by its name."""
    return {file_name(made): drawing(made) for made in lids()}


def sheet() -> str:
    """An HTML page that prints all of them at their real size, one a side of A4."""
    sides = "".join(f"<section>{text}</section>" for text in drawings().values())
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        "<title>Boardside: legends of the lids</title><style>@page { size: A4 landscape; margin: 0 } "
        "body { margin: 0 } section { height: 209mm; display: grid; place-items: center; break-after: page } "
        "section:last-child { break-after: auto }</style></head>"
        f"<body>{sides}</body></html>\n"
    )


def write_sheet(folder: Path) -> Path:
    """`legends.html` in a folder, and beside it `legends.pdf` where there is a Chromium."""
    from host_tools.guide.sheet import CHROMIUM, print_pdf

    folder.mkdir(parents=True, exist_ok=True)
    page = folder / "legends.html"
    page.write_text(sheet(), encoding="utf-8")
    if CHROMIUM is None:
        return page
    pdf = folder / "legends.pdf"
    print_pdf(sheet(), pdf)
    return pdf

"""A stripboard plan as a picture (SVG: the side of the parts, below it the side of the copper) and as a
page of lists to tick off."""

from collections.abc import Iterator
from html import escape

from .model import Design
from .stripboard import PITCH_MM, Hole, Plan, Seat, hole_name
from .wiring import pin_label

STEP, LEFT, TOP = 20, 130, 46
"""Pixels from hole to hole, and room for the names of leads and holes."""
WIRE_COLOURS = {"GND": "#000000", "+5V": "#d55e00", "+3V3": "#e69f00"}
SIGNAL_COLOURS = ("#0072b2", "#009e73", "#cc79a7", "#56b4e9", "#7a5195")
"""Colours that colour-blind people tell apart (Okabe and Ito); each wire has its ends in the list too."""


def _at(hole: Hole) -> tuple[float, float]:
    return LEFT + (hole[1] + 0.5) * STEP, TOP + (hole[0] + 0.5) * STEP


def _text(x: float, y: float, text: str, size: int = 9, anchor: str = "middle", fill: str = "#222") -> str:
    style = f'font-size="{size}" text-anchor="{anchor}" fill="{fill}"'
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(text)}</text>'


def _line(a: tuple[float, float], b: tuple[float, float], colour: str, width: float, more: str = "") -> str:
    ends = f'x1="{a[0]:g}" y1="{a[1]:g}" x2="{b[0]:g}" y2="{b[1]:g}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width:g}"{more}/>'


def _circle(at: tuple[float, float], radius: float, fill: str, stroke: str = "none") -> str:
    return f'<circle cx="{at[0]:g}" cy="{at[1]:g}" r="{radius:g}" fill="{fill}" stroke="{stroke}"/>'


def _board(plan: Plan, is_mirrored: bool) -> Iterator[str]:
    """The bare board: strips, holes, their names, screws."""
    layout = plan.layout
    width, height = layout.holes * STEP, layout.strips * STEP
    copper = "#c87f4f" if is_mirrored else "#ecd9b9"
    yield f'<rect x="{LEFT}" y="{TOP}" width="{width}" height="{height}" rx="4" fill="#dcc59a"/>'
    for strip in range(layout.strips):
        y = TOP + strip * STEP + 2
        size = f'width="{width}" height="{STEP - 4}"'
        yield f'<rect x="{LEFT}" y="{y}" {size} fill="{copper}"/>'
        for side, anchor in ((LEFT - 4, "end"), (LEFT + width + 4, "start")):
            yield _text(side, y + 12, chr(ord("A") + strip), anchor=anchor, fill="#888")
    for hole in range(layout.holes):
        column = layout.holes - 1 - hole if is_mirrored else hole
        x = LEFT + (column + 0.5) * STEP
        for y in (TOP - 5, TOP + height + 12):
            yield _text(x, y, str(hole + 1), 8, fill="#888")
        for strip in range(layout.strips):
            yield _circle((x, TOP + (strip + 0.5) * STEP), 1.8, "#fff")
    for strip, hole in layout.screws:
        at = _at((strip, layout.holes - 1 - hole if is_mirrored else hole))
        yield _circle(at, 1.6 / PITCH_MM * STEP, "#fff", "#555")


def _cut(at: tuple[float, float], size: float, colour: str) -> str:
    x, y = at
    return _line((x - size, y - size), (x + size, y + size), colour, 2.4) + _line(
        (x - size, y + size), (x + size, y - size), colour, 2.4
    )


def _part(ref: str, seat: Seat, design: Design) -> Iterator[str]:
    """A part's body with its reference, and its legs with what they are."""
    part = design.part(ref)
    s0, h0, s1, h1 = seat.covers
    (x0, y0), (x1, y1) = _at((s0, h0)), _at((s1, h1))
    box = f'x="{x0 - 8:g}" y="{y0 - 8:g}" width="{x1 - x0 + 16:g}" height="{y1 - y0 + 16:g}"'
    yield f'<rect {box} rx="4" fill="#ffffff" fill-opacity="0.75" stroke="#333"/>'
    is_wide = h1 - h0 >= 3
    for number, hole in seat.holes.items():
        x, y = _at(hole)
        yield _circle((x, y), 4, "#333" if number in part.nets else "#bbb")
        label = pin_label(part, number)
        if is_wide and len(seat.holes) > 2:
            is_left = hole[1] == h0
            yield _text(x + (7 if is_left else -7), y + 3, label, 8, "start" if is_left else "end")
        elif len(seat.holes) > 2 or label in ("+", "cathode"):
            yield _text(x + 7, y + 3, "k" if label == "cathode" else label, 8, "start")
    middle = (x0 + x1) / 2, (y0 + y1) / 2 + 3
    if len(seat.holes) > 8:
        yield _text(middle[0], y0 - 12, f"{ref} {part.value}", 10)
    elif is_wide:
        yield _text(*middle, ref, 11)
    else:
        turned = f'transform="rotate(-90 {x0 - 11:g} {middle[1]:g})"'
        yield _text(x0 - 11, middle[1], ref, 9).replace("<text ", f"<text {turned} ", 1)


def colour(net: str, nets: list[str]) -> str:
    """The colour of a net's wires in the picture."""
    signals = [name for name in nets if name not in WIRE_COLOURS]
    return WIRE_COLOURS.get(net) or SIGNAL_COLOURS[signals.index(net) % len(SIGNAL_COLOURS)]


def _lead(plan: Plan, net: str, hole: Hole, name: str, ink: str) -> Iterator[str]:
    """A lead from its hole to beyond the edge, and what it goes to."""
    x, y = _at(hole)
    is_left = hole[1] * 2 < plan.layout.holes
    edge = LEFT - 16 if is_left else LEFT + plan.layout.holes * STEP + 16
    yield _line((x, y), (edge, y), ink, 2.5, ' stroke-dasharray="6 3"') + _circle((x, y), 4, ink, "#fff")
    yield _text(edge + (-3 if is_left else 3), y + 4, name, 10, "end" if is_left else "start")


def lead_name(design: Design, ref: str, number: str) -> str:
    """What a lead goes to: part, its legend, and the leg's name or number."""
    part = design.part(ref)
    label = pin_label(part, number)
    legend = part.value.split(" ")[0] if ref.startswith("SW") else label
    return f"{ref} {legend}" + (" GND" if part.nets[number] == "GND" and ref.startswith("SW") else "")


def picture(plan: Plan, design: Design) -> str:
    """Both sides of the board as SVG."""
    layout = plan.layout
    width = layout.holes * STEP + 2 * LEFT
    height = layout.strips * STEP + TOP + 30
    nets = sorted({wire[0] for wire in plan.wires} | {lead[0] for lead in plan.leads})
    head = f'viewBox="0 0 {width} {2 * height}" font-family="DejaVu Sans, Verdana, sans-serif"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {head}>',
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    lines.append(_text(width / 2, 20, f"{design.title}: side of the parts", 14))
    lines += _board(plan, is_mirrored=False)
    lines += [_cut(_at(cut), 4, "#b04a4a") for cut in plan.cuts]
    for ref, seat in layout.seats.items():
        lines += _part(ref, seat, design)
    for net, a, b in plan.wires:
        lines.append(_line(_at(a), _at(b), "#fff", 5.5) + _line(_at(a), _at(b), colour(net, nets), 3.2))
        lines += [_circle(_at(end), 4, colour(net, nets), "#fff") for end in (a, b)]
    for net, hole, leg in plan.leads:
        lines += _lead(plan, net, hole, lead_name(design, *leg), colour(net, nets))
    lines.append(f'<g transform="translate(0 {height})">')
    lines.append(
        _text(width / 2, 20, f"side of the copper, turned over left to right: {len(plan.cuts)} cuts", 14)
    )
    lines += _board(plan, is_mirrored=True)
    lines += [_cut(_at((strip, layout.holes - 1 - hole)), 7, "#000") for strip, hole in plan.cuts]
    return "\n".join([*lines, "</g>", "</svg>"]) + "\n"


def _cuts_by_strip(plan: Plan) -> Iterator[str]:
    for strip in range(plan.layout.strips):
        holes = sorted(hole for s, hole in plan.cuts if s == strip)
        if holes:
            yield ", ".join(hole_name((strip, hole)) for hole in holes)


def page(plan: Plan, design: Design) -> str:
    """The plan as Markdown: size, parts, cuts, wires, leads, each hole by its name."""
    layout = plan.layout
    size = f"{layout.holes * PITCH_MM:.0f} x {layout.strips * PITCH_MM:.0f} mm"
    lines = [
        f"# {design.title}: hole by hole", "",
        "Made from the netlist; do not edit. Nobody has built it yet.", "",
        "![both sides](stripboard.svg)", "",
        f"Stripboard of {layout.strips} strips (A to {chr(ord('A') + layout.strips - 1)} from the top) with "
        f"{layout.holes} holes each (1 to {layout.holes} from the left), {size}, strips along the "
        "longer side.",
        "Screws of 3 mm at " + ", ".join(hole_name(at) for at in layout.screws) + ".", "",
        "## Parts", "", "| part | what | holes of the legs |", "|---|---|---|",
    ]  # fmt: skip
    for ref, seat in layout.seats.items():
        part = design.part(ref)
        legs = list(seat.holes.items())
        shown = (
            legs if len(legs) <= 8 else [legs[0], legs[len(legs) // 2 - 1], legs[len(legs) // 2], legs[-1]]
        )
        holes = ", ".join(f"{number} {pin_label(part, number)} {hole_name(at)}".replace(
            f"{number} {number} ", f"{number} ") for number, at in shown)  # fmt: skip
        lines.append(f"| {ref} | {part.value} | {holes} |")
    lines += ["", f"## {len(plan.cuts)} cuts", "", *(f"- [ ] {row}" for row in _cuts_by_strip(plan))]
    lines += ["", f"## {len(plan.wires)} wires", "", "| net | from | to |", "|---|---|---|"]
    lines += [f"| {net} | {hole_name(a)} | {hole_name(b)} |" for net, a, b in sorted(plan.wires)]
    lines += ["", f"## {len(plan.leads)} leads off the board", "", "| net | from | to |", "|---|---|---|"]
    lines += [f"| {net} | {hole_name(at)} | {leg[0]} {leg[1]} ({lead_name(design, *leg)}) |"
              for net, at, leg in plan.leads]  # fmt: skip
    lines += ["", "And from part to part: " + ", ".join(
        f"{a[0]} {a[1]} to {b[0]} {b[1]} ({net})" for net, a, b in plan.outside) + "."]  # fmt: skip
    if layout.plugged:
        lines += ["", "Joined away from this board, on a module or on the keys' board: " + ", ".join(
            f"{a[0]} {a[1]} and {b[0]} {b[1]}" for a, b in layout.plugged) + "."]  # fmt: skip
    return "\n".join(lines) + "\n"

"""Writes footprints and boards: outline, parts, tracks, vias, ground pours."""

import math
from collections.abc import Sequence

from .footprints import HOLE_M3
from .model import Board, Design, Footprint, Pad, Part, Symbol
from .router import Routing, Track, Via
from .schematic import DATE, LIBRARY
from .sexpr import Node, Quoted, identifier, write

VERSION = 20241229
"""KiCad 9's format of boards and footprints."""

LAYERS = (
    (0, "F.Cu", "signal"), (2, "B.Cu", "signal"), (13, "F.Paste", "user"), (15, "B.Paste", "user"),
    (5, "F.SilkS", "user"), (7, "B.SilkS", "user"), (1, "F.Mask", "user"), (3, "B.Mask", "user"),
    (17, "Dwgs.User", "user"), (19, "Cmts.User", "user"), (25, "Edge.Cuts", "user"), (27, "Margin", "user"),
    (31, "F.CrtYd", "user"), (29, "B.CrtYd", "user"), (35, "F.Fab", "user"), (33, "B.Fab", "user"),
)  # fmt: skip
POUR_INSET_MM = 0.5
Polygon = list[tuple[float, float]]
HOLE_SYMBOL = Symbol("Hole", "H", ())


def _stroke(width: float) -> Node:
    return ["stroke", ["width", width], ["type", "solid"]]


def _text_effects(size: float, thickness: float = 0.15) -> Node:
    return ["effects", ["font", ["size", size, size], ["thickness", thickness]]]


def _rectangle(
    box: tuple[float, float, float, float], grow: float, layer: str, width: float, uuid: Quoted
) -> Node:
    x0, y0, x1, y1 = box
    return [
        "fp_rect", ["start", x0 - grow, y0 - grow], ["end", x1 + grow, y1 + grow], _stroke(width),
        ["fill", "no"], ["layer", Quoted(layer)], ["uuid", uuid],
    ]  # fmt: skip


def _pad(pad: Pad, angle: float, net: Node | None, uuid: Quoted) -> Node:
    kind = "thru_hole" if pad.drill else "smd"
    layers = ["*.Cu", "*.Mask"] if pad.drill else ["F.Cu", "F.Mask", "F.Paste"]
    node: Node = ["pad", Quoted(pad.number), kind, pad.shape, ["at", pad.x, pad.y, angle]]
    node.append(["size", pad.width, pad.height])
    if pad.drill:
        node.append(["drill", "oval", pad.drill, pad.slot] if pad.slot else ["drill", pad.drill])
    layer_node: Node = ["layers"]
    layer_node += [Quoted(name) for name in layers]
    node.append(layer_node)
    if net:
        node.append(net)
    # Solid joints to the pour: a thermal relief on a 0.6 mm pad leaves too little copper to count on.
    return [*node, ["zone_connect", 2], ["uuid", uuid]]


def reference_place(footprint: Footprint) -> tuple[float, float]:
    """Where the reference stands: in the middle of large parts, above small ones."""
    if footprint.text_at:
        return footprint.text_at
    x0, y0, x1, y1 = footprint.body
    return ((x0 + x1) / 2, y0 - 0.75) if y1 - y0 < 8 and not any(p.drill for p in footprint.pads) else (
        (x0 + x1) / 2, (y0 + y1) / 2)  # fmt: skip


def footprint_node(footprint: Footprint, part: Part | None = None, design: Design | None = None) -> Node:
    """A footprint as in a library, or as placed on a board with its nets."""
    key = (design.name if design else "", "footprint", footprint.name, part.ref if part else "")
    nets = net_numbers(design) if design else {}
    angle = part.place[2] if part and part.place else 0.0
    name = footprint.name if part is None else f"{LIBRARY}:{footprint.name}"
    rx, ry = reference_place(footprint)
    is_hole = not footprint.pads
    ref_layer = "F.Fab" if is_hole else "F.SilkS"
    attributes: Node = ["attr", "through_hole" if any(pad.drill for pad in footprint.pads) else "smd"]
    if is_hole:
        attributes = ["attr", "board_only", "exclude_from_pos_files", "exclude_from_bom"]
    node: Node = ["footprint", Quoted(name)]
    if part is None:
        node += [
            ["version", VERSION],
            ["generator", Quoted("boardside")],
            ["generator_version", Quoted("9.0")],
        ]
    node.append(["layer", Quoted("F.Cu")])
    if part and part.place:
        node += [["uuid", identifier(*key)], ["at", *part.place]]
    node.append(["descr", Quoted(footprint.source)])
    for title, text, layer, x, y in (
        ("Reference", part.ref if part else "REF**", ref_layer, rx, ry),
        ("Value", part.value if part else footprint.name, "F.Fab", rx, ry + 1.5),
    ):
        node.append([
            "property", Quoted(title), Quoted(text), ["at", x, y, angle], ["layer", Quoted(layer)],
            ["uuid", identifier(*key, title)], _text_effects(0.8 if title == "Value" else 0.9),
        ])  # fmt: skip
    if part and design and not is_hole:
        node.append(["path", Quoted("/" + identifier(design.name, part.ref))])
    node.append(attributes)
    node.append(_rectangle(footprint.body, 0, "F.CrtYd", 0.05, identifier(*key, "courtyard")))
    if footprint.outline:
        node.append(_rectangle(footprint.body, -0.1, "F.SilkS", 0.12, identifier(*key, "silk")))
    for index, (x0, y0, x1, y1) in enumerate(footprint.lines):
        node.append([
            "fp_line", ["start", x0, y0], ["end", x1, y1], _stroke(0.4), ["layer", Quoted("F.SilkS")],
            ["uuid", identifier(*key, "line", index)],
        ])  # fmt: skip
    for text, x, y in footprint.labels:
        node.append([
            "fp_text", "user", Quoted(text), ["at", x, y, angle], ["layer", Quoted("F.SilkS")],
            ["uuid", identifier(*key, "label", text)], _text_effects(0.9),
        ])  # fmt: skip
    for index, pad in enumerate(footprint.pads):
        net: Node | None = None
        if part and design:
            here = pad_net(part, pad.number)
            net = ["net", nets[here], Quoted(net_name(here, design))]
        node.append(_pad(pad, angle, net, identifier(*key, "pad", index)))
    for x, y, size in footprint.holes:
        node.append([
            "pad", Quoted(""), "np_thru_hole", "circle", ["at", x, y, angle], ["size", size, size], ["drill",
            size],
            ["layers", Quoted("*.Cu"), Quoted("*.Mask")], ["uuid", identifier(*key, "hole", x, y)],
        ])  # fmt: skip
    return [*node, ["embedded_fonts", "no"]]


def net_name(net: str, design: Design) -> str:
    """A net's name as KiCad exports it: labels get the sheet's slash, supplies do not."""
    return net if net in design.supplies or net.startswith("unconnected-") else "/" + net


def pad_net(part: Part, number: str) -> str:
    """The net at a pad; a pin left open has one of its own, named as KiCad names it."""
    return part.nets.get(number) or f"unconnected-({part.ref}-{part.symbol.pin(number).name}-Pad{number})"


def net_numbers(design: Design) -> dict[str, int]:
    """Every net's number on the board, those of open pins last."""
    nets = sorted(design.connections())
    for part in design.parts:
        if part.footprint:
            numbers = [pin.number for pin in part.symbol.pins if pin.number not in part.nets]
            nets += [pad_net(part, number) for number in numbers]
    return {net: index + 1 for index, net in enumerate(nets)}


def hole_node(design: Design, index: int, x: float, y: float) -> Node:
    """A mounting hole, which is on the board only."""
    part = Part(f"H{index + 1}", HOLE_SYMBOL, "M3", (0, 0), {}, footprint=HOLE_M3, place=(x, y, 0))
    return footprint_node(HOLE_M3, part, design)


def outline(board: Board, name: str) -> list[Node]:
    """The board's edge: a rectangle with round corners."""
    w, h, r = board.width, board.height, board.corner
    k = r * (1 - math.sqrt(0.5))
    edge: Node = ["layer", Quoted("Edge.Cuts")]
    nodes: list[Node] = []
    lines = ((r, 0, w - r, 0), (w, r, w, h - r), (w - r, h, r, h), (0, h - r, 0, r))
    for index, (x0, y0, x1, y1) in enumerate(lines):
        uuid: Node = ["uuid", identifier(name, "edge", index)]
        nodes.append(["gr_line", ["start", x0, y0], ["end", x1, y1], _stroke(0.1), edge, uuid])
    arcs = (
        ((0, r), (k, k), (r, 0)), ((w - r, 0), (w - k, k), (w, r)),
        ((w, h - r), (w - k, h - k), (w - r, h)), ((r, h), (k, h - k), (0, h - r)),
    )  # fmt: skip
    for index, (a, b, c) in enumerate(arcs):
        uuid = ["uuid", identifier(name, "corner", index)]
        nodes.append(["gr_arc", ["start", *a], ["mid", *b], ["end", *c], _stroke(0.1), edge, uuid])
    return nodes


def _track(track: Track, number: int, name: str) -> Node:
    return [
        "segment", ["start", track.x0, track.y0], ["end", track.x1, track.y1], ["width", track.width],
        ["layer", Quoted(track.layer)], ["net", number],
        ["uuid", identifier(name, "track", track.layer, track.x0, track.y0, track.x1, track.y1)],
    ]  # fmt: skip


def _via(via: Via, number: int, name: str) -> Node:
    return [
        "via", ["at", via.x, via.y], ["size", via.size], ["drill", via.drill],
        ["layers", Quoted("F.Cu"), Quoted("B.Cu")], ["net", number], ["uuid", identifier(name, "via", via.x,
        via.y)],
    ]  # fmt: skip


def _points(polygon: Sequence[tuple[float, float]]) -> Node:
    points: Node = ["pts"]
    points += [["xy", x, y] for x, y in polygon]
    return points


def pour(design: Design, layer: str, number: int, filled: list[Polygon]) -> Node:
    """The ground pour of a layer; `filled` is the copper itself, computed by KiCad (pour.py)."""
    assert design.board
    i, w, h = POUR_INSET_MM, design.board.width, design.board.height
    node: Node = [
        "zone", ["net", number], ["net_name", Quoted("GND")], ["layer", Quoted(layer)],
        ["uuid", identifier(design.name, "pour", layer)], ["hatch", "edge", 0.5], ["connect_pads",
        ["clearance", 0.25]],
        ["min_thickness", 0.25], ["filled_areas_thickness", "no"],
        ["fill", "yes", ["thermal_gap", 0.3], ["thermal_bridge_width", 0.5], ["island_removal_mode", 0]],
        ["polygon", _points([(i, i), (w - i, i), (w - i, h - i), (i, h - i)])],
    ]  # fmt: skip
    node += [["filled_polygon", ["layer", Quoted(layer)], _points(polygon)] for polygon in filled]
    return node


def keepout(design: Design, index: int, area: tuple[float, float, float, float]) -> Node:
    """An area without copper on both layers: below an antenna."""
    x0, y0, x1, y1 = area
    rules: Node = ["keepout", ["tracks", "not_allowed"], ["vias", "not_allowed"], ["pads", "allowed"]]
    return [
        "zone", ["net", 0], ["net_name", Quoted("")], ["layers", Quoted("F.Cu"), Quoted("B.Cu")],
        ["uuid", identifier(design.name, "keepout", index)], ["hatch", "edge", 0.5], ["connect_pads",
        ["clearance", 0]],
        ["min_thickness", 0.25], [*rules, ["copperpour", "not_allowed"], ["footprints", "allowed"]],
        ["fill", ["thermal_gap", 0.5], ["thermal_bridge_width", 0.5]],
        ["polygon", _points([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])],
    ]  # fmt: skip


def board_text(design: Design, routing: Routing, filled: dict[str, list[Polygon]] | None = None) -> str:
    """The text of the `.kicad_pcb` file."""
    assert design.board
    numbers = net_numbers(design)
    name = design.name
    title: Node = [
        "title_block",
        ["title", Quoted(design.title)],
        ["date", Quoted(DATE)],
        ["rev", Quoted("1")],
    ]
    setup: Node = ["setup", ["pad_to_mask_clearance", 0.05], ["allow_soldermask_bridges_in_footprints", "no"]]
    layers: Node = ["layers"]
    layers += [[index, Quoted(layer), kind] for index, layer, kind in LAYERS]
    node: Node = [
        "kicad_pcb", ["version", VERSION], ["generator", Quoted("boardside")], ["generator_version",
        Quoted("9.0")],
        ["general", ["thickness", 1.6], ["legacy_teardrops", "no"]], ["paper", Quoted("A4")], title, layers,
        setup,
        ["net", 0, Quoted("")],
    ]  # fmt: skip
    node += [["net", numbers[net], Quoted(net_name(net, design))] for net in numbers]
    for part in design.parts:
        if part.footprint and part.place:
            node.append(footprint_node(part.footprint, part, design))
    for index, (x, y) in enumerate(design.board.holes()):
        node.append(hole_node(design, index, x, y))
    node += outline(design.board, name)
    for index, (text, x, y, size) in enumerate(design.board.texts):
        node.append([
            "gr_text", Quoted(text), ["at", x, y, 0], ["layer", Quoted("F.SilkS")],
            ["uuid", identifier(name, "text", index)], _text_effects(size, round(size * 0.15, 3)),
        ])  # fmt: skip
    node += [_track(track, numbers[track.net], name) for track in routing.tracks]
    node += [_via(via, numbers[via.net], name) for via in routing.vias]
    for layer in ("F.Cu", "B.Cu"):
        node.append(pour(design, layer, numbers["GND"], (filled or {}).get(layer, [])))
    node += [keepout(design, index, area) for index, area in enumerate(design.board.keepouts)]
    return write([*node, ["embedded_fonts", "no"]])


def footprint_files(design: Design) -> dict[str, str]:
    """The project's footprint library: file name to text."""
    used = {part.footprint.name: part.footprint for part in design.parts if part.footprint}
    if design.board:
        used[HOLE_M3.name] = HOLE_M3
    return {f"{LIBRARY}.pretty/{name}.kicad_mod": write(footprint_node(used[name])) for name in sorted(used)}

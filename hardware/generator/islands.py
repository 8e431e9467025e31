"""Finds pieces of the ground pour that hang together with nothing, and joins them by vias.

KiCad's filler drops pieces without a pad; a piece with a pad that tracks have cut off stays, and would be
found by the
design rule check as unconnected."""

from .geometry import placed_pads
from .model import Design
from .router import DRILL_MM, GRID_MM, VIA_MM, Router, Via

Polygon = list[tuple[float, float]]
Piece = tuple[int, int]
MARGIN_MM = 0.45


def inside(x: float, y: float, polygon: Polygon) -> bool:
    """True when a point lies in a polygon (even-odd rule; holes are joined to the outline by KiCad)."""
    is_inside = False
    px, py = polygon[-1]
    for qx, qy in polygon:
        if (qy > y) != (py > y) and x < (px - qx) * (y - qy) / (py - qy) + qx:
            is_inside = not is_inside
        px, py = qx, qy
    return is_inside


def well_inside(x: float, y: float, polygon: Polygon) -> bool:
    """True when a via's ring around the point lies in the polygon too."""
    m = MARGIN_MM
    return all(inside(x + dx, y + dy, polygon) for dx, dy in ((0, 0), (m, 0), (-m, 0), (0, m), (0, -m)))


def groups(pieces: dict[Piece, Polygon], joints: list[tuple[float, float]]) -> list[set[Piece]]:
    """Which pieces hang together by the joints (through pads and vias), the largest group first."""
    groups: list[set[Piece]] = [{piece} for piece in pieces]
    for x, y in joints:
        touched = {piece for piece, polygon in pieces.items() if inside(x, y, polygon)}
        here = [group for group in groups if group & touched]
        if len(here) > 1:
            groups = [group for group in groups if not group & touched] + [set().union(*here)]
    return sorted(groups, key=lambda group: -sum(len(pieces[piece]) for piece in group))


def bridges(design: Design, router: Router, filled: dict[str, list[Polygon]]) -> list[Via]:
    """Vias that join every cut-off piece to the rest, where there is room for one."""
    pieces = {
        (layer, index): polygon
        for layer, name in enumerate(("F.Cu", "B.Cu"))
        for index, polygon in enumerate(filled.get(name, []))
    }
    joints = [(pad.x, pad.y) for pad in placed_pads(design) if pad.net == "GND" and pad.is_through]
    joints += [(via.x, via.y) for via in router.laid["GND"].vias]
    main, *others = groups(pieces, joints)
    free = router.obstacles("GND", VIA_MM / 2 + 0.05)
    vias = []
    for group in others:
        spot = None
        for row in range(router.rows):
            for column in range(router.columns):
                index = row * router.columns + column
                if free[0][index] or free[1][index] or spot:
                    continue
                x, y = column * GRID_MM, row * GRID_MM
                mine = [layer for layer, i in group if well_inside(x, y, pieces[layer, i])]
                theirs = [layer for layer, i in main if well_inside(x, y, pieces[layer, i])] if mine else []
                if any(layer not in mine for layer in theirs):
                    spot = Via("GND", x, y, VIA_MM, DRILL_MM)
        if spot:
            vias.append(spot)
            main = main | group
    return vias

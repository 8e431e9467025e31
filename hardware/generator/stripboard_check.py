"""Follows the copper of a stripboard plan, and compares what hangs together with the netlist.

A cut takes the copper of its hole away; everything else conducts as it lies: strips from hole to hole,
legs, wires, leads. Nothing here knows how the plan was made."""

from .model import Design
from .stripboard import Hole, Leg, Plan, hole_name

Node = Hole | Leg


class _Groups:
    """Sets of nodes that hang together."""

    def __init__(self) -> None:
        self.parent: dict[Node, Node] = {}

    def find(self, node: Node) -> Node:
        self.parent.setdefault(node, node)
        while self.parent[node] != node:
            node = self.parent[node]
        return node

    def join(self, a: Node, b: Node) -> None:
        self.parent[self.find(a)] = self.find(b)


def _copper(plan: Plan) -> _Groups:
    groups, cuts = _Groups(), set(plan.cuts)
    for strip in range(plan.layout.strips):
        for hole in range(plan.layout.holes - 1):
            if (strip, hole) not in cuts and (strip, hole + 1) not in cuts:
                groups.join((strip, hole), (strip, hole + 1))
    for ref, seat in plan.layout.seats.items():
        for number, hole_at in seat.holes.items():
            groups.join((ref, number), hole_at)
    for _, a, b in plan.wires:
        groups.join(a, b)
    for _, at, leg in plan.leads:
        groups.join(at, leg)
    for _, first, other in plan.outside:
        groups.join(first, other)
    for first, other in plan.layout.plugged:
        groups.join(first, other)
    return groups


def _crowded(plan: Plan) -> list[str]:
    """Two things in one hole, or one in a cut, below a screw or beyond the edge."""
    layout = plan.layout
    users: dict[Hole, list[str]] = {}
    crowded = []
    for ref, seat in layout.seats.items():
        for number, hole in seat.holes.items():
            users.setdefault(hole, []).append(f"{ref}.{number}")
            below = [other for other, seat in layout.seats.items() if other != ref and seat.covers_hole(hole)]
            crowded += [f"{ref}.{number} is where {other} lies" for other in below]
    for net, a, b in plan.wires:
        for hole in (a, b):
            users.setdefault(hole, []).append(f"wire {net}")
    for net, hole, _ in plan.leads:
        users.setdefault(hole, []).append(f"lead {net}")
    for hole, names in sorted(users.items()):
        if len(names) > 1:
            crowded.append(f"{hole_name(hole)} has {' and '.join(names)}")
        if hole in plan.cuts:
            crowded.append(f"{hole_name(hole)} is cut and has {names[0]}")
        if layout.is_blocked(*hole):
            crowded.append(f"{hole_name(hole)} is below a screw and has {names[0]}")
        if not (0 <= hole[0] < layout.strips and 0 <= hole[1] < layout.holes):
            crowded.append(f"{hole_name(hole)} is beyond the edge and has {names[0]}")
    return crowded


def problems(plan: Plan, design: Design) -> list[str]:
    """Where the plan's copper differs from the design's netlist: open joints, shorts, parts left out,
    crowded holes."""
    seated = set(plan.layout.seats) | set(plan.layout.cabled)
    findings = [f"{part.ref} is not in the plan" for part in design.parts if part.ref not in seated]
    groups = _copper(plan)
    nets = design.connections()
    owner: dict[Node, str] = {}
    for net, legs in sorted(nets.items()):
        roots = {groups.find(leg) for leg in legs}
        if len(roots) > 1:
            findings.append(f"{net} is open: {len(roots)} parts of it do not hang together")
        for root in sorted(roots, key=str):
            if root in owner:
                findings.append(f"{owner[root]} and {net} are joined")
            owner[root] = net
    for part in design.parts:
        for pin in part.symbol.pins:
            if pin.number not in part.nets:
                root = groups.find((part.ref, pin.number))
                if root in owner:
                    findings.append(f"{part.ref}.{pin.number} is to be left open and hangs at {owner[root]}")
                owner[root] = f"{part.ref}.{pin.number}"
    return findings + _crowded(plan)

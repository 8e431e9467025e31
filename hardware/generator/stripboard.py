"""Hole-by-hole plans for stripboard: from where the parts stand, the cuts, wires and leads are worked out.

Strips run from left to right and are named A, B, C … from the top; holes are numbered 1, 2, 3 … from the
left, both as seen from the side of the parts. `stripboard_check.py` follows the copper of a finished plan
and compares it with the netlist; it shares no step with the working out."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

from .footprints import DEVKIT
from .model import Design

PITCH_MM = 2.54
Hole = tuple[int, int]
Leg = tuple[str, str]
"""A part's reference and the number of its pin."""


@dataclass(frozen=True)
class Seat:
    """A part on the board: the hole of each pin, and the rectangle of holes that its body covers."""

    holes: dict[str, Hole]
    covers: tuple[int, int, int, int]

    def covers_hole(self, hole: Hole) -> bool:
        """True below the part's body."""
        s0, h0, s1, h1 = self.covers
        return s0 <= hole[0] <= s1 and h0 <= hole[1] <= h1


@dataclass(frozen=True)
class Layout:
    """Where the parts of a design stand. `rails` are whole strips for a net, `cabled` parts hang at leads,
    `plugged` legs are joined away from the board, `chained` nets go from cabled part to cabled part."""

    strips: int
    holes: int
    seats: dict[str, Seat]
    rails: dict[int, str] = field(default_factory=dict)
    cabled: tuple[str, ...] = ()
    plugged: tuple[tuple[Leg, Leg], ...] = ()
    chained: tuple[str, ...] = ()
    screws: tuple[Hole, ...] = ()

    def is_blocked(self, strip: int, hole: int) -> bool:
        """True where a screw and its head are."""
        return any(abs(strip - s) <= 1 and abs(hole - h) <= 1 for s, h in self.screws)

    def is_covered(self, strip: int, hole: int) -> bool:
        """True below a part's body, where no wire can be soldered in."""
        return any(seat.covers_hole((strip, hole)) for seat in self.seats.values())


@dataclass
class Plan:
    """A layout with what makes it work: cuts, wires on the board, leads to cabled parts, wires among
    these. Wires begin with their net's name."""

    layout: Layout
    cuts: list[Hole] = field(default_factory=list)
    wires: list[tuple[str, Hole, Hole]] = field(default_factory=list)
    leads: list[tuple[str, Hole, Leg]] = field(default_factory=list)
    outside: list[tuple[str, Leg, Leg]] = field(default_factory=list)


class PlanError(Exception):
    """The parts stand so that no plan can be made."""


def hole_name(hole: Hole) -> str:
    """What a hole is called in lists and pictures: K12."""
    return f"{chr(ord('A') + hole[0])}{hole[1] + 1}"


def devkit_seat(strip: int, hole: int) -> Seat:
    """The ESP32 board, pin 1 in the given hole, its rows across the strips; places from its footprint."""
    holes = {
        pad.number: (strip + round(pad.y / PITCH_MM), hole + round(pad.x / PITCH_MM)) for pad in DEVKIT.pads
    }
    return Seat(holes, (strip, hole, strip + 18, hole + 10))


def dip_seat(pins: int, strip: int, hole: int) -> Seat:
    """A chip in a DIP of 7.62 mm, pin 1 in the given hole, notch upwards."""
    half = pins // 2
    left = {str(i + 1): (strip + i, hole) for i in range(half)}
    right = {str(pins - i): (strip + i, hole + 3) for i in range(half)}
    return Seat(left | right, (strip, hole, strip + half - 1, hole + 3))


def row_seat(numbers: tuple[str, ...], strip: int, hole: int) -> Seat:
    """Legs side by side, one to a strip downwards: a pin header, or a transistor."""
    return Seat(
        {number: (strip + i, hole) for i, number in enumerate(numbers)},
        (strip, hole, strip + len(numbers) - 1, hole),
    )


def leg_seat(first: Hole, second_strip: int, around: int = 0) -> Seat:
    """A part with two legs, pin 1 in `first`, pin 2 in the same column; its body reaches `around` holes to
    either side, and as many strips beyond the legs."""
    strip, hole = first
    low, high = sorted((strip, second_strip))
    reach = max(0, around - 1)
    return Seat(
        {"1": first, "2": (second_strip, hole)}, (low - reach, hole - around, high + reach, hole + around)
    )


class Planner:
    """Works out one plan; `plan()` gives it."""

    def __init__(self, design: Design, layout: Layout) -> None:
        """Takes the design, whose parts must all be seated or cabled in the layout."""
        self.design, self.layout = design, layout
        self.result = Plan(layout)
        self.nets: dict[Hole, str] = {}
        self.taken: set[Hole] = set()
        for ref, seat in layout.seats.items():
            for number, hole in seat.holes.items():
                net = design.part(ref).nets.get(number, f"open {ref}.{number}")
                self.nets[hole] = net
                self.taken.add(hole)

    def plan(self) -> Plan:
        """The whole plan. PlanError when there is no hole left for a cut, a wire or a lead."""
        for strip in range(self.layout.strips):
            self._cut(strip)
        self.pieces = list(self._pieces())
        for net in sorted({net for *_, net in self.pieces if not net.startswith("open ")}):
            self._join(net)
        self._lead_out()
        return self.result

    def _cut(self, strip: int) -> None:
        here = sorted(hole for s, hole in self.nets if s == strip)
        for left, right in itertools.pairwise(here):
            nets = self.nets[strip, left], self.nets[strip, right]
            if nets[0] == nets[1]:
                continue
            room = range(left + 1, right)
            if not room:
                raise PlanError(f"no room for a cut between {hole_name((strip, left))} and its neighbour")
            # A leg that is used by nothing needs no free hole beside it: cut there.
            at = room[0] if nets[0].startswith("open ") else room[-1] if nets[1].startswith("open ") else None
            cut = (strip, room[len(room) // 2] if at is None else at)
            self.result.cuts.append(cut)
            self.taken.add(cut)

    def _pieces(self) -> Iterator[tuple[int, int, int, str]]:
        """Every piece of strip that carries a net: strip, first and last hole, net."""
        for strip in range(self.layout.strips):
            ends = [-1, *sorted(hole for s, hole in self.result.cuts if s == strip), self.layout.holes]
            for before, after in itertools.pairwise(ends):
                first, last = before + 1, after - 1
                nets = {self.nets[strip, h] for h in range(first, last + 1) if (strip, h) in self.nets}
                net = next(iter(nets), self.layout.rails.get(strip))
                if net:
                    yield strip, first, last, net

    def _free(self, piece: tuple[int, int, int, str]) -> list[Hole]:
        strip, first, last, _ = piece
        return [
            (strip, hole)
            for hole in range(first, last + 1)
            if (strip, hole) not in self.taken
            and not self.layout.is_blocked(strip, hole)
            and not self.layout.is_covered(strip, hole)
        ]

    def _join(self, net: str) -> None:
        """Wires between a net's pieces, each time the shortest that joins one more."""
        pieces = [piece for piece in self.pieces if piece[3] == net]
        joined, rest = pieces[:1], pieces[1:]
        while rest:
            best: tuple[float, Hole, Hole, int] | None = None
            for index, piece in enumerate(rest):
                for b in self._free(piece):
                    for a in (hole for old in joined for hole in self._free(old)):
                        cost = abs(a[0] - b[0]) + 3 * abs(a[1] - b[1]) + self._in_the_way(a, b)
                        if best is None or cost < best[0]:
                            best = (cost, a, b, index)
            if best is None:
                raise PlanError(f"no holes left for the wires of {net}")
            _, a, b, index = best
            self.taken |= {a, b}
            self.result.wires.append((net, a, b))
            joined.append(rest.pop(index))

    def _in_the_way(self, a: Hole, b: Hole) -> float:
        """What makes a wire hard to see: it runs straight down over legs or ends of wires, or begins below a
        wire that does."""
        hidden = 0
        for _, c, d in self.result.wires:
            if c[1] == d[1]:
                hidden += sum(
                    min(c[0], d[0]) <= end[0] <= max(c[0], d[0]) for end in (a, b) if end[1] == c[1]
                )
        if a[1] == b[1]:
            low, high = sorted((a[0], b[0]))
            hidden += sum((strip, a[1]) in self.taken for strip in range(low, high + 1))
        return 4 * hidden

    def _lead_out(self) -> None:
        """A lead from the hole nearest to an edge to each leg of the cabled parts; at most one to an end of
        a strip, so that each can be named in the picture."""
        plugged = {leg for pair in self.layout.plugged for leg in pair[1:]}
        last: dict[str, Leg] = {}
        ends: set[tuple[int, bool]] = set()
        for ref in self.layout.cabled:
            for number, net in self.design.part(ref).nets.items():
                leg = (ref, number)
                if leg in plugged:
                    continue
                if net in self.layout.chained and self._alike(last.get(net), leg):
                    self.result.outside.append((net, last[net], leg))
                    last[net] = leg
                    continue
                holes = [hole for piece in self.pieces if piece[3] == net for hole in self._free(piece)]
                if not holes:
                    if any(leg in pair for pair in self.layout.plugged):
                        continue
                    raise PlanError(f"no hole left for the lead of {net} to {ref}")
                hole = min(
                    holes,
                    key=lambda h: (self._edge(h) + 6 * (self._end(h) in ends) + self._in_the_way(h, h), h),
                )
                ends.add(self._end(hole))
                self.taken.add(hole)
                self.result.leads.append((net, hole, leg))
                last[net] = leg

    def _alike(self, before: Leg | None, leg: Leg) -> bool:
        """True when two legs belong to parts of one kind, which are chained to each other."""
        parts = self.design.part
        return before is not None and parts(before[0]).symbol.name == parts(leg[0]).symbol.name

    def _edge(self, hole: Hole) -> int:
        return min(hole[1], self.layout.holes - 1 - hole[1])

    def _end(self, hole: Hole) -> tuple[int, bool]:
        return hole[0], hole[1] * 2 < self.layout.holes


def plan(design: Design, layout: Layout) -> Plan:
    """The plan of a design with its parts in their places. PlanError when there is none."""
    return Planner(design, layout).plan()

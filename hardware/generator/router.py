"""Routes a board: A* over a grid of 0.25 mm on two layers, net by net; what is in the way is taken up and
laid again.

Ground is a pour on both layers, so only its SMD pads get a short track to a via. Wide nets may narrow near
their own
pads (`NECK_MM`), where a chip's pads stand closer than the track is wide."""

import heapq
from collections import deque
from dataclasses import dataclass, field

from .geometry import PlacedPad, placed_pads
from .model import Design

GRID_MM = 0.25
CLEARANCE_MM = 0.22
NARROW_MM = 0.3
NECK_MM = 3.0
EDGE_MM = 0.6
VIA_MM, DRILL_MM = 0.8, 0.4
WIDE_MM, WIDE_VIA_MM, WIDE_DRILL_MM = 0.8, 1.4, 0.8
VIA_COST, TURN_COST = 120, 4
LAYERS = ("F.Cu", "B.Cu")
STEPS = ((1, 0, 10), (-1, 0, 10), (0, 1, 10), (0, -1, 10), (1, 1, 14), (1, -1, 14), (-1, 1, 14), (-1, -1, 14))
Cell = tuple[int, int, int]


class RoutingError(Exception):
    """No way was found for a net."""


@dataclass(frozen=True)
class Track:
    """A straight piece of copper."""

    net: str
    layer: str
    x0: float
    y0: float
    x1: float
    y1: float
    width: float


@dataclass(frozen=True)
class Via:
    """A plated hole between the layers."""

    net: str
    x: float
    y: float
    size: float = VIA_MM
    drill: float = DRILL_MM


@dataclass
class Routing:
    """What the router laid."""

    tracks: list[Track] = field(default_factory=list)
    vias: list[Via] = field(default_factory=list)


class Router:
    """Routes one design's board."""

    def __init__(self, design: Design) -> None:
        """Takes the design; `route()` does the work."""
        assert design.board
        self.board = design.board
        self.columns = round(design.board.width / GRID_MM) + 1
        self.rows = round(design.board.height / GRID_MM) + 1
        self.pads = placed_pads(design)
        self.laid: dict[str, Routing] = {}
        self.failures: dict[str, int] = {}

    def width(self, net: str) -> float:
        """A net's track width."""
        return self.board.widths.get(net, NARROW_MM)

    def via(self, net: str, x: float, y: float) -> Via:
        """A net's via: a wide one where the track is wide, so that its plating carries the same current."""
        return Via(net, x, y, WIDE_VIA_MM, WIDE_DRILL_MM) if self.width(net) >= WIDE_MM else Via(net, x, y)

    def _mark(self, grid: bytearray, x0: float, y0: float, x1: float, y1: float, reach: float) -> None:
        """Blocks the cells closer than `reach` to a segment's (or point's) surroundings."""
        c0, c1 = max(0, int((min(x0, x1) - reach) / GRID_MM)), int((max(x0, x1) + reach) / GRID_MM) + 1
        r0, r1 = max(0, int((min(y0, y1) - reach) / GRID_MM)), int((max(y0, y1) + reach) / GRID_MM) + 1
        dx, dy = x1 - x0, y1 - y0
        length2 = dx * dx + dy * dy
        limit = reach * reach - 1e-9
        for row in range(r0, min(r1, self.rows - 1) + 1):
            y = row * GRID_MM
            for column in range(c0, min(c1, self.columns - 1) + 1):
                x = column * GRID_MM
                t = 0.0 if not length2 else max(0.0, min(1.0, ((x - x0) * dx + (y - y0) * dy) / length2))
                ex, ey = x - x0 - t * dx, y - y0 - t * dy
                if ex * ex + ey * ey < limit:
                    grid[row * self.columns + column] = 1

    def _mark_pad(self, grid: bytearray, pad: PlacedPad, reach: float) -> None:
        """Blocks the cells closer than `reach` to a pad's rectangle."""
        c0 = max(0, int((pad.x - pad.half_width - reach) / GRID_MM) + 1)
        r0 = max(0, int((pad.y - pad.half_height - reach) / GRID_MM) + 1)
        for row in range(r0, min(self.rows - 1, int((pad.y + pad.half_height + reach) / GRID_MM)) + 1):
            for column in range(
                c0, min(self.columns - 1, int((pad.x + pad.half_width + reach) / GRID_MM)) + 1
            ):
                ex = max(0.0, abs(column * GRID_MM - pad.x) - pad.half_width)
                ey = max(0.0, abs(row * GRID_MM - pad.y) - pad.half_height)
                if ex * ex + ey * ey < reach * reach - 1e-9:
                    grid[row * self.columns + column] = 1

    def obstacles(self, net: str, half: float) -> list[bytearray]:
        """For each layer, where the middle of copper of half a width must not lie for this net."""
        grids = [bytearray(self.columns * self.rows) for _ in LAYERS]
        margin = EDGE_MM + half
        for grid in grids:
            for row in range(self.rows):
                y = row * GRID_MM
                edge = y < margin or y > self.board.height - margin
                for column in range(self.columns) if edge else ():
                    grid[row * self.columns + column] = 1
                count = int(margin / GRID_MM) + 1
                for column in range(count):
                    grid[row * self.columns + column] = 1
                    grid[row * self.columns + self.columns - 1 - column] = 1
            for x, y in self.board.holes():
                self._mark(grid, x, y, x, y, 3.2 + half)
            for x0, y0, x1, y1 in self.board.keepouts:
                area = PlacedPad(
                    "", "", None, (x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, (y1 - y0) / 2, True
                )
                self._mark_pad(grid, area, half + 0.1)
        reach = CLEARANCE_MM + half
        for pad in self.pads:
            if pad.net != net:
                for grid in grids if pad.is_through else grids[:1]:
                    self._mark_pad(grid, pad, reach)
        for other, routing in self.laid.items():
            if other == net:
                continue
            for track in routing.tracks:
                grid = grids[LAYERS.index(track.layer)]
                self._mark(grid, track.x0, track.y0, track.x1, track.y1, reach + track.width / 2)
            for via in routing.vias:
                for grid in grids:
                    self._mark(grid, via.x, via.y, via.x, via.y, reach + via.size / 2)
        return grids

    def _cell(self, pad: PlacedPad) -> tuple[int, int]:
        return round(pad.x / GRID_MM), round(pad.y / GRID_MM)

    def _neck(self, net: str) -> bytearray:
        """Where a wide net may be narrow: near its own pads."""
        grid = bytearray(self.columns * self.rows)
        for pad in self.pads:
            if pad.net == net:
                self._mark_pad(grid, pad, NECK_MM)
        return grid

    def _search(
        self, wide: list[bytearray], free: list[bytearray], via: list[bytearray], starts: set[Cell],
        goals: set[Cell] | None, aim: tuple[int, int],
    ) -> list[Cell]:  # fmt: skip
        """The cheapest way from any start to any goal (None: the first via)."""
        best: dict[Cell, int] = dict.fromkeys(starts, 0)
        came: dict[Cell, Cell] = {}
        queue = [(0, 0, start) for start in sorted(starts)]
        heapq.heapify(queue)
        done: set[Cell] = set()
        while queue:
            _, cost, cell = heapq.heappop(queue)
            if cell in done:
                continue
            done.add(cell)
            layer, column, row = cell
            if (goals is not None and cell in goals) or (goals is None and layer == 1):
                path = [cell]
                while cell in came:
                    cell = came[cell]
                    path.append(cell)
                return path[::-1]
            before = came.get(cell)
            index = row * self.columns + column
            ways: list[tuple[Cell, int]] = []
            for dx, dy, step in STEPS:
                x, y = column + dx, row + dy
                there = y * self.columns + x
                if 0 <= x < self.columns and 0 <= y < self.rows and not free[layer][there]:
                    turn = 0
                    if before and before[0] == layer and (column - before[1], row - before[2]) != (dx, dy):
                        turn = TURN_COST
                    narrow = step * 2 if wide[layer][there] else 0
                    ways.append(((layer, x, y), cost + step + turn + narrow))
            if not via[0][index] and not via[1][index]:
                ways.append(((1 - layer, column, row), cost + VIA_COST))
            for way, price in ways:
                if way not in done and price < best.get(way, 1 << 60):
                    best[way] = price
                    came[way] = cell
                    ahead = 0
                    if goals is not None:
                        ax, ay = abs(way[1] - aim[0]), abs(way[2] - aim[1])
                        ahead = 10 * max(ax, ay) + 4 * min(ax, ay)
                    heapq.heappush(queue, (price + ahead, price, way))
        raise RoutingError

    def _lay(self, net: str, path: list[Cell], wide: list[bytearray], routing: Routing) -> None:
        """Turns a way over cells into tracks as long as direction, layer and width stay the same, and
        vias."""
        full = self.width(net)

        def width(a: Cell, b: Cell) -> float:
            tight = wide[a[0]][a[2] * self.columns + a[1]] or wide[b[0]][b[2] * self.columns + b[1]]
            return min(full, NARROW_MM) if tight else full

        start = 0
        while start < len(path) - 1:
            a, b = path[start], path[start + 1]
            if a[0] != b[0]:
                routing.vias.append(self.via(net, a[1] * GRID_MM, a[2] * GRID_MM))
                start += 1
                continue
            end, step, wanted = start + 1, (b[1] - a[1], b[2] - a[2]), width(a, b)
            while end < len(path) - 1:
                c, d = path[end], path[end + 1]
                if c[0] != d[0] or (d[1] - c[1], d[2] - c[2]) != step or width(c, d) != wanted:
                    break
                end += 1
            c = path[end]
            routing.tracks.append(Track(
                net, LAYERS[a[0]], a[1] * GRID_MM, a[2] * GRID_MM, c[1] * GRID_MM, c[2] * GRID_MM, wanted
            ))  # fmt: skip
            start = end

    def _pad_cells(self, pad: PlacedPad) -> set[Cell]:
        column, row = self._cell(pad)
        return {(layer, column, row) for layer in ((0, 1) if pad.is_through else (0,))}

    def _distance(self, pad: PlacedPad, tree: set[Cell]) -> int:
        """How many cells a pad lies from what is laid of its net."""
        column, row = self._cell(pad)
        return min(max(abs(c - column), abs(r - row)) for _, c, r in tree)

    def route_net(self, net: str) -> Routing:
        """Lays one net around what is laid already; RoutingError when there is no way."""
        half = self.width(net) / 2
        narrow = self.obstacles(net, min(half, NARROW_MM / 2))
        wide = self.obstacles(net, half) if half > NARROW_MM / 2 else narrow
        ring = self.via(net, 0, 0).size / 2
        via = self.obstacles(net, ring + 0.03)
        # No via inside a pad: solder runs down it.
        for pad in self.pads:
            if not pad.is_through or pad.net != net:
                for grid in via:
                    self._mark_pad(grid, pad, ring + 0.1)
        neck = self._neck(net)
        free = [
            bytearray(w and (n or not k) for w, n, k in zip(wide[i], narrow[i], neck, strict=True))
            for i in (0, 1)
        ]
        pads = [pad for pad in self.pads if pad.net == net]
        routing = Routing()
        if net == "GND":
            for pad in pads:
                if not pad.is_through:
                    self._lay(
                        net, self._search(wide, free, via, self._pad_cells(pad), None, (0, 0)), wide, routing
                    )
            return routing
        tree = self._pad_cells(pads[0])
        open_pads = pads[1:]
        while open_pads:
            pad = min(open_pads, key=lambda pad: self._distance(pad, tree))
            open_pads.remove(pad)
            path = self._search(wide, free, via, tree, self._pad_cells(pad), self._cell(pad))
            self._lay(net, path, wide, routing)
            tree |= set(path) | self._pad_cells(pad)
        return routing

    def _blockers(self, net: str) -> set[str]:
        """The nets in whose place a way for this one would be: found by routing it alone."""
        laid, self.laid = self.laid, {}
        alone = self.route_net(net)
        self.laid = laid
        mine = {(LAYERS.index(t.layer), t) for t in alone.tracks}
        blockers = set()
        for other, routing in laid.items():
            grids = [bytearray(self.columns * self.rows) for _ in LAYERS]
            for track in routing.tracks:
                reach = CLEARANCE_MM + track.width / 2 + self.width(net) / 2
                self._mark(grids[LAYERS.index(track.layer)], track.x0, track.y0, track.x1, track.y1, reach)
            for via in routing.vias:
                for grid in grids:
                    self._mark(
                        grid, via.x, via.y, via.x, via.y, CLEARANCE_MM + VIA_MM / 2 + self.width(net) / 2
                    )
            for layer, track in mine:
                steps = max(1, round(max(abs(track.x1 - track.x0), abs(track.y1 - track.y0)) / GRID_MM))
                for i in range(steps + 1):
                    column = round((track.x0 + (track.x1 - track.x0) * i / steps) / GRID_MM)
                    row = round((track.y0 + (track.y1 - track.y0) * i / steps) / GRID_MM)
                    if grids[layer][row * self.columns + column]:
                        blockers.add(other)
        return blockers

    def route(self, attempts: int = 200) -> Routing:
        """Lays all nets; RoutingError when it does not come to an end after so many attempts."""
        names = sorted({pad.net for pad in self.pads if pad.net})

        def span(net: str) -> float:
            xs = [pad.x for pad in self.pads if pad.net == net]
            ys = [pad.y for pad in self.pads if pad.net == net]
            return max(xs) - min(xs) + max(ys) - min(ys)

        first = ["GND", *self.board.first]
        rank = {net: (first.index(net) if net in first else len(first), span(net)) for net in names}
        queue = deque(sorted((n for n in names if span(n) > 0), key=lambda n: (*rank[n], n)))
        while queue:
            attempts -= 1
            net = queue.popleft()
            try:
                self.laid[net] = self.route_net(net)
            except RoutingError:
                if not attempts:
                    raise RoutingError(net) from None
                self.failures[net] = self.failures.get(net, 0) + 1
                for other in sorted(self._blockers(net) - ({"GND"} if self.failures[net] < 4 else set())):
                    del self.laid[other]
                    queue.append(other)
                queue.appendleft(net)
                if attempts < 150:
                    queue.rotate(-1)
        whole = Routing()
        for net in names:
            if net in self.laid:
                whole.tracks += self.laid[net].tracks
                whole.vias += self.laid[net].vias
        return whole

    def stitches(self, spacing_mm: float) -> list[Via]:
        """Ground vias wherever a lattice point is free: they join the pours of both layers."""
        via = self.obstacles("GND", VIA_MM / 2 + 0.15)
        for pad in self.pads:
            for grid in via:
                self._mark_pad(grid, pad, VIA_MM / 2 + 0.3)
        step = round(spacing_mm / GRID_MM)
        here = list(self.laid.get("GND", Routing()).vias)
        vias = []
        for row in range(step // 2, self.rows, step):
            for column in range(step // 2, self.columns, step):
                x, y = column * GRID_MM, row * GRID_MM
                index = row * self.columns + column
                near = any(abs(v.x - x) < 1.2 and abs(v.y - y) < 1.2 for v in here)
                if not via[0][index] and not via[1][index] and not near:
                    vias.append(Via("GND", x, y))
        return vias

"""The pairs of a Swiss round: neighbours in the standing who have not met, by maximum weight matching.

Pure. The steps and the cost of a pair are in docs/organiser/standings.md; the same seed, entries and results
give the same round.
"""

import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from host_tools.tournament.draw import draw_order, keeping_apart, swiss_ahead
from host_tools.tournament.draw.draw_order import DrawError
from host_tools.tournament.model import ties
from host_tools.tournament.model.model import BYE, Entry, Fixture, StageSettings

KIND = "swiss"
#: Up to so many entries all pairings are tried, for one after which the announced rounds can be played.
ALL_TRIED = 10
#: Up to so many entries all who have not met are candidates for the cheapest pairing.
ALL_CANDIDATES = 64
#: Of more: how many entries below it in the order an entry may be paired with at first.
_FIRST_WIDTH = 8
#: The lot of a pair, so that one pairing is best.
_LOT_BITS = 16

Pair = tuple[int, int]
#: Two entries, and what their pair costs.
_Edge = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Standing:
    """What the entries have done before the round. order: all that are to be paired, the best first. points:
    of each. met: the pairs, both ways. byes: who has had one. alike: the pairs to keep apart in this round,
    by what they share. spared: who has won without playing, or plays its first round while others have
    played: they have a bye when nobody else can. to_come: the rounds announced after this one. apart: the
    pairs that must not meet, both ways. resting: who has asked for a bye in this round; not in `order`.
    """

    order: Sequence[int]
    points: Mapping[int, int]
    met: frozenset[Pair]
    byes: frozenset[int]
    alike: Mapping[int, frozenset[str]]
    spared: Mapping[int, int] = field(default_factory=dict)
    to_come: int = 0
    apart: frozenset[Pair] = frozenset()
    resting: Sequence[int] = ()


def pairs(standing: Standing, seed: str) -> tuple[list[Pair], int | None]:
    """The pairs of the round, the best first, and who has the bye (None: nobody). seed: of this round.

    As few as possible meet who must not. The sum of squared differences of points is the least possible, then
    that of places. The bye goes to the last of the order who has had none, if the others can be paired, else
    to the next one up. Up to `ALL_TRIED` entries the pairs are the closest after which the rounds to come can
    be played, or as many of them as possible. Raises DrawError when everybody cannot be paired without a
    second meeting or a second bye.
    """
    costs = _Costs(standing, seed)
    may_have_bye: list[int | None] = [None]
    if len(standing.order) % 2:
        may_have_bye = _may_have_bye(standing)
    if len(standing.order) + len(standing.resting) <= ALL_TRIED:
        made = _of_all(standing, costs, may_have_bye)
    else:
        made = _with_fewest_apart(standing, costs, may_have_bye)
    if made is None:
        raise DrawError("nobody_left_to_meet", count=len(standing.order))
    return made


def _with_fewest_apart(
    standing: Standing, costs: "_Costs", may_have_bye: Sequence[int | None]
) -> tuple[list[Pair], int | None] | None:
    """The cheapest pairs with the first bye with which nobody meets who must not, or as few as possible."""
    best: tuple[int, list[Pair], int | None] | None = None
    for bye in may_have_bye:
        paired = _paired(costs, [entry for entry in standing.order if entry != bye])
        if paired is None:
            continue
        broken = len(standing.apart & set(paired))
        if best is None or broken < best[0]:
            best = broken, paired, bye
        if not broken:
            break
    return None if best is None else best[1:]


def _may_have_bye(standing: Standing) -> list[int | None]:
    """Who may have the bye, in the order in which they are asked."""
    without = [entry for entry in reversed(standing.order) if entry not in standing.byes]
    without.sort(key=lambda entry: standing.spared.get(entry, 0))
    return [*without]


def first_order(entries: Sequence[Entry], seed: str) -> list[int]:
    """The order for the first round: neighbours are a seeded entry and one of the lower half, by their
    seedings, then by lot.
    """
    by_id = {entry.id: entry for entry in entries}
    drawn = [by_id[name] for name in draw_order.order(seed, list(by_id))]
    ranked = sorted(drawn, key=lambda entry: (entry.seeding is None, entry.seeding or 0))
    if not ranked or ranked[0].seeding is None:
        return [entry.id for entry in ranked]
    half = len(ranked) // 2
    folded = [entry.id for pair in zip(ranked[:half], ranked[half:], strict=False) for entry in pair]
    return folded + [entry.id for entry in ranked[2 * half :]]


def kept_apart(entries: Iterable[Entry], settings: StageSettings, number: int) -> dict[int, frozenset[str]]:
    """What keeps entries apart in the round with this number: clubs and countries, as the stage asks."""
    by_club = number <= settings.get("clubs_apart", 0)
    by_country = number <= settings.get("countries_apart", 0)
    alike = {}
    for entry in entries:
        shared = {f"club {club}" for club in keeping_apart.clubs_of(entry)} if by_club else set()
        if by_country:
            shared |= {f"country {player.country.strip().casefold()}" for player in entry.players}
        alike[entry.id] = frozenset(shared - {"country "})
    return alike


def meetings(fixtures: Iterable[Fixture]) -> frozenset[Pair]:
    """The pairs of these matches, both ways."""
    known = [(each.a, each.b) for each in fixtures if each.a is not None and each.b is not None]
    return frozenset(known) | frozenset((b, a) for a, b in known)


def to_fixtures(
    paired: Sequence[Pair], byes: Sequence[int], *, stage: int, number: int, prefix: str
) -> list[Fixture]:
    """The matches of a round, of the Laws' stage "group"; the byes are the last. Ids as of a round robin."""
    where = f"{prefix}-{stage}-{number}"
    made = [
        Fixture(f"{where}-{at}", stage, number, at, "group", a=a, b=b, state="ready")
        for at, (a, b) in enumerate(paired, 1)
    ]
    for at, bye in enumerate(byes, len(made) + 1):
        made.append(Fixture(f"{where}-{at}", stage, number, at, "group", a=bye, source_b=BYE, state="bye"))
    return made


def last_round(fixtures: Iterable[Fixture]) -> int:
    """The number of the last round that is drawn; 0 before the first."""
    return max((fixture.round for fixture in fixtures), default=0)


def is_asked(fixture: Fixture) -> bool:
    """Whether it is a bye that its entry has asked for: it counts as drawn."""
    return fixture.state == "bye" and fixture.result is not None and fixture.result.winner is None


def byes(fixtures: Iterable[Fixture]) -> frozenset[int]:
    """Who has had a bye without asking for it."""
    matches = ties.folded(list(fixtures))
    return frozenset(each.a for each in matches if each.state == "bye" and each.a and not is_asked(each))


def spared(fixtures: Iterable[Fixture], entries: Iterable[int]) -> dict[int, int]:
    """Those of the entries who have a bye only when nobody else can (the higher, the later): 2 who has won
    without playing, 1 whose first round it would be. fixtures: of the rounds before.
    """
    matches = [each for each in ties.folded(list(fixtures)) if not is_asked(each)]
    if not matches:
        return {}
    sides = {side for each in matches for side in (each.a, each.b)}
    won = set()
    for each in matches:
        if each.state == "done" and each.result is not None and each.result.how == "walk_over":
            won.add({"a": each.a, "b": each.b}.get(each.result.winner or ""))
    return {entry: 2 if entry in won else 1 for entry in entries if entry in won or entry not in sides}


class _Costs:
    """What each pair costs, in whole numbers: the squared difference of points; between equal sums of these
    that of places in the order; then lots. Pairs that are alike cost more than all others together, and those
    that must not meet more than these.
    """

    def __init__(self, standing: Standing, seed: str) -> None:
        self.standing, self._seed = standing, seed
        self.place = {entry: at for at, entry in enumerate(standing.order)}
        count = len(standing.order)
        self._lots = _LOT_BITS + count.bit_length()
        self._points = count**3  # more than the squared distances of all pairs
        points = [standing.points.get(entry, 0) for entry in standing.order]
        self._alike = count * (max(points, default=0) - min(points, default=0) + 1) ** 2
        self._apart = self._alike * (count + 1)
        self.is_in_order = points == sorted(points, reverse=True)

    def of_pair(self, entry: int, other: int) -> int | None:
        """The cost of a pair; None: they have met."""
        if (entry, other) in self.standing.met:
            return None
        points = self.standing.points.get(entry, 0) - self.standing.points.get(other, 0)
        distance = self.place[entry] - self.place[other]
        kept = self._is_alike(entry, other) * self._alike
        if (entry, other) in self.standing.apart:
            kept += self._apart
        cost = (kept + points**2) * self._points + distance**2
        return (cost << self._lots) + _lot(self._seed, entry, other)

    def is_kept_apart(self, entry: int, other: int) -> bool:
        """Whether they are to be kept apart, or must not meet."""
        return (entry, other) in self.standing.apart or self._is_alike(entry, other)

    def _is_alike(self, entry: int, other: int) -> bool:
        alike, nothing = self.standing.alike, frozenset[str]()
        return not alike.get(entry, nothing).isdisjoint(alike.get(other, nothing))


def _of_all(
    standing: Standing, costs: _Costs, may_have_bye: Sequence[int | None]
) -> tuple[list[Pair], int | None] | None:
    """The best of all pairings: with the fewest pairs that must not meet; of those the one after which the
    most rounds to come are possible, without such pairs if that can be; of those with the first bye, then the
    cheapest. None: there is none.
    """
    order = standing.order
    ranked: list[tuple[int, int, int, list[Pair]]] = []
    for rank, bye in enumerate(may_have_bye):
        paired_entries = [entry for entry in order if entry != bye]
        for cost, made in _pairings(paired_entries, costs):
            ranked.append((len(standing.apart & set(made)), rank, cost, made))
    fewest = min((each[0] for each in ranked), default=0)
    ranked = sorted(each for each in ranked if each[0] == fewest)
    everybody = [*order, *standing.resting]
    seats = {entry: at for at, entry in enumerate(everybody)}
    nobody = len(everybody)  # the seat that an entry with a bye meets, where their number is odd

    def seated(pairs: Iterable[Pair]) -> set[Pair]:
        return {(seats[a], seats[b]) for a, b in pairs if a in seats and b in seats}

    left = swiss_ahead.Graph.without(nobody + nobody % 2, seated(standing.met))
    if nobody % 2:
        left = left.removed((seats[entry], nobody) for entry in standing.byes if entry in seats)
    graphs = [left.removed(seated(standing.apart)), left] if standing.apart else [left]
    for rounds in range(min(standing.to_come, len(order)), -1, -1):
        for graph in graphs:
            for _, rank, _, made in ranked:
                bye = may_have_bye[rank]
                used = seated(made)
                if bye is not None and nobody % 2:
                    used.add((seats[bye], nobody))
                if graph.removed(used).has_rounds(rounds):
                    return made, bye
    return None


def _pairings(order: Sequence[int], costs: _Costs) -> Iterator[tuple[int, list[Pair]]]:
    """Every pairing of these entries who have not met, with what it costs."""
    if not order:
        yield 0, []
        return
    first = order[0]
    for at in range(1, len(order)):
        cost = costs.of_pair(first, order[at])
        if cost is not None:
            for others, made in _pairings([*order[1:at], *order[at + 1 :]], costs):
                yield cost + others, [(first, order[at]), *made]


def _paired(costs: _Costs, order: Sequence[int]) -> list[Pair] | None:
    """The cheapest pairs, by the better entry; None when these cannot all be paired.

    Up to `ALL_CANDIDATES` entries, and of more unless large clubs are kept apart, all pairs that the cheapest
    pairing can have are candidates. Else those of each entry with the nearest below it are at first, twice as
    many in each further search, until they change nothing and nobody meets who is to be kept apart.
    """
    edges = list(_candidates(costs, order))
    width = _FIRST_WIDTH
    is_all = len(order) <= ALL_CANDIDATES or len(edges) <= 2 * width * len(order)
    before: list[Pair] | None = None
    while True:
        nearest = edges if is_all else list(_nearest(edges, costs, width))
        pairs = _matched(costs, order, nearest)
        if is_all or len(nearest) == len(edges):
            return pairs
        if pairs is not None and pairs == before and not any(costs.is_kept_apart(*pair) for pair in pairs):
            return pairs
        before, width = pairs, 2 * width


def _matched(costs: _Costs, order: Sequence[int], edges: Sequence[_Edge]) -> list[Pair] | None:
    import networkx  # a quarter of a second, which other commands do without

    most = max((cost for _, _, cost in edges), default=0) + 1
    graph = networkx.Graph()
    graph.add_nodes_from(order)
    graph.add_weighted_edges_from((a, b, most - cost) for a, b, cost in edges)
    matched: set[Pair] = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matched) != len(order):
        return None
    both = [(a, b) if costs.place[a] < costs.place[b] else (b, a) for a, b in matched]
    return sorted(both, key=lambda pair: costs.place[pair[0]])


def _nearest(edges: Iterable[_Edge], costs: _Costs, width: int) -> Iterator[_Edge]:
    """For each entry the edges to the next `width` below it that need not be kept apart from it, and to those
    before them. edges: by entry, the nearest first.
    """
    count: dict[int, int] = {}
    for edge in edges:
        if count.get(edge[0], 0) < width:
            yield edge
            count[edge[0]] = count.get(edge[0], 0) + (not costs.is_kept_apart(edge[0], edge[1]))


def _candidates(costs: _Costs, order: Sequence[int]) -> Iterator[_Edge]:
    """All pairs that the cheapest pairing can have, each with its cost.

    When a and d are paired in it, and x between them with y, exchanging partners makes both pairs closer; so
    one of the new pairs has met (or is alike): an own pair of a or d for each x. Between a and d there are at
    most as many entries as those whom a, or d, may not meet on that side of the other.
    """
    barred = _barred(costs, order)
    for at, entry in enumerate(order):
        for to in range(at + 1, len(order)):
            most = bisect_left(barred[at], to) + len(barred[to]) - bisect_right(barred[to], at)
            if costs.is_in_order and to - at - 1 > most:
                continue
            cost = costs.of_pair(entry, order[to])
            if cost is not None:
                yield entry, order[to], cost


def _barred(costs: _Costs, order: Sequence[int]) -> list[list[int]]:
    """For each entry the places of those whom it may not meet, or is to be kept apart from."""
    place = {entry: at for at, entry in enumerate(order)}
    barred = [set[int]() for _ in order]
    for a, b in costs.standing.met | costs.standing.apart:
        if a in place and b in place:
            barred[place[a]].add(place[b])
    members: dict[str, list[int]] = {}
    for at, entry in enumerate(order):
        for shared in costs.standing.alike.get(entry, ()):
            members.setdefault(shared, []).append(at)
    for group in members.values():
        for at in group:
            barred[at].update(group)
    return [sorted(places - {at}) for at, places in enumerate(barred)]


def _lot(seed: str, entry: int, other: int) -> int:
    """The lot of a pair: the first 16 bits of SHA-256 of "seed|entry|entry", the smaller number first."""
    low, high = sorted((entry, other))
    return int(hashlib.sha256(f"{seed}|{low}|{high}".encode()).hexdigest()[: _LOT_BITS // 4], 16)

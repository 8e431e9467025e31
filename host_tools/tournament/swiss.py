"""The pairs of a Swiss round: neighbours in the standing who have not met, by maximum weight matching.

Pure. The steps and the weight of a pair are in docs/organiser/standings.md; the same seed, entries and
results give the same round.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from host_tools.tournament import draw_order, keeping_apart, ties
from host_tools.tournament.draw_order import DrawError
from host_tools.tournament.model import BYE, Entry, Fixture, StageSettings

KIND = "swiss"
#: How many entries below it in the order an entry may be paired with at first; doubled until all are paired.
CANDIDATES = 4
#: The widest search for a pairing in which nobody meets who is to be kept apart.
_WIDEST_APART = 32
#: Of the 65,536 that a place in the order weighs: what the lot of a pair adds, so that one pairing is best.
_LOT_BITS = 16

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Standing:
    """What the entries have done before the round. order: all that are to be paired, the best first. points:
    of each. met: the pairs, both ways. byes: who has had one. alike: the pairs to keep apart in this round,
    by what they share.
    """

    order: Sequence[int]
    points: Mapping[int, int]
    met: frozenset[Pair]
    byes: frozenset[int]
    alike: Mapping[int, frozenset[str]]


def pairs(standing: Standing, seed: str, candidates: int = CANDIDATES) -> tuple[list[Pair], int | None]:
    """The pairs of the round, the best first, and who has the bye (None: nobody). seed: of this round.

    The bye goes to the last of the order who has had none, if the others can be paired, else to the next one
    up. Raises DrawError when everybody cannot be paired without a second meeting or a second bye.
    """
    if len(standing.order) % 2 == 0:
        paired = _paired(standing, standing.order, seed, candidates)
        if paired is not None:
            return paired, None
    else:
        for bye in reversed(standing.order):
            if bye not in standing.byes:
                others = [entry for entry in standing.order if entry != bye]
                paired = _paired(standing, others, seed, candidates)
                if paired is not None:
                    return paired, bye
    raise DrawError("nobody_left_to_meet", count=len(standing.order))


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
    paired: Sequence[Pair], bye: int | None, *, stage: int, number: int, prefix: str
) -> list[Fixture]:
    """The matches of a round, of the Laws' stage "group"; the bye is the last. Ids as of a round robin."""
    where = f"{prefix}-{stage}-{number}"
    made = [
        Fixture(f"{where}-{at}", stage, number, at, "group", a=a, b=b, state="ready")
        for at, (a, b) in enumerate(paired, 1)
    ]
    if bye is not None:
        at = len(made) + 1
        made.append(Fixture(f"{where}-{at}", stage, number, at, "group", a=bye, source_b=BYE, state="bye"))
    return made


def last_round(fixtures: Iterable[Fixture]) -> int:
    """The number of the last round that is drawn; 0 before the first."""
    return max((fixture.round for fixture in fixtures), default=0)


def byes(fixtures: Iterable[Fixture]) -> frozenset[int]:
    """Who has had a bye."""
    return frozenset(each.a for each in ties.folded(list(fixtures)) if each.state == "bye" and each.a)


def _paired(standing: Standing, order: Sequence[int], seed: str, candidates: int) -> list[Pair] | None:
    """The pairs, by the better entry; None when these cannot all be paired. Entries that are alike meet only
    when no pairing without them exists.
    """
    if not order:
        return []
    for may_be_alike in (False, True) if any(standing.alike.values()) else (True,):
        widest = len(order) if may_be_alike else min(_WIDEST_APART, len(order))
        width = min(candidates, widest)
        while True:
            matched = _matched(standing, order, seed, width, may_be_alike)
            if 2 * len(matched) == len(order):
                place = {entry: at for at, entry in enumerate(order)}
                both = [(a, b) if place[a] < place[b] else (b, a) for a, b in matched]
                return sorted(both, key=lambda pair: place[pair[0]])
            if width >= widest:
                break
            width = min(2 * width, widest)
    return None


def _matched(
    standing: Standing, order: Sequence[int], seed: str, width: int, may_be_alike: bool
) -> set[Pair]:
    import networkx  # a quarter of a second, which other commands do without

    graph = networkx.Graph()
    graph.add_nodes_from(order)
    edges = list(_candidates(standing, order, seed, width, may_be_alike))
    most = max((cost for _, _, cost in edges), default=0) + 1
    graph.add_weighted_edges_from((a, b, most - cost) for a, b, cost in edges)
    matched: set[Pair] = networkx.max_weight_matching(graph, maxcardinality=True)
    return matched


def _candidates(
    standing: Standing, order: Sequence[int], seed: str, width: int, may_be_alike: bool
) -> Iterator[tuple[int, int, int]]:
    """(entry, another, what the pair costs): each with the next `width` below it that it may meet."""
    apart = len(order) ** 2  # more than any distance in the order
    widest = (max(standing.points.values(), default=0) + 1) ** 2
    for at, entry in enumerate(order):
        shared, left = standing.alike.get(entry, frozenset()), width
        for distance, other in enumerate(order[at + 1 :], 1):
            is_alike = bool(shared & standing.alike.get(other, frozenset()))
            if (entry, other) in standing.met or (is_alike and not may_be_alike):
                continue
            points = standing.points.get(entry, 0) - standing.points.get(other, 0)
            cost = (is_alike * len(order) * widest + points * points) * apart + distance * distance
            yield entry, other, (cost << _LOT_BITS) + _lot(seed, entry, other)
            left -= 1
            if not left:
                break


def _lot(seed: str, entry: int, other: int) -> int:
    """The lot of a pair: the first 16 bits of SHA-256 of "seed|entry|entry", the smaller number first."""
    low, high = sorted((entry, other))
    return int(hashlib.sha256(f"{seed}|{low}|{high}".encode()).hexdigest()[: _LOT_BITS // 4], 16)

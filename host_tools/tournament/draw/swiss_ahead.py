"""Whether rounds of a small Swiss that are still to come can be played: perfect matchings of a graph.

Pure. The seats of the graph are the entries and, with an odd number, the one whom an entry with a bye meets.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Graph:
    """Who may still meet. may: for each seat the others that it may meet, a bit each."""

    may: tuple[int, ...]

    @classmethod
    def without(cls, seats: int, met: Iterable[Pair]) -> "Graph":
        """Everybody may meet everybody but for these pairs (each at least one way)."""
        everybody = (1 << seats) - 1
        return cls(tuple(everybody & ~(1 << seat) for seat in range(seats))).removed(met)

    def removed(self, pairs: Iterable[Pair]) -> "Graph":
        """The graph after these pairs have met."""
        may = list(self.may)
        for a, b in pairs:
            may[a] &= ~(1 << b)
            may[b] &= ~(1 << a)
        return Graph(tuple(may))

    def has_rounds(self, rounds: int) -> bool:
        """Whether everybody can play so many more rounds."""
        return rounds <= 0 or _has_rounds(self.may, rounds, 0)


@lru_cache(50_000)
def _has_rounds(may: tuple[int, ...], rounds: int, after: int) -> bool:
    """after: the partner of seat 0 in the round before; the rounds are tried in the order of its partners."""
    fewest = min(each.bit_count() for each in may)
    if rounds == 0 or 2 * (fewest - rounds + 1) >= len(may):
        return True  # each round takes one partner; while half of all are left there is one more (Dirac)
    if fewest < rounds or (may[0] >> after).bit_count() < rounds:
        return False
    return any(
        _has_rounds(left, rounds - 1, partner + 1)
        for partner in _seats(may[0] >> after << after)
        for left in _rounds(_played(may, 0, partner), ((1 << len(may)) - 2) & ~(1 << partner))
    )


def _rounds(may: tuple[int, ...], free: int) -> Iterator[tuple[int, ...]]:
    """The graph after each round in which the seats that are free meet each other."""
    if not free:
        yield may
        return
    seat = min(_seats(free), key=lambda each: (may[each] & free).bit_count())
    for partner in _seats(may[seat] & free):
        yield from _rounds(_played(may, seat, partner), free & ~(1 << seat | 1 << partner))


def _played(may: tuple[int, ...], a: int, b: int) -> tuple[int, ...]:
    left = list(may)
    left[a] &= ~(1 << b)
    left[b] &= ~(1 << a)
    return tuple(left)


def _seats(bits: int) -> Iterator[int]:
    """The seats in a set of bits, in ascending order."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1

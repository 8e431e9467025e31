"""Whether a table's heap grows, told by the beginnings of its matches.

A match fills the heap and its end empties it, so a heap is compared with itself at one moment only: a match
was just assigned, the last one is forgotten, the garbage collected. What a table does for the first time
loads modules, up to 20 KB at once; those of the menu go again when there is a moment for it. So it is
compared only where the same modules are loaded. Healthy tables then agree within some hundred bytes.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

#: So many beginnings are left out: tables and collector have just met.
FIRST = 3
#: The times between those that can be compared come to so many times the whole, or there is no judgement.
SPANS = 2.0
#: And so many are needed: among fewer one step cannot be told from growth.
LEAST = 10
ALLOWED_KB = 2.0
#: A heap may take one step in a run that does not come again, up or down. So many places for it are tried; it
#: is believed where the pairs beside it agree so many times better than all do, are so many, and so long.
PLACES = 24
BETTER = 2.0
BESIDE, BESIDE_SHARE = 8, 0.15


@dataclass(frozen=True)
class Beginning:
    """A match was just assigned; `modules`: another number when other modules are loaded."""

    at_s: float
    heap_kb: float
    modules: int


class Pair(NamedTuple):
    """Two beginnings that can be compared: KB a second between them; when they were."""

    slope: float
    before_s: float
    later_s: float

    @property
    def seconds(self) -> float:
        """The time between the two."""
        return self.later_s - self.before_s


def _pairs(since: Sequence[Beginning]) -> list[Pair]:
    """All pairs with the same modules, by their slopes."""
    return sorted(
        Pair((later.heap_kb - before.heap_kb) / (later.at_s - before.at_s), before.at_s, later.at_s)
        for before, later in itertools.combinations(since, 2)
        if before.modules == later.modules
    )


def _middle(pairs: Sequence[Pair]) -> float:
    """The middle one of the slopes. Each counts by its length: noise of an hour is a slope in a minute."""
    half = sum(pair.seconds for pair in pairs) / 2
    for pair in pairs:
        half -= pair.seconds
        if half <= 0:
            return pair.slope
    return 0.0


def can_be_judged(beginnings: Sequence[Beginning]) -> bool:
    """Whether enough matches began alike, far enough from each other."""
    since = beginnings[FIRST:]
    if len(since) < LEAST:
        return False
    return sum(pair.seconds for pair in _pairs(since)) >= SPANS * (since[-1].at_s - since[0].at_s)


def _misfit_kb(pairs: Sequence[Pair], slope: float) -> float:
    """By how much a pair differs from a heap that rises by `slope`, on the average."""
    return sum(abs(pair.slope - slope) * pair.seconds for pair in pairs) / len(pairs)


def growth_kb(beginnings: Sequence[Beginning]) -> float:
    """The rise of the heap since the fourth beginning, without one step that does not come again."""
    since = beginnings[FIRST:]
    pairs = _pairs(since)
    if not pairs:
        return 0.0
    middle = _middle(pairs)
    least_kb = _misfit_kb(pairs, middle) / BETTER
    least_s = BESIDE_SHARE * sum(pair.seconds for pair in pairs)
    for place in range(1, PLACES):
        at_s = since[len(since) * place // PLACES].at_s
        beside = [pair for pair in pairs if not pair.before_s < at_s <= pair.later_s]
        if len(beside) < BESIDE or sum(pair.seconds for pair in beside) < least_s:
            continue
        slope = _middle(beside)
        if _misfit_kb(beside, slope) < least_kb:
            middle, least_kb = slope, _misfit_kb(beside, slope)
    return middle * (since[-1].at_s - since[0].at_s)


def heap_complaint(table: int, beginnings: Sequence[Beginning]) -> str | None:
    """What is wrong with a table's heap, in words; None: it is flat. For one that `can_be_judged`."""
    risen = growth_kb(beginnings)
    if risen <= ALLOWED_KB:
        return None
    since = beginnings[FIRST:]
    minutes = (since[-1].at_s - since[0].at_s) / 60
    return (
        f"table {table}: MicroPython heap at the beginning of a match has risen by {risen:.1f} KB in "
        f"{minutes:.0f} minutes ({len(since)} matches), to {since[-1].heap_kb:.1f}; {ALLOWED_KB} are allowed"
    )

"""Whether a series of measurements grows: the Theil-Sen slope, which a few outliers do not move."""

import itertools
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

PARTS = 10


@dataclass(frozen=True)
class Bound:
    """What a series may gain over the second half of a run: `share` of its level, but always `least`.

    The first half may fill caches and touch memory for the first time. The second half is cut into parts;
    pick: what stands for a part: `min` for what comes and goes, the median for what is noisy.
    """

    name: str
    unit: str
    share: float
    least: float
    pick: Callable[[Sequence[float]], float] = statistics.median


def slope(points: Sequence[tuple[float, float]]) -> float:
    """The median of the slopes between all pairs of (place, value); 0 with fewer than two places."""
    slopes = [
        (later - earlier) / (at - before)
        for (before, earlier), (at, later) in itertools.combinations(points, 2)
        if at != before
    ]
    return statistics.median(slopes) if slopes else 0.0


def growth(values: Sequence[float], pick: Callable[[Sequence[float]], float] = statistics.median) -> float:
    """The rise of a series over its second half, by trend."""
    half = list(values[len(values) // 2 :])
    parts = min(PARTS, len(half))
    if parts < 2:
        return 0.0
    edges = [len(half) * part // parts for part in range(parts + 1)]
    levels = [pick(half[start:end]) for start, end in itertools.pairwise(edges)]
    return slope(list(enumerate(levels))) * (parts - 1)


def complaint(bound: Bound, values: Sequence[float], where: str = "") -> str | None:
    """What is wrong with a series, in words; None: it is flat enough."""
    if len(values) < 4:
        return f"{where}{bound.name}: only {len(values)} samples"
    level = statistics.median(values[len(values) // 2 :])
    risen = growth(values, bound.pick)
    allowed = max(bound.least, bound.share * level)
    if risen <= allowed:
        return None
    return (
        f"{where}{bound.name} has risen by {risen:.1f} {bound.unit} over the second half, "
        f"to {values[-1]:.1f}; {allowed:.1f} are allowed"
    )

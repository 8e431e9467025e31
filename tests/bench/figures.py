"""How a benchmark's figures are kept and shown."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One line of a benchmark: what was measured, beside the named baseline of the same run.

    `budget` is the design's limit in words (docs/maintainer/architecture.md), empty where there is none.
    """

    title: str
    value: float
    unit: str
    baseline: str
    baseline_value: float
    budget: str = ""

    @property
    def ratio(self) -> float:
        return self.value / self.baseline_value if self.baseline_value else float("nan")

    def row(self) -> tuple[str, str, str, str, str]:
        return (
            self.title,
            f"{number(self.value)} {self.unit}",
            f"{number(self.baseline_value)} {self.unit}  ({self.baseline})",
            f"{self.ratio:.2f} x" if self.baseline_value else "-",
            self.budget,
        )


def number(value: float) -> str:
    """Three significant figures at least, no scientific notation."""
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which `share` (0 to 1) of the values lie, nearest rank; ValueError without values."""
    if not values:
        raise ValueError("no values were measured")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

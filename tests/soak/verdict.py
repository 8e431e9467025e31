"""The verdict of a run: complaints, and what could not be judged."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.soak.descriptors import rising
from tests.soak.heaps import Beginning, can_be_judged, heap_complaint
from tests.soak.machine import is_busy
from tests.soak.samples import Sample
from tests.soak.trend import Bound, complaint

RSS_TABLE = Bound("memory of the process", "MB", 0.03, 0.3)
RSS_COLLECTOR = Bound("memory of the collector", "MB", 0.04, 3.0)
LAG = Bound("press to commit, median", "ms", 0.5, 60.0)
#: So late is the middle one of all presses of a run at most.
LAG_MOST_MS = 500.0
#: A time is judged by the looks in quiet moments, where these are so many, and so large a part of all.
QUIET_LEAST, QUIET_SHARE = 20, 0.25


@dataclass
class Verdict:
    """`complaints`: what has grown, was late or is wrong. `unjudged`: what nobody can tell after this run."""

    complaints: list[str] = field(default_factory=list)
    unjudged: list[str] = field(default_factory=list)

    @property
    def status(self) -> int:
        """An exit status: 0 all is well, 1 something is not, 3 something could not be judged."""
        return 1 if self.complaints else 3 if self.unjudged else 0


def judge(
    samples: Sequence[Sample],
    beginnings: Mapping[int, Sequence[Beginning]],
    healthy_descriptors: Mapping[str, int],
) -> Verdict:
    """Judge what was measured. healthy_descriptors: as `rising` takes them."""
    verdict = Verdict()
    complaints = [complaint(RSS_COLLECTOR, [sample.collector_mb for sample in samples])]
    for number, series in beginnings.items():
        memory = [sample.tables_mb[number] for sample in samples if number in sample.tables_mb]
        complaints.append(complaint(RSS_TABLE, memory, f"table {number}: "))
        if can_be_judged(series):
            complaints.append(heap_complaint(number, series))
    few = [number for number, series in beginnings.items() if not can_be_judged(series)]
    if few:
        verdict.unjudged.append(
            f"heaps of tables {', '.join(map(str, few))}: too few matches began alike; play for longer"
        )
    verdict.complaints += [each for each in complaints if each is not None]
    verdict.complaints += rising([sample.descriptors for sample in samples], healthy_descriptors)
    _judge_times(samples, verdict)
    return verdict


def _judge_times(samples: Sequence[Sample], verdict: Verdict) -> None:
    """By the quiet moments alone where there are enough. A busy machine makes nothing quicker: what is well
    on it is well; what is not well on it may be the others' fault.
    """
    timed = [sample for sample in samples if sample.lag_ms is not None]
    quiet = [sample for sample in timed if not is_busy(sample.others)]
    if len(quiet) >= max(QUIET_LEAST, QUIET_SHARE * len(timed)):
        verdict.complaints += _late([sample.lag_ms or 0.0 for sample in quiet])
        return
    for each in _late([sample.lag_ms or 0.0 for sample in timed]):
        others = statistics.median([sample.others for sample in timed]) if timed else 0.0
        verdict.unjudged.append(
            f"{each}: but the machine was busy, other programs used {others:.1f} cores in the middle, and "
            f"only {len(quiet)} of {len(timed)} looks fell into quiet moments"
        )


def _late(lags: list[float]) -> list[str]:
    complaints = [complaint(LAG, lags)]
    if lags and statistics.median(lags) > LAG_MOST_MS:
        complaints.append(
            f"press to commit took {statistics.median(lags):.0f} ms, {LAG_MOST_MS:.0f} are allowed"
        )
    return [each for each in complaints if each is not None]

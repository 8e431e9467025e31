"""The hall's clock at twenty tables: together, whatever their crystals and lines do."""

from pathlib import Path

import pytest
from timing_hall import MINUTE, Bench, World, world

#: What is promised of tables with a link, in ms.
TOGETHER_MS = 20
#: Crystals go wrong by up to so much.
PPM = 50


def fill(hall: World, tables: int = 20) -> None:
    """Cables and Wi-Fi at all collectors, crystals from the slowest to the quickest."""
    for number in range(1, tables + 1):
        ppm = -PPM + 2 * PPM * (number - 1) // (tables - 1)
        hall.add(number, number % len(hall.hosts), is_wired=number % 4 < 2, ppm=ppm)


def heard(benches: list[Bench], moment: float) -> list[float]:
    """How late each of these tables sounded at this moment, in ms."""
    found = []
    for bench in benches:
        late = [at - moment for at, _ in bench.sounds if abs(at - moment) < 5000]
        assert len(late) == 1, f"table {bench.number} sounded {late} at {moment}: {bench.sounds}"
        found += late
    return sorted(found)


def tell(what: str, late: list[float]) -> None:
    """A line for whoever reads the figures."""
    middle = late[len(late) // 2]
    spread = f"{late[0]:.1f} to {late[-1]:.1f} ms, median {middle:.1f}, apart {late[-1] - late[0]:.1f}"
    print(f"{what}: {len(late)} tables, {spread}")


def require_together(what: str, late: list[float]) -> float:
    """All within the promise of each other, and of the moment; how far apart."""
    tell(what, late)
    assert late[-1] - late[0] <= TOGETHER_MS
    assert late[0] >= -TOGETHER_MS
    assert late[-1] <= TOGETHER_MS
    return late[-1] - late[0]


def off(benches: list[Bench], left: float) -> list[float]:
    """By how much these tables have another time left now."""
    return sorted(bench.left() - left for bench in benches)


@pytest.mark.parametrize("seed", [1, 2])
def test_start_pause_and_end_are_together_at_twenty_tables(seed: int, tmp_path: Path) -> None:
    with world(seed, tmp_path, collectors=2) as hall:
        fill(hall)
        benches = list(hall.tables.values())
        hall.run(8_000)
        started = hall.change("start", MINUTE)
        hall.run(10_000)
        require_together("start", heard(benches, started.moment))
        paused = hall.change("pause")
        hall.run(4_000)
        assert {bench.state() for bench in benches} == {"paused"}
        assert off(benches, paused.left_ms) == [0] * 20
        resumed = hall.change("resume")
        hall.run(5_000)
        require_together("running", off(benches, resumed.left_at(round(hall.now))))
        hall.run(MINUTE)
        require_together("end", heard(benches, resumed.moment + resumed.left_ms))
        again = hall.change("start", 5 * MINUTE)
        hall.run(10_000)
        require_together("start again", heard(benches, again.moment))
        ended = hall.change("end")
        hall.run(4_000)
        require_together("end by the host", heard(benches, ended.moment))
        for bench in benches:
            kinds = [(event["do"], event["by"]) for event in bench.paper.events if event["kind"] == "hall"]
            done = [("start", "host"), ("pause", "host"), ("resume", "host"), ("end", "table")]
            assert kinds == [*done, ("start", "host"), ("end", "host")], bench.number

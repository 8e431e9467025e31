"""The hall's clock at twenty tables: all count together, with drifting crystals and uneven lines.

`make test` has six of them, `make night` all.
"""

from pathlib import Path

import pytest
from timing_hall import MINUTE, Bench, World, world

#: What is promised of tables with a link, in ms.
TOGETHER_MS = 20
#: Crystals go wrong by up to so much.
PPM = 50
LONG = [pytest.mark.slow, pytest.mark.long]
MATCH = {"ruleset": "icf", "stage": "round", "doubles": False, "a": ["Asha"], "b": ["Bo"], "breaks": "a"}


def fill(hall: World, tables: int = 20) -> None:
    """Cables and Wi-Fi at all collectors, crystals from the slowest to the quickest."""
    for number in range(1, tables + 1):
        ppm = -PPM + 2 * PPM * (number - 1) // (tables - 1)
        hall.add(number, number % len(hall.hosts), is_wired=number % 4 < 2, ppm=ppm)


def heard(benches: list[Bench], moment: float) -> list[float]:
    """How late each of these tables sounded at this moment, in ms."""
    late_ms = []
    for bench in benches:
        late = [at - moment for at, _ in bench.sounds if abs(at - moment) < 5000]
        assert len(late) == 1, f"table {bench.number} sounded {late} at {moment}: {bench.sounds}"
        late_ms += late
    return sorted(late_ms)


def tell(title: str, late: list[float]) -> None:
    """Prints a line with the figures."""
    middle = late[len(late) // 2]
    spread = f"{late[0]:.1f} to {late[-1]:.1f} ms, median {middle:.1f}, apart {late[-1] - late[0]:.1f}"
    print(f"{title}: {len(late)} tables, {spread}")


def require_together(title: str, late: list[float]) -> float:
    """Checks that all sounded together and at the moment, within the promise. Returns how far apart."""
    tell(title, late)
    assert late[-1] - late[0] <= TOGETHER_MS
    assert late[0] >= -TOGETHER_MS
    assert late[-1] <= TOGETHER_MS
    return late[-1] - late[0]


def off(benches: list[Bench], left: float) -> list[float]:
    """How far the time that each table has left is from `left`, in order."""
    return sorted(bench.left() - left for bench in benches)


@pytest.mark.parametrize(
    ("seed", "tables"),
    [pytest.param(1, 20, marks=pytest.mark.slow), pytest.param(2, 20, marks=LONG)],
)
def test_start_pause_and_end_are_together_at_every_table(seed: int, tables: int, tmp_path: Path) -> None:
    with world(seed, tmp_path, collectors=2) as hall:
        fill(hall, tables)
        benches = list(hall.tables.values())
        hall.run(8_000)
        started = hall.change("start", MINUTE)
        hall.run(10_000)
        require_together("start", heard(benches, started.moment))
        paused = hall.change("pause")
        hall.run(4_000)
        assert {bench.state() for bench in benches} == {"paused"}
        assert off(benches, paused.left_ms) == [0] * tables
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


@pytest.mark.slow
def test_who_comes_late_reboots_or_reconnects_joins_the_count_of_the_others(tmp_path: Path) -> None:
    with world(3, tmp_path) as hall:
        fill(hall, 4)
        first, rebooted, lost, _ = hall.tables.values()
        first.table.command({"kind": "match", "match": "m1", **MATCH}, first.ticks())
        hall.run(8_000)
        started = hall.change("start", 10 * MINUTE)
        hall.run(10_000)
        rebooted.power_off()
        lost.replug(15_000)
        late = hall.add(5, ppm=40)
        hall.run(8_000)
        rebooted.power_on()
        hall.run(20_000)
        benches = list(hall.tables.values())
        require_together("joined", off(benches, started.left_at(round(hall.now))))
        assert [name for _, name in late.sounds] == []
        assert [name for _, name in rebooted.sounds] == ["hall_start"]

        paused = hall.change("pause")
        hall.run(3_000)
        late.power_off()
        hall.run(3_000)
        late.power_on()
        lost.replug(2_000)
        hall.run(8_000)
        assert [(bench.state(), bench.left()) for bench in benches] == [("paused", paused.left_ms)] * 5
        resumed = hall.change("resume")
        hall.run(4_000)
        first.power_off()  # this one finds the clock in its journal
        hall.run(15_000)
        first.power_on()
        hall.run(10_000)
        require_together("resumed", off(benches, resumed.left_at(round(hall.now))))
        starts = [event for event in first.paper.events if event["kind"] == "hall"]
        assert [event["do"] for event in starts] == ["start", "pause", "resume"]

        ended = hall.change("end")
        rebooted.unplug()
        hall.run(5_000)
        rebooted.plug()
        slept = hall.add(6)
        hall.run(8_000)
        require_together("ended", heard([bench for bench in benches if bench is not rebooted], ended.moment))
        assert rebooted.state() == "expired"
        assert [name for at, name in rebooted.sounds if at > ended.moment - 1000] == []
        assert (slept.state(), slept.sounds) == ("off", [])


@pytest.mark.slow
def test_a_table_without_a_link_counts_on_and_is_no_further_off_than_its_crystal(tmp_path: Path) -> None:
    with world(4, tmp_path) as hall:
        fill(hall, 3)
        alone = hall.add(4, is_wired=True, ppm=-2 * PPM)
        others = [hall.tables[number] for number in (1, 2, 3)]
        hall.run(10_000)
        started = hall.change("start", 10 * MINUTE)
        hall.run(20_000)
        alone.unplug()
        hall.run(10 * MINUTE)
        end = started.moment + 10 * MINUTE
        require_together("with a link", heard(others, end))
        late = heard([alone], end)
        tell("alone", late)
        assert abs(late[0]) <= TOGETHER_MS + 10 * MINUTE * 2 * PPM / 1e6
        assert late[0] > TOGETHER_MS  # it does drift: the others are held together by what they are told


def test_a_clock_that_no_collector_could_deliver_runs_nowhere_until_one_comes(tmp_path: Path) -> None:
    with world(5, tmp_path, collectors=2) as hall:
        fill(hall, 4)
        hall.run(8_000)
        for host in hall.hosts:
            host.crash()
        started = hall.change("start", 10 * MINUTE)
        hall.run(20_000)
        assert {bench.state() for bench in hall.tables.values()} == {"off"}
        for host in hall.hosts:
            hall.start(host)
        for bench in hall.tables.values():
            bench.plug()
        hall.run(10_000)
        require_together("joined", off(list(hall.tables.values()), started.left_at(round(hall.now))))
        assert not any(bench.sounds for bench in hall.tables.values())


@pytest.mark.slow
def test_only_what_is_lacking_is_sent(tmp_path: Path) -> None:
    with world(6, tmp_path, collectors=2) as hall:
        fill(hall, 4)
        hall.run(8_000)
        hall.change("start", 20 * MINUTE)
        for _ in range(4):
            hall.run(30_000)
            hall.dice.choice(list(hall.tables.values())).replug(5_000)
        for bench in hall.tables.values():
            assert [event["kind"] for event in bench.paper.events] == ["boot", "hall"], bench.number
        assert not hall.store.open_commands()


@pytest.mark.long
@pytest.mark.slow
def test_sixty_minutes_of_everything(tmp_path: Path) -> None:
    """Two collectors, links that break, tables that restart, a collector that is replaced, a table alone."""
    with world(7, tmp_path, collectors=2) as hall:
        fill(hall)
        benches = list(hall.tables.values())
        alone = benches[0]
        hall.run(10_000)
        clock = hall.change("start", 55 * MINUTE)
        hall.run(10_000)
        apart = [require_together("start", heard(benches, clock.moment))]
        alone.unplug()
        running: list[float] = []
        for minute in range(1, 55):
            trouble = hall.dice.sample(benches[1:], 2)
            trouble[0].replug(hall.dice.randrange(1_000, 50_000))
            if minute % 5 == 0 and trouble[1].is_on:
                trouble[1].power_off()
                hall.loop.call_later(hall.dice.randrange(1, 50), trouble[1].power_on)
            if minute == 20:
                host = hall.hosts[1]
                host.crash()
                hall.start(host)
                for bench in benches[1:]:
                    if bench.host is host and bench.is_on:
                        bench.plug()
            if minute == 30:
                clock = hall.change("pause")
            if minute == 35:
                assert off([bench for bench in benches[1:] if bench.is_linked], clock.left_ms)[-1] == 0
                clock = hall.change("resume")
            hall.run(MINUTE - 12_000)
            calm = [bench for bench in benches[1:] if bench.is_linked and bench not in trouble]
            hall.run(12_000)
            left = off([bench for bench in calm if bench.is_linked], clock.left_at(round(hall.now)))
            assert clock.state == "paused" or left[-1] - left[0] <= TOGETHER_MS, (minute, left)
            running += left if clock.state == "running" else []
        tell("running", sorted(running))
        hall.run(clock.moment + clock.left_ms - hall.now + 5_000)
        linked = [bench for bench in benches[1:] if bench.is_linked and bench not in trouble]
        apart.append(require_together("end", heard(linked, clock.moment + clock.left_ms)))
        again = hall.change("start", MINUTE)
        hall.run(90_000)
        apart.append(require_together("start again", heard(linked, again.moment)))
        apart.append(require_together("end again", heard(linked, again.moment + MINUTE)))
        print(f"the worst: {max(apart):.1f} ms apart")

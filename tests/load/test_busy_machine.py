"""What a benchmark says of the machine it ran on."""

from tests.bench.machine import Spent, Watch


def test_a_quiet_run_is_distinguished_from_a_busy_one() -> None:
    quiet = Spent(wall_s=10.0, own_cpu_s=12.0, all_cpu_s=12.5, cores=2, load=1.4)
    busy = Spent(wall_s=10.0, own_cpu_s=4.0, all_cpu_s=20.0, cores=2, load=12.0)
    assert quiet.is_quiet
    assert quiet.line().endswith("other programs 0.05 cores; load average 1.4: a quiet run")
    assert busy.is_quiet is False
    assert "other programs 1.60 cores; load average 12.0: NOT a quiet run" in busy.line()


def test_where_the_machine_does_not_tell_nothing_is_claimed() -> None:
    spent = Spent(wall_s=10.0, own_cpu_s=4.0, all_cpu_s=None, cores=2, load=12.0)
    assert spent.is_quiet is None
    assert spent.line().endswith("4.0 s of processor time; load average 12.0")


def test_work_of_ones_own_is_counted() -> None:
    watch = Watch()
    sum(number * number for number in range(200_000))
    spent = watch.spent()
    assert spent.own_cpu_s > 0
    assert spent.all_cpu_s is None or spent.all_cpu_s >= 0

"""The supervisor: failures noticed and mended, the watchdog fed only while all live. In virtual time."""

import asyncio

from portable import PERIOD, diff

from boardside.app.supervisor import RESTART_MOST_MS, Supervisor


class Hall:
    """Virtual time, a watchdog and a notebook for reports."""

    def __init__(self, start=0):
        self.start = self.now = start
        self.fed = []
        self.reports = []
        self.sleepers = []
        self.supervisor = Supervisor(self.ticks_ms, diff, self.sleep_ms, self.report, self)

    def ticks_ms(self):
        return self.now % PERIOD

    def feed(self):
        self.fed.append(self.now - self.start)

    def report(self, name, error):
        self.reports.append((name, str(error)))

    async def sleep_ms(self, length):
        until = self.now + length
        self.sleepers.append(until)
        while self.now < until:
            await asyncio.sleep(0)
        self.sleepers.remove(until)

    def run(self, length_ms):
        """Let the supervisor work for `length_ms` of virtual time, going from one waking to the next."""

        async def play():
            task = asyncio.create_task(self.supervisor.run())
            end = self.now + length_ms
            while self.now < end:
                for _ in range(12):  # every task gets its turns before time goes on
                    await asyncio.sleep(0)
                self.now = min(self.sleepers + [end])
            task.cancel()

        asyncio.run(play())
        asyncio.new_event_loop()


def steady(hall, period=100):
    async def work(check_in):
        while True:
            check_in()
            await hall.sleep_ms(period)

    return work


def test_the_watchdog_is_fed_while_all_live():
    hall = Hall()
    hall.supervisor.add("one", steady(hall))
    hall.supervisor.add("two", steady(hall), is_essential=True)
    hall.run(5000)
    assert len(hall.fed) == 20
    assert hall.reports == []


def test_a_silent_task_starves_the_watchdog_and_is_reported_once():
    hall = Hall()

    async def silent(check_in):
        check_in()
        await hall.sleep_ms(100_000)

    hall.supervisor.add("keys", silent, limit_ms=2000)
    hall.supervisor.add("other", steady(hall))
    hall.run(10_000)
    assert hall.fed[-1] == 2000
    assert hall.reports == [("keys", "no sign of life for 2000 ms")]


def test_a_task_that_checks_in_again_feeds_again():
    hall = Hall()

    async def slow(check_in):
        while True:
            check_in()
            await hall.sleep_ms(3000)

    hall.supervisor.add("slow", slow, limit_ms=2000)
    hall.run(9500)
    late = [at for at in range(0, 9500, 250) if at % 3000 > 2000]
    assert [at for at in hall.fed if at in late] == []
    assert hall.fed[-1] > 9000


def test_a_failed_task_is_reported_and_starts_again():
    hall = Hall()
    starts = []

    async def fails_once(check_in):
        starts.append(hall.now)
        if len(starts) == 1:
            raise ValueError("no such key")
        while True:
            check_in()
            await hall.sleep_ms(50)

    watched = hall.supervisor.add("keys", fails_once, is_essential=True)
    hall.run(3000)
    assert starts == [0, 500]
    assert hall.reports == [("keys", "no such key")]
    assert (watched.failures, watched.problem) == (1, "ValueError: no such key")
    assert len(hall.fed) == 12


def test_a_task_that_ends_is_started_again_too():
    hall = Hall()
    starts = []

    async def ends(check_in):
        check_in()
        starts.append(hall.now)

    hall.supervisor.add("serial", ends)
    hall.run(1000)
    assert starts == [0, 500]
    assert hall.reports[0] == ("serial", "it ended")


def test_the_pauses_grow_and_are_bounded():
    hall = Hall()
    starts = []

    async def fails(check_in):
        starts.append(hall.now)
        raise OSError(5)

    hall.supervisor.add("tcp", fails)
    hall.run(60_000)
    pauses = [starts[index + 1] - starts[index] for index in range(len(starts) - 1)]
    assert pauses == sorted(pauses)
    assert pauses[0] == 500
    assert pauses[-1] == RESTART_MOST_MS


def test_a_task_that_cannot_be_mended_does_not_take_the_table_with_it():
    hall = Hall()

    async def fails(check_in):
        raise OSError(5)

    hall.supervisor.add("tcp", fails)
    hall.supervisor.add("keys", steady(hall), is_essential=True)
    hall.run(60_000)
    assert len(hall.fed) > 230


def test_an_essential_task_that_cannot_be_mended_lets_the_watchdog_bite():
    hall = Hall()

    async def fails(check_in):
        raise OSError(5)

    hall.supervisor.add("keys", fails, is_essential=True)
    hall.supervisor.add("other", steady(hall))
    hall.run(60_000)
    assert hall.fed[-1] <= 2000


def test_the_wrap_of_ticks_changes_nothing():
    hall = Hall(start=PERIOD - 2500)
    hall.supervisor.add("one", steady(hall))
    hall.run(5000)
    assert len(hall.fed) == 20
    assert hall.reports == []


def test_a_task_starts_again_where_there_is_no_memory_for_words():
    hall = Hall()
    begun = []

    def report(name, error):
        raise MemoryError

    hall.supervisor._report = report

    async def fails(check_in):
        begun.append(hall.now)
        raise MemoryError

    hall.supervisor.add("serial", fails)
    hall.run(20_000)
    assert len(begun) > 3

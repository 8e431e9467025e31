"""A new firmware is confirmed when its tasks have run for twenty seconds without a failure."""

from portable import diff
from update_flash import loader, on_flash, pack, put

from boardside.update.trial import PATIENCE_MS, PROOF_MS, Trial


class Task:
    def __init__(self):
        self.failures = 0


def trial(tasks):
    return Trial(loader.Slots("b", "a", 1), tasks, diff, 1000)


def test_twenty_seconds_of_all_tasks_alive_are_proof():
    tried = trial([Task(), Task()])
    assert not tried.is_proven(1000 + PROOF_MS - 1, True)
    assert tried.is_proven(1000 + PROOF_MS, True)


def test_a_silent_or_failing_task_restarts_the_time():
    task = Task()
    tried = trial([Task(), task])
    assert not tried.is_proven(15_000, False)
    assert not tried.is_proven(15_000 + PROOF_MS - 1, True)
    task.failures = 1
    assert not tried.is_proven(15_000 + PROOF_MS, True)
    assert tried.is_proven(15_000 + 2 * PROOF_MS, True)


def test_what_does_not_prove_itself_is_lost_in_the_end():
    tried = trial([Task()])
    assert not tried.is_lost(1000 + PATIENCE_MS - 1)
    assert tried.is_lost(1000 + PATIENCE_MS)


def test_the_pointer_says_what_became_of_it():
    def work():
        put("a.pack", pack(b"a"))
        put("b.pack", pack(b"b"))
        tried = trial([])
        tried.confirm()
        slots = loader.read()
        assert (slots.slot, slots.fallback, slots.failed) == ("b", "", "")
        assert not tried.is_lost(1000 + PATIENCE_MS), "it has proven itself"
        trial([]).give_way()
        slots = loader.read()
        assert (slots.slot, slots.fallback, slots.failed) == ("a", "", "b")

    on_flash(work)

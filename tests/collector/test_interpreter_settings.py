"""Python's settings for a collector's life are put back at its end."""

import gc
import sys

import pytest

from host_tools.collector import runtime


class Garbage:
    """Stands in for Python's gc, so that no test looks through the objects of all of them."""

    def __init__(self, frozen: int) -> None:
        self.frozen = frozen
        self.looks: list[tuple[int, int]] = []  # (how far, how much was frozen meanwhile)
        self.get_threshold = gc.get_threshold
        self.set_threshold = gc.set_threshold

    def get_freeze_count(self) -> int:
        return self.frozen

    def collect(self, generation: int = 2) -> None:
        self.looks.append((generation, self.frozen))

    def freeze(self) -> None:
        self.frozen += 1000

    def unfreeze(self) -> None:
        self.frozen = 0


@pytest.mark.parametrize(("frozen", "at_the_end"), [(0, 0), (7, 1007)])
def test_everything_is_put_back_and_what_others_froze_stays(
    monkeypatch: pytest.MonkeyPatch, frozen: int, at_the_end: int
) -> None:
    garbage = Garbage(frozen)
    monkeypatch.setattr(runtime, "gc", garbage)
    before = (sys.getswitchinterval(), gc.get_threshold())
    settings = runtime.Settings()
    settings.end()
    assert garbage.frozen == frozen
    settings.begin()
    settings.freeze()
    assert (sys.getswitchinterval(), gc.get_threshold()) != before
    assert garbage.frozen == frozen + 1000
    settings.end()
    assert (sys.getswitchinterval(), gc.get_threshold()) == before
    assert garbage.frozen == at_the_end


@pytest.mark.parametrize(("others", "left_frozen"), [(0, 0), (7, 1007)])
def test_all_is_looked_through_rarely_and_in_a_quiet_moment(
    monkeypatch: pytest.MonkeyPatch, others: int, left_frozen: int
) -> None:
    garbage = Garbage(others)
    monkeypatch.setattr(runtime, "gc", garbage)
    settings = runtime.Settings()
    settings.begin()
    for now in (0, 200, runtime.ALL_MS - 1):
        settings.tidy(now, is_quiet=True)
    settings.tidy(runtime.ALL_MS, is_quiet=False)
    assert [generation for generation, _ in garbage.looks] == [0, 0, 0, 0]
    garbage.frozen = others and left_frozen
    settings.tidy(runtime.ALL_MS + 200, is_quiet=True)
    assert garbage.looks[-1] == (2, left_frozen), (
        "what others froze stays, and what is ours is looked through"
    )
    settings.tidy(runtime.ALL_MS + 400, is_quiet=True)
    settings.tidy(3 * runtime.ALL_MS + 199, is_quiet=False)
    assert [generation for generation, _ in garbage.looks[-2:]] == [0, 0]
    settings.tidy(3 * runtime.ALL_MS + 200, is_quiet=False)
    assert garbage.looks[-1][0] == 2, "a hall that never rests is looked through all the same"
    settings.end()

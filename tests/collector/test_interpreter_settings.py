"""Python's settings for a collector's life are put back at its end."""

import gc
import sys

import pytest

from host_tools.collector import interpreter


class Garbage:
    """Stands in for Python's gc, so that no test looks through the objects of all of them."""

    def __init__(self, frozen: int) -> None:
        self.frozen = frozen
        self.get_threshold = gc.get_threshold
        self.set_threshold = gc.set_threshold

    def get_freeze_count(self) -> int:
        return self.frozen

    def collect(self) -> None:
        pass

    def freeze(self) -> None:
        self.frozen += 1000

    def unfreeze(self) -> None:
        self.frozen = 0


@pytest.mark.parametrize(("frozen", "at_the_end"), [(0, 0), (7, 1007)])
def test_everything_is_put_back_and_what_others_froze_stays(
    monkeypatch: pytest.MonkeyPatch, frozen: int, at_the_end: int
) -> None:
    garbage = Garbage(frozen)
    monkeypatch.setattr(interpreter, "gc", garbage)
    before = (sys.getswitchinterval(), gc.get_threshold())
    settings = interpreter.Settings()
    settings.end()
    assert garbage.frozen == frozen
    settings.begin()
    settings.freeze()
    assert (sys.getswitchinterval(), gc.get_threshold()) != before
    assert garbage.frozen == frozen + 1000
    settings.end()
    assert (sys.getswitchinterval(), gc.get_threshold()) == before
    assert garbage.frozen == at_the_end

"""What `make test` tries only in part and `make night` (BOARDSIDE_WHOLE=1) as a whole.

Such a test is marked `sampled`: `make night` runs it once more. So is what hypothesis draws: 33 examples of
400, where a test does not say how many (conftest.py).

What is drawn is the same in each run. BOARDSIDE_RANDOM=7 draws other cases, from this seed.
"""

import os
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from portable import WHOLE

Case = TypeVar("Case")
Test = TypeVar("Test", bound=Callable[..., Any])

__all__ = ["IS_RANDOM", "SEED", "WHOLE", "drawn", "examples", "sampled", "some"]

sampled = pytest.mark.sampled
_SHARE, _LEAST = 12, 15

IS_RANDOM = "BOARDSIDE_RANDOM" in os.environ
SEED = int(os.environ.get("BOARDSIDE_RANDOM", "1"))
"""Where a test that draws by itself begins."""


def drawn(whole: int) -> int:
    """So many examples in this run of what are `whole` in `make night`."""
    return whole if WHOLE else max(whole // _SHARE, _LEAST)


def examples(whole: int, **options: Any) -> Callable[[Test], Test]:
    """So many examples of hypothesis in `make night`, a twelfth in `make test`; not fewer than 15."""

    def set_up(test: Test) -> Test:
        made: Test = settings(max_examples=drawn(whole), deadline=None, **options)(test)
        return made

    return set_up


def some(cases: Sequence[Case], every: int) -> list[Case]:
    """All of these cases in `make night`, every n-th in `make test`."""
    return list(cases[:: 1 if WHOLE else every])

"""What `make test` tries only in part and `make long` (BOARDSIDE_WHOLE=1) as a whole.

Such a test is marked `sampled`: `make long` runs it once more.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from portable import WHOLE

Case = TypeVar("Case")
Test = TypeVar("Test", bound=Callable[..., Any])

__all__ = ["WHOLE", "examples", "sampled", "some"]

sampled = pytest.mark.sampled
_EXAMPLES_SHARE = 4


def examples(whole: int, **options: Any) -> Callable[[Test], Test]:
    """So many examples of hypothesis in `make long`, a quarter of them in `make test`."""
    count = whole if WHOLE else max(whole // _EXAMPLES_SHARE, 15)

    def set_up(test: Test) -> Test:
        made: Test = sampled(settings(max_examples=count, deadline=None, **options)(test))
        return made

    return set_up


def some(cases: Sequence[Case], every: int) -> list[Case]:
    """All of these cases in `make long`, every n-th in `make test`."""
    return list(cases[:: 1 if WHOLE else every])

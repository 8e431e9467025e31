"""What `make test` tries only in part and `make long` (BOARDSIDE_WHOLE=1) as a whole.

Such a test is marked `sampled`: `make long` runs it once more. What hypothesis draws is marked `drawn`, too:
`make slow` (BOARDSIDE_SHARE=4) draws twice as many as `make test`.
"""

import os
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from portable import WHOLE

Case = TypeVar("Case")
Test = TypeVar("Test", bound=Callable[..., Any])

__all__ = ["WHOLE", "examples", "sampled", "some"]

sampled = pytest.mark.sampled
_SHARE = int(os.environ.get("BOARDSIDE_SHARE", "8"))
_LEAST = 15


def examples(whole: int, **options: Any) -> Callable[[Test], Test]:
    """So many examples of hypothesis in `make long`, a quarter in `make slow`, an eighth in `make test`; not
    fewer than 15.
    """
    count = whole if WHOLE else max(whole // _SHARE, _LEAST)

    def set_up(test: Test) -> Test:
        made: Test = pytest.mark.drawn(sampled(settings(max_examples=count, deadline=None, **options)(test)))
        return made

    return set_up


def some(cases: Sequence[Case], every: int) -> list[Case]:
    """All of these cases in `make long`, every n-th in `make test`."""
    return list(cases[:: 1 if WHOLE else every])

"""A bounded run of the fuzzer; `python -m tests.chaos.fuzz` throws a million."""

import pytest

from tests.chaos.fuzz import run


@pytest.mark.parametrize("seed", [1, 2])
def test_anything_at_all_is_answered_by_coded_errors_only(seed: int) -> None:
    fuzz = run(20_000, seed)
    assert fuzz.coded > 1000
    assert fuzz.taken > 100

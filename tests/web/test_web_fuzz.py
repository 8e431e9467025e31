"""A bounded run of the HTTP fuzzers; `make night ONLY=fuzz` runs them longer."""

import http_described
import http_fuzz
import pytest


@pytest.mark.parametrize(("count", "seed"), [(150, 1), pytest.param(400, 2, marks=pytest.mark.slow)])
def test_nothing_that_comes_over_http_upsets_it(count: int, seed: int) -> None:
    seen = http_fuzz.fuzz(count, seed)
    reached = {200, 303, 400, 403, 404, 405, 422} <= set(seen)
    assert reached, f"seed {seed}: the fuzzer reaches little: {seen}"


@pytest.mark.slow
def test_the_api_answers_as_it_is_described() -> None:
    seen = http_described.fuzz(400, seed=1)
    assert {200, 404, 409, 422} <= set(seen), f"schemathesis reaches little: {seen}"

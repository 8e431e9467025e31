"""A bounded run of the HTTP fuzzer; `make fuzz` runs it longer."""

import secrets

import http_fuzz


def test_nothing_that_comes_over_http_upsets_it() -> None:
    seed = secrets.randbelow(10**9)
    seen = http_fuzz.fuzz(400, seed)
    reached = {200, 303, 400, 403, 404, 405, 422} <= set(seen)
    assert reached, f"seed {seed}: the fuzzer reaches little: {seen}"

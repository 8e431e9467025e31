"""The long runs of the journal's proofs: `make night`. Seeds are printed; each run repeats with its seed."""

import pytest


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.long) for n in range(2, 21))])
def test_cuts_in_other_matches_in_the_ring(seed: int) -> None:
    import test_ring_cuts as cuts
    from umpire import recorded

    print(f"seed {seed}")
    base, log, umpire = cuts.run(recorded(120, seed))
    cuts.check_all(base, log, umpire)
    cuts.second_cuts(seed, 10)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("how", ["before", "half", "after", "late", "silent"])
def test_each_operation_of_a_whole_match_fails(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import test_ring_failures as failures
    from umpire import recorded

    monkeypatch.setattr(failures, "EVENTS", recorded(120))
    assert failures.failing(how) == 0

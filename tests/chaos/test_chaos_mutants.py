"""Known faults in the real code are noticed, each by the halls or by a test of its own."""

import pytest

from tests.chaos.mutants import MUTANTS
from tests.chaos.mutating import Mutant, StaleError, mutated, noticed


def name_of(mutant: Mutant) -> str:
    return mutant.name.replace(" ", "_")


@pytest.mark.parametrize("mutant", MUTANTS, ids=name_of)
def test_the_code_still_has_the_place_for_this_fault(mutant: Mutant) -> None:
    with mutated(mutant):
        pass


def test_a_fault_whose_place_is_gone_is_not_taken_for_caught() -> None:
    for where, old in (
        ("boardside.link.auth:Signer.fits", "this is not in it"),
        ("boardside.link.auth:Signer.fitted", "return"),
        ("boardside.link.gone:fits", "return"),
    ):
        with pytest.raises(StaleError), mutated(Mutant("gone", where, old, "")):
            pass


def test_names_are_not_used_twice() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("mutant", [mutant for mutant in MUTANTS if mutant.test is None], ids=name_of)
def test_the_halls_notice_this_fault(mutant: Mutant) -> None:
    assert noticed(mutant) is not None, f"survived: {mutant.name}"

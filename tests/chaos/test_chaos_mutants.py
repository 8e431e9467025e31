"""Known faults in the real code are noticed, each by the halls or by a test of its own."""

import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from boardside.link import names
from tests.chaos.mutants import MUTANTS
from tests.chaos.mutating import Mutant, StaleError, mutated, noticed

ROOT = Path(__file__).parents[2]


def name_of(mutant: Mutant) -> str:
    return mutant.name.replace(" ", "_")


@pytest.mark.parametrize("mutant", MUTANTS, ids=name_of)
def test_the_code_still_has_the_place_for_this_fault(mutant: Mutant) -> None:
    with mutated(mutant):
        pass


@cache
def defined_in(file: str) -> list[str]:
    return re.findall(r"def (test_\w+)", (ROOT / file).read_text(encoding="utf-8"))


@pytest.mark.parametrize("mutant", [mutant for mutant in MUTANTS if mutant.test is not None], ids=name_of)
def test_the_test_that_is_to_notice_it_is_there(mutant: Mutant) -> None:
    assert mutant.test is not None
    file, words = mutant.test
    for alternative in words.split(" or "):
        # A name of a test, and behind "and" or in brackets the values it is called with.
        name = re.split(r" and |\[", alternative)[0].strip()
        assert any(name in test for test in defined_in(file)), f"no test of {file} is called {name}"


def test_a_fault_whose_place_is_gone_is_not_taken_for_caught() -> None:
    for where, old in (
        ("boardside.link.auth:Signer.fits", "this is not in it"),
        ("boardside.link.auth:Signer.fitted", "return"),
        ("boardside.link.gone:fits", "return"),
    ):
        with pytest.raises(StaleError), mutated(Mutant("gone", where, old, "")):
            pass


def test_a_module_that_is_imported_meanwhile_does_not_keep_the_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the next fault of that function would not reach its tests."""
    plain = names.answer
    late = ModuleType("imported_meanwhile")
    with mutated(
        Mutant("any", "boardside.link.names:answer", "name_on_wire = _on_wire(name)", "name_on_wire = b''")
    ):
        monkeypatch.setitem(sys.modules, late.__name__, late)
        late.answer = names.answer  # type: ignore[attr-defined]
        assert names.answer is not plain
    assert names.answer is plain
    assert late.answer is plain


def test_those_of_the_gate_are_few_and_their_tests_are_of_make_test() -> None:
    gated = [mutant for mutant in MUTANTS if mutant.in_gate]
    assert 40 <= len(gated) <= 60
    assert any(mutant.test is None for mutant in gated)
    for mutant in gated:
        assert mutant.test is None or "postgres" not in mutant.test[0]


def test_names_are_not_used_twice() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("mutant", [mutant for mutant in MUTANTS if mutant.test is None], ids=name_of)
def test_the_halls_notice_this_fault(mutant: Mutant) -> None:
    assert noticed(mutant) is not None, f"survived: {mutant.name}"

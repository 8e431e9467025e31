"""How a known fault is put into the real code, and what notices it. `mutants` has the faults themselves."""

import __future__

import contextlib
import importlib
import inspect
import io
import json
import os
import sys
import textwrap
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.chaos.day import play
from tests.chaos.hall import Plan
from tests.chaos.ledger import Broken
from tests.chaos.virtual import patched

#: Small, dense halls: what one does not notice the next one will.
PLAN = Plan(tables=6, minutes=0.7, pace_s=0.7, every_s=0.7, poll_s=0.6)
SEEDS = range(1, 9)
#: Of the tests that wait for a collector's tables, under a fault; without one they take a second or two.
PATIENCE_S = 6
ROOT = Path(__file__).resolve().parents[2]
#: The seed of the hall that noticed a mutant last: it is tried first. Wrong ones only cost time.
SEEDS_FILE = Path(__file__).with_name("mutants.json")


@dataclass(frozen=True)
class Mutant:
    """`where` is module:function or module:Class.method; in it `old` is replaced by `new`. `test`: the tests
    that notice it, when they are not the halls (a file, and names of tests as pytest's -k takes them; the
    quicker the better). `in_gate`: one of at most 60 that a change must not let survive (.ci/run); the night
    tries all. Its tests are of `make test`, so that they were seen to pass without the fault.
    """

    name: str
    where: str
    old: str
    new: str
    test: tuple[str, str] | None = None
    in_gate: bool = False


class StaleError(AssertionError):
    """The code that a mutant was made for has changed: give the mutant its new place."""


@contextmanager
def mutated(mutant: Mutant) -> Iterator[None]:
    """The fault holds inside the block. StaleError when the code it was made for has changed."""
    module_name, path = mutant.where.split(":")
    try:
        module = importlib.import_module(module_name)
        owner: Any = module
        *outer, name = path.split(".")
        for part in outer:
            owner = getattr(owner, part)
        original = inspect.getattr_static(owner, name)
    except (ImportError, AttributeError) as error:
        raise StaleError(f"{mutant.name}: there is no {mutant.where} ({error})") from None
    plain: Any = original.fget if isinstance(original, property) else original
    source = textwrap.dedent(inspect.getsource(plain))
    if source.count(mutant.old) != 1:
        raise StaleError(f"{mutant.name}: {mutant.old!r} is not once in {mutant.where}")
    made: dict[str, Any] = {}
    # The function must see its module as it is at the time of the call.
    name_of_it, flags = f"<mutant: {mutant.name}>", __future__.annotations.compiler_flag
    code = compile(source.replace(mutant.old, mutant.new), name_of_it, "exec", flags)
    exec(code, module.__dict__, made)
    fault = made[name]
    changes: list[tuple[Any, str, Any]] = [(owner, name, fault)]
    if owner is module:  # others may have imported the function by its name
        for other in _own_modules():
            for key, value in list(vars(other).items()):
                if value is original and other is not module:
                    changes.append((other, key, fault))
    # A table of functions has the function itself, not its name.
    for key, value in list(vars(module).items()):
        if isinstance(value, dict) and any(each is original for each in value.values()):
            with_fault = {name: fault if each is original else each for name, each in value.items()}
            changes.append((module, key, with_fault))
    try:
        with patched(*changes):
            _forget_made(module)
            yield
    finally:
        _forget_made(module)
        _replace(fault, original)  # in modules that were imported meanwhile, such as the fault's test


def _replace(fault: Any, original: Any) -> None:
    for module in _own_modules():
        for key, value in list(vars(module).items()):
            if value is fault:
                setattr(module, key, original)


def _own_modules() -> Iterator[ModuleType]:
    """The modules that are loaded, without installed ones: those take nothing from the project."""
    root = str(ROOT)
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None) or root
        if isinstance(module, ModuleType) and file.startswith(root) and "site-packages" not in file:
            yield module


def _forget_made(module: Any) -> None:
    """Empties the caches (functools.cache) of its functions, filled without the fault or with it."""
    for made in vars(module).values():
        forget = getattr(made, "cache_clear", None)
        if forget is not None:
            forget()


def failing(test: tuple[str, str]) -> bool:
    """Whether these tests fail. RuntimeError when there are none, or they cannot be run."""
    path, names = test
    options = ["-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--tb=no", "-x", str(ROOT / path)]
    with contextlib.redirect_stdout(io.StringIO()) as output:
        status = pytest.main([*options, "-k", names] if names else options)
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise RuntimeError(f"{path} -k {names!r} cannot be run:\n{output.getvalue()}")
    return status == pytest.ExitCode.TESTS_FAILED


@contextmanager
def _impatient() -> Iterator[None]:
    """Under a fault most waiting is in vain (tests/collector/hall.py). What takes longer without one is found
    by `_sound`: that waits as long as it should.
    """
    os.environ["BOARDSIDE_PATIENCE_S"] = str(PATIENCE_S)
    try:
        yield
    finally:
        del os.environ["BOARDSIDE_PATIENCE_S"]


def noticed(mutant: Mutant, first: int | None = None) -> str | None:
    """The hall or test that noticed the mutant; None when it survived. first: the hall to try first."""
    with mutated(mutant):
        if mutant.test is not None:
            with _impatient():
                return " ".join(mutant.test) if failing(mutant.test) else None
        for seed in sorted(SEEDS, key=lambda seed: (seed != first, seed)):
            try:
                play(seed, PLAN)
            except Broken as error:  # anything else is a fault of the mutant
                return f"seed {seed}: {str(error).splitlines()[0]}"
    return None


def seeds() -> dict[str, int]:
    """The hall that last noticed each mutant, by the mutant's name."""
    try:
        seeds: dict[str, int] = json.loads(SEEDS_FILE.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return seeds


def run(mutants: Sequence[Mutant], learn: bool = False, sound: bool = True, workers: int = 2) -> int:
    """Try these mutants; 1 when one survives or has lost its place, or when the tests fail without any.

    learn: write down which hall noticed which mutant. sound: try the tests without any fault first.
    """
    known, wrong = seeds(), 0
    began = time.monotonic()
    tests = sorted({mutant.test for mutant in mutants if mutant.test is not None}) if sound else ()
    halls = SEEDS if sound and any(mutant.test is None for mutant in mutants) else ()
    with ProcessPoolExecutor(workers, max_tasks_per_child=None) as pool:
        # Without a fault nothing is noticed: or else what is noticed says nothing about the fault.
        unharmed = [pool.submit(_sound, case) for case in (*halls, *tests)]
        tried = [(mutant, pool.submit(_tried, mutant, known.get(mutant.name))) for mutant in mutants]
        for each in unharmed:
            complaint = each.result()
            if complaint is not None:
                wrong += 1
                print(complaint, flush=True)
        for mutant, result in tried:
            is_caught, words, seconds = result.result()
            wrong += not is_caught
            print(f"{mutant.name}: {words} ({seconds:.1f} s)", flush=True)
            if is_caught and mutant.test is None:
                known[mutant.name] = int(words.split(":")[0].split()[1])
    if learn:
        names = sorted(mutant.name for mutant in mutants if mutant.name in known)
        lines = json.dumps({name: known[name] for name in names}, indent=2)
        SEEDS_FILE.write_text(lines + "\n", encoding="utf-8")
    print(f"{len(mutants)} mutants in {time.monotonic() - began:.0f} s, {wrong} wrong")
    return 1 if wrong else 0


def _sound(case: int | tuple[str, str]) -> str | None:
    """A hall or a test without any fault; what is wrong with it."""
    try:
        if not isinstance(case, int):
            return f"FAILS WITHOUT A FAULT: {' '.join(case)}" if failing(case) else None
        play(case, PLAN)
    except (Broken, RuntimeError) as error:
        return f"FAILS WITHOUT A FAULT: {error}"
    return None


def _tried(mutant: Mutant, first: int | None) -> tuple[bool, str, float]:
    began = time.monotonic()
    try:
        by = noticed(mutant, first)
    except StaleError as error:
        return False, f"LOST ITS PLACE: {error}", time.monotonic() - began
    except Exception as error:
        return (
            False,
            f"BROKE WHAT SHOULD NOTICE IT: {type(error).__name__}: {error}",
            time.monotonic() - began,
        )
    return by is not None, by or "SURVIVED", time.monotonic() - began

"""Where the suites find the project (the repository's root, the helper of the portable tests), how hypothesis
is to judge (a busy machine is no fault of the code), and which portable tests `make long` runs once more, as
a whole (sampling.py).
"""

import gc
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "portable"))

settings.register_profile("boardside", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("boardside")


# What is collected is kept until the end: looking through it for garbage, again and again, finds none.
gc.disable()


def pytest_collection_finish() -> None:
    """From here on garbage is looked for, but not among the tests themselves."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A portable test cannot be marked: it is by what its module takes from portable.py."""
    for item in items:
        is_portable = isinstance(item, pytest.Function) and "portable" in item.path.parts
        if is_portable and hasattr(item.module, "WHOLE"):
            item.add_marker("sampled")

"""What all suites share: where the project and the helper of the portable tests are; how hypothesis judges (a
busy machine is no fault of the code); that each run draws the same (sampling.py); which portable tests
`make night` runs once more, as a whole; and the database in a file that most suites of the host begin with
(databases.py).
"""

import asyncio
import gc
import inspect
import random
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from freezegun.api import FrozenDateTimeFactory

    from host_tools.store import Store

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "portable"))
#: A kit beside its tests is imported by its name from any folder; `cpython` has what only MicroPython has.
for _folder in sorted([*(ROOT / "tests").glob("*/"), *(ROOT / "tests" / "portable").glob("*/")]):
    if _folder.is_dir() and not (_folder / "__init__.py").exists():
        sys.path.append(str(_folder))
sys.path.append(str(ROOT / "tests"))

#: The moment at which a stopped clock stands.
NOON = "2026-02-14 12:00:00"

#: To end an asynchronous test that hangs, on whatever machine.
HANGS_S = 3600

#: Examples that hypothesis draws in `make night` for a test that does not say how many.
DRAWN = 400


#: What `secrets` gives inside a test: draws of tournaments, ids, tokens. Each test has its own sequence.
_chance = random.Random()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test that is `async def` runs in an event loop of its own, for an hour at most."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**given), HANGS_S))
    return True


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Sets how hypothesis judges, how much it draws and from which seed, before any test module is loaded."""
    from hypothesis.internal.conjecture import providers

    from tests.sampling import IS_RANDOM, SEED, drawn

    settings.register_profile(
        "boardside",
        deadline=None,
        max_examples=drawn(DRAWN),
        suppress_health_check=[HealthCheck.too_slow],
        derandomize=not IS_RANDOM,
        database=None,
    )
    settings.load_profile("boardside")
    if IS_RANDOM:
        config.option.hypothesis_seed = config.option.hypothesis_seed or str(SEED)
    else:
        # It draws numbers and words from the project's modules, too: from those that happen to be loaded.
        providers.is_local_module_file = lambda _path: False  # type: ignore[assignment]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """What a test draws does not depend on the tests before it."""
    from tests.sampling import SEED

    _chance.seed(f"{SEED} {item.nodeid}")


# What is collected is kept until the end: looking through it for garbage, again and again, finds none.
gc.disable()


def pytest_collection_finish() -> None:
    """From here on garbage is looked for, but not among the tests themselves."""
    gc.freeze()
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """What failed stands in a file, too, with all that it printed: a terminal forgets. A seed repeats it."""
    from tests.sampling import IS_RANDOM, SEED

    reports = [report for kind in ("failed", "error") for report in terminalreporter.stats.get(kind, [])]
    log = ROOT / "build" / "failed-tests.log"
    if config.option.tbstyle == "no":  # a run within another one, such as that of a known fault
        return
    seed = f"BOARDSIDE_RANDOM={SEED} " if IS_RANDOM else ""
    if seed:
        terminalreporter.write_line(f"Drawn at random: {seed}")
    if not reports:
        log.unlink(missing_ok=True)
        return
    log.parent.mkdir(exist_ok=True)
    parts = (
        f"== {report.nodeid}\n{report.longreprtext}\n{report.capstdout}{report.capstderr}"
        for report in reports
    )
    log.write_text("\n".join(parts), encoding="utf-8")
    terminalreporter.write_line(
        f"What failed, with all its output: {log.relative_to(ROOT)}. One of them again:"
    )
    terminalreporter.write_line(f"    {seed}{Path(sys.executable)} -m pytest '{reports[0].nodeid}'")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What hypothesis draws is `sampled` (sampling.py). A portable test cannot be marked: it is
    by what its module takes from portable.py.
    """
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker("sampled")
        is_portable = isinstance(item, pytest.Function) and "portable" in item.path.parts
        if is_portable and hasattr(item.module, "WHOLE"):
            item.add_marker("sampled")


@pytest.fixture(scope="session", autouse=True)
def _repeatable_secrets() -> Iterator[None]:
    """Draws, ids and tokens are the same in each run: a token that begins with a dash does so every time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", lambda count=None: _chance.randbytes(count or 32))
        patch.setattr(secrets, "choice", _chance.choice)
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_files_of_the_person(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A command that is not told where to keep files keeps them in a folder of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOARDSIDE_HOME", str(tmp_path_factory.mktemp("home")))
        patch.delenv("BOARDSIDE_DB", raising=False)
        yield


@pytest.fixture
def marked_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every language but English says `‹text›`: a test sees what is translated, in whatever words."""
    from host_tools.i18n import Language

    def text(speaker: Language, message: str, context: str = "") -> str:
        return message if speaker.code == "en" else f"‹{message}›"

    def count(speaker: Language, singular: str, plural: str, number: int, context: str = "") -> str:
        return text(speaker, singular if number == 1 else plural)

    monkeypatch.setattr(Language, "text", text)
    monkeypatch.setattr(Language, "count", count)


@pytest.fixture
def stopped_clock() -> "Iterator[FrozenDateTimeFactory]":
    """The computer's clock stands still, at noon of a day, until the test moves it (`tick`, `move_to`): what
    depends on how long ago something was does not depend on how fast this machine is. Not for what waits in
    asyncio or in threads: their clocks stand, too.
    """
    from freezegun import freeze_time

    with freeze_time(NOON, ignore=["_pytest.timing"]) as clock:
        yield clock


@pytest.fixture(scope="module")
def _stopped_throughout() -> "Iterator[FrozenDateTimeFactory]":
    from freezegun import freeze_time

    with freeze_time(NOON, ignore=["_pytest.timing"]) as clock:
        yield clock


@pytest.fixture
def clock_at_noon(_stopped_throughout: "FrozenDateTimeFactory") -> None:
    """As `stopped_clock`, for a module of which every test asks for it: looking for all clocks in thousands
    of modules takes longer than most tests do, so it is done once.
    """
    _stopped_throughout.move_to(NOON)


@pytest.fixture(autouse=True)
def _computers_clock() -> Iterator[None]:
    """A collector that a test did not stop leaves its host time to no other test of this process."""
    yield
    database = sys.modules.get("host_tools.store.database")
    if database is not None:
        database.follow_clock(None)


@pytest.fixture(scope="session", autouse=True)
def _copied_databases() -> Iterator[None]:
    """New databases are copies, share what is compiled for them, and do not wait for the disk. A run without
    tests of the host does not load what that needs.
    """
    if "host_tools.store.database" not in sys.modules:
        yield
        return
    from tests.databases import compiled_once, copied, not_waiting

    with compiled_once(), not_waiting(), copied():
        yield


@pytest.fixture(scope="session", autouse=True)
def _programs_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A build takes seconds: the program of the same sources is made by the first test that needs it."""
    if "host_tools.device.build" not in sys.modules:
        yield
        return
    from tests.compiled import programs_once

    with programs_once(tmp_path_factory):
        yield


@pytest.fixture(scope="session", autouse=True)
def _patient_browsers() -> None:
    """What a page is to show may take a minute on a busy machine; a page's own steps may as it is."""
    for api in ("playwright.sync_api", "playwright.async_api"):
        if api in sys.modules:
            sys.modules[api].expect.set_options(timeout=60_000)


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of a database in a file; tests/postgres runs some suites on a server."""
    return f"sqlite:///{tmp_path / 'hall.sqlite3'}"


@pytest.fixture
def store(url: str) -> Iterator["Store"]:
    """A new database, closed at the end."""
    from host_tools.store import Store

    opened = Store.open(url)
    yield opened
    opened.close()

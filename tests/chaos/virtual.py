"""Virtual time: an asyncio loop whose clock jumps to the next thing that is due. No thread runs beside it."""

import asyncio
import selectors
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

#: Some moment of a day of play, ms since 1970; any other would do.
MORNING_MS = 1_780_000_000_000


class _Clock(selectors.SelectSelector):
    """A selector that finds no file ready; waiting only lets time pass."""

    now = 1000.0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise RuntimeError("everybody waits for something that cannot happen")
        self.now += max(0.0, timeout)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """Runs everything on one thread, what asks for a thread too. `ms` is the host's monotonic clock."""

    def __init__(self) -> None:
        self._virtual = _Clock()
        super().__init__(self._virtual)
        self._clock_resolution = 1e-6
        self.faults: list[dict[str, Any]] = []
        self.set_exception_handler(lambda _loop, context: self.faults.append(context))

    def time(self) -> float:
        return self._virtual.now

    @property
    def ms(self) -> int:
        return round(self._virtual.now * 1000)

    def wall_ms(self, monotonic: int | None = None) -> int:
        return MORNING_MS + (self.ms if monotonic is None else monotonic)

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> "asyncio.Future[Any]":
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future

    def _write_to_self(self) -> None:  # nobody is to be woken: there is no other thread
        pass

    def pass_ms(self, milliseconds: int) -> None:
        """Let time pass."""
        self.run_until_complete(asyncio.sleep(milliseconds / 1000))

    def finish(self) -> None:
        """End every task, and the loop."""
        tasks = asyncio.all_tasks(self)
        for task in tasks:
            task.cancel()
        if tasks:
            self.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self.close()


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a test's work in virtual time, to its end: its waits take as long as they say, on any machine."""
    loop = VirtualLoop()
    try:
        loop.run_until_complete(work)
    finally:
        loop.finish()
    assert not loop.faults


@contextmanager
def patched(*changes: tuple[Any, str, Any]) -> Iterator[None]:
    """(object, name of an attribute, value) hold inside the block."""
    missing = object()
    before = [(where, name, where.__dict__.get(name, missing)) for where, name, _ in changes]
    try:
        for where, name, value in changes:
            setattr(where, name, value)
        yield
    finally:
        for where, name, value in reversed(before):
            if value is missing:
                delattr(where, name)
            else:
                setattr(where, name, value)


def everywhere(function: Any, stand_in: Any) -> list[tuple[Any, str, Any]]:
    """The changes that put `stand_in` in the place of `function` in all modules of this project."""
    places = []
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in ("boardside", "host_tools"):
            places += [(module, key, stand_in) for key, value in vars(module).items() if value is function]
    return places

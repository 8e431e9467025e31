"""Simulated tables that run while commands are tried: in their own thread, with its own event loop."""

import asyncio
import threading
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Any, TypeVar

from host_tools.simulator.hall import Hall
from host_tools.simulator.process import Options
from tests.waiting import press_until

_Result = TypeVar("_Result")
_PATIENCE_S = 120

FAST = Options().fast()


class Tables:
    """Tables 1 to `count` on cables (`folder/table1.tty`), each with its key, until `stop`."""

    def __init__(
        self, folder: Path, count: int, keys: Mapping[int, str] | None, options: Options = FAST
    ) -> None:
        self._hall = Hall(count, serial=count, folder=folder, panels_port=None, options=options, keys=keys)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._do(self._hall.__aenter__())

    def press(self, table: int, keys: str) -> None:
        """Press these keys of a table, one after the other."""

        async def one_by_one() -> None:
            for key in keys.split():
                await self._hall.tables[table - 1].press(key)

        self._do(one_by_one())

    def sees(self, table: int, text: str) -> None:
        """Wait until a table's digits begin so."""
        panel = self._hall.tables[table - 1]
        self._do(panel.wait_for(lambda view: view.text.strip().startswith(text), _PATIENCE_S))

    def choose(self, table: int, item: str) -> None:
        """Take an item of the table's menu, by what its digits say."""

        async def search() -> None:
            panel = self._hall.tables[table - 1]
            await panel.press("OK", hold_ms=800)
            await press_until(panel, "BLACK", lambda t: t.text.strip().startswith(item))
            await panel.press("OK")

        self._do(search())

    def stop(self) -> None:
        """Switch all of them off."""
        self._do(self._hall.__aexit__())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_PATIENCE_S)
        self._loop.close()

    def _do(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(_PATIENCE_S)

"""Simulated tables with chosen displays."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from host_tools.simulator.displays import text_of
from host_tools.simulator.process import Options
from host_tools.simulator.table import SimTable
from tests.waiting import press_until


def table_with(folder: Path, displays: tuple[str, ...], panel: str, **config: Any) -> SimTable:
    """Table 7, without the waits of flash and Wi-Fi."""
    options = replace(Options().fast(), displays=displays, panel=panel)
    return SimTable(7, folder / "table7", options=options, config=config)


def said(table: SimTable, display: int) -> str:
    """The text on a display; "" before it was first written to. A colon reads as a point."""
    lit = table.observed.lit.get(display)
    return "" if lit is None else text_of(lit.segments)


async def begin_a_match(table: SimTable) -> None:
    """A new match from the menu; the left side breaks; "Play" is called, so that the first clock runs."""
    await table.wait_for(lambda t: said(t, 0).strip())
    await table.press("OK", hold_ms=800)
    await table.press("OK")
    await press_until(table, "BLACK", lambda t: "br" in said(t, 0))
    await press_until(table, "QUEEN", lambda t: "LEFt" in said(t, 0))
    await table.press("OK")
    await table.press("CLOCK")

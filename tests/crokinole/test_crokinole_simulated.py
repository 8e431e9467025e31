"""A championship match by key presses on the real firmware: the digits are read off the display's bus."""

import asyncio
from pathlib import Path

import pytest

from host_tools.simulator.process import Options
from host_tools.simulator.table import SimTable

KEYS = {
    "W": "WHITE",
    "B": "BLACK",
    "Q": "QUEEN",
    "S": "STRIKER",
    "F": "FOUL",
    "D": "DUE",
    "C": "CLOCK",
    "O": "OK",
}


async def press(table: SimTable, keys: str) -> None:
    """Presses keys by letter; `+` after a letter: held."""
    for at, letter in enumerate(keys):
        if letter in KEYS:
            held = keys[at + 1 : at + 2] == "+"
            await (table.press(KEYS[letter], hold_ms=800) if held else table.press(KEYS[letter]))


async def sees(table: SimTable, *texts: str) -> None:
    """Waits until each of the texts has stood on the digits, in any order."""
    for text in texts:
        await table.wait_for(lambda t, text=text: t.text.replace("S", "5") == text.replace("S", "5"))


async def seek(table: SimTable, key: str, text: str) -> None:
    """Press `key` until the digits begin or end with `text`."""
    for _ in range(40):
        if text.replace("S", "5") in table.text.replace("S", "5"):
            return
        await table.press(key)
    raise AssertionError(f"{text} is not there, but {table.text}")


async def set_up(table: SimTable) -> None:
    """Rules of crokinole, then a new match: a final of singles with cues, the left side first."""
    await table.wait_for(lambda t: t.text.strip())
    await press(table, "O")
    await seek(table, "BLACK", "rULES")
    await press(table, "O")
    await seek(table, "QUEEN", "Cro")
    await press(table, "O")
    await press(table, "O+")
    await seek(table, "BLACK", "StArt")
    await press(table, "O")
    await seek(table, "QUEEN", "Fin")
    await press(table, "O")
    await seek(table, "BLACK", "CAtE")
    await seek(table, "QUEEN", "CUE")
    await press(table, "O")
    await seek(table, "QUEEN", "LEFt")
    await press(table, "O")


async def play(table: SimTable) -> None:
    await set_up(table)
    await sees(table, " 0_r1  0")
    await press(table, "C CQCC")  # "Play", four shots, the second sinks
    await sees(table, "di  4-4 ")
    await press(table, "O W SS B F")  # two 15s against a 20 and a 10
    await sees(table, "30 on_30")
    await press(table, "OO")
    await sees(table, " 1 r2_ 1")
    await press(table, "O W+ OO  O B+ OO  O Q+ OO")
    await sees(table, " 4_    4")  # level after four rounds
    await press(table, "C O B SS OO")
    await sees(table, " 4 G1  6")
    await press(table, "O W+ OO  O W+ OO  O W+ OO")  # decided after three rounds
    await sees(table, " 0_r1  0")
    await press(table, "O W+ OO  O W+ OO  O W+ OO")
    await sees(table, "ConF    ")
    await press(table, "O")
    await sees(table, "ty  0-1 ")


@pytest.mark.slow
def test_a_best_of_three_with_a_fifth_round_on_the_real_firmware(tmp_path: Path) -> None:
    async def work() -> None:
        async with SimTable(7, tmp_path / "table7", options=Options().fast()) as table:
            await play(table)
            assert table.observed.errors == []
            await table.power_off()
            await table.power_on()
            await sees(table, " 6     0")

    asyncio.run(asyncio.wait_for(work(), 600))

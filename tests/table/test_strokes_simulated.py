"""Boards stroke by stroke on the real firmware: keys pressed, segments read off the simulated bus."""

import asyncio
from pathlib import Path

import pytest

from host_tools.simulator.process import Options
from host_tools.simulator.table import SimTable

PATIENCE_S = 180.0
TWO_PRESSES = {"struck": 1}
SINGLES = "OK OK OK OK QUEEN OK"  # the menu, a new match, its stage, singles, the left side breaks
DOUBLES = "OK OK OK QUEEN OK QUEEN OK"


async def shows(table: SimTable, *texts: str) -> None:
    """Wait until the digits show one of `texts`; S reads as 5, a dark digit as a blank."""
    expected = [text.replace("S", "5").lower() for text in texts]
    try:
        await asyncio.wait_for(table.wait_for(lambda t: t.text.lower() in expected), PATIENCE_S)
    except TimeoutError:
        raise AssertionError(f"the digits show {table.text!r}, not {texts}") from None


async def press(table: SimTable, key: str) -> None:
    """Press a key ("+" behind it: held)."""
    if key.endswith("+"):
        await table.press(key[:-1], hold_ms=800)
    else:
        await table.press(key)


async def walk(table: SimTable, rows: list[tuple[str, tuple[str, ...]]]) -> None:
    """Press the keys of each row, and see what it says: a notice goes away by itself."""
    for keys, texts in rows:
        *before, last = keys.split()
        for key in before:
            await press(table, key)
        await asyncio.gather(shows(table, *texts), press(table, last))


async def play(folder: Path, rows: list[tuple[str, tuple[str, ...]]]) -> None:
    async with SimTable(3, folder, options=Options().fast(), config=TWO_PRESSES) as table:
        await shows(table, "tbL    3")
        await walk(table, rows)
        assert table.observed.errors == []


async def test_a_singles_board_by_strokes_over_a_power_cut(tmp_path: Path) -> None:
    async with SimTable(3, tmp_path, options=Options().fast(), config=TWO_PRESSES) as table:
        await shows(table, "tbL    3")
        await walk(
            table,
            [
                (SINGLES + " CLOCK", (" 0_15  0", " 0_14  0")),
                ("CLOCK WHITE WHITE", ("C2_in   ",)),
                ("CLOCK", ("Go   on ",)),
                ("CLOCK STRIKER CLOCK", ("duE    1",)),
                ("CLOCK", ("PLACEd  ",)),
                ("CLOCK BLACK BLACK QUEEN", ("   in_C2.",)),
                ("CLOCK", ("qUEEn in",)),
                ("CLOCK WHITE", ("C1 in_  ",)),
            ],
        )
        await table.power_off()
        await table.power_on()
        await shows(table, "C8 on_C7.")  # what should lie on the board, by turns with the score
        await walk(
            table,
            [
                ("CLOCK CLOCK" + " BLACK" * 6 + " CLOCK", ("Go   on ",)),
                ("CLOCK BLACK CLOCK", (" 0P11 11",)),
                ("OK", (" 0 b2_11",)),
            ],
        )
        assert table.observed.errors == []


@pytest.mark.slow
def test_a_doubles_board_by_strokes_left_and_come_back_to(tmp_path: Path) -> None:
    rows: list[tuple[str, tuple[str, ...]]] = [
        (DOUBLES + " CLOCK", (" 0_15  0", " 0_14  0")),
        ("DUE", ("AGAin   ",)),
        ("CLOCK CLOCK", ("Go  rGHt",)),
        ("CLOCK BLACK BLACK BLACK BLACK CLOCK", ("Go   on ",)),
        ("CLOCK BLACK STRIKER CLOCK", ("duE    1",)),
        ("WHITE", ("PLACE   ",)),
        ("DUE+", ("ForGonE ",)),
        ("CLOCK QUEEN BLACK CLOCK", ("qUEEn in",)),
        ("CLOCK FOUL CLOCK", ("PEnALt 1",)),
        ("CLOCK", ("PLACEd  ",)),
        ("CLOCK WHITE CLOCK", ("Go   on ",)),  # the second player of the left side
        ("OK+ BLACK BLACK BLACK", ("bArE bd ",)),
        ("OK OK+ BLACK BLACK OK", ("C9_on C9",)),
        ("WHITE WHITE WHITE BLACK QUEEN QUEEN STRIKER STRIKER", ("C3.~on C1",)),
        ("OK CLOCK BLACK CLOCK", (" 0 P3  3",)),
        ("OK", (" 0 b2_ 3",)),
    ]
    asyncio.run(play(tmp_path, rows))

"""The firmware as it stands, on a simulated board: start, play, power cut, service, tools at its prompt."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from host_tools.collector.serial_line import STORES_NOTHING
from host_tools.simulator import flash_image
from host_tools.simulator.process import Options
from host_tools.simulator.table import SimTable
from tests.chaos.flash import BLOCK
from tests.chaos.fuzz_images import versioned
from tests.waiting import press_for, press_until, until

FAST = Options().fast()


@asynccontextmanager
async def on_table(tmp_path: Path, **of_table: Any) -> AsyncIterator[SimTable]:
    """A table that has been switched on and shows something."""
    async with SimTable(3, tmp_path / "table", **{"options": FAST, **of_table}) as table:
        await table.wait_for(lambda t: t.text.strip() != "")
        yield table
        assert table.observed.errors == []


async def begin_match(table: SimTable) -> None:
    """OK opens the menu at "new match"; its fields are taken as they are, the toss by the left player."""
    await table.press("OK")
    for _ in range(4):
        await table.press("OK")
    await table.wait_for(lambda t: "toSS" in t.text or "to55" in t.text)
    await table.press("WHITE")
    await table.press("OK")
    await table.wait_for(lambda t: "b1" in t.text)


async def play_board(table: SimTable, black_left: int) -> None:
    """Play, then enter a board that white won with its Queen."""
    await table.press("CLOCK")
    await table.press("OK")
    for _ in range(black_left):
        await table.press("BLACK")
    await table.press("QUEEN")
    await table.press("OK")
    await table.press("OK")


async def test_it_shows_its_table_and_clicks(tmp_path: Path) -> None:
    async with on_table(tmp_path) as table:
        await table.wait_for(lambda t: t.text == "tbL    3")
        await table.press("CLOCK")
        await table.wait_for(lambda t: any(tone.freq_hz for tone in t.tones))


async def test_a_match_stands_as_it_stood_after_the_plug_was_pulled(tmp_path: Path) -> None:
    async with on_table(tmp_path) as table:
        await begin_match(table)
        await play_board(table, 5)
        await table.wait_for(lambda t: t.text.startswith(" 8"))
        digits = table.text
        await table.power_off()
        assert table.text.strip() == ""
        await table.power_on()
        await table.wait_for(lambda t: t.text == digits)
        await press_for(table, "UNDO", lambda t: "Und" in t.text)


@pytest.mark.slow
async def test_a_cut_in_the_middle_of_any_write_loses_no_accepted_board(tmp_path: Path) -> None:
    async with on_table(tmp_path) as table:
        await begin_match(table)
        await play_board(table, 1)
        await table.wait_for(lambda t: t.text.startswith(" 4"))
        cuts = 0
        for count in (1, 2, 1, 2, 1, 2):
            table.cut_power_at_write(count)
            playing = asyncio.create_task(play_board(table, 1))
            await until(lambda playing=playing: playing.done() or not table.is_on)  # type: ignore[misc]
            cuts += not table.is_on
            playing.cancel()
            await asyncio.wait([playing])
            await table.power_off()
            await table.power_on()
            # A record that was torn is said first: "torn".
            await table.wait_for(lambda t: t.text[:2].strip().isdigit())
            points = int(table.text[:2])
            assert points in (4, 8), f"cut at write {count}: {table.text}"
            while int(table.text[:2]) > 4:
                before = table.text
                await table.press("UNDO")
                await table.wait_for(lambda t, before=before: t.text != before)
                await table.wait_for(lambda t: t.text[:2].strip().isdigit())
        assert cuts >= 3


async def test_ok_and_undo_at_power_on_lead_to_the_prompt(tmp_path: Path) -> None:
    async with on_table(tmp_path) as table:
        await table.power_off()
        table.key_down("OK")
        table.key_down("UNDO")
        await table.power_on()
        await table.wait_for(lambda t: b"service key" in t.log and t.log.endswith(b">>> "))
        assert table.text.strip() == ""
        table.key_up("OK")
        table.key_up("UNDO")
        table.type("\x04")
        await table.wait_for(lambda t: "tbL" in t.text)


async def test_one_of_them_alone_does_not(tmp_path: Path) -> None:
    async with on_table(tmp_path) as table:
        await table.power_off()
        table.key_down("OK")
        await table.power_on()
        await table.wait_for(lambda t: "tbL" in t.text)
        table.key_up("OK")


async def test_ctrl_c_leaves_a_prompt_that_the_watchdog_lets_live(tmp_path: Path) -> None:
    async with on_table(tmp_path) as table:
        await table.press("OK")
        table.type("\x03")
        await table.wait_for(lambda t: b"has stopped" in t.log and t.log.endswith(b">>> "))
        assert table._watchdog._timeout_s > 3000
        table.type("1+1\r")
        await table.wait_for(lambda t: b"\n2\n>>>" in t.log.replace(b"\r", b""))
        assert table.resets == 0


async def test_the_watchdog_runs_and_can_be_left_out(tmp_path: Path) -> None:
    async with on_table(tmp_path) as table:
        await until(lambda: 14 < table._watchdog._timeout_s < 18)
    async with on_table(tmp_path / "without", config={"watchdog": False}) as table:
        await table.press("OK")  # its tasks are at work
        assert table._watchdog._timeout_s == 0


@pytest.mark.slow
async def test_volume_set_at_the_table_is_kept(tmp_path: Path) -> None:
    async with on_table(tmp_path) as table:
        await table.press("OK")
        await press_until(table, "BLACK", lambda t: "SoUn" in t.text or "5oUn" in t.text)
        await table.press("OK")
        await table.press("QUEEN")
        await table.press("OK")

        def kept(_: SimTable) -> bool:
            return json.loads(flash_image.read(table.image)["config.json"]).get("volume") == 8

        await until(lambda: kept(table))


@pytest.mark.slow
async def test_a_broken_config_is_told_and_kept_and_the_table_plays(tmp_path: Path) -> None:
    async with on_table(tmp_path) as table:
        await table.power_off()
        flash_image.write(table.image, {"config.json": '{"table": 3,'})
        await table.power_on()
        await table.wait_for(lambda t: b"# config.json: it is no JSON" in t.log)
        await table.wait_for(lambda t: "tbL" in t.text)
        await begin_match(table)
        assert flash_image.read(table.image)["config.json"] == b'{"table": 3,'


async def test_a_board_without_a_partition_for_its_journal_says_what_to_do(tmp_path: Path) -> None:
    async with on_table(tmp_path, options=replace(FAST, has_journal=False)) as table:
        await table.wait_for(lambda t: t.text == "rEFLA5H ")
        await table.wait_for(lambda t: STORES_NOTHING in t.log and b"boardside flash" in t.log)
        await table.press("OK")
        await table.wait_for(lambda t: t.text == "rEFLA5H ")


async def test_a_journal_of_a_newer_firmware_is_left_alone_and_reported(tmp_path: Path) -> None:
    async with on_table(tmp_path) as table:
        await begin_match(table)
        await table.power_off()
        image = tmp_path / "table" / "journal.bin"
        data = image.read_bytes()
        sectors = (bytearray(data[at : at + BLOCK]) for at in range(0, len(data), BLOCK))
        image.write_bytes(before := b"".join(versioned(sector, 9) for sector in sectors))
        await table.power_on()
        await table.wait_for(lambda t: b"the journal has format 9" in t.log)
        await table.wait_for(lambda t: t.text == "rEPAir J")
        await table.press("OK")
        await table.power_off()
        assert image.read_bytes() == before

"""Power, resets and what breaks, on simulated tables with the real firmware."""

import re
from pathlib import Path

import pytest

from host_tools.simulator import restarts
from host_tools.simulator.process import Options
from host_tools.simulator.table import SimTable
from tests.waiting import press_until

FAST = Options().fast()


def starts(table: SimTable) -> list[tuple[str, int]]:
    """(cause, failed in a row) of each start in the log."""
    rows = re.findall(rb"# started: (\w+), failed in a row: (\d+)", bytes(table.log))
    return [(cause.decode(), int(row)) for cause, row in rows]


async def started(table: SimTable, count: int) -> set[str]:
    """Waits until the table has started `count` times and shows its number. Returns the texts before that."""
    seen = set()

    def is_there(table: SimTable) -> bool:
        seen.add(table.text)
        return len(starts(table)) == count and table.text == "tbL    7"

    await table.wait_for(is_there)
    return seen


async def ready(table: SimTable) -> None:
    await table.wait_for(lambda t: t.text == "tbL    7")


async def test_every_restart_is_told_apart(tmp_path: Path) -> None:
    async with SimTable(7, tmp_path, options=FAST) as table:
        await started(table, 1)
        await table.brown_out()
        await started(table, 2)
        await table.reset(restarts.WATCHDOG)
        assert "rE5Et  3" not in await started(table, 3)
        await table.reset(restarts.CHIP)
        assert "rE5Et  3" in await started(table, 4)
        await table.reset()  # the button: RTC memory is gone
        await started(table, 5)
        table.type("\x03")
        await table.wait_for(lambda t: t.log.endswith(restarts.PROMPT))
        table.type("\x04")
        await started(table, 6)
        assert starts(table) == [
            ("power_on", 0),
            ("dip", 1),
            ("watchdog", 2),
            ("crash", 3),
            ("power_on", 0),
            ("soft", 0),
        ]


@pytest.mark.slow
async def test_the_battery_is_watched_and_warns(tmp_path: Path) -> None:
    async with SimTable(7, tmp_path, config={"battery": True}, options=FAST) as table:
        await ready(table)
        table.battery(3200)
        await table.wait_for(lambda t: t.text.startswith("bAtt "), timeout=60)
        await table.wait_for(lambda t: b"# Battery at" in t.log)
        assert not table.observed.errors


@pytest.mark.slow
async def test_a_new_number_is_kept_and_the_table_starts_anew_with_it(tmp_path: Path) -> None:
    async with SimTable(7, tmp_path, options=FAST) as table:
        await ready(table)
        await table.press("OK")
        await press_until(table, "WHITE", lambda t: t.text.startswith("tbL no"))
        for key in ("OK", "QUEEN", "OK"):
            await table.press(key)
        await table.wait_for(lambda t: t.text == "tbL    8", timeout=60)
        await table.wait_for(lambda t: t.resets == 1 and t.text == "tbL    8")
        assert starts(table)[-1] == ("restart", 0)


async def test_a_partition_of_garbage_is_a_new_journal(tmp_path: Path) -> None:
    async with SimTable(7, tmp_path, options=FAST) as table:
        await ready(table)
        await table.power_off()
        size = (tmp_path / "journal.bin").stat().st_size
        (tmp_path / "journal.bin").write_bytes(b"\x5a\x00\xc3\x7e" * (size // 4))
        await table.power_on()
        await ready(table)


@pytest.mark.parametrize("blocks", [(0,), (1,)])
async def test_one_damaged_superblock_is_survived(tmp_path: Path, blocks: tuple[int, ...]) -> None:
    async with SimTable(7, tmp_path, options=FAST) as table:
        await ready(table)
        await table.power_off()
        damage(tmp_path, blocks)
        await table.power_on()  # from the other one: perhaps an older directory, without config.json
        await table.wait_for(lambda t: t.text.startswith("tbL"))


async def test_with_both_superblocks_damaged_a_stock_image_stops(tmp_path: Path) -> None:
    async with SimTable(7, tmp_path, options=FAST) as table:
        await ready(table)
        await table.power_off()
        damage(tmp_path, (0, 1))
        await table.power_on()
        await table.wait_for(lambda t: b"A stock board would stop here" in t.log)
        assert not table.text.strip()


def damage(folder: Path, blocks: tuple[int, ...]) -> None:
    with (folder / "flash.bin").open("r+b") as file:
        for block in blocks:
            file.seek(block * 4096)
            file.write(b"\xa5" * 4096)


async def test_the_score_is_there_before_the_wifi(tmp_path: Path) -> None:
    options = Options(wifi_join_ms=3_600_000)
    async with SimTable(7, tmp_path, collector=("127.0.0.1", 9), options=options) as table:
        await ready(table)
        assert not table.observed.wifi_connected
        await table.press("OK")
        await table.wait_for(lambda t: t.text.startswith("5tArt"))
        assert not table.observed.wifi_connected

"""The firmware as it stands, on a simulated board: start, play, power cut, service, tools at its prompt."""

import asyncio
import json
import subprocess
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from host_tools.device import bundle, deploy, flash
from host_tools.device.build import PLAIN
from host_tools.simulator import flash_image
from host_tools.simulator.options import Options
from host_tools.simulator.table import SimTable

FAST = Options().fast()
STOCK = replace(FAST, journal="segments")


def on_table(work: Callable[[SimTable], Awaitable[None]], tmp_path: Path, **of_table: Any) -> None:
    """Run `work` with a table that has been switched on and shows something."""

    async def bounded() -> None:
        async with asyncio.timeout(180):
            async with SimTable(3, tmp_path / "table", **{"options": FAST, **of_table}) as table:
                await table.wait_for(lambda t: t.text.strip() != "", 5)
                await work(table)
                assert table.observed.errors == []

    asyncio.run(bounded())


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


def test_it_shows_its_table_and_clicks(tmp_path: Path) -> None:
    async def work(table: SimTable) -> None:
        await table.wait_for(lambda t: t.text == "tbL    3")
        await table.press("CLOCK")
        await table.wait_for(lambda t: any(tone.freq_hz for tone in t.tones))

    on_table(work, tmp_path)


def test_a_match_stands_as_it_stood_after_the_plug_was_pulled(tmp_path: Path) -> None:
    async def work(table: SimTable) -> None:
        await begin_match(table)
        await play_board(table, 5)
        await table.wait_for(lambda t: t.text.startswith(" 8"))
        shown = table.text
        await table.power_off()
        assert table.text.strip() == ""
        await table.power_on()
        await table.wait_for(lambda t: t.text == shown, 5)
        await table.press("UNDO")
        await table.wait_for(lambda t: t.text.startswith("Undo") or "Und" in t.text, 2)

    on_table(work, tmp_path)


@pytest.mark.parametrize(("options", "counts"), [(FAST, (1, 2, 1, 2, 1, 2)), (STOCK, (1, 2, 3, 4, 6, 8))])
@pytest.mark.slow
def test_a_cut_in_the_middle_of_any_write_loses_no_accepted_board(
    tmp_path: Path, options: Options, counts: tuple[int, ...]
) -> None:
    async def work(table: SimTable) -> None:
        await begin_match(table)
        await play_board(table, 1)
        await table.wait_for(lambda t: t.text.startswith(" 4"))
        cuts = 0
        for count in counts:
            table.cut_power_at_write(count)
            playing = asyncio.create_task(play_board(table, 1))
            while not playing.done() and table.is_on:
                await asyncio.sleep(0.02)
            cuts += not table.is_on
            playing.cancel()
            await asyncio.wait([playing])
            await table.power_off()
            await table.power_on()
            # A record that was torn is said first: "torn".
            await table.wait_for(lambda t: t.text[:2].strip().isdigit(), 10)
            points = int(table.text[:2])
            assert points in (4, 8), f"cut at write {count}: {table.text}"
            while int(table.text[:2]) > 4:
                await table.press("UNDO")
                await asyncio.sleep(0.05)
                await table.wait_for(lambda t: t.text[:2].strip().isdigit(), 5)
        assert cuts >= 3

    on_table(work, tmp_path, options=options)


@pytest.mark.slow
def test_a_stock_table_that_gets_a_partition_keeps_its_match(tmp_path: Path) -> None:
    shown = ""

    async def on_stock(table: SimTable) -> None:
        nonlocal shown
        await begin_match(table)
        await play_board(table, 5)
        await table.wait_for(lambda t: t.text.startswith(" 8"))
        shown = table.text

    async def with_partition(table: SimTable) -> None:
        await table.wait_for(lambda t: t.text == shown, 5)
        await table.wait_for(lambda t: b"# the journal was moved" in t.log, 5)
        await play_board(table, 1)
        await table.wait_for(lambda t: t.text.rstrip().endswith("4"))
        later = table.text
        await table.power_off()
        await table.power_on()
        await table.wait_for(lambda t: t.text == later, 5)
        await table.press("UNDO")
        await table.wait_for(lambda t: t.text.startswith(" 8") and not t.text.rstrip().endswith("4"), 10)
        await table.power_off()
        there = flash_image.read(table.image)
        assert "journal.moved/header" in there
        assert "journal/header" not in there

    on_table(on_stock, tmp_path, options=STOCK)
    on_table(with_partition, tmp_path, options=FAST)


def test_ok_and_undo_at_power_on_lead_to_the_prompt(tmp_path: Path) -> None:
    async def work(table: SimTable) -> None:
        await table.power_off()
        table.key_down("OK")
        table.key_down("UNDO")
        await table.power_on()
        await table.wait_for(lambda t: b"service key" in t.log and t.log.endswith(b">>> "), 5)
        assert table.text.strip() == ""
        table.key_up("OK")
        table.key_up("UNDO")
        table.type("\x04")
        await table.wait_for(lambda t: "tbL" in t.text, 5)

    on_table(work, tmp_path)


def test_one_of_them_alone_does_not(tmp_path: Path) -> None:
    async def work(table: SimTable) -> None:
        await table.power_off()
        table.key_down("OK")
        await table.power_on()
        await table.wait_for(lambda t: "tbL" in t.text, 5)
        table.key_up("OK")

    on_table(work, tmp_path)


def test_ctrl_c_leaves_a_prompt_that_the_watchdog_lets_live(tmp_path: Path) -> None:
    async def work(table: SimTable) -> None:
        await table.press("OK")
        table.type("\x03")
        await table.wait_for(lambda t: b"has stopped" in t.log and t.log.endswith(b">>> "), 5)
        assert table._watchdog._timeout_s > 3000
        table.type("1+1\r")
        await table.wait_for(lambda t: b"\n2\n>>>" in t.log.replace(b"\r", b""), 5)
        assert table.resets == 0

    on_table(work, tmp_path)


def test_the_watchdog_runs_and_can_be_left_out(tmp_path: Path) -> None:
    async def work(table: SimTable) -> None:
        await asyncio.sleep(0.3)
        assert 14 < table._watchdog._timeout_s < 18

    async def without(table: SimTable) -> None:
        await asyncio.sleep(0.3)
        assert table._watchdog._timeout_s == 0

    on_table(work, tmp_path)
    on_table(without, tmp_path / "without", config={"watchdog": False})


@pytest.mark.slow
def test_volume_set_at_the_table_is_kept(tmp_path: Path) -> None:
    async def work(table: SimTable) -> None:
        await table.press("OK")
        for _ in range(40):
            if "SoUn" in table.text or "5oUn" in table.text:
                break
            await table.press("BLACK")
            await asyncio.sleep(0.05)
        await table.press("OK")
        await table.press("QUEEN")
        await table.press("OK")

        def kept(_: SimTable) -> bool:
            return json.loads(flash_image.read(table.image)["config.json"]).get("volume") == 8

        for _ in range(80):
            if kept(table):
                return
            await asyncio.sleep(0.1)
        raise AssertionError(flash_image.read(table.image)["config.json"])

    on_table(work, tmp_path)


@pytest.mark.slow
def test_a_broken_config_is_told_and_kept_and_the_table_plays(tmp_path: Path) -> None:
    async def work(table: SimTable) -> None:
        await table.power_off()
        flash_image.write(table.image, {"config.json": '{"table": 3,'})
        await table.power_on()
        await table.wait_for(lambda t: b"# config.json: it is no JSON" in t.log, 5)
        await table.wait_for(lambda t: "tbL" in t.text, 5)
        await begin_match(table)
        assert flash_image.read(table.image)["config.json"] == b'{"table": 3,'

    on_table(work, tmp_path)


def test_a_journal_of_a_newer_firmware_is_left_alone_and_told(tmp_path: Path) -> None:
    header = '{"version": 9, "journal": "00c0ffee"}'

    async def work(table: SimTable) -> None:
        await begin_match(table)
        await table.power_off()
        flash_image.write(table.image, {"journal/header": header})
        before = flash_image.read(table.image)
        await table.power_on()
        await table.wait_for(lambda t: b"the journal has format 9" in t.log, 5)
        await table.wait_for(lambda t: "FLA" in t.text, 5)
        await table.press("OK")
        await table.power_off()
        assert flash_image.read(table.image) == before

    on_table(work, tmp_path, options=STOCK)


def _tool(command: list[str]) -> Coroutine[Any, Any, subprocess.CompletedProcess[bytes]]:
    return asyncio.to_thread(subprocess.run, command, capture_output=True, check=False, timeout=50)


@pytest.fixture(scope="module")
def built(compiled: tuple[Path, object]) -> Path:
    return compiled[0]


@pytest.mark.slow
def test_mpremote_deploys_onto_a_running_table(tmp_path: Path, built: Path) -> None:
    async def work(table: SimTable) -> None:
        await begin_match(table)
        shown = table.text
        pack = tmp_path / "firmware.pack"
        pack.write_bytes(bundle.make(built, "1.2.3").pack)
        done = await _tool(deploy.deploy_command(table.serial_path, built, pack))
        assert done.returncode == 0, done.stdout + done.stderr
        await table.wait_for(lambda t: t.resets == 1 and t.text == shown, 10)
        there = flash_image.read(table.image)
        for name in (*PLAIN, "loader.mpy"):
            assert there[name] == (built / name).read_bytes(), name
        assert there["a.pack"] == pack.read_bytes()
        assert not [name for name in there if name.startswith("boardside/")]

    on_table(work, tmp_path, options=replace(FAST, baud=1_000_000))


def test_mpremote_brings_a_config(tmp_path: Path) -> None:
    file = tmp_path / "config.json"
    flash.write_config(flash.config_of(41, key="ab" * 16), file)

    async def work(table: SimTable) -> None:
        done = await _tool(deploy.config_command(table.serial_path, file))
        assert done.returncode == 0, done.stdout + done.stderr
        await table.reset()
        await table.wait_for(lambda t: t.text.split() == ["tbL", "41"], 5)

    on_table(work, tmp_path)


def test_the_compiled_firmware_runs(tmp_path: Path, built: Path) -> None:
    """What is put onto a board, not its sources: a table that runs the build."""

    async def work(table: SimTable) -> None:
        await begin_match(table)
        await play_board(table, 9)
        await table.wait_for(lambda t: t.text.startswith("12"))

    assert sorted(path.name for path in built.glob("*.py")) == sorted(PLAIN)
    on_table(work, tmp_path, options=replace(FAST, firmware=built))

"""Simulated tables are updated by their cable and through the collector, with their keys, never in play."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hall import hall
from update_tools import FROM_FLASH, Firmware, begun, compiled, impatient_loader, on_table, pointer

from host_tools.device.build import FIRMWARE
from host_tools.simulator import flash_image
from host_tools.simulator.process import Options, SimulatorError
from host_tools.simulator.table import SimTable
from host_tools.store import Store
from host_tools.store.rows import AnswerRecord
from host_tools.update import carriers
from host_tools.update.carriers import Cable
from host_tools.update.talk import DONE, FAILED, Talk
from tests.waiting import until

KEY = bytes(range(32))


async def by_cable(table: SimTable, talk: Talk, key: bytes = b"") -> Talk:
    await asyncio.to_thread(Cable(table.serial_path, lambda number: [key], talk).run, lambda: None)
    return talk


@pytest.mark.slow
async def test_by_cable_it_goes_on_where_it_broke_off_and_under_the_tables_key(
    tmp_path: Path, firmware: Firmware
) -> None:
    new = firmware.release("2.0.0")
    files = {"a.pack": firmware.release("1.0.0").pack} | begun(new)

    async with on_table(tmp_path, firmware.flash(files, {}), key=KEY.hex()) as table:
        talk = await by_cable(table, Talk(new), KEY)
        assert (talk.stage, talk.version, talk.why) == (DONE, "2.0.0", "")
        assert table.observed.errors == []
        assert (await by_cable(table, Talk(new), KEY)).stage == DONE
        assert await pointer(table) == "b - 0 -"
        on_flash = flash_image.read(table.image)
        assert on_flash["b.pack"] == new.pack
        assert not [name for name in on_flash if name.startswith("update.")]


@pytest.mark.slow
async def test_a_full_file_system_refuses_it_and_both_firmwares_stay(
    tmp_path: Path, firmware: Firmware
) -> None:
    packs = {"a.pack": firmware.release("1.0.0").pack, "b.pack": firmware.release("0.9.0").pack}

    async with on_table(tmp_path, firmware.flash(packs, {})) as table:
        await table.power_off()
        for size in (4000, 200):
            rest = {f"{size}.{number}": bytes(size) for number in range(500)}
            with pytest.raises(SimulatorError):
                await asyncio.to_thread(flash_image.write_bytes, table.image, rest)
        before = flash_image.read(table.image)
        await table.power_on()
        await table.wait_for(lambda t: "tbL" in t.text)
        huge = replace(firmware.release("2.0.0"), pack=bytes(900_000))
        talk = await by_cable(table, Talk(huge))
        assert talk.stage == FAILED
        assert "room" in talk.why
        await table.power_off()
        assert flash_image.read(table.image) == before


async def test_never_in_mid_match_and_it_says_why(tmp_path: Path, firmware: Firmware) -> None:
    new = firmware.release("2.0.0")
    files = {"a.pack": firmware.release("1.0.0").pack} | begun(new)

    async with on_table(tmp_path, firmware.flash(files, {})) as table:
        for key in ["OK", "OK", "OK", "OK", "OK"]:
            await table.press(key)
        await table.wait_for(lambda t: "to55" in t.text or "toSS" in t.text)
        await table.press("WHITE")
        await table.press("OK")
        await table.wait_for(lambda t: "b1" in t.text)
        talk = await by_cable(table, Talk(new))
        assert talk.stage == FAILED
        assert "is in play" in talk.why
        assert table.resets == 0


@pytest.mark.slow
async def test_one_that_does_not_run_is_told(tmp_path: Path, firmware: Firmware) -> None:
    broken = firmware.release("2.0.0", {"boardside/play1.mpy": None})
    files = {"a.pack": firmware.release("1.0.0").pack} | begun(broken)

    async with on_table(tmp_path, firmware.flash(files, {})) as table:
        talk = await by_cable(table, Talk(broken))
        assert talk.stage == FAILED
        assert "did not prove itself; 1.0.0 runs again, in slot a" in talk.why


@pytest.mark.slow
async def test_a_table_with_its_modules_as_files_gets_its_first_slot(
    tmp_path: Path, firmware: Firmware
) -> None:
    new = firmware.release("2.0.0")

    async with on_table(tmp_path, None, Options().fast()) as table:
        await table.power_off()
        await asyncio.to_thread(flash_image.write_bytes, table.image, begun(new))
        await table.power_on()
        await table.wait_for(lambda t: "tbL" in t.text)
        assert (await by_cable(table, Talk(new))).stage == DONE
        assert await pointer(table) == "a - 0 -"


@pytest.mark.slow
async def test_a_whole_firmware_by_cable(tmp_path: Path, firmware: Firmware) -> None:
    new = firmware.release("2.0.0")

    async with on_table(tmp_path, firmware.flash({"a.pack": firmware.release("1.0.0").pack}, {})) as table:
        assert (await by_cable(table, Talk(new))).stage == DONE
        assert await pointer(table) == "b - 0 -"


@pytest.mark.slow
def test_why_a_table_was_not_reached_in_time_is_said(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")

    def nobody_takes_it(_seconds: float) -> None:
        for row in store.open_commands():
            store.write([AnswerRecord(row["id"], "refused", "expired", None, 1, row["table"])])

    talk = Talk(None)
    carriers.update(store, {3: talk}, 1, lambda: None, nobody_takes_it)
    store.close()
    assert (talk.stage, talk.why) == (FAILED, "The table could not be reached in time.")


async def test_a_hall_is_updated_and_goes_back(tmp_path: Path, firmware: Firmware) -> None:
    """From one whose modules are not compressed, and back to it."""
    old, new = firmware.release("1.0.0", is_old=True), firmware.release("2.0.0")
    assert len(new.pack) < len(old.pack) - 30_000

    async with hall(tmp_path, keys={1: KEY}, takes_open=True) as here:
        tables = []
        for number, key in ((1, KEY.hex()), (2, "")):
            folder = tmp_path / f"table{number}"
            folder.mkdir()
            (folder / "flash.bin").write_bytes(firmware.flash({"a.pack": old.pack} | begun(new), {}))
            config: Mapping[str, object] = {"key": key} if key else {}
            collector = ("127.0.0.1", here.port)
            table = SimTable(number, folder, options=FROM_FLASH, collector=collector, config=dict(config))
            tables.append(await table.start())
        try:
            await until(lambda: _versions(here.store) == ["1.0.0 a", "1.0.0 a"])
            talks = await _fleet(here.store, {1: Talk(new), 2: Talk(new)})
            assert [(talk.stage, talk.why) for talk in talks.values()] == [(DONE, ""), (DONE, "")]
            await until(lambda: _versions(here.store) == ["2.0.0 b", "2.0.0 b"])
            assert here.store.open_commands() == []
            talks = await _fleet(here.store, {1: Talk(None)})
            assert talks[1].stage == DONE
            await until(lambda: _versions(here.store) == ["1.0.0 a", "2.0.0 b"])
        finally:
            for table in tables:
                await table.stop()


def _versions(store) -> list[str]:
    return [row["firmware"] for row in store.tables()]


async def _fleet(store, talks: dict[int, Talk]) -> dict[int, Talk]:
    await asyncio.to_thread(carriers.update, store, talks, 8, lambda: None)
    return talks


# A simulated table starts from its flash: the slot on trial proves itself, or the other one runs again.

HANGS = "def start():\n    while True:\n        pass\n"
RAISES = "def start():\n    raise RuntimeError('broken')\n"
RESETS = "import machine\ndef start():\n    machine.reset()\n"
NO_IMPORT = "import no_such_module\n"

BROKEN: dict[str, dict[str, str | None]] = {
    "module missing": {"boardside/play1.mpy": None},
    "import fails": {"boardside/app/start.mpy": NO_IMPORT},
    "start raises": {"boardside/app/start.mpy": RAISES},
    "start hangs": {"boardside/app/start.mpy": HANGS},
    "start resets": {"boardside/app/start.mpy": RESETS},
}


async def test_a_sound_one_proves_itself_and_stays(tmp_path: Path, firmware: Firmware) -> None:
    files = {
        "a.pack": firmware.release("1.0.0").pack,
        "b.pack": firmware.release("2.0.0").pack,
        "slot": b"b a 0 -\n",
    }

    async with on_table(tmp_path, firmware.flash(files, {})) as table:
        await table.wait_for(lambda t: b"# firmware 2.0.0 b has proven itself" in t.log)
        assert await pointer(table) == "b - 0 -"
        await table.power_on()
        await table.wait_for(lambda t: "tbL" in t.text)
        assert table.resets == 0


async def test_the_modules_are_loaded_at_full_speed(tmp_path: Path, firmware: Firmware) -> None:
    package = (FIRMWARE / "boardside" / "__init__.py").read_text()
    tells = package + "import machine\nprint('loaded at', machine.freq())\n"
    files = {"a.pack": firmware.release("1.0.0", {"boardside/__init__.mpy": tells}).pack}

    async with on_table(tmp_path, firmware.flash(files, {})) as table:
        await table.wait_for(lambda t: b"loaded at 240000000" in t.log)


@pytest.mark.slow
async def test_ctrl_c_while_it_starts_changes_no_slot(tmp_path: Path, firmware: Firmware) -> None:
    """`import` takes a Ctrl-C in the pack's `stat` for a missing module: no reason to give up a firmware."""
    files = {"a.pack": firmware.release("1.0.0").pack, "b.pack": firmware.release("0.9.0").pack}
    finding = "        low, high = 0, len(keys)\n"
    loader = (FIRMWARE / "loader.py").read_text()
    assert finding in loader

    async with on_table(tmp_path, firmware.flash(files, {})) as table:
        for count in (2, 31):
            await table.power_off()
            ctrl_c = (
                f"        FOUND.append(path)\n        if len(FOUND) == {count}: raise KeyboardInterrupt\n"
            )
            broken_into = "FOUND = []\n" + loader.replace(finding, ctrl_c + finding)
            flash_image.write_bytes(table.image, {"loader.mpy": compiled(broken_into, "loader.py")})
            table.log.clear()
            await table.power_on()
            await table.wait_for(lambda t: b">>> " in t.log)
            assert b"KeyboardInterrupt" in table.log
            assert b"does not run" not in table.log
            assert await pointer(table) == ""


@pytest.mark.slow
@pytest.mark.parametrize("fault", list(BROKEN))
async def test_a_broken_one_gives_way_by_itself(tmp_path: Path, firmware: Firmware, fault: str) -> None:
    files = {
        "a.pack": firmware.release("1.0.0").pack,
        "b.pack": firmware.release("2.0.0", BROKEN[fault]).pack,
        "slot": b"b a 0 -\n",
    }
    if fault == "start hangs":
        files["loader.mpy"] = impatient_loader()

    async with on_table(tmp_path, firmware.flash(files, {})) as table:
        assert table.resets >= 1
        assert await pointer(table) == "a - 0 b"


@pytest.mark.parametrize("size", [pytest.param(size, marks=pytest.mark.slow) for size in (0, 5, 4000)] + [-1])
async def test_a_torn_one_gives_way(tmp_path: Path, firmware: Firmware, size: int) -> None:
    whole = firmware.release("2.0.0").pack
    torn = whole[:size] if size >= 0 else whole[: len(whole) // 2]
    files = {"a.pack": firmware.release("1.0.0").pack, "b.pack": torn, "slot": b"b a 0 -\n"}

    async with on_table(tmp_path, firmware.flash(files, {})) as table:
        assert await pointer(table) == "a - 0 b"


@pytest.mark.slow
async def test_a_confirmed_one_that_cannot_be_loaded_any_more_gives_way_too(
    tmp_path: Path, firmware: Firmware
) -> None:
    files = {
        "a.pack": firmware.release("1.0.0").pack,
        "b.pack": firmware.release("2.0.0", BROKEN["import fails"]).pack,
        "slot": b"b - 0 -\n",
    }

    async with on_table(tmp_path, firmware.flash(files, {})) as table:
        assert await pointer(table) == "a - 0 b"

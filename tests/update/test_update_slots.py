"""A simulated table starts from its flash: the slot on trial proves itself, or the other one runs again."""

from pathlib import Path

import pytest
from update_tools import Firmware, compiled, impatient_loader, on_table, pointer

from host_tools.device.build import FIRMWARE
from host_tools.simulator import flash_image

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

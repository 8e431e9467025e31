"""The flashing command line against a simulated boot loader in ROM, by the real esptool.

Without esptool's stub, which is code for the chip itself; so `--erase-all`, which only that can, is left out.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from rom_loader import ATTACH, BEGIN, DATA, MD5, RomLoader
from test_device_image import bootable

from host_tools.device import bundle, flash, partitions
from host_tools.device.build import build
from host_tools.device.tools import Command
from host_tools.simulator import flash_image


@pytest.fixture
def rom() -> Iterator[RomLoader]:
    loader = RomLoader()
    yield loader
    loader.close()


def without_stub(command: Command) -> Command:
    """The same for a chip that has no stub and no lines for reset, as a pseudo-terminal has none."""
    at = command.index("write-flash")
    options = ["--before", "no-reset", "--after", "no-reset", "--no-stub"]
    return [*command[:at], *options, *(word for word in command[at:] if word != "--erase-all")]


def esptool(command: Command) -> str:
    done = subprocess.run(without_stub(command), capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    return done.stdout


def test_the_image_is_written_where_the_rom_looks_for_it(tmp_path: Path, rom: RomLoader) -> None:
    divided = flash.divided(flash.read_image(bootable(tmp_path, "esp32")), tmp_path / "image.bin")
    output = esptool(flash.write_command(rom.path, divided))
    assert "Hash of data verified" in output
    assert {ATTACH, BEGIN, DATA, MD5} <= set(rom.asked)
    image = divided.path.read_bytes()
    assert rom.flash[0x1000 : 0x1000 + len(image)] == image
    assert rom.flash[:0x1000] == b"\x55" * 0x1000, "before it nothing is touched"
    table = partitions.parse(bytes(rom.flash[0x8000:0x8C00]))
    assert [entry.label for entry in table][-2:] == ["vfs", "journal"]


@pytest.mark.slow
def test_a_whole_board_is_written_in_one_run_and_mounts(tmp_path: Path, rom: RomLoader) -> None:
    build(out=tmp_path / "built")
    files = partitions.file_contents(tmp_path / "built", bundle.make(tmp_path / "built", "1.0.0").pack, b"{}")
    divided = flash.divided(flash.read_image(bootable(tmp_path, "esp32")), tmp_path / "image.bin")
    place = flash.file_system(divided)
    partitions.write_file_system(tmp_path / "files.bin", files, place.size)
    output = esptool(flash.write_all_command(rom.path, divided, place.address, tmp_path / "files.bin"))
    assert output.count("Hash of data verified") == 2
    (tmp_path / "vfs.bin").write_bytes(rom.flash[place.address : place.end])
    assert flash_image.read(tmp_path / "vfs.bin") == files

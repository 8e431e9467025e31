"""A new board's flash, made on the laptop: MicroPython mounts it, esptool finds nothing wrong with it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.device import bundle, flash, partitions
from host_tools.device.tools import DeviceError
from host_tools.simulator import flash_image

STOCK = [
    partitions.Partition("nvs", 1, 2, 0x9000, 0x6000),
    partitions.Partition("phy_init", 1, 1, 0xF000, 0x1000),
    partitions.Partition("factory", 0, 0, 0x10000, 0x1F0000),
    partitions.Partition("vfs", 1, 0x81, 0x200000, 0x200000),
]


@pytest.fixture(scope="module")
def built(compiled: tuple[Path, object]) -> Path:
    return compiled[0]


def bootable(folder: Path, chip: str) -> Path:
    """An image as MicroPython's: a boot loader that esptool itself has made, a table, an application."""
    from esptool.bin_image import ESP32FirmwareImage, ESP32S3FirmwareImage, ImageSegment

    made = ESP32FirmwareImage() if chip == "esp32" else ESP32S3FirmwareImage()
    made.entrypoint = 0x40080400
    made.flash_size_freq = 0x20  # 4 MB
    for address in (0x3FFF0030, 0x40078000, 0x40080400):
        segment = ImageSegment(address, bytes(range(256)) * 16)
        segment.name = "boot"
        made.segments.append(segment)
    made.save(str(folder / "boot.bin"))
    loader = (folder / "boot.bin").read_bytes()
    at = 0x1000 if chip == "esp32" else 0
    whole = loader.ljust(0x8000 - at, b"\xff") + partitions.encode(STOCK)
    path = folder / f"{chip}.bin"
    path.write_bytes(whole.ljust(0x10000 - at, b"\xff") + loader)
    return path


def image_info(path: Path, chip: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "esptool", "--chip", chip, "image-info", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("chip", ["esp32", "esp32s3"])
@pytest.mark.slow
def test_esptool_finds_the_divided_image_sound(tmp_path: Path, chip: str) -> None:
    stock = flash.read_image(bootable(tmp_path, chip))
    assert (stock.chip, stock.flash_bytes) == (chip, 0x400000)
    assert "(valid)" in image_info(stock.path, chip)
    divided = flash.divided(stock, tmp_path / "image.bin")
    info = image_info(divided.path, chip)
    assert "(valid)" in info
    assert "invalid" not in info
    before, after = stock.path.read_bytes(), divided.path.read_bytes()
    at = partitions.TABLE_AT - stock.address
    assert before[:at] == after[:at]
    assert before[at + partitions.TABLE_BYTES :] == after[at + partitions.TABLE_BYTES :]


def test_what_esptool_is_given_does_not_overlap_and_lies_in_the_flash(tmp_path: Path, built: Path) -> None:
    divided = flash.divided(flash.read_image(bootable(tmp_path, "esp32")), tmp_path / "image.bin")
    place = flash.file_system(divided)
    assert (place.address, place.size) == (0x200000, 0x100000)
    assert divided.address + divided.path.stat().st_size <= place.address
    assert place.end <= divided.flash_bytes
    table = partitions.in_image(divided.path.read_bytes(), 0x1000)
    journal = next(entry for entry in table if entry.label == "journal")
    assert (journal.address, journal.size) == (place.end, 0x100000)


def test_esptool_merges_both_into_one_flash(tmp_path: Path, built: Path) -> None:
    """esptool's own layout of the very arguments that the board is flashed with."""
    divided = flash.divided(flash.read_image(bootable(tmp_path, "esp32")), tmp_path / "image.bin")
    files = tmp_path / "files.bin"
    made = partitions.file_contents(built, bundle.make(built, "1.0.0").pack, b"{}")
    partitions.write_file_system(files, made, 0x100000)
    written = flash.write_all_command("P", divided, 0x200000, files)
    pairs = written[written.index("--erase-all") + 1 :]
    whole = tmp_path / "whole.bin"
    command = [sys.executable, "-m", "esptool", "--chip", "esp32", "merge-bin", "-o", str(whole), *pairs]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    data = whole.read_bytes()
    start = 0 if len(data) > 0x300000 - 0x1000 and data[0x1000] == 0xE9 else 0x1000
    table = partitions.parse(data[0x8000 - start : 0x8C00 - start])
    place = next(entry for entry in table if entry.label == "vfs")
    assert data[place.address - start : place.end - start] == files.read_bytes()


@pytest.mark.slow
def test_micropython_mounts_it_and_finds_every_file(tmp_path: Path, built: Path) -> None:
    config = {"table": 7, "key": "ab" * 16}
    files = partitions.file_contents(built, bundle.make(built, "1.0.0").pack, json.dumps(config).encode())
    image = tmp_path / "files.bin"
    partitions.write_file_system(image, files, 0x100000)
    assert image.stat().st_size == 0x100000
    assert image.stat().st_mode & 0o077 == 0
    assert flash_image.read(image) == files
    flash_image.write_bytes(image, {"b.pack": files["a.pack"], "x" * 200: b"a long name"})
    contents = flash_image.read(image)
    assert contents["b.pack"] == files["a.pack"]
    assert contents["x" * 200] == b"a long name"


def test_two_slots_a_third_and_the_journal_fit_on_four_megabytes(built: Path) -> None:
    pack = bundle.make(built, "1.0.0").pack
    files = partitions.file_contents(built, pack, b"{}")
    slots = dict.fromkeys(partitions.SLOT_FILES, pack)
    used = partitions.used_bytes(files | slots, 0x100000)
    assert used <= 0x100000 - 0x10000, "64 KiB stay for settings, rule files and the file system's own"
    table = partitions.with_journal(STOCK, 0x400000)
    assert sum(entry.size for entry in table if entry.label in ("vfs", "journal")) == 0x200000
    assert any("Two slots and one more" in line for line in partitions.room(pack, built))


def test_what_does_not_fit_is_said(built: Path) -> None:
    with pytest.raises(DeviceError, match="do not fit"):
        partitions.make_file_system({"a.pack": bytes(200_000)}, 0x20000)
    lines = list(partitions.room(bytes(600_000), built))
    assert any("do not fit" in line for line in lines)

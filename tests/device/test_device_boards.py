"""Which image goes onto which board: what esptool finds there, what the image says, what is refused."""

import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from rom_loader import ESP32, ESP32_S3, RomLoader

from host_tools.device import flash
from host_tools.device.flash import Board, Image, Psram, Unfit
from host_tools.device.tools import DeviceError

MB = 1 << 20
WROVER = Board("esp32", 4 * MB, None)
N16R8 = Board("esp32s3", 16 * MB, 8)
N8R2 = Board("esp32s3", 8 * MB, 2)
ESP32_IMAGE = Image(Path("a.bin"), "esp32", 0x1000, 4 * MB, Psram.QUAD)
OCTAL_IMAGE = Image(Path("b.bin"), "esp32s3", 0, 4 * MB, Psram.OCTAL)
QUAD_IMAGE = replace(OCTAL_IMAGE, psram=Psram.QUAD)


@pytest.mark.parametrize(
    ("registers", "board"), [(ESP32, WROVER), (ESP32_S3, N16R8)], ids=["esp32", "esp32s3"]
)
def test_esptool_finds_chip_flash_and_psram(registers: dict[int, int], board: Board) -> None:
    """The real esptool against a simulated loader, which has neither its stub nor lines for a reset."""
    rom = RomLoader(registers=registers)
    try:
        command = flash.ask_command(rom.path)
        at = command.index("flash-id")
        options = ["--before", "no-reset", "--no-stub"]
        done = subprocess.run(
            [*command[:at], *options, *command[at:]],
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
    finally:
        rom.close()
    assert flash.read_answer(done.stdout) == board


def test_an_answer_without_a_chip_is_refused_with_what_to_do() -> None:
    with pytest.raises(DeviceError, match="BOOT"):
        flash.read_answer("Connecting......")


@pytest.mark.parametrize(
    ("image", "board", "why"),
    [
        (ESP32_IMAGE, WROVER, None),
        (OCTAL_IMAGE, N16R8, None),
        (QUAD_IMAGE, N8R2, None),
        (replace(OCTAL_IMAGE, psram=Psram.UNKNOWN), N16R8, None),
        (ESP32_IMAGE, replace(WROVER, flash_bytes=None), None),
        (ESP32_IMAGE, N16R8, Unfit.CHIP),
        (OCTAL_IMAGE, WROVER, Unfit.CHIP),
        (OCTAL_IMAGE, Board("esp32c3", 4 * MB, None), Unfit.CHIP),
        (replace(ESP32_IMAGE, flash_bytes=16 * MB), WROVER, Unfit.FLASH),
        (OCTAL_IMAGE, replace(N16R8, psram_mb=0), Unfit.NO_PSRAM),
        (QUAD_IMAGE, N16R8, Unfit.PSRAM_KIND),
        (OCTAL_IMAGE, N8R2, Unfit.PSRAM_KIND),
    ],
)
def test_an_image_that_cannot_run_on_a_board_is_refused(
    image: Image, board: Board, why: Unfit | None
) -> None:
    assert flash.unfit(image, board) == why
    if why is not None:
        with pytest.raises(DeviceError, match=r"/dev/ttyUSB0.*micropython\.org"):
            flash.refuse(image, board, "/dev/ttyUSB0")


def image_with(folder: Path, chip: int, name: bytes) -> Path:
    """An image's header, and behind it what MicroPython calls its board."""
    path = folder / "image.bin"
    path.write_bytes(bytes([0xE9, 3, 2, 0x20]) + b"\0" * 8 + chip.to_bytes(2, "little") + b"\0" * 90 + name)
    return path


@pytest.mark.parametrize(
    ("chip", "name", "psram"),
    [
        (9, b"Generic ESP32S3 module with Octal-SPIRAM with ESP32S3\0", Psram.OCTAL),
        (9, b"ESP32_GENERIC_S3-SPIRAM_OCT\0", Psram.OCTAL),
        (9, b"Generic ESP32S3 module with ESP32S3\0", Psram.QUAD),
        (0, b"Generic ESP32 module with SPIRAM with ESP32\0", Psram.QUAD),
        (0, b"somebody's own board\0", Psram.UNKNOWN),
    ],
)
def test_an_image_says_which_psram_it_uses(tmp_path: Path, chip: int, name: bytes, psram: Psram) -> None:
    assert flash.read_image(image_with(tmp_path, chip, name)).psram == psram


def test_an_image_without_psram_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match=r"without PSRAM.*ESP32_GENERIC-SPIRAM"):
        flash.read_image(image_with(tmp_path, 0, b"Generic ESP32 module with ESP32\0"))


@pytest.mark.parametrize(
    ("machine", "psram_bytes", "is_fit"),
    [
        ("Generic ESP32 module with SPIRAM with ESP32", 4 * MB, True),
        ("Generic ESP32S3 module with Octal-SPIRAM with ESP32S3", 8 * MB, True),
        ("", -1, True),
        ("Generic ESP32 module with ESP32", 0, False),
        ("Raspberry Pi Pico W with RP2040", -1, False),
    ],
)
def test_a_board_at_its_prompt_is_refused_where_the_firmware_cannot_run(
    machine: str, psram_bytes: int, is_fit: bool
) -> None:
    asked: Callable[[], None] = lambda: flash.refuse_at_prompt(machine, psram_bytes, "/dev/ttyACM0")  # noqa: E731
    if is_fit:
        asked()
        return
    with pytest.raises(DeviceError, match=r"/dev/ttyACM0"):
        asked()

"""A new board by esptool: what it is, whether an image and the firmware can run on it, and writing both.

An image is MicroPython's stock one, with a file system with everything on it.
"""

import json
import re
import subprocess
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import NotRequired, TypedDict

from boardside.config import Config
from host_tools.device import partitions
from host_tools.device.tools import Command, DeviceError, module

BAUD = 460_800

EXPLAIN = (
    "Is the port right and no other program on it? If esptool cannot connect, hold BOOT on the board, press "
    "and let go EN, and try again while holding BOOT."
)

IMAGE_HELP = (
    "Take the .bin of MicroPython 1.29 or later for your board from https://micropython.org/download/ "
    "(ESP32 with a WROVER module: ESP32_GENERIC-SPIRAM; ESP32-S3 N8R8 or N16R8: ESP32_GENERIC_S3-SPIRAM_OCT; "
    "see docs/builder/device.md)."
)

# The chip's number in the extended header of an image, and where the ROM looks for the first one
# (ESP-IDF, esp_image_header_t; esptool's documentation, "Firmware Image Format").
_MAGIC = 0xE9
_CHIP_ID_AT = 12
_FLASH_SIZE_AT = 3  # upper half: 0 is 1 MB, 1 is 2 MB, ...
_CHIPS = {0: ("esp32", 0x1000), 9: ("esp32s3", 0x0)}


class Psram(StrEnum):
    """What an image does with PSRAM."""

    NONE = "no"
    QUAD = "quad"
    OCTAL = "octal"
    UNKNOWN = "unknown"


# What MicroPython's boards and their variants are called in the image (MICROPY_HW_BOARD_NAME and
# MICROPY_BOARD_BUILD_NAME of ports/esp32/boards). The first that is found counts.
_PSRAM_NAMES = (
    (b"Octal-SPIRAM", Psram.OCTAL),
    (b"-SPIRAM_OCT\0", Psram.OCTAL),
    (b"module with SPIRAM", Psram.QUAD),
    (b"-SPIRAM\0", Psram.QUAD),
    (b"Generic ESP32S3 module", Psram.QUAD),
    (b"Generic ESP32 module", Psram.NONE),
)


class WifiConfig(TypedDict):
    """The Wi-Fi that a table joins."""

    ssid: str
    password: str


class HostConfig(TypedDict):
    """Where a table finds its collector."""

    address: str
    port: NotRequired[int]


class TableConfig(TypedDict):
    """The config.json of a new board. (`boardside.config` has what else there may be.)"""

    table: int
    name: str
    wifi: NotRequired[WifiConfig]
    host: NotRequired[HostConfig]
    key: NotRequired[str]  # hex digits


@dataclass(frozen=True)
class Image:
    """A stock image: its chip, its address in the flash, the flash's size, and the PSRAM it uses."""

    path: Path
    chip: str
    address: int
    flash_bytes: int
    psram: Psram = Psram.UNKNOWN


def read_image(path: Path) -> Image:
    """Read what an image is for. DeviceError when it is no image, or one on which the firmware cannot run:
    for an unsupported chip, or without PSRAM.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DeviceError(f"The image {path} cannot be read: {error.strerror}. {IMAGE_HELP}") from None
    header = data[:24]
    if len(header) < 24 or header[0] != _MAGIC:
        raise DeviceError(f"{path} is no image for an ESP32. {IMAGE_HELP}")
    number = int.from_bytes(header[_CHIP_ID_AT : _CHIP_ID_AT + 2], "little")
    if number not in _CHIPS:
        raise DeviceError(f"{path} is for another chip of the family (number {number}). {IMAGE_HELP}")
    chip, address = _CHIPS[number]
    psram = next((kind for name, kind in _PSRAM_NAMES if name in data), Psram.UNKNOWN)
    if psram is Psram.NONE:
        raise DeviceError(
            f"{path} is an image without PSRAM: the firmware does not fit into the memory that it leaves. "
            f"{IMAGE_HELP}"
        )
    return Image(path, chip, address, 0x100000 << (header[_FLASH_SIZE_AT] >> 4), psram)


def _esptool(port: str, chip: str, *arguments: str) -> Command:
    return module("esptool", "--chip", chip, "--port", port, "--baud", str(BAUD), *arguments)


def write_all_command(port: str, image: Image, files_at: int, files: Path) -> Command:
    """Erase the whole flash and write image and file system in one run: the board would stop at a file system
    that is neither blank nor ours.
    """
    arguments = (f"0x{image.address:x}", str(image.path), f"0x{files_at:x}", str(files))
    return _esptool(port, image.chip, "write-flash", "--erase-all", *arguments)


def write_command(port: str, image: Image) -> Command:
    """Write the stock image where this chip's ROM looks for it."""
    return _esptool(port, image.chip, "write-flash", f"0x{image.address:x}", str(image.path))


def read_table_command(port: str, image: Image, file: Path) -> Command:
    """Read the partition table from the board."""
    arguments = ("read-flash", f"0x{partitions.TABLE_AT:x}", f"0x{partitions.TABLE_BYTES:x}", str(file))
    return _esptool(port, image.chip, *arguments)


def divided(image: Image, file: Path, on_board: Path | None = None) -> Image:
    """The image, written to `file`, with a partition for the journal.

    `on_board`: the board's table, which is kept instead: another one would hide the board's files.
    DeviceError when there is no table in the image or on the board, or no room.
    """
    data = image.path.read_bytes()
    try:
        table = partitions.in_image(data, image.address)
    except DeviceError:
        raise DeviceError(f"{image.path} brings no partition table. {IMAGE_HELP}") from None
    if on_board is not None:
        table = partitions.parse(on_board.read_bytes())
    else:
        table = partitions.with_journal(table, image.flash_bytes)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(partitions.put_in_image(data, image.address, table))
    return replace(image, path=file)


def file_system(image: Image) -> partitions.Partition:
    """Where an image's own partition table has the file system. DeviceError: it has none."""
    table = partitions.in_image(image.path.read_bytes(), image.address)
    for entry in table:
        if entry.label == partitions.FILE_SYSTEM:
            return entry
    raise DeviceError(f"{image.path} has no partition for files. {IMAGE_HELP}")


def config_of(
    table: int,
    name: str = "",
    wifi: str = "",
    password: str = "",
    host: str = "",
    key: str = "",
) -> TableConfig:
    """The config.json for these settings; `host` is ADDRESS or ADDRESS:PORT. DeviceError: what is wrong."""
    config: TableConfig = {"table": table, "name": name or f"Table {table}"}
    if not 1 <= table <= 999:
        raise DeviceError(f"--table must be 1 to 999, not {table}")
    if len(config["name"]) > 32:
        raise DeviceError("--name may have 32 characters at most")
    if wifi:
        config["wifi"] = {"ssid": wifi, "password": password}
        problems = Config({"wifi": config["wifi"]}).problems
        if problems:
            raise DeviceError("No table takes that: " + "; ".join(problems) + ".")
    elif password or host:
        raise DeviceError("--password and --host need --wifi, the name of the network")
    if host:
        config["host"] = _host(host)
    if key:
        if not re.fullmatch(r"(?:[0-9a-fA-F]{2}){16,32}", key):
            raise DeviceError(
                "--key must be 32 to 64 hex digits: python3 -c 'import os; print(os.urandom(16).hex())'"
            )
        config["key"] = key.lower()
    return config


def _host(host: str) -> HostConfig:
    address, colon, port = host.rpartition(":")
    if not colon:
        return {"address": host}
    if not port.isdecimal() or not 1 <= int(port) <= 65535 or not address:
        raise DeviceError(f"--host must be ADDRESS or ADDRESS:PORT, not {host}")
    return {"address": address, "port": int(port)}


def write_config(config: TableConfig, file: Path) -> None:
    """Write `config` as the file that is copied onto the board."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")


#: Connecting, with esptool's own repetitions, takes less.
ASK_S = 60.0

_MEGABYTE = 1 << 20
_CHIP = re.compile(r"^Chip type:\s+(ESP32(?:-[SCHP]\d+)?)", re.MULTILINE)
_FLASH = re.compile(r"^Detected flash size:\s+(\d+)MB", re.MULTILINE)
_PSRAM = re.compile(r"Embedded PSRAM (\d+)MB")

# The heap of a board without PSRAM is below 200 KB; the smallest PSRAM is 2 MB.
_LEAST_PSRAM = _MEGABYTE

BOARD_SCRIPT = f"""
import os
psram = -1
try:
    import esp32
    if hasattr(esp32, "idf_heap_info"):
        psram = sum(each[0] for each in esp32.idf_heap_info(esp32.HEAP_DATA) if each[0] >= {_LEAST_PSRAM})
except ImportError:
    pass
machine = os.uname().machine if hasattr(os, "uname") else ""
print("boardside:%s:%d" % (machine.replace(":", " "), psram))
"""


class Unfit(StrEnum):
    """Why an image, or the firmware, cannot run on a board."""

    CHIP = "chip"
    FLASH = "flash"
    NO_PSRAM = "no_psram"
    PSRAM_KIND = "psram_kind"


_WORDS = {
    Unfit.CHIP: "The image is for an {image}, and the board at {port} is an {board}: their pins and their "
    "machine code differ.",
    Unfit.FLASH: "The image wants {image} MB of flash, and the board at {port} has {board} MB.",
    Unfit.NO_PSRAM: "The board at {port} has no PSRAM: the firmware does not fit into its memory. Take a "
    "board with PSRAM (docs/builder/device.md, Memory).",
    Unfit.PSRAM_KIND: "The board at {port} has {board} MB of {kind} PSRAM, and the image uses {image} PSRAM: "
    "it would find none.",
}


@dataclass(frozen=True, slots=True)
class Board:
    """A board as esptool finds it. `chip` as esptool's --chip; `flash_bytes`: None where it cannot be read;
    `psram_mb`: in the chip's package; None on a chip (ESP32) whose PSRAM esptool cannot see.
    """

    chip: str
    flash_bytes: int | None
    psram_mb: int | None


def ask_command(port: str) -> Command:
    """Read kind and flash of the board; it stays in its loader, ready for what is written next."""
    return module("esptool", "--port", port, "--after", "no-reset", "flash-id")


def ask(port: str) -> Board:
    """What the board at `port` is. DeviceError: it does not answer, or is of no kind that we know."""
    try:
        done = subprocess.run(ask_command(port), capture_output=True, text=True, check=False, timeout=ASK_S)
    except subprocess.TimeoutExpired:
        raise DeviceError(f"The board at {port} does not answer. {EXPLAIN}") from None
    if done.returncode:
        last = (done.stdout + done.stderr).strip().splitlines()[-1:] or ["no reason given"]
        raise DeviceError(f"esptool cannot ask the board at {port}: {last[0].strip()} {EXPLAIN}")
    return read_answer(done.stdout)


def read_answer(output: str) -> Board:
    """The board, from what `esptool flash-id` prints. DeviceError: there is no chip in it."""
    chip = _CHIP.search(output)
    if chip is None:
        raise DeviceError(f"esptool does not say which chip the board has. {EXPLAIN}")
    flash = _FLASH.search(output)
    psram = _PSRAM.search(output)
    name = chip[1].replace("-", "").lower()
    # The PSRAM of an ESP32-S3 is in the chip's package, that of an ESP32 on the module, where it is not seen.
    without = 0 if name == "esp32s3" else None
    return Board(name, int(flash[1]) * _MEGABYTE if flash else None, int(psram[1]) if psram else without)


def refuse(image: Image, board: Board, port: str) -> None:
    """Raise DeviceError, with the reason, when the image cannot run on the board."""
    reason = unfit(image, board)
    if reason is None:
        return
    kind = "octal" if _is_octal(board) else "quad"
    values: dict[Unfit, dict[str, object]] = {
        Unfit.CHIP: {"image": image.chip.upper(), "board": board.chip.upper()},
        Unfit.FLASH: {
            "image": image.flash_bytes // _MEGABYTE,
            "board": (board.flash_bytes or 0) // _MEGABYTE,
        },
        Unfit.NO_PSRAM: {},
        Unfit.PSRAM_KIND: {"image": image.psram, "board": board.psram_mb, "kind": kind},
    }
    raise DeviceError(
        f"{_WORDS[reason].format(port=port, **values[reason])} Nothing was written; the board waits in its "
        f"loader until it is reset. {IMAGE_HELP}"
    )


def unfit(image: Image, board: Board) -> Unfit | None:
    """Why the image cannot run on the board; None: nothing speaks against it."""
    if image.chip != board.chip:
        return Unfit.CHIP
    if board.flash_bytes is not None and image.flash_bytes > board.flash_bytes:
        return Unfit.FLASH
    if board.psram_mb == 0:
        return Unfit.NO_PSRAM
    psram = Psram.OCTAL if _is_octal(board) else Psram.QUAD
    if board.psram_mb is not None and image.psram not in (psram, Psram.UNKNOWN):
        return Unfit.PSRAM_KIND
    return None


def _is_octal(board: Board) -> bool:
    """The ESP32-S3's packages: R8 and R16 are octal, R2 is quad (its data sheet, 1.2 "Comparison")."""
    return (board.psram_mb or 0) >= 8


def refuse_at_prompt(machine: str, psram_bytes: int, port: str) -> None:
    """Raise DeviceError when the firmware cannot run where BOARD_SCRIPT has answered this."""
    if machine and "ESP32" not in machine:
        raise DeviceError(f"The board at {port} is no ESP32 ({machine}). {IMAGE_HELP}")
    if not psram_bytes:
        raise DeviceError(
            f"MicroPython on the board at {port} ({machine}) has no PSRAM: the firmware does not fit into "
            "its memory. If the board has PSRAM, its image does not use it: `boardside flash` with the right "
            f"one. {IMAGE_HELP}"
        )

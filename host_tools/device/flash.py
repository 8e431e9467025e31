"""Prepares a new board: MicroPython's stock image and a file system with everything on it, by esptool."""

import json
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import NotRequired, TypedDict

from boardside.config import Config

from . import partitions
from .tools import Command, DeviceError, module

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

"""The partition table: ESP-IDF's format byte by byte, and where the journal goes."""

import hashlib

import pytest

from host_tools.device.partitions import Partition, check, encode, parse, with_journal
from host_tools.device.tools import DeviceError

MIB = 0x100000
STOCK = [
    Partition("nvs", 1, 2, 0x9000, 0x6000),
    Partition("phy_init", 1, 1, 0xF000, 0x1000),
    Partition("factory", 0, 0, 0x10000, 0x1F0000),
    Partition("vfs", 1, 0x81, 0x200000, 0x200000),
]


def test_an_entry_byte_by_byte() -> None:
    """As in ESP-IDF's documentation: a `factory` application of 1 MiB at 64 KiB."""
    entry = b"\xaaP\0\0" + b"\0\0\1\0" + b"\0\0\x10\0" + b"factory".ljust(16, b"\0") + b"\0\0\0\0"
    data = encode([Partition("factory", 0, 0, 0x10000, MIB)])
    assert data[:32] == entry
    assert data[32:64] == b"\xeb\xeb" + b"\xff" * 14 + hashlib.md5(entry).digest()
    assert data[64:] == b"\xff" * (0xC00 - 64)


def test_what_is_written_is_read() -> None:
    made = with_journal(STOCK, 4 * MIB)
    assert parse(encode(made)) == made


def test_a_table_without_md5_is_read() -> None:
    assert parse(encode(STOCK)[: 4 * 32] + b"\xff" * 200) == STOCK


def test_damage_is_noticed() -> None:
    data = bytearray(encode(STOCK))
    data[40] ^= 1
    with pytest.raises(DeviceError, match="MD5"):
        parse(bytes(data))
    for nothing in (b"", b"\0" * 0xC00, b"\xff" * 0xC00):
        with pytest.raises(DeviceError, match="no partition table"):
            parse(nothing)


@pytest.mark.parametrize(
    ("table", "flash", "files", "journal"),
    [
        (STOCK, 4 * MIB, (0x200000, MIB), (0x300000, MIB)),
        (
            [*STOCK[:3], Partition("vfs", 1, 0x81, 2 * MIB, 6 * MIB)],
            8 * MIB,
            (2 * MIB, 5 * MIB),
            (7 * MIB, MIB),
        ),
        (STOCK[:3], 4 * MIB, (0x200000, MIB), (0x300000, MIB)),
        (
            [
                *STOCK[:2],
                Partition("factory", 0, 0, 0x10000, 3 * MIB),
                Partition("vfs", 1, 0x81, 0x310000, 0xF0000),
            ],
            4 * MIB,
            (0x310000, 0x78000),
            (0x388000, 0x78000),
        ),
    ],
)
def test_the_journal_lies_behind_the_file_system(
    table: list[Partition], flash: int, files: tuple[int, int], journal: tuple[int, int]
) -> None:
    made = {entry.label: entry for entry in with_journal(table, flash)}
    assert (made["vfs"].address, made["vfs"].size) == files
    assert (made["journal"].address, made["journal"].size) == journal
    assert (made["journal"].type, made["journal"].subtype) == (1, 6)
    assert with_journal(list(made.values()), flash) == list(made.values())


def test_too_little_flash_is_refused() -> None:
    with pytest.raises(DeviceError, match="no room"):
        with_journal([*STOCK[:3]], 0x200000 + 0x10000)
    with pytest.raises(DeviceError, match="end at"):
        with_journal(STOCK, 2 * MIB)


@pytest.mark.parametrize(
    "wrong",
    [
        Partition("vfs2", 1, 6, 0x300000, 0x1000),
        Partition("nvs", 1, 6, 0x400000, 0x1000),
        Partition("x" * 17, 1, 6, 0x400000, 0x1000),
        Partition("askew", 1, 6, 0x400800, 0x1000),
        Partition("none", 1, 6, 0x400000, 0),
    ],
)
def test_what_cannot_be_a_table_is_refused(wrong: Partition) -> None:
    with pytest.raises(DeviceError):
        check([*STOCK, wrong])

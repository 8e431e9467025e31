"""Releases: what a bundle holds, who signed it, and that nothing of it can be changed unnoticed."""

from pathlib import Path

import pytest
from typer.testing import CliRunner
from update_tools import Firmware

from host_tools.cli import build
from host_tools.device import bundle, pack
from host_tools.device.tools import DeviceError
from host_tools.update.command import BadTables, parse_tables


@pytest.fixture
def folder(tmp_path: Path, firmware: Firmware) -> Path:
    bundle.write(bundle.make(firmware.folder, "2.0.0"), tmp_path / "release")
    return tmp_path / "release"


def test_a_release_is_read_as_it_was_made(folder: Path, firmware: Firmware) -> None:
    read = bundle.read(folder)
    assert read == bundle.make(firmware.folder, "2.0.0")
    assert (read.version, read.protocol, read.mpy) == ("2.0.0", 1, 6)
    modules = pack.modules_of(firmware.folder)
    assert len(modules) > 100
    for path, data in modules.items():
        assert pack.module_in(read.pack, path) == data, path
        assert f" {path}\n" in read.manifest
    assert pack.module_in(read.pack, "boardside/nothing.mpy") is None


def test_the_same_sources_make_the_same_release(firmware: Firmware) -> None:
    assert bundle.make(firmware.folder, "2.0.0").pack == bundle.make(firmware.folder, "2.0.0").pack


@pytest.mark.parametrize("at", [0, 6, 300, 5000, -40, -1])
def test_a_changed_byte_of_the_pack_is_found(folder: Path, at: int) -> None:
    data = bytearray((folder / "firmware.pack").read_bytes())
    data[at] ^= 1
    (folder / "firmware.pack").write_bytes(data)
    with pytest.raises(bundle.BadBundle):
        bundle.read(folder)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("version 2.0.0", "version 3.0.0"),
        ("mpy 6", "mpy 7"),
        ("boardside-firmware 1", "boardside-firmware 9"),
        ("file ", "fill "),
        ("boardside/version.mpy", "boardside/varsion.mpy"),
        ("protocol 1", "protocol x"),
    ],
)
def test_a_changed_manifest_is_found(folder: Path, old: str, new: str) -> None:
    text = (folder / "manifest").read_text()
    assert old in text
    (folder / "manifest").write_text(text.replace(old, new, 1))
    with pytest.raises(bundle.BadBundle):
        bundle.read(folder)


def test_only_what_the_releaser_signed_is_believed(folder: Path, tmp_path: Path) -> None:
    public = bundle.make_release_key(tmp_path / "release.key")
    other = bundle.make_release_key(tmp_path / "other.key")
    assert (tmp_path / "release.key").stat().st_mode & 0o077 == 0
    with pytest.raises(bundle.BadBundle, match="not signed"):
        bundle.check_signature(folder, public)
    bundle.sign(folder, tmp_path / "release.key")
    bundle.check_signature(folder, public)
    with pytest.raises(bundle.BadBundle, match="not signed by the key"):
        bundle.check_signature(folder, other)
    (folder / "manifest").write_text((folder / "manifest").read_text() + "\n")
    with pytest.raises(bundle.BadBundle, match="not signed by the key"):
        bundle.check_signature(folder, public)
    with pytest.raises(bundle.BadBundle, match="there already"):
        bundle.make_release_key(tmp_path / "release.key")


def test_a_pack_of_nothing_or_of_two_compilers_is_refused() -> None:
    for modules in ({}, {"boardside/a.mpy": b""}, {"boardside/a.mpy": b"M\x06", "boardside/b.mpy": b"M\x05"}):
        with pytest.raises(DeviceError):
            pack.make(modules, "1")


def test_tables_are_numbers_and_ranges() -> None:
    assert parse_tables("3") == [3]
    assert parse_tables("1-4, 9,3") == [1, 2, 3, 4, 9]
    for text in ("", "a", "4-2", "0", "1-", "1--2", "-3", "99999"):
        with pytest.raises(BadTables):
            parse_tables(text)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Say which tables"),
        (["--all", "--tables", "1"], "Say which tables"),
        (["--tables", "x", "--back"], "no number and no range"),
        (["--all", "--back"], "There is no database"),
        (["/nowhere", "--all"], "holds no release"),
        (["--port", "/dev/nowhere", "--back"], "no port /dev/nowhere"),
        (["--release-key", "x", "--all"], "needs a release in a folder"),
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(tmp_path: Path, words: list[str], said: str) -> None:
    database = ["--db", f"sqlite:///{tmp_path / 'none.sqlite3'}"]
    done = CliRunner().invoke(build("update"), ["update", *words, *database])
    assert done.exit_code == 2, done.output
    assert said in done.output
    assert "Traceback" not in done.output

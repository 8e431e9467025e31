"""Releases: what a bundle holds, who signed it, and that nothing of it can be changed unnoticed."""

import base64
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner
from update_tools import Firmware

from host_tools.cli import build
from host_tools.device import bundle, pack
from host_tools.device.bundle import Bundle
from host_tools.device.tools import DeviceError
from host_tools.update.command import BadTables, parse_tables
from host_tools.update.talk import AHEAD, DONE, FAILED, Talk


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
    ("words", "reason"),
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
def test_what_cannot_be_is_said_and_changes_nothing(tmp_path: Path, words: list[str], reason: str) -> None:
    database = ["--db", f"sqlite:///{tmp_path / 'none.sqlite3'}"]
    done = CliRunner().invoke(build("update"), ["update", *words, *database])
    assert done.exit_code == 2, done.output
    assert reason in done.output
    assert "Traceback" not in done.output


# The exchange with one table during an update, with a model of a table that loses parts, restarts, refuses
# and disconnects.

PACK = bytes(range(256)) * 100
RELEASE = Bundle("2.0.0", 1, 6, "d" * 64, PACK, "")


class Model:
    """A table as docs/maintainer/update.md describes it; `faults`: what it answers instead, by the count of
    events."""

    def __init__(self, faults: dict[int, tuple[bool, str, str]] | None = None) -> None:
        self.have = b""
        self.faults = faults or {}
        self.count = 0
        self.is_begun = False
        self.running = "old"
        self.state = "b good - " + "d" * 64 + " 2.0.0"

    def answer(self, event: dict[str, Any]) -> tuple[bool, str, str]:
        self.count += 1
        if self.count in self.faults:
            self.is_begun = False
            return self.faults[self.count]
        do = event["do"]
        if do == "begin":
            self.is_begun = True
        elif not self.is_begun and do != "state":
            return False, "unknown", "begin first"
        elif do == "data" and event["at"] == len(self.have):
            self.have += base64.b64decode(event["data"])
        elif do == "step":
            return True, "ok", "ready " + "d" * 64
        elif do == "switch":
            return True, "ok", "restarting"
        elif do == "state":
            return True, "ok", self.state
        return True, "ok", f"want {len(self.have)}" if len(self.have) < len(PACK) else "check 0"


def lead(talk: Talk, table: Model, limit: int = 2000) -> Talk:
    now = 0
    queue: list[dict[str, Any]] = []
    for _ in range(limit):
        now += 500
        queue += talk.events(now)
        assert len(queue) <= AHEAD
        if queue:
            talk.answered(*table.answer(queue.pop(0)), now)
        if talk.is_over:
            return talk
    raise AssertionError(talk.stage)


def test_a_table_that_does_as_it_should_is_updated() -> None:
    table = Model()
    assert lead(Talk(RELEASE), table).stage == DONE
    assert table.have == PACK


@pytest.mark.parametrize("at", range(1, 33))
def test_a_restart_at_any_moment_costs_a_new_beginning_only(at: int) -> None:
    table = Model({at: (False, "unknown", "begin first")} if at > 1 else {})
    talk = lead(Talk(RELEASE), table)
    assert (talk.stage, table.have == PACK) == (DONE, True)


@pytest.mark.parametrize("at", [1, 2, 20, 28])
def test_a_match_in_play_ends_it_or_is_waited_for(at: int) -> None:
    refusal = (False, "not_now", "match m1 is in play")
    failed = lead(Talk(RELEASE), Model({at: refusal}))
    assert (failed.stage, failed.why) == (FAILED, "match m1 is in play")
    table = Model({at: refusal})
    assert lead(Talk(RELEASE, waits=True), table).stage == DONE
    assert table.have == PACK


def test_a_firmware_that_knows_no_updates_is_told_so() -> None:
    talk = lead(Talk(RELEASE), Model({1: (False, "unknown", "no event 'update'")}))
    assert talk.stage == FAILED
    assert "boardside flash --keep" in talk.why


def test_one_that_went_back_failed() -> None:
    table = Model()
    table.state = "a good b " + "c" * 64 + " 1.0.0"
    talk = lead(Talk(RELEASE), table)
    assert talk.stage == FAILED
    assert "did not prove itself; 1.0.0 runs again, in slot a" in talk.why


def test_one_that_stays_on_trial_or_does_not_restart_is_given_up() -> None:
    for state in ("b trial - " + "d" * 64 + " 2.0.0", "a good - " + "c" * 64 + " 1.0.0"):
        table = Model()
        table.state = state
        assert lead(Talk(RELEASE), table).stage == FAILED


def test_flash_that_does_not_hold_it_is_given_up() -> None:
    class Bad(Model):
        def answer(self, event: dict[str, Any]) -> tuple[bool, str, str]:
            if event["do"] == "step":
                self.have = b""
                return True, "ok", "want 0"
            return super().answer(event)

    talk = lead(Talk(RELEASE), Bad())
    assert (talk.stage, talk.why) == (FAILED, "its flash does not hold what is sent")


def test_nonsense_ends_it() -> None:
    assert lead(Talk(RELEASE), Model({2: (True, "ok", "banana")})).stage == FAILED

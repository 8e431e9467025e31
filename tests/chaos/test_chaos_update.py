"""What an update may not do, without tables and without a build: for the faults of mutants/update.py."""

import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from boardside.link.auth import update_mac
from host_tools.collector.outbox import signed
from host_tools.device import bundle
from host_tools.device.bundle import MANIFEST, BadBundle
from tests.chaos.board_files import loader, receivers
from tests.chaos.fuzz_update import KEY, made

NEW, OTHER = made(random.Random(2), "2.0"), made(random.Random(3), "3.0")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The receiver of a table that runs from slot a, its flash the current directory."""
    monkeypatch.chdir(tmp_path)
    Path("a.pack").write_bytes(made(random.Random(1), "1.0"))
    return receivers.Receiver(loader.Slots("a"), KEY)


def begin(pack: bytes, mpy: int = 6) -> dict[str, Any]:
    return {"do": "begin", "version": "2.0", "mpy": mpy, "size": len(pack), "sha256": pack[-32:].hex()}


def test_bytecode_of_another_version_is_refused(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    board = SimpleNamespace(implementation=SimpleNamespace(_mpy=0x2E06))
    monkeypatch.setattr(receivers, "sys", board)
    assert table.command(begin(NEW, 5))[1] == "impossible"
    assert table.command(begin(NEW, 6)) == (True, "ok", "want 0")


def test_what_was_given_up_is_swept_away(table: Any) -> None:
    table.command(begin(NEW))
    table.command({"do": "data", "sha256": NEW[-32:].hex(), "at": 0, "data": "AAAA"})
    table.command(begin(NEW))
    assert len(list(Path().glob("update.*"))) == 1
    table.command(begin(OTHER))
    assert not list(Path().glob("update.*"))


def test_only_the_collector_signs_the_switch() -> None:
    switch = {"kind": "update", "do": "switch", "sha256": NEW[-32:].hex()}
    assert signed(switch, KEY) == switch | {"mac": update_mac(KEY, NEW[-32:].hex())}
    assert "mac" not in signed(switch | {"do": "data"}, KEY)


def test_only_the_releasers_signature_counts(tmp_path: Path) -> None:
    public = bundle.make_release_key(tmp_path / "release.key")
    (tmp_path / MANIFEST).write_text("boardside-firmware 1\n", encoding="ascii")
    bundle.sign(tmp_path, tmp_path / "release.key")
    bundle.check_signature(tmp_path, public)
    (tmp_path / MANIFEST).write_text("boardside-firmware 2\n", encoding="ascii")
    with pytest.raises(BadBundle):
        bundle.check_signature(tmp_path, public)

"""Every command works from the wheel: outside a checkout, and without writing into the installation."""

import hashlib
import json
import re
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from installation import Installed, archives

from boardside.link.session import PROTOCOL
from boardside.version import FIRMWARE
from host_tools.device import build, bundle
from host_tools.device.partitions import Partition, encode
from tests.ports import free_ports
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

PATIENCE_S = 60.0
PARTITIONS = [
    Partition("nvs", 1, 2, 0x9000, 0x6000),
    Partition("factory", 0, 0, 0x10000, 0x1F0000),
    Partition("vfs", 1, 0x81, 0x200000, 0x200000),
]


def _files(folder: Path) -> dict[str, str]:
    """What is in an installation, by content: root may write where the rights say that nobody may."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@contextmanager
def _running(installed: Installed, *words: str) -> Iterator[subprocess.Popen[str]]:
    """Runs a command until Ctrl-C ends it; then it must end without a traceback."""
    process = subprocess.Popen(
        [installed.program, *words], cwd=installed.here, stdin=subprocess.DEVNULL, text=True,
        env={**installed.environment, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        yield process
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=PATIENCE_S)
        assert "Traceback" not in output
        assert process.returncode in (0, 130)
    finally:
        process.kill()
        process.wait()


def _until(process: subprocess.Popen[str], part: str) -> str:
    """The output up to the line with `part`. If the program ends before, the test fails with all output."""
    assert process.stdout is not None
    output = ""
    while part not in output:
        line = process.stdout.readline()
        assert line, output
        output += line
    return output


def _page(url: str) -> str:
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                return str(answer.read().decode())
        except ConnectionError:
            assert time.monotonic() < until, url
            time.sleep(0.05)


@pytest.fixture(autouse=True)
def _nothing_is_written_where_it_does_not_belong(installed: Installed):
    before = _files(installed.packages)
    yield
    assert _files(installed.packages) == before
    assert list(installed.here.iterdir()) == []
    assert not (installed.home / "nobody").exists()


def test_the_same_sources_give_the_same_archives(built: list[Path], tmp_path: Path) -> None:
    again = archives(tmp_path)
    assert {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in again} == {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in built
    }


@pytest.mark.gate
def test_it_says_its_version(installed: Installed) -> None:
    assert re.fullmatch(
        rf"boardside \d+\.\d+\.\d+ \(firmware {re.escape(FIRMWARE)}, protocol {PROTOCOL}\)\n",
        installed.run("--version"),
    )


def test_a_shell_can_complete_its_commands(installed: Installed) -> None:
    assert "_BOARDSIDE_COMPLETE" in installed.run("--show-completion", "bash")


def test_the_demonstration_plays_and_everything_arrives(installed: Installed) -> None:
    web, tcp, panels = map(str, free_ports(3))
    output = installed.run(
        *("demo", "--once", "--speed", "40", "--matches", "2", "--web", web, "--tcp", tcp, "--panels", panels)
    )
    assert "exactly as they were played" in output
    database = installed.home / "demo" / "boardside.sqlite3"
    assert "whole" in installed.run("verify", "--db", f"sqlite:///{database}")


def test_a_rehearsal_goes_as_it_should(installed: Installed) -> None:
    web, tcp = map(str, free_ports(2))
    output = installed.run(
        *("demo", "rehearsal", "--ruleset", "wcc", "--tables", "2", "--entries", "4"),
        *("--web", web, "--tcp", tcp),
    )
    assert "The rehearsal went as it should." in output


def test_simulated_tables_show_their_digits(installed: Installed) -> None:
    (panels,) = map(str, free_ports(1))
    url = f"http://127.0.0.1:{panels}"
    with _running(installed, "dev", "simulate", "--tables", "1", "--panels", panels, "--fast") as tables:
        _until(tables, "switches them off")
        assert "<html" in _page(f"{url}/panel/1")
        wait_until(lambda: json.loads(_page(f"{url}/api/tables"))["tables"][0]["text"].strip())
    assert list((installed.home / "tables" / "table1").glob("*.bin"))


@pytest.mark.gate
def test_the_collector_answers_and_ends(installed: Installed) -> None:
    web, tcp = map(str, free_ports(2))
    url = f"http://127.0.0.1:{web}"
    with _running(installed, "collect", "--web", web, "--tcp", tcp) as collector:
        output = _until(collector, "page:")
        assert f"{installed.home}/boardside.sqlite3" in output
        assert "<html" in _page(url)
        assert "<html" in _page(f"{url}/?lang=de")
        assert "{" in _page(f"{url}/static/base.css")
    assert "No table" in installed.run("status")


def test_the_firmware_came_compiled_and_can_be_released(installed: Installed, tmp_path: Path) -> None:
    output = installed.run("dev", "build", "--release", str(tmp_path / "release"))
    assert f"Release {FIRMWARE}" in output
    assert (tmp_path / "release" / "firmware.pack").is_file()
    assert "loader.mpy" in installed.run("dev", "build", "--size")


def test_the_release_is_the_one_that_a_checkout_builds(installed: Installed, tmp_path: Path) -> None:
    installed.run("dev", "build", "--release", str(tmp_path / "installed"))
    build.build(out=tmp_path / "compiled")
    bundle.write(bundle.make(tmp_path / "compiled", FIRMWARE), tmp_path / "checkout")
    assert _files(tmp_path / "installed") == _files(tmp_path / "checkout")


def test_a_board_is_flashed_up_to_where_a_board_is_needed(installed: Installed, tmp_path: Path) -> None:
    image = tmp_path / "stock.bin"
    image.write_bytes(_stock_image())
    output = installed.run("flash", "--port", "/dev/ttyABSENT", "--image", str(image), status=1)
    assert "There is no port /dev/ttyABSENT" in output
    output = installed.run("flash", "--port", "/dev/ttyABSENT", "--image", str(image), "--dry-run")
    assert "write-flash --erase-all" in output
    assert str(installed.home / "cache") in output
    assert "There is no port" in installed.run("flash", "--keep", "--port", "/dev/ttyABSENT", status=1)
    output = installed.run("provision", "--port", "/dev/ttyABSENT", "--table", "3", status=2)
    assert "/dev/ttyABSENT" in output


def test_a_port_that_is_taken_is_one_clear_line(installed: Installed) -> None:
    web, tcp, panels = map(str, free_ports(3))
    with socket.socket() as other:
        other.bind(("127.0.0.1", int(web)))
        other.listen()
        output = installed.run(*("demo", "--once", "--web", web, "--tcp", tcp, "--panels", panels), status=2)
    assert f"Port {web} cannot be used" in output
    assert "--web" in output


def _stock_image() -> bytes:
    """The head and the partitions of an image for an ESP32, as esptool makes it."""
    head = bytes([0xE9, 3, 2, 0x20]) + bytes(20)
    return head.ljust(0x8000 - 0x1000, b"\xff") + encode(PARTITIONS) + b"\xff" * 0x7400 + b"app"

"""`boardside provision` when something is wrong: no table, a broken file, a pulled cable, a power cut."""

import os
import pty
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from provision_bench import on_table
from typer.testing import CliRunner

from host_tools.cli import build
from host_tools.device import prompt
from host_tools.simulator import flash_image
from host_tools.store.keys import fingerprint


@pytest.fixture
def silent_port() -> Iterator[str]:
    """A port at which nobody answers."""
    master, slave = pty.openpty()
    yield os.ttyname(slave)
    os.close(master)
    os.close(slave)


def test_nobody_answers_at_a_wrong_port(
    tmp_path: Path, silent_port: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prompt, "TRIES_S", (0.1, 1.5))
    url = f"sqlite:///{tmp_path / 'hall.sqlite3'}"
    done = CliRunner().invoke(build("provision"), ["provision", "--port", silent_port, "--db", url])
    assert done.exit_code == 1
    assert "No table answers" in done.output
    assert "right port" in done.output


class Mpremote:
    """In the place of `subprocess`: a board that is deaf to the first `deaf` questions."""

    TimeoutExpired = subprocess.TimeoutExpired

    def __init__(self, deaf: int) -> None:
        self.deaf = deaf
        self.limits_s: list[float] = []

    def run(self, command: list[str], timeout: float, **_: Any) -> subprocess.CompletedProcess[bytes]:
        self.limits_s.append(timeout)
        if len(self.limits_s) <= self.deaf:
            raise subprocess.TimeoutExpired(command, timeout)
        return subprocess.CompletedProcess(command, 0, b"boardside:1.2.3:7b7d\r\n", b"")


@pytest.mark.parametrize("deaf", [0, 1, 2])
def test_a_table_that_just_starts_is_asked_again(monkeypatch: pytest.MonkeyPatch, deaf: int) -> None:
    board = Mpremote(deaf)
    monkeypatch.setattr(prompt, "subprocess", board)
    assert prompt.read("/dev/ttyUSB0") == prompt.OnTable("1.2.3", b"{}")
    assert board.limits_s == [5, 10, 15][: deaf + 1]


def test_a_table_that_stays_silent_is_asked_for_half_a_minute_and_no_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = Mpremote(9)
    monkeypatch.setattr(prompt, "subprocess", board)
    with pytest.raises(prompt.Deaf, match="while it starts"):
        prompt.read("/dev/ttyUSB0")
    assert sum(board.limits_s) == 30


@pytest.mark.slow
async def test_a_config_that_cannot_be_read_is_repaired_only_when_told_to(tmp_path: Path) -> None:
    broken = b'{"table": 3, "name": "Centre'
    async with on_table(tmp_path) as bench:
        await bench.table.power_off()
        flash_image.write(bench.table.image, {"config.json": broken.decode()})
        await bench.table.power_on()
        done = await bench.provision("--table", 3)
        assert done.exit_code == 1
        assert "cannot be read" in done.output
        assert "--repair" in done.output
        assert flash_image.read(bench.table.image)["config.json"] == broken
        done = await bench.provision("--repair")
        assert done.exit_code == 2, done.output
        assert "--table" in done.output, "nothing says which table it is"
        done = await bench.provision("--repair", "--table", 3)
        assert done.exit_code == 0, done.output
        files = flash_image.read(bench.table.image)
        assert files["config.json.bad"] == broken
        assert bench.config["table"] == 3
        assert bench.states() == [(fingerprint(bench.key), "current")]


@pytest.mark.slow
async def test_a_cable_pulled_between_database_and_table_is_mended_by_the_next_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with on_table(tmp_path) as bench:
        assert (await bench.provision()).exit_code == 0
        first = bench.key
        write = prompt.write

        def pulled(port: str, config: bytes, aside: bytes | None = None) -> None:
            write(port + "-pulled", config, aside)

        monkeypatch.setattr(prompt, "write", pulled)
        done = await bench.provision("--new-key")
        monkeypatch.setattr(prompt, "write", write)
        assert done.exit_code == 1, done.output
        assert "Run the same command again" in done.output
        assert bench.key == first
        assert len(bench.store.keys.usable(3)) == 2, "both keys count"
        assert bench.store.keys.usable(3)[1] == first
        await bench.table.wait_for(lambda t: "tbL" in t.text)
        done = await bench.provision()
        assert done.exit_code == 0, done.output
        assert "never reached the table" in done.output
        assert bench.key != first
        assert bench.store.keys.usable(3) == [bench.key]


@pytest.mark.slow
async def test_a_cable_pulled_before_the_proof_leaves_both_keys_and_the_next_try_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from host_tools.collector.reasons import CannotPull
    from host_tools.device import provision

    def pulled(*_: object) -> None:
        raise CannotPull("serial_lost", path="/dev/ttyUSB0", why="gone")

    async with on_table(tmp_path) as bench:
        assert (await bench.provision()).exit_code == 0
        pull = provision.read_table
        monkeypatch.setattr(provision, "read_table", pulled)
        done = await bench.provision("--new-key")
        monkeypatch.setattr(provision, "read_table", pull)
        assert done.exit_code == 1
        assert "has not proven" in done.output
        assert len(bench.store.keys.usable(3)) == 2
        assert bench.store.keys.usable(3)[0] == bench.key
        assert (await bench.provision()).exit_code == 0
        assert bench.store.keys.usable(3) == [bench.key]


@pytest.mark.slow
async def test_a_power_cut_at_any_write_leaves_the_old_settings_or_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with on_table(tmp_path) as bench:
        cuts = 0
        patient_s = prompt.TIMEOUT_S
        monkeypatch.setattr(prompt, "TIMEOUT_S", 6.0)  # a table that is off will not answer
        for count in (1, 2, 3):
            before = bench.config
            bench.table.cut_power_at_write(count)
            done = await bench.provision("--new-key", "--name", f"Court {count}")
            if done.exit_code:
                cuts += 1
            await bench.table.power_off()
            await bench.table.power_on()
            await bench.table.wait_for(lambda t: "tbL" in t.text)
            now = bench.config
            assert now["name"] in (before["name"], f"Court {count}")
            assert now == before or now["key"] != before.get("key")
            if bench.key:
                assert bench.key in bench.store.keys.usable(3), "whichever it has, it is believed"
        assert cuts
        monkeypatch.setattr(prompt, "TIMEOUT_S", patient_s)
        done = await bench.provision()
        assert done.exit_code == 0, done.output
        assert bench.store.keys.usable(3) == [bench.key]


async def test_a_port_that_a_collector_holds_is_named(tmp_path: Path) -> None:
    from host_tools.collector.serial_line import open_port

    async with on_table(tmp_path) as bench:
        held = open_port(bench.table.serial_path)
        done = await bench.provision()
        held.close()
        assert done.exit_code == 1
        assert "boardside collect" in done.output


def test_a_board_without_boardside_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt, "_ask", lambda port, script, limit_s: ("", "-"))
    with pytest.raises(prompt.DeviceError, match="no Boardside"):
        prompt.read("/dev/ttyUSB0")

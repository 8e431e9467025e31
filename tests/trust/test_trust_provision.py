"""`boardside provision` on simulated tables: the real firmware and the real mpremote, a pseudo-terminal
between.
"""

import asyncio
import json
import os
import pty
import stat
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from host_tools.cli import build
from host_tools.device import prompt
from host_tools.simulator import flash_image
from host_tools.simulator.options import Options
from host_tools.simulator.table import SimTable
from host_tools.store import Store
from host_tools.store.keys import fingerprint

OPTIONS = Options().fast()


def on_table(tmp_path: Path, work: Callable[["Bench"], Awaitable[None]], **config: Any) -> None:
    """`work` with a table 3 that runs, and a database beside it."""

    async def bounded() -> None:
        async with (
            asyncio.timeout(150),
            SimTable(3, tmp_path / "table", options=OPTIONS, config=config) as table,
        ):
            await table.wait_for(lambda t: t.text.strip() != "")
            bench = Bench(table, tmp_path)
            try:
                await work(bench)
            finally:
                bench.store.close()

    asyncio.run(bounded())


class Bench:
    """A table on its cable, and the laptop."""

    def __init__(self, table: SimTable, folder: Path) -> None:
        self.table = table
        self.url = f"sqlite:///{folder / 'hall.sqlite3'}"
        self.store = Store.open(self.url)

    async def provision(self, *words: object, port: str = "", stdin: str | None = None) -> Result:
        arguments = [
            "provision",
            "--port",
            port or self.table.serial_path,
            "--db",
            self.url,
            *map(str, words),
        ]
        done = await asyncio.to_thread(CliRunner().invoke, build("provision"), arguments, stdin)
        assert "Traceback" not in done.output
        return done

    async def pull(self, *words: str) -> Result:
        arguments = ["pull", "--events", "--port", self.table.serial_path, *words]
        return await asyncio.to_thread(CliRunner().invoke, build("pull"), arguments)

    @property
    def config(self) -> dict[str, Any]:
        return dict(json.loads(flash_image.read(self.table.image)["config.json"]))

    @property
    def key(self) -> bytes:
        return bytes.fromhex(self.config.get("key", ""))

    def states(self, number: int = 3) -> list[tuple[str, str]]:
        return [(fingerprint(row.key), row.state) for row in self.store.keys.of(number)]


@pytest.fixture
def silent_port() -> Iterator[str]:
    """A port at which nobody answers."""
    master, slave = pty.openpty()
    yield os.ttyname(slave)
    os.close(master)
    os.close(slave)


def test_a_table_gets_its_first_key_and_proves_it(tmp_path: Path) -> None:
    async def work(bench: Bench) -> None:
        done = await bench.provision()
        assert done.exit_code == 0, done.output
        assert len(bench.key) == 32
        assert bench.states() == [(fingerprint(bench.key), "current")]
        assert "has proven its key" in done.output
        assert "no table without a key" in done.output, "the others are refused from now on"
        assert bench.key.hex() not in done.output
        assert [act["what"] for act in bench.store.admins.acts()] == ["key given"]
        pulled = await bench.pull()
        assert pulled.exit_code == 2
        assert "does not know" in pulled.output
        pulled = await bench.pull("--db", bench.url)
        assert pulled.exit_code == 0, pulled.output
        assert json.loads(pulled.stdout.splitlines()[0])["kind"] == "boot"
        again = await bench.provision()
        assert again.exit_code == 0
        assert "stay as they are" in again.output
        assert len(bench.states()) == 1

    on_table(tmp_path, work)


@pytest.mark.slow
def test_settings_come_and_unknown_ones_stay(tmp_path: Path) -> None:
    async def work(bench: Bench) -> None:
        before = bench.config
        done = await bench.provision(
            "--table", 12, "--wifi-ssid", "Hall", "--wifi-password", "very secret", "--host-address",
            "laptop.local", "--host-port", 7999,
        )  # fmt: skip
        assert done.exit_code == 0, done.output
        assert bench.config == before | {
            "table": 12,
            "name": "Table 12",
            "wifi": {"ssid": "Hall", "password": "very secret"},
            "host": {"address": "laptop.local", "port": 7999},
            "key": bench.key.hex(),
        }
        assert "very secret" not in done.output
        assert "table: 3 -> 12" in done.output
        await bench.table.wait_for(lambda t: t.text.split() == ["tbL", "12"])
        assert bench.states(12)[0][1] == "current"

    on_table(tmp_path, work, future={"deep": [1, 2.5, None, "é"]}, brightness=3)


@pytest.mark.slow
def test_a_new_key_retires_the_old_one_and_no_key_gives_it_back(tmp_path: Path) -> None:
    async def work(bench: Bench) -> None:
        await bench.provision()
        first = bench.key
        assert (await bench.provision("--new-key")).exit_code == 0
        second = bench.key
        assert first != second
        assert bench.states() == [(fingerprint(second), "current"), (fingerprint(first), "replaced")]
        done = await bench.provision("--no-key")
        assert done.exit_code == 0, done.output
        assert "anybody can speak for it" in done.output
        assert "key" not in bench.config
        assert [state for _, state in bench.states()] == ["replaced", "replaced"]
        assert not bench.store.keys.any()
        own = "0123456789abcdef" * 2
        assert (await bench.provision("--key", own)).exit_code == 0
        assert bench.key.hex() == own

    on_table(tmp_path, work)


@pytest.mark.slow
def test_a_revoked_table_gets_another_key(tmp_path: Path) -> None:
    async def work(bench: Bench) -> None:
        await bench.provision()
        stolen = bench.key
        bench.store.keys.revoke(3)
        again = await bench.provision("--key", stolen.hex())
        assert again.exit_code == 2
        assert "revoked" in again.output
        assert bench.key == stolen
        done = await bench.provision()
        assert done.exit_code == 0, done.output
        assert bench.key != stolen
        assert bench.store.keys.usable(3) == [bench.key]

    on_table(tmp_path, work)


@pytest.mark.slow
def test_a_key_that_another_database_gave_is_taken_over(tmp_path: Path) -> None:
    key = "42" * 32

    async def work(bench: Bench) -> None:
        assert (await bench.provision()).exit_code == 0
        assert bench.key.hex() == key
        assert bench.states() == [(fingerprint(bytes.fromhex(key)), "current")]

    on_table(tmp_path, work, key=key)


def test_dry_run_changes_nothing(tmp_path: Path) -> None:
    async def work(bench: Bench) -> None:
        before = bench.config
        done = await bench.provision("--table", 5, "--dry-run")
        assert done.exit_code == 0, done.output
        assert "table: 3 -> 5" in done.output
        assert bench.config == before
        assert not bench.store.keys.rows()
        await bench.table.wait_for(lambda t: t.resets == 1 and t.text.split() == ["tbL", "3"])

    on_table(tmp_path, work)


REFUSED = (
    (["--table", "1000"], "table must be a whole number from 1 to 999"),
    (["--name", "x" * 33], "name must be a text"),
    (["--wifi-ssid", "Hall"], "--wifi-password"),
    (["--wifi-password", "secret"], "needs --wifi-ssid"),
    (["--host-port", "0"], "host.port"),
)


def test_what_no_table_takes_is_refused_and_it_plays_on(tmp_path: Path) -> None:
    """One table is asked for all of it, one after the other, and starts again each time."""

    def plays_on(resets: int) -> Callable[[SimTable], bool]:
        return lambda table: table.resets == resets and "tbL" in table.text

    async def work(bench: Bench) -> None:
        before = bench.config
        for resets, (words, said) in enumerate(REFUSED, start=1):
            done = await bench.provision(*words)
            assert done.exit_code == 2, words
            assert said in done.output, words
            assert bench.config == before, words
            assert not bench.store.keys.rows(), words
            await bench.table.wait_for(plays_on(resets))

    on_table(tmp_path, work)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--key", "xyz"], "32 to 64 hex digits"),
        (["--new-key", "--no-key"], "exclude each other"),
        (["--port", "/dev/ttyNowhere"], "There is no port"),
    ],
)
def test_bad_words_are_refused_before_anything_is_touched(
    tmp_path: Path, words: list[str], said: str
) -> None:
    url = f"sqlite:///{tmp_path / 'hall.sqlite3'}"
    arguments = ["provision", "--port", "/dev/null", "--db", url, *words]
    done = CliRunner().invoke(build("provision"), arguments)
    assert done.exit_code == 2
    assert said in done.output
    assert "Traceback" not in done.output


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
def test_a_config_that_cannot_be_read_is_repaired_only_when_told_to(tmp_path: Path) -> None:
    broken = b'{"table": 3, "name": "Centre'

    async def work(bench: Bench) -> None:
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
        there = flash_image.read(bench.table.image)
        assert there["config.json.bad"] == broken
        assert bench.config["table"] == 3
        assert bench.states() == [(fingerprint(bench.key), "current")]

    on_table(tmp_path, work)


@pytest.mark.slow
def test_a_cable_pulled_between_database_and_table_is_mended_by_the_next_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(bench: Bench) -> None:
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

    on_table(tmp_path, work)


@pytest.mark.slow
def test_a_cable_pulled_before_the_proof_leaves_both_keys_and_the_next_try_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from host_tools.collector.pull import CannotPull
    from host_tools.device import provision

    def pulled(*_: object) -> None:
        raise CannotPull("the cable is gone.")

    async def work(bench: Bench) -> None:
        assert (await bench.provision()).exit_code == 0
        pull = provision.pull
        monkeypatch.setattr(provision, "pull", pulled)
        done = await bench.provision("--new-key")
        monkeypatch.setattr(provision, "pull", pull)
        assert done.exit_code == 1
        assert "has not proven" in done.output
        assert len(bench.store.keys.usable(3)) == 2
        assert bench.store.keys.usable(3)[0] == bench.key
        assert (await bench.provision()).exit_code == 0
        assert bench.store.keys.usable(3) == [bench.key]

    on_table(tmp_path, work)


@pytest.mark.slow
def test_a_power_cut_at_any_write_leaves_the_old_settings_or_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prompt, "TIMEOUT_S", 6.0)

    async def work(bench: Bench) -> None:
        cuts = 0
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
        assert (await bench.provision()).exit_code == 0
        assert bench.store.keys.usable(3) == [bench.key]

    on_table(tmp_path, work)


def test_no_key_stands_in_a_command_line_and_the_file_it_goes_through_is_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []
    modes: list[int] = []
    files: list[str] = []
    run = prompt.subprocess.run

    def watched(command: list[str], **options: Any) -> Any:
        commands.append(command)
        files.extend(word for word in command if "/boardside-" in word)
        modes.extend(stat.S_IMODE(os.stat(word).st_mode) for word in files if Path(word).exists())
        return run(command, **options)

    monkeypatch.setattr(prompt.subprocess, "run", watched)

    async def work(bench: Bench) -> None:
        assert (await bench.provision("--wifi-ssid", "Hall", "--wifi-password", "hush hush")).exit_code == 0
        assert len(commands) >= 3
        assert bench.key.hex() not in str(commands)
        assert "hush hush" not in str(commands)
        assert set(modes) == {0o600}
        assert len(files) == 2
        assert not any(Path(file).exists() for file in files)

    on_table(tmp_path, work)


def test_a_port_that_a_collector_holds_is_named(tmp_path: Path) -> None:
    from host_tools.collector.serial_line import open_port

    async def work(bench: Bench) -> None:
        held = open_port(bench.table.serial_path)
        done = await bench.provision()
        held.close()
        assert done.exit_code == 1
        assert "boardside collect" in done.output

    on_table(tmp_path, work)


def test_a_board_without_boardside_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt, "_ask", lambda port, script, limit_s: ("", "-"))
    with pytest.raises(prompt.DeviceError, match="no Boardside"):
        prompt.read("/dev/ttyUSB0")

"""`boardside provision` on simulated tables: the real firmware and the real mpremote, a pseudo-terminal
between.
"""

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from provision_bench import on_table
from typer.testing import CliRunner

from host_tools.cli import build
from host_tools.device import prompt
from host_tools.simulator.table import SimTable
from host_tools.store.keys import fingerprint
from host_tools.store.ownership import key_id


async def test_a_table_gets_its_first_key_and_proves_it(tmp_path: Path) -> None:
    async with on_table(tmp_path) as bench:
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


@pytest.mark.slow
async def test_settings_come_and_unknown_ones_stay(tmp_path: Path) -> None:
    async with on_table(tmp_path, future={"deep": [1, 2.5, None, "é"]}, brightness=3) as bench:
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


@pytest.mark.slow
async def test_a_new_key_retires_the_old_one_and_no_key_gives_it_back(tmp_path: Path) -> None:
    async with on_table(tmp_path) as bench:
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


@pytest.mark.slow
async def test_a_revoked_table_gets_another_key(tmp_path: Path) -> None:
    async with on_table(tmp_path) as bench:
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


@pytest.mark.slow
async def test_a_key_that_another_database_gave_is_taken_over(tmp_path: Path) -> None:
    key = "42" * 32
    async with on_table(tmp_path, key=key) as bench:
        assert (await bench.provision()).exit_code == 0
        assert bench.key.hex() == key
        assert bench.states() == [(fingerprint(bytes.fromhex(key)), "current")]


async def test_dry_run_changes_nothing(tmp_path: Path) -> None:
    async with on_table(tmp_path) as bench:
        before = bench.config
        done = await bench.provision("--table", 5, "--dry-run")
        assert done.exit_code == 0, done.output
        assert "table: 3 -> 5" in done.output
        assert bench.config == before
        assert not bench.store.keys.rows()
        await bench.table.wait_for(lambda t: t.resets == 1 and t.text.split() == ["tbL", "3"])


REFUSED = (
    (["--table", "1000"], "table must be a whole number from 1 to 999"),
    (["--name", "x" * 33], "name must be a text"),
    (["--wifi-ssid", "Hall"], "--wifi-password"),
    (["--wifi-password", "secret"], "needs --wifi-ssid"),
    (["--host-port", "0"], "host.port"),
)


@pytest.mark.slow
async def test_what_no_table_takes_is_refused_and_it_plays_on(tmp_path: Path) -> None:
    """One table is asked for all of it, one after the other, and starts again each time."""

    def plays_on(resets: int) -> Callable[[SimTable], bool]:
        return lambda table: table.resets == resets and "tbL" in table.text

    async with on_table(tmp_path) as bench:
        before = bench.config
        for resets, (words, reason) in enumerate(REFUSED, start=1):
            done = await bench.provision(*words)
            assert done.exit_code == 2, words
            assert reason in done.output, words
            assert bench.config == before, words
            assert not bench.store.keys.rows(), words
            await bench.table.wait_for(plays_on(resets))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--key", "xyz"], "32 to 64 hex digits"),
        (["--new-key", "--no-key"], "exclude each other"),
        (["--port", "/dev/ttyNowhere"], "There is no port"),
    ],
)
def test_bad_words_are_refused_before_anything_is_touched(
    tmp_path: Path, words: list[str], reason: str
) -> None:
    url = f"sqlite:///{tmp_path / 'hall.sqlite3'}"
    arguments = ["provision", "--port", "/dev/null", "--db", url, *words]
    done = CliRunner().invoke(build("provision"), arguments)
    assert done.exit_code == 2
    assert reason in done.output
    assert "Traceback" not in done.output


@pytest.mark.slow
async def test_no_key_stands_in_a_command_line_and_the_file_it_goes_through_is_private(
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
    async with on_table(tmp_path) as bench:
        assert (await bench.provision("--wifi-ssid", "Hall", "--wifi-password", "hush hush")).exit_code == 0
        assert len(commands) >= 3
        assert bench.key.hex() not in str(commands)
        assert "hush hush" not in str(commands)
        assert set(modes) == {0o600}
        assert len(files) == 2
        assert not any(Path(file).exists() for file in files)


@pytest.mark.slow
async def test_its_journal_goes_on_under_its_new_number_and_key_and_a_new_one_begins_when_asked(
    tmp_path: Path,
) -> None:
    async with on_table(tmp_path) as bench:
        assert (await bench.provision()).exit_code == 0
        ((journal, first),) = bench.store.owners.histories().items()
        assert [(owned.table, owned.key_id) for owned in first] == [(3, key_id(bench.key))]
        assert (await bench.provision("--table", 12)).exit_code == 0
        history = bench.store.owners.histories()[journal]
        assert [(owned.table, owned.how) for owned in history] == [(3, "provisioned"), (12, "provisioned")]
        assert history[-1].key_id == key_id(bench.key)
        done = await bench.provision("--new-journal")
        assert done.exit_code == 0, done.output
        assert "a new one" in done.output
        both = bench.store.owners.histories()
        assert len(both) == 2
        assert {history[-1].key_id for history in both.values()} == {key_id(bench.key)}


@pytest.mark.slow
async def test_a_device_that_holds_another_table_s_journal_does_not_get_it(tmp_path: Path) -> None:
    async with on_table(tmp_path) as bench:
        assert (await bench.provision()).exit_code == 0
        (journal,) = bench.store.owners.histories()
        stolen = bytes([9]) * 32
        bench.store.keys.add(7, stolen.hex())
        bench.store.owners.give(journal, 7, key_id(stolen), "anna", "for this test")
        done = await bench.provision()
        assert done.exit_code == 0, done.output
        assert f"boardside journals give {journal} 3" in " ".join(done.output.split())
        assert bench.store.owners.histories()[journal][-1].table == 7

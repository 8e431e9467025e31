"""Tables, lines, collector and database: what was pressed is what is stored, whatever fails meanwhile."""

import asyncio
import json
import signal
import socket
import subprocess
import sysconfig
from pathlib import Path

from hall import hall
from system_hall import (
    A_WINS,
    A_WINS_WITH_BLACK,
    NEW_MATCH,
    has_points,
    numbers_are_whole,
    only_match,
    press,
    run,
    shows,
    table,
    until,
)

from host_tools.store import Store

BOARDSIDE = [str(Path(sysconfig.get_path("scripts")) / "boardside")]
HERE = "127.0.0.1"


def test_a_match_by_cable_arrives_as_pressed_and_pull_reads_the_same_events(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(1, tmp_path) as panel:
            async with hall(tmp_path, serial=(panel.serial_path,)) as here:
                await press(panel, f"{NEW_MATCH} {A_WINS} {A_WINS_WITH_BLACK}")
                await shows(panel, 10, 0)
                await until(lambda: has_points(here.store, [10, 0]))
                assert numbers_are_whole(here.store)
            store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}", create=False)
            stored = [event["event"] for event in store.events(limit=1000)]
            store.close()
            command = [*BOARDSIDE, "pull", "--events", "--port", panel.serial_path]
            pulled = await until_done(command)
            assert [json.loads(line) for line in pulled.splitlines()] == stored

    run(scenario())


def test_a_plug_pulled_in_mid_board_loses_nothing_and_undo_crosses_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(1, tmp_path) as panel:
            await press(panel, f"{NEW_MATCH} {A_WINS} CLOCK")  # board 2 is in play, no collector anywhere
            await panel.power_off()
            await panel.power_on()
            await shows(panel, 5, 0)
            async with hall(tmp_path, serial=(panel.serial_path,)) as here:
                await until(lambda: has_points(here.store, [5, 0]))
                match = only_match(here.store)
                assert match is not None
                assert match["phase"] == "board"
                await press(panel, "UNDO UNDO")  # the second Play, then the board before the power cut
                await until(lambda: has_points(here.store, [0, 0]))
                assert numbers_are_whole(here.store)

    run(scenario())


def test_wi_fi_that_was_away_catches_up(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with hall(tmp_path) as here, table(2, tmp_path, (HERE, here.port)) as panel:
            await press(panel, f"{NEW_MATCH} {A_WINS}")
            await until(lambda: has_points(here.store, [5, 0]))
            await panel.wifi(False)
            await press(panel, A_WINS_WITH_BLACK)
            await shows(panel, 10, 0)
            await panel.wifi(True)
            await until(lambda: has_points(here.store, [10, 0]))
            assert numbers_are_whole(here.store)

    run(scenario())


def test_a_collector_killed_in_mid_match_goes_on_where_it_stood(tmp_path: Path) -> None:
    async def scenario() -> None:
        with socket.create_server((HERE, 0)) as free:
            port = free.getsockname()[1]
        database = f"sqlite:///{tmp_path / 'hall.sqlite3'}"
        store = Store.open(database)
        collect = [*BOARDSIDE, "collect", "--tcp", str(port), "--web", "0", "--db", database]
        async with table(2, tmp_path, (HERE, port)) as panel:
            first = subprocess.Popen(collect, stdout=subprocess.DEVNULL)
            try:
                await press(panel, f"{NEW_MATCH} {A_WINS}")
                await until(lambda: has_points(store, [5, 0]))
            finally:
                first.send_signal(signal.SIGKILL)
                first.wait()
            await press(panel, A_WINS_WITH_BLACK)
            second = subprocess.Popen(collect, stdout=subprocess.DEVNULL)
            try:
                await until(lambda: has_points(store, [10, 0]))
                assert numbers_are_whole(store)
            finally:
                second.terminate()
                second.wait()
        store.close()

    run(scenario())


def test_undo_after_the_end_reaches_the_database(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with hall(tmp_path) as here, table(2, tmp_path, (HERE, here.port)) as panel:
            boards = f"{A_WINS} {A_WINS_WITH_BLACK} " * 2 + A_WINS  # five times five points: 25
            await until(lambda: (view := here.hub.view(2)) and view["link"]["state"] == "up")
            assigned = {"kind": "match", "match": "F1", "ruleset": "icf", "stage": "final", "doubles": False}
            assigned |= {"a": ["Asha"], "b": ["Bela"], "breaks": "a", "rules": {"games": 1}}
            command = here.store.queue_command(2, assigned)
            await until(lambda: answer(here.store, command)["state"] == "done")
            await press(panel, boards)
            await panel.wait_for(lambda table: "Pr" in table.text)
            refused = here.store.queue_command(2, {**assigned, "match": "F2"})
            await until(lambda: answer(here.store, refused)["state"] == "refused")
            assert "confirm" in answer(here.store, refused)["message"]
            await press(panel, "OK")
            await until(lambda: (match := only_match(here.store)) and match["confirmed"])
            await press(panel, "UNDO UNDO")  # the seal, then the last board
            await until(lambda: has_points(here.store, [20, 0]))
            match = only_match(here.store)
            assert match is not None
            assert (match["confirmed"], match["winner"], match["phase"]) == (False, None, "board")

    run(scenario())


def answer(store: Store, command: str) -> dict[str, str]:
    """What became of a command."""
    found = store.command(command)
    assert found is not None
    return found


async def until_done(command: list[str]) -> str:
    """Run a command beside the tables; its standard output, and it must succeed."""
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    return out.decode()

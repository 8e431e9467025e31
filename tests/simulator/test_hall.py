"""Halls of tables, their panels over HTTP and WebSocket, and what the command prints."""

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest
import websockets
from typer.testing import CliRunner
from websockets.typing import Origin

from host_tools.simulator.commands import collecting, simulate
from host_tools.simulator.hall import Hall
from host_tools.simulator.process import Options, SimulatorError

ECHO = """
import asyncio, machine
from boardside.drivers.max7219 import Max7219
clk, din = machine.Pin(18), machine.Pin(23)
spi = machine.SPI(2, baudrate=1_000_000, polarity=0, phase=0, sck=clk, mosi=din, miso=None)
display = Max7219(spi, machine.Pin(5, machine.Pin.OUT))
display.init()
key = machine.Pin(22, machine.Pin.IN, machine.Pin.PULL_UP)
pwm = machine.PWM(machine.Pin(19), freq=2500, duty_u16=0)
async def main():
    was = 1
    while True:
        now = key.value()
        if now != was:
            was = now
            display.show(bytes(8) if now else b"\\x7f" * 8)
            pwm.duty_u16(0 if now else 1000)
        await asyncio.sleep_ms(10)
asyncio.run(main())
"""


@pytest.fixture
def firmware(tmp_path: Path) -> Path:
    folder = tmp_path / "firmware"
    folder.mkdir()
    (folder / "main.py").write_text(ECHO)
    (folder / "boardside").symlink_to(Options().firmware / "boardside")
    return folder


def hall_of(tables: int, tmp_path: Path, firmware: Path, **how: Any) -> Hall:
    options = Options(firmware=firmware).fast()
    return Hall(tables, folder=tmp_path / "tables", panels_port=0, options=options, **how)


async def receive(websocket: Any, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await websocket.recv())
        if message["type"] == kind:
            return message


def test_the_command_that_is_named_collects_from_this_hall(tmp_path: Path) -> None:
    hall = Hall(3, serial=2, folder=tmp_path)
    ports = f"--serial {tmp_path}/table1.tty --serial {tmp_path}/table2.tty"
    assert collecting(hall, 7580) == f"boardside collect --panels {hall.panels_url} {ports}"
    assert collecting(hall, 7581) == f"boardside collect --tcp 7581 --panels {hall.panels_url} {ports}"
    announced = Hall(3, serial=2, folder=tmp_path, finds=7579)
    assert collecting(announced, 7581) == f"boardside collect --announce --panels {hall.panels_url} {ports}"


async def test_a_panel_shows_state_takes_keys_and_tells_tones(tmp_path: Path, firmware: Path) -> None:
    async with hall_of(2, tmp_path, firmware) as hall:
        assert hall.panels_url is not None
        table = hall.tables[1]
        address = hall.panels_url.replace("http", "ws") + "/ws/2"
        async with websockets.connect(address, origin=Origin(hall.panels_url)) as websocket:
            state = await receive(websocket, "state")
            assert (state["number"], state["power"], state["transport"]) == (2, True, "tcp")
            assert state["serial"] == table.serial_path
            await websocket.send(json.dumps({"do": "down", "key": "OK"}))
            display = await receive(websocket, "display")
            while display["segments"] != [0x7F] * 8:
                display = await receive(websocket, "display")
            assert display["text"] == "88888888"
            await websocket.send(json.dumps({"do": "up", "key": "OK"}))
            tones = (await receive(websocket, "tones"))["tones"]
            assert (tones[0]["freq"], tones[0]["ms"]) == (2500, 0)
            for junk in ("no json", "[]", '{"do": "fly"}', '{"do": "down", "key": "BELL"}'):
                await websocket.send(junk)
            await websocket.send(json.dumps({"do": "power", "on": False}))
            state = await receive(websocket, "state")
            while state["power"]:
                state = await receive(websocket, "state")
            await websocket.send(json.dumps({"do": "power", "on": True}))
            while not state["power"]:
                state = await receive(websocket, "state")
            await websocket.send(json.dumps({"do": "wifi", "on": False}))
            while state["wifi"]["on"]:
                state = await receive(websocket, "state")


async def test_keys_are_released_when_the_browser_goes(tmp_path: Path, firmware: Path) -> None:
    async with hall_of(1, tmp_path, firmware) as hall:
        assert hall.panels_url is not None
        table = hall.tables[0]
        address = hall.panels_url.replace("http", "ws") + "/ws/1"
        async with websockets.connect(address, origin=Origin(hall.panels_url)) as websocket:
            await websocket.send(json.dumps({"do": "down", "key": "OK"}))
            await table.wait_for(lambda t: t.text == "88888888")
        await table.wait_for(lambda t: t.text == "        ")


async def test_a_tap_shorter_than_a_scan_is_seen(tmp_path: Path, firmware: Path) -> None:
    async with hall_of(1, tmp_path, firmware) as hall:
        assert hall.panels_url is not None
        address = hall.panels_url.replace("http", "ws") + "/ws/1"
        async with websockets.connect(address, origin=Origin(hall.panels_url)) as websocket:
            async with hall.tables[0].watch() as watcher:
                for _ in range(20):  # a table that a busy machine stops for 40 ms sees no tap
                    await websocket.send(json.dumps({"do": "down", "key": "OK"}))
                    await websocket.send(json.dumps({"do": "up", "key": "OK"}))
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(1):
                            while "display" not in (await watcher.next())[0]:
                                pass
                        break
                else:
                    raise AssertionError("no tap was seen")
            await hall.tables[0].wait_for(lambda t: t.text == "        ")


async def test_pages_come_with_their_guards(tmp_path: Path, firmware: Path) -> None:
    async with (
        hall_of(1, tmp_path, firmware) as hall,
        httpx2.AsyncClient(base_url=str(hall.panels_url)) as web,
    ):
        for path in ("/", "/panel/1", "/static/panel.js", "/static/panel/icons.svg"):
            answer = await web.get(path)
            assert answer.status_code == 200, path
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert "frame-ancestors 'self' http://127.0.0.1:*" in policy
        assert (await web.get("/panel/9")).status_code == 404
        overview = (await web.get("/api/tables")).json()
        assert [table["number"] for table in overview["tables"]] == [1]
        assert (await web.get("/", headers={"host": "evil.example"})).status_code == 400


@pytest.mark.parametrize("origin", [None, "http://evil.example", "http://127.0.0.1:1"])
async def test_a_foreign_page_cannot_press_keys(tmp_path: Path, firmware: Path, origin: str | None) -> None:
    async with hall_of(1, tmp_path, firmware) as hall:
        address = str(hall.panels_url).replace("http", "ws") + "/ws/1"
        with pytest.raises(websockets.InvalidStatus, match="403"):
            await websockets.connect(address, origin=None if origin is None else Origin(origin))


async def test_serial_tables_get_links_to_their_ports(tmp_path: Path, firmware: Path) -> None:
    hall = hall_of(3, tmp_path, firmware, serial=1)
    async with hall:
        link = tmp_path / "tables" / "table1.tty"
        assert os.readlink(link) == hall.tables[0].serial_path
        assert [table.transport for table in hall.tables] == ["serial", "tcp", "tcp"]
    assert not link.is_symlink()


async def test_two_simulators_do_not_share_a_folder(tmp_path: Path, firmware: Path) -> None:
    async with hall_of(1, tmp_path, firmware):
        with pytest.raises(SimulatorError, match="Another simulator"):
            async with hall_of(1, tmp_path, firmware):
                pass
    async with hall_of(1, tmp_path, firmware):
        pass


async def test_a_port_in_use_is_told_before_any_table_runs(tmp_path: Path, firmware: Path) -> None:
    async with hall_of(1, tmp_path, firmware) as hall:
        port = int(str(hall.panels_url).rpartition(":")[2])
        second = Hall(1, folder=tmp_path / "other", panels_port=port, options=Options(firmware=firmware))
        with pytest.raises(SimulatorError, match="name another"):
            async with second:
                pass
        assert not (tmp_path / "other" / "table1").exists()


@pytest.mark.parametrize("ending", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_the_command_runs_until_interrupted_and_leaves_nothing(
    tmp_path: Path, ending: signal.Signals
) -> None:
    program = "import typer; from host_tools.simulator.commands import simulate; typer.run(simulate)"
    command = [sys.executable, "-c", program, "-n", "2", "--panels", "0", "--fast", "--folder", str(tmp_path)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert running.stdout is not None
        seen = ""
        for line in running.stdout:
            seen += line
            if "Ctrl-C" in line:
                break
        assert re.search(r"table1\.tty \(/dev/pts/\d+\)", seen)
        assert re.search(r"http://127\.0\.0\.1:\d+/panel/2", seen)
        assert "boardside collect --panels" in seen
        running.send_signal(ending)
        rest, _ = running.communicate(timeout=180)
    finally:
        running.kill()
        running.wait()
    assert running.returncode == 0, rest
    assert rest.strip() == "The tables are switched off; their flash is kept."
    assert not list(tmp_path.glob("*.tty"))


@pytest.mark.parametrize("collector", ["nowhere", "127.0.0.1:", ":7580", "a:b", "a:70000"])
def test_a_bad_address_is_refused(tmp_path: Path, collector: str) -> None:
    import typer

    app = typer.Typer()
    app.command()(simulate)
    done = CliRunner().invoke(app, ["--collector", collector, "--folder", str(tmp_path)])
    assert done.exit_code == 1
    assert "127.0.0.1:7580" in done.output


async def test_without_panels_nothing_is_served(tmp_path: Path, firmware: Path) -> None:
    options = Options(firmware=firmware).fast()
    async with Hall(1, folder=tmp_path / "t", panels_port=None, options=options) as hall:
        assert hall.panels_url is None
        assert hall.tables[0].is_on
        await asyncio.sleep(0)

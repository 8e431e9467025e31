"""A simulated table's chip: heap, watchdog, resets, ticks, Wi-Fi; and its process, which dies with it."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from simulator_tools import READY, MakeTable, printed

from host_tools.simulator.process import Options
from host_tools.simulator.table import SimTable
from tests.waiting import until, wait_until


async def test_the_heap_is_told_without_its_garbage(make_table: MakeTable) -> None:
    main = """
import machine, time
key = machine.Pin(22, machine.Pin.IN, machine.Pin.PULL_UP)
kept = []
print("ready")
while True:
    bytearray(1000)
    if key.value() == 0 and not kept:
        kept.append(bytearray(50000))
        print("kept")
    time.sleep_ms(2)
"""
    async with make_table(main) as table:
        await table.wait_for(printed("ready"))
        before = await table.heap()
        assert table.observed.chip_heap_bytes < before
        assert abs(await table.heap() - before) < 3000
        table.key_down("OK")
        await table.wait_for(printed("kept"))
        assert 49_000 < await table.heap() - before < 54_000


async def test_a_leak_put_in_is_in_the_heap_and_other_modules_are_told(make_table: MakeTable) -> None:
    main = """
import machine, sys, time
key = machine.Pin(22, machine.Pin.IN, machine.Pin.PULL_UP)
print("ready")
while key.value():
    time.sleep_ms(2)
sys.modules["late"] = sys
print("loaded")
while True:
    key.value()
    time.sleep_ms(2)
"""
    async with make_table(main) as table:
        await table.wait_for(printed("ready"))
        before = await table.heap()
        modules = table.observed.modules
        for _ in range(16):
            table.leak(4096)
        assert abs(await table.heap() - before - 16 * 4096) < 3000
        assert table.observed.modules == modules
        table.key_down("OK")
        await table.wait_for(printed("loaded"))
        await table.heap()
        assert table.observed.modules != modules


async def test_the_chips_say_what_they_weigh(make_table: MakeTable) -> None:
    async with make_table(READY) as table:
        await table.wait_for(lambda t: t.observed.chip_heap_bytes > 0)
        assert table.observed.chip_heap_bytes < 80_000


@pytest.mark.realtime
async def test_a_board_that_does_not_feed_its_watchdog_is_reset(make_table: MakeTable) -> None:
    main = """
import machine, time
print("cause", machine.reset_cause())
if machine.reset_cause() == machine.PWRON_RESET:
    dog = machine.WDT(timeout=1000)
    for n in range(15):
        time.sleep_ms(100)
        dog.feed()
    print("fed")
    while True:
        time.sleep_ms(100)
"""
    async with make_table(main) as table:
        await table.wait_for(printed("fed"))
        await table.wait_for(printed("cause 3"))
        assert "watchdog" in table.observed.errors[0]
        assert table.resets == 1


async def test_the_chip_resets_itself(make_table: MakeTable) -> None:
    main = """
import machine
print("cause", machine.reset_cause())
try:
    if machine.reset_cause() == machine.PWRON_RESET:
        machine.reset()
finally:
    print("end")
"""
    async with make_table(main) as table:
        await table.wait_for(printed("cause 2"))  # HARD_RESET, as the port calls it
        await table.wait_for(printed("end"))
        assert table.log.count(b"end") == 1  # a chip in reset runs no finally
        await table.reset()
        await table.wait_for(printed("cause 2", 2))


async def test_ticks_start_near_the_wrap_and_asyncio_does_not_mind(make_table: MakeTable) -> None:
    main = """
import asyncio, time
async def main():
    first = time.ticks_ms()
    for _ in range(20):
        await asyncio.sleep_ms(10)
    last = time.ticks_ms()
    passed = time.ticks_diff(last, first)
    print("wrapped", last < first, 190 <= passed < 900_000, time.ticks_diff(first, last) < 0)
asyncio.run(main())
"""
    async with make_table(main, ticks_ms=(1 << 30) - 100) as table:
        await table.wait_for(printed("wrapped True True True"))


async def test_ticks_start_at_power_on(make_table: MakeTable) -> None:
    async with make_table("import time\nprint('early', time.ticks_ms() < 90_000, time.time() < 90)") as table:
        await table.wait_for(printed("early True True"))


WIFI = """
import asyncio, machine, network, sys
wlan = network.WLAN(network.STA_IF)
wlan.active(True)
network.hostname("boardside-1")
async def main():
    import json
    config = json.load(open("config.json"))
    while True:
        if not wlan.isconnected():
            print("joining")
            wlan.connect(config["wifi"]["ssid"], config["wifi"]["password"])
        while not wlan.isconnected():
            await asyncio.sleep_ms(10)
        print("joined", wlan.ifconfig()[0], wlan.status() == network.STAT_GOT_IP)
        try:
            reader, writer = await asyncio.open_connection(config["host"]["address"], config["host"]["port"])
            while wlan.isconnected():
                writer.write(b"tick\\n")
                await writer.drain()
                await asyncio.sleep_ms(10)
        except OSError as error:
            print("lost", error)
asyncio.run(main())
"""


async def test_wifi_joins_carries_tcp_and_drops(make_table: MakeTable) -> None:
    received = bytearray()
    ends = []

    async def collect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(100):
                received.extend(data)
        except ConnectionError:
            pass
        ends.append(len(received))
        writer.close()

    server = await asyncio.start_server(collect, "127.0.0.1", 0)
    async with make_table(WIFI, collector=server.sockets[0].getsockname()[:2]) as table:
        await until(lambda: received.count(b"tick") > 3)
        assert table.observed.wifi_connected
        assert b"joined 10.75.0.11 True" in table.log
        await table.wifi(False)
        await table.wait_for(lambda t: not t.observed.wifi_connected)
        stood = len(received)
        assert ends == []  # nobody is told
        await table.wifi(True)
        await table.wait_for(printed("joined", 2))
        await until(lambda: len(received) > stood + 10)
        assert len(ends) == 1
    server.close()


def is_running(pid: int) -> bool:
    """Whether a process lives; a dead one that nobody has waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


async def test_no_process_is_left(make_table: MakeTable) -> None:
    table = make_table(READY)
    async with table:
        pid = table.pid
        assert pid is not None
        assert Path(f"/proc/{pid}").exists()
    assert not Path(f"/proc/{pid}").exists()


@pytest.mark.parametrize("hangup", ["SIG_DFL", "SIG_IGN"])
def test_no_process_is_left_when_the_simulator_is_killed(hangup: str, tmp_path: Path) -> None:
    """Started by `nohup`, too, which has the hangup ignored."""
    program = tmp_path / "killed.py"
    program.write_text(
        "import asyncio, signal\nfrom pathlib import Path\n"
        f"signal.signal(signal.SIGHUP, signal.{hangup})\n"
        "from host_tools.simulator.process import Options\nfrom host_tools.simulator.table import SimTable\n"
        "async def main():\n"
        f"    here = Path({str(tmp_path)!r})\n"
        "    table = SimTable(1, here / 't', options=Options(firmware=here))\n"
        "    await table.start()\n    await table.wait_for(lambda t: b'ready' in t.log)\n"
        "    print(table.pid, flush=True)\n    await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    (tmp_path / "main.py").write_text("import time\nprint('ready')\nwhile True: time.sleep(1)\n")
    host = subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True)
    assert host.stdout is not None
    pid = int(host.stdout.readline())
    host.kill()
    host.wait()
    host.stdout.close()
    try:
        wait_until(lambda: not is_running(pid))
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


async def test_a_chip_that_does_not_answer_is_logged_to_the_console_until_the_log_is_off(
    make_table: MakeTable,
) -> None:
    main = """
import esp
from machine import I2C, Pin

bus = I2C(0, scl=Pin(22), sda=Pin(21))

def ask(name):
    print(name)
    try:
        bus.writeto(0x20, b"1")
    except OSError as error:
        print("OSError", error.errno)

ask("as it starts")
esp.osdebug(0, esp.LOG_NONE)
ask("off")
esp.osdebug(None)
ask("again")
"""
    async with make_table(main) as table:
        await table.wait_for(printed(">>>"))
        start, _, rest = bytes(table.log).partition(b"off")
        off, _, on = rest.partition(b"again")
        assert [part.count(b"i2c.master") for part in (start, off, on)] == [3, 0, 3]
        assert table.log.count(b"OSError 19") == 3


async def test_the_radio_takes_its_time_to_start_once(make_table: MakeTable) -> None:
    main = """
import network, time

def took(is_active):
    before = time.ticks_ms()
    wlan.active(is_active)
    return time.ticks_diff(time.ticks_ms(), before) >= 1500

wlan = network.WLAN(network.STA_IF)
print("waited", took(True), took(True), took(False), took(True))
"""
    async with make_table(main, radio_start_ms=1500) as table:
        await table.wait_for(printed(">>>"))
        line = next(line for line in bytes(table.log).splitlines() if b"waited" in line)
        assert line.split()[1:] == [b"True", b"False", b"False", b"True"]


@pytest.mark.slow
async def test_the_stack_stays_under_the_chips_16_kilobytes(tmp_path: Path) -> None:
    # The 64-bit frames of this machine are larger than the chip's: what fits here fits there.
    async with SimTable(7, tmp_path, options=Options().fast()) as table:
        await table.wait_for(lambda t: t.text == "tbL    7")
        for key in ("OK", "OK", "OK", "OK", "QUEEN", "OK", "CLOCK", "OK", "BLACK", "BLACK", "OK", "OK"):
            await table.press(key)
        for key in ("UNDO", "UNDO", "FOUL", "UNDO", "DUE", "UNDO"):
            await table.press(key)
        await table.press("OK", hold_ms=800)
        await table.heap()
        assert 4096 < table.observed.stack_bytes < 14 * 1024


async def test_the_firmware_runs_the_chip_fast_and_keeps_its_own_log_off_the_cable(
    make_table: MakeTable,
) -> None:
    main = """
import esp, machine
before = machine.freq(), esp.log_level
from boardside.app.hardware import quicken
print("quicken", quicken() == "", before, machine.freq(), esp.log_level)
"""
    async with make_table(main) as table:
        await table.wait_for(printed("quicken True (160000000, 1) 240000000 0"))

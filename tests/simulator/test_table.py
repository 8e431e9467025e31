"""A real MicroPython behind the chips: what a firmware does is seen outside, and the other way round."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import MakeTable
from simulator_tools import run, until

from host_tools.simulator import boot_rom, flash_image
from host_tools.simulator.chips import wiring
from host_tools.simulator.process import SimulatorError
from host_tools.simulator.table import KEYS, SimTable

PANEL = """
import asyncio, machine, time
from boardside.drivers.max7219 import Max7219

clk, din = machine.Pin(18), machine.Pin(23)
spi = machine.SPI(2, baudrate=1_000_000, polarity=0, phase=0, sck=clk, mosi=din, miso=None)
display = Max7219(spi, machine.Pin(5, machine.Pin.OUT))
display.init()
keys = [machine.Pin(n, machine.Pin.IN, machine.Pin.PULL_UP) for n in GPIOS]
pwm = machine.PWM(machine.Pin(19), freq=2000, duty_u16=0)
picture = bytearray(8)
SHAPES = (0x7E, 0x30, 0x6D, 0x79, 0x33, 0x5B, 0x5F, 0x70, 0x7F, 0x7B, 0x77)

async def scan():
    while True:
        down = -1
        for index in range(len(keys)):
            if keys[index].value() == 0:
                down = index
        picture[0] = SHAPES[down] if down >= 0 else 1
        display.show(picture)
        pwm.duty_u16(500 if down >= 0 else 0)
        await asyncio.sleep_ms(10)

asyncio.run(scan())
""".replace("GPIOS", repr([gpio for _, gpio in wiring.KEYS]))

READY = 'print("ready")\n'


def said(text: str, times: int = 1) -> Callable[[SimTable], bool]:
    """A predicate for `wait_for`: the board has written `text` (so often)."""
    return lambda table: table.log.count(text.encode()) >= times


def showing(first: str) -> Callable[[SimTable], bool]:
    """A predicate for `wait_for`: what stands at place 0."""
    return lambda table: table.text[0] == first


def is_running(pid: int) -> bool:
    """Whether a process lives; a dead one that nobody has waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_each_key_reaches_the_display_and_the_buzzer(make_table: MakeTable) -> None:
    async def work() -> None:
        async with make_table(PANEL) as table:
            await table.wait_for(lambda t: t.text[0] == "-")
            for index, key in enumerate(KEYS):
                press = asyncio.create_task(table.press(key))
                await table.wait_for(showing("0123456789A"[index]))
                await press
                await table.wait_for(lambda t: t.text[0] == "-")
            assert [tone.freq_hz for tone in table.tones] == [2000, 0] * len(KEYS)
            assert table.senses.errors == []

    run(work())


def test_a_press_is_seen_within_two_scans(make_table: MakeTable) -> None:
    async def work() -> None:
        async with make_table(PANEL) as table:
            await table.wait_for(lambda t: t.text[0] == "-")
            took = []
            for _ in range(20):
                begin = time.monotonic()
                table.key_down("CLOCK")
                await table.wait_for(lambda t: t.text[0] != "-")
                took.append(table.senses.display_at - begin)
                table.key_up("CLOCK")
                await table.wait_for(lambda t: t.text[0] == "-")
            assert 0 < sorted(took)[10] < 0.020

    run(work())


def test_a_chord_is_read_together(make_table: MakeTable) -> None:
    main = """
import machine, time
a, b = [machine.Pin(n, machine.Pin.IN, machine.Pin.PULL_UP) for n in (22, 21)]
print("ready")
seen = set()
while True:
    both = (a.value(), b.value())
    if both not in seen:
        print("seen", both)
    seen.add(both)
    time.sleep_ms(5)
"""

    async def work() -> None:
        async with make_table(main) as table:
            await table.wait_for(said("ready"))
            await table.chord(["OK", "UNDO"])
            await table.wait_for(said("seen (0, 0)"))
            assert b"seen (0, 1)" not in table.log
            assert b"seen (1, 0)" not in table.log

    run(work())


def test_ctrl_c_leads_to_a_living_prompt_and_ctrl_d_restarts(make_table: MakeTable) -> None:
    async def work() -> None:
        async with make_table(
            READY
            + "import time, machine\nprint('cause', machine.reset_cause())\nwhile True: time.sleep_ms(5)"
        ) as table:
            await table.wait_for(said("cause 1"))
            table.type("\x03")
            await table.wait_for(said(">>> "))
            assert b"KeyboardInterrupt" in table.log
            table.type("6*7\r")
            await table.wait_for(said("\n42\n"))
            table.type("\x04")
            await table.wait_for(said("cause 5"))
            assert table.is_on

    run(work())


BUSY = """
import time
def allocate():
    while True:
        bytearray(500), [1.5] * 20
def turn():
    while True:
        pass
count = 0
while count < 45:
    try:
        print("begin", count)
        (allocate, turn, lambda: time.sleep(60))[count % 3]()
    except KeyboardInterrupt:
        count += 1
print("all taken")
"""


@pytest.mark.slow
def test_ctrl_c_waits_for_the_interpreter_whatever_it_is_doing(make_table: MakeTable) -> None:
    """The unix port's own SIGINT breaks off in C: most of these would leave the heap locked for ever."""

    async def work() -> None:
        async with make_table(BUSY) as table:
            for count in range(45):
                await table.wait_for(said(f"begin {count}\n"))
                table.type("\x03\x03")
            await table.wait_for(said("all taken"))
            assert table.resets == 0

    run(work())


def test_the_prompt_finds_only_what_main_left(make_table: MakeTable) -> None:
    async def work() -> None:
        async with make_table("mine = 1\n") as table:
            await table.wait_for(said(">>> "))
            table.type("print('|'.join(sorted(k for k in dir() if k[0] != '_')))\r")
            await table.wait_for(said("mine\n"))

    run(work())


def test_an_error_in_main_leads_to_the_prompt(make_table: MakeTable) -> None:
    async def work() -> None:
        async with make_table("1/0") as table:
            await table.wait_for(said(">>> "))
            assert b"ZeroDivisionError" in table.log

    run(work())


def test_boot_py_runs_first_and_its_error_keeps_main_from_running(make_table: MakeTable) -> None:
    async def work() -> None:
        table = make_table("print('main ran')")
        (table.options.firmware / "boot.py").write_text("print('boot ran')\n1/0\n")
        async with table:
            await table.wait_for(said(">>> "))
            assert b"boot ran" in table.log
            assert b"main ran" not in table.log

    run(work())


COUNTER = """
import os
count = int(open("count").read()) if "count" in os.listdir() else 0
with open("count", "w") as file:
    file.write(str(count + 1))
print("count", count, "in", os.getcwd())
"""


def test_flash_keeps_its_files_over_power_cycles_and_restarts_of_the_simulator(make_table: MakeTable) -> None:
    async def work() -> None:
        async with make_table(COUNTER) as table:
            await table.wait_for(said("count 0 in /flash"))
            await table.power_off()
            assert not table.is_on
            assert table.pid is None
            await table.power_on()
            await table.wait_for(said("count 1 in"))
        async with make_table(COUNTER) as table:
            await table.wait_for(said("count 2 in"))
            await table.wait_for(said(">>> "))
        files = await asyncio.to_thread(flash_image.read, table.image)
        assert files["count"] == b"3"
        assert json.loads(files["config.json"])["table"] == 1
        assert table.senses.unerased == 0

    run(work())


def test_power_goes_in_the_middle_of_a_write(make_table: MakeTable) -> None:
    main = """
import machine, os, time
print("ready", os.stat("b")[6] if "b" in os.listdir() else 0)
key = machine.Pin(22, machine.Pin.IN, machine.Pin.PULL_UP)
while key.value():
    time.sleep_ms(2)
with open("b", "w") as file:
    file.write("x" * 3000)
print("written")
"""

    async def work() -> None:
        async with make_table(main) as table:
            await table.wait_for(said("ready 0"))
            table.cut_power_at_write(2)
            table.key_down("OK")
            await table.wait_for(lambda t: not t.is_on)
            assert b"written" not in table.log
            await table.power_on()
            await table.wait_for(said("ready 0", 2))  # all or nothing

    run(work())


def test_erasing_flash_takes_its_time(make_table: MakeTable) -> None:
    main = """
import time, vfs, esp32
part = esp32.Partition.find(esp32.Partition.TYPE_DATA, label="vfs")[0]
blocks = part.info()[3] // 4096
begin = time.ticks_ms()
for n in range(3):
    part.ioctl(6, blocks - 1 - n)
print("took", time.ticks_diff(time.ticks_ms(), begin) >= 150)
import machine
key = machine.Pin(22, machine.Pin.IN, machine.Pin.PULL_UP)
while True:
    key.value()
    time.sleep_ms(5)
"""

    async def work() -> None:
        async with make_table(main, erase_ms=(50, 80)) as table:
            await table.wait_for(said("took True"))
            await table.wait_for(lambda t: t.senses.erases >= 3)

    run(work())


def test_the_heap_is_told_without_its_garbage(make_table: MakeTable) -> None:
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

    async def work() -> None:
        async with make_table(main) as table:
            await table.wait_for(said("ready"))
            before = await table.heap()
            assert table.senses.chip_heap_bytes < before
            assert abs(await table.heap() - before) < 3000
            table.key_down("OK")
            await table.wait_for(said("kept"))
            assert 49_000 < await table.heap() - before < 54_000

    run(work())


def test_a_board_that_does_not_feed_its_watchdog_is_reset(make_table: MakeTable) -> None:
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

    async def work() -> None:
        async with make_table(main) as table:
            await table.wait_for(said("fed"), timeout=10)
            await table.wait_for(said("cause 3"), timeout=10)
            assert "watchdog" in table.senses.errors[0]
            assert table.resets == 1

    run(work())


def test_the_chip_resets_itself(make_table: MakeTable) -> None:
    main = """
import machine
print("cause", machine.reset_cause())
try:
    if machine.reset_cause() == machine.PWRON_RESET:
        machine.reset()
finally:
    print("end")
"""

    async def work() -> None:
        async with make_table(main) as table:
            await table.wait_for(said("cause 2"))  # HARD_RESET, as the port calls it
            await table.wait_for(said("end"))
            assert table.log.count(b"end") == 1  # a chip in reset runs no finally
            await table.reset()
            await table.wait_for(said("cause 2", 2))

    run(work())


def test_ticks_start_near_the_wrap_and_asyncio_does_not_mind(make_table: MakeTable) -> None:
    main = """
import asyncio, time
async def main():
    first = time.ticks_ms()
    for _ in range(20):
        await asyncio.sleep_ms(10)
    last = time.ticks_ms()
    passed = time.ticks_diff(last, first)
    print("wrapped", last < first, 190 <= passed < 9000, time.ticks_diff(first, last) < 0)
asyncio.run(main())
"""

    async def work() -> None:
        async with make_table(main, ticks_ms=(1 << 30) - 100) as table:
            await table.wait_for(said("wrapped True True True"))

    run(work())


def test_ticks_start_at_power_on(make_table: MakeTable) -> None:
    async def work() -> None:
        async with make_table(
            "import time\nprint('early', time.ticks_ms() < 9000, time.time() < 9)"
        ) as table:
            await table.wait_for(said("early True True"))

    run(work())


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


def test_wifi_joins_carries_tcp_and_drops(make_table: MakeTable) -> None:
    async def work() -> None:
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
            assert table.senses.wifi_connected
            assert b"joined 10.75.0.11 True" in table.log
            await table.wifi(False)
            await table.wait_for(lambda t: not t.senses.wifi_connected)
            stood = len(received)
            assert ends == []  # nobody is told
            await table.wifi(True)
            await table.wait_for(said("joined", 2))
            await until(lambda: len(received) > stood + 10)
            assert len(ends) == 1
        server.close()

    run(work())


def test_wrong_wiring_is_noted(make_table: MakeTable) -> None:
    main = """
import machine
spi = machine.SPI(2, baudrate=1_000_000, polarity=0, phase=0, sck=machine.Pin(23), mosi=machine.Pin(18))
spi = machine.SPI(2, baudrate=20_000_000, polarity=1, phase=0, sck=machine.Pin(18), mosi=machine.Pin(23))
machine.PWM(machine.Pin(21), freq=2000)
machine.Pin(14, machine.Pin.IN).value()
"""

    async def work() -> None:
        async with make_table(main) as table:
            await table.wait_for(lambda t: len(t.senses.errors) == 6)
            text = "\n".join(table.senses.errors)
            for part in (
                "do not lead to the display",
                "GPIO 19 for MISO",
                "too fast",
                "polarity 1",
                "floats",
            ):
                assert part in text

    run(work())


def test_the_rom_speaks_before_the_firmware(make_table: MakeTable) -> None:
    async def work() -> None:
        table = make_table(READY)
        table.folder.mkdir(parents=True)
        async with table:
            port = os.open(table.serial_path, os.O_RDWR | os.O_NOCTTY)
            os.set_blocking(port, False)
            got = bytearray()

            def read() -> bool:
                with contextlib.suppress(BlockingIOError):
                    got.extend(os.read(port, 4096))
                return b"ready" in got

            await table.reset(boot_rom.WATCHDOG)
            await until(read)
            os.close(port)
            assert b"rst:0x8 (TG1WDT_SYS_RESET)" in got

    run(work())


def test_opening_the_port_resets_the_board_if_so_set(make_table: MakeTable) -> None:
    async def work() -> None:
        async with make_table(READY, reset_on_open=True) as table:
            await table.wait_for(said("ready"))
            port = os.open(table.serial_path, os.O_RDWR | os.O_NOCTTY)
            await table.wait_for(said("ready", 2))
            os.close(port)
            assert table.resets == 1

    run(work())


def test_a_press_that_nobody_reads_says_so(make_table: MakeTable) -> None:
    async def work() -> None:
        async with make_table(READY) as table:
            with pytest.raises(SimulatorError, match="does not scan"):
                await table.press("OK", timeout=0.2)
            with pytest.raises(KeyError):
                await table.press("BELL")
            await table.power_off()
            with pytest.raises(SimulatorError, match="no power"):
                await table.press("OK")

    run(work())


def test_waiting_in_vain_tells_what_was_seen(make_table: MakeTable) -> None:
    async def work() -> None:
        async with make_table("print('here I am')") as table:
            await table.wait_for(said("here"))
            with pytest.raises(SimulatorError, match="here I am"):
                await table.wait_for(lambda t: t.text == "12345678", timeout=0.1)

    run(work())


def test_no_process_is_left(make_table: MakeTable) -> None:
    async def work() -> None:
        table = make_table(PANEL)
        async with table:
            pid = table.pid
            assert pid is not None
            assert Path(f"/proc/{pid}").exists()
        assert not Path(f"/proc/{pid}").exists()

    run(work())


def test_no_process_is_left_when_the_simulator_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "killed.py"
    program.write_text(
        "import asyncio\nfrom pathlib import Path\n"
        "from host_tools.simulator.options import Options\nfrom host_tools.simulator.table import SimTable\n"
        "async def main():\n"
        f"    here = Path({str(tmp_path)!r})\n"
        "    table = SimTable(1, here / 't', options=Options(firmware=here))\n"
        "    await table.start()\n    print(table.pid, flush=True)\n    await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    (tmp_path / "main.py").write_text("import time\nwhile True: time.sleep(1)\n")
    host = subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True)
    assert host.stdout is not None
    pid = int(host.stdout.readline())
    host.kill()
    host.wait()
    host.stdout.close()
    try:
        deadline = time.monotonic() + 5
        while is_running(pid) and time.monotonic() < deadline:
            time.sleep(0.01)
        assert not is_running(pid)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def test_the_chips_say_what_they_weigh(make_table: MakeTable) -> None:
    async def work() -> None:
        async with make_table(READY) as table:
            await table.wait_for(lambda t: t.senses.chip_heap_bytes > 0)
            assert table.senses.chip_heap_bytes < 80_000

    run(work())


def test_a_damaged_image_says_what_to_do(tmp_path: Path) -> None:
    folder = tmp_path / "table1"
    folder.mkdir()
    (folder / "flash.bin").write_bytes(b"\0" * 4096 * 512)

    async def work() -> None:
        with pytest.raises(SimulatorError, match="Remove it"):
            await SimTable(1, folder).start()

    run(work())

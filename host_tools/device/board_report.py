"""`boardside flash --report`: what a real board is and how fast it is, as a text file to send to the project.

A script at the board's prompt collects it: versions, memory, why it started, and the time of a press, of a
collection and of other single steps. It writes nothing on the board and reads no secret: of config.json it
takes the names of the displays and of the panel only.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from . import prompt
from .tools import DeviceError, check_port

#: The script makes a table in memory and presses its keys: 5 to 20 s on a board.
REPORT_S = 120.0

MARK = "boardside-report:"
"""What each line of the script begins with: the console has others."""

SCRIPT = """
import gc, sys, time
def say(name, value):
    print("boardside-report:%s=%s" % (name, value))
def try_(name, make):
    try:
        say(name, make())
    except Exception as error:
        say(name, "not available: %s: %s" % (type(error).__name__, error))
def timed(work, times=7):
    took = []
    for _ in range(times):
        began = time.ticks_us()
        work()
        took.append(time.ticks_diff(time.ticks_us(), began))
    took.sort()
    return "%d %d %d us (least, middle, most of %d)" % (took[0], took[times // 2], took[-1], times)
def machine():
    import os
    return os.uname().machine if hasattr(os, "uname") else "?"
def heaps():
    import esp32
    return [tuple(each[:3]) for each in esp32.idf_heap_info(esp32.HEAP_DATA)]
def flash():
    import esp
    return esp.flash_size()
def partitions():
    from esp32 import Partition
    return [tuple(each.info()[2:5]) for each in Partition.find(Partition.TYPE_DATA)]
def chip(name):
    import machine
    found = getattr(machine, name)
    return found()
def firmware():
    import loader
    if loader.MOUNT not in sys.path:
        loader.mount(loader.read().slot)
    from boardside.version import FIRMWARE
    return FIRMWARE
def settings():
    import json
    with open("config.json") as file:
        fields = json.load(file)
    return [fields.get("displays"), fields.get("panel"), fields.get("battery")]
def last_run():
    from boardside.app import hardware
    run = hardware.last_run()
    return "%s, %d in a row" % (run.cause, run.row)
try_("machine", machine)
try_("version", lambda: sys.version)
try_("implementation", lambda: sys.implementation)
try_("hertz", lambda: chip("freq"))
try_("reset_cause", lambda: chip("reset_cause"))
try_("flash_bytes", flash)
try_("partitions", partitions)
gc.collect()
try_("heap_free", gc.mem_free)
try_("heap_used", gc.mem_alloc)
try_("heaps", heaps)
try_("firmware", firmware)
try_("displays_panel_battery", settings)
try_("last_run", last_run)
try_("pins", lambda: __import__("boardside.pins", None, None, ("CHIP",)).CHIP)
try_("collection", lambda: timed(gc.collect))
try_("mem_free", lambda: timed(gc.mem_free))
def work():
    total = 0
    for number in range(1000):
        total += number
try_("loop_of_1000", lambda: timed(work))
def read_keys():
    from boardside import arrangement, config
    from boardside.app.buses import BUSES
    source = arrangement.panel(config.panel(arrangement.problem)).source(BUSES)
    return timed(source.read)
try_("key_scan", read_keys)
events = []
def store(event):
    event["seq"] = len(events) + 1
    events.append(event)
    return event
def read():
    begin = 0
    for at in range(len(events)):
        if events[at]["kind"] == "match":
            begin = at
    return iter(events[begin:])
class Clock:
    now = 1000
def make_table():
    from boardside.table.table import Table
    table = Table(store, read, {"table": 1, "strokes": 1}, time.ticks_diff, time.ticks_add)
    table.boot(0, "power_on")
    return table
def press(table, key):
    table.press(key, False, Clock.now)
    table.tick(time.ticks_add(Clock.now, 50))
    table.screen(time.ticks_add(Clock.now, 50))
    Clock.now = time.ticks_add(Clock.now, 3000)
def presses():
    table = make_table()
    for key in ("OK", "OK", "OK", "OK", "QUEEN", "OK"):
        press(table, key)
    gc.collect()
    return timed(lambda: press(table, "CLOCK"), 21)
try_("press_to_screen", presses)
try_("heap_used_after", gc.mem_alloc)
print("boardside:done:")
"""


def read_report(said: str) -> dict[str, str]:
    """The lines of the script's answer, by name."""
    facts = {}
    for line in said.splitlines():
        if line.startswith(MARK):
            name, _, value = line.removeprefix(MARK).partition("=")
            facts[name] = value.strip()
    return facts


def text(facts: Mapping[str, str], port: str, at: datetime) -> str:
    """The report as a file to send."""
    lines = [
        "Boardside: report on a board",
        f"taken {at:%Y-%m-%d %H:%M} UTC with boardside {version('boardside')}, port {port}",
        "",
        *(f"{name}: {value}" for name, value in facts.items()),
        "",
        "Please add: the maker and name of the board, the module's marking, what is wired to it, how it is",
        "supplied, and what you saw at each step of docs/builder/bring-up.md.",
    ]
    return "\n".join(lines) + "\n"


def write(port: str, file: Path) -> str:
    """Ask the board at `port` what it is and how fast, write it into `file`, and return it. The table's
    program stops for some seconds and starts again; its match goes on, the clock paused. Raises DeviceError.
    """
    check_port(port)
    answer = prompt.answer(port, SCRIPT, REPORT_S)
    prompt.restart(port)
    report = text(read_report(answer), port, datetime.now(UTC))
    try:
        file.write_text(report, encoding="utf-8")
    except OSError as error:
        raise DeviceError(f"{file} cannot be written: {error.strerror}.") from error
    return report


__all__ = ["read_report", "text", "write"]

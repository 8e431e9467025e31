"""The serial shell as the device runs it: real MicroPython on a pseudo-terminal, read by `pull` through
pyserial.
"""

import os
import subprocess
import sysconfig
import tty
from pathlib import Path

from host_tools.collector.pull import read_table

ROOT = Path(__file__).resolve().parents[2]
MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"


def test_the_table_on_micropython_is_read_through_its_standard_streams() -> None:
    count = 60
    master, slave = os.openpty()
    tty.setraw(slave)
    tty.setraw(master)
    # The program sits on the other end of the line: what it prints comes out of the port.
    process = subprocess.Popen(
        [MICROPYTHON, "tests/link/on_micropython.py", str(count)],
        cwd=ROOT,
        env={**os.environ, "MICROPYPATH": "firmware:.frozen"},
        stdin=master,
        stdout=master,
        stderr=subprocess.PIPE,
    )
    try:
        met, events = read_table(os.ttyname(slave), 0, lambda table: [b"key"], 10)
    finally:
        process.kill()
        _, errors = process.communicate()
        os.close(master)
        os.close(slave)
    assert (met.table, met.name, met.keyed) == (5, "Täble", True)
    assert [event.seq for event in events] == list(range(1, count + 1))
    assert events[-1].event["cause"] == "Zoë \u0b85 " + "x" * (count % 50)
    assert errors == b""

"""A table's link under the real MicroPython on its standard input and output: `micropython on_micropython.py
COUNT`.
"""

import asyncio
import os
import sys
import time

from boardside.link.commands import Commands
from boardside.link.serial_port import Stdio, serve
from boardside.link.session import Identity, TableSession

COUNT = int(sys.argv[1])


class Journal:
    first_seq = 1
    last_seq = COUNT

    def read(self, from_seq):
        for seq in range(from_seq, COUNT + 1):
            yield {"seq": seq, "kind": "boot", "cause": "Zo\u00eb \u0b85 " + "x" * (seq % 50)}


print("rst:0x1 (POWERON_RESET),boot:0x13")
session = TableSession(
    Identity(5, "T\u00e4ble", "0badcafe", 1, "0.1.0"),
    Journal(),
    lambda now: {"phase": "idle", "seq": COUNT},
    Commands(lambda event, now: (True, "ok", "")),
    b"key",
    os.urandom,
    time.ticks_diff,
)
asyncio.run(serve(session, Stdio(), time.ticks_ms, time.ticks_diff, lambda: None))

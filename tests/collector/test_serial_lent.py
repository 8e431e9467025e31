"""A serial line that is lent: the port is free for somebody else, and is opened again afterwards."""

import asyncio
import os
from typing import Any

import pytest
import serial

from host_tools.collector import serial_line
from host_tools.collector.serial_line import SerialLine, open_port
from tests.waiting import until


class Owner:
    """What a line tells its collector."""

    opened_times = closed_times = 0

    def opened(self, connection: object) -> None:
        self.opened_times += 1


async def test_a_line_that_is_lent_is_closed_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    owner = Owner()

    class Quiet:
        def __init__(self, *_: object) -> None: ...

        def data(self, _: bytes) -> None: ...

        def closed(self) -> None:
            owner.closed_times += 1

    monkeypatch.setattr(serial_line, "Connection", Quiet)
    master, slave = os.openpty()
    path = os.ttyname(slave)

    def use(line: SerialLine) -> Any:
        with pytest.raises(serial.SerialException):
            open_port(path)
        with line.lent():
            port = open_port(path)
            port.close()
            return owner.closed_times

    line = SerialLine(owner, path)  # type: ignore[arg-type]
    with line.lent():
        pass  # not started yet: nothing is open
    line.start()
    await until(lambda: owner.opened_times == 1)
    await asyncio.to_thread(use, line)
    await until(lambda: (owner.closed_times, owner.opened_times) == (1, 2))
    await line.stop()
    os.close(master)
    os.close(slave)

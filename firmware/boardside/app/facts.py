"""The facts and actions of the device for the menu: the table's `device`."""

import sys

from ..link.session import PROTOCOL
from . import hardware

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Facts:
    """`front`, `journal`, `links` (None without a journal), `config` and `run` (last_run.LastRun): the
    device's own. feed(done, count): the watchdog gets food while the journal is erased, and the display shows
    how far it is.
    """

    def __init__(self, front, journal, links, config, run, feed) -> None:
        self._front = front
        self._journal = journal
        self._links = links
        self._config = config
        self._run = run
        self._feed = feed

    def network(self) -> "dict[str, Any]":
        """ssid ("": cable only), state ("off", "joining", "settling", "joined", "resting"), problem, address
        (own, "" without), signal (dBm or None), host (address or name, "" for none), waiting (events that no
        host has for good).
        """
        facts = {
            "ssid": self._config.wifi_ssid,
            "state": "off",
            "problem": "",
            "address": "",
            "signal": None,
            "host": "",
            "waiting": 0,
        }
        links = self._links
        if links is None:
            return facts
        facts["waiting"] = max(0, self._journal.last_seq - links.acked())
        if links.wifi is not None:
            facts["state"], facts["problem"] = links.wifi.state, links.wifi.problem
            facts["address"], facts["signal"] = links.wifi.signal()
        if links.tcp is not None:
            facts["host"] = links.tcp.host or self._config.host_address
        return facts

    def about(self) -> "dict[str, Any]":
        """serial (the chip's number), protocol, journal (its id), slot (of the firmware, "" for none), cause
        (of this start), row (runs in a row that failed).
        """
        loader = sys.modules.get("loader")
        running = getattr(loader, "running", None)
        return {
            "serial": hardware.serial_number(),
            "protocol": PROTOCOL,
            "journal": self._journal.id,
            "slot": "" if running is None else running.slot,
            "cause": self._run.cause,
            "row": self._run.row,
        }

    def test_displays(self, pattern: int) -> None:
        """Light everything that the displays have, or nothing, or end that: as in faces/."""
        self._front.test(pattern)

    def erase_journal(self) -> bool:
        """Begin a new journal in place of one that cannot be opened, and start anew. False: flash refuses."""
        try:
            erase(hardware.journal_partition(), self._feed)
        except OSError:
            return False
        hardware.restart(self._run)
        return True


def erase(partition, feed) -> None:
    """Erase a partition (esp32.Partition), block by block; OSError. feed(done, count) is called before each
    block: 256 take 11 to 15 s on a chip, about as long as the watchdog waits.
    """
    count = partition.ioctl(4, 0)
    for block in range(count):
        feed(block, count)
        partition.ioctl(6, block)

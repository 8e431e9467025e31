"""A service manager's end of the notify protocol: a real datagram socket, and what has come to it."""

import socket
from pathlib import Path

from tests.waiting import patience_s


class Manager:
    """`environment` is what the service gets; `address`: a path, or a name in the abstract namespace."""

    def __init__(self, address: str, watchdog_s: float | None = None) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self.socket.settimeout(patience_s())
        self.environment = {"NOTIFY_SOCKET": address}
        if watchdog_s is not None:
            self.environment["WATCHDOG_USEC"] = str(int(watchdog_s * 1e6))

    @classmethod
    def at(cls, folder: Path, watchdog_s: float | None = None) -> "Manager":
        return cls(str(folder / "notify"), watchdog_s)

    def hear(self) -> dict[str, str]:
        """The next message; waits for it."""
        lines = self.socket.recv(65536).decode().split("\n")
        return dict(line.split("=", 1) for line in lines)

    def all(self) -> list[dict[str, str]]:
        """All messages that have come and were not read yet."""
        self.socket.setblocking(False)
        messages = []
        try:
            while True:
                messages.append(self.hear())
        except BlockingIOError:
            self.socket.settimeout(patience_s())
            return messages

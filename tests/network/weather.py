"""A network with weather: two ends, and what a bad Wi-Fi does to the frames between them.

Each end is a TAP device, one of them in a network namespace of its own. The frames between them go through
this process, which loses, delays, reorders and slows them down as `tc netem` does: many kernels have no
netem, and a seed repeats what chance decides. Needs root, `ip` and /dev/net/tun.
"""

import fcntl
import heapq
import os
import random
import select
import shutil
import struct
import subprocess
import threading
import time
from dataclasses import dataclass

HOST, TABLES, PREFIX = "10.213.77.1", "10.213.77.2", 24

_TUNSETIFF = 0x400454CA
_TAP, _NO_HEADER = 0x0002, 0x1000
_FRAME_MOST = 2048


@dataclass(frozen=True)
class Weather:
    """lose: share of the frames; delay_ms plus or minus jitter_ms; hurry: share that goes without any delay,
    before others; bits_per_s: what each direction carries at most. cut: nothing goes over.
    """

    lose: float = 0.0
    delay_ms: float = 0.0
    jitter_ms: float = 0.0
    hurry: float = 0.0
    bits_per_s: float = 1e9
    cut: bool = False


FAIR = Weather()


def missing() -> str:
    """Why there can be no such network here; "" when there can."""
    if os.geteuid() != 0:
        return "a network namespace needs root"
    if shutil.which("ip", path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin") is None:
        return "ip is missing: apt install iproute2"
    if not os.access("/dev/net/tun", os.R_OK | os.W_OK):
        return "/dev/net/tun is missing: modprobe tun"
    try:
        _ip("netns", "add", "boardside-probe")
    except subprocess.CalledProcessError as error:
        return f"no network namespace can be made here ({error.stderr.strip()})"
    _ip("netns", "del", "boardside-probe")
    return ""


class Network:
    """HOST is an address of this computer, TABLES that of the namespace `name`, while it is open.

    alone: HOST is in a namespace of its own, `host_name`, where no other program of this computer answers.
    `weather` may be exchanged at any time. To read: `carried`, `lost`.
    """

    def __init__(self, seed: int, alone: bool = False) -> None:
        self.name = f"boardside-{os.getpid()}"
        self.host_name = f"{self.name}-host" if alone else ""
        self.weather = FAIR
        self.carried = self.lost = 0
        self._dice = random.Random(seed)
        self._ends: list[int] = []
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._carry, name="weather", daemon=True)
        self._free_at = [0.0, 0.0]

    def __enter__(self) -> "Network":
        try:
            near, far = f"bsh{os.getpid()}", f"bst{os.getpid()}"
            self._ends = [_tap(near), _tap(far)]
            for end, address, namespace, other in (
                (near, HOST, self.host_name, TABLES),
                (far, TABLES, self.name, HOST),
            ):
                inside = ("-n", namespace) if namespace else ()
                if namespace:
                    _ip("netns", "add", namespace)
                    _ip("link", "set", end, "netns", namespace)
                    _ip(*inside, "link", "set", "lo", "up")
                _ip(*inside, "address", "add", f"{address}/{PREFIX}", "broadcast", "+", "dev", end)
                _ip(*inside, "link", "set", end, "up")
                if namespace:
                    _ip(*inside, "route", "add", "default", "via", other)
        except BaseException:
            self._close()
            raise
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.set()
        self._thread.join(5)
        self._close()

    def _close(self) -> None:
        for end in self._ends:
            os.close(end)
        self._ends = []
        for namespace in filter(None, (self.name, self.host_name)):
            subprocess.run(["ip", "netns", "del", namespace], check=False, env=_ENVIRONMENT)

    def _carry(self) -> None:
        under_way: list[tuple[float, int, int, bytes]] = []
        count = 0
        while not self._ending.is_set():
            now = time.monotonic()
            while under_way and under_way[0][0] <= now:
                _, _, end, frame = heapq.heappop(under_way)
                try:
                    os.write(end, frame)
                except OSError:
                    self.lost += 1  # that side has not opened its interface, or has no room
            wait = under_way[0][0] - now if under_way else 0.1
            ready, _, _ = select.select(self._ends, [], [], max(0.0, min(wait, 0.1)))
            for end in ready:
                frame = os.read(end, _FRAME_MOST)
                at = self._arrives(self._ends.index(end), len(frame), time.monotonic())
                if at is None:
                    self.lost += 1
                    continue
                count += 1
                self.carried += 1
                other = self._ends[1 - self._ends.index(end)]
                heapq.heappush(under_way, (at, count, other, frame))

    def _arrives(self, side: int, size: int, now: float) -> float | None:
        """When a frame sent now arrives; None: never."""
        weather, dice = self.weather, self._dice
        if weather.cut or dice.random() < weather.lose:
            return None
        self._free_at[side] = max(self._free_at[side], now) + size * 8 / weather.bits_per_s
        if dice.random() < weather.hurry:
            return now
        jitter = dice.uniform(-weather.jitter_ms, weather.jitter_ms)
        return self._free_at[side] + max(0.0, weather.delay_ms + jitter) / 1000


_ENVIRONMENT = {**os.environ, "PATH": os.environ.get("PATH", "") + ":/usr/sbin:/sbin"}


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True, env=_ENVIRONMENT)


def _tap(name: str) -> int:
    end = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(end, _TUNSETIFF, struct.pack("16sH22s", name.encode(), _TAP | _NO_HEADER, b""))
    return end


def command_inside(namespace: str, *command: str) -> list[str]:
    """The command line that runs `command` in a network's namespace."""
    ip = shutil.which("ip", path=_ENVIRONMENT["PATH"])
    assert ip is not None
    return [ip, "netns", "exec", namespace, *command]

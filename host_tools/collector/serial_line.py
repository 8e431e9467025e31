"""Tables on a cable: one serial port each, opened again whenever it comes back. The port is this computer's,
or one that another computer shares (ser2net, or an adapter with a network plug).

pyserial blocks, so each port has two threads; they hand bytes to the event loop and take bytes from a queue.
"""

import asyncio
import errno
import getpass
import logging
import os
import queue
import socket
import stat
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import serial

from host_tools.collector.live import Connection, ConnectionOwner
from host_tools.collector.outgoing import SERIAL_IN_FLIGHT
from host_tools.collector.reasons import REASONS, CannotStart
from host_tools.reasons import Cause

#: The group's name on Linux: Debian, Ubuntu, Fedora; Arch and others.
USUAL = ("dialout", "uucp")


def group_of(path: str) -> str:
    """The group that may open this port. Of a port that is not there, what this computer usually has: such a
    group that exists, else `dialout`.
    """
    try:
        return _group_name(Path(path).stat())
    except OSError:
        return next(filter(_exists, USUAL), USUAL[0])


def how_to_get_access(path: str) -> Cause:
    """What to do for a port that this user may not open."""
    try:
        status = Path(path).stat()
    except OSError:
        status = None
    if status is not None and not status.st_mode & stat.S_IRGRP:
        return REASONS.cause("open_to_group", path=path, user=_user())
    return REASONS.cause("join_group", group=group_of(path), user=_user())


def groups_of(paths: Iterable[str]) -> list[str]:
    """The groups of all these ports that are devices of this computer."""
    return sorted({group_of(path) for path in paths if "://" not in path})


def missing_groups(paths: Iterable[str]) -> list[str]:
    """The groups that this user is not in, of those that own these ports."""
    import grp

    mine = {os.getegid(), *os.getgroups()}
    groups = groups_of(paths) if os.geteuid() else []
    return [name for name in groups if not _exists(name) or grp.getgrnam(name).gr_gid not in mine]


def _group_name(status: os.stat_result) -> str:
    import grp

    try:
        return grp.getgrgid(status.st_gid).gr_name
    except KeyError:
        return str(status.st_gid)


def _exists(name: str) -> bool:
    try:
        import grp

        grp.getgrnam(name)
    except (ImportError, KeyError):  # Windows; no such group
        return False
    return True


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "$USER"


log = logging.getLogger(__name__)

BAUD = 115200
#: The longest read of a silent port: the thread notices within this time that it must end.
READ_S = 0.2
WRITE_S = 2.0
AGAIN_S = 1.0
#: A write that hangs ends within WRITE_S.
LENT_WITHIN_S = 5.0
#: Ports of other computers: bytes as they are, and RFC 2217 (with the control lines).
URLS = ("socket://", "rfc2217://")
_READ_MOST = 4096
#: In seconds, the last in ms: gone within ten seconds, whether there was something to send or not.
_KEEPALIVE = {"TCP_KEEPIDLE": 4, "TCP_KEEPINTVL": 2, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 10_000}
#: Where Linux (udev) names ports by their devices; these names stay when a cable comes back as another port.
BY_ID = Path("/dev/serial/by-id")
#: What a table without a journal says on its cable (boardside/app/device.py): it has no link.
STORES_NOTHING = b"# the journal is not open: "


def check(path: str) -> None:
    """Raises CannotStart when `path` is a URL that can be no port."""
    if "://" not in path:
        return
    try:
        if not path.startswith(URLS) or urlsplit(path).port is None or not urlsplit(path).hostname:
            raise ValueError
    except ValueError:
        raise CannotStart("no_serial_url", path=path) from None


def _notice_silence(connection: socket.socket) -> None:
    """Detect a lost connection early. A computer that shares a port may lose its power without a message. By
    default TCP would notice after a quarter of an hour, and the port would not be opened again until then.
    """
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _KEEPALIVE.items():
        if hasattr(socket, name):  # options that this system has
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def open_port(path: str) -> serial.Serial:
    """The port, opened for this process alone. Raises SerialException, OSError, ValueError or CannotStart."""
    check(path)
    is_shared = path.startswith("rfc2217://")
    # Control lines are asked for and not waited for: a port that has none (a PTY) never answers.
    url = path + ("&" if "?" in path else "/?") + "ign_set_control" if is_shared else path
    port = serial.serial_for_url(url, do_not_open=True)
    port.baudrate = BAUD
    port.timeout = READ_S
    if not is_shared:  # pyserial has none there
        port.write_timeout = WRITE_S
    port.exclusive = True
    # Different levels of the two reset an ESP32 board; equal ones leave it alone.
    port.dtr = False
    port.rts = False
    port.open()
    connection = getattr(port, "_socket", None)
    if connection is not None:
        _notice_silence(connection)
    return port


def by_id(path: str) -> str:
    """The port's name by its device; "" when it has none."""
    port = os.path.realpath(path)
    names = sorted(BY_ID.glob("*")) if Path(path).exists() else []
    return next((str(name) for name in names if os.path.realpath(name) == port), "")


def read_some(port: serial.Serial, is_socket: bool) -> bytes:
    """The received bytes, at least one; b"" after READ_S of silence. Raises SerialException or OSError."""
    data = port.read(1)
    if not data:
        return b""
    if not is_socket:
        return bytes(data + port.read(port.in_waiting))
    port.timeout = 0  # a socket cannot tell how much there is
    try:
        return bytes(data + port.read(_READ_MOST))
    finally:
        port.timeout = READ_S


def explain(path: str, error: Exception) -> Cause:
    """Why the port cannot be used."""
    if isinstance(error, CannotStart):
        return error.cause
    if path.startswith(URLS):
        return REASONS.cause("serial_url_silent", path=path, why=str(error))
    number = getattr(error, "errno", None)
    if number == errno.ENOENT or isinstance(error, FileNotFoundError):
        return REASONS.cause("serial_missing", path=path)
    if number in (errno.EACCES, errno.EPERM):
        return REASONS.cause("serial_not_permitted", path=path, how=how_to_get_access(path).to_json())
    if number in (errno.EBUSY, errno.EAGAIN):
        return REASONS.cause("serial_taken", path=path)
    return REASONS.cause("serial_fails", path=path, why=str(error))


class SerialLine:
    """Keeps one port at `path` (as `check` has it) open for `collector` from start() to stop(), but for the
    time that it is `lent`. When its device comes back under another name, that port is opened. `problem`: why
    it is not open, or None.
    """

    def __init__(self, collector: ConnectionOwner, path: str) -> None:
        self._collector = collector
        self._path = path
        self._device = ""  # its name by_id, when it was open last
        self._loop = asyncio.get_running_loop()
        self._ending = threading.Event()
        self._is_lent = threading.Event()
        self._is_closed = threading.Event()
        self._outgoing: queue.Queue[bytes | None] = queue.Queue(maxsize=64)
        self._connection: Connection | None = None
        self._thread = threading.Thread(target=self._run, name=f"serial {path}", daemon=True)
        self.problem: Cause | None = None

    def start(self) -> None:
        """Begin to look for the port."""
        self._thread.start()

    @contextmanager
    def lent(self) -> Iterator[None]:
        """The port is closed within this context, for another program or part that uses it. On a thread; not
        within itself.
        """
        self._is_closed.clear()
        self._is_lent.set()
        try:
            if self._thread.is_alive():
                self._is_closed.wait(LENT_WITHIN_S)
            yield
        finally:
            self._is_lent.clear()

    async def stop(self) -> None:
        """Close the port and end the threads."""
        self._ending.set()
        await asyncio.to_thread(self._thread.join, 5.0)

    def _run(self) -> None:
        while not self._ending.is_set():
            if self._is_lent.is_set():
                self._is_closed.set()
                self._ending.wait(READ_S)
                continue
            try:
                path = self._device if self._is_renamed() else self._path
                port = open_port(path)
                self._device = by_id(path) or self._device
            except Exception as error:  # OSError and ValueError, and termios.error of a port that just goes
                self._say(explain(self._path, error))
                self._ending.wait(AGAIN_S)
                continue
            self._say(None)
            self._serve(port)

    def _is_renamed(self) -> bool:
        """Whether the device that was at `path` is there under another name only."""
        return self._device != "" and not Path(self._path).exists() and Path(self._device).exists()

    def _serve(self, port: serial.Serial) -> None:
        """Move bytes until the port is gone."""
        self._call(self._opened)
        writer = threading.Thread(
            target=self._write_all, args=(port,), name=f"write {self._path}", daemon=True
        )
        writer.start()
        try:
            is_socket = self._path.startswith("socket://")
            while not (self._ending.is_set() or self._is_lent.is_set()):
                data = read_some(port, is_socket)
                if data:
                    self._call(self._received, data)
        except Exception as error:  # OSError; TypeError and more: pyserial on a port that vanished
            if not self._ending.is_set():
                self._say(REASONS.cause("serial_gone", path=self._path, why=str(error)))
        finally:
            self._call(self._closed)
            self._clear()
            self._outgoing.put(None)
            writer.join()
            port.close()

    def _clear(self) -> None:
        try:
            while True:
                self._outgoing.get_nowait()
        except queue.Empty:
            pass

    def _write_all(self, port: serial.Serial) -> None:
        while (data := self._outgoing.get()) is not None:
            try:
                port.write(data)
            except serial.SerialTimeoutException:
                continue  # the bytes are lost: the session sends them again
            except Exception:
                continue  # the reading thread notices, too, and ends this one

    # On the event loop

    def _opened(self) -> None:
        self._connection = Connection(self._collector, "serial", self._path, self._queue, SERIAL_IN_FLIGHT)
        self._collector.opened(self._connection)

    def _received(self, data: bytes) -> None:
        if STORES_NOTHING in data:  # said every few seconds: one in two parts is not missed
            self._say(REASONS.cause("table_stores_nothing", path=self._path))
        if self._connection is not None:
            self._connection.data(data)

    def _closed(self) -> None:
        if self._connection is not None:
            self._connection.closed()
            self._connection = None

    def _queue(self, data: bytes) -> None:
        try:
            self._outgoing.put_nowait(data)
        except queue.Full:
            log.debug("%s takes nothing; dropped %d bytes", self._path, len(data))

    # From the thread

    def _say(self, problem: Cause | None) -> None:
        if problem != self.problem:
            self.problem = problem
            if problem is not None:
                log.warning("%s", problem)
            else:
                log.info("%s is open", self._path)

    def _call(self, function: object, *arguments: object) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function, *arguments)  # type: ignore[arg-type]

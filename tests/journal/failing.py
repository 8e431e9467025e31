"""Operations that fail, by number: of a partition (tests/portable/journal/nor.py), or of the file system that
the segments lie on.
"""

import errno
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from boardside.journal import chapters
from boardside.journal.segments import Segments
from tests.chaos.flash import Disk, Drawer
from tests.chaos.virtual import patched

CHANGES = ("write", "flush", "mkdir", "remove", "rmdir", "rename", "create")
LOOKS = ("read", "listdir", "open", "statvfs")
PATH = "t/journal"


class Shaky:
    """LittleFS of one table, in memory. `fail_at`: so many operations of `kinds` from now, the one that fails
    with EIO; `after`: it was done all the same. `fails_on`: from then on all of them do.
    """

    def __init__(self) -> None:
        self.drawer = Drawer()
        self.disk = self.drawer.disks["t"] = Disk(random.Random(1))
        self.disk.directories.add("t")
        self.kinds: tuple[str, ...] = CHANGES
        self.calls = self.fail_at = 0
        self.after = self.fails_on = False

    def home(self) -> Segments:
        return Segments(PATH, self._statvfs)

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Puts the failing functions in the place of the journal's `os` and `open`."""
        names = ("mkdir", "remove", "rmdir", "rename", "listdir")
        files = SimpleNamespace(**{name: self._shaky(name, getattr(self.drawer, name)) for name in names})
        with patched((chapters, "os", files), (chapters, "open", self._open)):
            yield

    def _open(self, path: str, mode: str) -> "_ShakyFile":
        kind = "open" if mode == "rb" else "create"
        return _ShakyFile(self, self._shaky(kind, self.drawer.open)(path, mode))

    def _statvfs(self, path: str) -> Any:
        return self._shaky("statvfs", self.disk.statvfs)(path)

    def _shaky(self, kind: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def working(*given: Any) -> Any:
            if not self._fails(kind):
                return work(*given)
            if self.after:
                work(*given)
            raise OSError(errno.EIO, kind)

        return working

    def _fails(self, kind: str) -> bool:
        if kind not in self.kinds:
            return False
        self.calls += 1
        return self.calls == self.fail_at or (self.fails_on and 0 < self.fail_at < self.calls)


class _ShakyFile:
    def __init__(self, shaky: Shaky, file: Any) -> None:
        self._file = file
        for name in ("read", "write", "flush"):
            setattr(self, name, shaky._shaky(name, getattr(file, name)))

    def close(self) -> None:
        self.flush()  # type: ignore[attr-defined]

    def __enter__(self) -> "_ShakyFile":
        return self

    def __exit__(self, kind: Any, *_rest: Any) -> None:
        if kind is None:
            self.close()

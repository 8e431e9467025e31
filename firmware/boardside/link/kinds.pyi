"""What the link is given, for type checkers only: nothing here exists on the device."""

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from .session import TableSession

#: `os.urandom`, `time.ticks_diff`, `time.ticks_ms`.
Random = Callable[[int], bytes]
Diff = Callable[[int, int], int]
Ticks = Callable[[], int]
CheckIn = Callable[[], object]
Online = Callable[[], bool]
NameServer = Callable[[], str]
MakeSession = Callable[[], TableSession]
Read = Callable[[int], Iterable[dict[str, Any]]]
Status = Callable[[int], dict[str, Any]]
Apply = Callable[[dict[str, Any], int], tuple[bool, str, str]]
#: (command's id, done, code, message)
Answer = tuple[str, bool, str, str]

class Journal(Protocol):
    """The part of the table's journal that a session reads."""

    @property
    def first_seq(self) -> int: ...
    @property
    def last_seq(self) -> int: ...
    def read(self, from_seq: int) -> Iterable[dict[str, Any]]: ...

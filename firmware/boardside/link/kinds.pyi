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
#: (False, code, message, reason, facts)
Refusal = tuple[bool, str, str, str, dict[str, Any]]
#: (done, code, message) or a `Refusal`.
Apply = Callable[[dict[str, Any], int], tuple[Any, ...]]
#: The command's id, then what `Apply` returned.
Answer = tuple[Any, ...]

class Journal(Protocol):
    """The part of the table's journal that a session reads."""

    @property
    def first_seq(self) -> int: ...
    @property
    def last_seq(self) -> int: ...
    def read(self, from_seq: int) -> Iterable[dict[str, Any]]: ...

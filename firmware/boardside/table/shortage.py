"""What a table does when memory runs out (D190): a press that may find too little is refused before it is
begun; what is stored holds, and where the rest could not follow it, that stands as after power-on.
"""

from . import conduct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .table import Table

ROOM_BYTES = 4096
"""More than any press needs at once, its picture included: 3.4 KB on the unix port, whose objects are twice
as large as an ESP32's."""


def has_room() -> bool:
    """Whether a press will find the memory it needs, once garbage is collected."""
    try:
        bytearray(ROOM_BYTES)
    except MemoryError:
        return False
    return True


def tell(table: "Table", is_stored: bool, now: int) -> None:
    """Memory ran out in a press all the same: say whether it is to be made again."""
    if is_stored:
        table.message("short", now)
    else:
        table.refuse("memory", now=now)


def catch_up(table: "Table", now: int) -> bool:
    """An event is stored that record, clocks or panel do not follow: they stand as after power-on then.

    Whether there was the memory for that; else it is to be called again.
    """
    try:
        table.record.catch_up()
        conduct.recover(table, now)
        table.panel.strokes.clear()
        table.panel.leave()
        table.message("short", now)
    except MemoryError:
        return False
    return True

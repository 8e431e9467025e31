"""Tables at a glance, for a stream: drawn anew only where more than a clock or the link has changed.

Half of what a table in play tells is that a clock was stopped or went on; its names, score and pieces stay.
"""

from collections.abc import Mapping
from typing import Any

from host_tools.web import present
from host_tools.web.ports import TableView

#: What `present.tile` makes of these fields of a view alone, `Glances` can put into an older tile.
_MOVING = ("clock", "hall", "link")


class Glances:
    """The newest tile of each table in one language. Views are never changed once given."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[TableView, dict[str, Any]]] = {}

    def tile(self, view: TableView) -> Mapping[str, Any]:
        """As `present.tile`, in the language that is spoken."""
        table = int(view["table"])
        kept = self._kept.get(table)
        if kept is not None and _stays(kept[0], view):
            tile = {**kept[1], **present.moving(view)}
        else:
            tile = present.tile(view)
        self._kept[table] = (view, tile)
        return tile


def _stays(old: TableView, new: TableView) -> bool:
    """Whether two views differ at most in what moves."""
    if old.keys() != new.keys():
        return False
    return all(old[name] is value or old[name] == value for name, value in new.items() if name not in _MOVING)

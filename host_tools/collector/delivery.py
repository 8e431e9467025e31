"""One command on its way to a table: in parts that fit its small input buffer, again when no answer comes."""

from boardside.link.commands import COMMAND_MAX, PARTS_MAX
from boardside.link.frame import TABLE_LINE_MAX, dumps

#: The longest line with a part in it. Two of them would not fit into the 200 bytes that may be under way.
PART_LINE_MAX = 190
#: `$`, `*`, mac, crc, line feed, and `["cm",n,"id",part,parts,""]` with the longest numbers and id.
PART_OVERHEAD = 1 + 1 + 16 + 8 + 1 + 50
RETRY_MS = 1500

assert PART_LINE_MAX < TABLE_LINE_MAX


def split(text: str) -> list[str]:
    """The JSON strings (with quotes) whose values joined are `text`, each short enough for a part."""
    room = PART_LINE_MAX - PART_OVERHEAD
    parts: list[str] = []
    piece = ""
    length = 0
    for character in text:
        cost = len(dumps(character)) - 2
        if length + cost > room:
            parts.append(dumps(piece))
            piece, length = "", 0
        piece += character
        length += cost
    parts.append(dumps(piece))
    return parts


def fits(text: str) -> bool:
    """Whether a command of this JSON text is short enough for a table."""
    return len(text) <= COMMAND_MAX and len(split(text)) <= PARTS_MAX


class Delivery:
    """The parts of one command; go-back-N over them by what the table says it has."""

    def __init__(self, command: str, text: str) -> None:
        self.command = command
        self._parts = split(text)
        self._have = 0
        self._next = 1
        self._moved_at: int | None = None

    def next_part(self, now: int) -> str | None:
        """The rest of the next `cm` frame's array, after its number; None when it is the table's turn."""
        if self._moved_at is not None and now - self._moved_at >= RETRY_MS:
            self._next = self._have + 1
            self._moved_at = now
        if self._next > len(self._parts):
            return None
        return f'"{self.command}",{self._next},{len(self._parts)},{self._parts[self._next - 1]}'

    def sent(self, now: int) -> None:
        """The part that `next_part` gave has been sent."""
        self._next += 1
        self._moved_at = now

    def progress(self, command: str, have: int, now: int) -> None:
        """The table has the first `have` parts of `command` (none of this one when it names another)."""
        if command != self.command or have < self._have:  # the table has forgotten: from the start
            self._have, self._next = 0, 1
        elif have > self._have and have < len(self._parts):
            self._have = have
            self._next = max(self._next, have + 1)
        self._moved_at = now

    def due_at(self) -> int | None:
        """When the next part must be sent again; None before the first was sent."""
        return None if self._moved_at is None else self._moved_at + RETRY_MS

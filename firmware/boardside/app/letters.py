"""Names that the host has drawn, because the table's own font lacks a letter of them: checked, shown,
and kept in a file as long as their match is at the table. Only a table with an e-paper loads this.
"""

import json
import os
from binascii import a2b_base64

from ..link.commands import refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FILE = "letters"
SIDES = ("a", "b")
FIELDS = ("match", "side", "names", "lines")
"""Of a command: the match, whose names, these names (corrected ones are no longer meant), what is seen."""

LINES_MOST = 3
TEXT_MOST = 200


class Line:
    """A line, all lengths in pixels. data: row by row, each begun in a new byte, the leftmost pixel in bit 7,
    ink 1. strips: what the painter makes of it.
    """

    def __init__(self, width: int, height: int, data: bytearray) -> None:
        self.width, self.height, self.data = width, height, data
        self.strips: "list[Any]" = []


def _name(sent: dict) -> "tuple[str, str]":
    return sent["match"], sent["side"]


class Letters:
    """`room`: LETTERS of the page (faces/paper). `table`: its `letters` becomes this. `say(text)`: writes a
    line of the log.
    """

    def __init__(self, table, room, say) -> None:
        self.room = room
        self._table = table
        self._say = say
        self._sent: "list[dict]" = []  # the commands that count, at most two sides of two matches
        self._lines: "dict[tuple[str, str], list]" = {}
        self._here = table.record.state.setup.match
        self._is_changed = False  # what is kept is not what is in the file
        self._load()
        table.letters = self
        table.touch()

    def command(self, event: dict, now: int) -> "tuple":
        """A `letters` command of the host, answered as link/commands.py wants it."""
        sent = {name: event.get(name) for name in FIELDS}
        lines = self._read(sent)
        if lines is None:
            return refused("malformed", "letters_unfit")
        if sent in self._sent:
            return True, "already", "done", "done", {}
        name = match, _ = _name(sent)
        matches = (self._table.record.state.setup.match, match)  # what is here, and what comes
        kept = [old for old in self._sent if old["match"] in matches and _name(old) != name]
        self._lines[name] = lines
        self._keep(kept + [sent])
        self._table.touch()
        return True, "ok", "done", "done", {}

    def tidy(self) -> bool:
        """Drop the lines of a match that has gone, and write what has changed; whether anything had. It may
        take as long as an erase: for a moment when nobody waits.
        """
        here = self._table.record.state.setup.match
        if self._here != here:
            self._keep([sent for sent in self._sent if sent["match"] != self._here])
            self._here = here
        if not self._is_changed:
            return False
        self._is_changed = False
        self._write()
        return True

    def _keep(self, sent: "list[dict]") -> None:
        self._is_changed = self._is_changed or sent != self._sent
        self._sent = sent
        self._lines = {_name(kept): self._lines[_name(kept)] for kept in sent}

    def _write(self) -> None:
        try:
            if self._sent:
                with open(FILE, "w") as file:
                    json.dump(self._sent, file)
            else:
                os.remove(FILE)
        except OSError as error:
            self._say("the drawn names are not kept: error %s" % error)

    def lay(self, screen, state) -> None:
        """Put the lines of the present match and its present names on the screen."""
        for sent in self._sent:
            side = sent["side"]
            if sent["match"] != state.setup.match or sent["names"] != state.names[side]:
                continue
            if side == state.left_side:
                screen.drawn_left = self._lines[state.setup.match, side]
            else:
                screen.drawn_right = self._lines[state.setup.match, side]

    def _load(self) -> None:
        """Take what was kept for the match that is here; drop the rest."""
        try:
            with open(FILE) as file:
                kept = json.load(file)
        except (OSError, ValueError):
            return
        here = self._table.record.state.setup.match
        for sent in kept if isinstance(kept, list) else ():
            lines = self._read(sent) if isinstance(sent, dict) and sent.get("match") == here else None
            if lines is not None:
                self._sent.append(sent)
                self._lines[here, sent["side"]] = lines
        self._is_changed = not self._sent

    def _read(self, sent: dict) -> "list | None":
        """The lines of a command: each a text, or drawn; None when anything in it is not as it must be."""
        lines = sent.get("lines")
        if not isinstance(sent.get("match"), str) or sent.get("side") not in SIDES:
            return None
        if not isinstance(lines, list) or not 0 < len(lines) <= LINES_MOST:
            return None
        read = [self._line(line) for line in lines]
        return None if None in read else read

    def _line(self, line) -> "Line | str | None":
        """A text of a length that a name may have, or [width, data in base64] that fill the room exactly."""
        if isinstance(line, str):
            return line if 0 < len(line) <= TEXT_MOST else None
        if not isinstance(line, list) or len(line) != 2:
            return None
        width, height = line[0], self.room[1]
        if type(width) is not int or not 0 < width <= self.room[0] or not isinstance(line[1], str):
            return None
        if len(line[1]) & 3:
            return None
        try:
            data = bytearray(a2b_base64(line[1].encode()))
        except ValueError:
            return None
        return Line(width, height, data) if len(data) == ((width + 7) >> 3) * height else None

"""The last events of the match as a list: to read them, or to leave out everything back to one of them.

WHITE steps to newer events, BLACK to older ones; OK asks whether to leave out all events from there on, OK
again does it, newest first, with one undo event for each. After the newest event the list has *rEdo* if an
undo can be reversed. UNDO leaves the list.
"""

from .. import texts
from ..pages.panel import Page, step_out
from ..show.called import line_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...game.state import State
    from ..pages.panel import Panel
    from ..show.screens import Screen

_WORDS = 40  # characters

LISTED = 9
"""The most events in the list: their number is one digit."""


class UndoList(Page):
    """`rows`: (four digits, two digits, words) of each event, newest first. has_redo: *rEdo* is offered."""

    def __init__(
        self, rows: "list[tuple[str, str, str]]", has_redo: bool, back: "Page | None" = None
    ) -> None:
        self.rows = rows
        self.first = -1 if has_redo else 0
        self.at = 0 if rows else -1
        self.is_asked = False
        self.back = back

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key while the list is open."""
        if key == "WHITE" or key == "BLACK":
            at = self.at + (-1 if key == "WHITE" else 1)
            if self.first <= at < len(self.rows):
                self.at, self.is_asked = at, False
            else:
                panel.refuse("at_end")
        elif key == "OK":
            self._ok(panel, now)
        elif key == "UNDO" and self.is_asked:
            self.is_asked = False
        elif key == "UNDO":
            panel.open(self.back)
        elif not step_out(panel, key, now):
            panel.refuse("choose_item")

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the event, or the question, over the screen."""
        if self.at < 0:
            screen.say("0 rEdo", "Undone last: OK takes it back")
        elif self.is_asked:
            screen.say(
                "Undo  -%d" % (self.at + 1), "Leave out the last %d? OK: yes, UNDO: no" % (self.at + 1)
            )
        else:
            act, detail, words = self.rows[self.at]
            screen.say("%d %-4s%2s" % (self.at + 1, act, detail), "%d: %s" % (self.at + 1, words))

    def _ok(self, panel: "Panel", now: int) -> None:
        if self.at < 0:
            if panel.core.redo(now):
                panel.leave()
        elif not self.is_asked:
            self.is_asked = True
        else:
            panel.leave()
            for _ in range(self.at + 1):
                if not panel.core.undo(now):
                    return
            count = self.at + 1
            if count > 1:
                panel.core.notice("Undo.  -%d" % count, "The last %d events are left out" % count, now)


def ask(panel: "Panel", back: "Page | None" = None) -> None:
    """Open the list; refused when the match has no event to leave out or take back."""
    from ..core.record import NotStored

    record = panel.core.record
    try:
        rows = [_row(panel, event) for event in record.newest(LISTED)]
        has_redo = record.redoable()[0] is not None
    except NotStored as error:
        panel.core.show_not_stored(error)
        return
    if rows or has_redo:
        panel.open(UndoList(rows, has_redo, back))
    else:
        panel.refuse("at_start")


def _row(panel: "Panel", event: dict) -> "tuple[str, str, str]":
    kind = event["kind"]
    side: str = event.get("winner") or event.get("side") or event.get("breaks") or ""
    detail, words = "", kind.replace("_", " ")
    if kind == "stroke":
        own, other = event.get("own", 0), event.get("opponent", 0)
        detail = "%d%d" % (own, other)
        words = "stroke: %d own, %d other%s" % (own, other, _besides(event))
    elif kind == "board":
        detail = "%s%d" % (_where(panel, side), event["left"])
        words = line_of(panel.state, "board: to %s, %d left", (side, event["left"]), _WORDS)
    elif side in ("a", "b"):
        detail = _where(panel, side)
        words = line_of(panel.state, "%s: %s", (words, side), _WORDS)
    return texts.UNDONE[kind], detail, words


def _where(panel: "Panel", side: str) -> str:
    return "L" if side == panel.side("left") else "r"


def _besides(event: dict) -> str:
    words = [word for word in ("queen", "striker", "improper") if event.get(word)]
    return ", " + ", ".join(words) if words else ""

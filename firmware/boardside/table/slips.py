"""A wrong key, and UNDO at once: what that gesture is, and the moment from which the right key counts.

An umpire who notices a wrong key presses UNDO and the right one within a second each. That is one gesture
(D150): a key of the clock that replaces another counts from the moment of the wrong one, so that no player
gains or loses by the slip. When the wrong key was refused, nothing came of it, and an UNDO that follows
within a second takes nothing back (D151): it was meant for that key, not for what was done before it.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

GESTURE_MS = 1000
"""From the wrong key to UNDO, and from UNDO to the right key, at most."""

# What came of a press.
DONE = 0
REFUSED = 1
AT_THE_CLOCK = 2  # it was stored, or the count began, stopped or stood

_OF_THE_CLOCK = ("CLOCK", "PAUSE", "DUE")


class Slips:
    """The last key but UNDO and what came of it; `diff` is `ticks_diff`. Nothing allocates."""

    def __init__(self, diff: "Callable[[int, int], int]") -> None:
        self._diff = diff
        self._key = ""
        self._came_to = DONE
        self._pressed_at = 0
        self._counts_from = 0
        self._undone_at = 0
        self._is_undone = False

    def took_nothing(self, now: int) -> bool:
        """Whether an UNDO at `now` belongs to a key that was refused."""
        if self._key == "" or self._is_undone or self._came_to != REFUSED:
            return False
        return self._diff(now, self._pressed_at) <= GESTURE_MS

    def moment(self, key: str, now: int) -> int:
        """The moment from which `key`, pressed at `now`, counts."""
        if not self._is_undone or self._came_to != AT_THE_CLOCK:
            return now
        if key not in _OF_THE_CLOCK or key == self._key or self._diff(now, self._undone_at) > GESTURE_MS:
            return now
        return self._counts_from

    def follow(self, key: str, now: int, counts_from: int, came_to: int) -> None:
        """`key` was pressed at `now`; what came of it (DONE, REFUSED, AT_THE_CLOCK)."""
        if key == "UNDO":
            is_at_once = self._key != "" and self._diff(now, self._pressed_at) <= GESTURE_MS
            self._is_undone = is_at_once and not self._is_undone
            self._undone_at = now
            if not self._is_undone:
                self._key = ""
            return
        self._key = key
        self._came_to = came_to
        self._pressed_at = now
        self._counts_from = counts_from
        self._is_undone = False

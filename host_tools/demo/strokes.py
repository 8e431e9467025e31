"""A recorded board as made-up strokes that lead to its result: the sheets have only results.

The rules engine checks every stroke as it is made up, so a table or a file takes the events unchanged. The
board ends with the recorded winner, c/m left and Queen; it contains dues, fouls, failed covers and other
things that an umpire sees.
"""

from collections.abc import Iterator
from random import Random

from boardside.game import strokes
from boardside.game.errors import GameError
from host_tools.demo.recorded import SIDES, RecordedBoard
from host_tools.live_values import Event

#: Strokes after which an unfinished board is begun again with other random choices.
MOST_STROKES = 160
#: The c/m that a side with the Queen has pocketed at least: one before her, one to cover her (92, 96).
TO_HAVE_THE_QUEEN = 2
ATTEMPTS = 100


class NoSuchBoardError(Exception):
    """No sequence of strokes with this result was found; the message names the board."""


def strokes_of(board: RecordedBoard, start: strokes.Situation, seed: int, mishaps: int = 12) -> list[Event]:
    """Events `stroke`, `foul`, `pass` and `place` from `start` (a board at "Play") to the recorded end.

    A Queen that was not written down goes to the loser, as she brought no points. mishaps: the percentage of
    strokes that go wrong in some way. The same seed gives the same strokes. Raises NoSuchBoardError for a
    result that no board can have.
    """
    if not 1 <= board.left <= strokes.MEN or board.winner not in SIDES:
        raise NoSuchBoardError(f"no strokes lead to {board}")
    chance = Random(seed)
    for _ in range(ATTEMPTS):
        events = _Maker(board, start, chance, mishaps).made()
        if events is not None:
            return events
    raise NoSuchBoardError(f"no strokes lead to {board}")


class _Maker:
    """One attempt: chooses strokes that keep the recorded end within reach, until it is reached."""

    def __init__(self, board: RecordedBoard, start: strokes.Situation, chance: Random, mishaps: int) -> None:
        self.winner = board.winner
        self.loser = "b" if board.winner == "a" else "a"
        self.left = board.left
        self.queen = board.queen or self.loser
        self.now = start
        self.chance = chance
        self.mishaps = mishaps
        self.events: list[Event] = []

    def made(self) -> list[Event] | None:
        for _ in range(MOST_STROKES):
            event, after = next(self._possible())
            self.events.append(event)
            self.now = after
            if after.over:
                return self.events
        return None

    def _possible(self) -> Iterator[tuple[Event, strokes.Situation]]:
        """The possible acts in a random order; the plain one, which is always safe, is last."""
        if self.now.placing:
            event = {"kind": "place", "how": "done"}
            yield event, strokes.place(self.now)[0]
        for event in self._wished():
            after = perform(self.now, event)
            if after is not None and self._within_reach(after):
                yield event, after
        dull = {"kind": "stroke"}
        yield dull, strokes.stroke(self.now)[0]

    def _wished(self) -> Iterator[Event]:
        me = self.now.turn
        if self._roll(self.mishaps):
            yield self._mishap()
        if me == self.loser and self.now.left(me) < self.left and self.now.queen == self.queen:
            # More went down than the sheet says: a due brings one back.
            yield {"kind": "stroke", "striker": True}
        if self.queen == me and self.now.queen == "board" and self._roll(60):
            yield {"kind": "stroke", "queen": True}
        if self.now.queen == "covering" or self._roll(55):
            for own in self.chance.sample((1, 2, 3), 3):
                yield {"kind": "stroke", "own": own}
        if me == self.loser and self.now.left(self.winner) == 1:
            yield {"kind": "stroke", "opponent": 1}  # the winner's last, by the loser (53)

    def _mishap(self) -> Event:
        return self.chance.choice(
            (
                {"kind": "stroke", "striker": True},
                {"kind": "stroke", "own": 1, "striker": True},
                {"kind": "stroke", "opponent": 1},
                {"kind": "stroke", "own": 1, "opponent": 1},
                {"kind": "stroke", "own": 1, "improper": True},
                {"kind": "stroke", "queen": True},
                {"kind": "stroke", "queen": True, "striker": True},
                {"kind": "stroke", "untouched": True},
                {"kind": "foul", "side": self.now.turn},
            )
        )

    def _roll(self, of_hundred: int) -> bool:
        return self.chance.random() * 100 < of_hundred

    def _within_reach(self, after: strokes.Situation) -> bool:
        """Whether the recorded end is reached or can still be."""
        if after.result is not None:
            result = after.result
            target = (self.winner, self.left, self.queen, 0)
            end = (result["winner"], result["left"], result["queen"], result["demand"])
            return end == target and after.turns[SIDES.index(self.winner)] > 1  # no slam (26)
        if after.queen not in ("board", "covering", self.queen):
            return False
        fewest = self.left
        if self.queen == self.loser:  # pieces pocketed for the Queen come back as dues
            fewest = min(fewest, strokes.MEN - TO_HAVE_THE_QUEEN)
        return after.left(self.loser) >= fewest


def performed(now: strokes.Situation, event: Event) -> strokes.Situation:
    """The board after one of these events. Raises GameError when the rules refuse it."""
    if event["kind"] == "foul":
        return strokes.foul(now, event["side"])[0]
    if event["kind"] == "place":
        return strokes.place(now, event["how"])[0]
    return strokes.stroke(
        now,
        event.get("own", 0),
        event.get("opponent", 0),
        event.get("queen", False),
        event.get("striker", False),
        event.get("improper", False),
        not event.get("untouched", False),
    )[0]


def perform(now: strokes.Situation, event: Event) -> strokes.Situation | None:
    """As `performed`; None when the rules refuse it."""
    try:
        return performed(now, event)
    except GameError:
        return None

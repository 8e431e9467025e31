"""Presses a board by each way in which CLOCK can be pressed, on 200 recorded boards.

A robot plays the boards of the recorded championship, with made-up strokes that end as recorded, at a table
in memory: players think for 3 to 12 s, and c/m roll for 1.5 to 4.5 s. A way that leads to another result, or
to a sound while c/m roll, is a failure.
"""

import random
from collections import Counter
from typing import Any

from boardside.game import rules, strokes
from boardside.table.core.conduct import ONCE, TWICE
from boardside.table.table import Table
from host_tools.demo.recorded import RecordedBoard, championship
from host_tools.demo.strokes import performed, strokes_of
from host_tools.demo.umpire import result_keys, stroke_keys
from host_tools.live_values import Event
from tests.bench.figures import Figure
from tests.memory_journal import MemoryJournal

BOARDS = 200
SEED = 2026
THINKING_MS = 3_000, 12_000
ROLLING_MS = 1_500, 4_500
HOLD_MS = 700
ICF = rules.resolve("icf")


class WayError(Exception):
    """A way of pressing did not do what is asked of it; the message says where."""


class Robot:
    """An umpire at a table of its own. `pressed`: the presses, by key."""

    def __init__(self, way: int) -> None:
        self.way = way
        self.now = 0
        self.pressed: Counter[str] = Counter()
        self.rolls = False
        journal = MemoryJournal()

        def store(event: Event) -> Event:
            return journal.append(**event, boot=1, at=0)

        settings: dict[str, Any] = {
            "table": 1,
            "strokes": 1 if way else 0,
            "struck": ONCE if way == 1 else TWICE,
        }
        self.table = Table(store, journal.read, settings, lambda a, b: a - b, lambda a, b: a + b)
        self.table.boot(0, "power")

    def wait(self, ms: int) -> None:
        """Let time pass."""
        end = self.now + ms
        while self.now < end:
            self.now = min(end, self.now + max(10, self.table.next_change(self.now)))
            self.table.tick(self.now)
            self.table.screen(self.now)
            sound = self.table.take_sound()
            if self.rolls and sound in ("warn", "zero"):
                raise WayError(f"{sound} over rolling c/m, {self.way} presses a stroke")

    def press(self, key: str, held: bool = False) -> None:
        """Press a key, as a person would, not faster than five in a second."""
        self.wait(200)
        self.pressed[key] += 1
        self.table.press(key, False, self.now)
        if held:
            self.wait(HOLD_MS)
            self.table.press(key, True, self.now)

    def play(self, board: RecordedBoard, chance: random.Random) -> None:
        """A match's first board, from "Play" to the accepted result; side a breaks. Raises WayError."""
        event: Event = {"kind": "match", "match": "m1", "ruleset": "icf", "stage": "round", "doubles": False}
        self.table.command({**event, "a": ["A"], "b": ["B"], "breaks": "a"}, self.now)
        self.wait(1_000)
        self.press("CLOCK")  # "Play"
        if self.way:
            self._strokes(board, chance)
            self.press("OK")
        else:
            for key in result_keys(board, "a"):
                self.press(key)
        points = self.table.record.state.points
        expected = {"a": 0, "b": 0, board.winner: board.points(0)}
        if points != expected:
            raise WayError(f"{board}: {points}, {self.way} presses a stroke")

    def _strokes(self, board: RecordedBoard, chance: random.Random) -> None:
        now = strokes.begin(ICF, "a")
        for event in strokes_of(board, now, chance.randrange(1 << 30)):
            if event["kind"] == "foul":  # while the player thinks
                self.press("FOUL", held=True)
                self.press("OK")
            elif event["kind"] == "place":
                self.wait(THINKING_MS[0])
                self.press("CLOCK")
            else:
                self.wait(chance.randint(*THINKING_MS))
                self._stroke(stroke_keys(event, now), chance.randint(*ROLLING_MS))
            now = performed(now, event)

    def _stroke(self, keys: list[str], rolling_ms: int) -> None:
        """Struck; what goes down is pressed while the c/m roll; and *complete*, where it is a press."""
        end = self.now + rolling_ms
        self.press("CLOCK")
        self.rolls = True
        for key in keys[1:-1]:
            self.press(key)
        self.wait(max(0, end - self.now))
        self.rolls = False
        if keys[-1] == "DUE" or self.way != 1:
            self.press(keys[-1])
        else:
            self.wait(5_000)


def pressed(way: int, count: int = BOARDS) -> Counter[str]:
    """All presses of `count` recorded boards; way: 2 or 1 presses a stroke, 0 results only."""
    boards = [board for match in championship() for board in match.boards][:count]
    chance = random.Random(SEED)
    presses: Counter[str] = Counter()
    for board in boards:
        robot = Robot(way)
        robot.play(board, chance)
        presses += robot.pressed
    return presses


def run() -> list[Figure]:
    """Each way beside two presses a stroke."""
    ways = {way: pressed(way) for way in (2, 1, 0)}
    names = {2: "two presses a stroke", 1: "one press a stroke", 0: "results only"}
    two = ways[2].total() / BOARDS
    figures = []
    for way, presses in ways.items():
        figures.append(Figure(f"{names[way]}: a board", presses.total() / BOARDS, "presses", names[2], two))
        share = 100 * presses["CLOCK"] / presses.total()
        all_two = 100 * ways[2]["CLOCK"] / ways[2].total()
        figures.append(Figure(f"{names[way]}: of them CLOCK", share, "%", names[2], all_two))
    return figures


if __name__ == "__main__":
    for figure in run():
        print("  ".join(figure.row()))

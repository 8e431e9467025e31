"""A robot umpire: it reads the display and presses keys, and has no other access to a table.

It presses the keys that docs/umpire/panel.md gives an umpire. It checks the digits after every board, so it
finds a wrong display even if the collected result is right.
"""

from collections.abc import Awaitable, Callable

from host_tools.demo.recorded import GAME_POINTS, RecordedBoard, RecordedMatch
from host_tools.simulator.process import SimulatorError
from host_tools.simulator.table import SimTable

LONG_PRESS_MS = 800
LOOK_TIMEOUT_S = 15.0
MENU_LENGTH = 40

#: A shape that is both a digit and a letter is read as the digit.
_SAME_SHAPE = str.maketrans("OISZ", "0152")


class DisplayError(Exception):
    """The display did not show what it must; the message says what was expected and what was seen."""


class Umpire:
    """Conducts one recorded match at one table.

    pause: awaited after every press, so it sets the pace. on_step(): called after each board.
    """

    def __init__(
        self, table: SimTable, pause: Callable[[], Awaitable[None]], on_step: Callable[[], None]
    ) -> None:
        self._table = table
        self._pause = pause
        self._on_step = on_step
        self.presses = 0

    async def conduct(self, match: RecordedMatch) -> None:
        """Play `match`, already assigned and shown at this table, from the toss on up to its confirmation.

        Raises DisplayError when the display contradicts what was pressed.
        """
        if match.walk_over:
            await self._walk_over(match)
        else:
            await self._boards(match)
            if match.ended_by_time:
                await self._menu("StoP")
                await self._choose("YES")
        await self._confirm()

    async def toss(self, breaks: str) -> None:
        """The toss of a match that was called: this side breaks. Side a sits at the left."""
        await self._press("WHITE" if breaks == "a" else "BLACK")
        await self._press("OK")

    async def _confirm(self) -> None:
        await self._see("the decided match", lambda text: "ConF" in text)
        await self._press("OK")
        await self._see("the confirmed match", lambda text: "End" in text)
        self._on_step()

    async def _boards(self, match: RecordedMatch) -> None:
        totals = {"a": 0, "b": 0}
        white = match.breaks or "a"
        for board in match.boards:
            await self._board(board, white, totals)
            totals[board.winner] += board.points(totals[board.winner])
            white = "b" if white == "a" else "a"
            await self._see_score(min(totals["a"], GAME_POINTS), min(totals["b"], GAME_POINTS))  # D6
            self._on_step()

    async def _board(self, board: RecordedBoard, white: str, totals: dict[str, int]) -> None:
        """Play is called, and the board's result entered alone. totals: before it."""
        await self._press("CLOCK")  # "Play"
        for key in result_keys(board, white):
            await self._press(key)

    async def _see_score(self, left: int, right: int) -> None:
        shown = f"{left:2d}", f"{right:2d}"

        def matches(text: str) -> bool:
            digits = text.replace(".", "")
            return digits[:2] == shown[0] and digits[-2:] == shown[1]

        await self._see(f"the score {left} : {right}", matches)

    async def _walk_over(self, match: RecordedMatch) -> None:
        """The loser did not report (143i): the menu's loss of the match, its letter, its side."""
        loser = "LEFt" if match.official[0] < match.official[1] else "rGHt"
        await self._menu("LoSt 143")
        await self._choose("i", alike="1")
        await self._choose(loser)

    async def _menu(self, item: str) -> None:
        """OK held, then BLACK until the item is there, then OK."""
        await self._table.press("OK", hold_ms=LONG_PRESS_MS)
        await self._after_press()
        for _ in range(MENU_LENGTH):
            if _alike(self._table.text, item):
                await self._press("OK")
                return
            await self._press("BLACK")
        raise DisplayError(f"The menu has no item {item!r}; the display shows {self._table.text!r}.")

    async def _choose(self, value: str, alike: str = "") -> None:
        """QUEEN until the value is at the right, then OK."""
        for _ in range(MENU_LENGTH):
            digits = self._table.text.rstrip()
            if any(_alike(digits[-len(word) :], word) for word in (value, alike) if word):
                await self._press("OK")
                return
            await self._press("QUEEN")
        raise DisplayError(f"The value {value!r} cannot be chosen; the display shows {self._table.text!r}.")

    async def _press(self, key: str) -> None:
        await self._table.press(key)
        await self._after_press()

    async def _after_press(self) -> None:
        self.presses += 1
        await self._pause()

    async def _see(self, expected: str, seen: Callable[[str], bool]) -> None:
        try:
            await self._table.wait_for(lambda table: seen(table.text), LOOK_TIMEOUT_S)
        except SimulatorError:
            raise DisplayError(f"Expected {expected}; the display shows {self._table.text!r}.") from None


def result_keys(board: RecordedBoard, white: str) -> list[str]:
    """The keys that enter a finished board: OK, one for each c/m left, QUEEN, OK to see it, OK to enter it.

    white: the side that broke this board and so has the white c/m (Law 43).
    """
    loser = "b" if board.winner == "a" else "a"
    colour = "WHITE" if loser == white else "BLACK"
    # A Queen that was not written down brought no points: she is entered as the loser's.
    queen = 1 if board.queen == board.winner else 2
    return ["OK", *[colour] * board.left, *["QUEEN"] * queen, "OK", "OK"]


def _alike(digits: str, meant: str) -> bool:
    return digits.strip().translate(_SAME_SHAPE).lower() == meant.strip().translate(_SAME_SHAPE).lower()

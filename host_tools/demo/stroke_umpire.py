"""A robot that plays boards stroke by stroke: CLOCK, the pocketed pieces, CLOCK; the table finds the result.

The strokes are made up so that the board ends as recorded. The robot enters no result: it reads the one that
the table proposes, and confirms it only if it is the recorded one.
"""

from boardside.game import rules, strokes
from host_tools.demo.recorded import GAME_POINTS, RecordedBoard
from host_tools.demo.strokes import performed, strokes_of
from host_tools.demo.umpire import LONG_PRESS_MS, Umpire
from host_tools.live_values import Event

ICF = rules.resolve("icf")
SEED = 2024


class StrokeUmpire(Umpire):
    """Conducts a recorded match stroke by stroke; DisplayError for another result than the recorded one."""

    async def _board(self, board: RecordedBoard, white: str, totals: dict[str, int]) -> None:
        situation = strokes.begin(ICF, white, points=totals)
        await self._press("CLOCK")  # "Play"
        for event in strokes_of(board, situation, SEED + sum(totals.values())):
            await self._act(event, situation)
            situation = performed(situation, event)
        points = board.points(totals[board.winner])
        after = min(totals[board.winner] + points, GAME_POINTS)  # D6
        await self._see_proposal(board.winner, after, points)
        await self._press("OK")

    async def _act(self, event: Event, now: strokes.Situation) -> None:
        if event["kind"] == "foul":
            await self._table.press("FOUL", hold_ms=LONG_PRESS_MS)
            await self._after_press()
            await self._press("OK")
            return
        for key in stroke_keys(event, now):
            await self._press(key)

    async def _see_proposal(self, winner: str, after: int, points: int) -> None:
        """The result that the table computed: the winner's new total, and the points."""

        def matches(text: str) -> bool:
            digits = text.replace(".", "")
            total = digits[:2] if winner == "a" else digits[-2:]
            proposed = digits[2:6]  # P and the points of the board
            return total == f"{after:2d}" and "P" in proposed and proposed.strip("P ") == str(points)

        await self._see(f"{points} points proposed for {winner}", matches)


def stroke_keys(event: Event, now: strokes.Situation) -> list[str]:
    """The keys of a stroke: CLOCK, the pieces, CLOCK; of a placing: CLOCK.

    At the break DUE instead of the second CLOCK means that nothing was touched (45).
    """
    if event["kind"] == "place":
        return ["CLOCK"]
    mine, theirs = ("WHITE", "BLACK") if now.turn == now.white else ("BLACK", "WHITE")
    keys = ["CLOCK", *[mine] * event.get("own", 0), *[theirs] * event.get("opponent", 0)]
    for piece, key in (("queen", "QUEEN"), ("striker", "STRIKER"), ("improper", "FOUL")):
        if event.get(piece):
            keys.append(key)
    return [*keys, "DUE" if event.get("untouched") and now.tries else "CLOCK"]

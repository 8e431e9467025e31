"""Robot umpires: each reads the display and presses keys, and has no other access to a table. One enters the
results of boards, one plays them stroke by stroke, one counts the discs of crokinole's rounds.

They press the keys that docs/umpire/panel.md gives an umpire. They check the digits after every board, so
they find a wrong display even if the collected result is right.
"""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from boardside.game import rules, strokes
from boardside.game.crokinole.round import DISC_VALUES
from boardside.game.terms import HOLE
from host_tools.demo.play_offs import PlayOff, RecordedGame
from host_tools.demo.recorded import GAME_POINTS, SIDES, RecordedBoard, RecordedMatch
from host_tools.demo.strokes import performed, strokes_of
from host_tools.live_values import Event
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


# Stroke by stroke. The strokes are made up so that the board ends as recorded. The robot enters no result: it
# reads the one that the table proposes, and confirms it only if it is the recorded one.

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


# Crokinole's rounds. The record has the points and 20s of each round but no totals: the robot makes up totals
# that give the points.

#: Most discs other than 20s made up for a side; of a round that needs more only the winner is entered.
MOST_OTHERS = 4
KEYS = dict(zip(DISC_VALUES, ("QUEEN", "STRIKER", "FOUL", "DUE"), strict=True))
SIDE_KEYS = {"a": "WHITE", "b": "BLACK"}


class Round(NamedTuple):
    """A recorded round: points and 20s of side a and side b."""

    points: tuple[int, int]
    twenties: tuple[int, int]


def rounds_of(game: RecordedGame) -> list[Round]:
    """The rounds of a game in their order."""
    points = zip(game.a.points, game.b.points, strict=True)
    twenties = zip(game.a.twenties, game.b.twenties, strict=True)
    return [Round(scores, holes) for scores, holes in zip(points, twenties, strict=True)]


def discs_of(played: Round) -> tuple[list[int], list[int]] | None:
    """Discs of both sides that give the recorded points with the recorded 20s; None: too many are needed."""
    discs = ([HOLE] * played.twenties[0], [HOLE] * played.twenties[1])
    lead = HOLE * (played.twenties[0] - played.twenties[1])
    if played.points == (1, 1):
        behind = discs[1] if lead > 0 else discs[0]
        missing = abs(lead)
    else:
        wins = 0 if played.points[0] > played.points[1] else 1
        behind = discs[wins]
        missing = max(0, (-lead if wins == 0 else lead) + DISC_VALUES[-1])
    while missing:
        value = next(disc for disc in DISC_VALUES[1:] if disc <= missing)
        behind.append(value)
        missing -= value
    if len(behind) - behind.count(HOLE) > MOST_OTHERS:
        return None
    return discs


class RoundUmpire(Umpire):
    """Conducts a recorded play-off at a crokinole table whose left side is side a."""

    async def conduct_rounds(self, match: PlayOff) -> None:
        """Play `match`, already assigned and shown, up to its confirmation. Raises DisplayError."""
        for game in match.games:
            totals = [0, 0]
            for played in rounds_of(game):
                await self._press("CLOCK")  # "Play"
                await self._press("OK")
                await self._enter(played)
                totals = [total + points for total, points in zip(totals, played.points, strict=True)]
                await self._press("OK")
                await self._press("OK")
                await self._see_score(totals[0], totals[1])
                self._on_step()
        await self._confirm()

    async def _enter(self, played: Round) -> None:
        discs = discs_of(played)
        if discs is None:
            await self._winner_alone(played)
            return
        for side, values in zip(SIDES, discs, strict=True):
            await self._press(SIDE_KEYS[side])
            for value in values:
                await self._press(KEYS[value])

    async def _winner_alone(self, played: Round) -> None:
        """WHITE or BLACK held: that side has won; then the 20s of both."""
        wins = SIDES[0] if played.points[0] > played.points[1] else SIDES[1]
        await self._press(SIDE_KEYS[wins])
        held = "QUEEN" if played.points == (1, 1) else SIDE_KEYS[wins]
        await self._table.press(held, hold_ms=LONG_PRESS_MS)
        await self._after_press()
        for side, count in zip(SIDES, played.twenties, strict=True):
            await self._press(SIDE_KEYS[side])
            for _ in range(count):
                await self._press("QUEEN")

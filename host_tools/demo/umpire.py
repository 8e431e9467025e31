"""Robot umpires: each reads the display and presses keys, and has no other access to a table. One enters the
results of boards, one plays them stroke by stroke, one counts the discs of crokinole's rounds; that of the
rehearsal conducts any match, and makes up its boards and rounds.

They press the keys that docs/umpire/panel.md gives an umpire. They check the digits after every board, so
they find a wrong display even if the collected result is right.
"""

import random
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from boardside.game import match as game
from boardside.game import rules, strokes
from boardside.game.crokinole.round import DISC_VALUES
from boardside.game.terms import HOLE
from host_tools.demo.recorded import GAME_POINTS, SIDES, PlayOff, RecordedBoard, RecordedGame, RecordedMatch
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
        scores = f"{left:2d}", f"{right:2d}"

        def matches(text: str) -> bool:
            digits = text.replace(".", "")
            return digits[:2] == scores[0] and digits[-2:] == scores[1]

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
        for recorded in match.games:
            totals = [0, 0]
            for played in rounds_of(recorded):
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


#: More rounds or boards than any match has: beyond this the robot reports a fault.
MOST_STEPS = 200
_SIDE_OF_KEY = {"a": "LEFt", "b": "rGHt"}


class RehearsalUmpire(RoundUmpire):
    """Conducts matches of either sport by the `match` event at its table: it makes up boards and rounds. It
    computes the state of the match separately from the table; the collected result is compared with it.
    chance: the source of made-up play, by its seed.

    on_step(): called after each board, round and confirmation. `state`: the robot's state of the match.
    """

    def __init__(
        self,
        table: SimTable,
        pause: Callable[[], Awaitable[None]],
        on_step: Callable[[], None],
        chance: random.Random,
    ) -> None:
        super().__init__(table, pause, on_step)
        self._chance = chance
        self.state: Any = None

    async def conduct_match(self, event: Event, protests: bool = False) -> None:
        """Play the match at this table until it is decided. protests: after the first board of the match the
        left side lodges a protest (145). Raises DisplayError when the display contradicts what was pressed.
        """
        self.state, _ = game.apply(game.new(), event)
        for _ in range(MOST_STEPS):
            phase = self.state.phase
            if phase == "over":
                return
            if phase == "toss":
                await self.toss("a")  # the left side breaks
                self._apply({"kind": "toss", "breaks": self.state.left_side})
            elif phase in ("change", "interval"):
                await self._press("CLOCK")  # the players sit in their new places
                self._apply({"kind": "sides"})
            elif game.may(self.state, "round"):
                await self._play_round()
            else:
                await self._play_board()
                if protests:
                    protests = False
                    await self._protest()
        raise DisplayError("the match comes to no end")

    async def give_walk_over(self, event: Event, loser: str) -> None:
        """The loser did not report: the menu's loss of the match, letter i (143i)."""
        self.state, _ = game.apply(game.new(), event)
        await self._menu("LoSt 143")
        await self._choose("i", alike="1")
        await self._choose(_SIDE_OF_KEY[loser])
        self._apply({"kind": "lost", "side": loser, "law": "143i"})

    async def confirm(self) -> None:
        """The umpire seals the result."""
        await self._confirm()
        self._apply({"kind": "confirm"})

    def ruled(self, upheld: bool) -> None:
        """Wait until the committee's ruling is at the table."""
        self._apply({"kind": "ruled", "upheld": upheld})

    async def sees_protest(self) -> None:
        """Wait until the display says that a protest holds the result back."""
        await self._see("the protest", lambda text: "ProtESt" in text or "Prot" in text)

    def _apply(self, event: Event) -> None:
        self.state, _ = game.apply(self.state, event)

    async def _play_board(self) -> None:
        winner = self._chance.choice("ab")
        left = self._chance.randint(4, 9)
        board = RecordedBoard(winner, left, winner)
        for key in result_keys(board, self.state.breaker):
            await self._press(key)
        self._apply({"kind": "board", "winner": winner, "left": left, "queen": winner})
        await self._after_step()

    async def _protest(self) -> None:
        await self._menu("ProtESt")
        for key in ("QUEEN", "OK", "OK"):  # by the left side, about the board just finished
            await self._press(key)
        self._apply({"kind": "protest", "side": self.state.left_side, "about": "last"})

    async def _play_round(self) -> None:
        played, discs = self._round()
        await self._press("CLOCK")  # "Play"
        await self._press("OK")
        await self._enter(played)
        await self._press("OK")
        await self._press("OK")
        totals = {side: sum(values) for side, values in zip("ab", discs, strict=True)}
        twenties = dict(zip("ab", played.twenties, strict=True))
        self._apply({"kind": "play"})
        self._apply({"kind": "round", "total": totals, "twenties": twenties})
        await self._after_step()

    def _round(self) -> tuple[Round, tuple[list[int], list[int]]]:
        while True:
            twenties = self._chance.randint(0, 3), self._chance.randint(0, 3)
            points = self._chance.choice(((2, 0), (0, 2), (2, 0), (0, 2), (1, 1)))
            discs = discs_of(Round(points, twenties))
            if discs is not None:
                return Round(points, twenties), discs

    async def _after_step(self) -> None:
        """Check the score between boards of a game; a new game begins at 0."""
        state = self.state
        if state.phase == "ready" and (state.boards or not state.history):
            points = game.official(state)["points"]
            by_side = dict(zip("ab", points, strict=True))
            left = state.left_side
            await self._see_score(by_side[left], by_side["b" if left == "a" else "a"])
        self._on_step()

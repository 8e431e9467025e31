"""A robot that conducts any match, of either sport: it makes up boards and rounds and enters them by key.

It computes the state of the match separately from the table; the collected result is compared with it.
"""

import random
from collections.abc import Awaitable, Callable
from typing import Any

from boardside.game import match as game
from host_tools.demo.recorded import RecordedBoard
from host_tools.demo.umpire import DisplayError, Round, RoundUmpire, discs_of, result_keys
from host_tools.live_values import Event
from host_tools.simulator.table import SimTable

#: More rounds or boards than any match has: beyond this the robot reports a fault.
MOST_STEPS = 200
_SIDE_OF_KEY = {"a": "LEFt", "b": "rGHt"}


class RehearsalUmpire(RoundUmpire):
    """Conducts matches by the `match` event at its table. chance: the source of made-up play, by its seed.

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

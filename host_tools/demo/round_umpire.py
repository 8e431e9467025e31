"""A robot at a crokinole table: it counts the discs of recorded rounds, press by press.

The record has the points and 20s of each round but no totals: the robot makes up totals that give the points.
"""

from typing import NamedTuple

from boardside.game.crokinole.round import DISC_VALUES
from boardside.game.terms import HOLE
from host_tools.demo.play_offs import PlayOff, RecordedGame
from host_tools.demo.recorded import SIDES
from host_tools.demo.umpire import LONG_PRESS_MS, Umpire

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

"""Makes SoL's score card of a match: the fields of the form at a board's address. Pure.

For each board SoL wants the loser's c/m that are left, entered for the winner, and the side that has the
Queen; for the match the breaker and, at the end, the score, at most 25. Each form has all boards.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Any, cast

from boardside.game import official
from host_tools.replay.score_card import CarromBoard, games_of
from host_tools.tournament.model.model import Fixture
from host_tools.tournament.standings import results

POINTS_MAX = 25
COINS_MAX = 9
_NUMBER = {"a": "1", "b": "2"}


@dataclass(frozen=True, slots=True)
class Card:
    """A card. boards: c/m for each side, and who has the Queen; score: None until the match is decided."""

    turn: int
    breaker: str | None
    boards: tuple[tuple[int, int, str | None], ...]
    score: tuple[int, int] | None

    @property
    def digest(self) -> str:
        """A short hash of the card."""
        kept = [self.turn, self.breaker, self.boards, self.score]
        return hashlib.sha256(json.dumps(kept).encode()).hexdigest()[:16]

    def fields(self, boards_before: int = 0) -> dict[str, str]:
        """The form. boards_before: how many boards SoL has; those beyond ours are emptied."""
        form = {"turn": str(self.turn)}
        if self.breaker is not None:
            form["breaker"] = self.breaker
        for number, (coins_a, coins_b, queen) in enumerate(self.boards, 1):
            form[f"coins_{number}_1"] = str(coins_a)
            form[f"coins_{number}_2"] = str(coins_b)
            if queen is not None:
                form[f"queen_{number}"] = queen
        for number in range(len(self.boards) + 1, boards_before + 1):
            form[f"coins_{number}_1"] = "-"  # no number: SoL forgets what the board had
        if self.score is not None:
            form |= {"end_match": "1", "score1": str(self.score[0]), "score2": str(self.score[1])}
        return form


def of_match(fixture: Fixture, state: Any) -> Card:
    """The card of a match. state: the match at the table, folded by the rules; None where no table reported
    anything (a walk-over). Boards that do not make the result that stands are left out.
    """
    boards: list[tuple[int, int, str | None]] = []
    breaker = None
    if state is not None and not _is_others(fixture, state):
        games = games_of(state)
        played = cast("list[CarromBoard]", games[-1]["boards"] if games else [])
        boards = [_board(board) for board in played]
        first = played[0]["breaker"] if played else state.breaker
        breaker = _NUMBER.get(str(first))
    return Card(fixture.round, breaker, tuple(boards), _score(fixture))


def _is_others(fixture: Fixture, state: Any) -> bool:
    """Whether the match is decided, and by another result than the table's."""
    if fixture.state != "done" or fixture.result is None:
        return False
    if state.phase not in ("over", "confirmed"):
        return False  # as far as it was played
    return not results.agree(fixture.result, results.from_table(official.official(state)))


def _board(board: CarromBoard) -> tuple[int, int, str | None]:
    winner, left = board["winner"], min(COINS_MAX, int(board["left"] or 0))
    coins = (left, 0) if winner == "a" else (0, left)
    queen = winner if board["queen"] == "board" else board["queen"]  # on the board: the winner's (54)
    return *coins, _NUMBER.get(str(queen))


def _score(fixture: Fixture) -> tuple[int, int] | None:
    if fixture.state != "done" or fixture.result is None:
        return None
    games = fixture.result.games
    a, b = games[-1] if games else (0, 0)
    return min(POINTS_MAX, a), min(POINTS_MAX, b)

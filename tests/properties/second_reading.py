"""The end of a board and the score of a match a second time, read off the rules' own sentences.

Nothing here is imported from the rules engine: what it computes is held against it. The table of the rules'
section 3 stands here word for word; its cells are read as a person reads them, so a mistake in the engine's
tables and one in these sentences would have to be the same to go unnoticed.
"""

from typing import NamedTuple

# last c/m down | Queen | proper, no striker | otherwise
TABLE = """
| own | covered by P or in this stroke, or being covered | P wins: O's c/m on the board + 3 (0 if high) | own come back: the board goes on |
| own | covered by O | P wins: O's c/m on the board | own come back: the board goes on |
| own | on the board | O wins 3 (1) (107) | O wins 3 (1) + demand (107b, 108) |
| opponent's | covered by P | O wins: P's c/m (53) | the same + demand |
| opponent's | covered by O | O wins: P's c/m + 3 (0 if high) (53) | the same + demand |
| opponent's | on the board | O wins: P's c/m + 3 (0 if high) (106) | the same + demand (106b, 111) |
| opponent's | being covered, or in this stroke | O wins: P's c/m + 3 (0 if high) (103) | the same + demand (103b) |
| both | being covered | P wins 3 (1) (102a) | O wins 3 (1) + demand (102b) |
| both | in this stroke | P wins 3 (1) (104a) | O wins 3 (1) + demand (104b, 109) |
| both | on the board | O wins 3 (1) (105a) | O wins 3 (1) + demand (105b) |
| both | covered by P | **D4** P wins 3 (1) | O wins 1 + demand (110) |
| both | covered by O | **D5** P wins 1 | O wins 3 (1) + demand (112) |
"""  # noqa: E501
MEN = 9
MOST = 12  # "No board gives more than 12 points, demand included (55)."
HIGH = 22  # "High means the winner's score before this board is 22 or more"
GAME = 25
SIDES = ("a", "b")


class Stroke(NamedTuple):
    """What went down, and where the Queen was: "board", "covering", or the letter of who covered her."""

    own: int
    opponent: int
    queen_down: bool
    striker: bool
    improper: bool


class Board(NamedTuple):
    """Before the stroke: c/m on the board, the Queen ("board", "covering", "P", "O"), the scores."""

    own_left: int
    opponent_left: int
    queen: str
    score_of_p: int
    score_of_o: int


class End(NamedTuple):
    """winner: "P" or "O"; points without and with all points on demand."""

    winner: str
    points: int
    most: int


def end_of_board(before: Board, stroke: Stroke) -> End | None:
    """The end of the board by this stroke; None when the board goes on."""
    own_last = 0 < stroke.own == before.own_left
    opponents_last = 0 < stroke.opponent == before.opponent_left
    if not (own_last or opponents_last):
        return None
    last = "both" if own_last and opponents_last else "own" if own_last else "opponent's"
    clean = not (stroke.striker or stroke.improper)
    cells = _row(last, _queen_words(before, stroke))
    proper, otherwise = cells
    if clean:
        return _read(proper, before, stroke, demand=0)
    if otherwise.startswith("the same"):
        otherwise = proper + otherwise.removeprefix("the same")
    if "goes on" in otherwise:
        return None
    demand = stroke.striker + stroke.improper  # "Extra points on demand = (S ? 1 : 0) + (I ? 1 : 0)"
    return _read(otherwise, before, stroke, demand if "demand" in otherwise else 0)


def _queen_words(before: Board, stroke: Stroke) -> str:
    if stroke.queen_down:
        return "in this stroke"
    words = {"board": "on the board", "covering": "being covered", "P": "covered by P", "O": "covered by O"}
    return words[before.queen]


def _row(last: str, queen: str) -> tuple[str, str]:
    for line in TABLE.strip().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] == last and queen in cells[1]:
            return cells[2], cells[3]
    raise LookupError(f"no row for {last!r} and the Queen {queen!r}")


def _read(cell: str, before: Board, stroke: Stroke, demand: int) -> End:
    winner = "P" if "P wins" in cell else "O"
    high = (before.score_of_p if winner == "P" else before.score_of_o) >= HIGH
    points = 0
    if "O's c/m" in cell:
        points += before.opponent_left - stroke.opponent
    elif "P's c/m" in cell:  # "c/m on the board count after c/m that S or I brings back are back"
        came_back = stroke.striker or stroke.improper
        points += before.own_left - (0 if came_back else stroke.own)
    if "+ 3 (0 if high)" in cell:
        points += 0 if high else 3
    elif "wins 3 (1)" in cell:
        points += 1 if high else 3
    elif "wins 1" in cell:
        points += 1
    if winner == "P":
        demand = 0  # "only when P loses"
    return End(winner, min(points, MOST), min(points + demand, MOST))


def points_of(winner_before: int, left: int, queen_is_winners: bool, demand: int, rules: "Rules") -> int:
    """The points of a finished board for its winner, from the bare result (52-55)."""
    worth = rules.queen if queen_is_winners and winner_before <= rules.queen_until else 0
    return min(max(left + worth, 1) + demand, rules.most)


class Rules(NamedTuple):
    """The columns of section 4's table, for one stage."""

    points: int
    queen: int
    queen_until: int
    most: int
    board_limit: int | None
    games: int
    account: bool = False  # D10


def rules_of(ruleset: str, stage: str) -> Rules:
    """Section 4's table, typed in from the rules page."""
    early = stage in ("group", "round", "pre_quarter_final")
    if ruleset == "vaishali":
        return Rules(29, 5, 23, 14, None, 1, account=True)
    if ruleset == "icf":
        limit, games = 8 if early else None, 3
    elif ruleset == "vkk":
        limit, games = 6, 1
    else:
        limit, games = 3 if early else 8 if stage == "quarter_final" else 6, 1
    return Rules(25, 3, 21, 12, limit, games)


class ScoredRounds:
    """A crokinole match by the points of its rounds (section 4, the line of `wcc`).

    preliminary: ten games of four rounds, level games stand, points decide. Else best of three: a game ends
    when it cannot be turned any more, and goes on when it is level after four.
    """

    def __init__(self, preliminary: bool) -> None:
        self.preliminary = preliminary
        self.games: list[list[int]] = []
        self.now = [0, 0]
        self.played = 0
        self.first = self.opens = 0
        self.over = False
        self.winner: str | None = None

    def round(self, points: tuple[int, int]) -> None:
        """The next round has ended."""
        self.now = [self.now[0] + points[0], self.now[1] + points[1]]
        self.played += 1
        self.first = 1 - self.first
        lead = abs(self.now[0] - self.now[1])
        cannot_be_turned = lead > 2 * max(0, 4 - self.played)
        if self.played != 4 if self.preliminary else not cannot_be_turned:
            return
        self.games.append(self.now)
        self.now, self.played = [0, 0], 0
        self.opens = self.first = 1 - self.opens
        sums = [sum(game[side] for game in self.games) for side in (0, 1)]
        won = [sum(game[side] > game[1 - side] for game in self.games) for side in (0, 1)]
        decides = sums if self.preliminary else won
        self.over = len(self.games) == 10 if self.preliminary else max(won) == 2
        if self.over and decides[0] != decides[1]:
            self.winner = SIDES[decides[0] < decides[1]]


class Result(NamedTuple):
    """A finished board, bare. queen: "a", "b", or "board"."""

    winner: str
    left: int
    queen: str
    demand: int


class Scored:
    """A match by its boards alone: points by addition, the break by turns, the sides by counting.

    tossed: who breaks the extra board, asked of the caller (56b). Doubles are four seats in a ring (49b).
    """

    def __init__(self, rules: Rules, seats: int, first: int, early: bool) -> None:
        self.rules = rules
        self.seats = seats
        self.first = self.seat = first
        self.early = early
        self.totals = [0, 0]
        self.won = [0, 0]
        self.games: list[list[int]] = []
        self.played = 0
        self.extra = False
        self.open = [not rules.account] * 2
        self.changes_owed = False
        self.changed_in_the_middle = False
        self.winner: str | None = None

    def board(self, result: Result) -> None:
        """The next board has ended."""
        index = SIDES.index(result.winner)
        if result.queen in SIDES:  # D10: captured and covered, whoever wins the board
            self.open[SIDES.index(result.queen)] = True
        if self.open[index]:
            mine = result.queen in (result.winner, "board")
            self.totals[index] += points_of(self.totals[index], result.left, mine, result.demand, self.rules)
        self.played += 1
        self.seat = (self.seat + 1) % self.seats
        top = max(self.totals)
        if top >= self.rules.points:
            self._game_to(self.totals.index(top))
        elif self.extra or (self.rules.board_limit is not None and self.played >= self.rules.board_limit):
            if self.totals[0] == self.totals[1]:
                self.extra = True
            else:
                self._game_to(self.totals.index(top))
        elif self._middle() and not self.changed_in_the_middle:
            self.changes_owed = True

    def toss(self, side: str) -> None:
        """The toss before an extra board: who breaks it."""
        self.seat = SIDES.index(side)

    def changed_sides(self) -> None:
        """The players have changed sides."""
        self.changes_owed = False
        if self._middle():
            self.changed_in_the_middle = True

    def _middle(self) -> bool:
        if len(self.games) != 2 or self.rules.games != 3:
            return False
        return max(self.totals) >= 13 or (self.early and self.played >= 4)

    def _game_to(self, index: int) -> None:
        self.games.append([min(total, self.rules.points) for total in self.totals])
        self.won[index] += 1
        if self.won[index] > self.rules.games // 2:
            self.winner = SIDES[index]
            return
        self.totals = [0, 0]
        self.played = 0
        self.extra = False
        self.changes_owed = True
        self.changed_in_the_middle = False
        self.first = self.seat = (self.first + 1) % self.seats

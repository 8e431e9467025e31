"""The end of a board and the score of a match a second time, read off the rules' own sentences.

Nothing here is imported from the rules engine: what it computes is held against it. The table of the rules'
section 3 stands here word for word; its cells are read as a person reads them, so a mistake in the engine's
tables and one in these sentences would have to be the same to go unnoticed.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

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
    owing: bool = False  # P owes a due, and it waits for room (79)


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
    if stroke.queen_down:  # "95b has no exception [...] with the Queen on the board" (D13)
        is_put_back = before.owing and not (stroke.striker or stroke.improper)
        return "on the board" if is_put_back else "in this stroke"
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
    lead: int = 1  # "A side wins with the game's points only if it leads by two"
    score_cut: bool = True  # D6
    draws: bool = False  # D24
    early_end: bool = False  # a lead greater than all boards to come can give ends the game (D550)
    at_time: str = "void"  # "void": the board in play does not count; "counts": it is the last (D20, D462)
    toss: str = "choice"  # "choice": its winner takes the break or the side; "break": he breaks (39, D455)
    change_in_game: int = 3  # 60
    change_at: int = 13
    change_after: int | None = None  # boards; 4 up to the pre-quarter-final (60a)


def rules_of(ruleset: str, stage: str) -> Rules:
    """Section 4's table, typed in from the rules page."""
    early = stage in ("group", "round", "pre_quarter_final")
    if ruleset == "vaishali":
        return Rules(29, 5, 23, 14, None, 1, account=True, toss="break")
    if ruleset == "icf":
        limit, games = 8 if early else None, 3
    elif ruleset == "vkk":
        return Rules(25, 3, 21, 12, 6, 1, change_after=4 if early else None, toss="break")  # D14
    else:
        limit, games = 3 if early else 8 if stage == "quarter_final" else 6, 1
    return Rules(25, 3, 21, 12, limit, games, change_after=4 if early else None)


def at(value: Any, stage: str, otherwise: Any) -> Any:
    """What a rule file says for this stage: one value for all, or an object with the stages that differ."""
    return value.get(stage, otherwise) if isinstance(value, dict) else value


def rules_of_file(file: Mapping[str, Any], stage: str) -> Rules:
    """A file of own rules: its ruleset's columns, with what it changes in them (section 4.2)."""
    rules = rules_of(file["base"], stage)
    names = {"change_after_board": "change_after"}
    changed = {
        names.get(name, name): at(value, stage, getattr(rules, names.get(name, name)))
        for name, value in file.items()
        if names.get(name, name) in rules._fields and name != "account"
    }
    return rules._replace(**changed)


def breaks_after_toss(rules: Rules, won: str, choice: str) -> str | None:
    """Who breaks after a toss (39); None: the choice is not there (D455)."""
    if choice == "break":
        return won
    return None if rules.toss == "break" else "b" if won == "a" else "a"


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

    def __init__(self, rules: Rules, seats: int, first: int) -> None:
        self.rules = rules
        self.seats = seats
        self.first = self.seat = first
        self.totals = [0, 0]
        self.won = [0, 0]
        self.games: list[list[int]] = []
        self.played = 0
        self.extra = self.last = False
        self.over = False
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
        top, low = max(self.totals), min(self.totals)
        if top >= self.rules.points and top - low >= self.rules.lead:
            self._game_to(self.totals.index(top))
        elif self.extra or self.last or self._is_limit() or self._is_decided(top - low):
            self._by_the_lead()
        elif self._middle() and not self.changed_in_the_middle:
            self.changes_owed = True

    def time(self, in_play: bool) -> None:
        """The organiser calls time (D20): the score decides, or the board in play where it counts (D462)."""
        if in_play and self.rules.at_time == "counts":
            self.last = True
        else:
            self._by_the_lead()

    def _is_limit(self) -> bool:
        return self.rules.board_limit is not None and self.played >= self.rules.board_limit

    def _is_decided(self, lead: int) -> bool:
        rules = self.rules
        if not rules.early_end or rules.board_limit is None:
            return False
        return lead > rules.most * (rules.board_limit - self.played)

    def _by_the_lead(self) -> None:
        """No more boards but an extra one: the lead wins, level it is a draw, or an extra board decides."""
        if self.totals[0] != self.totals[1]:
            self._game_to(self.totals.index(max(self.totals)))
        elif self.rules.draws:
            self._game_to(None)
        else:
            self.extra = True

    def toss(self, side: str) -> None:
        """The toss before an extra board: the next of this side's seats in the rotation breaks it."""
        seat = (self.first + self.played) % self.seats
        self.seat = seat if SIDES[seat % 2] == side else (seat + 1) % self.seats

    def changed_sides(self) -> None:
        """The players have changed sides."""
        self.changes_owed = False
        if self._middle():
            self.changed_in_the_middle = True

    def _middle(self) -> bool:
        rules = self.rules
        if len(self.games) + 1 != rules.change_in_game or rules.games < rules.change_in_game:
            return False
        after = rules.change_after
        return max(self.totals) >= rules.change_at or (after is not None and self.played >= after)

    def _game_to(self, index: int | None) -> None:
        """The game is won by this side; None: a draw."""
        rules = self.rules
        cut = [max(rules.points, self.totals[1 - side] + rules.lead) for side in (0, 1)]
        official = [min(self.totals[side], cut[side]) for side in (0, 1)]
        self.games.append(official if rules.score_cut else self.totals)
        if index is not None:
            self.won[index] += 1
        most = max(self.won)
        if most > rules.games // 2 or len(self.games) == rules.games:
            self.over = True
            if self.won[0] != self.won[1]:
                self.winner = SIDES[self.won.index(most)]
            return
        self.totals = [0, 0]
        self.played = 0
        self.extra = self.last = False
        self.changes_owed = True
        self.changed_in_the_middle = False
        self.first = self.seat = (self.first + 1) % self.seats


class Format(NamedTuple):
    """A game of crokinole as a ruleset says it, for one stage and for the discs of one match."""

    rounds: int | None
    to_points: int | None
    scoring: str  # "two" a round, one "won", or the "difference"
    twenties: str  # "aside", or "at_once" (D474)
    first_shot: str
    games: int
    all_games: bool
    draws: bool
    decider: str
    early_end: bool


def format_of_file(file: Mapping[str, Any], stage: str) -> Format:
    """A file of crokinole rules: the rulebook's (section 4, the line of `wcc`), with what it changes."""
    preliminary = stage in ("group", "round")
    games = 10 if preliminary else 3
    before = Format(
        4, None, "two", "aside", "alternate", games, preliminary, preliminary, "round", not preliminary
    )
    changed = {
        name: at(value, stage, getattr(before, name))
        for name, value in file.items()
        if name in before._fields
    }
    return before._replace(**changed)


class Formatted:
    """A crokinole match by the totals and 20s of its rounds, in any format that a ruleset can say.

    Singles have two seats, doubles four. first: the seat that shoots first.
    """

    def __init__(self, form: Format, seats: int, discs: int) -> None:
        self.form = form
        self.seats = seats
        self.discs = discs
        self.opens = self.first = 0
        self.now = [0, 0]
        self.played = 0  # rounds of the game
        self.extra: int | None = None  # extra rounds of the game; None: it is not level
        self.games: list[list[int]] = []
        self.won = [0, 0]
        self.over = False
        self.winner: str | None = None

    @property
    def is_shoot_out(self) -> bool:
        """ "A shoot-out is recorded as a round in which only 20s count" (D466)."""
        return self.extra is not None and self.form.decider == "shoot_out"

    def at_once(self, twenties: list[int], side: int) -> bool:
        """Whether these 20s, the last of them by `side`, win the game in the middle of a round (D474)."""
        form = self.form
        if form.twenties != "at_once" or form.scoring != "difference" or self.extra is not None:
            return False
        mine, theirs = (self.now[each] + 20 * twenties[each] for each in (side, 1 - side))
        return form.to_points is not None and mine >= form.to_points and mine > theirs

    def round(self, totals: list[int], twenties: list[int]) -> None:
        """The next round has ended."""
        points = self._gives(totals, twenties)
        self.now = [self.now[0] + points[0], self.now[1] + points[1]]
        self.played += 1
        if self.extra is not None:
            self.extra += 1
        self._next_first(None if totals[0] == totals[1] else int(totals[1] > totals[0]))
        self._settle(False)

    def time(self) -> None:
        """The buzzer between two rounds: "those still to come are not shot, 0-0 each" (D85)."""
        for _ in range(self._to_come() or 0):
            self.played += 1
            self._next_first(None)
            if self.extra is not None:
                self.extra += 1
        self._settle(True)

    def _gives(self, totals: list[int], twenties: list[int]) -> list[int]:
        lead = totals[0] - totals[1]
        if self.form.scoring == "difference":
            if self.form.twenties == "at_once":
                rest = lead - 20 * (twenties[0] - twenties[1])
                return [20 * twenties[0] + max(rest, 0), 20 * twenties[1] + max(-rest, 0)]
            return [max(lead, 0), max(-lead, 0)]
        win, tie = (2, 1) if self.form.scoring == "two" else (1, 0)
        return [tie, tie] if not lead else [win, 0] if lead > 0 else [0, win]

    def _next_first(self, winner: int | None) -> None:
        order = self.form.first_shot
        if order == "alternate":
            self.first = (self.first + 1) % self.seats
        elif order != "fixed" and winner is not None:
            side = winner if order == "winner" else 1 - winner
            if self.first % 2 != side:  # "else it moves on one seat, clockwise"
                self.first = (self.first + 1) % self.seats

    def _to_come(self) -> int | None:
        if self.extra is not None:
            return self.extra % 2 if self.form.decider == "pair" else 0
        return None if self.form.rounds is None else max(0, self.form.rounds - self.played)

    def _settle(self, timed: bool) -> None:
        left, lead = self._to_come(), abs(self.now[0] - self.now[1])
        reached = self.form.to_points is not None and max(self.now) >= self.form.to_points
        is_last = timed or left == 0 or (reached and self.extra is None)
        if not is_last:
            most = {"two": 2, "won": 1}.get(self.form.scoring, 20 * self.discs)
            if left is not None and self.form.early_end and lead > most * left:  # D81
                self._game()
        elif lead or self.form.draws:
            self._game()
        elif self.extra is None:
            self.extra = 0

    def _game(self) -> None:
        self.games.append(self.now)
        if self.now[0] != self.now[1]:
            self.won[self.now[1] > self.now[0]] += 1
        form = self.form
        if len(self.games) == form.games or (not form.all_games and max(self.won) > form.games // 2):
            self.over = True
            sums = [sum(game[side] for game in self.games) for side in (0, 1)]
            a, b = sums if form.all_games else self.won
            self.winner = None if a == b else SIDES[b > a]
            return
        self.now, self.played, self.extra = [0, 0], 0, None
        self.opens = self.first = (self.opens + 1) % self.seats

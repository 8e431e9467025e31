"""The recorded championship: real score sheets, and the places where they contradict themselves.

The file's columns: `turn` and `table` name the match, `c1` and `c2` the players (numbers only),
`breaker` who broke the first board (1 or 2; empty in a walk-over), `score1` and `score2` the official
result; then a line a board: `coinsX` = the opponent's c/m left when side X won it, `queen` = the side
that had the Queen (empty where it was not written down).
"""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources

SIDES = ("a", "b")
GAME_POINTS = 25
BOARD_LIMIT = 8
#: The championship's format: one game of 25 points or eight boards, level games drawn (D20).
RULES = {"games": 1, "draws": True}

#: In place of the players 1 to 16, whom the record does not name: name, club, the name in Latin letters if it
#: has others. No person is meant.
PEOPLE = (
    ("Meera Iyerson", "Harbour Carrom Club", ""),
    ("रवि कुलकर्णे", "Old Town", "Ravi Kulkarne"),
    ("Łukasz Wronak", "Riverside", ""),
    ("நிலா ராஜவேல்", "Harbour Carrom Club", "Nila Rajavel"),
    ("Amélie Rochet", "Hill Road", ""),
    ("Tharindu Peralage", "Station", ""),
    ("Jürgen Thalbach", "Riverside", ""),
    ("Sofia Contarelli", "Hill Road", ""),
    ("फ़रहा नियाज़ी", "Old Town", "Farha Niyazi"),
    ("O’Neill Brannagh", "Station", ""),
    ("Nuwan Silvasena", "Harbour Carrom Club", ""),
    ("李春竹", "Hill Road", "Li Chunzhu"),
    ("Ewa Żółkowa", "Riverside", ""),
    ("செல்வி மாறனார்", "Old Town", "Selvi Maranar"),
    ("Karim Haddadi", "Station", ""),
    ("Ana-Lucía Ferreyra", "Hill Road", ""),
)
NAMES = tuple(name for name, _, _ in PEOPLE)


@dataclass(frozen=True)
class RecordedBoard:
    """One line of the sheet: `winner` and `queen` are sides, `left` the loser's c/m on the board, 1 to 9."""

    winner: str
    left: int
    queen: str | None

    def points(self, before: int) -> int:
        """The points it adds to the winner's total `before`, by hand: c/m, and 3 for the Queen up to 21."""
        queen = 3 if self.queen == self.winner and before < 22 else 0
        return min(12, self.left + queen)


@dataclass(frozen=True)
class RecordedMatch:
    """One match of the record; `official` are the published points of side a and side b."""

    turn: int
    table: int
    players: tuple[str, str]
    breaks: str | None
    official: tuple[int, int]
    boards: tuple[RecordedBoard, ...]

    @property
    def id(self) -> str:
        return f"R{self.turn}-{self.table}"

    @property
    def title(self) -> str:
        return f"Round {self.turn}, match {self.table}"

    @property
    def steps(self) -> int:
        """How many boards are played, and the confirmation."""
        return len(self.boards) + 1

    @property
    def walk_over(self) -> bool:
        """Whether no board was played because one side did not report (Law 143i)."""
        return not self.boards

    @property
    def added_up(self) -> tuple[int, int]:
        """The sheet's boards added up by hand, cut at 25 (D6): the expected official score.

        It does not use the rules engine on purpose: the engine is compared with it.
        """
        if self.walk_over:
            return self.official
        totals = dict.fromkeys(SIDES, 0)
        for board in self.boards:
            totals[board.winner] += board.points(totals[board.winner])
        return min(GAME_POINTS, totals["a"]), min(GAME_POINTS, totals["b"])

    @property
    def contradicts_itself(self) -> bool:
        """Whether the sheet contradicts itself: its boards do not add up to its official score."""
        return self.added_up != self.official

    @property
    def ended_by_time(self) -> bool:
        """Whether the organiser called time: neither 25 points nor eight boards."""
        return not self.walk_over and max(self.added_up) < GAME_POINTS and len(self.boards) < BOARD_LIMIT


def player_name(number: int) -> str:
    """The name of a player whom the record has by a number only: invented, in the scripts that pages show."""
    return NAMES[number - 1] if number <= len(NAMES) else f"Player {number}"


def read_record(lines: Iterable[str]) -> list[RecordedMatch]:
    """All matches of a record in the file's order; boards without c/m (never finished) are left out.

    Raises ValueError, naming match and board, when a line cannot be read.
    """
    rows = csv.DictReader(line for line in lines if not line.startswith("#"))
    sheets: dict[tuple[int, int], list[dict[str, str]]] = {}
    for row in rows:
        sheets.setdefault((int(row["turn"]), int(row["table"])), []).append(row)
    return [_match(turn, table, sheet) for (turn, table), sheet in sheets.items()]


def _match(turn: int, table: int, sheet: list[dict[str, str]]) -> RecordedMatch:
    first = sheet[0]
    return RecordedMatch(
        turn=turn,
        table=table,
        players=(player_name(int(first["c1"])), player_name(int(first["c2"]))),
        breaks=_side(first["breaker"]),
        official=(int(first["score1"]), int(first["score2"])),
        boards=tuple(_board(turn, table, row) for row in sheet if row["coins1"] and row["coins2"]),
    )


def _board(turn: int, table: int, row: dict[str, str]) -> RecordedBoard:
    left = {"a": int(row["coins1"]), "b": int(row["coins2"])}
    winners = [side for side in SIDES if left[side]]
    if len(winners) != 1:
        where = f"round {turn}, match {table}, board {row['board']}"
        raise ValueError(f"{where}: one side's c/m must be left, not {left}")
    return RecordedBoard(winner=winners[0], left=left[winners[0]], queen=_side(row["queen"]))


def _side(number: str) -> str | None:
    return SIDES[int(number) - 1] if number else None


def championship() -> list[RecordedMatch]:
    """The record that comes with Boardside: 40 matches of the Swiss championship 2023/24, rounds 1 to 5."""
    file = resources.files("host_tools.demo") / "data" / "carrom_boards_rounds_1_to_5.csv"
    with file.open(encoding="utf-8") as lines:
        return read_record(lines)

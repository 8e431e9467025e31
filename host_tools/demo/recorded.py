"""The recorded championships: real score sheets of carrom, and the places where they contradict themselves;
and the World Championship play-offs of crokinole, as the events of their tables.

Columns of carrom's file: `turn` and `table` name the match, `c1` and `c2` the players (numbers only),
`breaker` who broke the first board (1 or 2; empty in a walk-over), `score1` and `score2` the official result;
then a line a board: `coinsX` = the opponent's c/m left when side X won it, `queen` = the side that had the
Queen (empty where it was not written down).

Crokinole's file has two rows a side and game: points (`Pts`) and 20s by round, and their published `Total`.
The singles final of 2009 is one match of three games; in the doubles round robin of 2014 each game is a
match.
"""

import csv
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib import resources

from host_tools.live_values import Event

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


PLAY_OFFS = resources.files("host_tools.demo") / "data" / "crokinole_wcc_rounds_to_2014.csv"
#: In place of the players 1 and 2 and the pairs 3 to 8, whom the record does not name: no person is meant.
PLAYERS = {
    1: ("Ingrid Halvern",),
    2: ("Mateo Quirosa",),
    3: ("Aoife Kerrane", "Dara Lisnagh"),
    4: ("Yusuf Adebari", "Chinwe Okolade"),
    5: ("Mirjam Velthoek", "Sander Boschma"),
    6: ("Hana Dvorecká", "Petr Lipnický"),
    7: ("Noémie Carrel", "Bastien Lorgeoux"),
    8: ("Tove Lindmark", "Eskil Ranström"),
}
WINNERS = {(2, 0): "a", (0, 2): "b", (1, 1): "level"}


@dataclass(frozen=True)
class SideOfGame:
    """One side's two rows. total, total_twenties: as published."""

    points: tuple[int, ...]
    twenties: tuple[int, ...]
    total: int
    total_twenties: int
    first: str


@dataclass(frozen=True)
class RecordedGame:
    a: SideOfGame
    b: SideOfGame

    def events(self) -> list[Event]:
        events = []
        for points, twenties in zip(
            zip(self.a.points, self.b.points, strict=True),
            zip(self.a.twenties, self.b.twenties, strict=True),
            strict=True,
        ):
            twenty = {"a": twenties[0], "b": twenties[1]}
            events.append({"kind": "round", "winner": WINNERS[points], "twenties": twenty})
        return events


@dataclass(frozen=True)
class PlayOff:
    """One match at one table; `players` are numbers of players, in doubles of pairs."""

    date: str
    players: tuple[str, str]
    doubles: bool
    games: tuple[RecordedGame, ...]

    @property
    def id(self) -> str:
        return "-".join((self.date, *self.players))

    @property
    def title(self) -> str:
        year = self.date[:4]
        return f"Crokinole {year}, {'round robin' if self.doubles else 'final'}"

    @property
    def official(self) -> tuple[int, ...]:
        """The published figures: points of all games, and 20s, each of a and b."""
        totals = [sum(points) for points in zip(*self.published, strict=True)]
        return (*totals, *self.published_twenties)

    @property
    def added_up(self) -> tuple[int, ...]:
        """The rounds added up by hand."""
        sides = [[getattr(game, side) for game in self.games] for side in ("a", "b")]
        points = [sum(sum(game_side.points) for game_side in games) for games in sides]
        return (*points, *(sum(sum(game_side.twenties) for game_side in games) for games in sides))

    @property
    def contradicts_itself(self) -> bool:
        """Whether the rounds do not add up to the published total."""
        return self.added_up != self.official

    @property
    def published(self) -> list[list[int]]:
        """Points by game, as published."""
        return [[game.a.total, game.b.total] for game in self.games]

    @property
    def published_twenties(self) -> list[int]:
        return [
            sum(game.a.total_twenties for game in self.games),
            sum(game.b.total_twenties for game in self.games),
        ]

    def names(self, side: int) -> list[str]:
        """Who plays on side 0 or 1: invented names, or numbers of those for whom there are none."""
        number = int(self.players[side].lstrip("P"))
        names = PLAYERS.get(number, ())
        if len(names) == 1 + self.doubles:
            return list(names)
        return [f"Pair {number}, one", f"Pair {number}, two"] if self.doubles else [f"Player {number}"]

    def turned(self) -> "PlayOff":
        """The same match, with side b as side a."""
        games = tuple(RecordedGame(game.b, game.a) for game in self.games)
        return replace(self, players=self.players[::-1], games=games)

    @property
    def steps(self) -> int:
        """How many rounds are played, and the confirmation."""
        return sum(len(game.a.points) for game in self.games) + 1

    @property
    def breaks(self) -> str:
        """The side that shoots first; of the round robin nobody knows."""
        return "a" if self.doubles or self.games[0].a.first == "First" else "b"

    def events(self) -> list[Event]:
        """The match as its table would have recorded it."""
        match: Event = {"kind": "match", "match": self.id, "title": self.title}
        match |= {"ruleset": "wcc", "doubles": self.doubles, "category": "adult"}
        match |= {"a": self.names(0), "b": self.names(1), "breaks": self.breaks}
        if self.doubles:  # a round robin: one game with each other pair, and a level one is a draw
            match |= {"stage": "group", "rules": {"games": 1}}
        else:
            match |= {"stage": "final"}
        return [match, *(event for game in self.games for event in game.events()), {"kind": "confirm"}]


def play_offs() -> list[PlayOff]:
    """Every match of the file once, in the file's order; side a is the one whose rows come first."""
    sides: dict[tuple[str, str, str, str], dict[str, dict[str, str]]] = {}
    with PLAY_OFFS.open(encoding="utf-8") as lines:
        for row in csv.DictReader(line for line in lines if not line.startswith("#")):
            key = (row["Date"], row["Stage"], row["Player"], row["Opponent"])
            sides.setdefault(key, {})[row["Pts/20s"]] = row
    games: dict[tuple[str, str, str], list[RecordedGame]] = {}
    doubles = {}
    for (date, stage, player, opponent), rows in sides.items():
        if (date, opponent, player) in games:
            continue  # the other side's rows of a match that was read already
        mirrored = sides[date, stage, opponent, player]
        game = RecordedGame(_side_of_game(rows), _side_of_game(mirrored))
        games.setdefault((date, player, opponent), []).append(game)
        doubles[date] = rows["Pts"]["Category"] == "Doubles"
    return [
        PlayOff(date, (player, opponent), doubles[date], tuple(played))
        for (date, player, opponent), played in games.items()
    ]


def _side_of_game(rows: dict[str, dict[str, str]]) -> SideOfGame:
    points, twenties = rows["Pts"], rows["20s"]
    return SideOfGame(
        _by_round(points),
        _by_round(twenties),
        int(points["Total"]),
        int(twenties["Total"]),
        points["First/Hammer"],
    )


def _by_round(row: dict[str, str]) -> tuple[int, ...]:
    cells = (row[f"Round{number}"] for number in range(1, 21))
    return tuple(int(cell) for cell in cells if cell)

"""The recorded World Championship play-offs of crokinole, as the events of their tables.

Two rows a side and game: points (`Pts`) and 20s by round, and their published `Total`. The
singles final of 2009 is one match of three games; in the doubles round robin of 2014 each game is a match.
"""

import csv
from dataclasses import dataclass, replace
from importlib import resources

from host_tools.live_values import Event

FILE = resources.files("host_tools.demo") / "data" / "crokinole_wcc_rounds_to_2014.csv"
#: In place of the players 1 and 2 and the pairs 3 to 8, whom the record does not name: no person is meant.
NAMES = {
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
        names = NAMES.get(number, ())
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
    with FILE.open(encoding="utf-8") as lines:
        for row in csv.DictReader(line for line in lines if not line.startswith("#")):
            key = (row["Date"], row["Stage"], row["Player"], row["Opponent"])
            sides.setdefault(key, {})[row["Pts/20s"]] = row
    games: dict[tuple[str, str, str], list[RecordedGame]] = {}
    doubles = {}
    for (date, stage, player, opponent), rows in sides.items():
        if (date, opponent, player) in games:
            continue  # the other side's rows of a match that was read already
        mirrored = sides[date, stage, opponent, player]
        game = RecordedGame(_side(rows), _side(mirrored))
        games.setdefault((date, player, opponent), []).append(game)
        doubles[date] = rows["Pts"]["Category"] == "Doubles"
    return [
        PlayOff(date, (player, opponent), doubles[date], tuple(played))
        for (date, player, opponent), played in games.items()
    ]


def _side(rows: dict[str, dict[str, str]]) -> SideOfGame:
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

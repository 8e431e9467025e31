"""The recorded World Championship play-offs (`data/wcc_rounds_to_2014.csv`) as the events of their tables.

Two rows a side and game: points (`Pts`) and 20s by round, and what was published as their `Total`. The
singles final of 2009 is one match of three games; in the doubles round robin of 2014 each game is a match.
"""

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "data" / "wcc_rounds_to_2014.csv"
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

    def events(self) -> list[dict[str, Any]]:
        found = []
        for points, twenties in zip(
            zip(self.a.points, self.b.points, strict=True),
            zip(self.a.twenties, self.b.twenties, strict=True),
            strict=True,
        ):
            twenty = {"a": twenties[0], "b": twenties[1]}
            found.append({"kind": "round", "winner": WINNERS[points], "twenties": twenty})
        return found


@dataclass(frozen=True)
class RecordedMatch:
    date: str
    players: tuple[str, str]
    doubles: bool
    games: tuple[RecordedGame, ...]

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

    def events(self) -> list[dict[str, Any]]:
        """The match as its table would have recorded it."""
        match: dict[str, Any] = {"kind": "match", "match": "-".join((self.date, *self.players))}
        match |= {"ruleset": "wcc", "doubles": self.doubles, "category": "adult"}
        if self.doubles:  # a round robin: one game with each other pair, and a level one stands
            match |= {"stage": "group", "rules": {"games": 1}, "breaks": "a"}
        else:
            match |= {"stage": "final", "breaks": "a" if self.games[0].a.first == "First" else "b"}
        return [match, *(event for game in self.games for event in game.events()), {"kind": "confirm"}]


def play_offs() -> list[RecordedMatch]:
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
            continue  # the other side's rows of a match that is here already
        mirrored = sides[date, stage, opponent, player]
        game = RecordedGame(_side(rows), _side(mirrored))
        games.setdefault((date, player, opponent), []).append(game)
        doubles[date] = rows["Pts"]["Category"] == "Doubles"
    return [
        RecordedMatch(date, (player, opponent), doubles[date], tuple(played))
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

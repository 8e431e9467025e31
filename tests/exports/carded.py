"""Matches in a database as a collector leaves them, with everything that a score card has to say."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "audit"))

from audited import Recorded, opened

from host_tools.store import Store

#: The collector's clock in these records.
STORED_MS = 1_700_000_000_000
ASHA, LUKASZ = "विक्रम क्षत्रिय", "Łukasz Žižka-Dvořák"
ARUN = "அருண் விக்ரமாதித்யன்"


def best_of_three(table: Recorded, match: str = "M2") -> None:
    """Three games: an override, a slam, an entry that was undone, a replay, a protest, a concession."""

    def board(winner: str, left: int, queen: str | None, **more: object) -> None:
        table.add("play", match)
        table.add("board", match, winner=winner, left=left, queen=queen, **more)

    table.add(
        "match", match, ruleset="icf", stage="quarter_final", a=[ASHA], b=[LUKASZ], title="Men, match 2"
    )
    table.add("toss", match, breaks="b", won="a", choice="side")
    board("a", 9, "a", slam="black")
    board("b", 4, "b")
    table.add("undo", match)
    table.add("board", match, winner="b", left=5, queen="b")
    board("a", 7, "a", points=8)
    board("a", 5, "a")
    table.add("sides", match)
    table.add("play", match)
    table.add("replayed", match, law="137")
    board("b", 9, "b")
    board("b", 9, "b")
    table.add("protest", match, side="a", about="last", text="Queen covered, but put back")
    table.add("ruled", match, upheld=False)
    board("b", 6, "a")
    table.add("sides", match)
    board("a", 2, "a")
    board("b", 3, "board")
    table.add("concede", match, side="b", what="match")
    table.add("confirm", match)


def doubles_in_play(table: Recorded, match: str = "D1") -> None:
    """A doubles of two teams, four boards done, level."""
    names = {"a": [ARUN, "Priya"], "b": ["Søren", "Maximiliane von und zu Hohenschwangau-Lichtenstein"]}
    teams = {"a": "Civil", "b": "Mechanical"}
    table.add(
        "match", match, ruleset="vkk", stage="group", doubles=True, breaks="a", tie="T1", teams=teams, **names
    )
    for winner in "abab":
        table.add("play", match)
        table.add("board", match, winner=winner, left=3, queen=winner)


def crokinole(table: Recorded, match: str = "C1") -> None:
    """A championship game of four rounds."""
    table.add("match", match, ruleset="wcc", stage="final", a=["Beierling"], b=["Conrad"], breaks="a")
    for a, b in ((85, 60), (40, 45), (85, 60)):
        table.add("round", match, total={"a": a, "b": b}, twenties={"a": 2, "b": 1})
    table.add("round", match, winner="level", twenties={"a": 0, "b": 3})


def filled(folder: Path) -> Store:
    """A database with one match at each of three tables, and two at table 3."""
    store = opened(folder)
    first = Recorded(3)
    first.play("M1")
    best_of_three(first)
    second, third = Recorded(4, "0badcaff"), Recorded(5, "0badcafd")
    doubles_in_play(second)
    crokinole(third)
    for table in (first, second, third):
        table.store_all(store)
    return store

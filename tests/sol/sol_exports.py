"""A tourney as SoL exports it, made up for the tests: what `Serializer.dump` of SoL 5.26 writes."""

import json
from typing import Any

NAMES = ("Asha Rao", "Bela Nair", "Chitra Sen", "Dev Patel", "Esha Das")
GUID = "0123456789abcdef0123456789abcdef"


def shared() -> dict[str, Any]:
    """The first document: players, clubs, championships."""
    players = []
    for number, name in enumerate(NAMES, 1):
        first, last = name.split()
        players.append(
            {
                "guid": f"{number:032x}",
                "firstname": first,
                "lastname": last,
                "nationality": "ind",
                "agreedprivacy": "A",
                "club": 1,
            }
        )
    club = {"guid": "c" * 32, "description": "Test Club", "couplings": "serial", "nationality": "ind"}
    championship = {
        "guid": "d" * 32,
        "description": "Test Championship",
        "club": 1,
        "couplings": "serial",
        "playersperteam": 1,
        "prizes": "fixed",
        "skipworstprizes": 0,
        "trainingboards": None,
    }
    return {
        "users": [],
        "players": players,
        "clubs": [club],
        "championships": [championship],
        "ratings": [],
        "rates": [],
    }


def tourney(turn: int = 0, matches: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """The second document."""
    return {
        "guid": GUID,
        "championship": 1,
        "description": "Test Open",
        "date": "2026-03-12",
        "currentturn": turn,
        "rankedturn": 0,
        "prized": False,
        "system": "swiss",
        "couplings": "serial",
        "duration": 45,
        "prealarm": 5,
        "phantomscore": 25,
        "competitors": [{"players": [number]} for number in range(1, len(NAMES) + 1)],
        "matches": matches or [],
    }


def match(
    board: int, a: int, b: int | None, turn: int = 1, score: tuple[int, int] = (0, 0)
) -> dict[str, Any]:
    """A match of a tourney."""
    pair = {"competitor1": a, "competitor2": b, "turn": turn, "board": board}
    return {**pair, "score1": score[0], "score2": score[1]}


def export(turn: int = 1, matches: list[dict[str, Any]] | None = None) -> bytes:
    """A tourney and what it shares, as JSON."""
    if matches is None:
        matches = [match(1, 1, 2), match(2, 3, 4), match(3, 5, None, score=(25, 0))]
    return json.dumps([shared(), tourney(turn, matches)]).encode()

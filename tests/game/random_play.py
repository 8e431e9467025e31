"""Random but legal matches: what an umpire might enter, in any order the rules take."""

from random import Random
from typing import Any

from boardside.game import fold, match
from boardside.game.errors import GameError
from boardside.game.events import BOARD_LAWS, MATCH_LAWS, REPLAY_LAWS
from boardside.game.terms import CLOCKS, STAGES

Event = dict[str, Any]

KINDS = ["board"] * 16 + ["play"] * 5 + ["toss"] * 4 + ["sides"] * 4 + ["replayed", "time", "concede", "lost"]
KINDS += ["override"] * 2 + ["names", "pause", "resume", "expired"] + ["confirm"] * 2


def begin(rng: Random) -> Event:
    rules: Event = {}
    for name, values in (
        ("points", (13, 23, 29)),
        ("board_limit", (1, 4, None)),
        ("games", (1, 5)),
        ("draws", (True,)),
        ("queen", (0, 2, 5)),
        ("queen_until", (0, 99)),
        ("most", (5, 14)),
        ("change_in_game", (0, 1)),
        ("change_after_board", (2, None)),
        ("score_cut", (False,)),
        ("lead", (2, 3)),
        ("at_time", ("counts",)),
    ):
        if rng.random() < 0.15:
            rules[name] = rng.choice(values)
    event: Event = {
        "kind": "match",
        "match": "R1",
        "ruleset": "icf",
        "stage": rng.choice(STAGES),
        "rules": rules,
    }
    event["doubles"] = rng.random() < 0.3
    if rng.random() < 0.7:
        event["breaks"] = side(rng)
    return event


def side(rng: Random) -> str:
    return rng.choice("ab")


def guess(rng: Random) -> Event:
    """An event that is well formed; whether it fits the match is another matter."""
    kind = rng.choice(KINDS)
    event: Event = {"kind": kind}
    if kind == "board":
        event |= {
            "winner": side(rng),
            "left": rng.randint(0, 9),
            "queen": rng.choice(["a", "b", "board", None]),
        }
        for name, values in (
            ("demand", [0, 1, 2]),
            ("points", range(13)),
            ("law", BOARD_LAWS),
            ("slam", ["white", "black"]),
        ):
            if rng.random() < 0.1:
                event[name] = rng.choice(values)
    elif kind == "toss":
        event["breaks"] = side(rng)
    elif kind == "replayed":
        event["law"] = rng.choice(REPLAY_LAWS)
    elif kind == "concede":
        event |= {"side": side(rng), "what": rng.choice(["game", "match"])}
    elif kind == "lost":
        event |= {"side": side(rng), "law": rng.choice(MATCH_LAWS)}
    elif kind == "override":
        event["set"] = override(rng)
    elif kind == "names":
        event["a"] = ["Asha"]
    elif kind in ("pause", "resume", "expired"):
        event["clock"] = rng.choice(CLOCKS)
        if kind == "pause":
            event["left"] = rng.randint(0, 900000)
    return event


def override(rng: Random) -> Event:
    choices = {
        "points_a": rng.randint(0, 30),
        "points_b": rng.randint(0, 30),
        "games_a": rng.randint(0, 2),
        "games_b": rng.randint(0, 2),
        "board": rng.randint(1, 9),
        "breaks": side(rng),
        "left_side": side(rng),
    }
    names = rng.sample(sorted(choices), rng.randint(1, 3))
    return {name: choices[name] for name in names}


def random_match(rng: Random, length: int, undo: float = 0.0) -> list[Event]:
    """At most `length` events of one match, numbered; each may be an undo with probability `undo`."""
    events = [begin(rng) | {"seq": 1}]
    state = fold.fold(lambda: iter(events)).state
    for _ in range(length - 1):
        seq = events[-1]["seq"] + 1
        if rng.random() < undo:
            event: Event = {"kind": "undo", "seq": seq}
            if rng.random() < 0.4:
                event["of"] = rng.randint(1, seq - 1)
        else:
            event = guess(rng) | {"seq": seq}
        try:
            state = (
                fold.after(lambda: iter(events), event).state
                if event["kind"] == "undo"
                else match.apply(state, event)[0]
            )
        except GameError:
            continue
        events.append(event)
    return events

"""Runs under CPython and MicroPython: how many strokes a second, and how long one ruling takes.

Usage: strokes_probe.py FIRMWARE EVENTS ROUNDS, with the events of one match, one JSON object a line.
"""

import json
import sys
import time

sys.path.insert(0, sys.argv[1])
from boardside.game import match, strokes
from boardside.table.ruling_words import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Event = dict[str, Any]

REPEATS = 20
_PASSED = ("play", "match", "board", "sides", "toss")


def now_us() -> int:
    ticks_us = getattr(time, "ticks_us", None)
    return ticks_us() if ticks_us else time.perf_counter_ns() // 1000


def elapsed_us(start: int) -> int:
    ticks_diff = getattr(time, "ticks_diff", None)
    return ticks_diff(now_us(), start) if ticks_diff else now_us() - start


def load(path: str) -> "list[Event]":
    with open(path) as lines:
        return [json.loads(line) for line in lines]


def folded(events: "list[Event]") -> None:
    """Every event through `match.advance`: what a table does at power-on, but for reading them."""
    state = match.new()
    for event in events:
        state, ruling = match.advance(state, event)
        text_of(ruling.clauses)


def boards(events: "list[Event]") -> "list[tuple[Any, list[Event]]]":
    """(the beginning of a board, the acts in it), for each board."""
    positions: list[tuple[Any, list[Event]]] = []
    state = match.new()
    for event in events:
        state = match.apply(state, event)[0]
        if event["kind"] == "play":
            positions.append((state.situation, []))
        elif positions and event["kind"] not in _PASSED:
            positions[-1][1].append(event)
    return positions


def bare(positions: "list[tuple[Any, list[Event]]]") -> None:
    """The same strokes with the stroke engine alone: no events, no match."""
    for situation, acts in positions:
        for event in acts:
            kind = event["kind"]
            if kind == "stroke":
                get = event.get
                situation, ruling = strokes.stroke(
                    situation,
                    get("own", 0),
                    get("opponent", 0),
                    get("queen", False),
                    get("striker", False),
                    get("improper", False),
                    not get("untouched", False),
                )
            elif kind == "foul":
                situation, ruling = strokes.foul(situation, event["side"])
            else:
                situation, ruling = strokes.place(situation, event["how"])
            text_of(ruling.clauses)


def rulings(events: "list[Event]") -> "tuple[float, float]":
    """(mean, longest) time of one stroke's ruling in us, each of several, to be told from the noise."""
    total = most = 0.0
    count = 0
    state = match.new()
    for event in events:
        if event["kind"] == "stroke":
            start = now_us()
            for _ in range(REPEATS):
                text_of(match.apply(state, event)[1].clauses)
            each = elapsed_us(start) / REPEATS
            total += each
            count += 1
            most = max(most, each)
        state = match.apply(state, event)[0]
    return total / count, most


def per_second(function: "Callable[[Any], None]", argument: "Any", count: int, rounds: int) -> float:
    start = now_us()
    for _ in range(rounds):
        function(argument)
    return count * rounds * 1000000 / elapsed_us(start)


events = load(sys.argv[2])
rounds = int(sys.argv[3])
acts = boards(events)
count = sum([1 for event in events if event["kind"] == "stroke"])
mean, most = rulings(events)
print(
    json.dumps(
        {
            "bare": per_second(bare, acts, count, rounds),
            "folded": per_second(folded, events, count, rounds),
            "ruling_us": mean,
            "longest_us": most,
            "strokes": count,
        }
    )
)

"""Files of own rules drawn at random, and matches played by them, also at random."""

from random import Random
from typing import Any

from boardside.game import dicts, match, rule_fields, rulesets
from boardside.game.crokinole import fields as crokinole_fields
from boardside.game.terms import CATEGORIES, CLOCKS, ROUND_CLOCKS, STAGES

_ENTRIES = {
    "odd": STAGES,
    "stages": STAGES,
    "stages_or_null": STAGES,
    "stage_flags": STAGES,
    "stage_words": STAGES,
    "categories": CATEGORIES,
    "clocks": CLOCKS,
    "round_clocks": ROUND_CLOCKS,
}
_HOWS = ("done", "done", "forgone", "lapsed", "not_completed")
_LONGEST = 6000  # events; the longest match that the fields allow is shorter


def random_file(rng: Random) -> dict[str, Any]:
    """A base and up to six of its fields; each value is one that the field may hold, or one beside it."""
    base = rng.choice(rulesets.IDS)
    fields = crokinole_fields.FIELDS if base == "wcc" else rule_fields.FIELDS
    names = rng.sample(sorted(fields), rng.randint(1, 6))
    return {"base": base} | {name: _value(rng, *fields[name][:3]) for name in names}


def _value(rng: Random, kind: str, low: Any, high: Any) -> Any:
    if kind in _ENTRIES and ("clocks" in kind or rng.random() < 0.5):
        return {name: _entry(rng, kind, low, high) for name in _ENTRIES[kind] if rng.random() < 0.4}
    return _entry(rng, kind, low, high)


def _entry(rng: Random, kind: str, low: Any, high: Any) -> Any:
    if kind in ("word", "stage_words"):
        return rng.choice(low)
    if kind in ("bool", "stage_flags"):
        return rng.random() < 0.5
    if kind in ("stages_or_null", "clocks", "round_clocks") and rng.random() < 0.3:
        return None
    return rng.choice((low, high, rng.randint(low, high), rng.randint(low, min(high, low + 4))))


def random_match(rng: Random, base: str, changes: dict[str, Any], stage: str, doubles: bool) -> Any:
    """The state at the end of a match of random boards or rounds by these rules. Raises GameError when the
    rules refuse one of its events, AssertionError when it does not end.
    """
    return random_events(rng, base, changes, stage, doubles)[0]


def random_events(
    rng: Random, base: str, changes: dict[str, Any], stage: str, doubles: bool
) -> tuple[Any, list[dict[str, Any]]]:
    """The same, with the events of the match."""
    event = {"kind": "match", "match": "M", "ruleset": base, "rules": changes, "stage": stage}
    events = [event | {"doubles": doubles, "category": rng.choice(CATEGORIES)}]
    state, _ = match.apply(match.new(), events[0])
    for _ in range(_LONGEST):
        events.append({"kind": "confirm"} if state.phase == "over" else _next(rng, state))
        if state.phase == "over":
            return match.apply(state, events[-1])[0], events
        state, _ = match.advance(state, events[-1])
    raise AssertionError(f"no end after {_LONGEST} events")


def random_board(rng: Random, base: str, changes: dict[str, Any], doubles: bool) -> Any:
    """The result of a board of random strokes by these rules of carrom. Raises AssertionError
    when a side has no piece left and the board goes on, or when it does not end.
    """
    event = {"kind": "match", "match": "M", "ruleset": base, "rules": changes, "stage": "final"}
    state, _ = match.apply(match.new(), event | {"doubles": doubles, "breaks": "a"})
    state, _ = match.advance(state, {"kind": "play", "strokes": True})
    for _ in range(_LONGEST):
        situation = state.situation
        if situation.over:
            return match.proposal(state)
        pending = {side: sum(entry[1] for entry in situation.placing if entry[0] == side) for side in "ab"}
        for side in "ab":
            assert situation.left(side) + pending[side] > 0, (
                f"{side} has no piece: {dicts.situation_dict(situation)}"
            )
        if situation.placing:
            side = situation.placing[0][0]
            how = "done" if len({entry[0] for entry in situation.placing}) > 1 else rng.choice(_HOWS)
            state, _ = match.advance(state, {"kind": "place", "how": how, "side": side})
            continue
        other = "b" if situation.turn == "a" else "a"
        stroke = {
            "own": rng.randint(0, min(2, situation.left(situation.turn))),
            "opponent": rng.choice((0, 0, 0, min(1, situation.left(other)))),
            "queen": situation.queen == "board" and rng.random() < 0.2,
            "striker": rng.random() < 0.2,
            "improper": rng.random() < 0.1,
        }
        state, _ = match.advance(state, {"kind": "stroke", **stroke})
    raise AssertionError(f"no end after {_LONGEST} events")


def _next(rng: Random, state: Any) -> dict[str, Any]:
    if state.phase == "toss":
        return {"kind": "toss", "breaks": rng.choice("ab")}
    if state.change_due:
        return {"kind": "sides"}
    if state.setup.sport.name == "carrom":
        return {
            "kind": "board",
            "winner": rng.choice("ab"),
            "left": rng.randint(1, 9),
            "queen": rng.choice("ab"),
        }
    discs = state.setup.rules["discs"]
    twenties = {side: rng.choice((0, 1, discs, rng.randint(0, discs))) for side in "ab"}
    total = {side: 20 * count for side, count in twenties.items()}
    return {"kind": "round", "twenties": twenties, "total": total}

"""Whether matches can be played by a set of rules: some are, from the start to the confirmation.

Reading a file checks each field by itself. What only shows in play is found here: at every stage, in singles
and doubles, a side that wins everything, sides that win by turns, and in carrom a board stroke by stroke.
Nothing is random. The longest rules take about a second, the usual ones some hundredths.
`example` plays one to be shown.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from boardside.game import match
from boardside.game.errors import GameError
from boardside.game.terms import CATEGORIES, STAGES
from host_tools.live_values import Event, Rules

_LONGEST = 10_000  # events: nine games of 197 boards with a change of sides each are fewer
_BOARD = ({"own": 1}, {"queen": True}, {"own": 1}, {"own": 7})  # the strokes of one that the breaker wins


class Failed(NamedTuple):
    """stages: at which no match can be played. error: why; None: it would not end."""

    stages: list[str]
    error: GameError | None


def failed(base: str, changes: Rules) -> Failed | None:
    """What keeps a match by `base` with these `changes` from being played to its end; None: nothing.

    The stages that fail are all named, with the error of the first.
    """
    failures = [(stage, failure) for stage in STAGES for failure in _failures(base, changes, stage)]
    if not failures:
        return None
    first = failures[0][1]
    return Failed([stage for stage, _ in failures], first if isinstance(first, GameError) else None)


class _NoEndError(Exception):
    """A match of so many events that no rules can mean it."""


def _failures(base: str, changes: Rules, stage: str) -> Iterator[GameError | _NoEndError]:
    """The first failure at this stage, if any."""
    try:
        for doubles in (False, True):
            _play(_begun(base, changes, stage, doubles), _alternating)
            _play(_begun(base, changes, stage, doubles), _won_by_a)
            _tried(base, changes, stage, doubles)
    except (GameError, _NoEndError) as error:
        yield error


def example(base: str, changes: Rules, name: str) -> list[Event]:
    """The events of a final of singles by these rules, called `name`: from its beginning to its confirmation.

    By turns side a wins the most and side b the least that a board or a round gives. Raises GameError for
    rules that `failed` refuses.
    """
    event = _beginning(base, changes, "final", doubles=False) | {"match": "example", "variant": name}
    state, _ = match.apply(match.new(), event)
    return [event, *_play(state, _uneven)]


def _beginning(base: str, changes: Rules, stage: str, doubles: bool, category: str = CATEGORIES[0]) -> Event:
    event: Event = {"kind": "match", "match": "trial", "ruleset": base, "rules": changes, "stage": stage}
    return event | {"doubles": doubles, "category": category}


def _begun(
    base: str, changes: Rules, stage: str, doubles: bool, category: str = CATEGORIES[0]
) -> match.State:
    return match.apply(match.new(), _beginning(base, changes, stage, doubles, category))[0]


def _play(state: match.State, result: Callable[[match.State, int], Event]) -> list[Event]:
    """Play a match whose n-th board or round is `result(state, n)`, and confirm it. Returns these events."""
    events: list[Event] = []
    number = 0
    for _ in range(_LONGEST):
        if state.phase == "over":
            events.append({"kind": "confirm"})
            match.advance(state, events[-1])
            return events
        if state.phase == "toss":
            event: Event = {"kind": "toss", "breaks": "a"}
        elif state.change_due:
            event = {"kind": "sides"}
        else:
            event = result(state, number)
            number += 1
        events.append(event)
        state, _ = match.advance(state, event)
    raise _NoEndError


def _won_by_a(state: match.State, _: int) -> Event:
    """All that a board or a round can give, to side a."""
    if "board" in state.setup.sport.phases:
        return {"kind": "board", "winner": "a", "left": 9, "queen": "a"}
    discs = state.setup.rules["discs"]
    return {"kind": "round", "twenties": {"a": discs, "b": 0}, "total": {"a": 20 * discs, "b": 0}}


def _alternating(state: match.State, number: int) -> Event:
    """The least that decides it, to the sides by turns; what is played at the end of a game to side a."""
    winner = "ab"[number % 2]
    if "board" in state.setup.sport.phases:
        if max(state.points.values()) >= state.setup.rules["points"]:
            winner = "a"  # by turns nobody would have the lead that wins
        return {"kind": "board", "winner": winner, "left": 1, "queen": winner}
    if state.extra:
        winner = "a"  # by turns two rounds would decide nothing
    sunk = {side: 1 if side == winner else 0 for side in "ab"}
    return {"kind": "round", "twenties": sunk, "total": {side: 20 * sunk[side] for side in "ab"}}


def _uneven(state: match.State, number: int) -> Event:
    """The most to side a, then the least to side b."""
    return _alternating(state, number) if number % 2 else _won_by_a(state, number)


def _tried(base: str, changes: Rules, stage: str, doubles: bool) -> None:
    """A first board by its strokes, or a first round of each category."""
    state = _begun(base, changes, stage, doubles)
    if "board" not in state.setup.sport.phases:
        for category in CATEGORIES:
            state = _begun(base, changes, stage, doubles, category)
            state, _ = match.advance(state, {"kind": "toss", "breaks": "a"})
            match.advance(state, _won_by_a(state, 0))
        return
    state, _ = match.advance(state, {"kind": "toss", "breaks": "a"})
    state, _ = match.advance(state, {"kind": "play", "strokes": True})
    for stroke in _BOARD:
        state, _ = match.advance(state, {"kind": "stroke", **stroke})
    event = match.proposal(state)
    if event is None:
        raise _NoEndError
    match.advance(state, event)

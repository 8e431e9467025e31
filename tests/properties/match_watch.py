"""What must hold after every event of every match, whoever plays it.

`Watch` counts the c/m itself, from what the umpire recorded and what the rulings told him to do, as hands
move them between board and pockets; the engine's own counts are held against its.
"""

import json
import re
from typing import Any

from boardside.game import dicts, official
from boardside.game.state import Ruling, State
from boardside.table.ruling_words import text_of

Event = dict[str, Any]
MEN = 9
SIDES = ("a", "b")
LAW = re.compile(r"(1[0-5][0-9]|[1-9]?[0-9])[a-i]?|D[0-9]+|V[0-9]+|P[0-9]|R[0-9]+[.0-9A-Za-z]*")
HEADINGS = ("Scoring", "Starting To Play", "Playing Guidelines", "Tournament Play", "Tournament Scoring")
LAWLESS = ("names", "boot", "hall", "decided", "leave")  # they decide nothing
ACTS = ("stroke", "foul", "place", "room", "pass", "turn")
DECIDED = ("over", "confirmed")


class Watch:
    """The c/m of the board in play, moved by hand.

    pocketed, debt: by side; pocketed is None while no strokes are recorded. boards_by_strokes: so many boards
    were entered after strokes.
    """

    def __init__(self) -> None:
        self.pocketed: dict[str, int] | None = None
        self.debt = {"a": 0, "b": 0}
        self.boards_by_strokes = 0
        # How each board began, by what the state keeps of it: after an undo it may begin otherwise.
        self._starts: dict[int, tuple[object, Event]] = {}

    def restart(self, state: State) -> None:
        """Count anew from what the state says, after something else than an act on the board."""
        now = state.situation
        if now is None or not hasattr(now, "placing"):
            self.pocketed = None
            return
        self.pocketed = {side: MEN - now.left(side) for side in SIDES}
        self.debt = {side: owed(now, side) for side in SIDES}

    def after(self, before: State, event: Event, state: State, ruling: Ruling) -> None:
        """`event` took the match from `before` to `state`. AssertionError says what cannot be."""
        check_ruling(event, ruling)
        check_match(state)
        self._follow_match(before, event, state)
        if event["kind"] in ACTS and self.pocketed is not None:
            self._move(before.situation, event, ruling.facts)
            self._compare(state.situation)
            if event["kind"] in ("stroke", "foul", "pass"):
                check_turn(before.situation, state.situation, ruling.facts)
        else:
            if event["kind"] == "board" and self.pocketed is not None:
                self.boards_by_strokes += 1
            self.restart(state)

    def _follow_match(self, before: State, event: Event, state: State) -> None:
        """A protest holds the result back (150); upheld it leads back to its board's beginning (151a)."""
        open_ones = [protest for protest in before.protests if protest.state == "open"]
        assert not (event["kind"] == "confirm" and open_ones), "150: the result is held back"
        assert official.official(state)["held"] is any(protest.state == "open" for protest in state.protests)
        is_marked = state.starts and (not before.starts or state.starts[-1] is not before.starts[-1])
        if is_marked and event["kind"] in ("play", "board", "round"):
            start = state.starts[-1]
            self._starts[id(start)] = (start, {**settled(before), "situation": None})
        if event["kind"] == "last_shot" and event["side"] is not None:
            play: Any = before.situation
            shots = play.shots
            behind = shots["b" if event["side"] == "a" else "a"] - shots[event["side"]]
            assert behind == 1 or shots == {"a": 0, "b": 0}, "Tournament Play"
        if event["kind"] == "ruled" and event["upheld"]:
            (now,) = (
                protest
                for protest in state.protests
                if protest not in before.protests and protest.state == "upheld"
            )
            starts = before.protests[now.number - 1].starts  # none: taken back by an earlier ruling
            expected = self._starts[id(starts[-1])][1] if starts else settled(before)
            assert settled(state) == expected, "151a"

    def _move(self, before: Any, event: Event, facts: Event) -> None:
        pocketed, debt = self.pocketed, self.debt
        assert pocketed is not None
        me = before.turn
        other = "b" if me == "a" else "a"
        if event["kind"] == "stroke":
            pocketed[me] += event.get("own") or 0
            pocketed[other] += event.get("opponent") or 0
            if facts["board"]:
                pocketed[me] -= facts["back"]
            else:
                debt[me] += facts["dues"] + facts["penalties"] + facts["back"]
        elif event["kind"] == "foul":
            debt[event["side"]] += facts["penalties"]
        elif event["kind"] == "place":
            self._place(before, event, facts)
        elif event["kind"] == "room" and not event["has"]:
            side = event.get("side") or before.placing[0][0]
            pocketed[side] -= event.get("placed") or 0
            debt[side] -= event.get("placed") or 0
        centre = pair(facts["centre"])
        for side in SIDES:
            pocketed[side] -= centre[side]
            if event["kind"] == "room" and centre[side]:
                debt[side] -= centre[side]

    def _place(self, before: Any, event: Event, facts: Event) -> None:
        assert self.pocketed is not None
        asked_side = event.get("side")
        done = event["how"] == "done"
        for side, count, seat in before.placing:
            if asked_side not in (None, side):
                continue
            if done or SIDES[seat & 1] == side:  # what the offender places himself cannot be forgone (D12)
                self.pocketed[side] -= count
                self.debt[side] -= count
            else:
                self.debt[side] = 0  # forgone whole, with what is outstanding (87a, D47)
        if event["how"] == "not_completed":
            placers = [SIDES[seat & 1] for side, _, seat in before.placing if asked_side in (None, side)]
            self.debt[placers[-1]] += facts["penalties"]

    def _compare(self, now: Any) -> None:
        assert self.pocketed is not None
        for side in SIDES:
            assert 0 <= self.pocketed[side] <= MEN
            assert now.left(side) == MEN - self.pocketed[side], f"c/m of {side} not conserved"
            if now.over:
                assert owed(now, side) == 0, "55: not written off"
            else:
                assert owed(now, side) == self.debt[side], f"dues of {side} not conserved"
        check_situation(now)


def settled(state: State) -> Event:
    """A match between two boards, but for what a protest leaves as it is."""
    everything = dicts.to_dict(state)
    lasting = ("protests", "names", "title", "paused")
    return {name: value for name, value in everything.items() if name not in lasting}


def owed(now: Any, side: str) -> int:
    """Everything a side has still to give: to be placed, waiting for room, outstanding."""
    index = SIDES.index(side)
    pending = sum(count for owner, count, _ in now.placing if owner == side)
    return int(pending + now.waiting[index] + now.owes[index])


def pair(value: Any) -> dict[str, int]:
    """A fact given by side, as an object or as a list."""
    return value if isinstance(value, dict) else dict(zip(SIDES, value, strict=True))


def check_turn(before: Any, now: Any, facts: Event) -> None:
    """The turn stays, or passes to the right (28, 48, 49b)."""
    right = (before.seat + 1) % (4 if before.doubles else 2)
    assert now.seat in (before.seat, right), "48"
    assert facts["goes_on"] is (now.seat == before.seat)
    assert (facts["seat"], facts["turn"]) == (now.seat, SIDES[now.seat & 1])
    assert now.queen != "covering" or now.seat == before.seat, "96"


def check_situation(now: Any) -> None:
    """A board in play that can be."""
    seats = 4 if now.doubles else 2
    assert now.seat in range(seats)
    assert now.queen in ("board", "covering", *SIDES)
    assert 0 <= now.tries <= now.rules["tries"]
    for index, side in enumerate(SIDES):
        pending = 0
        for owner, count, seat in now.placing:
            assert count > 0
            assert seat in range(seats)
            pending += count if owner == side else 0
        assert min(now.owes[index], now.waiting[index]) >= 0
        assert pending + now.waiting[index] <= now.down[index], "more to be placed than is pocketed"
        assert not now.owes[index] or now.over or now.down[index] == pending + now.waiting[index], "78a"
        assert now.over or pending or now.left(side) >= 1, "the board goes on without c/m of " + side
    if now.result is not None:
        assert now.result["winner"] in SIDES
        assert 1 <= now.result["points"] <= now.result["most"] <= now.rules["most"], "55"


def check_ruling(event: Event, ruling: Ruling) -> None:
    """Every ruling says what it is and names its Law."""
    assert len(text_of(ruling.clauses)) <= 60, ruling.clauses
    assert not text_of(ruling.clauses).endswith("..."), f"cut short: {text_of(ruling.clauses)}"
    assert text_of(ruling.clauses) or event["kind"] in LAWLESS, event
    assert ruling.laws or event["kind"] in LAWLESS, event
    for law in ruling.laws:
        assert LAW.fullmatch(law) or law in HEADINGS, law
    assert len(set(ruling.laws)) == len(ruling.laws), ruling.laws
    json.dumps(ruling.facts)


def check_match(state: State) -> None:
    """A match that can be: one winner at most, no board above the most, nobody with a game too many."""
    rules = state.setup.rules
    carrom = rules.get("sport", "carrom") == "carrom"
    decided = state.phase in DECIDED
    assert decided is (state.how is not None)
    assert state.winner in (None, *SIDES)
    assert state.winner is None or decided
    assert state.seat is None or state.seat in range(4 if state.setup.doubles else 2)
    assert (state.phase == "toss") is (state.seat is None) or decided
    assert state.situation is None or state.phase == "board"
    assert max(state.points.values()) <= 99 + (rules["most"] if carrom else 0)
    boards = (*state.boards, *(board for game in state.history for board in game.boards))
    if carrom:
        assert not all(state.games[side] > rules["games"] // 2 for side in SIDES), "two winners"
        assert state.phase not in ("change", "interval") or state.change_due
        for game in state.history:
            assert max(game.points.values()) <= rules["points"], "D6"
        board: Any
        for board in boards:
            assert 0 <= board.points <= rules["most"], "55"
            assert 0 <= board.computed <= rules["most"], "55"
            assert board.winner in SIDES
            assert board.source in ("result", "strokes", "corrected")
    else:
        for board in boards:
            check_round(board)
        play: Any = state.situation
        if play is not None:
            assert max(play.twenties.values()) <= rules["discs"], "no round could be entered"
    result = official.official(state)
    assert result["winner"] == state.winner
    if (
        state.winner is not None
        and state.how == "played"
        and not rules.get("all_games")
        and not state.overridden
    ):
        index = SIDES.index(state.winner)
        assert result["games_won"][index] > result["games_won"][1 - index]


def check_round(done: Any) -> None:
    """Crokinole: the higher total gets two points, a tie one each, a round without a shot none (Scoring)."""
    points = (done.points["a"], done.points["b"])
    if done.total is not None:
        a, b = done.total["a"], done.total["b"]
        assert points == ((2, 0) if a > b else (0, 2) if b > a else (1, 1)), done.total
    elif done.unshot:
        assert points == (0, 0)
    else:
        assert points == {"a": (2, 0), "b": (0, 2), None: (1, 1)}[done.winner]

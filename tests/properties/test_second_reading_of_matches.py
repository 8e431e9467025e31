"""Section 4 of the rules, read a second time: points, games, breaks and changes of sides of whole matches."""

import json
import os
import subprocess
import sysconfig
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from second_reading import (
    SIDES,
    Formatted,
    Result,
    Scored,
    breaks_after_toss,
    format_of_file,
    rules_of,
    rules_of_file,
)

from boardside.game import match, official
from boardside.game.errors import GameError
from boardside.game.terms import STAGES
from tests.sampling import sampled, some

MOST_BOARDS = 120  # more than any match here; where nobody's account opens (D10) nobody wins


def result(chance: Random, scored: Scored) -> Result:
    """A board's result, low more often than high, so that games reach their limits of boards, and level."""
    lead = scored.totals[0] - scored.totals[1]
    if scored.played + 1 == scored.rules.board_limit and 0 < abs(lead) < 10 and chance.random() < 0.5:
        trailing = SIDES[lead > 0]
        return Result(trailing, abs(lead), SIDES[lead < 0], 0)
    winner = chance.choice(SIDES)
    queen = chance.choice(SIDES if scored.rules.account else ("a", "b", "board"))  # V9: she has been covered
    left = chance.choice((1, 1, 1, 2, 3, 5, 8, 9))
    demand = chance.choice((0, 0, 0, 1, 2)) if queen == "board" else 0
    return Result(winner, left, queen, demand)


@pytest.mark.parametrize("ruleset", ["icf", "vkk", "spandan", "vaishali"])
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("doubles", [False, True])
def test_points_games_breaks_and_sides_of_whole_matches(ruleset: str, stage: str, doubles: bool) -> None:
    chance = Random(f"{ruleset} {stage} {doubles}")
    extra_boards = 0
    for _ in range(30):
        ours = Scored(rules_of(ruleset, stage), 4 if doubles else 2, 0)
        begin = {"kind": "match", "match": "m", "ruleset": ruleset, "stage": stage, "doubles": doubles}
        state, _ = match.apply(match.new(), {**begin, "breaks": "a"})
        for _ in range(MOST_BOARDS):
            if ours.extra:
                extra_boards += 1
                side = chance.choice(SIDES)
                ours.toss(side)
                state, _ = match.apply(state, {"kind": "toss", "breaks": side})
            assert state.breaker == SIDES[ours.seat & 1]
            assert state.seat == ours.seat, "49b"
            board = result(chance, ours)
            ours.board(board)
            state, _ = match.apply(state, {"kind": "board", **board._asdict()})
            assert official.official(state)["games"] == ours.games
            assert official.official(state)["games_won"] == ours.won
            assert state.winner == ours.winner
            if ours.winner is not None:
                assert state.phase == "over"
                break
            assert [state.points[side] for side in SIDES] == ours.totals, board
            assert state.change_due is ours.changes_owed, "58 to 60"
            if ours.changes_owed and chance.random() < 0.8:  # else noticed late (60c)
                ours.changed_sides()
                state, _ = match.apply(state, {"kind": "sides"})
        else:
            assert ruleset == "vaishali", "only an account that never opens goes on for ever"
    if ruleset in ("vkk", "spandan"):
        assert extra_boards > 0


@pytest.mark.parametrize("stage", STAGES)
def test_scoring_crokinole_by_rounds_games_and_first_shots(stage: str) -> None:
    chance = Random(stage)
    longest = 0
    for _ in range(40):
        ours = Formatted(format_of_file({"base": "wcc"}, stage), 2, 8)
        begin = {"kind": "match", "match": "m", "ruleset": "wcc", "stage": stage, "breaks": "a"}
        state, _ = match.apply(match.new(), begin)
        while not ours.over:
            assert state.breaker == SIDES[ours.first]
            totals, winner = chance.choice((([20, 0], "a"), ([0, 20], "b"), ([5, 5], "level")))
            ours.round(totals, [0, 0])
            state, _ = match.apply(state, {"kind": "round", "winner": winner})
            assert official.official(state)["games"] == ours.games
            assert ours.over or [state.points[side] for side in SIDES] == ours.now
            longest = max(longest, ours.played)
        assert state.phase == "over"
        assert state.winner == ours.winner
    assert longest > (4 if stage not in ("group", "round") else 2)


def test_54_the_queen_at_21_and_at_22() -> None:
    rules = rules_of("icf", "final")
    for before, points in ((21, 5 + 3), (22, 5)):
        scored = Scored(rules, 2, 0)
        scored.totals = [before, 0]
        state, _ = match.apply(
            match.new(), {"kind": "match", "match": "m", "ruleset": "icf", "stage": "final", "breaks": "a"}
        )
        state, _ = match.apply(state, {"kind": "override", "set": {"points_a": before}})
        scored.board(Result("a", 5, "a", 0))
        state, ruling = match.apply(state, {"kind": "board", "winner": "a", "left": 5, "queen": "a"})
        assert state.history[0].boards[0].points == points, ruling.clauses
        assert scored.games == [[25, 0]] == official.official(state)["games"]


Event = dict[str, Any]
ROOT = Path(__file__).resolve().parents[2]
RULE_FILES = (ROOT / "docs/organiser/rulesets").glob("*.json")
#: The rulesets that come with Boardside, and every rule file.
RULES: dict[str, Event] = {name: {"base": name} for name in ("icf", "vkk", "spandan", "wcc")} | {
    path.stem: json.loads(path.read_text()) for path in sorted(RULE_FILES)
}
#: What no shipped file says, or not in every combination.
CARROM: Mapping[str, Sequence[object]] = {
    "lead": (1, 2, 3),
    "score_cut": (True, False),
    "at_time": ("void", "counts"),
    "time_by": ("call", "hall"),
    "toss": ("choice", "break"),
    "turns": ("right", "left"),
    "draws": (False, True),
    "early_end": (False, True),
    "games": (1, 3, 5, {"final": 5}),
    "points": (5, 25, 29),
    "board_limit": (None, 4, {"group": 2}),
}
CROKINOLE: Mapping[str, Sequence[object]] = {
    "to_points": (None, 5, 9, 100),
    "scoring": ("two", "won", "difference"),
    "twenties": ("aside", "at_once"),
    "first_shot": ("alternate", "loser", "winner", "fixed"),
    "decider": ("round", "pair", "shoot_out"),
    "draws": (False, True),
    "all_games": (False, True),
    "early_end": (False, True),
    "games": (1, 3),
    "rounds": (None, 1, 4, 9),
}
DRAWN = 400  # files of these fields


def drawn_file(number: int) -> Event:
    """A file of these fields, which matches can be played by."""
    chance = Random(number)
    base, fields = (("wcc", CROKINOLE), ("icf", CARROM))[number % 2]
    changes = {name: chance.choice(values) for name, values in fields.items() if chance.random() < 0.6}
    if base == "wcc" and changes.get("rounds", 4) is None and changes.get("to_points") is None:
        changes["to_points"] = 20
    if changes.get("all_games") is False:
        changes["games"] = 3
    return {"base": base, **changes}


CASES = [(file, stage, doubles) for file in RULES.values() for stage in STAGES for doubles in (False, True)]
CASES += [(drawn_file(number), STAGES[number % 6], number % 4 > 1) for number in range(DRAWN)]


class Match:
    """A match played beside its second reading: `do` an event, and `events` has them all."""

    def __init__(self, file: Event, stage: str, doubles: bool) -> None:
        self.changes = {name: value for name, value in file.items() if name not in ("name", "base", "source")}
        self.events: list[Event] = []
        self.state = match.new()
        self.do("match", match="m", ruleset=file["base"], rules=self.changes, stage=stage, doubles=doubles)

    def do(self, kind: str, **fields: object) -> None:
        """One more event."""
        self.events.append({"seq": len(self.events) + 1, "kind": kind, **fields})
        self.state, _ = match.apply(self.state, self.events[-1])

    def is_refused(self, kind: str, **fields: object) -> bool:
        """Whether the rules refuse it."""
        try:
            match.apply(self.state, {"kind": kind, **fields})
        except GameError:
            return True
        return False

    def agrees(self, ours: Scored | Formatted, seat: int, points: list[int]) -> None:
        """The state is what the second reading says."""
        published = official.official(self.state)
        assert (published["games"], published["games_won"]) == (ours.games, ours.won), self.events
        assert (self.state.winner, self.state.phase == "over") == (ours.winner, ours.over), self.events
        if not ours.over:
            assert [self.state.points[side] for side in SIDES] == points, self.events
            if self.state.phase != "toss":
                assert (self.state.seat, self.state.breaker) == (seat, SIDES[seat & 1]), self.events


def carrom(chance: Random, file: Event, stage: str, doubles: bool) -> Match:
    """A match of random boards, tosses, changes of sides and calls of time."""
    rules = rules_of_file(file, stage)
    played = Match(file, stage, doubles)
    won, choice = chance.choice(SIDES), chance.choice(("break", "side"))
    breaks = breaks_after_toss(rules, won, choice)
    if breaks is None:
        assert all(played.is_refused("toss", breaks=side, won=won, choice=choice) for side in SIDES)
        breaks, choice = won, "break"
    assert played.is_refused("toss", breaks="b" if breaks == "a" else "a", won=won, choice=choice)
    played.do("toss", breaks=breaks, won=won, choice=choice)
    ours = Scored(rules, 4 if doubles else 2, SIDES.index(breaks))
    for _ in range(400):
        played.agrees(ours, ours.seat, ours.totals)
        if ours.over:
            return played
        assert played.state.change_due is ours.changes_owed, played.events
        if ours.extra and played.state.phase == "toss":
            side = chance.choice(SIDES)
            ours.toss(side)
            played.do("toss", breaks=side)
        elif ours.changes_owed and chance.random() < 0.8:
            ours.changed_sides()
            played.do("sides")
        else:
            _board_or_time(chance, played, ours)
    raise AssertionError("no end")


def _board_or_time(chance: Random, played: Match, ours: Scored) -> None:
    is_called, begun = chance.random() < 0.06 and not ours.extra, chance.random() < 0.5
    if begun:
        played.do("play")
    if is_called:
        played.do("time")
        ours.time(begun)
        if not ours.last:
            return
    board = result(chance, ours)
    ours.board(board)
    played.do("board", **board._asdict())


def crokinole(chance: Random, file: Event, stage: str, doubles: bool) -> Match:
    """A match of random rounds, 20s counted in play, and calls of time between rounds."""
    form = format_of_file(file, stage)
    played = Match(file, stage, doubles)
    played.do("toss", breaks="a")
    discs = int(played.state.setup.rules["discs"])
    ours = Formatted(form, 4 if doubles else 2, discs)
    for _ in range(400):
        played.agrees(ours, ours.first, ours.now)
        if ours.over:
            return played
        if chance.random() < 0.03:
            played.do("time")
            ours.time()
        else:
            _round(chance, played, ours)
    raise AssertionError("no end")


def _round(chance: Random, played: Match, ours: Formatted) -> None:
    played.do("play")
    twenties = [0, 0]
    for _ in range(chance.choice((0, 1, 2, 4))):
        side = chance.randrange(2)
        if twenties[side] == ours.discs:
            continue
        twenties[side] += 1
        played.do("twenty", side=SIDES[side])
        if ours.at_once(twenties, side):
            ours.round([20 * count for count in twenties], twenties)
            return
    rests = (0, 0, 5, 15, 5 * chance.randrange(8))
    totals = [
        20 * count + (0 if ours.is_shoot_out else min(chance.choice(rests), 15 * (ours.discs - count)))
        for count in twenties
    ]
    ours.round(totals, twenties)
    played.do("round", total=dict(zip(SIDES, totals, strict=True)))


def second(number: int, file: Event, stage: str, doubles: bool) -> Match:
    """The match of this case, played beside its second reading."""
    play = crokinole if file["base"] == "wcc" else carrom
    return play(Random(number), file, stage, doubles)


@sampled
def test_matches_by_every_rule_file_on_both_interpreters(tmp_path: Path) -> None:
    """And by drawn files of the same fields; MicroPython comes to what the second reading says."""
    matches = [second(number, *case) for number, case in enumerate(some(CASES, 11))]
    file = tmp_path / "matches.jsonl"
    file.write_text("".join(json.dumps(played.events) + "\n" for played in matches))
    environment = {**os.environ, "MICROPYPATH": "firmware:.frozen"}
    micropython = Path(sysconfig.get_path("scripts"), "micropython")
    command = [str(micropython), "-X", "heapsize=16M", str(ROOT / "tests/game/fold_lines.py"), str(file)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    for line, played in zip(done.stdout.splitlines(), matches, strict=True):
        expected = json.loads(json.dumps(official.official(played.state)))
        assert json.loads(line)["result"] == expected, played.events

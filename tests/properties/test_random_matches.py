"""Whole matches by a random player: what must hold at every event, for every ruleset, singles and doubles."""

import json
import os
import subprocess
import sysconfig
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from match_player import CARROM, IDS, Player
from match_session import Event, Session, refusal, snapshot
from match_watch import Watch

from boardside.game import dicts, fold, official
from boardside.game.events import KINDS
from boardside.table.ruling_words import text_of
from tests.sampling import WHOLE, sampled, some

ROOT = Path(__file__).resolve().parents[2]
MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"
LENGTH = 700
SEEDS = some(range(1, 7), 6)
MATCHES = [(ruleset, doubles) for ruleset in IDS for doubles in (False, True)]


def played(
    ruleset: str,
    doubles: bool,
    seed: int,
    length: int = LENGTH,
    watch: Watch | None = None,
    compared: float = 100,
    wild: int = 8,
) -> Session:
    """A match of at most `length` events, up to its confirmation, each event checked.

    compared: of 100 events, how many are held against the state before, should they be refused.
    """
    player = Player(seed, wild)
    session = Session(player.begin(ruleset, doubles))
    watch = watch or Watch()
    for _ in range(length):
        if session.state.phase == "confirmed" and player.roll(50):
            break
        event = player.next(session.state)
        if event.get("kind") == "undo":
            for _ in range(player.chance.choice((1, 1, 2, 5))):
                session.undo()
            while player.roll(30) and session.redo():
                pass
            watch.restart(session.state)
            continue
        before = session.state
        if refusal(session, event, player.roll(compared)) is None:
            ruling = session.rulings[-1]
            try:
                watch.after(before, event, session.state, ruling)
            except AssertionError as error:
                raise AssertionError(
                    f"event {len(session.events)} of seed {seed}, {ruleset}: {event}: {error}\n"
                    + "\n".join(json.dumps(event) for event in session.events)
                ) from error
    return session


MILLION = 1_000_000
SLOW_SEED = 20260701
MANY = MATCHES * (5 if WHOLE else 2)


def folded(events: list[Event]) -> fold.Folded:
    return fold.fold(lambda: iter(events))


@sampled
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("ruleset", "doubles"), MATCHES)
def test_every_event_of_a_random_match(ruleset: str, doubles: bool, seed: int) -> None:
    """Legal or not: c/m conserved, one winner, refusals change nothing, the fold of all agrees."""
    session = played(ruleset, doubles, seed)
    whole = folded(session.events)
    assert snapshot(whole.state) == snapshot(session.state), "undo, or the fold, is not exact"
    text = json.dumps(dicts.to_dict(session.state))
    assert json.loads(text) == dicts.to_dict(session.state), "not JSON-ready"


@pytest.mark.parametrize(("ruleset", "doubles"), MATCHES)
def test_the_player_reaches_everything(ruleset: str, doubles: bool) -> None:
    """A random player that never gets anywhere proves nothing."""
    kinds: Counter[str] = Counter()
    phases: Counter[str] = Counter()
    refused = undone = 0
    for seed in range(20, 26):
        session = played(ruleset, doubles, seed)
        kinds.update(event["kind"] for event in session.events)
        phases[session.state.phase] += 1
        refused += session.refused
        undone += session.undone
    expected = {"match", "toss", "play", "undo", "confirm"}
    expected |= {"round", "shot"} if ruleset == "wcc" else {"board", "stroke", "place", "pass"}
    assert expected <= set(kinds), expected - set(kinds)
    assert set(kinds) <= set(KINDS)
    assert refused > 20
    assert undone > 2


@pytest.mark.parametrize(("ruleset", "doubles"), MATCHES)
def test_fold_of_a_prefix_then_the_rest_is_the_fold_of_all(ruleset: str, doubles: bool) -> None:
    session = played(ruleset, doubles, 7, 260)
    events = session.events
    for cut in range(1, len(events), 17):
        state = folded(events[:cut]).state
        again = Session.resumed(state, events[:cut])
        for event in events[cut:]:
            if event["kind"] == "undo":
                break  # an undo reaches back behind the cut: it is folded, not applied
            again.add(event)
        upto = len(again.events)
        assert snapshot(again.state) == snapshot(folded(events[:upto]).state), f"cut at {cut}"


@pytest.mark.parametrize(("ruleset", "doubles"), MATCHES)
def test_undo_of_n_events_restores_the_state_exactly(ruleset: str, doubles: bool) -> None:
    session = played(ruleset, doubles, 11, 160)
    for count in (1, 2, 5, 13, 34, 55):
        events = list(session.events)
        whole = folded(events)
        for _ in range(count):
            if whole.undoable is None:
                break
            events.append({"kind": "undo", "of": whole.undoable, "seq": len(events) + 1})
            whole = folded(events)
        kept = [
            event for event in events if event["kind"] != "undo" and event["seq"] not in whole.undone.dead
        ]
        assert snapshot(whole.state) == snapshot(folded(kept).state), f"{count} undone"


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("ruleset", CARROM)
def test_a_million_strokes_through_the_fold_without_an_impossible_state(ruleset: str) -> None:
    """A quarter of a million for each set of rules, in whole matches with undos, fouls and protests."""
    share, seed, strokes, boards = MILLION // len(CARROM), SLOW_SEED, 0, 0
    print(f"seed {seed}")
    while strokes < share:
        seed += 1
        watch = Watch()
        session = played(ruleset, seed % 2 == 0, seed, 3000, watch, 2)
        strokes += sum(event["kind"] == "stroke" for event in session.events)
        boards += watch.boards_by_strokes
        if seed % 4 == 0:
            assert snapshot(folded(session.events).state) == snapshot(session.state), f"seed {seed}"
    assert boards > share // 100


def report(events: list[Event]) -> dict[str, Any]:
    """The output of tests/game/fold_lines.py for a list of events, computed here."""
    whole = folded(events)
    return {
        "state": dicts.to_dict(whole.state),
        "games": dicts.score_card(whole.state),
        "result": official.official(whole.state),
        "undoable": whole.undoable,
        "last": whole.last,
        "rulings": [[seq, text_of(r.clauses), list(r.laws), r.facts] for seq, r in whole.rulings],
    }


@sampled
def test_micropython_and_cpython_fold_the_same_matches_alike(tmp_path: Path) -> None:
    sessions = [played(ruleset, doubles, seed, 160, wild=20) for seed, (ruleset, doubles) in enumerate(MANY)]
    file = tmp_path / "matches.jsonl"
    file.write_text("".join(json.dumps(session.events) + "\n" for session in sessions))
    done = subprocess.run(
        [str(MICROPYTHON), "-X", "heapsize=32M", "tests/game/fold_lines.py", str(file)],
        cwd=ROOT,
        env={**os.environ, "MICROPYPATH": "firmware:.frozen"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == len(sessions)
    for line, session, which in zip(lines, sessions, MANY, strict=True):
        assert json.loads(line) == json.loads(json.dumps(report(session.events))), which

"""Random matches of crokinole: what must hold at every moment, and undo as the fold without the event."""

from portable import WHOLE
from rounds_desk import SIDES, Desk, Rng, pair

from boardside.game import dicts, fold, match
from boardside.game.errors import GameError
from boardside.table.ruling_words import text_of

SEEDS = 20 if WHOLE else 6


def discs_on(rng, discs):
    """(total, 20s) that so many discs can give."""
    twenties = rng.below(discs + 1) if rng.below(3) == 0 else rng.below(3)
    total = twenties * 20
    for _ in range(discs - twenties):
        total += 5 * rng.below(4)
    return total, twenties


def guess(rng, discs):
    """A well-formed event; whether it fits the match is another matter."""
    at = rng.below(20)
    side = rng.one_of(SIDES)
    if at < 6:
        a, b = discs_on(rng, discs), discs_on(rng, discs)
        return {
            "kind": "round",
            "total": {"a": a[0], "b": b[0]},
            "twenties": {"a": a[1], "b": b[1]},
        }
    if at < 8:
        return {"kind": "round", "winner": rng.one_of(("a", "b", "level"))}
    if at < 9:
        return {"kind": "round", "unshot": True}
    if at < 11:
        return {"kind": "play"}
    if at < 14:
        return {"kind": "shot", "twenty": rng.below(3) == 0}
    return rng.one_of(
        (
            {"kind": "twenty", "side": side},
            {"kind": "last_shot", "side": rng.one_of(("a", "b", None))},
            {"kind": "forfeit", "side": side, "what": rng.one_of(("round", "round", "game", "match"))},
            {"kind": "concede", "side": side, "what": "game"},
            {"kind": "time"},
            {"kind": "sides"},
            {"kind": "override", "set": {"points_a": 2 * rng.below(4)}},
            {"kind": "toss", "breaks": side},
            {"kind": "undo"},
        )
    )


def holds(state):
    """Checks what must be true of every state."""
    rules = state.setup.rules
    assert state.phase in ("toss", "ready", "board", "over", "confirmed")
    assert (state.situation is None) == (state.phase != "board")
    for done in state.boards:
        assert pair(done.points) in ((2, 0), (0, 2), (1, 1), (0, 0))
        assert done.unshot == (pair(done.points) == (0, 0))
        for side in SIDES:
            assert 0 <= done.twenties[side] <= rules["discs"]
    assert (state.points["a"] + state.points["b"]) % 2 == 0
    assert len(state.history) <= rules["games"]
    if not rules["all_games"]:
        assert max(pair(state.games)) <= rules["games"] // 2 + 1
    if state.phase in ("toss", "ready"):
        early = rules["rounds"] - (state.board - 1)
        assert early > 0 or state.extra
    if state.situation is not None:
        play = state.situation
        assert abs(play.shots["a"] - play.shots["b"]) <= 1
        assert max(pair(play.shots)) <= play.discs


def folded(events, event):
    """The state with one event more."""
    return fold.after(lambda: iter(events), event).state


def test_random_matches_hold_and_undo_restores():
    refused = 0
    for seed in range(SEEDS):
        rng = Rng(seed)
        stage = rng.one_of(("group", "final"))
        desk = Desk(stage, first=rng.one_of(("a", "b", None)), doubles=rng.below(2) == 1)
        begin = {"kind": "match", "match": "m1", "ruleset": "wcc", "stage": stage}
        begin["doubles"] = desk.state.setup.doubles
        if desk.state.breaker is not None:
            begin["breaks"] = desk.state.breaker
        events = [begin]
        for _ in range(80):
            event = guess(rng, desk.state.setup.rules["discs"])
            try:
                after = folded(events, event)
            except GameError:
                refused += 1
                continue
            events.append(event)
            if event["kind"] != "undo":
                state, ruling = match.apply(desk.state, event)
                assert dicts.to_dict(state) == dicts.to_dict(after)
                assert len(set(ruling.laws)) == len(ruling.laws)
                assert len(text_of(ruling.clauses)) <= 60
                taken_back = folded(events, {"kind": "undo"})
                assert dicts.to_dict(taken_back) == dicts.to_dict(desk.state)
            desk.state = after
            holds(after)
    assert refused > 7 * SEEDS

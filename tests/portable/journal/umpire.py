"""A recorded match for the journal's tests: real events that the rules take, what was accepted, and the check
that nothing of it is lost or doubled.
"""

from nor import Dice

from boardside.game import dicts, fold, match
from boardside.game.errors import GameError
from boardside.journal import Journal

LONG = {"a": ["Ann Example-Longname"], "b": ["Bo Example-Longname"], "title": "Round 3, table 12, semi-final"}


def recorded(count, seed=7):
    """About `count` mixed events of a match, by the rules: strokes, boards, undo, names, clocks."""
    dice = Dice(seed)
    begin = {"kind": "match", "match": "m2", "ruleset": "icf", "stage": "round", "breaks": "a"}
    begin.update(LONG)
    events = [begin]
    state, _ = match.apply(match.new(), begin)
    while len(events) < count:
        kind = dice.below(12)
        event = _candidate(kind, dice)
        if kind == 11 and len(events) > 3:  # the umpire takes the last one back
            folded = fold.fold(lambda: iter(events))
            if folded.undoable:
                events.append({"kind": "undo", "of": folded.undoable})
                state = fold.fold(lambda: iter(events)).state
            continue
        try:
            state, _ = match.apply(state, event)
        except GameError:
            continue
        events.append(event)
    return events


def _candidate(kind, dice):
    if kind == 0:
        names = dict(LONG)
        del names["title"]
        names["kind"] = "names"
        return names
    if kind in (1, 2):
        return {"kind": "play", "strokes": True}
    if kind in (3, 4, 5, 6):
        return {"kind": "stroke", "own": dice.below(3), "opponent": dice.below(2)}
    if kind == 7:
        return {"kind": "place", "how": "done"}
    if kind == 8:
        return {
            "kind": "board",
            "winner": "ab"[dice.below(2)],
            "left": 1 + dice.below(5),
            "queen": "a",
            "demand": 0,
        }
    if kind == 9:
        return {"kind": "stroke", "striker": True}
    return {"kind": "sides", "left": "ab"[dice.below(2)]}


def scripted():
    """Boards of a match to its confirmation, one of them undone and entered again."""
    begin = {"kind": "match", "match": "m2", "ruleset": "icf", "stage": "round", "breaks": "a"}
    begin.update(LONG)
    events = [begin, {"kind": "play"}, {"kind": "board", "winner": "a", "left": 8, "queen": "a"}]
    events += [{"kind": "undo", "of": 3}, {"kind": "board", "winner": "b", "left": 8, "queen": "b"}]
    state = fold.fold(lambda: iter(events)).state
    while state.phase != "over":
        event = {"kind": "board", "winner": "a", "left": 9, "queen": "b"}
        events += [{"kind": "play"}, event]
        state = match.apply(match.apply(state, events[-2])[0], event)[0]
    return events + [{"kind": "confirm"}]


class Umpire:
    """Stores events in the journal in `home`, remembering what was accepted; `on_step()` after each."""

    def __init__(self, home, on_step=None):
        self.home = home
        self.accepted = []
        self.attempted = []
        self.floor = 1
        self.time = 0
        self.on_step = on_step or (lambda: None)
        self.start()

    def start(self):
        self.journal = Journal(self.home, lambda: self.time)

    def store(self, event):
        event = dict(event)
        event.setdefault("by", "panel")
        self.time += 777
        self.attempted.append(event)
        self.accepted.append(self.journal.append(event))
        self.on_step()

    def earlier(self, count, every=0):
        """An older match, with an idle moment after `every` events."""
        self.store({"kind": "match", "match": "m1", "by": "host", "a": ["Old"], "b": ["Older"]})
        for number in range(count):
            self.store({"kind": "names", "match": "m1", "a": ["A name that takes room %d" % number] * 6})
            if every and number % every == 0:
                self.journal.tidy()

    def play(self, events, idle=5):
        """Store the events of a match "m2"; an idle moment comes after every `idle` of them."""
        first = self.journal.last_seq
        for number in range(len(events)):
            event = dict(events[number])
            event["match"] = "m2"
            if "of" in event:
                event["of"] += first
            self.store(event)
            if idle and number % idle == 0:
                self.journal.tidy()

    def let_go(self):
        """The host has everything: older matches may go."""
        self.floor = self.journal.release(self.journal.last_seq)


def without_number(event):
    return {name: event[name] for name in event if name not in ("seq", "boot", "at")}


def check(home, accepted, attempted, floor, folds=None, may_be_damaged=False):
    """Power on with `home`: all of `accepted` from number `floor` on is there, once, in order, and besides at
    most `attempted`; score and what UNDO takes are as they were; and the journal goes on behind it all. Below
    `floor`, what the host has, parts may be gone.
    """
    journal = Journal(home, lambda: 0)
    everything = list(journal.read())
    numbers = [event["seq"] for event in everything]
    assert numbers == sorted(set(numbers)), numbers
    seen = [event for event in everything if event["seq"] >= floor]
    if not may_be_damaged:
        assert not journal.damaged, journal.damaged
    kept = [event for event in accepted if event["seq"] >= floor]
    assert seen[: len(kept)] == kept, "lost or changed"
    extra = seen[len(kept) :]
    assert len(extra) <= (1 if attempted is not None else 0), extra
    if extra:
        assert without_number(extra[0]) == attempted, (extra, attempted)
    if folds is not None:
        _check_fold(journal, kept + extra, (len(accepted), len(extra)), folds)
    assert journal.last_seq == (seen[-1]["seq"] if seen else 0)
    after = journal.append({"kind": "boot", "cause": "power-on"})
    assert after["seq"] > journal.first_seq - 1
    if seen:
        assert after["seq"] > seen[-1]["seq"]
        assert after["boot"] > seen[-1]["boot"]
    assert list(journal.read()) == everything + [after]
    return journal


def _check_fold(journal, events, key, folds):
    """Score and undo depth from flash against those from what was accepted; each case once."""
    if key in folds or not journal.last_match_seq:
        return
    folds.add(key)
    of_match = [event for event in events if event["seq"] >= journal.last_match_seq]
    if of_match[0]["match"] != "m2":
        return
    expected = fold.fold(lambda: iter(of_match))
    folded = fold.fold(journal.read_match)
    assert dicts.to_dict(folded.state) == dicts.to_dict(expected.state)
    assert (folded.undoable, folded.last) == (expected.undoable, expected.last)
